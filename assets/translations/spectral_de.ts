<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>AcceptedSentences</name>
    <message>
      <source>accepted</source>
      <translation>angenommen</translation>
    </message>
    <message>
      <source>accepted, %Ln problem(s)</source>
      <translation>angenommen, Probleme: %Ln</translation>
    </message>
    <message>
      <source>{0} of {1} accepted</source>
      <translation>{0} von {1} angenommen</translation>
    </message>
    <message>
      <source>{0} of {1} accepted, {2} more with problems</source>
      <translation>{0} von {1} angenommen, {2} weitere mit Problemen</translation>
    </message>
  </context>
  <context>
    <name>ActiveModel</name>
    <message>
      <source>Comparing models</source>
      <translation>Modelle werden verglichen</translation>
    </message>
    <message>
      <source>The retrained model of {0} was deleted with temporary files. It is trained again.</source>
      <translation>Das nachtrainierte Modell von {0} wurde mit temporären Dateien gelöscht. Es wird neu trainiert.</translation>
    </message>
    <message>
      <source>{0} is better than {1} on {2} decided sentences and is used from the next sentence</source>
      <translation>{0} ist auf {2} entschiedenen Sätzen besser als {1} und wird ab dem nächsten Satz verwendet</translation>
    </message>
  </context>
  <context>
    <name>AdviceBar</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Copy the line that installs it</source>
      <translation>Die Zeile kopieren, die es installiert</translation>
    </message>
  </context>
  <context>
    <name>AlternativesBar</name>
    <message>
      <source>Alternatives for this word and others</source>
      <translation>Alternativen für dieses und andere Wörter</translation>
    </message>
    <message>
      <source>Choose it and go to the next uncertain word</source>
      <translation>Wählt es und geht zum nächsten unsicheren Wort</translation>
    </message>
    <message>
      <source>below {0}</source>
      <translation>unter {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>ArcEditor</name>
    <message>
      <source>1–9: choose a row   Letters: filter</source>
      <translation>1–9: Zeile wählen   Buchstaben: filtern</translation>
    </message>
    <message>
      <source>Attach {0} to</source>
      <translation>{0} anhängen an</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>{0} an {1} anhängen</translation>
    </message>
    <message>
      <source>Detach {0}</source>
      <translation>{0} lösen</translation>
    </message>
    <message>
      <source>Digits: word number   Letters: start of the word</source>
      <translation>Ziffern: Wortnummer   Buchstaben: Wortanfang</translation>
    </message>
    <message>
      <source>Label {0} as {1}</source>
      <translation>{0} als {1} beschriften</translation>
    </message>
    <message>
      <source>Make {0} the root</source>
      <translation>{0} zur Wurzel machen</translation>
    </message>
    <message>
      <source>No other suggestions for this word. Press H to attach it, R to choose its relation.</source>
      <translation>Keine weiteren Vorschläge für dieses Wort. H hängt es an, R wählt seine Relation.</translation>
    </message>
    <message>
      <source>Relation of {0}</source>
      <translation>Relation von {0}</translation>
    </message>
    <message>
      <source>Swap {0} and {1}</source>
      <translation>{0} und {1} tauschen</translation>
    </message>
    <message>
      <source>Swap: attach {0} where {1} is now</source>
      <translation>Tauschen: {0} anstelle von {1} anhängen</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
    <message>
      <source>This file format cannot store heads and relations. Save as CoNLL-U to attach words.</source>
      <translation>Dieses Dateiformat kann keine Köpfe und Relationen speichern. Speichern Sie als CoNLL-U, um Wörter anzuhängen.</translation>
    </message>
    <message>
      <source>This would create a cycle: {0} depends on {1}.</source>
      <translation>Das ergäbe einen Zyklus: {0} hängt von {1} ab.</translation>
    </message>
    <message>
      <source>is a descendant: swap</source>
      <translation>ist ein Nachkomme: tauschen</translation>
    </message>
    <message>
      <source>root</source>
      <translation>Wurzel</translation>
    </message>
    <message>
      <source>suggested</source>
      <translation>vorgeschlagen</translation>
    </message>
    <message>
      <source>{0} words</source>
      <translation>{0} Wörter</translation>
    </message>
    <message>
      <source>{0}, now {1}</source>
      <translation>{0}, jetzt {1}</translation>
    </message>
  </context>
  <context>
    <name>AttributeTable</name>
    <message>
      <source>Attribute</source>
      <translation>Merkmal</translation>
    </message>
    <message>
      <source>Baseline: nodes with the most frequent value overall, without states</source>
      <translation>Vergleichswert: Knoten mit dem insgesamt häufigsten Wert, ohne Zustände</translation>
    </message>
    <message>
      <source>Information in the states</source>
      <translation>Information in den Zuständen</translation>
    </message>
    <message>
      <source>No attributes for these nodes. Choose a file with more detailed labels.</source>
      <translation>Keine Merkmale für diese Knoten. Wählen Sie eine Datei mit genaueren Beschriftungen.</translation>
    </message>
    <message>
      <source>Nodes with the most frequent value of their most probable state</source>
      <translation>Knoten mit dem häufigsten Wert ihres wahrscheinlichsten Zustands</translation>
    </message>
    <message>
      <source>Share of the value's entropy that the state explains</source>
      <translation>Anteil der Entropie des Wertes, den der Zustand erklärt</translation>
    </message>
    <message>
      <source>accuracy %</source>
      <translation>Genauigkeit %</translation>
    </message>
    <message>
      <source>baseline %</source>
      <translation>Vergleich %</translation>
    </message>
    <message>
      <source>explained %</source>
      <translation>erklärt %</translation>
    </message>
  </context>
  <context>
    <name>AutoTrainer</name>
    <message>
      <source> (F1 {0:.0f}, a parser of your trees {1:.0f})</source>
      <translation> (F1 {0:.0f}, ein Parser aus deinen Bäumen {1:.0f})</translation>
    </message>
    <message>
      <source> (F1 {0:.0f}, without supervision {1:.0f})</source>
      <translation> (F1 {0:.0f}, unüberwacht {1:.0f})</translation>
    </message>
    <message>
      <source> + %Ln accepted</source>
      <translation> + %Ln angenommene</translation>
    </message>
    <message>
      <source>last {1} suggestions: {0:.0%} correct</source>
      <translation>letzte {1} Vorschläge: {0:.0%} richtig</translation>
    </message>
    <message>
      <source>trained on %Ln sentence(s)</source>
      <translation>trainiert mit %Ln Sätzen</translation>
    </message>
    <message>
      <source>trained on the words of %Ln sentence(s)</source>
      <translation>trainiert mit den Wörtern von %Ln Sätzen</translation>
    </message>
    <message>
      <source>training a parser …</source>
      <translation>trainiert einen Parser …</translation>
    </message>
  </context>
  <context>
    <name>AutomatonControls</name>
    <message>
      <source>%Ln modifier(s)</source>
      <translation>%Ln Modifikatoren</translation>
    </message>
    <message>
      <source>Clusters</source>
      <translation>Cluster</translation>
    </message>
    <message>
      <source>Clusters: {0}</source>
      <translation>Cluster: {0}</translation>
    </message>
    <message>
      <source>Edges of at least {0} %</source>
      <translation>Kanten ab {0} %</translation>
    </message>
    <message>
      <source>Head tag</source>
      <translation>Tag des Kopfes</translation>
    </message>
    <message>
      <source>Hide edges used by fewer sequences than this</source>
      <translation>Kanten ausblenden, die weniger Folgen durchlaufen</translation>
    </message>
    <message>
      <source>If a tag leads fewer sequences than this to a second state, merge the states</source>
      <translation>Zustände zusammenlegen, wenn ein Tag weniger Folgen in einen zweiten Zustand führt</translation>
    </message>
    <message>
      <source>Merges of at least {0} %</source>
      <translation>Zusammenlegungen ab {0} %</translation>
    </message>
    <message>
      <source>Minimum number of sequences with a prefix for it to be clustered; at the far left, chosen automatically</source>
      <translation>Mindestzahl der Folgen mit einem Präfix, damit es geclustert wird; ganz links automatisch</translation>
    </message>
    <message>
      <source>Minimum prefix count</source>
      <translation>Mindestzahl je Präfix</translation>
    </message>
    <message>
      <source>Minimum prefix count: automatic</source>
      <translation>Mindestzahl je Präfix: automatisch</translation>
    </message>
    <message>
      <source>Minimum prefix count: {0}</source>
      <translation>Mindestzahl je Präfix: {0}</translation>
    </message>
    <message>
      <source>Minimum prefix count: {0} (automatic)</source>
      <translation>Mindestzahl je Präfix: {0} (automatisch)</translation>
    </message>
    <message>
      <source>Minimum share for a merge</source>
      <translation>Mindestanteil für eine Zusammenlegung</translation>
    </message>
    <message>
      <source>Minimum share of an edge</source>
      <translation>Mindestanteil einer Kante</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Side</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>left</source>
      <translation>links</translation>
    </message>
    <message>
      <source>right</source>
      <translation>rechts</translation>
    </message>
  </context>
  <context>
    <name>AutomatonDetails</name>
    <message>
      <source>%Ln head word(s)</source>
      <translation>%Ln Kopfwörter</translation>
    </message>
    <message>
      <source>Choose a state or an edge to list the sentences that pass through it.</source>
      <translation>Wählen Sie einen Zustand oder eine Kante, um die Sätze zu sehen, die hindurchgehen.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>Gewählt</translation>
    </message>
    <message>
      <source>Matching sentences</source>
      <translation>Zugehörige Sätze</translation>
    </message>
    <message>
      <source>Merges</source>
      <translation>Zusammenlegungen</translation>
    </message>
    <message>
      <source>Plane</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <source>Prefixes in the plane</source>
      <translation>Präfixe in der Ebene</translation>
    </message>
    <message>
      <source>Selection</source>
      <translation>Auswahl</translation>
    </message>
    <message>
      <source>Singular values and rank</source>
      <translation>Singulärwerte und Rang</translation>
    </message>
    <message>
      <source>States and edges</source>
      <translation>Zustände und Kanten</translation>
    </message>
    <message>
      <source>The open text has no heads, so the model's training sequences are shown.</source>
      <translation>Der offene Text hat keine Köpfe; gezeigt werden die Trainingsfolgen des Modells.</translation>
    </message>
    <message>
      <source>first principal direction</source>
      <translation>erste Hauptrichtung</translation>
    </message>
    <message>
      <source>second principal direction</source>
      <translation>zweite Hauptrichtung</translation>
    </message>
    <message>
      <source>state {0}</source>
      <translation>Zustand {0}</translation>
    </message>
  </context>
  <context>
    <name>AutomatonPanel</name>
    <message>
      <source>After the last merge</source>
      <translation>Nach der letzten Zusammenlegung</translation>
    </message>
    <message>
      <source>As SVG, PDF, PNG, DOT, GraphML or TikZ</source>
      <translation>Als SVG, PDF, PNG, DOT, GraphML oder TikZ</translation>
    </message>
    <message>
      <source>Automaton</source>
      <translation>Automat</translation>
    </message>
    <message>
      <source>Back to the initial clusters</source>
      <translation>Zurück zu den anfänglichen Clustern</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleichen</translation>
    </message>
    <message>
      <source>GraphML, for Gephi, yEd and networkx</source>
      <translation>GraphML, für Gephi, yEd und networkx</translation>
    </message>
    <message>
      <source>Graphviz graph</source>
      <translation>Graphviz-Graph</translation>
    </message>
    <message>
      <source>Merge before</source>
      <translation>Zusammenlegung davor</translation>
    </message>
    <message>
      <source>Next merge</source>
      <translation>Nächste Zusammenlegung</translation>
    </message>
    <message>
      <source>No automata yet. Train a {0} model on this text to see them.</source>
      <translation>Noch keine Automaten. Trainieren Sie ein Modell {0} mit diesem Text, um sie zu sehen.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>PDF-Seite</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>SVG-Zeichnung</translation>
    </message>
    <message>
      <source>Save automaton</source>
      <translation>Automat speichern</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>Speichern…</translation>
    </message>
    <message>
      <source>Show a second automaton for comparison, from another model or with other settings</source>
      <translation>Einen zweiten Automaten zum Vergleich zeigen, aus einem anderen Modell oder mit anderen Einstellungen</translation>
    </message>
    <message>
      <source>This model was trained without modifiers.</source>
      <translation>Dieses Modell wurde ohne Modifikatoren trainiert.</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>TikZ-Abbildung</translation>
    </message>
    <message>
      <source>step {0} of {1}</source>
      <translation>Schritt {0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>CalibrationDiagram</name>
    <message>
      <source>%Ln sentence(s) could not be parsed.</source>
      <translation>%Ln Sätze ließen sich nicht parsen.</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>Measured on training data: scores on other sentences are lower.</source>
      <translation>Auf Trainingsdaten gemessen: auf anderen Sätzen sind die Werte niedriger.</translation>
    </message>
    <message>
      <source>Measuring the calibration of {0}. {1}</source>
      <translation>Misst die Kalibrierung von {0}. {1}</translation>
    </message>
    <message>
      <source>The model is not calibrated: these are scores and not probabilities.</source>
      <translation>Das Modell ist nicht kalibriert: dies sind Punkte und keine Wahrscheinlichkeiten.</translation>
    </message>
    <message>
      <source>accuracy of heads</source>
      <translation>Anteil richtiger Köpfe</translation>
    </message>
    <message>
      <source>expected calibration error {0:.3f}</source>
      <translation>erwarteter Kalibrierungsfehler {0:.3f}</translation>
    </message>
    <message>
      <source>held-out sentences of {0}</source>
      <translation>zurückgehaltenen Sätzen aus {0}</translation>
    </message>
    <message>
      <source>perfect calibration</source>
      <translation>perfekte Kalibrierung</translation>
    </message>
    <message>
      <source>probability of the predicted arc</source>
      <translation>Wahrscheinlichkeit des vorhergesagten Bogens</translation>
    </message>
    <message>
      <source>uncalibrated score of the predicted arc</source>
      <translation>unkalibrierter Wert des vorhergesagten Bogens</translation>
    </message>
    <message>
      <source>words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>{0:.2f}: {1:.0%} of {2} correct</source>
      <translation>{0:.2f}: {1:.0%} von {2} richtig</translation>
    </message>
    <message>
      <source>{0} of {1} sentences</source>
      <translation>{0} von {1} Sätzen</translation>
    </message>
    <message>
      <source>{0} on {1}, {2}: {3}</source>
      <translation>{0} auf {1}, {2}: {3}</translation>
    </message>
  </context>
  <context>
    <name>Calibrations</name>
    <message>
      <source>Choose a parser run whose model still exists.</source>
      <translation>Wählen Sie einen Parser-Lauf, dessen Modell noch existiert.</translation>
    </message>
    <message>
      <source>Could not measure the calibration of this run.</source>
      <translation>Die Kalibrierung dieses Laufs ließ sich nicht messen.</translation>
    </message>
    <message>
      <source>Measuring calibration</source>
      <translation>Kalibrierung wird gemessen</translation>
    </message>
    <message>
      <source>Measuring was stopped.</source>
      <translation>Das Messen wurde angehalten.</translation>
    </message>
    <message>
      <source>The test data of this run is no longer in the project: {0}</source>
      <translation>Die Testdaten dieses Laufs sind nicht mehr im Projekt: {0}</translation>
    </message>
  </context>
  <context>
    <name>CandidatesView</name>
    <message>
      <source>Every word is annotated. Press Enter to accept the sentence.</source>
      <translation>Jedes Wort ist annotiert. Eingabe nimmt den Satz an.</translation>
    </message>
    <message>
      <source>No uncertain readings. Enter accepts the first reading of %Ln word(s).</source>
      <translation>Keine unsicheren Lesarten. Eingabe nimmt die erste Lesart von %Ln Wörtern an.</translation>
    </message>
    <message>
      <source>Open the Readings panel to see the readings of a word.</source>
      <translation>Öffnen Sie die Tafel Lesarten, um die Lesarten eines Wortes zu sehen.</translation>
    </message>
    <message>
      <source>Readings of this word are still loading.</source>
      <translation>Die Lesarten dieses Wortes werden noch geladen.</translation>
    </message>
    <message>
      <source>This word has no reading {0}</source>
      <translation>Dieses Wort hat keine Lesart {0}</translation>
    </message>
    <message>
      <source>Word {0}, {1}, is now selected. Press the key again to apply.</source>
      <translation>Wort {0}, {1}, ist jetzt gewählt. Drücken Sie die Taste noch einmal.</translation>
    </message>
  </context>
  <context>
    <name>CanvasPrompt</name>
    <message>
      <source>Enter: choose   Esc: cancel</source>
      <translation>Eingabe: wählen   Esc: abbrechen</translation>
    </message>
    <message>
      <source>Make the new label {0}</source>
      <translation>Neue Beschriftung {0} anlegen</translation>
    </message>
    <message>
      <source>No label named {0}</source>
      <translation>Keine Beschriftung namens {0}</translation>
    </message>
  </context>
  <context>
    <name>CatalogueModel</name>
    <message>
      <source>Genre</source>
      <translation>Gattung</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>Lizenz</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>Treebank</source>
      <translation>Treebank</translation>
    </message>
  </context>
  <context>
    <name>CellFilling</name>
    <message>
      <source>Fill empty cells in %Ln accepted sentence(s)</source>
      <translation>Leere Zellen in %Ln angenommenen Sätzen füllen</translation>
    </message>
    <message>
      <source>Filled %Ln empty cell(s)</source>
      <translation>%Ln leere Zellen gefüllt</translation>
    </message>
    <message>
      <source>Filling empty cells</source>
      <translation>Leere Zellen werden gefüllt</translation>
    </message>
    <message>
      <source>No accepted sentences yet.</source>
      <translation>Noch keine angenommenen Sätze.</translation>
    </message>
    <message>
      <source>No cells were filled: the active models have no values for them</source>
      <translation>Keine Zelle wurde gefüllt: Die aktiven Modelle haben keine Werte dafür</translation>
    </message>
    <message>
      <source>This file format cannot store readings. Save as CoNLL-U.</source>
      <translation>Dieses Dateiformat kann keine Lesarten speichern. Speichern Sie als CoNLL-U.</translation>
    </message>
  </context>
  <context>
    <name>CommandPalette</name>
    <message>
      <source>Matches</source>
      <translation>Treffer</translation>
    </message>
    <message>
      <source>No matches. Try a shorter query.</source>
      <translation>Keine Treffer. Versuchen Sie eine kürzere Suche.</translation>
    </message>
    <message>
      <source>Search, or run a command</source>
      <translation>Suchen oder Befehl ausführen</translation>
    </message>
    <message>
      <source>Searching …</source>
      <translation>Suche läuft …</translation>
    </message>
    <message>
      <source>Type a command, words of a sentence, or a relation</source>
      <translation>Einen Befehl, Wörter eines Satzes oder eine Relation tippen</translation>
    </message>
  </context>
  <context>
    <name>CommandSearch</name>
    <message>
      <source>Documents</source>
      <translation>Dokumente</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Go to sentence {0}</source>
      <translation>Zu Satz {0} gehen</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>Sätze</translation>
    </message>
  </context>
  <context>
    <name>ComparisonView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln Sätze</translation>
    </message>
    <message>
      <source>Add a third version: compare the two by paired bootstrap over sentences, and count the votes of all three</source>
      <translation>Eine dritte Fassung: beide per gepaartem Bootstrap über Sätze vergleichen und die Stimmen aller drei zählen</translation>
    </message>
    <message>
      <source>Another &amp;file…</source>
      <translation>Andere &amp;Datei…</translation>
    </message>
    <message>
      <source>Another file…</source>
      <translation>Andere Datei…</translation>
    </message>
    <message>
      <source>At least two versions differ in {0} of {1}.</source>
      <translation>In {0} von {1} weichen mindestens zwei Fassungen voneinander ab.</translation>
    </message>
    <message>
      <source>Both compared with the open document; difference: {0} minus {1}.</source>
      <translation>Beide mit dem offenen Dokument verglichen; Differenz: {0} minus {1}.</translation>
    </message>
    <message>
      <source>Choose a document above or another file to compare with.</source>
      <translation>Wählen Sie oben ein Dokument oder eine andere Datei zum Vergleich.</translation>
    </message>
    <message>
      <source>Choose another file with the same sentences to compare with.</source>
      <translation>Wählen Sie zum Vergleich eine andere Datei mit denselben Sätzen.</translation>
    </message>
    <message>
      <source>Choose the file to compare with</source>
      <translation>Die Datei zum Vergleichen wählen</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleichen</translation>
    </message>
    <message>
      <source>Compare the two versions</source>
      <translation>Die beiden Fassungen vergleichen</translation>
    </message>
    <message>
      <source>Compare two versions of the same sentences: two annotators, two parsers, or before and after. The open document is the reference; heads, relations, brackets, tags, lemmas and features of the other version are scored against it.</source>
      <translation>Vergleichen Sie zwei Fassungen derselben Sätze: zwei Annotierende, zwei Parser, oder vorher und nachher. Das offene Dokument ist die Referenz; Köpfe, Relationen, Klammern, Tags, Lemmata und Merkmale der anderen Fassung werden daran gemessen.</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>Vergleichen mit</translation>
    </message>
    <message>
      <source>Compare with a file</source>
      <translation>Mit einer Datei vergleichen</translation>
    </message>
    <message>
      <source>Compare with a treebank of the same sentences</source>
      <translation>Mit einer Treebank über dieselben Sätze vergleichen</translation>
    </message>
    <message>
      <source>Compared with {0}: {1} of {2} differ.</source>
      <translation>Verglichen mit {0}: {1} von {2} weichen ab.</translation>
    </message>
    <message>
      <source>Comparing with {0}…</source>
      <translation>Vergleicht mit {0}…</translation>
    </message>
    <message>
      <source>Constituents</source>
      <translation>Konstituenten</translation>
    </message>
    <message>
      <source>Could not compare {0}; the first is {1}: {2}</source>
      <translation>{0} ließen sich nicht vergleichen; der erste ist {1}: {2}</translation>
    </message>
    <message>
      <source>Dependencies</source>
      <translation>Dependenzen</translation>
    </message>
    <message>
      <source>End the comparison</source>
      <translation>Den Vergleich beenden</translation>
    </message>
    <message>
      <source>Head</source>
      <translation>Kopf</translation>
    </message>
    <message>
      <source>No differences.</source>
      <translation>Keine Unterschiede.</translation>
    </message>
    <message>
      <source>Open a treebank to compare it.</source>
      <translation>Öffnen Sie eine Treebank, um sie zu vergleichen.</translation>
    </message>
    <message>
      <source>Phrase</source>
      <translation>Phrase</translation>
    </message>
    <message>
      <source>Relation</source>
      <translation>Relation</translation>
    </message>
    <message>
      <source>Second comparison</source>
      <translation>Zweiter Vergleich</translation>
    </message>
    <message>
      <source>Sentences that differ</source>
      <translation>Sätze, die sich unterscheiden</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Structure to compare</source>
      <translation>Zu vergleichende Struktur</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>The comparison was stopped.</source>
      <translation>Der Vergleich wurde abgebrochen.</translation>
    </message>
    <message>
      <source>The document has no trees to compare {0} and {1} with.</source>
      <translation>Das Dokument hat keine Bäume, mit denen sich {0} und {1} vergleichen ließen.</translation>
    </message>
    <message>
      <source>The other treebank does not have this sentence.</source>
      <translation>Die andere Treebank hat diesen Satz nicht.</translation>
    </message>
    <message>
      <source>Third version</source>
      <translation>Dritte Fassung</translation>
    </message>
    <message>
      <source>This</source>
      <translation>Dies</translation>
    </message>
    <message>
      <source>Tree in the open document</source>
      <translation>Baum im offenen Dokument</translation>
    </message>
    <message>
      <source>Tree in the other version</source>
      <translation>Baum in der anderen Fassung</translation>
    </message>
    <message>
      <source>Unlabelled F1 on the {0} confirmed trees: {1:.1f} for the parser trained on them (cross-validated), {2:.1f} for unsupervised brackets.</source>
      <translation>F1 ohne Beschriftung auf den {0} bestätigten Bäumen: {1:.1f} für den mit ihnen trainierten Parser (kreuzvalidiert), {2:.1f} für unüberwachte Klammern.</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Wort</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>and with</source>
      <translation>und mit</translation>
    </message>
    <message>
      <source>differs</source>
      <translation>weicht ab</translation>
    </message>
    <message>
      <source>model {0}</source>
      <translation>Modell {0}</translation>
    </message>
    <message>
      <source>nothing</source>
      <translation>nichts</translation>
    </message>
    <message>
      <source>{0} phrase(s) without a counterpart</source>
      <translation>{0} Phrasen ohne Gegenstück</translation>
    </message>
    <message>
      <source>{0} with a majority of two</source>
      <translation>{0} mit einer Mehrheit von zwei</translation>
    </message>
    <message>
      <source>{0} without a majority</source>
      <translation>{0} ohne Mehrheit</translation>
    </message>
    <message>
      <source>{0} word(s) differ</source>
      <translation>{0} Wörter verschieden</translation>
    </message>
    <message>
      <source>{0}: open document</source>
      <translation>{0}: offenes Dokument</translation>
    </message>
    <message>
      <source>≠ The words differ.</source>
      <translation>≠ Die Wörter unterscheiden sich.</translation>
    </message>
    <message>
      <source>⚠ Trained on this document, so its scores are optimistic: {0}.</source>
      <translation>⚠ Mit diesem Dokument trainiert, daher zu gute Werte: {0}.</translation>
    </message>
  </context>
  <context>
    <name>ConstituencyView</name>
    <message>
      <source>&amp;Attach elsewhere…</source>
      <translation>&amp;Anderswo anhängen…</translation>
    </message>
    <message>
      <source>&amp;Delete the node</source>
      <translation>Knoten &amp;löschen</translation>
    </message>
    <message>
      <source>&amp;Group…</source>
      <translation>&amp;Gruppieren…</translation>
    </message>
    <message>
      <source>&amp;Label…</source>
      <translation>&amp;Beschriftung…</translation>
    </message>
    <message>
      <source>Add a &amp;unary node…</source>
      <translation>&amp;Unären Knoten hinzufügen…</translation>
    </message>
    <message>
      <source>Constituency tree</source>
      <translation>Konstituentenbaum</translation>
    </message>
    <message>
      <source>F&amp;old or unfold</source>
      <translation>&amp;Ein- oder ausklappen</translation>
    </message>
    <message>
      <source>Forbid (&amp;X)</source>
      <translation>Verbieten (&amp;X)</translation>
    </message>
    <message>
      <source>Fr&amp;ee</source>
      <translation>Fr&amp;eigeben</translation>
    </message>
    <message>
      <source>Li&amp;ft</source>
      <translation>&amp;Heben</translation>
    </message>
    <message>
      <source>Loc&amp;k, or unlock</source>
      <translation>Sp&amp;erren oder entsperren</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>Kein Satz ist gewählt.</translation>
    </message>
    <message>
      <source>No uncertain phrases in this sentence</source>
      <translation>Keine unsicheren Phrasen in diesem Satz</translation>
    </message>
    <message>
      <source>Remove the u&amp;nary node</source>
      <translation>U&amp;nären Knoten entfernen</translation>
    </message>
    <message>
      <source>This sentence has no constituency tree.</source>
      <translation>Dieser Satz hat keinen Konstituentenbaum.</translation>
    </message>
    <message>
      <source>This sentence has {0} words. Trees are drawn for up to {1} words.</source>
      <translation>Dieser Satz hat {0} Wörter. Bäume werden bis {1} Wörter gezeichnet.</translation>
    </message>
  </context>
  <context>
    <name>CurvesView</name>
    <message>
      <source>Along</source>
      <translation>Entlang</translation>
    </message>
    <message>
      <source>As SVG, PDF or PNG, on white, with axes and legend</source>
      <translation>Als SVG, PDF oder PNG, auf Weiß, mit Achsen und Legende</translation>
    </message>
    <message>
      <source>CPU time of the estimator (s), without tagger, labeller and calibration</source>
      <translation>CPU-Zeit des Schätzers (s), ohne Tagger, Beschrifter und Kalibrierung</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>Kalibrierung</translation>
    </message>
    <message>
      <source>Choose a run of a parser, such as arc-parser.</source>
      <translation>Wählen Sie einen Lauf eines Parsers, etwa arc-parser.</translation>
    </message>
    <message>
      <source>Curves</source>
      <translation>Kurven</translation>
    </message>
    <message>
      <source>Curves of training runs appear here. Choose a method and start training, or choose runs in the table.</source>
      <translation>Hier erscheinen die Kurven von Trainingsläufen. Wählen Sie eine Methode und starten Sie das Training, oder wählen Sie Läufe in der Tabelle.</translation>
    </message>
    <message>
      <source>Figure</source>
      <translation>Abbildung</translation>
    </message>
    <message>
      <source>Measure whether a parser's probabilities match its accuracy</source>
      <translation>Misst, ob die Wahrscheinlichkeiten eines Parsers seiner Genauigkeit entsprechen</translation>
    </message>
    <message>
      <source>No measures in {0}.</source>
      <translation>Keine Messwerte in {0}.</translation>
    </message>
    <message>
      <source>Runs without these values: {0}</source>
      <translation>Läufe ohne diese Werte: {0}</translation>
    </message>
    <message>
      <source>Save figure…</source>
      <translation>Abbildung speichern…</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <source>automata</source>
      <translation>Automaten</translation>
    </message>
    <message>
      <source>by</source>
      <translation>nach</translation>
    </message>
    <message>
      <source>calibration</source>
      <translation>Kalibrierung</translation>
    </message>
    <message>
      <source>curves</source>
      <translation>Kurven</translation>
    </message>
    <message>
      <source>iterations</source>
      <translation>Durchgänge</translation>
    </message>
    <message>
      <source>relations</source>
      <translation>Relationen</translation>
    </message>
    <message>
      <source>seconds</source>
      <translation>Sekunden</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>starts</source>
      <translation>Anfänge</translation>
    </message>
    <message>
      <source>tags</source>
      <translation>Tags</translation>
    </message>
    <message>
      <source>time (s)</source>
      <translation>Zeit (s)</translation>
    </message>
    <message>
      <source>training time</source>
      <translation>Trainingszeit</translation>
    </message>
    <message>
      <source>training time (CPU s)</source>
      <translation>Trainingszeit (CPU-s)</translation>
    </message>
    <message>
      <source>{0} along the sweep</source>
      <translation>{0} entlang der Reihe</translation>
    </message>
    <message>
      <source>{0} at the end</source>
      <translation>{0} am Ende</translation>
    </message>
    <message>
      <source>{0} by training time</source>
      <translation>{0} nach Trainingszeit</translation>
    </message>
    <message>
      <source>{0} during training</source>
      <translation>{0} während des Trainings</translation>
    </message>
    <message>
      <source>{0} ended before the first measure.</source>
      <translation>{0} endete vor dem ersten Messwert.</translation>
    </message>
    <message>
      <source>{0} is training. Its curve starts at the first measure.</source>
      <translation>{0} wird trainiert. Die Kurve beginnt mit dem ersten Messwert.</translation>
    </message>
    <message>
      <source>{0} of the starts, as a histogram</source>
      <translation>{0} der Anfänge, als Histogramm</translation>
    </message>
    <message>
      <source>{0}: final values from {1} to {2}</source>
      <translation>{0}: Endwerte von {1} bis {2}</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}</source>
      <translation>{0}: von {1} bis {2}</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: vom kleinsten zum größten</translation>
    </message>
    <message>
      <source>{0}: measured at the end</source>
      <translation>{0}: am Ende gemessen</translation>
    </message>
    <message>
      <source>{0}: {1} in {2} s</source>
      <translation>{0}: {1} in {2} s</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: {1} Singulärwerte, {2} behalten</translation>
    </message>
  </context>
  <context>
    <name>DependencyView</name>
    <message>
      <source>Dependency tree</source>
      <translation>Dependenzbaum</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>Kein Satz ist gewählt.</translation>
    </message>
    <message>
      <source>No uncertain words in this sentence</source>
      <translation>Keine unsicheren Wörter in diesem Satz</translation>
    </message>
    <message>
      <source>The outline shows the same tree.</source>
      <translation>Die Gliederung zeigt denselben Baum.</translation>
    </message>
    <message>
      <source>This sentence has {0} words. Trees are drawn for up to {1} words.</source>
      <translation>Dieser Satz hat {0} Wörter. Bäume werden bis {1} Wörter gezeichnet.</translation>
    </message>
  </context>
  <context>
    <name>Dictionaries</name>
    <message>
      <source>Dictionary {0} was added</source>
      <translation>Das Wörterbuch {0} wurde hinzugefügt</translation>
    </message>
    <message>
      <source>Installing {0}</source>
      <translation>{0} wird installiert</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>Liest {0}</translation>
    </message>
    <message>
      <source>{0} could not be removed: {1}</source>
      <translation>{0} ließ sich nicht entfernen: {1}</translation>
    </message>
    <message>
      <source>{0} is installed for Arabic words</source>
      <translation>{0} ist für arabische Wörter installiert</translation>
    </message>
  </context>
  <context>
    <name>DictionariesDialog</name>
    <message>
      <source> — used for this text</source>
      <translation> — für diesen Text verwendet</translation>
    </message>
    <message>
      <source>&amp;Close</source>
      <translation>&amp;Schließen</translation>
    </message>
    <message>
      <source>&amp;Install the tables</source>
      <translation>Tabellen &amp;installieren</translation>
    </message>
    <message>
      <source>&amp;Open a dictionary…</source>
      <translation>Wörterbuch ö&amp;ffnen…</translation>
    </message>
    <message>
      <source>&amp;Remove</source>
      <translation>&amp;Entfernen</translation>
    </message>
    <message>
      <source>Close the list</source>
      <translation>Die Liste schließen</translation>
    </message>
    <message>
      <source>Copy a dictionary to your data folder and use it.</source>
      <translation>Kopiert ein Wörterbuch in Ihren Datenordner und benutzt es.</translation>
    </message>
    <message>
      <source>Dictionaries</source>
      <translation>Wörterbücher</translation>
    </message>
    <message>
      <source>Meanings are looked up by the most probable lemma, in the dictionary that covers most words of the text. You can open StarDict (.ifo) and Yomitan (.zip) files in any language.</source>
      <translation>Bedeutungen werden unter dem wahrscheinlichsten Lemma nachgeschlagen, in dem Wörterbuch, das die meisten Wörter des Textes enthält. Sie können Dateien von StarDict (.ifo) und Yomitan (.zip) in jeder Sprache öffnen.</translation>
    </message>
    <message>
      <source>No dictionaries yet.</source>
      <translation>Noch keine Wörterbücher.</translation>
    </message>
    <message>
      <source>Readings of Arabic words come from {0}.</source>
      <translation>Die Lesarten arabischer Wörter kommen aus {0}.</translation>
    </message>
    <message>
      <source>Remove the copy of the selected dictionary.</source>
      <translation>Entfernt die Kopie des ausgewählten Wörterbuchs.</translation>
    </message>
    <message>
      <source>Runs this command, which installs the package from the Python package index.</source>
      <translation>Führt diesen Befehl aus; er installiert das Paket aus dem Python-Paketindex.</translation>
    </message>
    <message>
      <source>Tables for Arabic</source>
      <translation>Tabellen für Arabisch</translation>
    </message>
    <message>
      <source>To see readings of Arabic words, install {0} (GPL):</source>
      <translation>Für Lesarten arabischer Wörter installieren Sie {0} (GPL):</translation>
    </message>
    <message>
      <source>{0} ({1} words)</source>
      <translation>{0} ({1} Wörter)</translation>
    </message>
  </context>
  <context>
    <name>DockTitleBar</name>
    <message>
      <source>Close {0}</source>
      <translation>{0} schließen</translation>
    </message>
    <message>
      <source>Float or dock {0}</source>
      <translation>{0} schweben lassen oder andocken</translation>
    </message>
  </context>
  <context>
    <name>DocumentActions</name>
    <message>
      <source>Add documents to the project (the files stay where they are)</source>
      <translation>Dokumente zum Projekt hinzufügen (die Dateien bleiben, wo sie sind)</translation>
    </message>
    <message>
      <source>Dictionaries of StarDict and Yomitan (*.ifo *.zip)</source>
      <translation>Wörterbücher von StarDict und Yomitan (*.ifo *.zip)</translation>
    </message>
    <message>
      <source>Folders (*)</source>
      <translation>Ordner (*)</translation>
    </message>
    <message>
      <source>Name of the project</source>
      <translation>Name des Projekts</translation>
    </message>
    <message>
      <source>New project</source>
      <translation>Neues Projekt</translation>
    </message>
    <message>
      <source>New project: choose treebanks (the files stay where they are)</source>
      <translation>Neues Projekt: Treebanks wählen (die Dateien bleiben, wo sie sind)</translation>
    </message>
    <message>
      <source>New project: name of the folder</source>
      <translation>Neues Projekt: Name des Ordners</translation>
    </message>
    <message>
      <source>Open a dictionary</source>
      <translation>Ein Wörterbuch öffnen</translation>
    </message>
    <message>
      <source>Open a project: choose its folder</source>
      <translation>Projekt öffnen: seinen Ordner wählen</translation>
    </message>
    <message>
      <source>Open a treebank</source>
      <translation>Treebank öffnen</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>Speichern unter</translation>
    </message>
    <message>
      <source>The folder of {0} no longer exists. Save the sentences to another file.</source>
      <translation>Der Ordner von {0} existiert nicht mehr. Speichern Sie die Sätze in einer anderen Datei.</translation>
    </message>
    <message>
      <source>The sample project could not be copied: {0}</source>
      <translation>Das Beispielprojekt ließ sich nicht kopieren: {0}</translation>
    </message>
    <message>
      <source>Treebanks and texts ({0});;All files (*)</source>
      <translation>Treebanks und Texte ({0});;Alle Dateien (*)</translation>
    </message>
  </context>
  <context>
    <name>DocumentList</name>
    <message>
      <source>Train on</source>
      <translation>Trainieren mit</translation>
    </message>
  </context>
  <context>
    <name>DocumentSaver</name>
    <message>
      <source>; not in the file, kept in this project: {0} (%Ln sentence(s))</source>
      <translation>; nicht in der Datei, im Projekt aufbewahrt: {0} (%Ln Sätze)</translation>
    </message>
    <message>
      <source>Another program changed the file. Merging both changes.</source>
      <translation>Ein anderes Programm hat die Datei geändert. Beide Änderungen werden zusammengeführt.</translation>
    </message>
    <message>
      <source>Changes by another program were loaded.</source>
      <translation>Änderungen eines anderen Programms wurden geladen.</translation>
    </message>
    <message>
      <source>Changes by another program were merged. Save again to write both to the file.</source>
      <translation>Änderungen eines anderen Programms wurden mit Ihren zusammengeführt. Speichern Sie noch einmal, um beide in die Datei zu schreiben.</translation>
    </message>
    <message>
      <source>Changes by another program were merged. Save to write both to the file.</source>
      <translation>Änderungen eines anderen Programms wurden mit Ihren zusammengeführt. Speichern Sie, um beide in die Datei zu schreiben.</translation>
    </message>
    <message>
      <source>Not saved, as another program changed the file too: {0}. Open it to merge both changes.</source>
      <translation>Nicht gespeichert, da auch ein anderes Programm die Datei geändert hat: {0}. Öffnen Sie sie, um beide Änderungen zusammenzuführen.</translation>
    </message>
    <message>
      <source>Saving {0}</source>
      <translation>Speichert {0}</translation>
    </message>
    <message>
      <source>This text has no file yet. Choose Save as.</source>
      <translation>Dieser Text hat noch keine Datei. Wählen Sie Speichern unter.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
    <message>
      <source>{0} had been deleted or moved by another program. It was written again.</source>
      <translation>{0} war von einem anderen Programm gelöscht oder verschoben worden und wurde neu geschrieben.</translation>
    </message>
    <message>
      <source>{0} was deleted or moved by another program. Save to write it again.</source>
      <translation>{0} wurde von einem anderen Programm gelöscht oder verschoben. Speichern Sie, um die Datei neu zu schreiben.</translation>
    </message>
  </context>
  <context>
    <name>DocumentSearch</name>
    <message>
      <source>Comparing with {0}</source>
      <translation>Vergleicht mit {0}</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>Liest {0}</translation>
    </message>
    <message>
      <source>Searching</source>
      <translation>Sucht</translation>
    </message>
  </context>
  <context>
    <name>DocumentSurvey</name>
    <message>
      <source>Reading all sentences</source>
      <translation>Liest alle Sätze</translation>
    </message>
  </context>
  <context>
    <name>DownloadDialog</name>
    <message>
      <source>&amp;Close</source>
      <translation>&amp;Schließen</translation>
    </message>
    <message>
      <source>&amp;Download</source>
      <translation>&amp;Herunterladen</translation>
    </message>
    <message>
      <source>&amp;List</source>
      <translation>&amp;Liste</translation>
    </message>
    <message>
      <source>&amp;Mirror</source>
      <translation>&amp;Spiegel</translation>
    </message>
    <message>
      <source>&amp;Renew the list</source>
      <translation>Liste &amp;erneuern</translation>
    </message>
    <message>
      <source>&amp;Stop</source>
      <translation>&amp;Anhalten</translation>
    </message>
    <message>
      <source>Address of a mirror</source>
      <translation>Adresse eines Spiegels</translation>
    </message>
    <message>
      <source>Address of a newer list</source>
      <translation>Adresse einer neueren Liste</translation>
    </message>
    <message>
      <source>Available treebanks</source>
      <translation>Verfügbare Treebanks</translation>
    </message>
    <message>
      <source>Connecting…</source>
      <translation>Verbindet…</translation>
    </message>
    <message>
      <source>Download and open (Return)</source>
      <translation>Herunterladen und öffnen (Eingabe)</translation>
    </message>
    <message>
      <source>Download the list from this address</source>
      <translation>Die Liste von dieser Adresse herunterladen</translation>
    </message>
    <message>
      <source>Get a treebank</source>
      <translation>Treebank holen</translation>
    </message>
    <message>
      <source>Language, name or genre</source>
      <translation>Sprache, Name oder Gattung</translation>
    </message>
    <message>
      <source>Licence {0}: free for any use</source>
      <translation>Lizenz {0}: frei für jeden Gebrauch</translation>
    </message>
    <message>
      <source>Licence {0}: {1}</source>
      <translation>Lizenz {0}: {1}</translation>
    </message>
    <message>
      <source>No matches. Try fewer words.</source>
      <translation>Keine Treffer. Versuchen Sie weniger Wörter.</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>Öffnet…</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>R&amp;elease</source>
      <translation>R&amp;elease</translation>
    </message>
    <message>
      <source>Release</source>
      <translation>Release</translation>
    </message>
    <message>
      <source>S&amp;ource…</source>
      <translation>&amp;Quelle…</translation>
    </message>
    <message>
      <source>Set a mirror or the address of a newer list</source>
      <translation>Einen Spiegel nennen, oder die Adresse einer neueren Liste</translation>
    </message>
    <message>
      <source>Stop the download, or close (Esc)</source>
      <translation>Download abbrechen oder schließen (Esc)</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>Wird angehalten…</translation>
    </message>
    <message>
      <source>Unknown licence. Read LICENSE.txt in the folder before you use the files.</source>
      <translation>Unbekannte Lizenz. Lesen Sie LICENSE.txt im Ordner, bevor Sie die Dateien benutzen.</translation>
    </message>
    <message>
      <source>attribution required</source>
      <translation>Namensnennung</translation>
    </message>
    <message>
      <source>no sharing of changed versions</source>
      <translation>keine Weitergabe veränderter Fassungen</translation>
    </message>
    <message>
      <source>non-commercial use only</source>
      <translation>nur nicht kommerzielle Nutzung</translation>
    </message>
    <message>
      <source>see LICENSE.txt in the download</source>
      <translation>siehe LICENSE.txt im Download</translation>
    </message>
    <message>
      <source>share changed versions under the same licence</source>
      <translation>veränderte Fassungen unter gleicher Lizenz weitergeben</translation>
    </message>
    <message>
      <source>with checksum</source>
      <translation>mit Prüfsumme</translation>
    </message>
    <message>
      <source>without checksum</source>
      <translation>ohne Prüfsumme</translation>
    </message>
    <message>
      <source>{0} (files checked)</source>
      <translation>{0} (Dateien geprüft)</translation>
    </message>
    <message>
      <source>{0} (newest)</source>
      <translation>{0} (neueste)</translation>
    </message>
    <message>
      <source>{0} files from {1}</source>
      <translation>{0} Dateien aus {1}</translation>
    </message>
    <message>
      <source>{0} training sentences</source>
      <translation>{0} Trainingssätze</translation>
    </message>
    <message>
      <source>{0}: {1} MB</source>
      <translation>{0}: {1} MB</translation>
    </message>
    <message>
      <source>{0}: {1} of {2} MB</source>
      <translation>{0}: {1} von {2} MB</translation>
    </message>
  </context>
  <context>
    <name>EffortMeter</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>Chosen ranks: {0}. Words count only if they were ranked before you chose.</source>
      <translation>Gewählte Ränge: {0}. Gezählt werden Wörter, die vor der Wahl geordnet waren.</translation>
    </message>
    <message>
      <source>Effort</source>
      <translation>Aufwand</translation>
    </message>
    <message>
      <source>Keys a word include words accepted by Enter with the first reading: one key for the whole sentence, no time of their own.</source>
      <translation>Tasten je Wort zählen auch Wörter, die Eingabe mit der ersten Lesart annahm: eine Taste für den ganzen Satz, keine eigene Zeit.</translation>
    </message>
    <message>
      <source>The first reading was correct for {1:.0%} of the last {0} words.</source>
      <translation>Die erste Lesart war bei {1:.0%} der letzten {0} Wörter richtig.</translation>
    </message>
    <message>
      <source>first reading correct: {0:.0%}</source>
      <translation>erste Lesart richtig: {0:.0%}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <source>{0:.1f} keys a word</source>
      <translation>{0:.1f} Tasten je Wort</translation>
    </message>
    <message>
      <source>{0:.1f} s a word</source>
      <translation>{0:.1f} s je Wort</translation>
    </message>
    <message>
      <source>{0}: {1}</source>
      <translation>{0}: {1}</translation>
    </message>
  </context>
  <context>
    <name>EvaluationChoice</name>
    <message>
      <source>Evaluate on</source>
      <translation>Auswerten auf</translation>
    </message>
    <message>
      <source>Every tenth training sentence, at most 300; none if there are fewer than 20</source>
      <translation>Jeder zehnte Trainingssatz, höchstens 300; keiner bei weniger als 20</translation>
    </message>
    <message>
      <source>held-out sentences</source>
      <translation>zurückgehaltene Sätze</translation>
    </message>
    <message>
      <source>training data</source>
      <translation>Trainingsdaten</translation>
    </message>
  </context>
  <context>
    <name>ExplanationView</name>
    <message>
      <source>Why</source>
      <translation>Warum</translation>
    </message>
  </context>
  <context>
    <name>ExploreView</name>
    <message>
      <source>Automata</source>
      <translation>Automaten</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>States</source>
      <translation>Zustände</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>Schritte</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
  </context>
  <context>
    <name>ExportActions</name>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Export the tree</source>
      <translation>Baum exportieren</translation>
    </message>
    <message>
      <source>Figures (*.svg *.pdf *.png *.tex)</source>
      <translation>Abbildungen (*.svg *.pdf *.png *.tex)</translation>
    </message>
    <message>
      <source>Pixels for each point (2 for screens, 4 for print)</source>
      <translation>Pixel je Punkt (2 für Bildschirme, 4 für Druck)</translation>
    </message>
    <message>
      <source>Select a sentence first.</source>
      <translation>Wählen Sie erst einen Satz.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
  </context>
  <context>
    <name>FillingDialog</name>
    <message>
      <source> %</source>
      <translation> %</translation>
    </message>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln Sätze</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>&amp;Fill</source>
      <translation>&amp;Füllen</translation>
    </message>
    <message>
      <source>&amp;Leave words empty if the first reading is below</source>
      <translation>Wörter leer &amp;lassen, wenn die erste Lesart unter</translation>
    </message>
    <message>
      <source>Empty cells of accepted sentences get the best reading. What is given stays as it is, and the sentences stay accepted. One undo step takes everything back.</source>
      <translation>Leere Zellen angenommener Sätze erhalten die beste Lesart. Was schon da ist, bleibt, und die Sätze bleiben angenommen. Ein Schritt zurück macht alles rückgängig.</translation>
    </message>
    <message>
      <source>Fill empty cells</source>
      <translation>Leere Zellen füllen</translation>
    </message>
    <message>
      <source>Fill the empty cells of the chosen columns</source>
      <translation>Die leeren Zellen der gewählten Spalten füllen</translation>
    </message>
    <message>
      <source>Fill the empty cells of this column</source>
      <translation>Die leeren Zellen dieser Spalte füllen</translation>
    </message>
    <message>
      <source>Least probability of the first reading</source>
      <translation>Kleinste Wahrscheinlichkeit der ersten Lesart</translation>
    </message>
    <message>
      <source>No cell of an accepted sentence is empty.</source>
      <translation>Keine Zelle eines angenommenen Satzes ist leer.</translation>
    </message>
    <message>
      <source>No model ranks readings: only words with a single reading are filled.</source>
      <translation>Kein Modell ordnet Lesarten: Nur Wörter mit einer einzigen Lesart werden gefüllt.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>Readings: {0}.</source>
      <translation>Lesarten: {0}.</translation>
    </message>
    <message>
      <source>Tags of other words: the tagger of {0}.</source>
      <translation>Tags der übrigen Wörter: der Tagger von {0}.</translation>
    </message>
    <message>
      <source>Without a model that ranks readings there are no probabilities.</source>
      <translation>Ohne ein Modell, das Lesarten ordnet, gibt es keine Wahrscheinlichkeiten.</translation>
    </message>
    <message>
      <source>Words whose readings have no probability, or that have no reading, are left empty too.</source>
      <translation>Auch Wörter, deren Lesarten keine Wahrscheinlichkeit haben oder die keine Lesart haben, bleiben leer.</translation>
    </message>
    <message>
      <source>counting…</source>
      <translation>wird gezählt …</translation>
    </message>
    <message>
      <source>nothing empty</source>
      <translation>nichts leer</translation>
    </message>
    <message>
      <source>{0} empty in {1}</source>
      <translation>{0} leer in {1}</translation>
    </message>
  </context>
  <context>
    <name>FindView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln Sätze</translation>
    </message>
    <message>
      <source>Column {0}: {1}. {2}</source>
      <translation>Spalte {0}: {1}. {2}</translation>
    </message>
    <message>
      <source>End the search (Esc in the line)</source>
      <translation>Die Suche beenden (Esc in der Zeile)</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Found in the first {0} of {1}; there are more.</source>
      <translation>In den ersten {0} von {1} gefunden; es gibt mehr.</translation>
    </message>
    <message>
      <source>Found in {0} of {1}.</source>
      <translation>In {0} von {1} gefunden.</translation>
    </message>
    <message>
      <source>Matches</source>
      <translation>Treffer</translation>
    </message>
    <message>
      <source>No matches in {0}.</source>
      <translation>Keine Treffer in {0}.</translation>
    </message>
    <message>
      <source>No search yet.</source>
      <translation>Noch keine Suche.</translation>
    </message>
    <message>
      <source>Query</source>
      <translation>Anfrage</translation>
    </message>
    <message>
      <source>Query help</source>
      <translation>Hilfe zu Anfragen</translation>
    </message>
    <message>
      <source>Search all sentences (Return)</source>
      <translation>Alle Sätze durchsuchen (Eingabe)</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>Sucht…</translation>
    </message>
    <message>
      <source>Show only matches in the &amp;queue</source>
      <translation>Nur Treffer in der &amp;Warteschlange zeigen</translation>
    </message>
    <message>
      <source>Show only matching sentences in the queue</source>
      <translation>Nur passende Sätze in der Warteschlange zeigen</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>The search was stopped.</source>
      <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
      <source>Words, tags or structure: dog, upos=VERB, NOUN &gt; DET, NP over VP</source>
      <translation>Wörter, Tags oder Struktur: dog, upos=VERB, NOUN &gt; DET, NP over VP</translation>
    </message>
  </context>
  <context>
    <name>HelpActions</name>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
  </context>
  <context>
    <name>HistoryModel</name>
    <message>
      <source>(next undo)</source>
      <translation>(nächstes Rückgängig)</translation>
    </message>
    <message>
      <source>(undone)</source>
      <translation>(rückgängig gemacht)</translation>
    </message>
    <message>
      <source>Annotator</source>
      <translation>Annotierende</translation>
    </message>
    <message>
      <source>Could not be undone: {0}</source>
      <translation>Ließ sich nicht zurücknehmen: {0}</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>Bearbeitung</translation>
    </message>
    <message>
      <source>Merged: {0}</source>
      <translation>Zusammengeführt: {0}</translation>
    </message>
    <message>
      <source>Redo: {0}</source>
      <translation>Wiederholt: {0}</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>Satz</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>Quelle</translation>
    </message>
    <message>
      <source>Undo: {0}</source>
      <translation>Rückgängig: {0}</translation>
    </message>
    <message>
      <source>When</source>
      <translation>Wann</translation>
    </message>
    <message>
      <source>a model</source>
      <translation>ein Modell</translation>
    </message>
    <message>
      <source>accepted</source>
      <translation>angenommen</translation>
    </message>
    <message>
      <source>another program</source>
      <translation>ein anderes Programm</translation>
    </message>
    <message>
      <source>by hand</source>
      <translation>von Hand</translation>
    </message>
    <message>
      <source>{0} s on the sentence</source>
      <translation>{0} s an dem Satz</translation>
    </message>
  </context>
  <context>
    <name>HistoryView</name>
    <message>
      <source>History</source>
      <translation>Verlauf</translation>
    </message>
    <message>
      <source>No edits in this project yet. Your edits appear here; activate one to go to its sentence.</source>
      <translation>Noch keine Bearbeitungen in diesem Projekt. Sie erscheinen hier; ein Klick führt zum Satz.</translation>
    </message>
    <message>
      <source>Open a file or a project to see its history.</source>
      <translation>Öffnen Sie eine Datei oder ein Projekt, um den Verlauf zu sehen.</translation>
    </message>
    <message>
      <source>This sentence is no longer in the document</source>
      <translation>Dieser Satz ist nicht mehr im Dokument</translation>
    </message>
    <message>
      <source>{0} is no longer in the project</source>
      <translation>{0} ist nicht mehr im Projekt</translation>
    </message>
  </context>
  <context>
    <name>Jobs</name>
    <message>
      <source>Close other programs, then try again</source>
      <translation>Schließen Sie andere Programme und versuchen Sie es dann noch einmal</translation>
    </message>
    <message>
      <source>Close other programs, then try again or choose Model › Restart the engine.</source>
      <translation>Schließen Sie andere Programme und versuchen Sie es dann noch einmal, oder wählen Sie Modell › Maschine neu starten.</translation>
    </message>
    <message>
      <source>The engine could not be started: {0}. {1}</source>
      <translation>Die Maschine im Hintergrund konnte nicht gestartet werden: {0}. {1}</translation>
    </message>
    <message>
      <source>The engine did not respond for {0} seconds and was restarted. Try again.</source>
      <translation>Die Maschine im Hintergrund hat {0} Sekunden lang nicht geantwortet und wurde neu gestartet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The engine stopped unexpectedly and was restarted. Try again.</source>
      <translation>Die Maschine im Hintergrund endete unerwartet und wurde neu gestartet. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The system allows no more threads. Close other programs, then try again.</source>
      <translation>Das System lässt keine weiteren Threads zu. Schließen Sie andere Programme und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
      <source>This file needs more memory than the machine has; split it.</source>
      <translation>Diese Datei braucht mehr Speicher, als der Rechner hat; teilen Sie sie.</translation>
    </message>
    <message>
      <source>the memory is full</source>
      <translation>der Speicher ist voll</translation>
    </message>
    <message>
      <source>the reader process could not be started: {0}</source>
      <translation>der Leseprozess ließ sich nicht starten: {0}</translation>
    </message>
    <message>
      <source>the system allows no more processes</source>
      <translation>das System lässt keine weiteren Prozesse zu</translation>
    </message>
    <message>
      <source>there is no shared memory left</source>
      <translation>es ist kein gemeinsamer Speicher mehr frei</translation>
    </message>
    <message>
      <source>too many files are open</source>
      <translation>zu viele Dateien sind offen</translation>
    </message>
  </context>
  <context>
    <name>KeySheet</name>
    <message>
      <source>&amp;Copy as text</source>
      <translation>Als Text &amp;kopieren</translation>
    </message>
    <message>
      <source>&amp;Print…</source>
      <translation>&amp;Drucken…</translation>
    </message>
    <message>
      <source>Action</source>
      <translation>Aktion</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>&amp;Tasten ändern…</translation>
    </message>
    <message>
      <source>Choose other keys</source>
      <translation>Andere Tasten wählen</translation>
    </message>
    <message>
      <source>Copy the whole sheet</source>
      <translation>Das ganze Blatt kopieren</translation>
    </message>
    <message>
      <source>Description</source>
      <translation>Beschreibung</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>Keine Treffer.</translation>
    </message>
    <message>
      <source>Print the whole sheet</source>
      <translation>Das ganze Blatt drucken</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>Nach einer Aktion oder Taste suchen</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>keine Taste</translation>
    </message>
  </context>
  <context>
    <name>KeysDialog</name>
    <message>
      <source>&amp;New key:</source>
      <translation>&amp;Neue Taste:</translation>
    </message>
    <message>
      <source>&amp;Reset</source>
      <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
      <source>&amp;Use</source>
      <translation>&amp;Nehmen</translation>
    </message>
    <message>
      <source>&amp;Use and remove there</source>
      <translation>&amp;Nehmen und dort entfernen</translation>
    </message>
    <message>
      <source>A&amp;dd</source>
      <translation>&amp;Auch nehmen</translation>
    </message>
    <message>
      <source>Action</source>
      <translation>Aktion</translation>
    </message>
    <message>
      <source>Actions</source>
      <translation>Aktionen</translation>
    </message>
    <message>
      <source>Add this key to the action</source>
      <translation>Diese Taste zur Aktion hinzufügen</translation>
    </message>
    <message>
      <source>Change keys</source>
      <translation>Tasten ändern</translation>
    </message>
    <message>
      <source>Default</source>
      <translation>Standard</translation>
    </message>
    <message>
      <source>Default keys restored and removed from {0}.</source>
      <translation>Standardtasten wiederhergestellt und bei {0} entfernt.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>N&amp;o key</source>
      <translation>&amp;Keine Taste</translation>
    </message>
    <message>
      <source>New key</source>
      <translation>Neue Taste</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>Keine Treffer.</translation>
    </message>
    <message>
      <source>Remove the keys of this action</source>
      <translation>Die Tasten dieser Aktion entfernen</translation>
    </message>
    <message>
      <source>Reset &amp;all</source>
      <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
      <source>Reset all actions to their default keys</source>
      <translation>Alle Aktionen auf Standardtasten zurücksetzen</translation>
    </message>
    <message>
      <source>Reset to the default keys</source>
      <translation>Auf Standardtasten zurücksetzen</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>Nach einer Aktion oder Taste suchen</translation>
    </message>
    <message>
      <source>Use only this key for the action</source>
      <translation>Nur diese Taste für die Aktion verwenden</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>keine Taste</translation>
    </message>
    <message>
      <source>{0} is already a key of “{1}”.</source>
      <translation>{0} ist schon eine Taste von „{1}“.</translation>
    </message>
    <message>
      <source>{0} is free for “{1}”.</source>
      <translation>{0} ist für „{1}“ frei.</translation>
    </message>
    <message>
      <source>⚠ {0} is used by {1}. Using it for “{2}” ({3}) removes it there.</source>
      <translation>⚠ {0} wird von {1} verwendet. Wenn Sie sie für „{2}“ ({3}) nehmen, entfällt sie dort.</translation>
    </message>
  </context>
  <context>
    <name>Lacking</name>
    <message>
      <source>Train {0}</source>
      <translation>{0} trainieren</translation>
    </message>
    <message>
      <source>Training a model. You can explore it when training is done.</source>
      <translation>Ein Modell wird trainiert. Danach können Sie es erkunden.</translation>
    </message>
    <message>
      <source>With default settings, on the open document</source>
      <translation>Mit Standardeinstellungen, mit dem offenen Dokument</translation>
    </message>
  </context>
  <context>
    <name>MeasureTable</name>
    <message>
      <source>95 % interval</source>
      <translation>95-%-Intervall</translation>
    </message>
    <message>
      <source>Features accuracy</source>
      <translation>Merkmale: Übereinstimmung</translation>
    </message>
    <message>
      <source>Identical trees</source>
      <translation>Identische Bäume</translation>
    </message>
    <message>
      <source>Labelled attachment score (LAS)</source>
      <translation>Labelled Attachment Score (LAS)</translation>
    </message>
    <message>
      <source>Labelled brackets (F1)</source>
      <translation>Klammern mit Beschriftung (F1)</translation>
    </message>
    <message>
      <source>Lemma accuracy</source>
      <translation>Lemmata: Übereinstimmung</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>Maß</translation>
    </message>
    <message>
      <source>Measures</source>
      <translation>Maße</translation>
    </message>
    <message>
      <source>Sentences with all heads correct</source>
      <translation>Sätze mit lauter richtigen Köpfen</translation>
    </message>
    <message>
      <source>UPOS accuracy</source>
      <translation>UPOS: Übereinstimmung</translation>
    </message>
    <message>
      <source>Unlabelled attachment score (UAS)</source>
      <translation>Unlabelled Attachment Score (UAS)</translation>
    </message>
    <message>
      <source>Unlabelled brackets (F1)</source>
      <translation>Klammern ohne Beschriftung (F1)</translation>
    </message>
    <message>
      <source>Words with a wrong first reading (E1)</source>
      <translation>Wörter, deren erste Lesart falsch ist (E1)</translation>
    </message>
    <message>
      <source>XPOS accuracy</source>
      <translation>XPOS: Übereinstimmung</translation>
    </message>
    <message>
      <source>difference</source>
      <translation>Differenz</translation>
    </message>
    <message>
      <source>not significant</source>
      <translation>nicht signifikant</translation>
    </message>
    <message>
      <source>significant</source>
      <translation>signifikant</translation>
    </message>
    <message>
      <source>{0} is better in {1} % of 1,000 bootstrap samples; {2}</source>
      <translation>{0} ist besser in {1} % von 1.000 Bootstrap-Stichproben; {2}</translation>
    </message>
    <message>
      <source>{0} to {1}</source>
      <translation>{0} bis {1}</translation>
    </message>
    <message>
      <source>– precision</source>
      <translation>– Genauigkeit</translation>
    </message>
    <message>
      <source>– recall</source>
      <translation>– Trefferquote</translation>
    </message>
    <message>
      <source>– up to 10 words</source>
      <translation>– bis 10 Wörter</translation>
    </message>
    <message>
      <source>– up to 40 words</source>
      <translation>– bis 40 Wörter</translation>
    </message>
    <message>
      <source>– without punctuation</source>
      <translation>– ohne Satzzeichen</translation>
    </message>
  </context>
  <context>
    <name>Menus</name>
    <message>
      <source>&amp;No model</source>
      <translation>&amp;Kein Modell</translation>
    </message>
    <message>
      <source>&amp;Order of the analyser</source>
      <translation>Reihenfolge des &amp;Analysators</translation>
    </message>
    <message>
      <source>&amp;Panels</source>
      <translation>&amp;Tafeln</translation>
    </message>
    <message>
      <source>&amp;Rank readings with</source>
      <translation>&amp;Lesarten ordnen mit</translation>
    </message>
    <message>
      <source>Suggest trees &amp;with</source>
      <translation>&amp;Bäume vorschlagen mit</translation>
    </message>
    <message>
      <source>nothing to redo</source>
      <translation>nichts zu wiederholen</translation>
    </message>
    <message>
      <source>nothing to undo</source>
      <translation>nichts rückgängig zu machen</translation>
    </message>
  </context>
  <context>
    <name>MergeDialog</name>
    <message>
      <source>&amp;Keep both everywhere</source>
      <translation>Überall &amp;beides behalten</translation>
    </message>
    <message>
      <source>1 sentence was changed here and in the file. Nothing is lost, whatever you choose.</source>
      <translation>1 Satz wurde hier und in der Datei geändert. Nichts geht verloren, was Sie auch wählen.</translation>
    </message>
    <message>
      <source>Changed here and by another program</source>
      <translation>Hier und von einem anderen Programm geändert</translation>
    </message>
    <message>
      <source>Here</source>
      <translation>Hier</translation>
    </message>
    <message>
      <source>In the file</source>
      <translation>In der Datei</translation>
    </message>
    <message>
      <source>Keep both versions of every sentence (Esc)</source>
      <translation>Beide Fassungen jedes Satzes behalten (Esc)</translation>
    </message>
    <message>
      <source>ONLY IN</source>
      <translation>NUR IN</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>The changes are merged. Where both changed the same cell, the file's value is kept; undo restores yours.</source>
      <translation>Die Änderungen werden zusammengeführt. Wo beide dieselbe Zelle änderten, gilt der Wert der Datei; Rückgängig stellt Ihren wieder her.</translation>
    </message>
    <message>
      <source>The changes are merged; they affect different cells.</source>
      <translation>Die Änderungen werden zusammengeführt; sie betreffen verschiedene Zellen.</translation>
    </message>
    <message>
      <source>The file's version is kept; undo restores yours.</source>
      <translation>Die Fassung der Datei gilt; Rückgängig stellt Ihre wieder her.</translation>
    </message>
    <message>
      <source>The sentence is restored at the end of the text.</source>
      <translation>Der Satz wird am Ende des Textes wiederhergestellt.</translation>
    </message>
    <message>
      <source>The sentence stays deleted; your edits remain in the history.</source>
      <translation>Der Satz bleibt gelöscht; Ihre Bearbeitungen bleiben im Verlauf.</translation>
    </message>
    <message>
      <source>The tree in the file</source>
      <translation>Der Baum in der Datei</translation>
    </message>
    <message>
      <source>These changes cannot be merged: the file's version is kept, and undo restores yours.</source>
      <translation>Die Änderungen lassen sich nicht zusammenführen: Die Fassung der Datei gilt, und Rückgängig stellt Ihre wieder her.</translation>
    </message>
    <message>
      <source>This for &amp;all</source>
      <translation>Dies für &amp;alle</translation>
    </message>
    <message>
      <source>Use this choice for all sentences (A)</source>
      <translation>Diese Wahl für alle Sätze verwenden (A)</translation>
    </message>
    <message>
      <source>Version of this sentence to keep ({0})</source>
      <translation>Fassung dieses Satzes, die bleibt ({0})</translation>
    </message>
    <message>
      <source>WORD</source>
      <translation>WORT</translation>
    </message>
    <message>
      <source>Words of both versions</source>
      <translation>Wörter beider Fassungen</translation>
    </message>
    <message>
      <source>Your tree</source>
      <translation>Ihr Baum</translation>
    </message>
    <message>
      <source>Your version is kept; saving writes it to the file.</source>
      <translation>Ihre Fassung gilt; Speichern schreibt sie in die Datei.</translation>
    </message>
    <message>
      <source>as in the file</source>
      <translation>wie in der Datei</translation>
    </message>
    <message>
      <source>as it is here</source>
      <translation>wie hier</translation>
    </message>
    <message>
      <source>both</source>
      <translation>beides</translation>
    </message>
    <message>
      <source>deleted</source>
      <translation>gelöscht</translation>
    </message>
    <message>
      <source>here</source>
      <translation>hier</translation>
    </message>
    <message>
      <source>in the file</source>
      <translation>in der Datei</translation>
    </message>
    <message>
      <source>multiword or empty nodes</source>
      <translation>Mehrwort- oder leere Knoten</translation>
    </message>
    <message>
      <source>only here</source>
      <translation>nur hier</translation>
    </message>
    <message>
      <source>only in the file</source>
      <translation>nur in der Datei</translation>
    </message>
    <message>
      <source>only {0}</source>
      <translation>nur {0}</translation>
    </message>
    <message>
      <source>{0} &amp;Both (B)</source>
      <translation>{0} &amp;Beides (B)</translation>
    </message>
    <message>
      <source>{0} As it is &amp;here (M)</source>
      <translation>{0} Wie es &amp;hier ist (M)</translation>
    </message>
    <message>
      <source>{0} As it is in the &amp;file (T)</source>
      <translation>{0} Wie es in der &amp;Datei ist (T)</translation>
    </message>
    <message>
      <source>{0} sentences were changed here and in the file. Nothing is lost, whatever you choose.</source>
      <translation>{0} Sätze wurden hier und in der Datei geändert. Nichts geht verloren, was Sie auch wählen.</translation>
    </message>
    <message>
      <source>{0} words here, {1} in the file</source>
      <translation>{0} Wörter hier, {1} in der Datei</translation>
    </message>
    <message>
      <source>{0}, sentence {1}</source>
      <translation>{0}, Satz {1}</translation>
    </message>
    <message>
      <source>{0}: this sentence was deleted from the file and changed here.</source>
      <translation>{0}: Dieser Satz wurde aus der Datei gelöscht und hier geändert.</translation>
    </message>
  </context>
  <context>
    <name>MessageBar</name>
    <message>
      <source>+{0}</source>
      <translation>+{0}</translation>
    </message>
    <message>
      <source>Close the message</source>
      <translation>Meldung schließen</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>Meldung</translation>
    </message>
    <message>
      <source>More messages</source>
      <translation>Weitere Meldungen</translation>
    </message>
    <message>
      <source>Show &amp;all of it</source>
      <translation>&amp;Alles davon zeigen</translation>
    </message>
    <message>
      <source>Show the full message to read or copy</source>
      <translation>Die ganze Meldung zum Lesen oder Kopieren zeigen</translation>
    </message>
  </context>
  <context>
    <name>MethodList</name>
    <message>
      <source>Methods</source>
      <translation>Methoden</translation>
    </message>
  </context>
  <context>
    <name>ModelActions</name>
    <message>
      <source>Export the model</source>
      <translation>Das Modell exportieren</translation>
    </message>
    <message>
      <source>Import a model</source>
      <translation>Modell importieren</translation>
    </message>
    <message>
      <source>Models (*.npz)</source>
      <translation>Modelle (*.npz)</translation>
    </message>
    <message>
      <source>Models with their training text (*.npz)</source>
      <translation>Modelle mit ihrem Trainingstext (*.npz)</translation>
    </message>
    <message>
      <source>No active model.</source>
      <translation>Kein aktives Modell.</translation>
    </message>
    <message>
      <source>No models to remove.</source>
      <translation>Keine Modelle zum Entfernen.</translation>
    </message>
    <message>
      <source>The active model is already in the library.</source>
      <translation>Das aktive Modell ist schon in der Bibliothek.</translation>
    </message>
  </context>
  <context>
    <name>ModelExplorer</name>
    <message>
      <source>The model of this run was not found.</source>
      <translation>Das Modell dieses Laufs wurde nicht gefunden.</translation>
    </message>
    <message>
      <source>This could not be computed because of a bug.</source>
      <translation>Das ließ sich wegen eines Programmfehlers nicht berechnen.</translation>
    </message>
  </context>
  <context>
    <name>ModelLibrary</name>
    <message>
      <source>Copying a model</source>
      <translation>Kopiert ein Modell</translation>
    </message>
    <message>
      <source>Exported {0}</source>
      <translation>{0} exportiert</translation>
    </message>
    <message>
      <source>Exported {0} with its training text. Share it only where you may share the text.</source>
      <translation>{0} mit Trainingstext exportiert. Geben Sie die Datei nur weiter, wo Sie den Text weitergeben dürfen.</translation>
    </message>
    <message>
      <source>Exported {0} with its training text. The licence of {1} restricts sharing.</source>
      <translation>{0} mit Trainingstext exportiert. Die Lizenz von {1} schränkt die Weitergabe ein.</translation>
    </message>
    <message>
      <source>{0} is available in all projects</source>
      <translation>{0} ist in allen Projekten verfügbar</translation>
    </message>
    <message>
      <source>{0} is now used for all texts in this language</source>
      <translation>{0} wird jetzt für alle Texte dieser Sprache verwendet</translation>
    </message>
    <message>
      <source>{0} was added to the library for all projects</source>
      <translation>{0} ist jetzt für alle Projekte in der Bibliothek</translation>
    </message>
    <message>
      <source>{0} — library</source>
      <translation>{0} — Bibliothek</translation>
    </message>
  </context>
  <context>
    <name>ModelRemovalDialog</name>
    <message>
      <source>Choose the model file to remove. This cannot be undone.</source>
      <translation>Wählen Sie die Modelldatei zum Entfernen. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove a model</source>
      <translation>Ein Modell entfernen</translation>
    </message>
    <message>
      <source>Remove the file of the selected model</source>
      <translation>Die Datei des ausgewählten Modells entfernen</translation>
    </message>
    <message>
      <source>{0}, active</source>
      <translation>{0}, aktiv</translation>
    </message>
  </context>
  <context>
    <name>ModelsView</name>
    <message>
      <source>Automata of head words</source>
      <translation>Automaten von Kopfwörtern</translation>
    </message>
    <message>
      <source>CPU (s)</source>
      <translation>CPU (s)</translation>
    </message>
    <message>
      <source>Classes of words</source>
      <translation>Wortklassen</translation>
    </message>
    <message>
      <source>Column</source>
      <translation>Spalte</translation>
    </message>
    <message>
      <source>Columns and labels</source>
      <translation>Spalten und Etiketten</translation>
    </message>
    <message>
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <source>Measures on {0}</source>
      <translation>Gemessen auf {0}</translation>
    </message>
    <message>
      <source>Method</source>
      <translation>Methode</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>Modelle</translation>
    </message>
    <message>
      <source>No models yet. Train one in the Train workspace; a spectral method, such as hmm with the closed form, shows its singular values here.</source>
      <translation>Noch keine Modelle. Trainieren Sie eines unter Trainieren; eine spektrale Methode, etwa hmm mit der geschlossenen Form, zeigt hier ihre Singulärwerte.</translation>
    </message>
    <message>
      <source>Phrase labels</source>
      <translation>Phrasenetiketten</translation>
    </message>
    <message>
      <source>Reading the singular values of {0} …</source>
      <translation>Die Singulärwerte von {0} werden gelesen …</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>Lesarten</translation>
    </message>
    <message>
      <source>Reads</source>
      <translation>Liest</translation>
    </message>
    <message>
      <source>Relations</source>
      <translation>Relationen</translation>
    </message>
    <message>
      <source>Save figure…</source>
      <translation>Abbildung speichern…</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Settings and measures of the model appear here.</source>
      <translation>Hier erscheinen Einstellungen und Messwerte des Modells.</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>Singular values of the head and side with the most modifiers; the others are under Automata</source>
      <translation>Singulärwerte des Kopfes und der Seite mit den meisten Modifikatoren; die anderen stehen unter Automaten</translation>
    </message>
    <message>
      <source>Started</source>
      <translation>Begonnen</translation>
    </message>
    <message>
      <source>States of nodes</source>
      <translation>Zustände von Knoten</translation>
    </message>
    <message>
      <source>Tags</source>
      <translation>Tags</translation>
    </message>
    <message>
      <source>The model</source>
      <translation>Das Modell</translation>
    </message>
    <message>
      <source>Train class-bigram or embeddings to see word clusters under Words.</source>
      <translation>Trainieren Sie class-bigram oder embeddings, um Wortcluster unter Wörter zu sehen.</translation>
    </message>
    <message>
      <source>Train head-automata in a project, with the estimator spectral or em, to see the dependents of each head as automata under Automata.</source>
      <translation>Trainieren Sie head-automata in einem Projekt, mit dem Schätzer spectral oder em, um die Dependenten jedes Kopfes als Automaten zu sehen.</translation>
    </message>
    <message>
      <source>Train latent-pcfg in a project to see the hidden states of phrases and words under States.</source>
      <translation>Trainieren Sie latent-pcfg in einem Projekt, um die verborgenen Zustände von Phrasen und Wörtern unter Zustände zu sehen.</translation>
    </message>
    <message>
      <source>Trained on</source>
      <translation>Trainiert mit</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>Wortcluster</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG</source>
      <translation>Die Abbildung als SVG, PDF oder PNG schreiben</translation>
    </message>
    <message>
      <source>Writes</source>
      <translation>Schreibt</translation>
    </message>
    <message>
      <source>a text without a file</source>
      <translation>ein Text ohne Datei</translation>
    </message>
    <message>
      <source>held-out sentences</source>
      <translation>zurückgehaltene Sätze</translation>
    </message>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <source>none: not saved in a project</source>
      <translation>keine: nicht in einem Projekt gespeichert</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>training data</source>
      <translation>Trainingsdaten</translation>
    </message>
    <message>
      <source>{0} has no singular values: its estimator uses no decomposition.</source>
      <translation>{0} hat keine Singulärwerte: Der Schätzer zerlegt nichts.</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: {1} Singulärwerte, {2} behalten</translation>
    </message>
  </context>
  <context>
    <name>NavigationRail</name>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Workspaces</source>
      <translation>Arbeitsbereiche</translation>
    </message>
  </context>
  <context>
    <name>NoSuggestionLabel</name>
    <message>
      <source>This file format cannot store dependencies. Add a document for them.</source>
      <translation>Dieses Dateiformat kann keine Dependenzen speichern. Fügen Sie dafür ein Dokument hinzu.</translation>
    </message>
    <message>
      <source>Use this model to suggest trees</source>
      <translation>Dieses Modell Bäume vorschlagen lassen</translation>
    </message>
    <message>
      <source>Use {0} for suggestions</source>
      <translation>{0} für Vorschläge verwenden</translation>
    </message>
    <message>
      <source>Why there is no suggestion</source>
      <translation>Warum es keinen Vorschlag gibt</translation>
    </message>
  </context>
  <context>
    <name>Notices</name>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
  </context>
  <context>
    <name>OccurrenceApplier</name>
    <message>
      <source>Applied to %Ln occurrence(s); one undo reverts all</source>
      <translation>Auf %Ln Vorkommen angewandt; einmal Rückgängig nimmt alles zurück</translation>
    </message>
    <message>
      <source>No other occurrences of ⁨{0}⁩ in this document</source>
      <translation>Keine weiteren Vorkommen von ⁨{0}⁩ in diesem Dokument</translation>
    </message>
  </context>
  <context>
    <name>OccurrencesDialog</name>
    <message>
      <source>&amp;Apply to %Ln occurrence(s)</source>
      <translation>Auf %Ln Vorkommen &amp;anwenden</translation>
    </message>
    <message>
      <source>Also words with a &amp;different reading</source>
      <translation>Auch Wörter mit &amp;anderer Lesart</translation>
    </message>
    <message>
      <source>Current reading</source>
      <translation>Jetzige Lesart</translation>
    </message>
    <message>
      <source>Everywhere in this document</source>
      <translation>Überall in diesem Dokument</translation>
    </message>
    <message>
      <source>Include these words</source>
      <translation>Diese Wörter einschließen</translation>
    </message>
    <message>
      <source>No other occurrences of ⁨{0}⁩ in this document.</source>
      <translation>Keine weiteren Vorkommen von ⁨{0}⁩ in diesem Dokument.</translation>
    </message>
    <message>
      <source>Occurrence</source>
      <translation>Vorkommen</translation>
    </message>
    <message>
      <source>Occurrences</source>
      <translation>Vorkommen</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>Satz</translation>
    </message>
    <message>
      <source>The first {0} occurrences, unannotated ones first. Apply, then open this again for more.</source>
      <translation>Die ersten {0} Vorkommen, nicht annotierte zuerst. Wenden Sie an und öffnen Sie dies dann wieder.</translation>
    </message>
    <message>
      <source>Use this reading for all checked occurrences; one undo reverts all</source>
      <translation>Diese Lesart für alle markierten Vorkommen verwenden; einmal Rückgängig nimmt alles zurück</translation>
    </message>
    <message>
      <source>same reading</source>
      <translation>dieselbe Lesart</translation>
    </message>
    <message>
      <source>⁨{0}⁩ as {1}, for the checked occurrences:</source>
      <translation>⁨{0}⁩ als {1}, für die markierten Vorkommen:</translation>
    </message>
  </context>
  <context>
    <name>OrderChoice</name>
    <message>
      <source>Compared with</source>
      <translation>Verglichen mit</translation>
    </message>
    <message>
      <source>Document order</source>
      <translation>Reihenfolge des Dokuments</translation>
    </message>
    <message>
      <source>Least certain first</source>
      <translation>Unsicherste zuerst</translation>
    </message>
    <message>
      <source>Longest first</source>
      <translation>Längste zuerst</translation>
    </message>
    <message>
      <source>Model to compare with the active model</source>
      <translation>Modell zum Vergleich mit dem aktiven</translation>
    </message>
    <message>
      <source>Models disagree</source>
      <translation>Modelle uneins</translation>
    </message>
    <message>
      <source>Order of the sentences</source>
      <translation>Reihenfolge der Sätze</translation>
    </message>
    <message>
      <source>Parsing: {0} of {1} sentences</source>
      <translation>Parst: {0} von {1} Sätzen</translation>
    </message>
    <message>
      <source>Random order</source>
      <translation>Zufällige Reihenfolge</translation>
    </message>
    <message>
      <source>Reverse order</source>
      <translation>Umgekehrte Reihenfolge</translation>
    </message>
    <message>
      <source>Sentences with most differences between the two models' trees first</source>
      <translation>Sätze mit den meisten Unterschieden zwischen den Bäumen beider Modelle zuerst</translation>
    </message>
    <message>
      <source>Shortest first</source>
      <translation>Kürzeste zuerst</translation>
    </message>
    <message>
      <source>mean entropy of a word's heads and, from a pipeline, of its readings, in nats</source>
      <translation>mittlere Entropie der Köpfe eines Wortes und, bei einer Pipeline, seiner Lesarten, in nats</translation>
    </message>
    <message>
      <source>no parse from the model</source>
      <translation>keine Analyse des Modells</translation>
    </message>
    <message>
      <source>of the heads differ in the other model's tree</source>
      <translation>der Köpfe sind im Baum des anderen Modells verschieden</translation>
    </message>
    <message>
      <source>one of the models has no parse</source>
      <translation>eines der Modelle hat keine Analyse</translation>
    </message>
  </context>
  <context>
    <name>PageBar</name>
    <message>
      <source>Next page</source>
      <translation>Nächste Seite</translation>
    </message>
    <message>
      <source>Previous page</source>
      <translation>Vorige Seite</translation>
    </message>
    <message>
      <source>Sentences {0}–{1} of {2}</source>
      <translation>Sätze {0}–{1} von {2}</translation>
    </message>
    <message>
      <source>{0} of {1} words on this page known ({2:.0%})</source>
      <translation>{0} von {1} Wörtern dieser Seite bekannt ({2:.0%})</translation>
    </message>
  </context>
  <context>
    <name>Panels</name>
    <message>
      <source>Find</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>History</source>
      <translation>Verlauf</translation>
    </message>
    <message>
      <source>Methods</source>
      <translation>Methoden</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>Gliederung</translation>
    </message>
    <message>
      <source>Problems</source>
      <translation>Probleme</translation>
    </message>
    <message>
      <source>Queue</source>
      <translation>Warteschlange</translation>
    </message>
    <message>
      <source>Quiz</source>
      <translation>Quiz</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>Lesarten</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>Läufe</translation>
    </message>
    <message>
      <source>This sentence has no constituents yet</source>
      <translation>Dieser Satz hat noch keine Konstituenten</translation>
    </message>
    <message>
      <source>This sentence has no dependencies yet</source>
      <translation>Dieser Satz hat noch keine Dependenzen</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Wort</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>choose Ask questions first</source>
      <translation>wählen Sie zuerst Fragen stellen</translation>
    </message>
    <message>
      <source>open a treebank first (File)</source>
      <translation>öffnen Sie zuerst eine Baumbank (Datei)</translation>
    </message>
    <message>
      <source>switch to the other kind of tree (View, Other kind of tree)</source>
      <translation>wechseln Sie zur anderen Baumart (Ansicht, Andere Baumart)</translation>
    </message>
  </context>
  <context>
    <name>ParseRequests</name>
    <message>
      <source>This sentence could not be parsed.</source>
      <translation>Dieser Satz ließ sich nicht parsen.</translation>
    </message>
  </context>
  <context>
    <name>PartQuestions</name>
    <message>
      <source>No more questions about this sentence</source>
      <translation>Keine weiteren Fragen zu diesem Satz</translation>
    </message>
  </context>
  <context>
    <name>PasteDialog</name>
    <message>
      <source>&amp;Open a text file…</source>
      <translation>Eine Textdatei &amp;öffnen…</translation>
    </message>
    <message>
      <source>&amp;Read</source>
      <translation>&amp;Lesen</translation>
    </message>
    <message>
      <source>Create a document from this text and read it</source>
      <translation>Aus diesem Text ein Dokument anlegen und lesen</translation>
    </message>
    <message>
      <source>Only the beginning is shown; all {0} characters will be read.</source>
      <translation>Nur der Anfang wird gezeigt; alle {0} Zeichen werden gelesen.</translation>
    </message>
    <message>
      <source>Open a text</source>
      <translation>Text öffnen</translation>
    </message>
    <message>
      <source>Paste or type a text here</source>
      <translation>Fügen Sie hier einen Text ein, oder tippen Sie ihn</translation>
    </message>
    <message>
      <source>Read a file instead</source>
      <translation>Stattdessen eine Datei lesen</translation>
    </message>
    <message>
      <source>Read a text</source>
      <translation>Einen Text lesen</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>Texts (*.txt *.txt.gz *.txt.xz *.txt.bz2)</source>
      <translation>Texte (*.txt *.txt.gz *.txt.xz *.txt.bz2)</translation>
    </message>
    <message>
      <source>The text is split into sentences and words, the words are looked up, and it opens as a document.</source>
      <translation>Der Text wird in Sätze und Wörter geteilt, die Wörter werden nachgeschlagen, und er öffnet sich als Dokument.</translation>
    </message>
    <message>
      <source>This text is too long: only the first {0} of {2} characters are read. To read all of it, save it to a file and open that.</source>
      <translation>Dieser Text ist zu lang: nur die ersten {0} von {2} Zeichen werden gelesen. Um alles zu lesen, speichern Sie ihn in eine Datei und öffnen diese.</translation>
    </message>
    <message>
      <source>Words longer than {1} letters are shortened on screen; all {0} characters will be read.</source>
      <translation>Wörter mit mehr als {1} Buchstaben sind gekürzt dargestellt; alle {0} Zeichen werden gelesen.</translation>
    </message>
  </context>
  <context>
    <name>Plot</name>
    <message>
      <source>Preparing to draw …</source>
      <translation>Das Zeichnen wird vorbereitet …</translation>
    </message>
  </context>
  <context>
    <name>Popover</name>
    <message>
      <source>Readings of the word</source>
      <translation>Lesarten des Wortes</translation>
    </message>
  </context>
  <context>
    <name>PreferencesDialog</name>
    <message>
      <source>&amp;Arabic words</source>
      <translation>&amp;Arabische Wörter</translation>
    </message>
    <message>
      <source>&amp;Reset the layout</source>
      <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
      <source>&amp;Size of the interface</source>
      <translation>&amp;Größe der Oberfläche</translation>
    </message>
    <message>
      <source>&amp;Theme</source>
      <translation>&amp;Farben</translation>
    </message>
    <message>
      <source>&amp;Uncertain readings</source>
      <translation>&amp;Unsichere Lesarten</translation>
    </message>
    <message>
      <source>&amp;Words</source>
      <translation>&amp;Wörter</translation>
    </message>
    <message>
      <source>Annotation</source>
      <translation>Annotation</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Darstellung</translation>
    </message>
    <message>
      <source>Compressed files that unpack to more than this are not read</source>
      <translation>Gepackte Dateien, die mehr enthalten, werden nicht gelesen</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <source>Lan&amp;guage</source>
      <translation>&amp;Sprache</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Less &amp;motion</source>
      <translation>Weniger &amp;Bewegung</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Measured at that margin only; no figures for your margin of {0:.2f}.</source>
      <translation>Nur bei diesem Abstand gemessen; keine Zahlen für Ihren Abstand {0:.2f}.</translation>
    </message>
    <message>
      <source>Models train in the background while you read and annotate.</source>
      <translation>Modelle werden im Hintergrund trainiert, während Sie lesen und annotieren.</translation>
    </message>
    <message>
      <source>Number of accepted sentences after which the active parser is retrained in the background.</source>
      <translation>Zahl der angenommenen Sätze, nach der der aktive Parser im Hintergrund neu trainiert wird.</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>Tafeln</translation>
    </message>
    <message>
      <source>Panels open without sliding, and trees change without animation.</source>
      <translation>Tafeln öffnen sich ohne Gleiten, und Bäume wechseln ohne Animation.</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Quality of uncertain-reading flags</source>
      <translation>Güte der Markierung unsicherer Lesarten</translation>
    </message>
    <message>
      <source>Quality of uncertain-word flags</source>
      <translation>Güte der Markierung unsicherer Wörter</translation>
    </message>
    <message>
      <source>R&amp;etrain after</source>
      <translation>Neu &amp;trainieren nach</translation>
    </message>
    <message>
      <source>Reset all panels to their default positions.</source>
      <translation>Setzt alle Tafeln an ihren Standardplatz zurück.</translation>
    </message>
    <message>
      <source>Run Model › Calibration to see how many wrong heads this flags.</source>
      <translation>Rufen Sie Modell › Kalibrierung auf, um zu sehen, wie viele falsche Köpfe dies markiert.</translation>
    </message>
    <message>
      <source>System</source>
      <translation>System</translation>
    </message>
    <message>
      <source>Takes effect at the next start.</source>
      <translation>Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Farben</translation>
    </message>
    <message>
      <source>Train a ranker in the Train workspace to see how many wrong first readings this flags.</source>
      <translation>Trainieren Sie unter Trainieren einen Ranker, um zu sehen, wie viele falsche erste Lesarten dies markiert.</translation>
    </message>
    <message>
      <source>Train in the &amp;background</source>
      <translation>&amp;Im Hintergrund trainieren</translation>
    </message>
    <message>
      <source>Train parsers and rankers on the open documents</source>
      <translation>Parser und Ranker mit den offenen Dokumenten trainieren</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>Training</translation>
    </message>
    <message>
      <source>Turn animations off</source>
      <translation>Animationen ausschalten</translation>
    </message>
    <message>
      <source>Uncertain w&amp;ords</source>
      <translation>Unsi&amp;chere Wörter</translation>
    </message>
    <message>
      <source>Underline a word if its two best heads differ by less than this in probability.</source>
      <translation>Ein Wort unterstreichen, wenn sich seine zwei besten Köpfe um weniger unterscheiden.</translation>
    </message>
    <message>
      <source>Underline a word if its two best readings differ by less than this in probability.</source>
      <translation>Ein Wort unterstreichen, wenn sich seine zwei besten Lesarten um weniger unterscheiden.</translation>
    </message>
    <message>
      <source>Unpac&amp;king limit</source>
      <translation>Höchstens &amp;entpacken</translation>
    </message>
    <message>
      <source>Your &amp;name</source>
      <translation>Ihr &amp;Name</translation>
    </message>
    <message>
      <source>Your edits are recorded in the journal under this name.</source>
      <translation>Ihre Bearbeitungen stehen im Journal unter diesem Namen.</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation>automatisch</translation>
    </message>
    <message>
      <source>never</source>
      <translation>nie</translation>
    </message>
  </context>
  <context>
    <name>ProblemListModel</name>
    <message>
      <source>problem</source>
      <translation>Problem</translation>
    </message>
    <message>
      <source>warning</source>
      <translation>Warnung</translation>
    </message>
    <message>
      <source>{0}
Line {1} of the file</source>
      <translation>{0}
Zeile {1} der Datei</translation>
    </message>
  </context>
  <context>
    <name>ProblemsView</name>
    <message>
      <source>%Ln problem(s) in this sentence</source>
      <translation>%Ln Probleme in diesem Satz</translation>
    </message>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln Sätze</translation>
    </message>
    <message>
      <source>Checking the other sentences…</source>
      <translation>Prüft die anderen Sätze…</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>Kein Satz ist gewählt.</translation>
    </message>
    <message>
      <source>Problems of the sentence</source>
      <translation>Probleme des Satzes</translation>
    </message>
    <message>
      <source>{0} of {1} in the document with problems.</source>
      <translation>{0} von {1} im Dokument mit Problemen.</translation>
    </message>
    <message>
      <source>✓ No problems found in this sentence.</source>
      <translation>✓ Keine Probleme in diesem Satz gefunden.</translation>
    </message>
  </context>
  <context>
    <name>Prompt</name>
    <message>
      <source>Answer</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <source>Choices</source>
      <translation>Auswahl</translation>
    </message>
    <message>
      <source>{0}, key {1}</source>
      <translation>{0}, Taste {1}</translation>
    </message>
  </context>
  <context>
    <name>Proposed</name>
    <message>
      <source>forbidden below {0}</source>
      <translation>verboten unter {0}</translation>
    </message>
    <message>
      <source>locked</source>
      <translation>gesperrt</translation>
    </message>
    <message>
      <source>moved</source>
      <translation>verschoben</translation>
    </message>
    <message>
      <source>relation suggested</source>
      <translation>Relation vorgeschlagen</translation>
    </message>
    <message>
      <source>relation suggested instead of {0}</source>
      <translation>Relation statt {0} vorgeschlagen</translation>
    </message>
    <message>
      <source>score {0:.2f}</source>
      <translation>Punkte {0:.2f}</translation>
    </message>
    <message>
      <source>suggested</source>
      <translation>vorgeschlagen</translation>
    </message>
    <message>
      <source>tag {0} suggested</source>
      <translation>Tag {0} vorgeschlagen</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>uncertain</source>
      <translation>unsicher</translation>
    </message>
  </context>
  <context>
    <name>QuestionCard</name>
    <message>
      <source> Later</source>
      <translation> Später</translation>
    </message>
    <message>
      <source> No  {0}</source>
      <translation> Nein  {0}</translation>
    </message>
    <message>
      <source> Yes  {0}</source>
      <translation> Ja  {0}</translation>
    </message>
    <message>
      <source>If not, it is {0}.</source>
      <translation>Wenn nicht, ist es {0}.</translation>
    </message>
    <message>
      <source>If not, {0} is inside the {1} {2}.</source>
      <translation>Wenn nicht, gehört {0} zu {1} {2}.</translation>
    </message>
    <message>
      <source>If not, {0} is its head.</source>
      <translation>Wenn nicht, ist {0} der Kopf.</translation>
    </message>
    <message>
      <source>If not, {0} is the root.</source>
      <translation>Wenn nicht, ist {0} die Wurzel.</translation>
    </message>
    <message>
      <source>If not, {0} is {1}.</source>
      <translation>Wenn nicht, ist {0} {1}.</translation>
    </message>
    <message>
      <source>Is {0} the head of {1}?</source>
      <translation>Ist {0} der Kopf von {1}?</translation>
    </message>
    <message>
      <source>Is {0} the root?</source>
      <translation>Ist {0} die Wurzel?</translation>
    </message>
    <message>
      <source>Is {0} {1}</source>
      <translation>Ist {0} {1}</translation>
    </message>
    <message>
      <source>Later: skip to another question</source>
      <translation>Später: eine andere Frage stellen</translation>
    </message>
    <message>
      <source>No: exclude this from the analysis</source>
      <translation>Nein: dies ausschließen</translation>
    </message>
    <message>
      <source>Yes: lock this</source>
      <translation>Ja: dies sperren</translation>
    </message>
    <message>
      <source>a {0}</source>
      <translation>eine {0}</translation>
    </message>
    <message>
      <source>an {0}</source>
      <translation>eine {0}</translation>
    </message>
    <message>
      <source>{0} under the {1} {2}</source>
      <translation>{0} unter {1} {2}</translation>
    </message>
  </context>
  <context>
    <name>QueueDelegate</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>{0} annotated</source>
      <translation>{0} annotiert</translation>
    </message>
    <message>
      <source>{0} uncertain</source>
      <translation>{0} unsicher</translation>
    </message>
  </context>
  <context>
    <name>QueueFilter</name>
    <message>
      <source>All sentences</source>
      <translation>Alle Sätze</translation>
    </message>
    <message>
      <source>Checking sentences. Those with problems appear here.</source>
      <translation>Prüft die Sätze. Die mit Problemen erscheinen hier.</translation>
    </message>
    <message>
      <source>Filter of the queue</source>
      <translation>Filter der Warteschlange</translation>
    </message>
    <message>
      <source>No search yet. Matches of Find appear here.</source>
      <translation>Noch keine Suche. Hier erscheinen die Treffer.</translation>
    </message>
    <message>
      <source>No sentences match the filter “{0}”.</source>
      <translation>Keine Sätze entsprechen dem Filter „{0}“.</translation>
    </message>
    <message>
      <source>No sentences with these words match the filter “{0}”.</source>
      <translation>Keine Sätze mit diesen Wörtern entsprechen dem Filter „{0}“.</translation>
    </message>
    <message>
      <source>No sentences: open a treebank or a project.</source>
      <translation>Keine Sätze: öffnen Sie eine Treebank oder ein Projekt.</translation>
    </message>
    <message>
      <source>Open: not accepted</source>
      <translation>Offen: nicht angenommen</translation>
    </message>
    <message>
      <source>Query matches</source>
      <translation>Treffer der Anfrage</translation>
    </message>
    <message>
      <source>⚠ Accepted, with problems</source>
      <translation>⚠ Angenommen, mit Problemen</translation>
    </message>
    <message>
      <source>⚠ With problems</source>
      <translation>⚠ Mit Problemen</translation>
    </message>
    <message>
      <source>✎ Changed, not saved</source>
      <translation>✎ Geändert, nicht gespeichert</translation>
    </message>
    <message>
      <source>✓ Accepted</source>
      <translation>✓ Angenommen</translation>
    </message>
  </context>
  <context>
    <name>QueueOrders</name>
    <message>
      <source>Comparing two models</source>
      <translation>Vergleicht zwei Modelle</translation>
    </message>
    <message>
      <source>Parsing all sentences</source>
      <translation>Parst alle Sätze</translation>
    </message>
    <message>
      <source>There is only one parser. Train another in the Train workspace.</source>
      <translation>Es gibt nur einen Parser. Trainieren Sie einen weiteren unter Trainieren.</translation>
    </message>
  </context>
  <context>
    <name>QueueView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln Sätze</translation>
    </message>
    <message>
      <source>All sentences</source>
      <translation>Alle Sätze</translation>
    </message>
    <message>
      <source>Back to the top: sentences you skipped</source>
      <translation>Zurück zum Anfang: übersprungene Sätze</translation>
    </message>
    <message>
      <source>Clear the filter and show all sentences</source>
      <translation>Filter löschen und alle Sätze zeigen</translation>
    </message>
    <message>
      <source>Counting the words of all sentences…</source>
      <translation>Zählt die Wörter aller Sätze…</translation>
    </message>
    <message>
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <source>List only sentences with these words</source>
      <translation>Nur Sätze mit diesen Wörtern listen</translation>
    </message>
    <message>
      <source>No accepted sentence of the queue has a problem</source>
      <translation>Kein angenommener Satz der Warteschlange hat ein Problem</translation>
    </message>
    <message>
      <source>No sentence of the queue has a problem</source>
      <translation>Kein Satz der Warteschlange hat ein Problem</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>Sucht…</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>Sentences accepted</source>
      <translation>Angenommene Sätze</translation>
    </message>
    <message>
      <source>Sentences are still being checked</source>
      <translation>Die Sätze werden noch geprüft</translation>
    </message>
    <message>
      <source>This is the first sentence of the queue</source>
      <translation>Das ist der erste Satz der Warteschlange</translation>
    </message>
    <message>
      <source>This is the last sentence of the queue</source>
      <translation>Das ist der letzte Satz der Warteschlange</translation>
    </message>
    <message>
      <source>With these words</source>
      <translation>Mit diesen Wörtern</translation>
    </message>
    <message>
      <source>changed, not saved</source>
      <translation>geändert, nicht gespeichert</translation>
    </message>
    <message>
      <source>has problems</source>
      <translation>hat Probleme</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>QuizView</name>
    <message>
      <source> · {0} in a row</source>
      <translation> · {0} in Folge</translation>
    </message>
    <message>
      <source>(easy)</source>
      <translation>(leicht)</translation>
    </message>
    <message>
      <source>(hard: low confidence)</source>
      <translation>(schwer: geringe Sicherheit)</translation>
    </message>
    <message>
      <source>(medium confidence)</source>
      <translation>(mittlere Sicherheit)</translation>
    </message>
    <message>
      <source>Add the word to your list of known words, or remove it</source>
      <translation>Das Wort zu Ihrer Liste bekannter Wörter hinzufügen oder entfernen</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <source>Ask about another word</source>
      <translation>Nach einem anderen Wort fragen</translation>
    </message>
    <message>
      <source>Evidence for the correct answer</source>
      <translation>Belege für die richtige Antwort</translation>
    </message>
    <message>
      <source>From the annotation of the text.</source>
      <translation>Aus der Annotation des Textes.</translation>
    </message>
    <message>
      <source>From the model: probability {0} for its first reading. Questions need at least {1}.</source>
      <translation>Vom Modell: Wahrscheinlichkeit {0} für die erste Lesart. Fragen brauchen mindestens {1}.</translation>
    </message>
    <message>
      <source>How is it read here?</source>
      <translation>Wie ist es hier zu lesen?</translation>
    </message>
    <message>
      <source>I know it</source>
      <translation>Ich kenne es</translation>
    </message>
    <message>
      <source>Looking up readings …</source>
      <translation>Schlägt Lesarten nach …</translation>
    </message>
    <message>
      <source>Model's answer; not confirmed by an annotator.</source>
      <translation>Antwort des Modells; nicht von Annotierenden bestätigt.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>No answers yet</source>
      <translation>Noch keine Antworten</translation>
    </message>
    <message>
      <source>No questions yet. The quiz uses words annotated in the text, and words whose first reading has a calibrated probability of {0} or more. Open an annotated text or train a ranker.</source>
      <translation>Noch keine Fragen. Das Quiz verwendet annotierte Wörter und Wörter, deren erste Lesart eine kalibrierte Wahrscheinlichkeit von mindestens {0} hat. Öffnen Sie einen annotierten Text oder trainieren Sie einen Ranker.</translation>
    </message>
    <message>
      <source>Press 1, 2, 3 or 4.</source>
      <translation>Drücken Sie 1, 2, 3 oder 4.</translation>
    </message>
    <message>
      <source>Source of the correct answer</source>
      <translation>Quelle der richtigen Antwort</translation>
    </message>
    <message>
      <source>What does it mean here?</source>
      <translation>Was bedeutet es hier?</translation>
    </message>
    <message>
      <source>Which lemma is it?</source>
      <translation>Welches Lemma ist es?</translation>
    </message>
    <message>
      <source>Why?</source>
      <translation>Warum?</translation>
    </message>
    <message>
      <source>{0} of {1} correct ({2:.0%})</source>
      <translation>{0} von {1} richtig ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Correct.</source>
      <translation>✓ Richtig.</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ Bekannt</translation>
    </message>
    <message>
      <source>✗ Correct answer: {0}.</source>
      <translation>✗ Richtig ist: {0}.</translation>
    </message>
  </context>
  <context>
    <name>RankView</name>
    <message>
      <source>%Ln singular value(s)</source>
      <translation>%Ln Singulärwerte</translation>
    </message>
    <message>
      <source>No model whose rank can be changed.</source>
      <translation>Kein Modell, dessen Rang sich ändern lässt.</translation>
    </message>
    <message>
      <source>Number of hidden states kept; the sentence is parsed again as you move the slider</source>
      <translation>Zahl der behaltenen verborgenen Zustände; der Satz wird beim Schieben neu geparst</translation>
    </message>
    <message>
      <source>Rank</source>
      <translation>Rang</translation>
    </message>
    <message>
      <source>Rank: {0} of {1}</source>
      <translation>Rang: {0} von {1}</translation>
    </message>
    <message>
      <source>Select a sentence of up to {0} words in the queue.</source>
      <translation>Wählen Sie in der Warteschlange einen Satz von bis zu {0} Wörtern.</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>Tree at this rank</source>
      <translation>Baum bei diesem Rang</translation>
    </message>
    <message>
      <source>at rank {0} below {1}</source>
      <translation>bei Rang {0} unter {1}</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>Rang</translation>
    </message>
    <message>
      <source>rank {0}</source>
      <translation>Rang {0}</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>Singulärwert</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>{0} has no singular values.</source>
      <translation>{0} hat keine Singulärwerte.</translation>
    </message>
  </context>
  <context>
    <name>RankingExplainer</name>
    <message>
      <source>Reading {0} compared with the mean of all</source>
      <translation>Lesart {0} im Vergleich zum Mittel aller</translation>
    </message>
    <message>
      <source>Reading {0} compared with {1}</source>
      <translation>Lesart {0} im Vergleich zu {1}</translation>
    </message>
    <message>
      <source>The model scores these readings alike.</source>
      <translation>Das Modell bewertet diese Lesarten gleich.</translation>
    </message>
  </context>
  <context>
    <name>Reader</name>
    <message>
      <source>Exported {0} words to {1}</source>
      <translation>{0} Wörter nach {1} exportiert</translation>
    </message>
    <message>
      <source>Open a project first: the text needs a folder to be saved in.</source>
      <translation>Öffnen Sie zuerst ein Projekt: Der Text braucht einen Ordner.</translation>
    </message>
    <message>
      <source>Reading the text</source>
      <translation>Liest den Text</translation>
    </message>
    <message>
      <source>Writing {0}</source>
      <translation>Schreibt {0}</translation>
    </message>
  </context>
  <context>
    <name>ReaderBar</name>
    <message>
      <source>&amp;Lemma</source>
      <translation>Le&amp;mma</translation>
    </message>
    <message>
      <source>&amp;Meaning</source>
      <translation>&amp;Bedeutung</translation>
    </message>
    <message>
      <source>&amp;Part of speech</source>
      <translation>Wort&amp;art</translation>
    </message>
    <message>
      <source>&amp;Sounds</source>
      <translation>&amp;Laute</translation>
    </message>
    <message>
      <source>&amp;Vowels</source>
      <translation>&amp;Vokale</translation>
    </message>
    <message>
      <source>Choose lines under the words</source>
      <translation>Zeilen unter den Wörtern wählen</translation>
    </message>
    <message>
      <source>Fade known words and underline unknown ones</source>
      <translation>Bekannte Wörter verblassen, unbekannte unterstreichen</translation>
    </message>
    <message>
      <source>Larger letters</source>
      <translation>Größere Buchstaben</translation>
    </message>
    <message>
      <source>Line by line</source>
      <translation>Zeile für Zeile</translation>
    </message>
    <message>
      <source>Mark words</source>
      <translation>Wörter markieren</translation>
    </message>
    <message>
      <source>Noun, verb, preposition and so on</source>
      <translation>Nomen, Verb, Präposition und so weiter</translation>
    </message>
    <message>
      <source>Smaller letters</source>
      <translation>Kleinere Buchstaben</translation>
    </message>
    <message>
      <source>Start each sentence on a new line</source>
      <translation>Jeden Satz in einer neuen Zeile beginnen</translation>
    </message>
    <message>
      <source>The lemma</source>
      <translation>Das Lemma</translation>
    </message>
    <message>
      <source>The meaning (Gloss= in MISC, or the most probable)</source>
      <translation>Die Bedeutung (Gloss= in MISC, oder die wahrscheinlichste)</translation>
    </message>
    <message>
      <source>The transliteration (Translit= in MISC)</source>
      <translation>Die Umschrift (Translit= in MISC)</translation>
    </message>
    <message>
      <source>The vocalised word (Vform= in MISC, or the most probable)</source>
      <translation>Das vokalisierte Wort (Vform= in MISC, oder das wahrscheinlichste)</translation>
    </message>
    <message>
      <source>Under words</source>
      <translation>Unter Wörtern</translation>
    </message>
    <message>
      <source>Under words: {0}</source>
      <translation>Unter Wörtern: {0}</translation>
    </message>
    <message>
      <source>Vowels always</source>
      <translation>Vokale immer</translation>
    </message>
    <message>
      <source>Vowels as written</source>
      <translation>Vokale wie geschrieben</translation>
    </message>
    <message>
      <source>Vowels where I point</source>
      <translation>Vokale, wo ich zeige</translation>
    </message>
    <message>
      <source>Vowels where unsure</source>
      <translation>Vokale, wo unsicher</translation>
    </message>
    <message>
      <source>When to show vowels</source>
      <translation>Wann Vokale gezeigt werden</translation>
    </message>
    <message>
      <source>{0} more</source>
      <translation>{0} weitere</translation>
    </message>
  </context>
  <context>
    <name>ReaderView</name>
    <message>
      <source>Select a word first: marks and numbers are not on the list.</source>
      <translation>Wählen Sie erst ein Wort: Satzzeichen und Zahlen stehen nicht auf der Liste.</translation>
    </message>
    <message>
      <source>The words on this page are already vocalised.</source>
      <translation>Die Wörter dieser Seite sind schon vokalisiert.</translation>
    </message>
    <message>
      <source>You know all words after this one.</source>
      <translation>Sie kennen alle Wörter nach diesem.</translation>
    </message>
    <message>
      <source>You know all words before it.</source>
      <translation>Sie kennen alle Wörter davor.</translation>
    </message>
    <message>
      <source>{0}: not available for the words on this page.</source>
      <translation>{0}: für die Wörter dieser Seite nicht verfügbar.</translation>
    </message>
  </context>
  <context>
    <name>ReadingCard</name>
    <message>
      <source>About the word</source>
      <translation>Über das Wort</translation>
    </message>
    <message>
      <source>Click a word to see its details.</source>
      <translation>Klicken Sie auf ein Wort, um mehr zu sehen.</translation>
    </message>
    <message>
      <source>In the sentence</source>
      <translation>Im Satz</translation>
    </message>
    <message>
      <source>Its form</source>
      <translation>Seine Form</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>Lemma</translation>
    </message>
    <message>
      <source>Looking up readings …</source>
      <translation>Schlägt Lesarten nach …</translation>
    </message>
    <message>
      <source>No reading matches the vowels in the text.</source>
      <translation>Keine Lesart passt zu den Vokalen im Text.</translation>
    </message>
    <message>
      <source>No readings.</source>
      <translation>Keine Lesarten.</translation>
    </message>
    <message>
      <source>Only reading</source>
      <translation>Einzige Lesart</translation>
    </message>
    <message>
      <source>Part of speech</source>
      <translation>Wortart</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>Lesarten</translation>
    </message>
    <message>
      <source>Readings, most probable first</source>
      <translation>Lesarten, die wahrscheinlichste zuerst</translation>
    </message>
    <message>
      <source>Readings, unranked</source>
      <translation>Lesarten, ungeordnet</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>Transliteration</source>
      <translation>Umschrift</translation>
    </message>
    <message>
      <source>Vocalised</source>
      <translation>Vokalisiert</translation>
    </message>
    <message>
      <source>Why this ranking?</source>
      <translation>Warum diese Reihenfolge?</translation>
    </message>
    <message>
      <source>Written in</source>
      <translation>Geschrieben in</translation>
    </message>
    <message>
      <source>• not on your list yet</source>
      <translation>• noch nicht auf Ihrer Liste</translation>
    </message>
    <message>
      <source>▸ {0} more</source>
      <translation>▸ {0} weitere</translation>
    </message>
    <message>
      <source>▾ Show fewer</source>
      <translation>▾ Weniger zeigen</translation>
    </message>
    <message>
      <source>✓ you know this word</source>
      <translation>✓ Sie kennen dieses Wort</translation>
    </message>
  </context>
  <context>
    <name>ReadingForm</name>
    <message>
      <source>&amp;Apply</source>
      <translation>An&amp;wenden</translation>
    </message>
    <message>
      <source>&amp;Cancel</source>
      <translation>&amp;Abbrechen</translation>
    </message>
    <message>
      <source>&amp;Meaning</source>
      <translation>&amp;Bedeutung</translation>
    </message>
    <message>
      <source>&amp;Parts</source>
      <translation>&amp;Teile</translation>
    </message>
    <message>
      <source>Enter a lemma or a tag.</source>
      <translation>Geben Sie ein Lemma oder ein Tag ein.</translation>
    </message>
    <message>
      <source>Enter a tag as well: a word without a tag does not count as annotated.</source>
      <translation>Geben Sie auch ein Tag ein: Ohne Tag gilt das Wort nicht als annotiert.</translation>
    </message>
    <message>
      <source>Format: form/TAG+form/TAG; write / and + inside a form as %2F and %2B.</source>
      <translation>Format: Form/TAG+Form/TAG; / und + in einer Form als %2F und %2B schreiben.</translation>
    </message>
    <message>
      <source>Give the word this reading (Return)</source>
      <translation>Dem Wort diese Lesart geben (Eingabe)</translation>
    </message>
    <message>
      <source>Leave the word as it is (Esc)</source>
      <translation>Das Wort lassen, wie es ist (Esc)</translation>
    </message>
    <message>
      <source>Name=Value|Name=Value</source>
      <translation>Name=Wert|Name=Wert</translation>
    </message>
    <message>
      <source>New reading for {0}</source>
      <translation>Neue Lesart für {0}</translation>
    </message>
    <message>
      <source>With &amp;vowels</source>
      <translation>Mit &amp;Vokalen</translation>
    </message>
    <message>
      <source>form/TAG+form/TAG</source>
      <translation>Form/TAG+Form/TAG</translation>
    </message>
  </context>
  <context>
    <name>ReadingListModel</name>
    <message>
      <source>Features</source>
      <translation>Merkmale</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>Lemma</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>Bedeutung</translation>
    </message>
    <message>
      <source>Parts: {0}</source>
      <translation>Teile: {0}</translation>
    </message>
    <message>
      <source>Same analysis as {0} to the model; they share one probability</source>
      <translation>Für das Modell dieselbe Analyse wie {0}; beide haben eine gemeinsame Wahrscheinlichkeit</translation>
    </message>
    <message>
      <source>Score: {0:.3f}</source>
      <translation>Punkte: {0:.3f}</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>XPOS tag</source>
      <translation>XPOS-Tag</translation>
    </message>
    <message>
      <source>chosen</source>
      <translation>gewählt</translation>
    </message>
    <message>
      <source>probability {0}</source>
      <translation>Wahrscheinlichkeit {0}</translation>
    </message>
    <message>
      <source>same</source>
      <translation>gleich</translation>
    </message>
    <message>
      <source>the same analysis as {0}</source>
      <translation>dieselbe Analyse wie {0}</translation>
    </message>
  </context>
  <context>
    <name>ReadingListView</name>
    <message>
      <source>Readings of the word</source>
      <translation>Lesarten des Wortes</translation>
    </message>
  </context>
  <context>
    <name>ReadingRankings</name>
    <message>
      <source>A ranker trained on annotated text of this language also supplies readings.</source>
      <translation>Ein mit annotiertem Text dieser Sprache trainierter Ranker liefert ebenfalls Lesarten.</translation>
    </message>
    <message>
      <source>No ranker: readings are in the order of the analyser.</source>
      <translation>Kein Ranker: Die Lesarten stehen in der Reihenfolge des Analysators.</translation>
    </message>
    <message>
      <source>This sentence could not be ranked.</source>
      <translation>Dieser Satz ließ sich nicht ordnen.</translation>
    </message>
  </context>
  <context>
    <name>ReadingSelection</name>
    <message>
      <source>Adding to the lexicon</source>
      <translation>Ergänzt das Lexikon</translation>
    </message>
    <message>
      <source>Enter a tag as well: a word without a tag does not count as annotated.</source>
      <translation>Geben Sie auch ein Tag ein: Ohne Tag gilt das Wort nicht als annotiert.</translation>
    </message>
    <message>
      <source>Read ⁨{0}⁩ as ⁨{1}⁩</source>
      <translation>⁨{0}⁩ als ⁨{1}⁩ lesen</translation>
    </message>
    <message>
      <source>Read ⁨{0}⁩ as ⁨{1}⁩ in {2} places</source>
      <translation>⁨{0}⁩ als ⁨{1}⁩ lesen, an {2} Stellen</translation>
    </message>
    <message>
      <source>Searching for the same word</source>
      <translation>Sucht dasselbe Wort</translation>
    </message>
    <message>
      <source>This file format cannot store readings. Save as CoNLL-U.</source>
      <translation>Dieses Dateiformat kann keine Lesarten speichern. Speichern Sie als CoNLL-U.</translation>
    </message>
  </context>
  <context>
    <name>ReadingsPane</name>
    <message>
      <source>Filter of the readings</source>
      <translation>Filter der Lesarten</translation>
    </message>
    <message>
      <source>tag, meaning, lemma or form; Enter takes the first</source>
      <translation>Tag, Bedeutung, Lemma oder Form; Eingabe nimmt die erste</translation>
    </message>
  </context>
  <context>
    <name>ReadingsPresenter</name>
    <message>
      <source>, and %Ln accepted sentence(s)</source>
      <translation>, und %Ln angenommenen Sätzen</translation>
    </message>
    <message>
      <source>All readings</source>
      <translation>Alle Lesarten</translation>
    </message>
    <message>
      <source>Clear the filter</source>
      <translation>Filter löschen</translation>
    </message>
    <message>
      <source>No analysis found. Enter one.</source>
      <translation>Keine Analyse gefunden. Geben Sie eine ein.</translation>
    </message>
    <message>
      <source>No matches</source>
      <translation>Keine Treffer</translation>
    </message>
    <message>
      <source>No readings for this file format. Open a CoNLL-U file, a token table or a text.</source>
      <translation>Keine Lesarten für dieses Dateiformat. Öffnen Sie eine CoNLL-U-Datei, eine Tokentabelle oder einen Text.</translation>
    </message>
    <message>
      <source>No word selected. Click a word, or press an arrow key in the line of words.</source>
      <translation>Kein Wort ausgewählt. Klicken Sie ein Wort an, oder drücken Sie eine Pfeiltaste in der Wortzeile.</translation>
    </message>
    <message>
      <source>Ranked by {0}</source>
      <translation>Geordnet von {0}</translation>
    </message>
    <message>
      <source>Your margin in Preferences is {0:.2f}.</source>
      <translation>Ihr Abstand in den Einstellungen ist {0:.2f}.</translation>
    </message>
    <message>
      <source>all annotated</source>
      <translation>alle annotiert</translation>
    </message>
    <message>
      <source>unranked: train a ranker in Train</source>
      <translation>ungeordnet: trainieren Sie unter Trainieren einen Ranker</translation>
    </message>
    <message>
      <source>word {0}</source>
      <translation>Wort {0}</translation>
    </message>
    <message>
      <source>{0} to annotate</source>
      <translation>{0} zu annotieren</translation>
    </message>
    <message>
      <source>{0} uncertain</source>
      <translation>{0} unsicher</translation>
    </message>
  </context>
  <context>
    <name>RecentListModel</name>
    <message>
      <source>{0} of {1} accepted</source>
      <translation>{0} von {1} angenommen</translation>
    </message>
  </context>
  <context>
    <name>ReportingJobs</name>
    <message>
      <source>The engine was restarted.</source>
      <translation>Die Maschine im Hintergrund wurde neu gestartet.</translation>
    </message>
    <message>
      <source>The training process does not respond. Stop it, or choose Model › Restart the engine.</source>
      <translation>Der Trainingsprozess antwortet nicht. Halten Sie ihn an, oder wählen Sie Modell › Maschine neu starten.</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>Training</translation>
    </message>
  </context>
  <context>
    <name>RunTableModel</name>
    <message>
      <source>CPU (s)</source>
      <translation>CPU (s)</translation>
    </message>
    <message>
      <source>Settings that differ from the defaults</source>
      <translation>Einstellungen, die vom Standard abweichen</translation>
    </message>
    <message>
      <source>evaluated on</source>
      <translation>ausgewertet auf</translation>
    </message>
    <message>
      <source>method</source>
      <translation>Methode</translation>
    </message>
    <message>
      <source>run</source>
      <translation>ausführen</translation>
    </message>
    <message>
      <source>settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>status</source>
      <translation>Stand</translation>
    </message>
    <message>
      <source>trained on</source>
      <translation>trainiert mit</translation>
    </message>
  </context>
  <context>
    <name>RunningTextView</name>
    <message>
      <source>No readings for this word.</source>
      <translation>Keine Lesarten für dieses Wort.</translation>
    </message>
    <message>
      <source>Open a treebank to read its text here.</source>
      <translation>Öffnen Sie eine Treebank, um ihren Text hier zu lesen.</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>This word has only one reading.</source>
      <translation>Dieses Wort hat nur eine Lesart.</translation>
    </message>
  </context>
  <context>
    <name>Runs</name>
    <message>
      <source>Open a treebank first.</source>
      <translation>Öffnen Sie erst eine Treebank.</translation>
    </message>
    <message>
      <source>Training {0}</source>
      <translation>Trainiert {0}</translation>
    </message>
    <message>
      <source>a bug</source>
      <translation>ein Fehler</translation>
    </message>
  </context>
  <context>
    <name>RunsView</name>
    <message>
      <source>%Ln run(s) selected</source>
      <translation>%Ln Läufe gewählt</translation>
    </message>
    <message>
      <source>As CSV or LaTeX: the selected runs, or all</source>
      <translation>Als CSV oder LaTeX: die gewählten Läufe, oder alle</translation>
    </message>
    <message>
      <source>CSV table</source>
      <translation>CSV-Tabelle</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Copy the selected runs, or all, as a tab-separated table</source>
      <translation>Kopiert die gewählten Läufe, oder alle, als Tabelle mit Tabulatoren</translation>
    </message>
    <message>
      <source>LaTeX table</source>
      <translation>LaTeX-Tabelle</translation>
    </message>
    <message>
      <source>No runs yet. Choose a method and start training. Each run is listed here with its settings, time and measures, also if it failed.</source>
      <translation>Noch keine Läufe. Wählen Sie eine Methode und starten Sie das Training. Jeder Lauf erscheint hier mit Einstellungen, Zeit und Messwerten, auch wenn er scheitert.</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>Läufe</translation>
    </message>
    <message>
      <source>Save table</source>
      <translation>Tabelle speichern</translation>
    </message>
    <message>
      <source>Save table…</source>
      <translation>Tabelle speichern…</translation>
    </message>
    <message>
      <source>runs</source>
      <translation>Läufe</translation>
    </message>
  </context>
  <context>
    <name>SentenceNotes</name>
    <message>
      <source>Comments of the sentence</source>
      <translation>Kommentare des Satzes</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>Satz</translation>
    </message>
    <message>
      <source>Sentence {0}</source>
      <translation>Satz {0}</translation>
    </message>
  </context>
  <context>
    <name>SentenceTreeCanvas</name>
    <message>
      <source>Tree of the sentence</source>
      <translation>Baum des Satzes</translation>
    </message>
  </context>
  <context>
    <name>Session</name>
    <message>
      <source> or </source>
      <translation> oder </translation>
    </message>
    <message>
      <source>, or use {0}, which does not need it: Model › Suggest trees with</source>
      <translation>, oder verwenden Sie {0}, das es nicht braucht: Modell › Bäume vorschlagen mit</translation>
    </message>
    <message>
      <source>A project needs at least one document. Add another first.</source>
      <translation>Ein Projekt braucht mindestens ein Dokument. Fügen Sie zuerst ein anderes hinzu.</translation>
    </message>
    <message>
      <source>A step over many sentences is still being recorded.</source>
      <translation>Ein Schritt über viele Sätze wird noch aufgezeichnet.</translation>
    </message>
    <message>
      <source>Accept remaining suggestions of sentence {0}</source>
      <translation>Übrige Vorschläge von Satz {0} annehmen</translation>
    </message>
    <message>
      <source>Accept sentence {0}</source>
      <translation>Satz {0} annehmen</translation>
    </message>
    <message>
      <source>Adding a document</source>
      <translation>Fügt ein Dokument hinzu</translation>
    </message>
    <message>
      <source>Adding documents</source>
      <translation>Dokumente werden hinzugefügt</translation>
    </message>
    <message>
      <source>Arabic</source>
      <translation>Arabisch</translation>
    </message>
    <message>
      <source>Copying the document</source>
      <translation>Das Dokument wird kopiert</translation>
    </message>
    <message>
      <source>Import the locks of the text</source>
      <translation>Sperren des Textes übernehmen</translation>
    </message>
    <message>
      <source>No active parser. Choose one in the Model menu.</source>
      <translation>Kein aktiver Parser. Wählen Sie einen im Menü Modell.</translation>
    </message>
    <message>
      <source>No parser for phrases yet. Accept {0} trees to train one.</source>
      <translation>Noch kein Parser für Phrasen. Nehmen Sie {0} Bäume an, um einen zu trainieren.</translation>
    </message>
    <message>
      <source>No parser yet. Get a treebank of this language, or accept {0} trees to train one.</source>
      <translation>Noch kein Parser. Holen Sie eine Treebank dieser Sprache, oder nehmen Sie {0} Bäume an, um einen zu trainieren.</translation>
    </message>
    <message>
      <source>No suggestion for this sentence.</source>
      <translation>Kein Vorschlag für diesen Satz.</translation>
    </message>
    <message>
      <source>Open a treebank or create a project (File) before you add documents.</source>
      <translation>Öffnen Sie eine Treebank oder legen Sie ein Projekt an (Datei), bevor Sie Dokumente hinzufügen.</translation>
    </message>
    <message>
      <source>Opening {0}</source>
      <translation>Öffnet {0}</translation>
    </message>
    <message>
      <source>Polish</source>
      <translation>Polnisch</translation>
    </message>
    <message>
      <source>Press {0} to accept it anyway.</source>
      <translation>{0} nimmt ihn trotzdem an.</translation>
    </message>
    <message>
      <source>Redone in {0} sentences: {1}</source>
      <translation>In {0} Sätzen wiederholt: {1}</translation>
    </message>
    <message>
      <source>Restored from the journal, not yet saved: {0}</source>
      <translation>Aus dem Journal wiederhergestellt, noch nicht gespeichert: {0}</translation>
    </message>
    <message>
      <source>Russian</source>
      <translation>Russisch</translation>
    </message>
    <message>
      <source>Save these sentences first: models are stored in a project: {0}</source>
      <translation>Speichern Sie diese Sätze zuerst: Modelle werden in einem Projekt gespeichert: {0}</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>Satz {0}: {1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
    <message>
      <source>This document can store both kinds of tree.</source>
      <translation>Dieses Dokument kann beide Arten von Bäumen speichern.</translation>
    </message>
    <message>
      <source>This file format cannot store {0}, so there are no suggestions.</source>
      <translation>Dieses Dateiformat kann keine {0} speichern, daher keine Vorschläge.</translation>
    </message>
    <message>
      <source>This model has no file.</source>
      <translation>Dieses Modell hat keine Datei.</translation>
    </message>
    <message>
      <source>This sentence could not be read, so there are no suggestions.</source>
      <translation>Dieser Satz ließ sich nicht lesen, daher keine Vorschläge.</translation>
    </message>
    <message>
      <source>This sentence has no tree</source>
      <translation>Dieser Satz hat keinen Baum</translation>
    </message>
    <message>
      <source>This sentence has {0} words; suggestions stop at {1}. Attach its words by hand.</source>
      <translation>Dieser Satz hat {0} Wörter; Vorschläge gibt es bis {1}. Hängen Sie seine Wörter von Hand an.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; suggestions stop at {1}. Build its tree by hand.</source>
      <translation>Dieser Satz hat {0} Wörter; Vorschläge gibt es bis {1}. Bauen Sie seinen Baum von Hand.</translation>
    </message>
    <message>
      <source>Training a parser. Suggestions appear shortly.</source>
      <translation>Ein Parser wird trainiert. Vorschläge erscheinen gleich.</translation>
    </message>
    <message>
      <source>Training on accepted sentences</source>
      <translation>Trainiert mit angenommenen Sätzen</translation>
    </message>
    <message>
      <source>Training on annotated words</source>
      <translation>Trainiert mit annotierten Wörtern</translation>
    </message>
    <message>
      <source>Tree {0} of {1}, {2}</source>
      <translation>Baum {0} von {1}, {2}</translation>
    </message>
    <message>
      <source>Turkish</source>
      <translation>Türkisch</translation>
    </message>
    <message>
      <source>Ukrainian</source>
      <translation>Ukrainisch</translation>
    </message>
    <message>
      <source>Uncertain, not checked yet: {0}</source>
      <translation>Unsicher und noch nicht geprüft: {0}</translation>
    </message>
    <message>
      <source>Undone in {0} sentences: {1}</source>
      <translation>In {0} Sätzen rückgängig gemacht: {1}</translation>
    </message>
    <message>
      <source>Words without a head: {0}</source>
      <translation>Wörter ohne Kopf: {0}</translation>
    </message>
    <message>
      <source>Words without a reading: {0}</source>
      <translation>Wörter ohne Lesart: {0}</translation>
    </message>
    <message>
      <source>Your edits are now recorded in {0}</source>
      <translation>Ihre Bearbeitungen werden jetzt in {0} aufgezeichnet</translation>
    </message>
    <message>
      <source>all</source>
      <translation>alle</translation>
    </message>
    <message>
      <source>probability {0:.0%}</source>
      <translation>Wahrscheinlichkeit {0:.0%}</translation>
    </message>
    <message>
      <source>save the sentences to a file and open that.</source>
      <translation>Speichern Sie die Sätze in einer Datei, und öffnen Sie diese.</translation>
    </message>
    <message>
      <source>score {0:.3f}</source>
      <translation>Punkte {0:.3f}</translation>
    </message>
    <message>
      <source>this long text is still being tokenised. Try again in a moment</source>
      <translation>dieser lange Text wird noch tokenisiert. Versuchen Sie es gleich noch einmal</translation>
    </message>
    <message>
      <source>{0} (first readings accepted: {1})</source>
      <translation>{0} (erste Lesarten angenommen: {1})</translation>
    </message>
    <message>
      <source>{0} Train a model on sentences of this language, or get a treebank of it (File).</source>
      <translation>{0} Trainieren Sie ein Modell mit Sätzen dieser Sprache, oder holen Sie eine Treebank dafür (Datei).</translation>
    </message>
    <message>
      <source>{0} anyway ({1})</source>
      <translation>{0} trotzdem ({1})</translation>
    </message>
    <message>
      <source>{0} as the root</source>
      <translation>{0} als Wurzel</translation>
    </message>
    <message>
      <source>{0} cannot learn from your sentences: its file has no training text. Train a model in this project.</source>
      <translation>{0} kann aus Ihren Sätzen nicht lernen: In der Datei fehlt der Trainingstext. Trainieren Sie ein Modell in diesem Projekt.</translation>
    </message>
    <message>
      <source>{0} copy</source>
      <translation>{0} Kopie</translation>
    </message>
    <message>
      <source>{0} could not be removed: {1}</source>
      <translation>{0} ließ sich nicht entfernen: {1}</translation>
    </message>
    <message>
      <source>{0} document(s) added. Choose them above the queue.</source>
      <translation>{0} Dokumente hinzugefügt. Wählen Sie sie über der Warteschlange.</translation>
    </message>
    <message>
      <source>{0} head(s)</source>
      <translation>Köpfe: {0}</translation>
    </message>
    <message>
      <source>{0} is trained. {1} stays the active parser; to change it: Model › Suggest trees with</source>
      <translation>{0} ist trainiert. {1} bleibt der aktive Parser; zum Ändern: Modell › Bäume vorschlagen mit</translation>
    </message>
    <message>
      <source>{0} is trained. {1} stays the active ranker; to change it: Model › Rank readings with</source>
      <translation>{0} ist trainiert. {1} bleibt der aktive Ranker; zum Ändern: Modell › Lesarten ordnen mit</translation>
    </message>
    <message>
      <source>{0} knows only {1:.0%} of the words of this text. It may be for another language.</source>
      <translation>{0} kennt nur {1:.0%} der Wörter dieses Textes. Es ist vielleicht für eine andere Sprache.</translation>
    </message>
    <message>
      <source>{0} phrase(s)</source>
      <translation>Phrasen: {0}</translation>
    </message>
    <message>
      <source>{0} relation(s)</source>
      <translation>Relationen: {0}</translation>
    </message>
    <message>
      <source>{0} under {1}</source>
      <translation>{0} unter {1}</translation>
    </message>
    <message>
      <source>{0} uses other relations than this text.</source>
      <translation>{0} verwendet andere Relationen als dieser Text.</translation>
    </message>
    <message>
      <source>{0} was added for the other kind of tree, with the same words</source>
      <translation>{0} wurde für die andere Baumart hinzugefügt, mit denselben Wörtern</translation>
    </message>
    <message>
      <source>{0} was removed</source>
      <translation>{0} wurde entfernt</translation>
    </message>
    <message>
      <source>{0} was removed from the project. Its file and annotation remain.</source>
      <translation>{0} wurde aus dem Projekt entfernt. Datei und Annotation bleiben.</translation>
    </message>
    <message>
      <source>{0} was retrained on {1} accepted sentence(s) and is used from the next sentence</source>
      <translation>{0} wurde mit angenommenen Sätzen ({1}) neu trainiert und gilt ab dem nächsten Satz</translation>
    </message>
    <message>
      <source>{0} was trained on {1} script; this text is in {2} script.</source>
      <translation>{0} wurde mit {1}er Schrift trainiert; dieser Text ist in {2}er Schrift.</translation>
    </message>
    <message>
      <source>{0} was trained on {1}; this text is {2}.</source>
      <translation>{0} wurde mit {1} trainiert; dieser Text ist {2}.</translation>
    </message>
    <message>
      <source>{0} was trained with another tagset.</source>
      <translation>{0} wurde mit einem anderen Tagset trainiert.</translation>
    </message>
    <message>
      <source>{0}: same as the annotation</source>
      <translation>{0}: wie annotiert</translation>
    </message>
    <message>
      <source>{0}; differs from the annotation: {1}</source>
      <translation>{0}; weicht von der Annotation ab: {1}</translation>
    </message>
    <message>
      <source>{0}; {1} head(s) differ from the best parse</source>
      <translation>{0}; {1} Köpfe anders als in der besten Analyse</translation>
    </message>
    <message>
      <source>{0}; {1} phrase(s) differ from the best parse</source>
      <translation>{0}; {1} Phrasen anders als in der besten Analyse</translation>
    </message>
  </context>
  <context>
    <name>SettingsForm</name>
    <message>
      <source>Advanced: %Ln setting(s), {0}</source>
      <translation>Fortgeschrittene Einstellungen: %Ln, {0}</translation>
    </message>
    <message>
      <source>Rarely changed settings</source>
      <translation>Selten geänderte Einstellungen</translation>
    </message>
    <message>
      <source>all default</source>
      <translation>alle Standard</translation>
    </message>
    <message>
      <source>{0} changed</source>
      <translation>{0} geändert</translation>
    </message>
    <message>
      <source>{0} must be a number.</source>
      <translation>{0} muss eine Zahl sein.</translation>
    </message>
    <message>
      <source>{0} must be at least {1}.</source>
      <translation>{0} muss mindestens {1} sein.</translation>
    </message>
    <message>
      <source>{0} must be at most {1}.</source>
      <translation>{0} darf höchstens {1} sein.</translation>
    </message>
    <message>
      <source>{0} must be between {1} and {2}.</source>
      <translation>{0} muss zwischen {1} und {2} liegen.</translation>
    </message>
  </context>
  <context>
    <name>StateTable</name>
    <message>
      <source>Above</source>
      <translation>Darüber</translation>
    </message>
    <message>
      <source>Below</source>
      <translation>Darunter</translation>
    </message>
    <message>
      <source>Rules</source>
      <translation>Regeln</translation>
    </message>
    <message>
      <source>State</source>
      <translation>Zustand</translation>
    </message>
    <message>
      <source>States</source>
      <translation>Zustände</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>node %</source>
      <translation>Knoten %</translation>
    </message>
  </context>
  <context>
    <name>StatesView</name>
    <message>
      <source>%Ln node(s)</source>
      <translation>%Ln Knoten</translation>
    </message>
    <message>
      <source>, and more</source>
      <translation>, und mehr</translation>
    </message>
    <message>
      <source>CSV table of the states</source>
      <translation>CSV-Tabelle der Zustände</translation>
    </message>
    <message>
      <source>Click a node, or move to it with the arrow keys, to see its states and nearest nodes.</source>
      <translation>Klicken Sie einen Knoten an, oder gehen Sie mit den Pfeiltasten hin, um seine Zustände und nächsten Knoten zu sehen.</translation>
    </message>
    <message>
      <source>Click a word, or move to it with the arrow keys, to see its states and nearest words.</source>
      <translation>Klicken Sie ein Wort an, oder gehen Sie mit den Pfeiltasten hin, um seine Zustände und nächsten Wörter zu sehen.</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>Vergleichen mit</translation>
    </message>
    <message>
      <source>Compare with a treebank of the same sentences</source>
      <translation>Mit einer Treebank über dieselben Sätze vergleichen</translation>
    </message>
    <message>
      <source>Computing the states of this text …</source>
      <translation>Berechnet die Zustände dieses Textes …</translation>
    </message>
    <message>
      <source>Features of words, or a file of the same trees with more detailed labels, such as NP[3sg,full]</source>
      <translation>Merkmale von Wörtern, oder eine Datei derselben Bäume mit genaueren Beschriftungen, wie NP[3sg,full]</translation>
    </message>
    <message>
      <source>In other sentences</source>
      <translation>In anderen Sätzen</translation>
    </message>
    <message>
      <source>Information in the states</source>
      <translation>Information in den Zuständen</translation>
    </message>
    <message>
      <source>Label</source>
      <translation>Beschriftung</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Nearest nodes</source>
      <translation>Nächste Knoten</translation>
    </message>
    <message>
      <source>No hidden states yet. Train a {0} model on this text to see them.</source>
      <translation>Noch keine verborgenen Zustände. Trainieren Sie ein Modell {0} mit diesem Text, um sie zu sehen.</translation>
    </message>
    <message>
      <source>Nodes in the plane</source>
      <translation>Knoten in der Ebene</translation>
    </message>
    <message>
      <source>PDF page of the plane</source>
      <translation>PDF-Seite der Ebene</translation>
    </message>
    <message>
      <source>PNG picture of the plane</source>
      <translation>PNG-Bild der Ebene</translation>
    </message>
    <message>
      <source>Plane</source>
      <translation>Ebene</translation>
    </message>
    <message>
      <source>Rank</source>
      <translation>Rang</translation>
    </message>
    <message>
      <source>SVG drawing of the plane</source>
      <translation>SVG-Zeichnung der Ebene</translation>
    </message>
    <message>
      <source>Same state in other sentences</source>
      <translation>Derselbe Zustand in anderen Sätzen</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>Speichern…</translation>
    </message>
    <message>
      <source>States as CSV; the plane as SVG, PDF or PNG</source>
      <translation>Zustände als CSV; die Ebene als SVG, PDF oder PNG</translation>
    </message>
    <message>
      <source>This node has only one hidden state: its label is rare or was not split.</source>
      <translation>Dieser Knoten hat nur einen Zustand: Seine Beschriftung ist selten oder wurde nicht geteilt.</translation>
    </message>
    <message>
      <source>Tree</source>
      <translation>Baum</translation>
    </message>
    <message>
      <source>another file…</source>
      <translation>andere Datei…</translation>
    </message>
    <message>
      <source>compared with</source>
      <translation>verglichen mit</translation>
    </message>
    <message>
      <source>features of words</source>
      <translation>Merkmale von Wörtern</translation>
    </message>
    <message>
      <source>principal direction {0} ({1} % of the variance)</source>
      <translation>Hauptrichtung {0} ({1} % der Varianz)</translation>
    </message>
    <message>
      <source>state {0}</source>
      <translation>Zustand {0}</translation>
    </message>
    <message>
      <source>state {0}: {1} %</source>
      <translation>Zustand {0}: {1} %</translation>
    </message>
    <message>
      <source>states of {0}</source>
      <translation>Zustände von {0}</translation>
    </message>
    <message>
      <source>{0} in state {1}, most probable first: {2}</source>
      <translation>{0} im Zustand {1}, wahrscheinlichste zuerst: {2}</translation>
    </message>
    <message>
      <source>{0} node(s)</source>
      <translation>Knoten: {0}</translation>
    </message>
    <message>
      <source>{0}: nodes in the plane. {1}</source>
      <translation>{0}: Knoten in der Ebene. {1}</translation>
    </message>
    <message>
      <source>{0}: {1} states of {2} nodes in the first {3} sentences</source>
      <translation>{0}: {1} Zustände von {2} Knoten in den ersten {3} Sätzen</translation>
    </message>
    <message>
      <source>{0}: {1}. The nearest nodes of the text:</source>
      <translation>{0}: {1}. Die nächsten Knoten des Textes:</translation>
    </message>
  </context>
  <context>
    <name>StatusLine</name>
    <message>
      <source>; %Ln unsaved sentence(s) in other files</source>
      <translation>; %Ln nicht gespeicherte Sätze in anderen Dateien</translation>
    </message>
    <message>
      <source>Acceptance of the sentence</source>
      <translation>Annahme des Satzes</translation>
    </message>
    <message>
      <source>Active parser</source>
      <translation>Aktiver Parser</translation>
    </message>
    <message>
      <source>Background work</source>
      <translation>Arbeit im Hintergrund</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Next undo</source>
      <translation>Nächstes Rückgängig</translation>
    </message>
    <message>
      <source>Save status</source>
      <translation>Speicherstand</translation>
    </message>
    <message>
      <source>in memory only</source>
      <translation>nur im Speicher</translation>
    </message>
    <message>
      <source>journal up to date; %Ln unsaved sentence(s)</source>
      <translation>Journal aktuell; %Ln Sätze nicht gespeichert</translation>
    </message>
    <message>
      <source>model: {0}</source>
      <translation>Modell: {0}</translation>
    </message>
    <message>
      <source>nothing to save</source>
      <translation>nichts zu speichern</translation>
    </message>
    <message>
      <source>read only</source>
      <translation>nur lesbar</translation>
    </message>
    <message>
      <source>saved {0}</source>
      <translation>gespeichert {0}</translation>
    </message>
    <message>
      <source>undo: {0}</source>
      <translation>rückgängig: {0}</translation>
    </message>
  </context>
  <context>
    <name>StepsView</name>
    <message>
      <source>%Ln step(s) written next to {0}</source>
      <translation>%Ln Schritte neben {0} geschrieben</translation>
    </message>
    <message>
      <source>Algorithm</source>
      <translation>Algorithmus</translation>
    </message>
    <message>
      <source>Back  (Left)</source>
      <translation>Zurück  (Links)</translation>
    </message>
    <message>
      <source>Every step as SVG, TikZ, PDF or PNG, numbered behind the name</source>
      <translation>Jeden Schritt als SVG, TikZ, PDF oder PNG, mit der Nummer hinter dem Namen</translation>
    </message>
    <message>
      <source>Forward  (Right)</source>
      <translation>Vorwärts  (Rechts)</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>No sentence.</source>
      <translation>Kein Satz.</translation>
    </message>
    <message>
      <source>No steps yet. Train a {0} model on this text to step through its algorithm.</source>
      <translation>Noch keine Schritte. Trainieren Sie ein Modell {0} mit diesem Text, um seinen Algorithmus zu verfolgen.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>PDF-Seite</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>Play or pause  (Space)</source>
      <translation>Abspielen oder anhalten  (Leertaste)</translation>
    </message>
    <message>
      <source>Running the model on this sentence …</source>
      <translation>Wendet das Modell auf diesen Satz an …</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>SVG-Zeichnung</translation>
    </message>
    <message>
      <source>Save all steps</source>
      <translation>Alle Schritte speichern</translation>
    </message>
    <message>
      <source>Save all…</source>
      <translation>Alle speichern…</translation>
    </message>
    <message>
      <source>Save step</source>
      <translation>Schritt speichern</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>Speichern…</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>Schritt</translation>
    </message>
    <message>
      <source>This step as SVG, TikZ, PDF or PNG</source>
      <translation>Diesen Schritt als SVG, TikZ, PDF oder PNG</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>TikZ-Abbildung</translation>
    </message>
    <message>
      <source>To the end  (End)</source>
      <translation>Ans Ende  (Ende)</translation>
    </message>
    <message>
      <source>To the start  (Home)</source>
      <translation>An den Anfang  (Pos1)</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>SubtreeReplacement</name>
    <message>
      <source>Alternative subtree of {0}</source>
      <translation>Anderer Teilbaum von {0}</translation>
    </message>
    <message>
      <source>No alternative subtrees of {0}.</source>
      <translation>Keine anderen Teilbäume von {0}.</translation>
    </message>
    <message>
      <source>No suggestion.</source>
      <translation>Kein Vorschlag.</translation>
    </message>
    <message>
      <source>Subtree {0} of {1} of {2}</source>
      <translation>Teilbaum {0} von {1} zu {2}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Forbid {0}</source>
      <translation>{0} verbieten</translation>
    </message>
    <message>
      <source>Forbidden in suggestions. Free it to allow it again.</source>
      <translation>In Vorschlägen verboten. Geben Sie es frei, um es wieder zu erlauben.</translation>
    </message>
    <message>
      <source>Free {0}</source>
      <translation>{0} freigeben</translation>
    </message>
    <message>
      <source>Lock {0}</source>
      <translation>{0} sperren</translation>
    </message>
    <message>
      <source>Locked. Locks are stored in the journal, not in text files.</source>
      <translation>Gesperrt. Sperren stehen im Journal, nicht in Textdateien.</translation>
    </message>
    <message>
      <source>No: {0}</source>
      <translation>Nein: {0}</translation>
    </message>
    <message>
      <source>Nothing to forbid here.</source>
      <translation>Hier gibt es nichts zu verbieten.</translation>
    </message>
    <message>
      <source>Nothing to lock here.</source>
      <translation>Hier gibt es nichts zu sperren.</translation>
    </message>
    <message>
      <source>Parsing this sentence …</source>
      <translation>Parst diesen Satz …</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>Satz {0}: {1}</translation>
    </message>
    <message>
      <source>The model has no parse that satisfies the locks.</source>
      <translation>Das Modell hat keine Analyse, die die Sperren einhält.</translation>
    </message>
    <message>
      <source>Undo conflicting locks: {0}</source>
      <translation>Unvereinbare Sperren aufheben: {0}</translation>
    </message>
    <message>
      <source>Undone: {0}</source>
      <translation>Rückgängig gemacht: {0}</translation>
    </message>
    <message>
      <source>Unlock {0}</source>
      <translation>{0} entsperren</translation>
    </message>
    <message>
      <source>Yes: {0}</source>
      <translation>Ja: {0}</translation>
    </message>
  </context>
  <context>
    <name>TextDialog</name>
    <message>
      <source>&amp;Copy</source>
      <translation>&amp;Kopieren</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Copy the text to paste it elsewhere</source>
      <translation>Den Text kopieren, um ihn anderswo einzufügen</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Einzelheiten</translation>
    </message>
  </context>
  <context>
    <name>TextSplitter</name>
    <message>
      <source>Sentences and words are split by {0}</source>
      <translation>Sätze und Wörter trennt {0}</translation>
    </message>
  </context>
  <context>
    <name>TokenLine</name>
    <message>
      <source>Words of the sentence</source>
      <translation>Wörter des Satzes</translation>
    </message>
  </context>
  <context>
    <name>TokenListModel</name>
    <message>
      <source>multiword token: {0}</source>
      <translation>Mehrwort-Token: {0}</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Acceptance of the sentence</source>
      <translation>Annahme des Satzes</translation>
    </message>
    <message>
      <source>Bar</source>
      <translation>Leiste</translation>
    </message>
    <message>
      <source>Menu</source>
      <translation>Menü</translation>
    </message>
    <message>
      <source>Next sentence</source>
      <translation>Nächster Satz</translation>
    </message>
    <message>
      <source>Panels at the left</source>
      <translation>Tafeln links</translation>
    </message>
    <message>
      <source>Panels at the right</source>
      <translation>Tafeln rechts</translation>
    </message>
    <message>
      <source>Previous sentence</source>
      <translation>Voriger Satz</translation>
    </message>
    <message>
      <source>Project and document</source>
      <translation>Projekt und Dokument</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>Wiederholen</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Search, or run a command</source>
      <translation>Suchen oder Befehl ausführen</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>Satz</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>TourCard</name>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>End the tour (Esc, or any other key)</source>
      <translation>Die Führung beenden (Esc, oder jede andere Taste)</translation>
    </message>
    <message>
      <source>Leave</source>
      <translation>Verlassen</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Next stop (Return)</source>
      <translation>Die nächste Station (Eingabe)</translation>
    </message>
    <message>
      <source>Previous stop (Left)</source>
      <translation>Die Station davor (Links)</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>Training</name>
    <message>
      <source>Train a language model on {0}</source>
      <translation>Ein Sprachmodell mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train a parser on {0}</source>
      <translation>Einen Parser mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train a pipeline on {0}</source>
      <translation>Eine Pipeline mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train a ranker on {0}</source>
      <translation>Einen Ranker mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train a tagger on {0}</source>
      <translation>Einen Tagger mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train a tokeniser on {0}</source>
      <translation>Einen Tokenisierer mit {0} trainieren</translation>
    </message>
    <message>
      <source>Train word clusters on {0}</source>
      <translation>Wortcluster mit {0} bilden</translation>
    </message>
    <message>
      <source>Train word embeddings on {0}</source>
      <translation>Wortvektoren mit {0} trainieren</translation>
    </message>
  </context>
  <context>
    <name>TrainingLog</name>
    <message>
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <source>The training log appears here.</source>
      <translation>Hier erscheint das Trainingsprotokoll.</translation>
    </message>
  </context>
  <context>
    <name>TrainingView</name>
    <message>
      <source>, then %Ln more run(s)</source>
      <translation>, dann %Ln weitere Läufe</translation>
    </message>
    <message>
      <source>Choose training documents.</source>
      <translation>Wählen Sie Trainingsdokumente.</translation>
    </message>
    <message>
      <source>Description of the setting</source>
      <translation>Beschreibung der Einstellung</translation>
    </message>
    <message>
      <source>Evaluate on</source>
      <translation>Auswerten auf</translation>
    </message>
    <message>
      <source>No training in progress.</source>
      <translation>Kein Training läuft.</translation>
    </message>
    <message>
      <source>Number of models to train in turn, each with the next seed, to compare random starts</source>
      <translation>Zahl der Modelle, die nacheinander trainiert werden, jedes mit dem nächsten Zufallskeim, um Zufallsstarts zu vergleichen</translation>
    </message>
    <message>
      <source>Open a treebank first.</source>
      <translation>Öffnen Sie erst eine Treebank.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>Random starts</source>
      <translation>Zufällige Anfänge</translation>
    </message>
    <message>
      <source>Reset all settings to their defaults</source>
      <translation>Alle Einstellungen auf Standard zurücksetzen</translation>
    </message>
    <message>
      <source>Reset to defaults</source>
      <translation>Auf Vorgaben zurücksetzen</translation>
    </message>
    <message>
      <source>Scores on training data are optimistic. Hold out some sentences.</source>
      <translation>Werte auf Trainingsdaten sind zu gut. Halten Sie Sätze zurück.</translation>
    </message>
    <message>
      <source>Settings to vary, each with a range or a list, and sentences=… for a learning curve. All models form one run with one curve. Empty: one model.</source>
      <translation>Einstellungen, die variieren, jede mit Bereich oder Liste, und sentences=… für eine Lernkurve. Alle Modelle bilden einen Lauf mit einer Kurve. Leer: ein Modell.</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Stop training; the unfinished model is discarded</source>
      <translation>Training abbrechen; das unfertige Modell wird verworfen</translation>
    </message>
    <message>
      <source>Stopping …</source>
      <translation>Wird angehalten …</translation>
    </message>
    <message>
      <source>Sweep over</source>
      <translation>Reihe über</translation>
    </message>
    <message>
      <source>This method is deterministic: all starts give the same model</source>
      <translation>Diese Methode ist deterministisch: Alle Starts ergeben dasselbe Modell</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>Trainieren</translation>
    </message>
    <message>
      <source>Train on</source>
      <translation>Trainieren mit</translation>
    </message>
    <message>
      <source>Train with these settings</source>
      <translation>Mit diesen Einstellungen trainieren</translation>
    </message>
    <message>
      <source>Training data and settings</source>
      <translation>Trainingsdaten und Einstellungen</translation>
    </message>
    <message>
      <source>Trees of {0} cannot be re-ranked.</source>
      <translation>Bäume von {0} lassen sich nicht neu ordnen.</translation>
    </message>
    <message>
      <source>no document open</source>
      <translation>kein Dokument offen</translation>
    </message>
    <message>
      <source>states=2:16:2 sentences=50,200</source>
      <translation>states=2:16:2 sentences=50,200</translation>
    </message>
    <message>
      <source>the open document</source>
      <translation>das offene Dokument</translation>
    </message>
    <message>
      <source>{0} Or tick another file.</source>
      <translation>{0} Oder kreuzen Sie eine andere Datei an.</translation>
    </message>
    <message>
      <source>{0} …</source>
      <translation>{0} …</translation>
    </message>
    <message>
      <source>{0}: training on {1}</source>
      <translation>{0}: trainiert mit {1}</translation>
    </message>
    <message>
      <source>{0}: {1} s</source>
      <translation>{0}: {1} s</translation>
    </message>
  </context>
  <context>
    <name>TreeCard</name>
    <message>
      <source>Tree {0}: {1}</source>
      <translation>Baum {0}: {1}</translation>
    </message>
    <message>
      <source>{0} (Alt+{1})</source>
      <translation>{0} (Alt+{1})</translation>
    </message>
  </context>
  <context>
    <name>TreeEditor</name>
    <message>
      <source>Add {1} above {0}</source>
      <translation>{1} über {0} hinzufügen</translation>
    </message>
    <message>
      <source>Attach {0} to</source>
      <translation>{0} anhängen an</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>{0} an {1} anhängen</translation>
    </message>
    <message>
      <source>Delete {0}</source>
      <translation>{0} löschen</translation>
    </message>
    <message>
      <source>Group {0} as</source>
      <translation>{0} gruppieren als</translation>
    </message>
    <message>
      <source>Group {0} as {1}</source>
      <translation>{0} als {1} gruppieren</translation>
    </message>
    <message>
      <source>Label of the whole sentence</source>
      <translation>Beschriftung des ganzen Satzes</translation>
    </message>
    <message>
      <source>Lift {0}</source>
      <translation>{0} heben</translation>
    </message>
    <message>
      <source>New node over {0}</source>
      <translation>Neuer Knoten über {0}</translation>
    </message>
    <message>
      <source>No phrase has the index of {0} any more, so this trace has no antecedent.</source>
      <translation>Keine Phrase hat mehr den Index von {0}; diese Spur hat kein Antezedens.</translation>
    </message>
    <message>
      <source>Relabel {0}</source>
      <translation>{0} umbeschriften</translation>
    </message>
    <message>
      <source>Relabel {0} as {1}</source>
      <translation>{0} zu {1} umbeschriften</translation>
    </message>
    <message>
      <source>Remove unary {0}</source>
      <translation>Unären Knoten {0} entfernen</translation>
    </message>
    <message>
      <source>Select a node first: click on it, or press an arrow key.</source>
      <translation>Wählen Sie erst einen Knoten: klicken Sie ihn an, oder drücken Sie eine Pfeiltaste.</translation>
    </message>
    <message>
      <source>Start a tree as {0}</source>
      <translation>Einen Baum als {0} beginnen</translation>
    </message>
    <message>
      <source>This file format cannot store constituents. Add a document for them (File), or save as brackets (.mrg).</source>
      <translation>Dieses Dateiformat kann keine Konstituenten speichern. Fügen Sie ein Dokument dafür hinzu (Datei), oder speichern Sie als Klammern (.mrg).</translation>
    </message>
    <message>
      <source>This sentence already has a tree.</source>
      <translation>Dieser Satz hat schon einen Baum.</translation>
    </message>
    <message>
      <source>{0} cannot be attached elsewhere: it or a phrase above it would become discontinuous.</source>
      <translation>{0} lässt sich nicht anders anhängen: Es selbst oder eine Phrase darüber würde diskontinuierlich.</translation>
    </message>
  </context>
  <context>
    <name>TreeKindSwitch</name>
    <message>
      <source>Show this kind of tree</source>
      <translation>Diese Art von Baum zeigen</translation>
    </message>
  </context>
  <context>
    <name>TreeOutline</name>
    <message>
      <source>Label</source>
      <translation>Beschriftung</translation>
    </message>
    <message>
      <source>Outline of the constituents</source>
      <translation>Gliederung der Konstituenten</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>no label</source>
      <translation>keine Beschriftung</translation>
    </message>
    <message>
      <source>trace {0}</source>
      <translation>Spur {0}</translation>
    </message>
    <message>
      <source>{0}, {1}, child {2} of {3}</source>
      <translation>{0}, {1}, Kind {2} von {3}</translation>
    </message>
    <message>
      <source>{0}, {1}, root</source>
      <translation>{0}, {1}, Wurzel</translation>
    </message>
  </context>
  <context>
    <name>TreeStrip</name>
    <message>
      <source>%Ln other head(s)</source>
      <translation>andere Köpfe: %Ln</translation>
    </message>
    <message>
      <source>%Ln other phrase(s)</source>
      <translation>andere Phrasen: %Ln</translation>
    </message>
    <message>
      <source>%Ln phrase(s) fewer</source>
      <translation>weniger Phrasen: %Ln</translation>
    </message>
    <message>
      <source>Already annotated. Press N to see the model's suggestion.</source>
      <translation>Schon annotiert. N zeigt den Vorschlag des Modells.</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Bester</translation>
    </message>
    <message>
      <source>Most probable trees</source>
      <translation>Wahrscheinlichste Bäume</translation>
    </message>
    <message>
      <source>Parsing …</source>
      <translation>Parst …</translation>
    </message>
    <message>
      <source>other labels</source>
      <translation>andere Etiketten</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>VocabularyModel</name>
    <message>
      <source>Count</source>
      <translation>Anzahl</translation>
    </message>
    <message>
      <source>Known</source>
      <translation>Bekannt</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>Bedeutung</translation>
    </message>
    <message>
      <source>Most probable meaning; not confirmed</source>
      <translation>Wahrscheinlichste Bedeutung; nicht bestätigt</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Wort</translation>
    </message>
    <message>
      <source>known</source>
      <translation>bekannt</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>nicht bekannt</translation>
    </message>
  </context>
  <context>
    <name>VocabularyView</name>
    <message>
      <source> (no words are listed)</source>
      <translation> (keine Wörter stehen in der Liste)</translation>
    </message>
    <message>
      <source>All words</source>
      <translation>Alle Wörter</translation>
    </message>
    <message>
      <source>Anki…</source>
      <translation>Anki…</translation>
    </message>
    <message>
      <source>CSV table</source>
      <translation>CSV-Tabelle</translation>
    </message>
    <message>
      <source>Counting words …</source>
      <translation>Zählt Wörter …</translation>
    </message>
    <message>
      <source>Export the listed words as Anki cards</source>
      <translation>Gelistete Wörter als Anki-Karten exportieren</translation>
    </message>
    <message>
      <source>Export the listed words as CSV</source>
      <translation>Gelistete Wörter als CSV exportieren</translation>
    </message>
    <message>
      <source>Filter of words</source>
      <translation>Filter der Wörter</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>Keine Treffer.</translation>
    </message>
    <message>
      <source>No words are listed.</source>
      <translation>Keine Wörter sind gelistet.</translation>
    </message>
    <message>
      <source>Not known yet</source>
      <translation>Noch nicht bekannt</translation>
    </message>
    <message>
      <source>Occurrences of the word</source>
      <translation>Vorkommen des Wortes</translation>
    </message>
    <message>
      <source>Save the words as a table</source>
      <translation>Die Wörter als Tabelle speichern</translation>
    </message>
    <message>
      <source>Save the words as cards for Anki</source>
      <translation>Die Wörter als Karten für Anki speichern</translation>
    </message>
    <message>
      <source>Show all words, known or not</source>
      <translation>Alle auflisten, bekannt oder nicht</translation>
    </message>
    <message>
      <source>Show only words that match, in form or meaning</source>
      <translation>Nur Wörter zeigen, die in Form oder Bedeutung passen</translation>
    </message>
    <message>
      <source>Table…</source>
      <translation>Tabelle…</translation>
    </message>
    <message>
      <source>Text for Anki</source>
      <translation>Text für Anki</translation>
    </message>
    <message>
      <source>Word or meaning</source>
      <translation>Wort oder Bedeutung</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>Words appear here when readings are available for the text.</source>
      <translation>Wörter erscheinen hier, sobald es für den Text Lesarten gibt.</translation>
    </message>
    <message>
      <source>{0} words, {1} known ({2:.0%})</source>
      <translation>{0} Wörter, {1} bekannt ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ Bekannt</translation>
    </message>
  </context>
  <context>
    <name>WelcomeView</name>
    <message>
      <source>&amp;Get a treebank…</source>
      <translation>Treebank &amp;holen…</translation>
    </message>
    <message>
      <source>&amp;Keys</source>
      <translation>&amp;Tasten</translation>
    </message>
    <message>
      <source>&amp;Look inside…</source>
      <translation>&amp;Hineinsehen…</translation>
    </message>
    <message>
      <source>&amp;New project…</source>
      <translation>&amp;Neues Projekt…</translation>
    </message>
    <message>
      <source>&amp;Open a treebank…</source>
      <translation>Treebank ö&amp;ffnen…</translation>
    </message>
    <message>
      <source>&amp;Read a text…</source>
      <translation>Einen Text &amp;lesen…</translation>
    </message>
    <message>
      <source>A folder with its history, models and texts</source>
      <translation>Ein Ordner mit seinem Verlauf, seinen Modellen und Texten</translation>
    </message>
    <message>
      <source>Annotate a treebank</source>
      <translation>Eine Treebank annotieren</translation>
    </message>
    <message>
      <source>Confirm or correct a parser's suggestions. It asks about the least certain ones first.</source>
      <translation>Bestätigen oder korrigieren Sie Vorschläge eines Parsers. Er fragt zuerst nach den unsichersten.</translation>
    </message>
    <message>
      <source>Drop a treebank, a text or a project's folder anywhere in this window.</source>
      <translation>Lassen Sie eine Treebank, einen Text oder den Ordner eines Projekts irgendwo in dieses Fenster fallen.</translation>
    </message>
    <message>
      <source>English and Arabic sentences to explore</source>
      <translation>Englische und arabische Sätze, um alles auszuprobieren</translation>
    </message>
    <message>
      <source>Everything can be done without a mouse</source>
      <translation>Alles geht auch ohne Maus</translation>
    </message>
    <message>
      <source>Files you open appear here.</source>
      <translation>Geöffnete Dateien erscheinen hier.</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;Führung</translation>
    </message>
    <message>
      <source>Look inside models</source>
      <translation>In Modelle hineinsehen</translation>
    </message>
    <message>
      <source>Nine steps through the window, with the sample</source>
      <translation>Neun Stationen durch das Fenster, mit den Beispielen</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>&amp;Projekt öffnen…</translation>
    </message>
    <message>
      <source>Open your own data</source>
      <translation>Eigene Daten öffnen</translation>
    </message>
    <message>
      <source>Over a hundred languages from Universal Dependencies</source>
      <translation>Über hundert Sprachen aus Universal Dependencies</translation>
    </message>
    <message>
      <source>Paste any text and see meanings, parts of speech and vowels under its words.</source>
      <translation>Fügen Sie irgendeinen Text ein und sehen Sie Bedeutungen, Wortarten und Vokale unter seinen Wörtern.</translation>
    </message>
    <message>
      <source>Read a text</source>
      <translation>Einen Text lesen</translation>
    </message>
    <message>
      <source>Read, annotate and model language. Everything stays on this computer.</source>
      <translation>Sprache lesen, annotieren und modellieren. Alles bleibt auf diesem Rechner.</translation>
    </message>
    <message>
      <source>Recent</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <source>Recent projects and treebanks</source>
      <translation>Letzte Projekte und Treebanks</translation>
    </message>
    <message>
      <source>Several files with a shared history</source>
      <translation>Mehrere Dateien mit einem Verlauf</translation>
    </message>
    <message>
      <source>Spectral Workbench</source>
      <translation>Spectral Workbench</translation>
    </message>
    <message>
      <source>Train a model, watch its curves and explore its hidden states.</source>
      <translation>Ein Modell trainieren, seine Kurven verfolgen und seine verborgenen Zustände erkunden.</translation>
    </message>
    <message>
      <source>Try the &amp;sample</source>
      <translation>Das &amp;Beispiel ausprobieren</translation>
    </message>
  </context>
  <context>
    <name>Window</name>
    <message>
      <source>Constituents</source>
      <translation>Konstituenten</translation>
    </message>
    <message>
      <source>Dependencies</source>
      <translation>Dependenzen</translation>
    </message>
    <message>
      <source>No matches</source>
      <translation>Keine Treffer</translation>
    </message>
    <message>
      <source>and %Ln more problem(s)</source>
      <translation>und %Ln weitere Probleme</translation>
    </message>
    <message>
      <source>read only</source>
      <translation>nur lesbar</translation>
    </message>
    <message>
      <source>{0} no longer exists</source>
      <translation>{0} existiert nicht mehr</translation>
    </message>
  </context>
  <context>
    <name>WordMapView</name>
    <message>
      <source> is in class {0}</source>
      <translation> ist von Klasse {0}</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>(edge of the sentence)</source>
      <translation>(Rand des Satzes)</translation>
    </message>
    <message>
      <source>A word</source>
      <translation>Ein Wort</translation>
    </message>
    <message>
      <source>After it</source>
      <translation>Danach</translation>
    </message>
    <message>
      <source>Before it</source>
      <translation>Davor</translation>
    </message>
    <message>
      <source>CSV table of the classes</source>
      <translation>CSV-Tabelle der Klassen</translation>
    </message>
    <message>
      <source>Class</source>
      <translation>Klasse</translation>
    </message>
    <message>
      <source>Classes as CSV; the plane as SVG, PDF or PNG</source>
      <translation>Klassen als CSV; die Ebene als SVG, PDF oder PNG</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Nearest words</source>
      <translation>Nächste Wörter</translation>
    </message>
    <message>
      <source>No word classes yet. Train a {0} model on this text to see them.</source>
      <translation>Noch keine Wortklassen. Trainieren Sie ein Modell {0} mit diesem Text, um sie zu sehen.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>PDF-Seite</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>SVG-Zeichnung</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>Speichern…</translation>
    </message>
    <message>
      <source>The most frequent of {0} in the plane</source>
      <translation>Die häufigsten von {0} in der Ebene</translation>
    </message>
    <message>
      <source>The most frequent words: {0}</source>
      <translation>Die häufigsten Wörter: {0}</translation>
    </message>
    <message>
      <source>Type or click a word, or press Enter on one, to see the most similar words.</source>
      <translation>Tippen oder klicken Sie ein Wort an, oder wählen Sie eines mit Eingabe, um die ähnlichsten Wörter zu sehen.</translation>
    </message>
    <message>
      <source>Typical words</source>
      <translation>Typische Wörter</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Wort</translation>
    </message>
    <message>
      <source>Words in the plane</source>
      <translation>Wörter in der Ebene</translation>
    </message>
    <message>
      <source>first principal direction</source>
      <translation>erste Hauptrichtung</translation>
    </message>
    <message>
      <source>second principal direction</source>
      <translation>zweite Hauptrichtung</translation>
    </message>
    <message>
      <source>similarity %</source>
      <translation>Ähnlichkeit %</translation>
    </message>
    <message>
      <source>words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>{0} classes of {1}, the most frequent first</source>
      <translation>{0} Klassen von {1}, die häufigsten zuerst</translation>
    </message>
    <message>
      <source>{0}: {1} %</source>
      <translation>{0}: {1} %</translation>
    </message>
  </context>
  <context>
    <name>WordOutline</name>
    <message>
      <source>Words with their heads</source>
      <translation>Wörter mit ihren Köpfen</translation>
    </message>
  </context>
  <context>
    <name>WordTableModel</name>
    <message>
      <source>Head</source>
      <translation>Kopf</translation>
    </message>
    <message>
      <source>Relation</source>
      <translation>Relation</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>Wort</translation>
    </message>
    <message>
      <source>below {0}</source>
      <translation>unter {0}</translation>
    </message>
    <message>
      <source>no head</source>
      <translation>kein Kopf</translation>
    </message>
    <message>
      <source>root</source>
      <translation>Wurzel</translation>
    </message>
    <message>
      <source>{0} of the sentence</source>
      <translation>{0} des Satzes</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>WordView</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Another feature</source>
      <translation>Ein weiteres Merkmal</translation>
    </message>
    <message>
      <source>Attach {0} to the root</source>
      <translation>{0} an die Wurzel hängen</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>{0} an {1} anhängen</translation>
    </message>
    <message>
      <source>Clear {0} of {1}</source>
      <translation>{0} von {1} leeren</translation>
    </message>
    <message>
      <source>Feature {0}</source>
      <translation>Merkmal {0}</translation>
    </message>
    <message>
      <source>Name=Value</source>
      <translation>Name=Wert</translation>
    </message>
    <message>
      <source>New label "{0}". Enter creates it, Esc cancels.</source>
      <translation>Neue Beschriftung „{0}“. Eingabe legt sie an, Esc bricht ab.</translation>
    </message>
    <message>
      <source>No word selected. Click a word, or press an arrow key in the line of words.</source>
      <translation>Kein Wort ausgewählt. Klicken Sie ein Wort an, oder drücken Sie eine Pfeiltaste in der Wortzeile.</translation>
    </message>
    <message>
      <source>No word to edit.</source>
      <translation>Kein Wort zu bearbeiten.</translation>
    </message>
    <message>
      <source>Set {0} of {1} to {2}</source>
      <translation>{0} von {1} auf {2} setzen</translation>
    </message>
    <message>
      <source>This file format cannot store {0}. Save as CoNLL-U to use it.</source>
      <translation>Dieses Dateiformat kann {0} nicht speichern. Speichern Sie als CoNLL-U, um es zu benutzen.</translation>
    </message>
    <message>
      <source>This sentence could not be read and is saved unchanged.</source>
      <translation>Dieser Satz ließ sich nicht lesen und wird unverändert gespeichert.</translation>
    </message>
    <message>
      <source>Words cannot be edited here. To change one, edit the file.</source>
      <translation>Wörter lassen sich hier nicht ändern. Ändern Sie dazu die Datei.</translation>
    </message>
    <message>
      <source>no such word</source>
      <translation>es gibt kein solches Wort</translation>
    </message>
    <message>
      <source>not attached</source>
      <translation>nicht angehängt</translation>
    </message>
    <message>
      <source>suggested: {0}</source>
      <translation>vorgeschlagen: {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
  </context>
  <context>
    <name>_FoldedPanelStrip</name>
    <message>
      <source>Folded panels at the left</source>
      <translation>Eingeklappte Tafeln links</translation>
    </message>
    <message>
      <source>Folded panels at the right</source>
      <translation>Eingeklappte Tafeln rechts</translation>
    </message>
  </context>
  <context>
    <name>_Footer</name>
    <message>
      <source># sentence</source>
      <translation># Satz</translation>
    </message>
    <message>
      <source>&gt; command</source>
      <translation>&gt; Befehl</translation>
    </message>
    <message>
      <source>@ label</source>
      <translation>@ Beschriftung</translation>
    </message>
    <message>
      <source>close</source>
      <translation>schließen</translation>
    </message>
    <message>
      <source>move</source>
      <translation>bewegen</translation>
    </message>
    <message>
      <source>run</source>
      <translation>ausführen</translation>
    </message>
  </context>
  <context>
    <name>actions</name>
    <message>
      <source># Keys</source>
      <translation># Tasten</translation>
    </message>
    <message>
      <source>&amp;About</source>
      <translation>&amp;Über</translation>
    </message>
    <message>
      <source>&amp;Accept and go to next</source>
      <translation>&amp;Annehmen und weiter</translation>
    </message>
    <message>
      <source>&amp;Accept the rest</source>
      <translation>Den Rest &amp;annehmen</translation>
    </message>
    <message>
      <source>&amp;Annotate</source>
      <translation>&amp;Annotieren</translation>
    </message>
    <message>
      <source>&amp;Attach elsewhere…</source>
      <translation>&amp;Anderswo anhängen…</translation>
    </message>
    <message>
      <source>&amp;Attach to a head…</source>
      <translation>An einen Kopf &amp;hängen…</translation>
    </message>
    <message>
      <source>&amp;Calibration</source>
      <translation>&amp;Kalibrierung</translation>
    </message>
    <message>
      <source>&amp;Compact</source>
      <translation>&amp;Eng</translation>
    </message>
    <message>
      <source>&amp;Compare</source>
      <translation>&amp;Vergleichen</translation>
    </message>
    <message>
      <source>&amp;Constituents</source>
      <translation>&amp;Konstituenten</translation>
    </message>
    <message>
      <source>&amp;Copy</source>
      <translation>&amp;Kopieren</translation>
    </message>
    <message>
      <source>&amp;Delete the node</source>
      <translation>Knoten &amp;löschen</translation>
    </message>
    <message>
      <source>&amp;Dependencies</source>
      <translation>&amp;Dependenzen</translation>
    </message>
    <message>
      <source>&amp;Detach</source>
      <translation>&amp;Lösen</translation>
    </message>
    <message>
      <source>&amp;Document order</source>
      <translation>Reihenfolge des &amp;Dokuments</translation>
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
      <source>&amp;Enhanced arcs</source>
      <translation>Erweiterte B&amp;ögen</translation>
    </message>
    <message>
      <source>&amp;Everywhere in this document…</source>
      <translation>&amp;Überall in diesem Dokument…</translation>
    </message>
    <message>
      <source>&amp;Export the tree…</source>
      <translation>Baum &amp;exportieren…</translation>
    </message>
    <message>
      <source>&amp;File</source>
      <translation>&amp;Datei</translation>
    </message>
    <message>
      <source>&amp;Fill empty LEMMA, UPOS, XPOS, FEATS in accepted sentences…</source>
      <translation>Leere LEMMA, UPOS, XPOS, FEATS in angenommenen Sätzen &amp;füllen …</translation>
    </message>
    <message>
      <source>&amp;Filter the queue</source>
      <translation>Warteschlange &amp;filtern</translation>
    </message>
    <message>
      <source>&amp;Filter the readings</source>
      <translation>Lesarten &amp;filtern</translation>
    </message>
    <message>
      <source>&amp;Find…</source>
      <translation>&amp;Suchen…</translation>
    </message>
    <message>
      <source>&amp;Fit</source>
      <translation>Ein&amp;passen</translation>
    </message>
    <message>
      <source>&amp;Fold into rows</source>
      <translation>In &amp;Zeilen falten</translation>
    </message>
    <message>
      <source>&amp;Forbid the arc</source>
      <translation>Bogen ver&amp;bieten</translation>
    </message>
    <message>
      <source>&amp;Forbid the phrase</source>
      <translation>Phrase ver&amp;bieten</translation>
    </message>
    <message>
      <source>&amp;Get a treebank…</source>
      <translation>Treebank &amp;holen…</translation>
    </message>
    <message>
      <source>&amp;Go</source>
      <translation>&amp;Gehe</translation>
    </message>
    <message>
      <source>&amp;Group…</source>
      <translation>&amp;Gruppieren…</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>&amp;Hilfe</translation>
    </message>
    <message>
      <source>&amp;Import a model…</source>
      <translation>Modell &amp;importieren…</translation>
    </message>
    <message>
      <source>&amp;In rows</source>
      <translation>In &amp;Zeilen</translation>
    </message>
    <message>
      <source>&amp;Interlinear</source>
      <translation>&amp;Interlinear</translation>
    </message>
    <message>
      <source>&amp;Keep this model for all projects</source>
      <translation>Dieses Modell für alle Projekte &amp;behalten</translation>
    </message>
    <message>
      <source>&amp;Keys</source>
      <translation>&amp;Tasten</translation>
    </message>
    <message>
      <source>&amp;Label…</source>
      <translation>&amp;Beschriftung…</translation>
    </message>
    <message>
      <source>&amp;Larger interface</source>
      <translation>&amp;Größere Oberfläche</translation>
    </message>
    <message>
      <source>&amp;Least certain first</source>
      <translation>&amp;Unsicherste zuerst</translation>
    </message>
    <message>
      <source>&amp;Lemma</source>
      <translation>Le&amp;mma</translation>
    </message>
    <message>
      <source>&amp;Lemmas</source>
      <translation>&amp;Lemmata</translation>
    </message>
    <message>
      <source>&amp;Lock the arc</source>
      <translation>Bogen &amp;sperren</translation>
    </message>
    <message>
      <source>&amp;Lock the phrase</source>
      <translation>Phrase &amp;sperren</translation>
    </message>
    <message>
      <source>&amp;Mark words</source>
      <translation>Wörter &amp;markieren</translation>
    </message>
    <message>
      <source>&amp;Model</source>
      <translation>&amp;Modell</translation>
    </message>
    <message>
      <source>&amp;Models disagree</source>
      <translation>&amp;Modelle uneins</translation>
    </message>
    <message>
      <source>&amp;New project…</source>
      <translation>&amp;Neues Projekt…</translation>
    </message>
    <message>
      <source>&amp;Next sentence</source>
      <translation>&amp;Nächster Satz</translation>
    </message>
    <message>
      <source>&amp;Next tree</source>
      <translation>&amp;Nächster Baum</translation>
    </message>
    <message>
      <source>&amp;None of these…</source>
      <translation>&amp;Keine davon…</translation>
    </message>
    <message>
      <source>&amp;Normal size</source>
      <translation>&amp;Normale Größe</translation>
    </message>
    <message>
      <source>&amp;Open a treebank…</source>
      <translation>Treebank ö&amp;ffnen…</translation>
    </message>
    <message>
      <source>&amp;Other kind of tree</source>
      <translation>Andere &amp;Baumart</translation>
    </message>
    <message>
      <source>&amp;Part of speech</source>
      <translation>Wort&amp;art</translation>
    </message>
    <message>
      <source>&amp;Preferences…</source>
      <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
      <source>&amp;Previous sentence</source>
      <translation>&amp;Voriger Satz</translation>
    </message>
    <message>
      <source>&amp;Previous tree</source>
      <translation>&amp;Voriger Baum</translation>
    </message>
    <message>
      <source>&amp;Quit</source>
      <translation>&amp;Beenden</translation>
    </message>
    <message>
      <source>&amp;Quiz…</source>
      <translation>&amp;Quiz…</translation>
    </message>
    <message>
      <source>&amp;Random order</source>
      <translation>&amp;Zufällige Reihenfolge</translation>
    </message>
    <message>
      <source>&amp;Read</source>
      <translation>&amp;Lesen</translation>
    </message>
    <message>
      <source>&amp;Redo</source>
      <translation>&amp;Wiederholen</translation>
    </message>
    <message>
      <source>&amp;Relation…</source>
      <translation>&amp;Relation…</translation>
    </message>
    <message>
      <source>&amp;Remove a model…</source>
      <translation>Ein Modell &amp;entfernen…</translation>
    </message>
    <message>
      <source>&amp;Save</source>
      <translation>&amp;Speichern</translation>
    </message>
    <message>
      <source>&amp;Search, or run a command…</source>
      <translation>&amp;Suchen oder Befehl ausführen…</translation>
    </message>
    <message>
      <source>&amp;Smaller interface</source>
      <translation>&amp;Kleinere Oberfläche</translation>
    </message>
    <message>
      <source>&amp;Sounds</source>
      <translation>&amp;Laute</translation>
    </message>
    <message>
      <source>&amp;Start a tree…</source>
      <translation>Baum &amp;beginnen…</translation>
    </message>
    <message>
      <source>&amp;Stop training</source>
      <translation>Training an&amp;halten</translation>
    </message>
    <message>
      <source>&amp;Tools</source>
      <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
      <source>&amp;Train</source>
      <translation>&amp;Trainieren</translation>
    </message>
    <message>
      <source>&amp;Tree</source>
      <translation>&amp;Baum</translation>
    </message>
    <message>
      <source>&amp;Undo</source>
      <translation>&amp;Rückgängig</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>&amp;Ansicht</translation>
    </message>
    <message>
      <source>&amp;Vowels in the words</source>
      <translation>&amp;Vokale in den Wörtern</translation>
    </message>
    <message>
      <source>&amp;Why</source>
      <translation>&amp;Warum</translation>
    </message>
    <message>
      <source>&amp;Words on one line</source>
      <translation>&amp;Wörter auf einer Linie</translation>
    </message>
    <message>
      <source>&amp;Words…</source>
      <translation>&amp;Wörter…</translation>
    </message>
    <message>
      <source>&amp;Zoom out</source>
      <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
      <source>1, 2, 3, 4</source>
      <translation>1, 2, 3, 4</translation>
    </message>
    <message>
      <source>A&amp;dd to the project…</source>
      <translation>Zum Projekt &amp;hinzufügen…</translation>
    </message>
    <message>
      <source>Accept an&amp;yway</source>
      <translation>Trotzdem a&amp;nnehmen</translation>
    </message>
    <message>
      <source>Accept and &amp;stay</source>
      <translation>Annehmen und &amp;bleiben</translation>
    </message>
    <message>
      <source>Accept the sentence although heads are missing or uncertain words are unchecked.</source>
      <translation>Den Satz annehmen, obwohl Köpfe fehlen oder unsichere Wörter ungeprüft sind.</translation>
    </message>
    <message>
      <source>Accept the sentence and go to the next one to annotate.</source>
      <translation>Den Satz annehmen und zum nächsten offenen gehen.</translation>
    </message>
    <message>
      <source>Accept the sentence and stay on it.</source>
      <translation>Den Satz annehmen und bei ihm bleiben.</translation>
    </message>
    <message>
      <source>Accept the suggested tree after you have checked every uncertain phrase.</source>
      <translation>Den vorgeschlagenen Baum annehmen, nachdem jede unsichere Phrase geprüft ist.</translation>
    </message>
    <message>
      <source>Accept the suggested tree after you have checked every uncertain word.</source>
      <translation>Den vorgeschlagenen Baum annehmen, nachdem jedes unsichere Wort geprüft ist.</translation>
    </message>
    <message>
      <source>Add a &amp;unary node…</source>
      <translation>&amp;Unären Knoten hinzufügen…</translation>
    </message>
    <message>
      <source>Add a cop&amp;y</source>
      <translation>&amp;Kopie hinzufügen</translation>
    </message>
    <message>
      <source>Add a copy of the open document with its present annotation.</source>
      <translation>Eine Kopie des offenen Dokuments mit seiner jetzigen Annotation hinzufügen.</translation>
    </message>
    <message>
      <source>Add a document for t&amp;he other kind of tree</source>
      <translation>Dokument für die &amp;andere Art von Baum hinzufügen</translation>
    </message>
    <message>
      <source>Add a node above this one.</source>
      <translation>Einen neuen Knoten über diesen setzen.</translation>
    </message>
    <message>
      <source>Add files to the open project; they stay where they are.</source>
      <translation>Dateien zum offenen Projekt hinzufügen; sie bleiben, wo sie sind.</translation>
    </message>
    <message>
      <source>Add the selected words to your list of known words, or remove them.</source>
      <translation>Die gewählten Wörter zu Ihrer Liste bekannter Wörter hinzufügen oder entfernen.</translation>
    </message>
    <message>
      <source>Add the word to your list of known words, or remove it.</source>
      <translation>Das Wort zu Ihrer Liste bekannter Wörter hinzufügen oder entfernen.</translation>
    </message>
    <message>
      <source>All &amp;readings</source>
      <translation>Alle &amp;Lesarten</translation>
    </message>
    <message>
      <source>All words, those you do not know, those you do.</source>
      <translation>Alle Wörter, die unbekannten, die bekannten.</translation>
    </message>
    <message>
      <source>Annotate</source>
      <translation>Annotieren</translation>
    </message>
    <message>
      <source>Annotate sentence by sentence.</source>
      <translation>Satz für Satz annotieren.</translation>
    </message>
    <message>
      <source>Annotate the same words with the other kind of tree, in a separate file.</source>
      <translation>Dieselben Wörter mit der anderen Baumart annotieren, in einer eigenen Datei.</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <source>Answer the most informative questions with Y or N; the sentence is parsed again after each.</source>
      <translation>Beantworten Sie die aufschlussreichsten Fragen mit Y oder N; der Satz wird danach jeweils neu geparst.</translation>
    </message>
    <message>
      <source>As written, where you point, where the model is unsure, always.</source>
      <translation>Wie geschrieben, wo Sie zeigen, wo das Modell unsicher ist, immer.</translation>
    </message>
    <message>
      <source>Ask &amp;questions</source>
      <translation>&amp;Fragen stellen</translation>
    </message>
    <message>
      <source>Ask about another word.</source>
      <translation>Nach einem anderen Wort fragen.</translation>
    </message>
    <message>
      <source>Back, forward</source>
      <translation>Zurück, weiter</translation>
    </message>
    <message>
      <source>Begin a line with each sentence.</source>
      <translation>Mit jedem Satz eine Zeile beginnen.</translation>
    </message>
    <message>
      <source>Begin with one node over all words.</source>
      <translation>Mit einem Knoten über allen Wörtern beginnen.</translation>
    </message>
    <message>
      <source>Below the tree, while digits choose readings.</source>
      <translation>Unter dem Baum, solange Ziffern Lesarten nehmen.</translation>
    </message>
    <message>
      <source>C&amp;ompare two automata</source>
      <translation>Zwei Automaten ver&amp;gleichen</translation>
    </message>
    <message>
      <source>Cancel a prompt or a dialog</source>
      <translation>Eine Eingabe oder einen Dialog abbrechen</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>&amp;Tasten ändern…</translation>
    </message>
    <message>
      <source>Choose a model, active or not, and remove its file.</source>
      <translation>Ein Modell wählen, in Gebrauch oder nicht, und seine Datei entfernen.</translation>
    </message>
    <message>
      <source>Choose a reading, or another head or label from the line below the tree.</source>
      <translation>Eine Lesart wählen, oder einen anderen Kopf oder eine andere Relation aus der Zeile unter dem Baum.</translation>
    </message>
    <message>
      <source>Choose alternative 1</source>
      <translation>Vorschlag 1 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 1 of the line</source>
      <translation>Vorschlag 1 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 2</source>
      <translation>Vorschlag 2 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 2 of the line</source>
      <translation>Vorschlag 2 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 3</source>
      <translation>Vorschlag 3 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 3 of the line</source>
      <translation>Vorschlag 3 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 4</source>
      <translation>Vorschlag 4 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 4 of the line</source>
      <translation>Vorschlag 4 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 5</source>
      <translation>Vorschlag 5 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 5 of the line</source>
      <translation>Vorschlag 5 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 6</source>
      <translation>Vorschlag 6 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 6 of the line</source>
      <translation>Vorschlag 6 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 7</source>
      <translation>Vorschlag 7 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 7 of the line</source>
      <translation>Vorschlag 7 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 8</source>
      <translation>Vorschlag 8 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 8 of the line</source>
      <translation>Vorschlag 8 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 9</source>
      <translation>Vorschlag 9 nehmen</translation>
    </message>
    <message>
      <source>Choose alternative 9 of the line</source>
      <translation>Vorschlag 9 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Choose and download a treebank of Universal Dependencies.</source>
      <translation>Eine Treebank von Universal Dependencies wählen und herunterladen.</translation>
    </message>
    <message>
      <source>Choose another label for the node.</source>
      <translation>Eine andere Beschriftung für den Knoten wählen.</translation>
    </message>
    <message>
      <source>Choose another parent for the node.</source>
      <translation>Einen anderen Elternknoten wählen.</translation>
    </message>
    <message>
      <source>Choose other keys; conflicts are shown.</source>
      <translation>Andere Tasten wählen; Konflikte werden gezeigt.</translation>
    </message>
    <message>
      <source>Choose the head by digit, letters or arrows.</source>
      <translation>Den Kopf mit Ziffer, Buchstaben oder Pfeilen wählen.</translation>
    </message>
    <message>
      <source>Choose the relation of the word to its head.</source>
      <translation>Die Relation des Wortes zu seinem Kopf wählen.</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>Vergleichen</translation>
    </message>
    <message>
      <source>Constituency tree</source>
      <translation>Konstituentenbaum</translation>
    </message>
    <message>
      <source>Copy a &amp;diagnosis</source>
      <translation>&amp;Diagnose kopieren</translation>
    </message>
    <message>
      <source>Copy as &amp;CoNLL-U</source>
      <translation>Als &amp;CoNLL-U kopieren</translation>
    </message>
    <message>
      <source>Copy as &amp;LaTeX</source>
      <translation>Als &amp;LaTeX kopieren</translation>
    </message>
    <message>
      <source>Copy as &amp;brackets</source>
      <translation>Als &amp;Klammern kopieren</translation>
    </message>
    <message>
      <source>Copy as &amp;text</source>
      <translation>Als &amp;Text kopieren</translation>
    </message>
    <message>
      <source>Copy the constituency tree in brackets.</source>
      <translation>Den Konstituentenbaum in Klammern kopieren.</translation>
    </message>
    <message>
      <source>Copy the sentence as CoNLL-U.</source>
      <translation>Den Satz als CoNLL-U kopieren.</translation>
    </message>
    <message>
      <source>Copy the tree on screen as LaTeX.</source>
      <translation>Den gezeigten Baum als LaTeX kopieren.</translation>
    </message>
    <message>
      <source>Copy the words of the sentence.</source>
      <translation>Die Wörter des Satzes kopieren.</translation>
    </message>
    <message>
      <source>Copy version information for a bug report.</source>
      <translation>Versionsangaben für einen Fehlerbericht kopieren.</translation>
    </message>
    <message>
      <source>Create a project from treebanks.</source>
      <translation>Ein Projekt aus Treebanks anlegen.</translation>
    </message>
    <message>
      <source>Ctrl+wheel</source>
      <translation>Strg+Rad</translation>
    </message>
    <message>
      <source>Dark on light, or light on dark.</source>
      <translation>Dunkel auf hell oder hell auf dunkel.</translation>
    </message>
    <message>
      <source>Delete the node; its children move up to its parent.</source>
      <translation>Den Knoten löschen; seine Kinder rücken zu seinem Elternknoten auf.</translation>
    </message>
    <message>
      <source>Dependencies or constituents, where a sentence has both.</source>
      <translation>Dependenzen oder Konstituenten, wo ein Satz beides hat.</translation>
    </message>
    <message>
      <source>Dependency tree</source>
      <translation>Dependenzbaum</translation>
    </message>
    <message>
      <source>Dict&amp;ionaries…</source>
      <translation>&amp;Wörterbücher…</translation>
    </message>
    <message>
      <source>Draw a line from each trace to its antecedent.</source>
      <translation>Eine Linie von jeder Spur zu ihrem Antezedens zeichnen.</translation>
    </message>
    <message>
      <source>Draw words and arcs closer together.</source>
      <translation>Wörter und Bögen enger beisammen.</translation>
    </message>
    <message>
      <source>Draw words on one line or close to their nodes.</source>
      <translation>Wörter auf einer Linie oder nahe an ihren Knoten.</translation>
    </message>
    <message>
      <source>E&amp;xplore</source>
      <translation>&amp;Erkunden</translation>
    </message>
    <message>
      <source>E&amp;xport the model…</source>
      <translation>Modell e&amp;xportieren…</translation>
    </message>
    <message>
      <source>Edit the &amp;word</source>
      <translation>Das &amp;Wort bearbeiten</translation>
    </message>
    <message>
      <source>English and Arabic sentences to explore.</source>
      <translation>Englische und arabische Sätze, um alles auszuprobieren.</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Eingabe</translation>
    </message>
    <message>
      <source>Enter a reading, starting from the best one.</source>
      <translation>Eine Lesart eingeben, ausgehend von der besten.</translation>
    </message>
    <message>
      <source>Esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>Überall</translation>
    </message>
    <message>
      <source>Exclude this from the parse.</source>
      <translation>Dies von der Analyse ausschließen.</translation>
    </message>
    <message>
      <source>Explain the ranking of the readings.</source>
      <translation>Die Reihenfolge der Lesarten erklären.</translation>
    </message>
    <message>
      <source>Explore</source>
      <translation>Erkunden</translation>
    </message>
    <message>
      <source>Explore trained models.</source>
      <translation>Trainierte Modelle erkunden.</translation>
    </message>
    <message>
      <source>Explore: steps</source>
      <translation>Erkunden: Schritte</translation>
    </message>
    <message>
      <source>Export the active parser to a file.</source>
      <translation>Den aktiven Parser in eine Datei exportieren.</translation>
    </message>
    <message>
      <source>Export the listed words as CSV.</source>
      <translation>Die gelisteten Wörter als CSV exportieren.</translation>
    </message>
    <message>
      <source>Export the listed words as cards.</source>
      <translation>Die gelisteten Wörter als Karten exportieren.</translation>
    </message>
    <message>
      <source>Export the runs as CSV or LaTeX.</source>
      <translation>Die Läufe als CSV oder LaTeX exportieren.</translation>
    </message>
    <message>
      <source>F&amp;old or unfold</source>
      <translation>&amp;Ein- oder ausklappen</translation>
    </message>
    <message>
      <source>F&amp;ull screen</source>
      <translation>&amp;Ganzer Bildschirm</translation>
    </message>
    <message>
      <source>Fade words you know, underline the others.</source>
      <translation>Bekannte Wörter verblassen, die anderen unterstreichen.</translation>
    </message>
    <message>
      <source>Fill what is empty in accepted sentences from the best readings.</source>
      <translation>Füllt in angenommenen Sätzen, was leer ist, aus den besten Lesarten.</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Filter or find</source>
      <translation>Filtern oder suchen</translation>
    </message>
    <message>
      <source>Filter the readings of the word, or open Find.</source>
      <translation>Die Lesarten des Wortes filtern oder die Suche öffnen.</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Find &amp;next</source>
      <translation>&amp;Nächsten Treffer suchen</translation>
    </message>
    <message>
      <source>Find any command by a few letters.</source>
      <translation>Jeden Befehl mit ein paar Buchstaben finden.</translation>
    </message>
    <message>
      <source>Find pre&amp;vious</source>
      <translation>&amp;Vorigen Treffer suchen</translation>
    </message>
    <message>
      <source>First and last word</source>
      <translation>Erstes und letztes Wort</translation>
    </message>
    <message>
      <source>First and last word of the page</source>
      <translation>Erstes und letztes Wort der Seite</translation>
    </message>
    <message>
      <source>Fold all</source>
      <translation>Alles einklappen</translation>
    </message>
    <message>
      <source>Fr&amp;ee the phrase</source>
      <translation>Phrase fr&amp;eigeben</translation>
    </message>
    <message>
      <source>Fr&amp;ee the word</source>
      <translation>Wort fr&amp;eigeben</translation>
    </message>
    <message>
      <source>Go from a state or an edge to its sentences</source>
      <translation>Von einem Zustand oder einer Kante zu den Sätzen gehen</translation>
    </message>
    <message>
      <source>Go to the first occurrence of the word</source>
      <translation>Zum ersten Vorkommen des Wortes gehen</translation>
    </message>
    <message>
      <source>Go to the form of the word.</source>
      <translation>Zur Form des Wortes gehen.</translation>
    </message>
    <message>
      <source>Go to the next difference.</source>
      <translation>Zum nächsten Unterschied gehen.</translation>
    </message>
    <message>
      <source>Go to the next match.</source>
      <translation>Zum nächsten Treffer gehen.</translation>
    </message>
    <message>
      <source>Go to the next page.</source>
      <translation>Zur nächsten Seite gehen.</translation>
    </message>
    <message>
      <source>Go to the next sentence that has a problem.</source>
      <translation>Zum nächsten Satz mit einem Problem gehen.</translation>
    </message>
    <message>
      <source>Go to the next sentence that is accepted, but still has a problem.</source>
      <translation>Zum nächsten Satz, der angenommen ist, aber noch ein Problem hat.</translation>
    </message>
    <message>
      <source>Go to the next underlined phrase.</source>
      <translation>Zur nächsten unterstrichenen Phrase gehen.</translation>
    </message>
    <message>
      <source>Go to the next underlined word.</source>
      <translation>Zum nächsten unterstrichenen Wort gehen.</translation>
    </message>
    <message>
      <source>Go to the next word you do not know.</source>
      <translation>Zum nächsten Wort gehen, das Sie nicht kennen.</translation>
    </message>
    <message>
      <source>Go to the previous match.</source>
      <translation>Zum vorigen Treffer gehen.</translation>
    </message>
    <message>
      <source>Go to the previous one.</source>
      <translation>Zum vorigen gehen.</translation>
    </message>
    <message>
      <source>Go to the previous page.</source>
      <translation>Zur vorigen Seite gehen.</translation>
    </message>
    <message>
      <source>Group the selection under a new node.</source>
      <translation>Das Gewählte unter einen neuen Knoten stellen.</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;Führung</translation>
    </message>
    <message>
      <source>Hide all but the upper nodes.</source>
      <translation>Alle bis auf die oberen Knoten verbergen.</translation>
    </message>
    <message>
      <source>Hide the panels at the left, or show them again.</source>
      <translation>Die Tafeln links verbergen oder wieder zeigen.</translation>
    </message>
    <message>
      <source>Hide the panels at the right, or show them again.</source>
      <translation>Die Tafeln rechts verbergen oder wieder zeigen.</translation>
    </message>
    <message>
      <source>Hide the suggestion for a sentence that has heads</source>
      <translation>Den Vorschlag für einen Satz verbergen, der Köpfe hat</translation>
    </message>
    <message>
      <source>Hide what is below the node.</source>
      <translation>Verbergen, was unter dem Knoten steht.</translation>
    </message>
    <message>
      <source>Home</source>
      <translation>Pos1</translation>
    </message>
    <message>
      <source>Home, End</source>
      <translation>Pos1, Ende</translation>
    </message>
    <message>
      <source>I &amp;know this word</source>
      <translation>Ich &amp;kenne dieses Wort</translation>
    </message>
    <message>
      <source>I know this word</source>
      <translation>Ich kenne dieses Wort</translation>
    </message>
    <message>
      <source>Import a model from a file for all projects.</source>
      <translation>Ein Modell für alle Projekte aus einer Datei importieren.</translation>
    </message>
    <message>
      <source>In the list: select a reading and choose it</source>
      <translation>In der Liste: eine Lesart anwählen und nehmen</translation>
    </message>
    <message>
      <source>In the list: the word to the left or right</source>
      <translation>In der Liste: das Wort links oder rechts</translation>
    </message>
    <message>
      <source>In the order of the queue.</source>
      <translation>In der Reihenfolge der Warteschlange.</translation>
    </message>
    <message>
      <source>In the order of the sentence.</source>
      <translation>In der Reihenfolge des Satzes.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Keys that work everywhere need Ctrl, Alt or a function key: others type text in fields.</source>
      <translation>Tasten, die überall gelten, brauchen Strg, Alt oder eine Funktionstaste: andere schreiben Text in Felder.</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Später</translation>
    </message>
    <message>
      <source>Left, Right</source>
      <translation>Links, Rechts</translation>
    </message>
    <message>
      <source>Left, Right, Up, Down</source>
      <translation>Links, Rechts, Auf, Ab</translation>
    </message>
    <message>
      <source>Lemma, tags, features and meaning in lines below each word.</source>
      <translation>Lemma, Tags, Merkmale und Bedeutung in Zeilen unter jedem Wort.</translation>
    </message>
    <message>
      <source>Letters are commands in trees, outlines, the line of words and the queue; in fields they type text. You can change most keys under Edit, Change keys; keys without a description are fixed.</source>
      <translation>Buchstaben sind Befehle in Bäumen, Gliederungen, der Wortzeile und der Warteschlange; in Feldern schreiben sie Text. Die meisten Tasten lassen sich unter Bearbeiten, Tasten ändern anpassen; Tasten ohne Beschreibung sind fest.</translation>
    </message>
    <message>
      <source>Li&amp;ft</source>
      <translation>&amp;Heben</translation>
    </message>
    <message>
      <source>Light or &amp;dark</source>
      <translation>Hell oder &amp;dunkel</translation>
    </message>
    <message>
      <source>Line &amp;by line</source>
      <translation>&amp;Zeile für Zeile</translation>
    </message>
    <message>
      <source>Line of &amp;words</source>
      <translation>&amp;Wortzeile</translation>
    </message>
    <message>
      <source>Line of words</source>
      <translation>Wortzeile</translation>
    </message>
    <message>
      <source>Lines to t&amp;races</source>
      <translation>Linien zu &amp;Spuren</translation>
    </message>
    <message>
      <source>List all words of the document and those you know.</source>
      <translation>Alle Wörter des Dokuments; die, die Sie kennen.</translation>
    </message>
    <message>
      <source>Lock or unlock this arc; the rest is parsed again.</source>
      <translation>Diesen Bogen sperren oder freigeben; der Rest wird neu geparst.</translation>
    </message>
    <message>
      <source>Lock or unlock this phrase; the rest is parsed again.</source>
      <translation>Diese Phrase sperren oder freigeben; der Rest wird neu geparst.</translation>
    </message>
    <message>
      <source>Lock this.</source>
      <translation>Dies sperren.</translation>
    </message>
    <message>
      <source>Look &amp;at the word</source>
      <translation>Das Wort anse&amp;hen</translation>
    </message>
    <message>
      <source>Make it the r&amp;oot</source>
      <translation>Zur &amp;Wurzel machen</translation>
    </message>
    <message>
      <source>Make text and controls larger.</source>
      <translation>Text und Bedienelemente vergrößern.</translation>
    </message>
    <message>
      <source>Make text and controls smaller.</source>
      <translation>Text und Bedienelemente verkleinern.</translation>
    </message>
    <message>
      <source>Make the word the root.</source>
      <translation>Das Wort zur Wurzel machen.</translation>
    </message>
    <message>
      <source>Manage dictionaries in StarDict and Yomitan format, in any language.</source>
      <translation>Wörterbücher von StarDict und Yomitan verwalten, in jeder Sprache.</translation>
    </message>
    <message>
      <source>Meanin&amp;g</source>
      <translation>&amp;Bedeutung</translation>
    </message>
    <message>
      <source>Measure the calibration of arc probabilities.</source>
      <translation>Die Kalibrierung der Bogenwahrscheinlichkeiten messen.</translation>
    </message>
    <message>
      <source>Merge the next two states; in Steps, the next step.</source>
      <translation>Die nächsten zwei Zustände verbinden; in Schritte der nächste Schritt.</translation>
    </message>
    <message>
      <source>Move the node up, out of its parent.</source>
      <translation>Den Knoten nach oben aus seinem Elternknoten rücken.</translation>
    </message>
    <message>
      <source>Multiple-choice questions on words of the text.</source>
      <translation>Fragen zu Wörtern des Textes mit je vier Antworten.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Next &amp;difference</source>
      <translation>Nächster &amp;Unterschied</translation>
    </message>
    <message>
      <source>Next &amp;merge</source>
      <translation>Nächste &amp;Zusammenlegung</translation>
    </message>
    <message>
      <source>Next &amp;unknown word</source>
      <translation>Nächstes &amp;unbekanntes Wort</translation>
    </message>
    <message>
      <source>Next &amp;word</source>
      <translation>Nächstes &amp;Wort</translation>
    </message>
    <message>
      <source>Next a&amp;ccepted with problems</source>
      <translation>Nächster angenommener mit P&amp;roblemen</translation>
    </message>
    <message>
      <source>Next alternative &amp;below the phrase</source>
      <translation>Nächste &amp;unter der Phrase</translation>
    </message>
    <message>
      <source>Next alternative &amp;below the word</source>
      <translation>Nächste &amp;unter dem Wort</translation>
    </message>
    <message>
      <source>Next and previous edge</source>
      <translation>Nächste und vorige Kante</translation>
    </message>
    <message>
      <source>Next or previous field</source>
      <translation>Nächstes oder voriges Feld</translation>
    </message>
    <message>
      <source>Next pa&amp;ge</source>
      <translation>Nächste &amp;Seite</translation>
    </message>
    <message>
      <source>Next pro&amp;blem</source>
      <translation>Nächstes Pro&amp;blem</translation>
    </message>
    <message>
      <source>Next uncertain p&amp;hrase</source>
      <translation>Nächste &amp;zweifelhafte Phrase</translation>
    </message>
    <message>
      <source>Next uncertain wor&amp;d</source>
      <translation>Nächstes &amp;zweifelhaftes Wort</translation>
    </message>
    <message>
      <source>Nine steps through the window; Esc ends the tour.</source>
      <translation>Neun Stationen durch das Fenster; Esc beendet die Führung.</translation>
    </message>
    <message>
      <source>No</source>
      <translation>Nein</translation>
    </message>
    <message>
      <source>Noun, verb and so on, under each word.</source>
      <translation>Nomen, Verb und so weiter, unter jedem Wort.</translation>
    </message>
    <message>
      <source>One row that scrolls, or as many as fit.</source>
      <translation>Eine Zeile, die rollt, oder so viele wie passen.</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>&amp;Projekt öffnen…</translation>
    </message>
    <message>
      <source>Open a file of sentences.</source>
      <translation>Eine Datei mit Sätzen öffnen.</translation>
    </message>
    <message>
      <source>Open the folder of a project.</source>
      <translation>Den Ordner eines Projekts öffnen.</translation>
    </message>
    <message>
      <source>Order of the &amp;queue</source>
      <translation>Reihenfolge der &amp;Warteschlange</translation>
    </message>
    <message>
      <source>Order of the document.</source>
      <translation>Reihenfolge des Dokuments.</translation>
    </message>
    <message>
      <source>P&amp;rint the tree…</source>
      <translation>Baum d&amp;rucken…</translation>
    </message>
    <message>
      <source>Panels at the l&amp;eft</source>
      <translation>Tafeln &amp;links</translation>
    </message>
    <message>
      <source>Panels at the rig&amp;ht</source>
      <translation>Tafeln &amp;rechts</translation>
    </message>
    <message>
      <source>Parse again without this arc.</source>
      <translation>Neu parsen ohne diesen Bogen.</translation>
    </message>
    <message>
      <source>Parse again without this phrase.</source>
      <translation>Neu parsen ohne diese Phrase.</translation>
    </message>
    <message>
      <source>PgUp, PgDown</source>
      <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
      <source>Play, or stop</source>
      <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
      <source>Pr&amp;evious page</source>
      <translation>Vor&amp;ige Seite</translation>
    </message>
    <message>
      <source>Pre&amp;vious uncertain phrase</source>
      <translation>Vor&amp;ige zweifelhafte Phrase</translation>
    </message>
    <message>
      <source>Pre&amp;vious uncertain word</source>
      <translation>Vor&amp;iges zweifelhaftes Wort</translation>
    </message>
    <message>
      <source>Previous alternative below the phrase</source>
      <translation>Vorige unter der Phrase</translation>
    </message>
    <message>
      <source>Previous alternative below the word</source>
      <translation>Vorige unter dem Wort</translation>
    </message>
    <message>
      <source>Previous d&amp;ifference</source>
      <translation>Voriger U&amp;nterschied</translation>
    </message>
    <message>
      <source>Previous me&amp;rge</source>
      <translation>Vorige Z&amp;usammenlegung</translation>
    </message>
    <message>
      <source>Previous page, next page</source>
      <translation>Vorige Seite, nächste Seite</translation>
    </message>
    <message>
      <source>Previous un&amp;known word</source>
      <translation>Voriges un&amp;bekanntes Wort</translation>
    </message>
    <message>
      <source>Previous w&amp;ord</source>
      <translation>Voriges W&amp;ort</translation>
    </message>
    <message>
      <source>Print the tree on screen.</source>
      <translation>Den gezeigten Baum drucken.</translation>
    </message>
    <message>
      <source>Questions</source>
      <translation>Fragen</translation>
    </message>
    <message>
      <source>Queue</source>
      <translation>Warteschlange</translation>
    </message>
    <message>
      <source>Queue, words and trees</source>
      <translation>Warteschlange, Wörter und Bäume</translation>
    </message>
    <message>
      <source>Quit the program; your annotation is saved in the journal.</source>
      <translation>Das Programm beenden; Ihre Annotation bleibt im Journal.</translation>
    </message>
    <message>
      <source>Quiz</source>
      <translation>Quiz</translation>
    </message>
    <message>
      <source>Random order, the same every time.</source>
      <translation>Jedes Mal dieselbe zufällige Reihenfolge.</translation>
    </message>
    <message>
      <source>Read</source>
      <translation>Lesen</translation>
    </message>
    <message>
      <source>Read a &amp;text…</source>
      <translation>Einen Te&amp;xt lesen…</translation>
    </message>
    <message>
      <source>Read how to use the program.</source>
      <translation>Lesen, wie man das Programm benutzt.</translation>
    </message>
    <message>
      <source>Read the running text.</source>
      <translation>Den fortlaufenden Text lesen.</translation>
    </message>
    <message>
      <source>Readin&amp;g</source>
      <translation>&amp;Lesen</translation>
    </message>
    <message>
      <source>Readin&amp;gs</source>
      <translation>Les&amp;arten</translation>
    </message>
    <message>
      <source>Readings, from words and trees</source>
      <translation>Lesarten, von Wörtern und Bäumen aus</translation>
    </message>
    <message>
      <source>Redo the last undone step.</source>
      <translation>Den letzten rückgängig gemachten Schritt wiederholen.</translation>
    </message>
    <message>
      <source>Remo&amp;ve from the project</source>
      <translation>Aus dem Projekt &amp;nehmen</translation>
    </message>
    <message>
      <source>Remove the head of the word.</source>
      <translation>Den Kopf des Wortes entfernen.</translation>
    </message>
    <message>
      <source>Remove the locks of the word.</source>
      <translation>Die Sperren des Wortes aufheben.</translation>
    </message>
    <message>
      <source>Remove the locks of these words.</source>
      <translation>Die Sperren dieser Wörter aufheben.</translation>
    </message>
    <message>
      <source>Remove the open document from the project; its file and annotation remain.</source>
      <translation>Das offene Dokument aus dem Projekt entfernen; Datei und Annotation bleiben.</translation>
    </message>
    <message>
      <source>Remove the u&amp;nary node</source>
      <translation>U&amp;nären Knoten entfernen</translation>
    </message>
    <message>
      <source>Remove this node with a single child.</source>
      <translation>Diesen Knoten mit nur einem Kind entfernen.</translation>
    </message>
    <message>
      <source>Reset all panels to their default positions.</source>
      <translation>Alle Tafeln an ihren Standardplatz zurücksetzen.</translation>
    </message>
    <message>
      <source>Reset the la&amp;yout</source>
      <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
      <source>Restart the en&amp;gine</source>
      <translation>Maschine &amp;neu starten</translation>
    </message>
    <message>
      <source>Review other occurrences of the word and give them this reading.</source>
      <translation>Andere Vorkommen des Wortes prüfen und ihnen diese Lesart geben.</translation>
    </message>
    <message>
      <source>S&amp;uggested trees</source>
      <translation>&amp;Vorgeschlagene Bäume</translation>
    </message>
    <message>
      <source>Save &amp;as…</source>
      <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
      <source>Save &amp;words as a table…</source>
      <translation>Wörter als &amp;Tabelle speichern…</translation>
    </message>
    <message>
      <source>Save a&amp;ll</source>
      <translation>A&amp;lles speichern</translation>
    </message>
    <message>
      <source>Save all files of the project.</source>
      <translation>Alle Dateien des Projekts speichern.</translation>
    </message>
    <message>
      <source>Save the &amp;automaton…</source>
      <translation>&amp;Automat speichern…</translation>
    </message>
    <message>
      <source>Save the &amp;curves…</source>
      <translation>&amp;Kurven speichern…</translation>
    </message>
    <message>
      <source>Save the &amp;spectrum…</source>
      <translation>&amp;Spektrum speichern…</translation>
    </message>
    <message>
      <source>Save the &amp;table of runs…</source>
      <translation>&amp;Tabelle der Läufe speichern…</translation>
    </message>
    <message>
      <source>Save the sentences to another file.</source>
      <translation>Die Sätze in einer anderen Datei speichern.</translation>
    </message>
    <message>
      <source>Save the sentences to their file.</source>
      <translation>Die Sätze in ihrer Datei speichern.</translation>
    </message>
    <message>
      <source>Save words for A&amp;nki…</source>
      <translation>Wörter für A&amp;nki speichern…</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen nach</translation>
    </message>
    <message>
      <source>Search for words, tags, labels and structures.</source>
      <translation>Wörter, Tags, Beschriftungen und Strukturen suchen.</translation>
    </message>
    <message>
      <source>Select several nodes or words</source>
      <translation>Mehrere Knoten oder Wörter wählen</translation>
    </message>
    <message>
      <source>Select several words</source>
      <translation>Mehrere Wörter wählen</translation>
    </message>
    <message>
      <source>Sentences that the model is least certain about first.</source>
      <translation>Sätze mit der größten Unsicherheit des Modells zuerst.</translation>
    </message>
    <message>
      <source>Sentences with most differences between two models' trees first.</source>
      <translation>Sätze mit den meisten Unterschieden zwischen den Bäumen zweier Modelle zuerst.</translation>
    </message>
    <message>
      <source>Shift+Left, Shift+Right</source>
      <translation>Umschalt+Links, Umschalt+Rechts</translation>
    </message>
    <message>
      <source>Show a second automaton, of another model or with other settings.</source>
      <translation>Einen zweiten Automaten zeigen, eines anderen Modells oder mit anderen Einstellungen.</translation>
    </message>
    <message>
      <source>Show a wide tree in several rows or in one that scrolls.</source>
      <translation>Ein breiter Baum in Zeilen, oder in einer, die sich verschieben lässt.</translation>
    </message>
    <message>
      <source>Show all keys by panel.</source>
      <translation>Alle Tasten nach Tafeln zeigen.</translation>
    </message>
    <message>
      <source>Show all readings on the card.</source>
      <translation>Alle Lesarten auf der Karte zeigen.</translation>
    </message>
    <message>
      <source>Show every node.</source>
      <translation>Jeden Knoten zeigen.</translation>
    </message>
    <message>
      <source>Show only the tree or the text, enlarged, for teaching.</source>
      <translation>Nur der Baum oder der Text, groß, für den Unterricht.</translation>
    </message>
    <message>
      <source>Show the enhanced graph below the words.</source>
      <translation>Den erweiterten Graphen unter den Wörtern zeigen.</translation>
    </message>
    <message>
      <source>Show the evidence for the correct answer.</source>
      <translation>Belege für die richtige Antwort zeigen.</translation>
    </message>
    <message>
      <source>Show the evidence for the first reading of the word.</source>
      <translation>Belege für die erste Lesart des Wortes zeigen.</translation>
    </message>
    <message>
      <source>Show the lemma below each word.</source>
      <translation>Das Lemma unter jedem Wort zeigen.</translation>
    </message>
    <message>
      <source>Show the next best subtree for these words; the rest stays.</source>
      <translation>Den nächstbesten Baum über diesen Wörtern zeigen; der Rest bleibt.</translation>
    </message>
    <message>
      <source>Show the next best subtree of this word; the rest stays.</source>
      <translation>Den nächstbesten Teilbaum dieses Wortes zeigen; der Rest bleibt.</translation>
    </message>
    <message>
      <source>Show the next best tree of the model.</source>
      <translation>Den nächstbesten Baum des Modells zeigen.</translation>
    </message>
    <message>
      <source>Show the one before.</source>
      <translation>Den davor zeigen.</translation>
    </message>
    <message>
      <source>Show the previous subtree of this word.</source>
      <translation>Den vorigen Teilbaum dieses Wortes zeigen.</translation>
    </message>
    <message>
      <source>Show the previous, better tree.</source>
      <translation>Den besseren Baum davor zeigen.</translation>
    </message>
    <message>
      <source>Show the tree at 100 %.</source>
      <translation>Den Baum bei 100 % zeigen.</translation>
    </message>
    <message>
      <source>Show the tree larger.</source>
      <translation>Den Baum größer zeigen.</translation>
    </message>
    <message>
      <source>Show the tree smaller.</source>
      <translation>Den Baum kleiner zeigen.</translation>
    </message>
    <message>
      <source>Show the whole tree.</source>
      <translation>Den ganzen Baum zeigen.</translation>
    </message>
    <message>
      <source>Show the word's most probable readings next to it.</source>
      <translation>Die wahrscheinlichsten Lesarten beim Wort zeigen.</translation>
    </message>
    <message>
      <source>Show this list.</source>
      <translation>Diese Liste zeigen.</translation>
    </message>
    <message>
      <source>Show this suggested tree.</source>
      <translation>Diesen vorgeschlagenen Baum zeigen.</translation>
    </message>
    <message>
      <source>Show tree 1</source>
      <translation>Baum 1 zeigen</translation>
    </message>
    <message>
      <source>Show tree 2</source>
      <translation>Baum 2 zeigen</translation>
    </message>
    <message>
      <source>Show tree 3</source>
      <translation>Baum 3 zeigen</translation>
    </message>
    <message>
      <source>Show tree 4</source>
      <translation>Baum 4 zeigen</translation>
    </message>
    <message>
      <source>Skip to another question.</source>
      <translation>Zu einer anderen Frage übergehen.</translation>
    </message>
    <message>
      <source>Space</source>
      <translation>Leertaste</translation>
    </message>
    <message>
      <source>Space, Shift+Space</source>
      <translation>Leertaste, Umschalt+Leertaste</translation>
    </message>
    <message>
      <source>Split a text into words, look them up and read it.</source>
      <translation>Einen Text in Wörter teilen, sie nachschlagen und ihn lesen.</translation>
    </message>
    <message>
      <source>Stop questions</source>
      <translation>Fragen beenden</translation>
    </message>
    <message>
      <source>Stop the engine's work and restart it.</source>
      <translation>Die Arbeit der Maschine beenden und sie neu starten.</translation>
    </message>
    <message>
      <source>Stop training; the unfinished model is discarded.</source>
      <translation>Das Training abbrechen; das unfertige Modell wird verworfen.</translation>
    </message>
    <message>
      <source>Suggest with this model in all texts that it fits.</source>
      <translation>Dieses Modell für alle passenden Texte verwenden.</translation>
    </message>
    <message>
      <source>Suggested p&amp;hrases</source>
      <translation>Vorgeschlagene &amp;Phrasen</translation>
    </message>
    <message>
      <source>Tab, Shift+Tab</source>
      <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
      <source>The arrow keys move in lists and trees.</source>
      <translation>Die Pfeiltasten bewegen in Listen und Bäumen.</translation>
    </message>
    <message>
      <source>The head; the first dependent</source>
      <translation>Der Kopf; der erste Dependent</translation>
    </message>
    <message>
      <source>The lemma, under each word.</source>
      <translation>Das Lemma, unter jedem Wort.</translation>
    </message>
    <message>
      <source>The meaning, under each word.</source>
      <translation>Die Bedeutung, unter jedem Wort.</translation>
    </message>
    <message>
      <source>The node to the left or right</source>
      <translation>Der Knoten links oder rechts</translation>
    </message>
    <message>
      <source>The parent; the first child</source>
      <translation>Der Elternknoten; das erste Kind</translation>
    </message>
    <message>
      <source>The root; a word</source>
      <translation>Die Wurzel; ein Wort</translation>
    </message>
    <message>
      <source>The state on that side</source>
      <translation>Der Zustand auf dieser Seite</translation>
    </message>
    <message>
      <source>The state where sequences start</source>
      <translation>Der Zustand, in dem Folgen beginnen</translation>
    </message>
    <message>
      <source>The transliteration, under each word.</source>
      <translation>Die Umschrift, unter jedem Wort.</translation>
    </message>
    <message>
      <source>The tree of the sentence.</source>
      <translation>Der Baum des Satzes.</translation>
    </message>
    <message>
      <source>The word on that side of the screen</source>
      <translation>Das Wort auf dieser Seite des Bildschirms</translation>
    </message>
    <message>
      <source>The word to the left or right</source>
      <translation>Das Wort links oder rechts</translation>
    </message>
    <message>
      <source>The word with its vowels, under each word.</source>
      <translation>Das Wort mit seinen Vokalen, unter jedem Wort.</translation>
    </message>
    <message>
      <source>The words of the sentence in a line above its tree.</source>
      <translation>Die Wörter des Satzes in einer Zeile über seinem Baum.</translation>
    </message>
    <message>
      <source>Theme, sizes and your name.</source>
      <translation>Farben, Größen und Ihr Name.</translation>
    </message>
    <message>
      <source>This key always leaves a field or a dialog.</source>
      <translation>Diese Taste verlässt immer ein Feld oder einen Dialog.</translation>
    </message>
    <message>
      <source>This panel always uses the key for “{0}”.</source>
      <translation>Diese Tafel nutzt die Taste immer für „{0}“.</translation>
    </message>
    <message>
      <source>To the start, to the end</source>
      <translation>Zum Anfang, zum Ende</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>Trainieren</translation>
    </message>
    <message>
      <source>Train a model with these settings.</source>
      <translation>Mit diesen Einstellungen ein Modell trainieren.</translation>
    </message>
    <message>
      <source>Train a re-r&amp;anker…</source>
      <translation>Einen &amp;Re-Ranker trainieren…</translation>
    </message>
    <message>
      <source>Train a re-ranker for the trees of the active parser.</source>
      <translation>Einen Re-Ranker für die Bäume des aktiven Parsers trainieren.</translation>
    </message>
    <message>
      <source>Train models and watch their curves.</source>
      <translation>Modelle trainieren und ihre Kurven verfolgen.</translation>
    </message>
    <message>
      <source>Train: curves</source>
      <translation>Trainieren: Kurven</translation>
    </message>
    <message>
      <source>Train: runs</source>
      <translation>Trainieren: Läufe</translation>
    </message>
    <message>
      <source>Train: settings</source>
      <translation>Trainieren: Einstellungen</translation>
    </message>
    <message>
      <source>Try the sa&amp;mple</source>
      <translation>&amp;Beispiel ausprobieren</translation>
    </message>
    <message>
      <source>Two versions side by side.</source>
      <translation>Zwei Fassungen nebeneinander.</translation>
    </message>
    <message>
      <source>Type a tag, a meaning, a lemma or a form.</source>
      <translation>Ein Tag, eine Bedeutung, ein Lemma oder eine Form eintippen.</translation>
    </message>
    <message>
      <source>Type a word or a meaning.</source>
      <translation>Ein Wort oder eine Bedeutung eintippen.</translation>
    </message>
    <message>
      <source>Type words that sentences must contain.</source>
      <translation>Wörter eingeben, die Sätze enthalten müssen.</translation>
    </message>
    <message>
      <source>Undo the last merge; in Steps, the previous step.</source>
      <translation>Die letzte Zusammenlegung rückgängig machen; in Schritte der vorige Schritt.</translation>
    </message>
    <message>
      <source>Undo the last step, in whichever sentence it was.</source>
      <translation>Den letzten Schritt rückgängig machen, in welchem Satz er auch war.</translation>
    </message>
    <message>
      <source>Unfold all</source>
      <translation>Alles ausklappen</translation>
    </message>
    <message>
      <source>Up, Down</source>
      <translation>Auf, Ab</translation>
    </message>
    <message>
      <source>Up, Down, Enter</source>
      <translation>Auf, Ab, Eingabe</translation>
    </message>
    <message>
      <source>V&amp;ocalised below</source>
      <translation>V&amp;okalisiert darunter</translation>
    </message>
    <message>
      <source>Version, authors and licences.</source>
      <translation>Version, Autoren und Lizenzen.</translation>
    </message>
    <message>
      <source>Wh&amp;y this ranking</source>
      <translation>&amp;Warum diese Reihenfolge</translation>
    </message>
    <message>
      <source>Why</source>
      <translation>Warum</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>Write it as a figure, DOT or TikZ.</source>
      <translation>Ihn als Abbildung, DOT oder TikZ schreiben.</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG.</source>
      <translation>Die Abbildung als SVG, PDF oder PNG schreiben.</translation>
    </message>
    <message>
      <source>Write the tree on screen as SVG, PDF, PNG or LaTeX.</source>
      <translation>Den gezeigten Baum als SVG, PDF, PNG oder LaTeX schreiben.</translation>
    </message>
    <message>
      <source>Yes</source>
      <translation>Ja</translation>
    </message>
    <message>
      <source>Zoom &amp;in</source>
      <translation>&amp;Vergrößern</translation>
    </message>
    <message>
      <source>Zoom the tree</source>
      <translation>Den Baum vergrößern</translation>
    </message>
  </context>
  <context>
    <name>automata</name>
    <message>
      <source>State {number}: {visits} visits</source>
      <translation>Zustand {number}: {visits} Besuche</translation>
    </message>
    <message>
      <source>and {more} more</source>
      <translation>und {more} weitere</translation>
    </message>
    <message>
      <source>{count} leave the automaton from {source}</source>
      <translation>{count} verlassen den Automaten aus {source}</translation>
    </message>
    <message>
      <source>{lost} leave the automaton here</source>
      <translation>{lost} verlassen hier den Automaten</translation>
    </message>
    <message>
      <source>{share} of the sequences end here</source>
      <translation>{share} der Folgen enden hier</translation>
    </message>
  </context>
  <context>
    <name>dependencies</name>
    <message>
      <source>Forbidden below {0}; free the word to allow it again</source>
      <translation>Verboten unter {0}; geben Sie das Wort frei, um es wieder zu erlauben</translation>
    </message>
    <message>
      <source>locked</source>
      <translation>gesperrt</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
  </context>
  <context>
    <name>exploring</name>
    <message>
      <source>0: the {0} initial clusters</source>
      <translation>0: die {0} anfänglichen Cluster</translation>
    </message>
    <message>
      <source>; differs</source>
      <translation>; weicht ab</translation>
    </message>
    <message>
      <source>; stop {0}</source>
      <translation>; Ende {0}</translation>
    </message>
    <message>
      <source>Edge {0} → {1}</source>
      <translation>Kante {0} → {1}</translation>
    </message>
    <message>
      <source>Edge {0} → {1}: {2}{3}</source>
      <translation>Kante {0} → {1}: {2}{3}</translation>
    </message>
    <message>
      <source>No edge for the next symbol from state {0}</source>
      <translation>Keine Kante für das nächste Symbol aus Zustand {0}</translation>
    </message>
    <message>
      <source>Out of {0}: {1}{2}</source>
      <translation>Aus {0}: {1}{2}</translation>
    </message>
    <message>
      <source>Prefixes with their counts ({0}):</source>
      <translation>Präfixe mit ihren Zahlen ({0}):</translation>
    </message>
    <message>
      <source>State {0}</source>
      <translation>Zustand {0}</translation>
    </message>
    <message>
      <source>State {0}: {1}{2}</source>
      <translation>Zustand {0}: {1}{2}</translation>
    </message>
    <message>
      <source>Stop: {0}</source>
      <translation>Ende: {0}</translation>
    </message>
    <message>
      <source>Symbols, with frequencies and counts:</source>
      <translation>Symbole, mit Häufigkeiten und Zahlen:</translation>
    </message>
    <message>
      <source>after {0}{1}</source>
      <translation>nach {0}{1}</translation>
    </message>
    <message>
      <source>and {0} more</source>
      <translation>und {0} weitere</translation>
    </message>
    <message>
      <source>deterministic</source>
      <translation>deterministisch</translation>
    </message>
    <message>
      <source>no sequence ends after: {0}</source>
      <translation>keine Folge endet nach: {0}</translation>
    </message>
    <message>
      <source>not deterministic yet</source>
      <translation>noch nicht deterministisch</translation>
    </message>
    <message>
      <source>not reached from the start: {0}</source>
      <translation>vom Anfang aus nicht erreicht: {0}</translation>
    </message>
    <message>
      <source>rank {0} of {1}: {2} of {3} heads differ from rank {1}</source>
      <translation>Rang {0} von {1}: {2} von {3} Köpfen anders als bei Rang {1}</translation>
    </message>
    <message>
      <source>rank {0} of {1}: {2} of {3} phrases differ from rank {1}</source>
      <translation>Rang {0} von {1}: {2} von {3} Phrasen anders als bei Rang {1}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>{0} % of them leave</source>
      <translation>{0} % davon verlassen ihn</translation>
    </message>
    <message>
      <source>{0} edge(s)</source>
      <translation>Kanten: {0}</translation>
    </message>
    <message>
      <source>{0} invalid sum(s) in this sentence</source>
      <translation>Ungültige Summen in diesem Satz: {0}</translation>
    </message>
    <message>
      <source>{0} leave the automaton here</source>
      <translation>{0} verlassen hier den Automaten</translation>
    </message>
    <message>
      <source>{0} of all visits</source>
      <translation>{0} aller Besuche</translation>
    </message>
    <message>
      <source>{0} of the visits to state {1}</source>
      <translation>{0} der Besuche bei Zustand {1}</translation>
    </message>
    <message>
      <source>{0} of {1} agree with the annotation</source>
      <translation>{0} von {1} stimmen mit der Annotation überein</translation>
    </message>
    <message>
      <source>{0} passage(s)</source>
      <translation>Durchgänge: {0}</translation>
    </message>
    <message>
      <source>{0} sequence(s)</source>
      <translation>Folgen: {0}</translation>
    </message>
    <message>
      <source>{0} state(s)</source>
      <translation>Zustände: {0}</translation>
    </message>
    <message>
      <source>{0} stopping score(s) clipped in this sentence</source>
      <translation>gekappte Endwerte in diesem Satz: {0}</translation>
    </message>
    <message>
      <source>{0} training sequence(s) of modifiers without a positive score</source>
      <translation>Trainingsfolgen von Modifikatoren ohne positiven Wert: {0}</translation>
    </message>
    <message>
      <source>{0} visit(s)</source>
      <translation>Besuche: {0}</translation>
    </message>
    <message>
      <source>{0} {1} below {2}{3}</source>
      <translation>{0} {1} unter {2}{3}</translation>
    </message>
    <message>
      <source>{0}: merge {1} into {2}, since {3} leads from {4} to both ({5}: {6}; {7}: {8})</source>
      <translation>{0}: {1} mit {2} zusammenlegen, da {3} von {4} zu beiden führt ({5}: {6}; {7}: {8})</translation>
    </message>
  </context>
  <context>
    <name>messages</name>
    <message>
      <source>A bug</source>
      <translation>Ein Fehler</translation>
    </message>
    <message>
      <source>A bug, {0} times</source>
      <translation>Ein Fehler, {0}-mal</translation>
    </message>
    <message>
      <source>A workbench to annotate and read treebanks and to explore spectral models.

Under the MIT licence. With Qt (LGPL) and the font Noto Naskh Arabic (OFL).</source>
      <translation>Eine Werkbank zum Annotieren und Lesen von Treebanks und zum Erkunden spektraler Modelle.

Unter der MIT-Lizenz. Mit Qt (LGPL) und der Schrift Noto Naskh Arabic (OFL).</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Über</translation>
    </message>
    <message>
      <source>An unexpected error occurred. This is a bug; your edits are safe and you can go on working. Please report it with the text below.</source>
      <translation>Ein unerwarteter Fehler ist aufgetreten. Ihre Bearbeitungen sind sicher, und Sie können weiterarbeiten. Bitte melden Sie ihn mit dem Text unten.</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Spectral Workbench, {0}</source>
      <translation>Spectral Workbench, {0}</translation>
    </message>
    <message>
      <source>from source</source>
      <translation>aus dem Quelltext</translation>
    </message>
  </context>
  <context>
    <name>methods</name>
    <message>
      <source>Arc parser</source>
      <translation>Bogenparser</translation>
    </message>
    <message>
      <source>Bracket inducer</source>
      <translation>Klammerinduktor</translation>
    </message>
    <message>
      <source>Branching baselines</source>
      <translation>Verzweigung als Vergleichsmaßstab</translation>
    </message>
    <message>
      <source>Constituent-context model</source>
      <translation>Konstituenten-Kontext-Modell</translation>
    </message>
    <message>
      <source>Hidden Markov model</source>
      <translation>Hidden-Markov-Modell</translation>
    </message>
    <message>
      <source>Hidden tree Markov model</source>
      <translation>Hidden-Markov-Modell über Bäumen</translation>
    </message>
    <message>
      <source>Latent class bigram model</source>
      <translation>Bigramm-Modell mit latenten Klassen</translation>
    </message>
    <message>
      <source>Latent-variable PCFG</source>
      <translation>PCFG mit latenten Variablen</translation>
    </message>
    <message>
      <source>Latent-variable dependency grammar</source>
      <translation>Dependenzgrammatik mit latenten Variablen</translation>
    </message>
    <message>
      <source>Metric bracketer</source>
      <translation>Metrischer Klammerer</translation>
    </message>
    <message>
      <source>N-gram model</source>
      <translation>N-Gramm-Modell</translation>
    </message>
    <message>
      <source>Part-of-speech tagger</source>
      <translation>Wortarten-Tagger</translation>
    </message>
    <message>
      <source>Pipeline</source>
      <translation>Pipeline</translation>
    </message>
    <message>
      <source>Ranker of readings</source>
      <translation>Rangordner für Lesarten</translation>
    </message>
    <message>
      <source>Split head automata</source>
      <translation>Geteilte Kopfautomaten</translation>
    </message>
    <message>
      <source>Tokeniser and sentence splitter</source>
      <translation>Tokenisierer und Satztrenner</translation>
    </message>
    <message>
      <source>Tree re-ranker</source>
      <translation>Re-Ranker für Bäume</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>Wortcluster</translation>
    </message>
    <message>
      <source>Word embeddings</source>
      <translation>Wortvektoren</translation>
    </message>
  </context>
  <context>
    <name>plain</name>
    <message>
      <source>possessor: {0}</source>
      <translation>Besitzer: {0}</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>plots</name>
    <message>
      <source>PDF page</source>
      <translation>PDF-Seite</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>SVG-Zeichnung</translation>
    </message>
    <message>
      <source>Save figure</source>
      <translation>Abbildung speichern</translation>
    </message>
  </context>
  <context>
    <name>reasons</name>
    <message>
      <source>%Ln other element(s)</source>
      <translation>%Ln weitere Elemente</translation>
    </message>
    <message>
      <source>%Ln smaller one(s)</source>
      <translation>%Ln kleinere</translation>
    </message>
    <message>
      <source>No evidence for either.</source>
      <translation>Keine Belege für eine der beiden.</translation>
    </message>
    <message>
      <source>No evidence for this reading.</source>
      <translation>Keine Belege für diese Lesart.</translation>
    </message>
    <message>
      <source>Why this one</source>
      <translation>Warum diese</translation>
    </message>
    <message>
      <source>Why this one ranks higher</source>
      <translation>Warum diese höher steht</translation>
    </message>
  </context>
  <context>
    <name>runs</name>
    <message>
      <source>%</source>
      <translation>%</translation>
    </message>
    <message>
      <source>A margin of {0:.2f} flags no words.</source>
      <translation>Ein Abstand von {0:.2f} markiert keine Wörter.</translation>
    </message>
    <message>
      <source>A margin of {0:.2f} flags {1:.0%} of wrong heads (recall); {2:.0%} of flagged heads are wrong (precision).</source>
      <translation>Ein Abstand von {0:.2f} markiert {1:.0%} der falschen Köpfe (Trefferquote); {2:.0%} der markierten sind falsch (Genauigkeit).</translation>
    </message>
    <message>
      <source>E1, Arabic script</source>
      <translation>E1, arabische Schrift</translation>
    </message>
    <message>
      <source>E1, first reading wrong</source>
      <translation>E1, erste Lesart falsch</translation>
    </message>
    <message>
      <source>E2, Arabic script</source>
      <translation>E2, arabische Schrift</translation>
    </message>
    <message>
      <source>E2, first two readings wrong</source>
      <translation>E2, erste zwei Lesarten falsch</translation>
    </message>
    <message>
      <source>F1</source>
      <translation>F1</translation>
    </message>
    <message>
      <source>F1 on at most 100 sentences</source>
      <translation>F1 auf höchstens 100 Sätzen</translation>
    </message>
    <message>
      <source>F1, failed sentences counted</source>
      <translation>F1, gescheiterte Sätze mitgezählt</translation>
    </message>
    <message>
      <source>F1, up to 40 words</source>
      <translation>F1, bis 40 Wörter</translation>
    </message>
    <message>
      <source>LAS</source>
      <translation>LAS</translation>
    </message>
    <message>
      <source>LAS without punctuation</source>
      <translation>LAS ohne Satzzeichen</translation>
    </message>
    <message>
      <source>LAS without subtypes, F1</source>
      <translation>LAS ohne Untertypen, F1</translation>
    </message>
    <message>
      <source>LAS, F1</source>
      <translation>LAS, F1</translation>
    </message>
    <message>
      <source>No wrong heads.</source>
      <translation>Keine falschen Köpfe.</translation>
    </message>
    <message>
      <source>On held-out text, a margin of {0:.2f} flags {1:.0%} of wrong first readings (recall); {2:.0%} of flagged words are wrong (precision).</source>
      <translation>Auf zurückgehaltenem Text markiert ein Abstand von {0:.2f} {1:.0%} der falschen ersten Lesarten (Trefferquote); {2:.0%} der markierten Wörter sind falsch (Genauigkeit).</translation>
    </message>
    <message>
      <source>UAS</source>
      <translation>UAS</translation>
    </message>
    <message>
      <source>UAS on at most 100 sentences</source>
      <translation>UAS auf höchstens 100 Sätzen</translation>
    </message>
    <message>
      <source>UAS without punctuation</source>
      <translation>UAS ohne Satzzeichen</translation>
    </message>
    <message>
      <source>UAS, F1</source>
      <translation>UAS, F1</translation>
    </message>
    <message>
      <source>UPOS accuracy</source>
      <translation>UPOS: Übereinstimmung</translation>
    </message>
    <message>
      <source>UPOS, F1</source>
      <translation>UPOS, F1</translation>
    </message>
    <message>
      <source>XPOS accuracy</source>
      <translation>XPOS: Übereinstimmung</translation>
    </message>
    <message>
      <source>XPOS, F1</source>
      <translation>XPOS, F1</translation>
    </message>
    <message>
      <source>accuracy</source>
      <translation>Übereinstimmung</translation>
    </message>
    <message>
      <source>arc accuracy</source>
      <translation>Bögen: Übereinstimmung</translation>
    </message>
    <message>
      <source>best {0} {1} at {2}</source>
      <translation>bestes {0} {1} bei {2}</translation>
    </message>
    <message>
      <source>calibration</source>
      <translation>Kalibrierung</translation>
    </message>
    <message>
      <source>calibration error</source>
      <translation>Kalibrierungsfehler</translation>
    </message>
    <message>
      <source>clipped scores</source>
      <translation>gekappte Werte</translation>
    </message>
    <message>
      <source>discount of a count of 1</source>
      <translation>Discount der Häufigkeit 1</translation>
    </message>
    <message>
      <source>discount of a count of 2</source>
      <translation>Discount der Häufigkeit 2</translation>
    </message>
    <message>
      <source>discount of a count of 3 or more</source>
      <translation>Discount der Häufigkeiten ab 3</translation>
    </message>
    <message>
      <source>estimator</source>
      <translation>Schätzer</translation>
    </message>
    <message>
      <source>exact trees</source>
      <translation>ganz richtige Bäume</translation>
    </message>
    <message>
      <source>features accuracy</source>
      <translation>Merkmale: Übereinstimmung</translation>
    </message>
    <message>
      <source>features, F1</source>
      <translation>Merkmale, F1</translation>
    </message>
    <message>
      <source>function tag accuracy</source>
      <translation>Funktionstags: Übereinstimmung</translation>
    </message>
    <message>
      <source>functions</source>
      <translation>Funktionen</translation>
    </message>
    <message>
      <source>labeller</source>
      <translation>Beschrifter</translation>
    </message>
    <message>
      <source>lemma accuracy</source>
      <translation>Lemmata: Übereinstimmung</translation>
    </message>
    <message>
      <source>lemmas, F1</source>
      <translation>Lemmata, F1</translation>
    </message>
    <message>
      <source>live</source>
      <translation>live</translation>
    </message>
    <message>
      <source>log-likelihood</source>
      <translation>Log-Likelihood</translation>
    </message>
    <message>
      <source>loss</source>
      <translation>Verlust</translation>
    </message>
    <message>
      <source>mean rank</source>
      <translation>mittlerer Rang</translation>
    </message>
    <message>
      <source>multiword tokens, F1</source>
      <translation>Mehrworttoken, F1</translation>
    </message>
    <message>
      <source>n-grams</source>
      <translation>N-Gramme</translation>
    </message>
    <message>
      <source>nats</source>
      <translation>Nat</translation>
    </message>
    <message>
      <source>no</source>
      <translation>nein</translation>
    </message>
    <message>
      <source>on held-out sentences</source>
      <translation>auf zurückgehaltenen Sätzen</translation>
    </message>
    <message>
      <source>on training data</source>
      <translation>auf Trainingsdaten</translation>
    </message>
    <message>
      <source>on {0}</source>
      <translation>auf {0}</translation>
    </message>
    <message>
      <source>oracle accuracy</source>
      <translation>Orakel-Genauigkeit</translation>
    </message>
    <message>
      <source>over {0}</source>
      <translation>über {0}</translation>
    </message>
    <message>
      <source>per word</source>
      <translation>je Wort</translation>
    </message>
    <message>
      <source>perplexity</source>
      <translation>Perplexität</translation>
    </message>
    <message>
      <source>precision</source>
      <translation>Genauigkeit</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>Rang</translation>
    </message>
    <message>
      <source>readings per word</source>
      <translation>Lesarten je Wort</translation>
    </message>
    <message>
      <source>recall</source>
      <translation>Trefferquote</translation>
    </message>
    <message>
      <source>relation accuracy</source>
      <translation>Relationen: Übereinstimmung</translation>
    </message>
    <message>
      <source>sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>sentences with all heads correct</source>
      <translation>Sätze mit lauter richtigen Köpfen</translation>
    </message>
    <message>
      <source>sentences with all heads correct, without punctuation</source>
      <translation>Sätze mit lauter richtigen Köpfen, ohne Satzzeichen</translation>
    </message>
    <message>
      <source>sentences, F1</source>
      <translation>Sätze, F1</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>Singulärwert</translation>
    </message>
    <message>
      <source>tag accuracy</source>
      <translation>Tags: Übereinstimmung</translation>
    </message>
    <message>
      <source>tagger</source>
      <translation>Tagger</translation>
    </message>
    <message>
      <source>tokens, F1</source>
      <translation>Tokens, F1</translation>
    </message>
    <message>
      <source>training sentences</source>
      <translation>Trainingssätze</translation>
    </message>
    <message>
      <source>training sentences without held-out ones</source>
      <translation>Trainingssätze ohne die zurückgehaltenen</translation>
    </message>
    <message>
      <source>training time (CPU s)</source>
      <translation>Trainingszeit (CPU-s)</translation>
    </message>
    <message>
      <source>uncertain words</source>
      <translation>unsichere Wörter</translation>
    </message>
    <message>
      <source>uncertain words, precision</source>
      <translation>unsichere Wörter, Genauigkeit</translation>
    </message>
    <message>
      <source>uncertain words, recall</source>
      <translation>unsichere Wörter, Trefferquote</translation>
    </message>
    <message>
      <source>universal features, F1</source>
      <translation>universelle Merkmale, F1</translation>
    </message>
    <message>
      <source>unknown words</source>
      <translation>unbekannte Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1</source>
      <translation>F1 ohne Beschriftung</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket</source>
      <translation>F1 ohne Beschriftung und ohne Satzklammer</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 10 words</source>
      <translation>F1 ohne Beschriftung und ohne Satzklammer, bis 10 Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 20 words</source>
      <translation>F1 ohne Beschriftung und ohne Satzklammer, bis 20 Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 40 words</source>
      <translation>F1 ohne Beschriftung und ohne Satzklammer, bis 40 Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 10 words</source>
      <translation>F1 ohne Beschriftung, bis 10 Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 20 words</source>
      <translation>F1 ohne Beschriftung, bis 20 Wörter</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 40 words</source>
      <translation>F1 ohne Beschriftung, bis 40 Wörter</translation>
    </message>
    <message>
      <source>unlabelled precision</source>
      <translation>Genauigkeit ohne Beschriftung</translation>
    </message>
    <message>
      <source>unlabelled recall</source>
      <translation>Trefferquote ohne Beschriftung</translation>
    </message>
    <message>
      <source>weight of other models' posteriors</source>
      <translation>Gewicht der Posteriors anderer Modelle</translation>
    </message>
    <message>
      <source>weight of other models' scores</source>
      <translation>Gewicht der Werte anderer Modelle</translation>
    </message>
    <message>
      <source>whole readings</source>
      <translation>ganze Lesarten</translation>
    </message>
    <message>
      <source>words, F1</source>
      <translation>Wörter, F1</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>ja</translation>
    </message>
    <message>
      <source>{0} at rank {1}</source>
      <translation>{0} bei Rang {1}</translation>
    </message>
    <message>
      <source>{0} failed: {1}</source>
      <translation>{0} ist gescheitert: {1}</translation>
    </message>
    <message>
      <source>{0} sentences</source>
      <translation>{0} Sätze</translation>
    </message>
    <message>
      <source>{0} was cancelled; nothing was saved</source>
      <translation>{0} wurde abgebrochen; nichts wurde gespeichert</translation>
    </message>
    <message>
      <source>{0} was trained in {1} s CPU time</source>
      <translation>{0} wurde in {1} s CPU-Zeit trainiert</translation>
    </message>
    <message>
      <source>{0} without held-out sentences</source>
      <translation>{0} ohne zurückgehaltene Sätze</translation>
    </message>
    <message>
      <source>{0}, {1} random starts</source>
      <translation>{0}, {1} zufällige Anfänge</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}, best {3} at {4}</source>
      <translation>{0}: von {1} bis {2}, am besten {3} bei {4}</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: vom kleinsten zum größten</translation>
    </message>
    <message>
      <source>{0}: mean of {1} starts</source>
      <translation>{0}: Mittel von {1} Anfängen</translation>
    </message>
    <message>
      <source>{0}: sweep over {1}, {2} models in {3} s CPU</source>
      <translation>{0}: Reihe über {1}, {2} Modelle in {3} s CPU</translation>
    </message>
  </context>
  <context>
    <name>settings</name>
    <message>
      <source>1 uses the labels as they are; 2 adds the label of the parent to that of each phrase.</source>
      <translation>1 verwendet die Beschriftungen unverändert; 2 fügt jeder Phrase die Beschriftung ihres Elternknotens hinzu.</translation>
    </message>
    <message>
      <source>Add the function tags of the treebank, such as -SBJ, to phrases after parsing.</source>
      <translation>Ergänzt nach dem Parsen die Funktionstags der Treebank, etwa -SBJ, an den Phrasen.</translation>
    </message>
    <message>
      <source>Additional models</source>
      <translation>Weitere Modelle</translation>
    </message>
    <message>
      <source>Affixes as contexts</source>
      <translation>Affixe als Kontexte</translation>
    </message>
    <message>
      <source>Agreement</source>
      <translation>Übereinstimmung</translation>
    </message>
    <message>
      <source>Analyser</source>
      <translation>Analysator</translation>
    </message>
    <message>
      <source>Approximate number of words from which the weights are trained (context). Counts come from all words.</source>
      <translation>Ungefähre Zahl der Wörter, mit denen die Gewichte trainiert werden (context). Gezählt werden alle Wörter.</translation>
    </message>
    <message>
      <source>Arc calibration</source>
      <translation>Kalibrierung der Bögen</translation>
    </message>
    <message>
      <source>Arcs are pruned if their posterior under head automata is below this fraction of that of the best arc of the word. Larger values are faster; 0 keeps all arcs.</source>
      <translation>Bögen werden verworfen, wenn ihre A-posteriori-Wahrscheinlichkeit nach Kopfautomaten unter diesem Anteil der des besten Bogens des Wortes liegt. Größere Werte sind schneller; 0 behält alle Bögen.</translation>
    </message>
    <message>
      <source>Back-off of rules</source>
      <translation>Back-off der Regeln</translation>
    </message>
    <message>
      <source>Back-off of words</source>
      <translation>Back-off der Wörter</translation>
    </message>
    <message>
      <source>Bandwidth</source>
      <translation>Bandbreite</translation>
    </message>
    <message>
      <source>Base parser</source>
      <translation>Basisparser</translation>
    </message>
    <message>
      <source>Bigram weight</source>
      <translation>Gewicht der Bigramme</translation>
    </message>
    <message>
      <source>Binarisation</source>
      <translation>Binarisierung</translation>
    </message>
    <message>
      <source>Bracket the stretches between punctuation marks separately.</source>
      <translation>Klammert die Abschnitte zwischen Satzzeichen einzeln.</translation>
    </message>
    <message>
      <source>Bracket threshold</source>
      <translation>Klammerschwelle</translation>
    </message>
    <message>
      <source>Branching</source>
      <translation>Verzweigung</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of arcs on a held-out tenth of the sentences, so that they can be shown as probabilities. This is not repeated when sentences are added.</source>
      <translation>Kalibriert die A-posteriori-Wahrscheinlichkeiten der Bögen auf einem zurückgehaltenen Zehntel der Sätze, damit sie als Wahrscheinlichkeiten angezeigt werden können. Dies wird nicht wiederholt, wenn Sätze hinzukommen.</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of arcs on held-out sentences, so that they can be shown as probabilities.</source>
      <translation>Kalibriert die A-posteriori-Wahrscheinlichkeiten der Bögen auf zurückgehaltenen Sätzen, damit sie als Wahrscheinlichkeiten angezeigt werden können.</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of labelled spans, so that they can be shown as probabilities. Without development data, the grammar is trained once more without held-out sentences for this.</source>
      <translation>Kalibriert die A-posteriori-Wahrscheinlichkeiten beschrifteter Spannen, damit sie als Wahrscheinlichkeiten angezeigt werden können. Ohne Entwicklungsdaten wird die Grammatik dafür ein weiteres Mal ohne zurückgehaltene Sätze trainiert.</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>Kalibrierung</translation>
    </message>
    <message>
      <source>Choice of the best tree. mbr: largest sum of arc posteriors. viterbi: best single derivation; not for spectral estimates, whose scores may be negative.</source>
      <translation>Wahl des besten Baums. mbr: größte Summe der A-posteriori-Wahrscheinlichkeiten der Bögen. viterbi: beste einzelne Ableitung; nicht für spektrale Schätzungen, deren Werte negativ sein können.</translation>
    </message>
    <message>
      <source>Choice of the best trees. mbr: largest sum of arc posteriors. trees: highest score of the whole tree.</source>
      <translation>Wahl der besten Bäume. mbr: größte Summe der A-posteriori-Wahrscheinlichkeiten der Bögen. trees: höchster Wert des ganzen Baums.</translation>
    </message>
    <message>
      <source>Choice of the best trees. recall: largest expected number of correct labelled spans. rule: largest product of rule posteriors. tree: the 50 best by recall, ranked by the score of the whole tree.</source>
      <translation>Wahl der besten Bäume. recall: größte erwartete Zahl richtiger beschrifteter Spannen. rule: größtes Produkt der A-posteriori-Wahrscheinlichkeiten der Regeln. tree: die 50 besten nach recall, geordnet nach dem Wert des ganzen Baums.</translation>
    </message>
    <message>
      <source>Classes</source>
      <translation>Klassen</translation>
    </message>
    <message>
      <source>Clip stopping scores</source>
      <translation>Stoppwerte kappen</translation>
    </message>
    <message>
      <source>Clusters</source>
      <translation>Cluster</translation>
    </message>
    <message>
      <source>Clusters of words with similar contexts as features of tagger and parser. auto: clusters of the language in the library, if there are any, else own. own: clusters of all training sentences. none: no clusters. Anything else is the path of a file of clusters or vectors.</source>
      <translation>Cluster von Wörtern mit ähnlichen Kontexten als Merkmale von Tagger und Parser. auto: Cluster der Sprache in der Bibliothek, falls vorhanden, sonst eigene. own: Cluster aller Trainingssätze. none: keine Cluster. Alles andere ist der Pfad einer Datei mit Clustern oder Vektoren.</translation>
    </message>
    <message>
      <source>Clusters of words with similar contexts as features. auto: clusters of the language in the library, if there are any, else own. own: clusters of all training sentences, annotated or not, of at least 1,000 words; beyond 50,000 annotated words, of twice as many. none: no clusters. Anything else is the path of a file of clusters or vectors.</source>
      <translation>Cluster von Wörtern mit ähnlichen Kontexten als Merkmale. auto: Cluster der Sprache aus der Bibliothek, wenn es welche gibt, sonst own. own: Cluster aller Trainingssätze, annotiert oder nicht, ab 1.000 Wörtern; bei mehr als 50.000 annotierten Wörtern ab doppelt so vielen. none: keine Cluster. Alles andere ist der Pfad einer Datei mit Clustern oder Vektoren.</translation>
    </message>
    <message>
      <source>Coarse classes</source>
      <translation>Grobe Klassen</translation>
    </message>
    <message>
      <source>Code of the language, such as en; empty to take it from the names of the files.</source>
      <translation>Kürzel der Sprache, etwa en; leer, um es den Namen der Dateien zu entnehmen.</translation>
    </message>
    <message>
      <source>Column</source>
      <translation>Spalte</translation>
    </message>
    <message>
      <source>Column from which tags are read.</source>
      <translation>Spalte, aus der die Tags gelesen werden.</translation>
    </message>
    <message>
      <source>Column from which tags are read. auto: xpos, or upos where most words have no XPOS.</source>
      <translation>Spalte, aus der Tags gelesen werden. auto: xpos, oder upos, wo die meisten Wörter kein XPOS haben.</translation>
    </message>
    <message>
      <source>Column from which tags are read; the other one is read beside it if it is filled. auto: upos, or xpos where most words have no UPOS.</source>
      <translation>Spalte, aus der Tags gelesen werden; die andere wird mitgelesen, wenn sie gefüllt ist. auto: upos, oder xpos, wo die meisten Wörter kein UPOS haben.</translation>
    </message>
    <message>
      <source>Column whose tags are learnt and predicted. auto: xpos, or upos where most words have no XPOS.</source>
      <translation>Spalte, deren Tags gelernt und vorhergesagt werden. auto: xpos, oder upos, wo die meisten Wörter kein XPOS haben.</translation>
    </message>
    <message>
      <source>Column whose values are modelled.</source>
      <translation>Spalte, deren Werte modelliert werden.</translation>
    </message>
    <message>
      <source>Column whose values are read as words.</source>
      <translation>Spalte, deren Werte als Wörter gelesen werden.</translation>
    </message>
    <message>
      <source>Combine the rules with a regression on the words and tags at and around the boundaries of spans. It is retrained on all trees when sentences are added.</source>
      <translation>Verbindet die Regeln mit einer Regression über die Wörter und Tags an den Grenzen von Spannen und um sie herum. Wenn Sätze hinzukommen, wird sie auf allen Bäumen neu trainiert.</translation>
    </message>
    <message>
      <source>Combined grammars</source>
      <translation>Kombinierte Grammatiken</translation>
    </message>
    <message>
      <source>Context window</source>
      <translation>Kontextfenster</translation>
    </message>
    <message>
      <source>Contexts that define the word vectors (all estimators except em). trees: canonical correlations with heads and modifiers. neighbours: canonical correlations with adjacent words. svd: singular values of the counts of heads and modifiers.</source>
      <translation>Kontexte, die die Wortvektoren bestimmen (alle Schätzer außer em). trees: kanonische Korrelationen mit Köpfen und Modifikatoren. neighbours: kanonische Korrelationen mit Nachbarwörtern. svd: Singulärwerte der Häufigkeiten von Köpfen und Modifikatoren.</translation>
    </message>
    <message>
      <source>Crossing arcs</source>
      <translation>Kreuzende Bögen</translation>
    </message>
    <message>
      <source>Decoding</source>
      <translation>Dekodierung</translation>
    </message>
    <message>
      <source>Decomposition of the co-occurrence counts. cca: canonical correlations of words with their left and right neighbours. svd: singular value decomposition of the unscaled counts.</source>
      <translation>Zerlegung der gemeinsamen Häufigkeiten. cca: kanonische Korrelationen der Wörter mit ihren linken und rechten Nachbarn. svd: Singulärwertzerlegung der unskalierten Häufigkeiten.</translation>
    </message>
    <message>
      <source>Dependence of the next state (em and spectral-em). state: on the current state only, as in textbooks. arc: also on the word, as in the closed form; this has more parameters and fits more closely.</source>
      <translation>Wovon der nächste Zustand abhängt (em und spectral-em). state: nur vom aktuellen Zustand, wie im Lehrbuch. arc: auch vom Wort, wie in der geschlossenen Form; das hat mehr Parameter und passt sich enger an.</translation>
    </message>
    <message>
      <source>Dimensions</source>
      <translation>Dimensionen</translation>
    </message>
    <message>
      <source>Distance between words. spectral: learnt from covariances. As controls, distance: number of words between them; constant: the same for all pairs.</source>
      <translation>Abstand zwischen Wörtern. spectral: aus Kovarianzen gelernt. Zum Vergleich: distance: Abstand in Wörtern; constant: derselbe für alle Paare.</translation>
    </message>
    <message>
      <source>Document features</source>
      <translation>Dokumentmerkmale</translation>
    </message>
    <message>
      <source>Dropout</source>
      <translation>Dropout</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a held-out word by less than this (em and spectral-em); 0 runs all iterations on all sentences.</source>
      <translation>EM endet, wenn fünf Iterationen zusammen den mittleren logarithmischen Wert eines zurückgehaltenen Wortes um weniger als diesen Betrag erhöhen (em und spectral-em); 0 führt alle Iterationen auf allen Sätzen aus.</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a modifier by less than this (em); 0 runs all iterations.</source>
      <translation>EM endet, wenn fünf Iterationen zusammen den mittleren logarithmischen Wert eines Modifikators um weniger als diesen Betrag erhöhen (em); 0 führt alle Iterationen aus.</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a word by less than this, on held-out trees if there are any (em and spectral-em); 0 runs all iterations.</source>
      <translation>EM endet, wenn fünf Iterationen zusammen den mittleren logarithmischen Wert eines Wortes um weniger als diesen Betrag erhöhen, wenn möglich auf zurückgehaltenen Bäumen (em und spectral-em); 0 führt alle Iterationen aus.</translation>
    </message>
    <message>
      <source>Element of the label by which the model called element ranks.</source>
      <translation>Element der Beschriftung, nach dem das Modell element ordnet.</translation>
    </message>
    <message>
      <source>Element to rank by</source>
      <translation>Element für die Rangfolge</translation>
    </message>
    <message>
      <source>Emissions</source>
      <translation>Emissionen</translation>
    </message>
    <message>
      <source>Empty elements</source>
      <translation>Leere Elemente</translation>
    </message>
    <message>
      <source>Estimator</source>
      <translation>Schätzer</translation>
    </message>
    <message>
      <source>Estimator of the weights in the models of Shah et al. svr: support vector regression. ridge: ridge regression. softmax: log-linear model.</source>
      <translation>Schätzer der Gewichte in den Modellen von Shah et al. svr: Support-Vector-Regression. ridge: Ridge-Regression. softmax: log-lineares Modell.</translation>
    </message>
    <message>
      <source>Exchanges</source>
      <translation>Austausche</translation>
    </message>
    <message>
      <source>Exponent applied to all counts; 1 leaves them as they are, and smaller values reduce the influence of frequent words.</source>
      <translation>Exponent für alle Häufigkeiten; 1 lässt sie unverändert, kleinere Werte mindern den Einfluss häufiger Wörter.</translation>
    </message>
    <message>
      <source>Exponent of counts</source>
      <translation>Exponent der Häufigkeiten</translation>
    </message>
    <message>
      <source>Feature scaling</source>
      <translation>Skalierung der Merkmale</translation>
    </message>
    <message>
      <source>Features</source>
      <translation>Merkmale</translation>
    </message>
    <message>
      <source>Features of whole trees. none: no features. paper: tags of a head and its innermost modifiers on both sides, and of a word, its head and its grandparent. rich: also siblings, words of arcs, distances and numbers of modifiers.</source>
      <translation>Merkmale ganzer Bäume. none: keine. paper: Tags eines Kopfes und seiner innersten Modifikatoren auf beiden Seiten sowie eines Wortes, seines Kopfes und dessen Kopfes. rich: außerdem Geschwister, Wörter der Bögen, Abstände und Anzahlen von Modifikatoren.</translation>
    </message>
    <message>
      <source>Features that occur less often are ignored.</source>
      <translation>Seltenere Merkmale werden nicht verwendet.</translation>
    </message>
    <message>
      <source>Fine classes</source>
      <translation>Feine Klassen</translation>
    </message>
    <message>
      <source>First split of the sentence. heuristic: at a comma or before the first verb. none: no such split; the tree is rooted at the last word. Locked spans always take precedence.</source>
      <translation>Erste Teilung des Satzes. heuristic: an einem Komma oder vor dem ersten Verb. none: keine solche Teilung; die Wurzel des Baums ist das letzte Wort. Gesperrte Spannen haben immer Vorrang.</translation>
    </message>
    <message>
      <source>Folds</source>
      <translation>Teile</translation>
    </message>
    <message>
      <source>Form in which counts enter the models of Shah et al. raw: count. fraction: relative frequency. log: logarithm of the count. ratio: logarithm of the ratio to the overall frequency.</source>
      <translation>Form, in der Häufigkeiten in die Modelle von Shah et al. eingehen. raw: Häufigkeit. fraction: relative Häufigkeit. log: Logarithmus der Häufigkeit. ratio: Logarithmus des Verhältnisses zur Gesamthäufigkeit.</translation>
    </message>
    <message>
      <source>Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.</source>
      <translation>Seltenere Formen und Lemmata werden durch das unbekannte Wort ersetzt; Tags bleiben immer erhalten.</translation>
    </message>
    <message>
      <source>Fragments</source>
      <translation>Fragmente</translation>
    </message>
    <message>
      <source>Function tags</source>
      <translation>Funktionstags</translation>
    </message>
    <message>
      <source>Given tags</source>
      <translation>Vorgegebene Tags</translation>
    </message>
    <message>
      <source>Half states</source>
      <translation>Zustände der Hälften</translation>
    </message>
    <message>
      <source>Head states</source>
      <translation>Zustände der Köpfe</translation>
    </message>
    <message>
      <source>Hidden states</source>
      <translation>Verborgene Zustände</translation>
    </message>
    <message>
      <source>Hold out a tenth of the sentences to weigh ranker and tagger against each other, and to calibrate the probabilities of arcs on predicted readings.</source>
      <translation>Ein Zehntel der Sätze zurückhalten, um Ranker und Tagger gegeneinander zu gewichten und die Wahrscheinlichkeiten der Kanten auf vorhergesagten Lesarten zu kalibrieren.</translation>
    </message>
    <message>
      <source>Horizontal context</source>
      <translation>Horizontaler Kontext</translation>
    </message>
    <message>
      <source>Ignore case</source>
      <translation>Groß- und Kleinschreibung ignorieren</translation>
    </message>
    <message>
      <source>In training, an arc is pruned if its probability is below this fraction of that of the best arc of the word. In parsing, the threshold is three times as high. Larger values are faster but lose more correct arcs.</source>
      <translation>Beim Training wird ein Bogen verworfen, wenn seine Wahrscheinlichkeit unter diesem Anteil der des besten Bogens des Wortes liegt. Beim Parsen ist die Schwelle dreimal so hoch. Größere Werte sind schneller, verlieren aber mehr richtige Bögen.</translation>
    </message>
    <message>
      <source>Initial distribution over trees. split: all splits of a phrase are equally probable. random: random weights of spans.</source>
      <translation>Anfängliche Verteilung über Bäume. split: alle Teilungen einer Phrase sind gleich wahrscheinlich. random: zufällige Gewichte der Spannen.</translation>
    </message>
    <message>
      <source>Initial model</source>
      <translation>Anfangsmodell</translation>
    </message>
    <message>
      <source>Initial trees</source>
      <translation>Anfangsbäume</translation>
    </message>
    <message>
      <source>Insert traces and other empty elements (-NONE-) after parsing by patterns of labels, if the treebank has them. Phrases that traces refer to get the same index.</source>
      <translation>Fügt nach dem Parsen Spuren und andere leere Elemente (-NONE-) nach Mustern von Beschriftungen ein, wenn die Treebank welche hat. Phrasen, auf die sich Spuren beziehen, bekommen denselben Index.</translation>
    </message>
    <message>
      <source>Interpolate the arc posteriors of the base parser with those of additional models that have them, such as latent-dependencies, and re-rank the best trees of the mixture. The weight is chosen on held-out trees.</source>
      <translation>Interpoliert die A-posteriori-Wahrscheinlichkeiten der Bögen des Basisparsers mit denen weiterer Modelle, die welche haben, etwa latent-dependencies, und ordnet die besten Bäume der Mischung neu. Das Gewicht wird auf zurückgehaltenen Bäumen gewählt.</translation>
    </message>
    <message>
      <source>Interpolation weight of the one-state automaton (spectral and em), so that no sequence is impossible.</source>
      <translation>Interpolationsgewicht des Automaten mit einem Zustand (spectral und em), damit keine Folge unmöglich ist.</translation>
    </message>
    <message>
      <source>Iterations</source>
      <translation>Iterationen</translation>
    </message>
    <message>
      <source>Kernel bandwidth for pooling the covariances of word pairs at similar distances in the sentence. Larger values pool more distances.</source>
      <translation>Bandbreite des Kerns, der die Kovarianzen von Wortpaaren mit ähnlichem Abstand im Satz zusammenfasst. Größere Werte fassen mehr Abstände zusammen.</translation>
    </message>
    <message>
      <source>Kind of automaton. det: one state. det-first: an extra state for the first modifier. sibling: the last modifier is the state. spectral: hidden states in closed form, with repairs for small samples. spectral-paper: the same as published, without repairs. em: hidden states by EM from a random start.</source>
      <translation>Art des Automaten. det: ein Zustand. det-first: ein weiterer Zustand für den ersten Modifikator. sibling: der letzte Modifikator ist der Zustand. spectral: verborgene Zustände in geschlossener Form, mit Korrekturen für kleine Stichproben. spectral-paper: wie veröffentlicht, ohne Korrekturen. em: verborgene Zustände durch EM von einem zufälligen Anfang.</translation>
    </message>
    <message>
      <source>Kind of tree. left, right: every phrase branches to that side. random: all binary trees are equally probable. random-splits: all splits of a phrase are equally probable. heuristic-right: right-branching after one split at a comma or before the first verb.</source>
      <translation>Art des Baums. left, right: jede Phrase verzweigt nach dieser Seite. random: alle Binärbäume sind gleich wahrscheinlich. random-splits: alle Teilungen einer Phrase sind gleich wahrscheinlich. heuristic-right: rechtsverzweigend nach einer Teilung an einem Komma oder vor dem ersten Verb.</translation>
    </message>
    <message>
      <source>Kneser-Ney smoothing. interpolated: one discount for each order. modified: three discounts for each order, as in Chen and Goodman.</source>
      <translation>Kneser-Ney-Glättung. interpolated: ein Discount je Ordnung. modified: drei Discounts je Ordnung, wie bei Chen und Goodman.</translation>
    </message>
    <message>
      <source>L2 penalty</source>
      <translation>L2-Strafterm</translation>
    </message>
    <message>
      <source>Label elements</source>
      <translation>Elemente der Beschriftung</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Largest distance in words; words further apart are treated as this far.</source>
      <translation>Größter Abstand in Wörtern; weiter entfernte Wörter werden behandelt, als hätten sie diesen Abstand.</translation>
    </message>
    <message>
      <source>Largest number of words in a sentence from which the regression is trained.</source>
      <translation>Größte Zahl der Wörter in einem Satz, mit dem die Regression trainiert wird.</translation>
    </message>
    <message>
      <source>Largest number of words in a training sentence; longer sentences are skipped.</source>
      <translation>Größte Zahl der Wörter in einem Trainingssatz; längere Sätze werden übergangen.</translation>
    </message>
    <message>
      <source>Lexicon</source>
      <translation>Lexikon</translation>
    </message>
    <message>
      <source>Likelihood that pivot and pivot-em maximise. nodes: that of the nodes of each rule. triples: that of all triples of single features at the nodes, as in the paper; much slower.</source>
      <translation>Likelihood, die pivot und pivot-em maximieren. nodes: die der Knoten jeder Regel. triples: die aller Tripel einzelner Merkmale an den Knoten, wie im Artikel; viel langsamer.</translation>
    </message>
    <message>
      <source>Log odds from which a span counts as a bracket. Larger values give fewer brackets.</source>
      <translation>Logarithmierte Chance, ab der eine Spanne als Klammer gilt. Größere Werte ergeben weniger Klammern.</translation>
    </message>
    <message>
      <source>Longest distance</source>
      <translation>Größter Abstand</translation>
    </message>
    <message>
      <source>Longest sentence</source>
      <translation>Längster Satz</translation>
    </message>
    <message>
      <source>Matrix that is decomposed (spectral). bigram: bigram counts. cca: counts scaled by the frequencies of their symbols, as in canonical correlation analysis.</source>
      <translation>Matrix, die zerlegt wird (spectral). bigram: Bigrammhäufigkeiten. cca: Häufigkeiten, skaliert mit denen ihrer Symbole wie in der kanonischen Korrelationsanalyse.</translation>
    </message>
    <message>
      <source>Matrix that is decomposed (spectral, and the initial model of spectral-em). bigram: bigram counts. cca: counts scaled by the frequencies of their words, as in canonical correlation analysis.</source>
      <translation>Matrix, die zerlegt wird (spectral und das Anfangsmodell von spectral-em). bigram: Bigrammhäufigkeiten. cca: Häufigkeiten, skaliert mit denen ihrer Wörter wie in der kanonischen Korrelationsanalyse.</translation>
    </message>
    <message>
      <source>Maximum number of EM iterations (em and spectral-em); 0 keeps the initial model.</source>
      <translation>Höchstzahl der EM-Iterationen (em und spectral-em); 0 behält das Anfangsmodell.</translation>
    </message>
    <message>
      <source>Maximum number of EM iterations (em); 0 keeps the initial model.</source>
      <translation>Höchstzahl der EM-Iterationen (em); 0 behält das Anfangsmodell.</translation>
    </message>
    <message>
      <source>Maximum number of hidden states of a label; rare labels have fewer.</source>
      <translation>Höchstzahl der verborgenen Zustände einer Beschriftung; seltene haben weniger.</translation>
    </message>
    <message>
      <source>Merge the tags into about twelve coarse classes. Without tags, use ten clusters.</source>
      <translation>Fasst die Tags zu etwa zwölf groben Klassen zusammen. Ohne Tags werden zehn Cluster verwendet.</translation>
    </message>
    <message>
      <source>Merge words that differ only in case or in digits.</source>
      <translation>Wörter zusammenfassen, die sich nur in Groß- und Kleinschreibung oder in Ziffern unterscheiden.</translation>
    </message>
    <message>
      <source>Methods whose models also score the trees, separated by spaces, each followed by its settings as key=value. latent-pcfg scores the phrases that words form with their modifiers. The sum of their scores gets one weight. Leave empty to use features alone.</source>
      <translation>Methoden, deren Modelle die Bäume ebenfalls bewerten, durch Leerzeichen getrennt, jede mit ihren Einstellungen als key=value dahinter. latent-pcfg bewertet die Phrasen, die Wörter mit ihren Modifikatoren bilden. Die Summe der Werte bekommt ein einziges Gewicht. Leer: nur Merkmale.</translation>
    </message>
    <message>
      <source>Metric</source>
      <translation>Metrik</translation>
    </message>
    <message>
      <source>Minimum feature count</source>
      <translation>Mindesthäufigkeit der Merkmale</translation>
    </message>
    <message>
      <source>Minimum word count</source>
      <translation>Mindesthäufigkeit der Wörter</translation>
    </message>
    <message>
      <source>Mix posteriors</source>
      <translation>Posteriors mischen</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model of words. paper: the words themselves, with signatures for rare ones. rich: a tagger, trained with the grammar, that scores the tags of each word in context.</source>
      <translation>Modell der Wörter. paper: die Wörter selbst, seltene durch Signaturen ersetzt. rich: ein mit der Grammatik trainierter Tagger, der die Tags jedes Wortes im Kontext bewertet.</translation>
    </message>
    <message>
      <source>Model that ranks the readings. context: from the surrounding words and their readings. most-frequent, perceptron, unranked: baselines. All others: models of Shah et al. 2010.</source>
      <translation>Modell, das die Lesarten ordnet. context: nach den umgebenden Wörtern und deren Lesarten. most-frequent, perceptron, unranked: einfache Vergleichsmodelle. Alle übrigen: Modelle von Shah et al. 2010.</translation>
    </message>
    <message>
      <source>Node states</source>
      <translation>Zustände der Knoten</translation>
    </message>
    <message>
      <source>Number of EM iterations (em and spectral-em); 0 keeps the initial model.</source>
      <translation>Zahl der EM-Iterationen (em und spectral-em); 0 behält das Anfangsmodell.</translation>
    </message>
    <message>
      <source>Number of EM iterations (em, em-smoothed and pivot-em); 0 keeps the initial model. pivot-em runs at most 3.</source>
      <translation>Zahl der EM-Iterationen (em, em-smoothed und pivot-em); 0 behält das Anfangsmodell. pivot-em führt höchstens 3 aus.</translation>
    </message>
    <message>
      <source>Number of EM iterations.</source>
      <translation>Zahl der EM-Iterationen.</translation>
    </message>
    <message>
      <source>Number of EM iterations; 0 uses a default: 13 for em, 1 for pivot-em, 3 for pivot. With development data, the best iteration on it is kept, and 0 continues until there is no improvement.</source>
      <translation>Zahl der EM-Iterationen; 0 steht für einen Standardwert: 13 bei em, 1 bei pivot-em, 3 bei pivot. Mit Entwicklungsdaten wird die darauf beste Iteration behalten, und bei 0 geht es weiter, bis sich nichts mehr verbessert.</translation>
    </message>
    <message>
      <source>Number of classes</source>
      <translation>Zahl der Klassen</translation>
    </message>
    <message>
      <source>Number of clusters; the time that brown takes grows with its square.</source>
      <translation>Anzahl der Cluster; die Zeit für brown wächst mit ihrem Quadrat.</translation>
    </message>
    <message>
      <source>Number of coarse word classes if no tags are used.</source>
      <translation>Zahl der groben Wortklassen, wenn keine Tags verwendet werden.</translation>
    </message>
    <message>
      <source>Number of dimensions of the word vectors.</source>
      <translation>Zahl der Dimensionen der Wortvektoren.</translation>
    </message>
    <message>
      <source>Number of dimensions; fewer if the vocabulary is small.</source>
      <translation>Zahl der Dimensionen; weniger bei kleinem Wortschatz.</translation>
    </message>
    <message>
      <source>Number of fine word classes if no tags are used.</source>
      <translation>Zahl der feinen Wortklassen, wenn keine Tags verwendet werden.</translation>
    </message>
    <message>
      <source>Number of folds; the training trees of each fold come from a base parser trained on the other folds.</source>
      <translation>Zahl der Teile; die Trainingsbäume jedes Teils stammen von einem Basisparser, der mit den übrigen Teilen trainiert wurde.</translation>
    </message>
    <message>
      <source>Number of grammars averaged in each round.</source>
      <translation>Zahl der Grammatiken, die in jeder Runde gemittelt werden.</translation>
    </message>
    <message>
      <source>Number of grammars whose posteriors are averaged. With spectral or spectral-em, the second grammar uses the other of the two, and all further ones use spectral-em with other clusters. With em, they differ in their random start.</source>
      <translation>Zahl der Grammatiken, deren A-posteriori-Wahrscheinlichkeiten gemittelt werden. Bei spectral oder spectral-em verwendet die zweite den jeweils anderen Schätzer, alle weiteren spectral-em mit anderen Clustern. Bei em unterscheiden sie sich durch den zufälligen Anfang.</translation>
    </message>
    <message>
      <source>Number of grammars with different seeds whose span posteriors are averaged. Larger values are slower.</source>
      <translation>Zahl der Grammatiken mit verschiedenen Startwerten, deren A-posteriori-Wahrscheinlichkeiten der Spannen gemittelt werden. Größere Werte sind langsamer.</translation>
    </message>
    <message>
      <source>Number of hidden states for each head tag and direction (spectral, spectral-paper and em). A state generates the next modifier or the end.</source>
      <translation>Zahl der verborgenen Zustände je Tag des Kopfes und Richtung (spectral, spectral-paper und em). Ein Zustand erzeugt den nächsten Modifikator oder das Ende.</translation>
    </message>
    <message>
      <source>Number of hidden states of a head as it generates the modifiers on one side; rare tags have fewer.</source>
      <translation>Zahl der verborgenen Zustände eines Kopfes, während er die Modifikatoren einer Seite erzeugt; seltene Tags haben weniger.</translation>
    </message>
    <message>
      <source>Number of hidden states of a word with all its descendants on one side.</source>
      <translation>Zahl der verborgenen Zustände eines Wortes mit allen Nachkommen auf einer Seite.</translation>
    </message>
    <message>
      <source>Number of hidden states of a word with all its descendants; its head depends on the word only through these.</source>
      <translation>Zahl der verborgenen Zustände eines Wortes mit allen Nachkommen; nur über sie hängt sein Kopf von dem Wort ab.</translation>
    </message>
    <message>
      <source>Number of hidden states of brackets in the first grammar.</source>
      <translation>Zahl der verborgenen Zustände der Klammern in der ersten Grammatik.</translation>
    </message>
    <message>
      <source>Number of hidden states.</source>
      <translation>Zahl der verborgenen Zustände.</translation>
    </message>
    <message>
      <source>Number of hidden states. A state generates a word or the end of the sentence. A chain of k states that may stop after any word therefore needs k + 1 states here.</source>
      <translation>Zahl der verborgenen Zustände. Ein Zustand erzeugt ein Wort oder das Satzende. Eine Kette aus k Zuständen, die nach jedem Wort enden kann, braucht hier deshalb k + 1 Zustände.</translation>
    </message>
    <message>
      <source>Number of initial models (em and spectral-em). Each is trained for ten iterations, and training continues from the one with the highest likelihood.</source>
      <translation>Zahl der Anfangsmodelle (em und spectral-em). Jedes wird zehn Iterationen lang trainiert; mit dem von höchster Likelihood geht das Training weiter.</translation>
    </message>
    <message>
      <source>Number of latent classes between a word and the next; fewer if the text does not support as many.</source>
      <translation>Zahl der latenten Klassen zwischen einem Wort und dem nächsten; weniger, wenn der Text nicht so viele hergibt.</translation>
    </message>
    <message>
      <source>Number of occurrences at which a word weighs as much as its tag (spectral). Larger values rely more on the tag.</source>
      <translation>Zahl der Vorkommen, bei der ein Wort so viel zählt wie sein Tag (spectral). Größere Werte verlassen sich mehr auf das Tag.</translation>
    </message>
    <message>
      <source>Number of pairs of a label element and a statistic to keep, by their effect on the scores (context). Larger values are slower.</source>
      <translation>Zahl der Paare aus einem Element der Beschriftung und einer Statistik, die behalten werden, nach ihrer Wirkung auf die Werte (context). Größere Werte sind langsamer.</translation>
    </message>
    <message>
      <source>Number of passes of the parser over the training sentences; 0 chooses it by their size, with more passes for fewer words.</source>
      <translation>Zahl der Durchgänge des Parsers durch die Trainingssätze; 0 wählt sie nach ihrem Umfang, mit mehr Durchgängen bei weniger Wörtern.</translation>
    </message>
    <message>
      <source>Number of passes of the perceptron over the training sentences.</source>
      <translation>Zahl der Durchgänge des Perzeptrons durch die Trainingssätze.</translation>
    </message>
    <message>
      <source>Number of passes of the regression over the training sentences.</source>
      <translation>Zahl der Durchgänge der Regression durch die Trainingssätze.</translation>
    </message>
    <message>
      <source>Number of passes over each sentence (context). The second and third pass also use the labels that the previous one chose for the neighbouring words.</source>
      <translation>Zahl der Durchgänge durch jeden Satz (context). Der zweite und dritte verwenden auch die Beschriftungen, die der vorige für die Nachbarwörter gewählt hat.</translation>
    </message>
    <message>
      <source>Number of passes over the training sentences.</source>
      <translation>Zahl der Durchgänge durch die Trainingssätze.</translation>
    </message>
    <message>
      <source>Number of passes over the training sentences; 0 chooses it by their size, with more passes for fewer words.</source>
      <translation>Zahl der Durchgänge durch die Trainingssätze; 0 wählt sie nach deren Umfang, mit mehr Durchgängen bei weniger Wörtern.</translation>
    </message>
    <message>
      <source>Number of passes over the training text.</source>
      <translation>Zahl der Durchgänge durch den Trainingstext.</translation>
    </message>
    <message>
      <source>Number of passes, after clustering, in which each word moves to the cluster that suits it best (brown).</source>
      <translation>Anzahl der Durchgänge nach dem Clustern, in denen jedes Wort in den Cluster wechselt, der am besten passt (brown).</translation>
    </message>
    <message>
      <source>Number of rounds in which grammars with hidden states are trained on the current trees; 0 uses the regression alone. Rounds need the regression.</source>
      <translation>Zahl der Runden, in denen Grammatiken mit verborgenen Zuständen auf den aktuellen Bäumen trainiert werden; 0 verwendet nur die Regression. Runden setzen die Regression voraus.</translation>
    </message>
    <message>
      <source>Number of siblings recorded in the label of a partial phrase.</source>
      <translation>Zahl der Geschwister, die die Beschriftung einer Teilphrase festhält.</translation>
    </message>
    <message>
      <source>Number of singular values from which a distance is computed.</source>
      <translation>Zahl der Singulärwerte, aus denen ein Abstand berechnet wird.</translation>
    </message>
    <message>
      <source>Number of the base parser's best trees to re-rank for each sentence. Larger values are slower.</source>
      <translation>Zahl der besten Bäume des Basisparsers, die je Satz neu geordnet werden. Größere Werte sind langsamer.</translation>
    </message>
    <message>
      <source>Number of word classes if no tags are used.</source>
      <translation>Zahl der Wortklassen, wenn keine Tags verwendet werden.</translation>
    </message>
    <message>
      <source>Number of words in an n-gram; 2 is a bigram model.</source>
      <translation>Zahl der Wörter in einem N-Gramm; 2 ergibt ein Bigramm-Modell.</translation>
    </message>
    <message>
      <source>Number of words on each side that count as neighbours.</source>
      <translation>Zahl der Wörter auf jeder Seite, die als Nachbarn gelten.</translation>
    </message>
    <message>
      <source>Objective of pivots</source>
      <translation>Zielfunktion der Anker</translation>
    </message>
    <message>
      <source>Order</source>
      <translation>Ordnung</translation>
    </message>
    <message>
      <source>Order in which phrases with more than two children are binarised. head: from the head outwards. left, right: from that side.</source>
      <translation>Reihenfolge, in der Phrasen mit mehr als zwei Kindern binarisiert werden. head: vom Kopf nach außen. left, right: von dieser Seite aus.</translation>
    </message>
    <message>
      <source>Parse words with the tags given in the XPOS column.</source>
      <translation>Parst Wörter mit den in der Spalte XPOS vorgegebenen Tags.</translation>
    </message>
    <message>
      <source>Parser whose best trees are re-ranked.</source>
      <translation>Parser, dessen beste Bäume neu geordnet werden.</translation>
    </message>
    <message>
      <source>Parts of a tree that are scored. first: arcs. siblings: also adjacent modifiers of a head, and the end of its modifiers. grandparents: also pairs of an arc and the arc above it. second: all of these. The more parts, the slower.</source>
      <translation>Teile eines Baums, die bewertet werden. first: Bögen. siblings: auch benachbarte Modifikatoren eines Kopfes und deren Ende. grandparents: auch Paare aus einem Bogen und dem darüber. second: alle diese. Je mehr Teile, desto langsamer.</translation>
    </message>
    <message>
      <source>Passes</source>
      <translation>Durchgänge</translation>
    </message>
    <message>
      <source>Penalty on the squares of the weights (context and softmax). Larger values keep the weights smaller.</source>
      <translation>Strafterm auf den Quadraten der Gewichte (context und softmax). Größere Werte halten die Gewichte kleiner.</translation>
    </message>
    <message>
      <source>Power to which the word model's probability of tags is divided out, since the tag automata score the tags as well; 0 is the plain product, as published.</source>
      <translation>Potenz, mit der die Wahrscheinlichkeit der Tags nach dem Wortmodell herausgeteilt wird, weil auch die Tag-Automaten die Tags bewerten; 0 ist das einfache Produkt wie veröffentlicht.</translation>
    </message>
    <message>
      <source>Pruning threshold</source>
      <translation>Schwelle beim Aussortieren</translation>
    </message>
    <message>
      <source>Pseudo-count added to every count of constituents. Larger values smooth more.</source>
      <translation>Pseudohäufigkeit, die zu jeder Häufigkeit von Konstituenten addiert wird. Größere Werte glätten stärker.</translation>
    </message>
    <message>
      <source>Pseudo-count added to every count of spans that are not constituents. Larger values smooth more.</source>
      <translation>Pseudohäufigkeit, die zu jeder Häufigkeit von Spannen addiert wird, die keine Konstituenten sind. Größere Werte glätten stärker.</translation>
    </message>
    <message>
      <source>Pseudo-count added to the frequency of each word (cca). Larger values reduce the influence of rare words.</source>
      <translation>Pseudohäufigkeit, die zur Häufigkeit jedes Wortes addiert wird (cca). Größere Werte mindern den Einfluss seltener Wörter.</translation>
    </message>
    <message>
      <source>Pseudo-count added to the frequency of each word. Larger values reduce the influence of rare words.</source>
      <translation>Pseudohäufigkeit, die zur Häufigkeit jedes Wortes addiert wird. Größere Werte mindern den Einfluss seltener Wörter.</translation>
    </message>
    <message>
      <source>Pseudo-counts of each word that are spread over the classes, for each distinct word before it. Larger values smooth more; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten jedes Wortes, die über die Klassen verteilt werden, für jedes verschiedene Wort davor. Größere Werte glätten stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Pseudo-counts of similar words in the class distribution of each word. Larger values smooth rare words more; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten ähnlicher Wörter in der Klassenverteilung jedes Wortes. Größere Werte glätten seltene Wörter stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the average modifiers, added to those of each head. Larger values smooth more; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten der durchschnittlichen Modifikatoren, die zu denen jedes Kopfes addiert werden. Größere Werte glätten stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the distributions that all states share (em and spectral-em). Larger values smooth more; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten der Verteilungen, die allen Zuständen gemeinsam sind (em und spectral-em). Größere Werte glätten stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the overall word frequencies, added to each state (em and spectral-em). Larger values smooth more; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten nach den Gesamthäufigkeiten der Wörter, die zu jedem Zustand addiert werden (em und spectral-em). Größere Werte glätten stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Pseudo-counts that shrink trigram estimates towards bigrams (spectral). Larger values rely less on rare trigrams; 0 turns this off.</source>
      <translation>Pseudohäufigkeiten, die Trigrammschätzungen zu Bigrammen hin schrumpfen (spectral). Größere Werte verlassen sich weniger auf seltene Trigramme; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Raise a stopping score that is below a hundredth of the size of its terms to that value, and count the cases (spectral).</source>
      <translation>Hebt einen Stoppwert, der unter einem Hundertstel der Größe seiner Summanden liegt, auf diesen Wert an und zählt die Fälle (spectral).</translation>
    </message>
    <message>
      <source>Random starts</source>
      <translation>Zufällige Anfänge</translation>
    </message>
    <message>
      <source>Rank threshold</source>
      <translation>Rangschwelle</translation>
    </message>
    <message>
      <source>Relation labeller</source>
      <translation>Beschrifter der Relationen</translation>
    </message>
    <message>
      <source>Rounds</source>
      <translation>Runden</translation>
    </message>
    <message>
      <source>Scale every vector to length 1, so that only directions count.</source>
      <translation>Bringt jeden Vektor auf die Länge 1, sodass nur Richtungen zählen.</translation>
    </message>
    <message>
      <source>Scale features so that frequent ones count less (spectral, pivot and pivot-em).</source>
      <translation>Skaliert Merkmale so, dass häufige weniger zählen (spectral, pivot und pivot-em).</translation>
    </message>
    <message>
      <source>Scaling</source>
      <translation>Skalierung</translation>
    </message>
    <message>
      <source>Scheme by which labels are split into elements. auto: the one that suits the treebank.</source>
      <translation>Schema, nach dem Beschriftungen in Elemente zerlegt werden. auto: das zur Treebank passende.</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>Startwert</translation>
    </message>
    <message>
      <source>Seed of the random number generator (cca).</source>
      <translation>Startwert des Zufallszahlengenerators (cca).</translation>
    </message>
    <message>
      <source>Seed of the random number generator.</source>
      <translation>Startwert des Zufallszahlengenerators.</translation>
    </message>
    <message>
      <source>Selected features</source>
      <translation>Ausgewählte Merkmale</translation>
    </message>
    <message>
      <source>Settings of the base parser</source>
      <translation>Einstellungen des Basisparsers</translation>
    </message>
    <message>
      <source>Settings of the base parser that differ from its defaults, as key=value separated by spaces. Its tagger, labeller and calibration are trained with it.</source>
      <translation>Einstellungen des Basisparsers, die von seinen Standardwerten abweichen, als key=value, durch Leerzeichen getrennt. Sein Tagger, sein Beschrifter und seine Kalibrierung werden mit ihm trainiert.</translation>
    </message>
    <message>
      <source>Share of features that each update leaves out at random, so that the tagger does not rely on single features; 0 uses all.</source>
      <translation>Anteil der Merkmale, die jeder Schritt zufällig weglässt, damit sich der Tagger nicht auf einzelne verlässt; 0 verwendet alle.</translation>
    </message>
    <message>
      <source>Share of features that each update leaves out at random, so that the tokeniser does not rely on single features; 0 uses all.</source>
      <translation>Anteil der Merkmale, die jeder Schritt zufällig weglässt, damit sich der Tokenisierer nicht auf einzelne verlässt; 0 verwendet alle.</translation>
    </message>
    <message>
      <source>Share of the initial trees that must contain a span for it to become a bracket. It matters only without the regression.</source>
      <translation>Anteil der Anfangsbäume, die eine Spanne enthalten müssen, damit sie zur Klammer wird. Dies gilt nur ohne die Regression.</translation>
    </message>
    <message>
      <source>Shrinkage</source>
      <translation>Schrumpfung</translation>
    </message>
    <message>
      <source>Single precision</source>
      <translation>Einfache Genauigkeit</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>Singular values below this fraction of the largest one, divided by the square root of the number of sequences, are dropped (spectral). Larger values keep fewer states; 0 keeps all.</source>
      <translation>Singulärwerte unter diesem Anteil des größten, geteilt durch die Wurzel aus der Zahl der Folgen, werden verworfen (spectral). Größere Werte behalten weniger Zustände; 0 behält alle.</translation>
    </message>
    <message>
      <source>Smooth forms and lemmas with words of similar spelling; otherwise with all words.</source>
      <translation>Glättet Formen und Lemmata mit Wörtern ähnlicher Schreibung; sonst mit allen Wörtern.</translation>
    </message>
    <message>
      <source>Smoothing</source>
      <translation>Glättung</translation>
    </message>
    <message>
      <source>Smoothing of constituents</source>
      <translation>Glättung der Konstituenten</translation>
    </message>
    <message>
      <source>Smoothing of contexts</source>
      <translation>Glättung der Kontexte</translation>
    </message>
    <message>
      <source>Smoothing of distituents</source>
      <translation>Glättung der Distituenten</translation>
    </message>
    <message>
      <source>Smoothing of vectors</source>
      <translation>Glättung der Vektoren</translation>
    </message>
    <message>
      <source>Smoothing of words</source>
      <translation>Glättung der Wörter</translation>
    </message>
    <message>
      <source>Smoothing weight</source>
      <translation>Glättungsgewicht</translation>
    </message>
    <message>
      <source>Source of the candidate readings. auto: those in the file, otherwise the best analyser available. given: only those in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.</source>
      <translation>Quelle der möglichen Lesarten. auto: die in der Datei, sonst der beste vorhandene Analysator. given: nur die in der Datei. Sonst: treebank, buckwalter, buckwalter=ORDNER oder der Name eines anderen Analysators.</translation>
    </message>
    <message>
      <source>Source of the candidates. auto: those in the file, otherwise the best analyser available. given: only those in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.</source>
      <translation>Herkunft der Kandidaten. auto: die in der Datei, sonst der beste verfügbare Analysator. given: nur die in der Datei. Sonst: treebank, buckwalter, buckwalter=FOLDER oder der Name eines anderen Analysators.</translation>
    </message>
    <message>
      <source>Source of the word classes. words: clusters of the words. upos, xpos: classes of the tags in that column. auto: tags if most words have one, otherwise clusters.</source>
      <translation>Herkunft der Wortklassen. words: Cluster der Wörter. upos, xpos: Klassen der Tags dieser Spalte. auto: Tags, wenn die meisten Wörter eines haben, sonst Cluster.</translation>
    </message>
    <message>
      <source>Span boundary features</source>
      <translation>Merkmale der Spannengrenzen</translation>
    </message>
    <message>
      <source>Span regression</source>
      <translation>Regression über Spannen</translation>
    </message>
    <message>
      <source>Spelling</source>
      <translation>Schreibung</translation>
    </message>
    <message>
      <source>Statistic</source>
      <translation>Statistik</translation>
    </message>
    <message>
      <source>Strength with which moments of rare rules are shrunk towards products of simpler ones (spectral); 0 turns this off.</source>
      <translation>Stärke, mit der Momente seltener Regeln zu Produkten einfacherer Momente hin geschrumpft werden (spectral); 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Strength with which the states of rare words are shrunk towards the mean of their label (spectral); 0 turns this off.</source>
      <translation>Stärke, mit der die Zustände seltener Wörter zum Mittel ihrer Beschriftung hin geschrumpft werden (spectral); 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Tag column</source>
      <translation>Spalte der Tags</translation>
    </message>
    <message>
      <source>Tag discount</source>
      <translation>Abzug der Tags</translation>
    </message>
    <message>
      <source>Tagger</source>
      <translation>Tagger</translation>
    </message>
    <message>
      <source>Tokeniser</source>
      <translation>Tokenisierer</translation>
    </message>
    <message>
      <source>Tolerance</source>
      <translation>Toleranz</translation>
    </message>
    <message>
      <source>Top split</source>
      <translation>Oberste Teilung</translation>
    </message>
    <message>
      <source>Train a labeller that predicts the relation of every arc, if the treebank has relations.</source>
      <translation>Trainiert einen Beschrifter, der die Relation jedes Bogens vorhersagt, wenn die Treebank Relationen hat.</translation>
    </message>
    <message>
      <source>Train a labeller that predicts the relation of every arc, if the treebank has relations. It is not retrained when sentences are added.</source>
      <translation>Trainiert einen Beschrifter, der die Relation jedes Bogens vorhersagt, wenn die Treebank Relationen hat. Er wird nicht neu trainiert, wenn Sätze hinzukommen.</translation>
    </message>
    <message>
      <source>Train a regression on the spans of the initial trees. It needs at least 50 sentences.</source>
      <translation>Trainiert eine Regression auf den Spannen der Anfangsbäume. Sie braucht mindestens 50 Sätze.</translation>
    </message>
    <message>
      <source>Train a tagger for the tag column, so that text without tags can be parsed.</source>
      <translation>Trainiert einen Tagger für die Spalte der Tags, damit Text ohne Tags geparst werden kann.</translation>
    </message>
    <message>
      <source>Train a tagger for the tag column, so that text without tags can be parsed. It is not retrained when sentences are added.</source>
      <translation>Trainiert einen Tagger für die Spalte der Tags, damit Text ohne Tags geparst werden kann. Er wird nicht neu trainiert, wenn Sätze hinzukommen.</translation>
    </message>
    <message>
      <source>Train a tokeniser and sentence splitter, if the treebank says where its words are joined, so that text can be annotated.</source>
      <translation>Einen Tokenisierer und Satztrenner trainieren, wenn die Baumbank sagt, wo ihre Wörter verbunden sind, damit Texte annotiert werden können.</translation>
    </message>
    <message>
      <source>Train the weights of the statistics (context). Without this, all have the same weight and only the counts matter.</source>
      <translation>Trainiert die Gewichte der Statistiken (context). Sonst haben alle dasselbe Gewicht, und nur die Häufigkeiten zählen.</translation>
    </message>
    <message>
      <source>Trained weights</source>
      <translation>Trainierte Gewichte</translation>
    </message>
    <message>
      <source>Training algorithm. em: EM from a random start. pivot: the words of each class from anchor words that occur in no other class, then the class distribution after each word, which has a unique optimum. pivot-em: EM starting from pivot.</source>
      <translation>Trainingsverfahren. em: EM von einem zufälligen Anfang. pivot: die Wörter jeder Klasse aus Ankerwörtern, die in keiner anderen vorkommen, dann die Klassenverteilung nach jedem Wort, die ein eindeutiges Optimum hat. pivot-em: EM, ausgehend von pivot.</translation>
    </message>
    <message>
      <source>Training algorithm. pcfg: relative frequencies of rules, without hidden states. em: EM from a random start. em-smoothed: the same with smoothed states. spectral: closed form. pivot: anchor features, which occur with one state only. pivot-em: a few iterations of em-smoothed starting from pivot.</source>
      <translation>Trainingsverfahren. pcfg: relative Häufigkeiten der Regeln, ohne verborgene Zustände. em: EM von einem zufälligen Anfang. em-smoothed: dasselbe mit geglätteten Zuständen. spectral: geschlossene Form. pivot: Ankermerkmale, die nur bei einem Zustand vorkommen. pivot-em: einige Iterationen von em-smoothed, ausgehend von pivot.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form, consistent for any root. spectral-paper: the same as printed by Dhillon et al. The scores of both are not probabilities and may be negative. em: EM from a random start. spectral-em: EM from clusters of words in the spectral solution.</source>
      <translation>Trainingsverfahren. spectral: geschlossene Form, konsistent für jede Wurzel. spectral-paper: dasselbe wie bei Dhillon et al. abgedruckt. Die Werte beider sind keine Wahrscheinlichkeiten und können negativ sein. em: EM von einem zufälligen Anfang. spectral-em: EM, ausgehend von Wortclustern der spektralen Lösung.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form. spectral-em: a few EM iterations from clusters of the spectral solution. em: EM from a random start, which needs about a hundred iterations.</source>
      <translation>Trainingsverfahren. spectral: geschlossene Form. spectral-em: einige EM-Iterationen, ausgehend von Clustern der spektralen Lösung. em: EM von einem zufälligen Anfang, was etwa hundert Iterationen braucht.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form; scores are not probabilities and may have to be clipped. em: EM from a random start. spectral-em: EM from the projected spectral solution, which needs fewer iterations.</source>
      <translation>Trainingsverfahren. spectral: geschlossene Form; ihre Werte sind keine Wahrscheinlichkeiten und müssen manchmal gekappt werden. em: EM von einem zufälligen Anfang. spectral-em: EM, ausgehend von der projizierten spektralen Lösung, was weniger Iterationen braucht.</translation>
    </message>
    <message>
      <source>Training epochs</source>
      <translation>Trainingsepochen</translation>
    </message>
    <message>
      <source>Training objective. crf: likelihood of the trees, which gives meaningful posteriors. perceptron: averaged perceptron.</source>
      <translation>Zielfunktion des Trainings. crf: Likelihood der Bäume, was aussagekräftige A-posteriori-Wahrscheinlichkeiten ergibt. perceptron: gemitteltes Perzeptron.</translation>
    </message>
    <message>
      <source>Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without crossings, and restore them in parses where the relations tell how. left-out: skip these sentences and report their number.</source>
      <translation>Behandlung von Trainingssätzen mit kreuzenden Bögen. lifted: hängt solche Bögen an den nächsten Vorfahren ohne Kreuzung und stellt sie in Analysen wieder her, wo die Relationen es erlauben. left-out: übergeht diese Sätze und meldet ihre Zahl.</translation>
    </message>
    <message>
      <source>Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without crossings, and restore them in parses where the relations tell how. left-out: the parser skips these sentences and reports their number.</source>
      <translation>Umgang mit Trainingssätzen, in denen sich Kanten kreuzen. lifted: solche Kanten an den nächsten Vorfahren ohne Kreuzung hängen und sie beim Parsen wiederherstellen, wo die Relationen sagen, wie. left-out: der Parser lässt diese Sätze aus und meldet ihre Zahl.</translation>
    </message>
    <message>
      <source>Trees from which training starts. clauses: splits at verbs, with right-branching chunks. chunks: right-branching around chunks. metric: minimum metric trees with a cascade of chunks. vote: vote of five kinds. flat: chunks between punctuation marks. auto: metric for text without punctuation, otherwise clauses, or vote where that crosses fewer stretches between punctuation marks.</source>
      <translation>Bäume, mit denen das Training beginnt. clauses: Teilungen an Verben, mit rechtsverzweigenden Chunks. chunks: rechtsverzweigend um Chunks. metric: minimale metrische Bäume mit einer Kaskade von Chunks. vote: Abstimmung von fünf Arten. flat: Chunks zwischen Satzzeichen. auto: metric für Text ohne Satzzeichen, sonst clauses, oder vote, wo es weniger Abschnitte zwischen Satzzeichen kreuzt.</translation>
    </message>
    <message>
      <source>Trees per sentence</source>
      <translation>Bäume je Satz</translation>
    </message>
    <message>
      <source>Unit length</source>
      <translation>Einheitslänge</translation>
    </message>
    <message>
      <source>Use 32-bit numbers for sums over hidden states. This takes about half the time.</source>
      <translation>Verwendet 32-Bit-Zahlen für Summen über verborgene Zustände. Das dauert etwa halb so lang.</translation>
    </message>
    <message>
      <source>Use features of how well a lemma fits the surrounding text, in the models of Shah et al.</source>
      <translation>Verwendet in den Modellen von Shah et al. Merkmale dafür, wie gut ein Lemma zum umgebenden Text passt.</translation>
    </message>
    <message>
      <source>Use frequent words, and the shapes of other words, as evidence for hidden states.</source>
      <translation>Verwendet häufige Wörter und die Gestalt der übrigen als Hinweise auf verborgene Zustände.</translation>
    </message>
    <message>
      <source>Use the first and last letters of the word itself as contexts, in the models of Shah et al.</source>
      <translation>Verwendet in den Modellen von Shah et al. die ersten und letzten Buchstaben des Wortes selbst als Kontexte.</translation>
    </message>
    <message>
      <source>Use the word model without the tag automata.</source>
      <translation>Verwendet das Wortmodell ohne die Tag-Automaten.</translation>
    </message>
    <message>
      <source>Vertical context</source>
      <translation>Vertikaler Kontext</translation>
    </message>
    <message>
      <source>Weight estimation</source>
      <translation>Schätzung der Gewichte</translation>
    </message>
    <message>
      <source>Weight of Kneser-Ney bigrams in the probability of each word; 0 uses the class model alone, as in the papers.</source>
      <translation>Gewicht der Kneser-Ney-Bigramme in der Wahrscheinlichkeit jedes Wortes; 0 verwendet nur das Klassenmodell wie in den Artikeln.</translation>
    </message>
    <message>
      <source>Weight of linear distance</source>
      <translation>Gewicht des Wortabstands</translation>
    </message>
    <message>
      <source>Weight of simpler moments, relative to the square root of a rule's count (spectral). Larger values smooth more; 0 turns this off.</source>
      <translation>Gewicht einfacherer Momente im Verhältnis zur Wurzel aus der Häufigkeit einer Regel (spectral). Größere Werte glätten stärker; 0 schaltet dies ab.</translation>
    </message>
    <message>
      <source>Weight of the logarithm of the distance in words that is added to the spectral metric, in standard deviations; 0 adds nothing.</source>
      <translation>Gewicht des logarithmierten Wortabstands, der zur spektralen Metrik addiert wird, in Standardabweichungen; 0 addiert nichts.</translation>
    </message>
    <message>
      <source>Word classes</source>
      <translation>Wortklassen</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>Wortcluster</translation>
    </message>
    <message>
      <source>Word features</source>
      <translation>Wortmerkmale</translation>
    </message>
    <message>
      <source>Word model</source>
      <translation>Wortmodell</translation>
    </message>
    <message>
      <source>Word model only</source>
      <translation>Nur das Wortmodell</translation>
    </message>
    <message>
      <source>Word model that is multiplied with the tag automata, with back-off to tags. none: no word model. lex: one state. lex-first: an extra state for the first modifier. lex-first-coord: also extra states after coordinators and after punctuation.</source>
      <translation>Wortmodell, das mit den Tag-Automaten multipliziert wird, mit Back-off zu Tags. none: kein Wortmodell. lex: ein Zustand. lex-first: ein weiterer Zustand für den ersten Modifikator. lex-first-coord: außerdem Zustände nach Konjunktionen und nach Satzzeichen.</translation>
    </message>
    <message>
      <source>Word vectors</source>
      <translation>Wortvektoren</translation>
    </message>
    <message>
      <source>Words for the weights</source>
      <translation>Wörter für die Gewichte</translation>
    </message>
    <message>
      <source>Words that occur less often are merged into one unknown word, which still counts as a neighbour.</source>
      <translation>Seltenere Wörter werden zu einem unbekannten Wort zusammengefasst, das weiter als Nachbar zählt.</translation>
    </message>
    <message>
      <source>Words that occur less often have no cluster, and count as one context.</source>
      <translation>Seltenere Wörter haben keinen Cluster und zählen als ein einziger Kontext.</translation>
    </message>
    <message>
      <source>brown: agglomerative clustering by the mutual information of adjacent clusters. cca: k-means of word vectors from canonical correlations, faster for many clusters.</source>
      <translation>brown: agglomeratives Clustern nach der Transinformation benachbarter Cluster. cca: k-Means über Wortvektoren aus kanonischen Korrelationen, schneller bei vielen Clustern.</translation>
    </message>
  </context>
  <context>
    <name>widgets</name>
    <message>
      <source>Apply (Return)</source>
      <translation>Anwenden (Eingabe)</translation>
    </message>
    <message>
      <source>Cancel (Esc)</source>
      <translation>Abbrechen (Esc)</translation>
    </message>
    <message>
      <source>Clear the field</source>
      <translation>Feld leeren</translation>
    </message>
    <message>
      <source>Close (Esc)</source>
      <translation>Dies schließen (Esc)</translation>
    </message>
    <message>
      <source>Restore the defaults</source>
      <translation>Standard wiederherstellen</translation>
    </message>
  </context>
</TS>
