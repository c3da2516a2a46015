<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>ActiveModel</name>
    <message>
      <source>What {0} had learnt beside its run was cleared away with temporary files; it is learnt anew.</source>
      <translation>Was {0} neben seinem Lauf gelernt hatte, wurde mit temporären Dateien weggeräumt; es wird neu gelernt.</translation>
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
      <source>Takes it, and goes to the next word in doubt</source>
      <translation>Nimmt es und geht zum nächsten zweifelhaften Wort</translation>
    </message>
    <message>
      <source>What else may stand at the word, and at others</source>
      <translation>Was sonst am Wort und an anderen stehen kann</translation>
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
      <source>1–9: that row   Letters: its beginning</source>
      <translation>1–9: diese Zeile   Buchstaben: ihr Anfang</translation>
    </message>
    <message>
      <source>A file of this kind has no place for heads and relations; save it as CoNLL-U to attach words.</source>
      <translation>Eine Datei dieser Art hat keinen Platz für Köpfe und Relationen; speichern Sie sie als CoNLL-U, um Wörter anzuhängen.</translation>
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
      <source>Digits: the number of the word   Letters: its beginning</source>
      <translation>Ziffern: die Nummer des Wortes   Buchstaben: sein Anfang</translation>
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
      <source>Nothing else is proposed for this word; H attaches it, R names its relation.</source>
      <translation>Für dieses Wort ist sonst nichts vorgeschlagen; H hängt es an, R nennt seine Relation.</translation>
    </message>
    <message>
      <source>Relation of {0}</source>
      <translation>Relation von {0}</translation>
    </message>
    <message>
      <source>Swap them: {0} takes the place of {1}</source>
      <translation>Tauschen: {0} tritt an die Stelle von {1}</translation>
    </message>
    <message>
      <source>Swap {0} and {1}</source>
      <translation>{0} und {1} tauschen</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
    <message>
      <source>hangs from it: swap</source>
      <translation>hängt daran: tauschen</translation>
    </message>
    <message>
      <source>proposed</source>
      <translation>vorgeschlagen</translation>
    </message>
    <message>
      <source>root</source>
      <translation>Wurzel</translation>
    </message>
    <message>
      <source>{0} hangs from {1}: heads would run in a circle</source>
      <translation>{0} hängt an {1}: die Köpfe liefen im Kreis</translation>
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
      <source>Nodes that have the commonest value of all: what can be had without states</source>
      <translation>Knoten mit dem häufigsten Wert überhaupt: was ohne Zustände zu haben ist</translation>
    </message>
    <message>
      <source>Nodes that have the commonest value of their likeliest state</source>
      <translation>Knoten mit dem häufigsten Wert ihres wahrscheinlichsten Zustands</translation>
    </message>
    <message>
      <source>Nothing is known of these nodes from elsewhere: choose a file whose labels say more.</source>
      <translation>Von diesen Knoten ist sonst nichts bekannt: wählen Sie eine Datei, deren Beschriftungen mehr sagen.</translation>
    </message>
    <message>
      <source>Of what is uncertain about the value, the share that the state takes away</source>
      <translation>Der Anteil der Ungewissheit über den Wert, den der Zustand nimmt</translation>
    </message>
    <message>
      <source>What</source>
      <translation>Was</translation>
    </message>
    <message>
      <source>What the states tell</source>
      <translation>Was die Zustände sagen</translation>
    </message>
    <message>
      <source>right %</source>
      <translation>richtig %</translation>
    </message>
    <message>
      <source>told %</source>
      <translation>gesagt %</translation>
    </message>
    <message>
      <source>without %</source>
      <translation>ohne %</translation>
    </message>
  </context>
  <context>
    <name>AutoTrainer</name>
    <message>
      <source> (F1 {0:.0f}, a parser of your trees {1:.0f})</source>
      <translation> (F1 {0:.0f}, ein Parser aus deinen Bäumen {1:.0f})</translation>
    </message>
    <message>
      <source> (F1 {0:.0f}, from words alone {1:.0f})</source>
      <translation> (F1 {0:.0f}, aus den Wörtern allein {1:.0f})</translation>
    </message>
    <message>
      <source> + %Ln accepted</source>
      <translation> + %Ln angenommene</translation>
    </message>
    <message>
      <source>learning to propose …</source>
      <translation>lernt vorzuschlagen …</translation>
    </message>
    <message>
      <source>learnt from %Ln sentence(s)</source>
      <translation>gelernt von %Ln Sätzen</translation>
    </message>
    <message>
      <source>learnt from the words of %Ln sentence(s)</source>
      <translation>gelernt aus den Wörtern von %Ln Sätzen</translation>
    </message>
    <message>
      <source>{0:.0%} of your last {1} were right as proposed</source>
      <translation>{0:.0%} Ihrer letzten {1} waren richtig vorgeschlagen</translation>
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
      <source>Edges from {0} %</source>
      <translation>Kanten ab {0} %</translation>
    </message>
    <message>
      <source>Edges that a smaller share of the sequences passes are not drawn</source>
      <translation>Kanten, die ein kleinerer Anteil der Folgen geht, werden nicht gezeichnet</translation>
    </message>
    <message>
      <source>Head tag</source>
      <translation>Tag des Kopfes</translation>
    </message>
    <message>
      <source>Least count of a prefix</source>
      <translation>Kleinste Zahl für ein Präfix</translation>
    </message>
    <message>
      <source>Least share for a merge</source>
      <translation>Kleinster Anteil für ein Zusammenlegen</translation>
    </message>
    <message>
      <source>Least share of an edge</source>
      <translation>Kleinster Anteil einer Kante</translation>
    </message>
    <message>
      <source>Merges from {0} %</source>
      <translation>Zusammenlegen ab {0} %</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Prefixes from a count of {0}</source>
      <translation>Präfixe ab einer Zahl von {0}</translation>
    </message>
    <message>
      <source>Prefixes from a count of {0} (suits the text)</source>
      <translation>Präfixe ab einer Zahl von {0} (passt zum Text)</translation>
    </message>
    <message>
      <source>Prefixes that fewer sequences begin with are not clustered; leftmost, as suits how many there are</source>
      <translation>Präfixe, mit denen weniger Folgen beginnen, werden nicht geclustert; ganz links so, wie es zu ihrer Zahl passt</translation>
    </message>
    <message>
      <source>Prefixes: count suits the text</source>
      <translation>Präfixe: Zahl passt zum Text</translation>
    </message>
    <message>
      <source>Side</source>
      <translation>Seite</translation>
    </message>
    <message>
      <source>Where a tag takes a smaller share of the sequences to a second state, they follow the others</source>
      <translation>Wo ein Tag einen kleineren Anteil der Folgen in einen zweiten Zustand führt, folgen sie den anderen</translation>
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
      <source>%Ln head word(s) here</source>
      <translation>%Ln Kopfwörter hier</translation>
    </message>
    <message>
      <source>Choose a state or an edge: the sentences that pass through it are listed here.</source>
      <translation>Wählen Sie einen Zustand oder eine Kante: die Sätze, die hindurchgehen, werden hier gelistet.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>Gewählt</translation>
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
      <source>Sentences that pass here</source>
      <translation>Sätze, die hier durchgehen</translation>
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
      <source>These are the sequences that the model was learnt from: the text shown has no heads.</source>
      <translation>Dies sind die Folgen, von denen das Modell gelernt wurde: der gezeigte Text hat keine Köpfe.</translation>
    </message>
    <message>
      <source>What is chosen</source>
      <translation>Was gewählt ist</translation>
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
      <source>A second automaton beside this one: of another model or with other settings</source>
      <translation>Ein zweiter Automat neben diesem: eines anderen Modells oder mit anderen Einstellungen</translation>
    </message>
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
      <source>Close this</source>
      <translation>Dies schließen</translation>
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
      <source>There is no model with automata yet. {0}, learnt from this text, has them.</source>
      <translation>Es gibt noch kein Modell mit Automaten. {0}, aus diesem Text gelernt, hat welche.</translation>
    </message>
    <message>
      <source>This model has seen no modifiers.</source>
      <translation>Dieses Modell hat keine Modifikatoren gesehen.</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>TikZ-Abbildung</translation>
    </message>
    <message>
      <source>To the clusters as found</source>
      <translation>Zu den Clustern, wie gefunden</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
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
      <source>Measured on what it was learnt from; on other sentences it is worth less.</source>
      <translation>Gemessen auf dem, wovon gelernt wurde; auf anderen Sätzen ist es weniger wert.</translation>
    </message>
    <message>
      <source>The calibration of {0} is being measured. {1}</source>
      <translation>Die Kalibrierung von {0} wird gemessen. {1}</translation>
    </message>
    <message>
      <source>The model is not calibrated: these are scores and not probabilities.</source>
      <translation>Das Modell ist nicht kalibriert: dies sind Punkte und keine Wahrscheinlichkeiten.</translation>
    </message>
    <message>
      <source>as right as they claim</source>
      <translation>so richtig wie behauptet</translation>
    </message>
    <message>
      <source>expected calibration error {0:.3f}</source>
      <translation>erwarteter Kalibrierungsfehler {0:.3f}</translation>
    </message>
    <message>
      <source>probability of the arc that is chosen</source>
      <translation>Wahrscheinlichkeit des gewählten Bogens</translation>
    </message>
    <message>
      <source>sentences held out of {0}</source>
      <translation>zurückgehaltenen Sätzen aus {0}</translation>
    </message>
    <message>
      <source>share of right heads</source>
      <translation>Anteil richtiger Köpfe</translation>
    </message>
    <message>
      <source>uncalibrated score of the arc that is chosen</source>
      <translation>unkalibrierte Punkte des gewählten Bogens</translation>
    </message>
    <message>
      <source>words</source>
      <translation>Wörter</translation>
    </message>
    <message>
      <source>{0:.2f}: {1:.0%} right of {2}</source>
      <translation>{0:.2f}: {1:.0%} richtig von {2}</translation>
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
      <source>Choose a run of a method that parses; its model must still be there.</source>
      <translation>Wählen Sie einen Lauf einer Methode, die parst; ihr Modell muss noch da sein.</translation>
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
      <source>This run could not be measured.</source>
      <translation>Dieser Lauf ließ sich nicht messen.</translation>
    </message>
    <message>
      <source>What this run was measured on is no longer in the project: {0}</source>
      <translation>Worauf dieser Lauf gemessen wurde, ist nicht mehr im Projekt: {0}</translation>
    </message>
  </context>
  <context>
    <name>CandidatesView</name>
    <message>
      <source>Every word of this sentence is decided; Enter accepts it</source>
      <translation>Jedes Wort dieses Satzes ist entschieden; Eingabe nimmt ihn an</translation>
    </message>
    <message>
      <source>No word is in doubt; Enter accepts the first reading of %Ln other(s)</source>
      <translation>Kein Wort ist zweifelhaft; Eingabe nimmt bei %Ln anderen die erste Lesart an</translation>
    </message>
    <message>
      <source>No word was selected: this is word {0}, {1}. Press the key again for it.</source>
      <translation>Kein Wort war gewählt: dies ist Wort {0}, {1}. Drücken Sie die Taste dafür noch einmal.</translation>
    </message>
    <message>
      <source>Open the panel Readings to see what is offered for a word.</source>
      <translation>Öffnen Sie die Tafel Lesarten, um zu sehen, was für ein Wort angeboten wird.</translation>
    </message>
    <message>
      <source>The readings of this word are not there yet.</source>
      <translation>Die Lesarten dieses Wortes sind noch nicht da.</translation>
    </message>
    <message>
      <source>There is no reading {0} of this word</source>
      <translation>Dieses Wort hat keine Lesart {0}</translation>
    </message>
  </context>
  <context>
    <name>CanvasPrompt</name>
    <message>
      <source>Enter: what is marked   Escape: nothing</source>
      <translation>Eingabe: das Markierte   Esc: nichts</translation>
    </message>
    <message>
      <source>Make the new label {0}</source>
      <translation>Neue Beschriftung {0} anlegen</translation>
    </message>
    <message>
      <source>Nothing here is called {0}</source>
      <translation>Nichts heißt hier {0}</translation>
    </message>
  </context>
  <context>
    <name>Card</name>
    <message>
      <source>About the word</source>
      <translation>Über das Wort</translation>
    </message>
    <message>
      <source>Click on a word to see what is known of it.</source>
      <translation>Klicken Sie auf ein Wort, um zu sehen, was von ihm bekannt ist.</translation>
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
      <source>Its readings are being looked up …</source>
      <translation>Seine Lesarten werden nachgeschlagen …</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>Lemma</translation>
    </message>
    <message>
      <source>No reading is known.</source>
      <translation>Keine Lesart ist bekannt.</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>Lesarten</translation>
    </message>
    <message>
      <source>Readings, in no special order</source>
      <translation>Lesarten, in keiner Ordnung</translation>
    </message>
    <message>
      <source>Readings, the likeliest first</source>
      <translation>Lesarten, die wahrscheinlichste zuerst</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>The only reading known</source>
      <translation>Die einzige bekannte Lesart</translation>
    </message>
    <message>
      <source>The vowels on the page say otherwise: the reading that is right is not known.</source>
      <translation>Die Vokale auf der Seite sagen anderes: die richtige Lesart ist nicht bekannt.</translation>
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
      <source>What it is</source>
      <translation>Was es ist</translation>
    </message>
    <message>
      <source>Why the first?</source>
      <translation>Warum die erste?</translation>
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
      <source>▾ Only the first two</source>
      <translation>▾ Nur die ersten zwei</translation>
    </message>
    <message>
      <source>✓ you know this word</source>
      <translation>✓ Sie kennen dieses Wort</translation>
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
    <name>CommandPalette</name>
    <message>
      <source>Nothing fits. Try fewer letters.</source>
      <translation>Nichts passt. Versuchen Sie weniger Buchstaben.</translation>
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
    <message>
      <source>What fits</source>
      <translation>Was passt</translation>
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
      <source>A third, measured in the same way: how far the two are apart, by paired bootstrap over sentences, and how the votes of all three fall</source>
      <translation>Ein Drittes, ebenso gemessen: wie weit die beiden auseinanderliegen, nach gepaartem Bootstrap über Sätze, und wie die Stimmen aller drei ausfallen</translation>
    </message>
    <message>
      <source>And that with</source>
      <translation>Und das mit</translation>
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
      <source>Both are measured against the document; apart: {0} above {1}.</source>
      <translation>Beide sind am Dokument gemessen; Abstand: {0} über {1}.</translation>
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
      <source>Compare with</source>
      <translation>Vergleichen mit</translation>
    </message>
    <message>
      <source>Compare with a file</source>
      <translation>Mit einer Datei vergleichen</translation>
    </message>
    <message>
      <source>Compare with a treebank over the same sentences</source>
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
      <source>Measure one against the other</source>
      <translation>Das eine am anderen messen</translation>
    </message>
    <message>
      <source>Nothing can be compared yet: open a treebank first.</source>
      <translation>Noch lässt sich nichts vergleichen: öffnen Sie erst eine Treebank.</translation>
    </message>
    <message>
      <source>Nothing is compared yet: choose above what to compare with, or another file.</source>
      <translation>Noch ist nichts verglichen: wählen Sie oben, womit verglichen wird, oder eine andere Datei.</translation>
    </message>
    <message>
      <source>Nothing is compared yet: choose another file over the same sentences.</source>
      <translation>Noch ist nichts verglichen: wählen Sie eine andere Datei über dieselben Sätze.</translation>
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
      <source>Sentences that differ</source>
      <translation>Sätze, die sich unterscheiden</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>Tag</translation>
    </message>
    <message>
      <source>The comparison did not end.</source>
      <translation>Der Vergleich kam nicht zum Ende.</translation>
    </message>
    <message>
      <source>The document has no structure to measure {0} and {1} by.</source>
      <translation>Das Dokument hat keine Struktur, an der {0} und {1} zu messen wären.</translation>
    </message>
    <message>
      <source>The other treebank has no such sentence.</source>
      <translation>Die andere Treebank hat keinen solchen Satz.</translation>
    </message>
    <message>
      <source>The third</source>
      <translation>Das Dritte</translation>
    </message>
    <message>
      <source>The tree of the document shown</source>
      <translation>Der Baum des gezeigten Dokuments</translation>
    </message>
    <message>
      <source>The tree that is compared</source>
      <translation>Der Baum, der verglichen wird</translation>
    </message>
    <message>
      <source>These are alike in what is shown.</source>
      <translation>Diese sind gleich in dem, was gezeigt wird.</translation>
    </message>
    <message>
      <source>This</source>
      <translation>Dies</translation>
    </message>
    <message>
      <source>Two versions of the same sentences are compared here: two annotators, two parsers, or before and after. The document shown counts as right; the other one is measured against it by heads, relations, brackets, tags, lemmas and features, as far as both have them.</source>
      <translation>Hier werden zwei Fassungen derselben Sätze verglichen: zwei Annotierende, zwei Parser, oder vorher und nachher. Das gezeigte Dokument gilt als richtig; das andere wird daran gemessen: nach Köpfen, Relationen, Klammern, Tags, Lemmata und Merkmalen, soweit beide sie haben.</translation>
    </message>
    <message>
      <source>Unlabelled F1 on the {0} trees decided here: {1:.1f} by the parser that learns from them (each parsed by what the others taught), {2:.1f} by brackets from words alone.</source>
      <translation>F1 ohne Beschriftung auf den {0} hier entschiedenen Bäumen: {1:.1f} durch den Parser, der aus ihnen lernt (jeder geparst mit dem, was die anderen lehrten), {2:.1f} durch Klammern aus den Wörtern allein.</translation>
    </message>
    <message>
      <source>Which structure is compared</source>
      <translation>Welche Struktur verglichen wird</translation>
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
      <source>and that with</source>
      <translation>und das mit</translation>
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
      <source>{0} could not be measured; the first is {1}: {2}</source>
      <translation>{0} ließ sich nicht messen; das erste ist {1}: {2}</translation>
    </message>
    <message>
      <source>{0} phrase(s) without a counterpart</source>
      <translation>{0} Phrasen ohne Gegenstück</translation>
    </message>
    <message>
      <source>{0} with one against two</source>
      <translation>{0} mit einer Stimme gegen zwei</translation>
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
      <source>{0}: the document shown</source>
      <translation>{0}: das gezeigte Dokument</translation>
    </message>
    <message>
      <source>≠ The words themselves differ.</source>
      <translation>≠ Die Wörter selbst unterscheiden sich.</translation>
    </message>
    <message>
      <source>⚠ Learnt from this very document, where figures are too good: {0}.</source>
      <translation>⚠ Von eben diesem Dokument gelernt, wo die Zahlen zu gut sind: {0}.</translation>
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
      <source>No phrase of this sentence is in doubt</source>
      <translation>Keine Phrase dieses Satzes ist zweifelhaft</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>Kein Satz ist gewählt.</translation>
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
      <source>This sentence has {0} words; trees are drawn up to {1}.</source>
      <translation>Dieser Satz hat {0} Wörter; Bäume werden bis {1} gezeichnet.</translation>
    </message>
    <message>
      <source>in doubt</source>
      <translation>zweifelhaft</translation>
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
      <source>proposed</source>
      <translation>vorgeschlagen</translation>
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
      <source>CPU s of the estimator (tagger, labeller, calibration apart)</source>
      <translation>CPU-s des Schätzers (ohne Tagger, Beschrifter, Kalibrierung)</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>Kalibrierung</translation>
    </message>
    <message>
      <source>Choose a run of a method that parses, such as arc-parser.</source>
      <translation>Wählen Sie einen Lauf einer Methode, die parst, etwa arc-parser.</translation>
    </message>
    <message>
      <source>Curves</source>
      <translation>Kurven</translation>
    </message>
    <message>
      <source>Measures whether the numbers of a parser's arcs are what they claim</source>
      <translation>Misst, ob die Zahlen der Bögen eines Parsers sind, was sie behaupten</translation>
    </message>
    <message>
      <source>Nothing was measured in {0}.</source>
      <translation>In {0} wurde nichts gemessen.</translation>
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
      <source>What a method measures while it learns is drawn here. Choose a method and start it, or choose runs in the table.</source>
      <translation>Was eine Methode misst, während sie lernt, wird hier gezeichnet. Wählen Sie eine Methode und starten Sie sie, oder wählen Sie Läufe in der Tabelle.</translation>
    </message>
    <message>
      <source>What is drawn</source>
      <translation>Was gezeichnet wird</translation>
    </message>
    <message>
      <source>Without these values: {0}</source>
      <translation>Ohne diese Werte: {0}</translation>
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
      <source>time of learning</source>
      <translation>Zeit des Lernens</translation>
    </message>
    <message>
      <source>time of learning (CPU s)</source>
      <translation>Zeit des Lernens (CPU-s)</translation>
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
      <source>{0} by the time of learning</source>
      <translation>{0} nach der Zeit des Lernens</translation>
    </message>
    <message>
      <source>{0} ended before anything was measured.</source>
      <translation>{0} endete, ehe etwas gemessen war.</translation>
    </message>
    <message>
      <source>{0} is learning; its curve begins with the first measure.</source>
      <translation>{0} lernt; die Kurve beginnt mit dem ersten Messwert.</translation>
    </message>
    <message>
      <source>{0} of the starts, as a histogram</source>
      <translation>{0} der Anfänge, als Histogramm</translation>
    </message>
    <message>
      <source>{0} while learning</source>
      <translation>{0} während des Lernens</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}</source>
      <translation>{0}: von {1} bis {2}</translation>
    </message>
    <message>
      <source>{0}: in one step, at its end</source>
      <translation>{0}: in einem Schritt, an seinem Ende</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: vom kleinsten zum größten</translation>
    </message>
    <message>
      <source>{0}: they end from {1} to {2}</source>
      <translation>{0}: sie enden von {1} bis {2}</translation>
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
      <source>No word of this sentence is in doubt</source>
      <translation>Kein Wort dieses Satzes ist zweifelhaft</translation>
    </message>
    <message>
      <source>The same is in the outline beside it.</source>
      <translation>Dasselbe steht in der Gliederung daneben.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are drawn up to {1}.</source>
      <translation>Dieser Satz hat {0} Wörter; Bäume werden bis {1} gezeichnet.</translation>
    </message>
  </context>
  <context>
    <name>Dictionaries</name>
    <message>
      <source>Installing {0}</source>
      <translation>{0} wird installiert</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>Liest {0}</translation>
    </message>
    <message>
      <source>{0} is installed: Arabic words are looked up in its tables</source>
      <translation>{0} ist installiert: Arabische Wörter werden in seinen Tabellen nachgeschlagen</translation>
    </message>
    <message>
      <source>{0} says now what words mean</source>
      <translation>{0} sagt jetzt, was Wörter bedeuten</translation>
    </message>
  </context>
  <context>
    <name>DictionariesDialog</name>
    <message>
      <source> — serves this text</source>
      <translation> — passt zu diesem Text</translation>
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
      <source>Arabic words are looked up in the tables of {0}.</source>
      <translation>Arabische Wörter werden in den Tabellen von {0} nachgeschlagen.</translation>
    </message>
    <message>
      <source>Close the list; dictionaries stay.</source>
      <translation>Schließt die Liste; Wörterbücher bleiben.</translation>
    </message>
    <message>
      <source>Copy a dictionary into your data folder, and use it.</source>
      <translation>Kopiert ein Wörterbuch in Ihren Datenordner und benutzt es.</translation>
    </message>
    <message>
      <source>Dictionaries</source>
      <translation>Wörterbücher</translation>
    </message>
    <message>
      <source>No dictionary is here yet.</source>
      <translation>Noch ist kein Wörterbuch da.</translation>
    </message>
    <message>
      <source>Readings of Arabic words come from the tables of {0} (GPL), not yet here:</source>
      <translation>Lesungen arabischer Wörter kommen aus den Tabellen von {0} (GPL), die noch nicht hier sind:</translation>
    </message>
    <message>
      <source>Remove the copy of the one selected.</source>
      <translation>Entfernt die Kopie des ausgewählten.</translation>
    </message>
    <message>
      <source>Runs this line, which brings the package from the Python package index.</source>
      <translation>Führt diese Zeile aus, die das Paket aus dem Python-Paketindex holt.</translation>
    </message>
    <message>
      <source>Tables for Arabic</source>
      <translation>Tabellen für Arabisch</translation>
    </message>
    <message>
      <source>What a word means is looked up by its likeliest lemma, in the dictionary that knows most words of the text. Files of StarDict (.ifo) and Yomitan (.zip) can be opened, of any language.</source>
      <translation>Was ein Wort bedeutet, wird unter seinem wahrscheinlichsten Lemma nachgeschlagen, in dem Wörterbuch, das die meisten Wörter des Textes kennt. Dateien von StarDict (.ifo) und Yomitan (.zip) können geöffnet werden, in jeder Sprache.</translation>
    </message>
    <message>
      <source>{0} ({1} words)</source>
      <translation>{0} ({1} Wörter)</translation>
    </message>
  </context>
  <context>
    <name>DockTitle</name>
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
      <source>Add documents to the project (they stay where they are)</source>
      <translation>Dokumente zum Projekt hinzufügen (sie bleiben, wo sie sind)</translation>
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
      <source>New project: choose its treebanks (they stay where they are)</source>
      <translation>Neues Projekt: seine Treebanks wählen (sie bleiben, wo sie sind)</translation>
    </message>
    <message>
      <source>New project: type the name of its folder</source>
      <translation>Neues Projekt: den Namen seines Ordners eintippen</translation>
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
      <source>Learn from</source>
      <translation>Lernen von</translation>
    </message>
  </context>
  <context>
    <name>DocumentSaver</name>
    <message>
      <source>; left out, and kept in this project: {0} (%Ln sentence(s))</source>
      <translation>; weggelassen und in diesem Projekt behalten: {0} (%Ln Sätze)</translation>
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
      <source>Saving {0}</source>
      <translation>Speichert {0}</translation>
    </message>
    <message>
      <source>The file was changed by another program; both changes are being put together.</source>
      <translation>Ein anderes Programm hat die Datei geändert; beide Änderungen werden zusammengeführt.</translation>
    </message>
    <message>
      <source>This text has no file yet; save it under a name.</source>
      <translation>Dieser Text hat noch keine Datei; speichern Sie ihn unter einem Namen.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
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
      <source>Asking…</source>
      <translation>Fragt an…</translation>
    </message>
    <message>
      <source>Bring it here, and open it (Return)</source>
      <translation>Hierher holen und öffnen (Eingabe)</translation>
    </message>
    <message>
      <source>Get a treebank</source>
      <translation>Treebank holen</translation>
    </message>
    <message>
      <source>Have the list at this address</source>
      <translation>Die Liste von dieser Adresse nehmen</translation>
    </message>
    <message>
      <source>Language, name or genre</source>
      <translation>Sprache, Name oder Gattung</translation>
    </message>
    <message>
      <source>Licence not known: read LICENSE.txt beside the files before you use them</source>
      <translation>Lizenz unbekannt: lesen Sie LICENSE.txt neben den Dateien, ehe Sie sie benutzen</translation>
    </message>
    <message>
      <source>Licence {0}: free for every use</source>
      <translation>Lizenz {0}: frei für jeden Gebrauch</translation>
    </message>
    <message>
      <source>Licence {0}: {1}</source>
      <translation>Lizenz {0}: {1}</translation>
    </message>
    <message>
      <source>Name a mirror, or the address of a newer list</source>
      <translation>Einen Spiegel nennen, oder die Adresse einer neueren Liste</translation>
    </message>
    <message>
      <source>No treebank has all these words. Try fewer.</source>
      <translation>Keine Treebank hat all diese Wörter. Versuchen Sie weniger.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>Fortschritt</translation>
    </message>
    <message>
      <source>Reading it…</source>
      <translation>Wird gelesen…</translation>
    </message>
    <message>
      <source>S&amp;ource…</source>
      <translation>&amp;Quelle…</translation>
    </message>
    <message>
      <source>Stop what is under way, or close (Esc)</source>
      <translation>Abbrechen, was im Gange ist, oder schließen (Esc)</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>Wird angehalten…</translation>
    </message>
    <message>
      <source>Treebanks that can be had</source>
      <translation>Treebanks, die zu haben sind</translation>
    </message>
    <message>
      <source>checked against the list</source>
      <translation>werden mit der Liste verglichen</translation>
    </message>
    <message>
      <source>its terms come with the files, as LICENSE.txt</source>
      <translation>die Bedingungen liegen den Dateien bei, als LICENSE.txt</translation>
    </message>
    <message>
      <source>name its makers</source>
      <translation>die Urheber nennen</translation>
    </message>
    <message>
      <source>no commercial use</source>
      <translation>kein gewerblicher Gebrauch</translation>
    </message>
    <message>
      <source>not checked against the list</source>
      <translation>werden nicht mit der Liste verglichen</translation>
    </message>
    <message>
      <source>pass on nothing that you changed</source>
      <translation>nichts Verändertes weitergeben</translation>
    </message>
    <message>
      <source>pass on what you make of it under the same terms</source>
      <translation>weitergeben unter denselben Bedingungen</translation>
    </message>
    <message>
      <source>{0} files from {1}</source>
      <translation>{0} Dateien aus {1}</translation>
    </message>
    <message>
      <source>{0} sentences to learn from</source>
      <translation>{0} Sätze zum Lernen</translation>
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
      <source>Effort</source>
      <translation>Aufwand</translation>
    </message>
    <message>
      <source>Of the last {0} words the first was right for {1:.0%}.</source>
      <translation>Bei {1:.0%} der letzten {0} Wörter war die erste richtig.</translation>
    </message>
    <message>
      <source>Rank taken: {0}. Every word was ranked before it was decided.</source>
      <translation>Genommener Rang: {0}. Jedes Wort wurde geordnet, bevor es entschieden wurde.</translation>
    </message>
    <message>
      <source>Words that Enter took unseen, with the first reading, are in the keys a word as well: with one key for all of a sentence, and no time of their own.</source>
      <translation>Wörter, die Eingabe ungesehen mit der ersten Lesart nahm, zählen bei den Tasten je Wort mit: mit einer Taste für alle eines Satzes und ohne eigene Zeit.</translation>
    </message>
    <message>
      <source>first right {0:.0%}</source>
      <translation>erste richtig {0:.0%}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <source>{0:.1f} keys</source>
      <translation>{0:.1f} Tasten</translation>
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
      <source>Every tenth sentence of what it would learn from, 300 at most; of less than 20 sentences, none</source>
      <translation>Jeder zehnte Satz dessen, woraus gelernt würde, höchstens 300; von weniger als 20 Sätzen keiner</translation>
    </message>
    <message>
      <source>Measure on</source>
      <translation>Messen auf</translation>
    </message>
    <message>
      <source>sentences held out</source>
      <translation>zurückgehaltene Sätze</translation>
    </message>
    <message>
      <source>what it learns from</source>
      <translation>wovon gelernt wird</translation>
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
    <name>FigureFile</name>
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
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
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
      <source>Found nowhere in {0}.</source>
      <translation>Nirgends in {0} gefunden.</translation>
    </message>
    <message>
      <source>How to ask</source>
      <translation>Wie man fragt</translation>
    </message>
    <message>
      <source>List only these in the &amp;queue</source>
      <translation>Nur diese in der &amp;Warteschlange</translation>
    </message>
    <message>
      <source>Look through all sentences (Return)</source>
      <translation>Alle Sätze durchsuchen (Eingabe)</translation>
    </message>
    <message>
      <source>Nothing was looked for yet.</source>
      <translation>Noch wurde nichts gesucht.</translation>
    </message>
    <message>
      <source>Query</source>
      <translation>Anfrage</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>Sucht…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>The queue has what was found and nothing else, until this is off</source>
      <translation>Die Liste hat nur, was gefunden wurde, bis dies aus ist</translation>
    </message>
    <message>
      <source>The search did not end.</source>
      <translation>Die Suche kam nicht zum Ende.</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>Was gefunden wurde</translation>
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
      <source>(taken back)</source>
      <translation>(zurückgenommen)</translation>
    </message>
    <message>
      <source>(undo takes this back)</source>
      <translation>(Rückgängig nimmt dies zurück)</translation>
    </message>
    <message>
      <source>Could not be undone: {0}</source>
      <translation>Ließ sich nicht zurücknehmen: {0}</translation>
    </message>
    <message>
      <source>From</source>
      <translation>Woher</translation>
    </message>
    <message>
      <source>Put together: {0}</source>
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
      <source>Undo: {0}</source>
      <translation>Rückgängig: {0}</translation>
    </message>
    <message>
      <source>What</source>
      <translation>Was</translation>
    </message>
    <message>
      <source>When</source>
      <translation>Wann</translation>
    </message>
    <message>
      <source>Who</source>
      <translation>Wer</translation>
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
      <source>Nothing was done in this project yet. What you decide is listed here, and can be gone to.</source>
      <translation>In diesem Projekt wurde noch nichts getan. Was Sie entscheiden, steht dann hier, und man kann hingehen.</translation>
    </message>
    <message>
      <source>Steps are listed here when a file or a project is open.</source>
      <translation>Schritte werden hier gelistet, wenn eine Datei oder ein Projekt offen ist.</translation>
    </message>
    <message>
      <source>This sentence is no longer in the document</source>
      <translation>Dieser Satz ist nicht mehr im Dokument</translation>
    </message>
    <message>
      <source>What was done</source>
      <translation>Was getan wurde</translation>
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
      <source>The engine stopped unexpectedly and was started anew. Try again.</source>
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
      <source>the process that reads it could not be started: {0}</source>
      <translation>der Prozess, der sie liest, konnte nicht gestartet werden: {0}</translation>
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
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>No action or key is called that.</source>
      <translation>Keine Aktion oder Taste heißt so.</translation>
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
      <source>What it does</source>
      <translation>Was sie tut</translation>
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
      <source>&amp;Use, take it away</source>
      <translation>&amp;Nehmen und dort wegnehmen</translation>
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
      <source>As it comes</source>
      <translation>Wie es kommt</translation>
    </message>
    <message>
      <source>Change keys</source>
      <translation>Tasten ändern</translation>
    </message>
    <message>
      <source>Every action has the keys it came with</source>
      <translation>Jede Aktion hat die Tasten, mit denen sie kam</translation>
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
      <source>Reset &amp;all</source>
      <translation>&amp;Alle zurücksetzen</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>Nach einer Aktion oder Taste suchen</translation>
    </message>
    <message>
      <source>The action has no key</source>
      <translation>Die Aktion hat keine Taste</translation>
    </message>
    <message>
      <source>The action has this key beside those that it has</source>
      <translation>Die Aktion hat diese Taste neben denen, die sie hat</translation>
    </message>
    <message>
      <source>The action has this key, and no other</source>
      <translation>Die Aktion hat diese Taste und keine andere</translation>
    </message>
    <message>
      <source>The keys that it came with</source>
      <translation>Die Tasten, mit denen sie kam</translation>
    </message>
    <message>
      <source>Use as &amp;well</source>
      <translation>&amp;Auch nehmen</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>keine Taste</translation>
    </message>
    <message>
      <source>{0} is free.</source>
      <translation>{0} ist frei.</translation>
    </message>
    <message>
      <source>⚠ {0} belongs to {1} and would be taken away from there for “{2}” ({3}).</source>
      <translation>⚠ {0} gehört zu {1} und würde dort für „{2}“ ({3}) weggenommen.</translation>
    </message>
  </context>
  <context>
    <name>Lacking</name>
    <message>
      <source>A model is being learnt; it can be looked into as soon as it is there.</source>
      <translation>Ein Modell wird gelernt; sobald es da ist, kann man hineinsehen.</translation>
    </message>
    <message>
      <source>Learn {0}</source>
      <translation>{0} lernen</translation>
    </message>
    <message>
      <source>With the settings as they come, from the document shown</source>
      <translation>Mit den Einstellungen, wie sie sind, aus dem gezeigten Dokument</translation>
    </message>
  </context>
  <context>
    <name>MeasureTable</name>
    <message>
      <source>95 % of samples</source>
      <translation>95 % der Stichproben</translation>
    </message>
    <message>
      <source>Features alike</source>
      <translation>Gleiche Merkmale</translation>
    </message>
    <message>
      <source>Heads and relations right (LAS)</source>
      <translation>Köpfe und Relationen richtig (LAS)</translation>
    </message>
    <message>
      <source>Heads right (UAS)</source>
      <translation>Köpfe richtig (UAS)</translation>
    </message>
    <message>
      <source>Labelled brackets (F1)</source>
      <translation>Klammern mit Beschriftung (F1)</translation>
    </message>
    <message>
      <source>Lemmas alike</source>
      <translation>Gleiche Lemmata</translation>
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
      <source>Sentences with all heads right</source>
      <translation>Sätze mit lauter richtigen Köpfen</translation>
    </message>
    <message>
      <source>Trees that are alike</source>
      <translation>Gleiche Bäume</translation>
    </message>
    <message>
      <source>UPOS alike</source>
      <translation>Gleiches UPOS</translation>
    </message>
    <message>
      <source>Unlabelled brackets (F1)</source>
      <translation>Klammern ohne Beschriftung (F1)</translation>
    </message>
    <message>
      <source>Words whose first reading is wrong (E1)</source>
      <translation>Wörter, deren erste Lesart falsch ist (E1)</translation>
    </message>
    <message>
      <source>XPOS alike</source>
      <translation>Gleiches XPOS</translation>
    </message>
    <message>
      <source>apart</source>
      <translation>Abstand</translation>
    </message>
    <message>
      <source>it may be chance</source>
      <translation>es kann Zufall sein</translation>
    </message>
    <message>
      <source>the difference is sure</source>
      <translation>der Unterschied ist sicher</translation>
    </message>
    <message>
      <source>{0} is better in {1} % of 1,000 corpora drawn from these sentences; {2}</source>
      <translation>{0} ist in {1} % von 1.000 aus diesen Sätzen gezogenen Korpora besser; {2}</translation>
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
      <source>&amp;Proposed trees by</source>
      <translation>&amp;Bäume vorgeschlagen von</translation>
    </message>
    <message>
      <source>&amp;Readings ranked by</source>
      <translation>&amp;Lesarten geordnet von</translation>
    </message>
    <message>
      <source>nothing was done yet</source>
      <translation>noch wurde nichts getan</translation>
    </message>
    <message>
      <source>nothing was taken back</source>
      <translation>es wurde nichts zurückgenommen</translation>
    </message>
  </context>
  <context>
    <name>MergeDialog</name>
    <message>
      <source>&amp;Keep both everywhere</source>
      <translation>Überall &amp;beides behalten</translation>
    </message>
    <message>
      <source>1 sentence was changed both here and in its file. Nothing is lost whatever you choose.</source>
      <translation>1 Satz wurde hier und in seiner Datei geändert. Nichts geht verloren, was Sie auch wählen.</translation>
    </message>
    <message>
      <source>Both changes are put together. Where both changed the same cell, that in the file stands, and undo brings back the one here.</source>
      <translation>Beide Änderungen werden zusammengeführt. Wo beide dieselbe Zelle änderten, gilt die Datei, und Rückgängig bringt die hiesige zurück.</translation>
    </message>
    <message>
      <source>Both changes are put together; they touch different cells.</source>
      <translation>Beide Änderungen werden zusammengeführt; sie betreffen verschiedene Zellen.</translation>
    </message>
    <message>
      <source>Changed here and by another program</source>
      <translation>Hier und von einem anderen Programm geändert</translation>
    </message>
    <message>
      <source>Every sentence stays in both versions (Esc)</source>
      <translation>Jeder Satz bleibt in beiden Fassungen (Esc)</translation>
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
      <source>STANDS</source>
      <translation>GILT</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>The choice for this sentence is taken for all of them (A)</source>
      <translation>Die Wahl für diesen Satz gilt für alle (A)</translation>
    </message>
    <message>
      <source>The sentence comes back, at the end of the text.</source>
      <translation>Der Satz kommt zurück, ans Ende des Textes.</translation>
    </message>
    <message>
      <source>The sentence stays out; the history keeps what was decided here.</source>
      <translation>Der Satz bleibt draußen; der Verlauf behält, was hier entschieden wurde.</translation>
    </message>
    <message>
      <source>The tree here</source>
      <translation>Der Baum hier</translation>
    </message>
    <message>
      <source>The tree in the file</source>
      <translation>Der Baum in der Datei</translation>
    </message>
    <message>
      <source>The two cannot be put together: the version in the file stands, and undo brings back the one here.</source>
      <translation>Beides lässt sich nicht zusammenführen: die Fassung in der Datei gilt, und Rückgängig bringt die hiesige zurück.</translation>
    </message>
    <message>
      <source>The version here stands; saving writes it into the file.</source>
      <translation>Die Fassung hier gilt; Speichern schreibt sie in die Datei.</translation>
    </message>
    <message>
      <source>The version in the file stands; undo brings back the one here.</source>
      <translation>Die Fassung in der Datei gilt; Rückgängig bringt die hiesige zurück.</translation>
    </message>
    <message>
      <source>This for &amp;all</source>
      <translation>Dies für &amp;alle</translation>
    </message>
    <message>
      <source>WORD</source>
      <translation>WORT</translation>
    </message>
    <message>
      <source>What is to stand of this sentence ({0})</source>
      <translation>Was von diesem Satz stehen soll ({0})</translation>
    </message>
    <message>
      <source>Words of both versions</source>
      <translation>Wörter beider Fassungen</translation>
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
      <source>taken out</source>
      <translation>herausgenommen</translation>
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
      <source>{0} sentences were changed both here and in their file. Nothing is lost whatever you choose.</source>
      <translation>{0} Sätze wurden hier und in ihrer Datei geändert. Nichts geht verloren, was Sie auch wählen.</translation>
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
      <source>{0}: this sentence was taken out of the file, and changed here.</source>
      <translation>{0}: dieser Satz wurde aus der Datei genommen und hier geändert.</translation>
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
      <source>Messages that wait behind this one</source>
      <translation>Meldungen, die hinter dieser warten</translation>
    </message>
    <message>
      <source>Show &amp;all of it</source>
      <translation>&amp;Alles davon zeigen</translation>
    </message>
    <message>
      <source>The whole message, to read and to copy</source>
      <translation>Die ganze Meldung, zum Lesen und Kopieren</translation>
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
      <source>No model is in use.</source>
      <translation>Kein Modell wird benutzt.</translation>
    </message>
    <message>
      <source>The model in use is in the library already.</source>
      <translation>Das benutzte Modell ist schon in der Bibliothek.</translation>
    </message>
    <message>
      <source>There is no model to remove.</source>
      <translation>Es gibt kein Modell, das entfernt werden könnte.</translation>
    </message>
  </context>
  <context>
    <name>ModelLibrary</name>
    <message>
      <source>Copying a model</source>
      <translation>Kopiert ein Modell</translation>
    </message>
    <message>
      <source>{0} is in the library now, for all projects</source>
      <translation>{0} ist jetzt in der Bibliothek, für alle Projekte</translation>
    </message>
    <message>
      <source>{0} is kept for all projects</source>
      <translation>{0} wird für alle Projekte behalten</translation>
    </message>
    <message>
      <source>{0} is written</source>
      <translation>{0} ist geschrieben</translation>
    </message>
    <message>
      <source>{0} proposes for all texts of this language from now on</source>
      <translation>{0} schlägt von jetzt an für alle Texte dieser Sprache vor</translation>
    </message>
    <message>
      <source>{0} — library</source>
      <translation>{0} — Bibliothek</translation>
    </message>
  </context>
  <context>
    <name>ModelRemovalDialog</name>
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
      <source>Remove the file of the marked model</source>
      <translation>Die Datei des markierten Modells entfernen</translation>
    </message>
    <message>
      <source>Which model's file should be removed? This cannot be undone.</source>
      <translation>Die Datei welches Modells soll entfernt werden? Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
      <source>{0}, in use</source>
      <translation>{0}, in Gebrauch</translation>
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
      <source>File</source>
      <translation>Datei</translation>
    </message>
    <message>
      <source>Learnt from</source>
      <translation>Gelernt von</translation>
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
      <source>Save figure…</source>
      <translation>Abbildung speichern…</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
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
      <source>The model</source>
      <translation>Das Modell</translation>
    </message>
    <message>
      <source>The settings and measures of the model stand here.</source>
      <translation>Einstellungen und Messwerte des Modells stehen hier.</translation>
    </message>
    <message>
      <source>There is no model yet. Learn one in the workspace Train; a spectral method such as the closed form of hmm shows its singular values here.</source>
      <translation>Noch gibt es kein Modell. Lernen Sie eines unter Trainieren; eine spektrale Methode wie die geschlossene Form von hmm zeigt hier ihre Singulärwerte.</translation>
    </message>
    <message>
      <source>What the hidden states of phrases and words stand for is shown under States as soon as a latent-pcfg was learnt in a project.</source>
      <translation>Wofür die verborgenen Zustände von Phrasen und Wörtern stehen, zeigt Zustände, sobald in einem Projekt eine latent-pcfg gelernt ist.</translation>
    </message>
    <message>
      <source>Which dependents a head takes on each side, as states and arrows, are shown under Automata as soon as head-automata were learnt in a project, with the estimator spectral or em.</source>
      <translation>Welche Dependenten ein Kopf auf jeder Seite nimmt, als Zustände und Pfeile, zeigt Automaten, sobald in einem Projekt head-automata gelernt ist, mit dem Schätzer spectral oder em.</translation>
    </message>
    <message>
      <source>Which words go together is shown under Words as soon as class-bigram or embeddings were learnt.</source>
      <translation>Welche Wörter zusammengehören, zeigt Wörter, sobald class-bigram oder embeddings gelernt sind.</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG</source>
      <translation>Die Abbildung als SVG, PDF oder PNG schreiben</translation>
    </message>
    <message>
      <source>a text without a file</source>
      <translation>ein Text ohne Datei</translation>
    </message>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
    <message>
      <source>none: it was not kept in a project</source>
      <translation>keine: es wurde nicht in einem Projekt behalten</translation>
    </message>
    <message>
      <source>sentences held out</source>
      <translation>zurückgehaltene Sätze</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>Singulärwerte</translation>
    </message>
    <message>
      <source>what it was learnt from</source>
      <translation>wovon gelernt wurde</translation>
    </message>
    <message>
      <source>{0} has no singular values: it was not estimated from a decomposition.</source>
      <translation>{0} hat keine Singulärwerte: es wurde nicht aus einer Zerlegung geschätzt.</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: {1} Singulärwerte, {2} behalten</translation>
    </message>
  </context>
  <context>
    <name>NoSuggestionLabel</name>
    <message>
      <source>Has it propose the trees that are not decided</source>
      <translation>Lässt es die Bäume vorschlagen, die nicht entschieden sind</translation>
    </message>
    <message>
      <source>Let {0} propose</source>
      <translation>{0} vorschlagen lassen</translation>
    </message>
    <message>
      <source>The format of this document has no place for dependencies. Another document can have them.</source>
      <translation>Das Format dieses Dokuments hat keinen Platz für Dependenzen. Ein anderes Dokument kann sie haben.</translation>
    </message>
    <message>
      <source>Why no tree is proposed</source>
      <translation>Warum kein Baum vorgeschlagen ist</translation>
    </message>
  </context>
  <context>
    <name>OccurrenceApplier</name>
    <message>
      <source>Applied in %Ln place(s); one undo takes all of it back</source>
      <translation>An %Ln Stellen angewandt; ein Rückgängig nimmt alles zurück</translation>
    </message>
    <message>
      <source>⁨{0}⁩ stands nowhere else in this document</source>
      <translation>⁨{0}⁩ steht sonst nirgends in diesem Dokument</translation>
    </message>
  </context>
  <context>
    <name>OccurrencesDialog</name>
    <message>
      <source>&amp;Apply to %Ln place(s)</source>
      <translation>An %Ln Stellen &amp;anwenden</translation>
    </message>
    <message>
      <source>Also words that are &amp;decided otherwise</source>
      <translation>Auch Wörter, die &amp;anders entschieden sind</translation>
    </message>
    <message>
      <source>Check them too, where there are any</source>
      <translation>Auch sie prüfen, wo es welche gibt</translation>
    </message>
    <message>
      <source>Decided as</source>
      <translation>Entschieden als</translation>
    </message>
    <message>
      <source>Everywhere in this document</source>
      <translation>Überall in diesem Dokument</translation>
    </message>
    <message>
      <source>Give this reading at every checked place; one undo takes all of it back</source>
      <translation>Diese Lesart an jeder angekreuzten Stelle geben; einmal Rückgängig nimmt alles zurück</translation>
    </message>
    <message>
      <source>Place</source>
      <translation>Stelle</translation>
    </message>
    <message>
      <source>Places</source>
      <translation>Stellen</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>Satz</translation>
    </message>
    <message>
      <source>There are more; these are {0}, undecided ones first: apply, then ask once more.</source>
      <translation>Es gibt mehr; dies sind {0}, unentschiedene zuerst: anwenden, dann noch einmal fragen.</translation>
    </message>
    <message>
      <source>so already</source>
      <translation>schon so</translation>
    </message>
    <message>
      <source>⁨{0}⁩ as {1}, at the checked places:</source>
      <translation>⁨{0}⁩ als {1}, an den angekreuzten Stellen:</translation>
    </message>
    <message>
      <source>⁨{0}⁩ stands nowhere else in this document.</source>
      <translation>⁨{0}⁩ steht sonst nirgends in diesem Dokument.</translation>
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
      <source>Last first</source>
      <translation>Letzte zuerst</translation>
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
      <source>Model that is compared with the one that proposes</source>
      <translation>Modell, das mit dem vorschlagenden verglichen wird</translation>
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
      <source>Shortest first</source>
      <translation>Kürzeste zuerst</translation>
    </message>
    <message>
      <source>Where the best trees of two models differ most comes first</source>
      <translation>Wo sich die besten Bäume zweier Modelle am meisten unterscheiden, kommt zuerst</translation>
    </message>
    <message>
      <source>mean entropy of a word's heads, in nats</source>
      <translation>mittlere Entropie der Köpfe eines Wortes, in nats</translation>
    </message>
    <message>
      <source>of the words hang elsewhere in the tree of the other model</source>
      <translation>der Wörter hängen im Baum des anderen Modells anderswo</translation>
    </message>
    <message>
      <source>one of the models has no tree for it</source>
      <translation>eines der Modelle hat keinen Baum dafür</translation>
    </message>
    <message>
      <source>the model has no opinion</source>
      <translation>das Modell hat keine Meinung</translation>
    </message>
  </context>
  <context>
    <name>PageBar</name>
    <message>
      <source>Next page</source>
      <translation>Nächste Seite</translation>
    </message>
    <message>
      <source>Page before</source>
      <translation>Seite davor</translation>
    </message>
    <message>
      <source>Sentences {0}–{1} of {2}</source>
      <translation>Sätze {0}–{1} von {2}</translation>
    </message>
    <message>
      <source>You know {0} of {1} words here ({2:.0%})</source>
      <translation>Sie kennen {0} von {1} Wörtern hier ({2:.0%})</translation>
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
      <source>This sentence has only the other kind of tree</source>
      <translation>Dieser Satz hat nur die andere Art von Baum</translation>
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
      <source>first have the model ask questions</source>
      <translation>lassen Sie zuerst das Modell fragen</translation>
    </message>
    <message>
      <source>open a treebank first (File)</source>
      <translation>öffnen Sie zuerst eine Baumbank (Datei)</translation>
    </message>
    <message>
      <source>the tree on screen is of the other kind (View, Other kind of tree)</source>
      <translation>der Baum auf dem Bildschirm ist von der anderen Art (Ansicht, Andere Art von Baum)</translation>
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
      <source>Make a document of this text, and read it</source>
      <translation>Aus diesem Text ein Dokument machen und es lesen</translation>
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
      <source>Read a text</source>
      <translation>Einen Text lesen</translation>
    </message>
    <message>
      <source>Read what a file holds instead</source>
      <translation>Stattdessen lesen, was in einer Datei steht</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>Texts (*.txt *.txt.gz *.txt.xz)</source>
      <translation>Texte (*.txt *.txt.gz *.txt.xz)</translation>
    </message>
    <message>
      <source>The beginning of a long text; all {0} characters are read.</source>
      <translation>Der Anfang eines langen Textes; alle {0} Zeichen werden gelesen.</translation>
    </message>
    <message>
      <source>The beginning of a text that is too long: of its {2} characters the first {0} are read. Save it to a file and open that to read all.</source>
      <translation>Der Anfang eines zu langen Textes: von seinen {2} Zeichen werden die ersten {0} gelesen. Speichern Sie ihn in eine Datei und öffnen Sie diese, um alles zu lesen.</translation>
    </message>
    <message>
      <source>The text is split into sentences and words, looked up and shown to be read; it becomes a document.</source>
      <translation>Der Text wird in Sätze und Wörter geteilt, nachgeschlagen und zum Lesen gezeigt; er wird ein Dokument.</translation>
    </message>
    <message>
      <source>Words of more than {1} letters are shown cut; all {0} characters are read.</source>
      <translation>Wörter von mehr als {1} Buchstaben sind gekürzt gezeigt; alle {0} Zeichen werden gelesen.</translation>
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
      <source>&amp;Learn again after</source>
      <translation>&amp;Wieder lernen nach</translation>
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
      <source>&amp;Words</source>
      <translation>&amp;Wörter</translation>
    </message>
    <message>
      <source>A packed file that holds more is refused, not read</source>
      <translation>Eine gepackte Datei, die mehr enthält, wird abgelehnt und nicht gelesen</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>Wie das System</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Deciding</source>
      <translation>Entscheiden</translation>
    </message>
    <message>
      <source>Decisions are journaled under this name.</source>
      <translation>Unter diesem Namen werden Entscheidungen verzeichnet.</translation>
    </message>
    <message>
      <source>Every panel goes back to where it was at first.</source>
      <translation>Jede Tafel kommt dahin zurück, wo sie zuerst war.</translation>
    </message>
    <message>
      <source>Everything stands in its place at once</source>
      <translation>Alles steht sofort an seinem Platz</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>Dateien</translation>
    </message>
    <message>
      <source>How many wrong first readings that finds, a ranker tells that was learnt in Train.</source>
      <translation>Wie viele falsche erste Lesarten das findet, sagt ein Ordner der Lesarten, der unter Trainieren gelernt wurde.</translation>
    </message>
    <message>
      <source>How many wrong heads that finds, Calibration in the menu Model measures.</source>
      <translation>Wie viele falsche Köpfe das findet, misst Kalibrierung im Menü Modell.</translation>
    </message>
    <message>
      <source>In the background, while you read and decide.</source>
      <translation>Im Hintergrund, während Sie lesen und entscheiden.</translation>
    </message>
    <message>
      <source>It was measured at that margin alone: for {0:.2f}, which is set, no share is known.</source>
      <translation>Gemessen wurde es nur bei diesem Abstand: für den gesetzten, {0:.2f}, ist kein Anteil bekannt.</translation>
    </message>
    <message>
      <source>L&amp;earn unasked</source>
      <translation>Un&amp;gefragt lernen</translation>
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
      <source>Learning</source>
      <translation>Lernen</translation>
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
      <source>Look</source>
      <translation>Aussehen</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>Tafeln</translation>
    </message>
    <message>
      <source>Parsers and rankers, from what is open</source>
      <translation>Parser und Ordner der Lesarten, aus dem, was offen ist</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Readings in do&amp;ubt</source>
      <translation>Zweifelhafte &amp;Lesarten</translation>
    </message>
    <message>
      <source>So many accepted sentences are added to the model that proposes trees, in the background.</source>
      <translation>So viele angenommene Sätze lernt das vorschlagende Modell auf einmal hinzu, im Hintergrund.</translation>
    </message>
    <message>
      <source>The window speaks it from its next start on.</source>
      <translation>Das Fenster spricht sie ab dem nächsten Start.</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>Farben</translation>
    </message>
    <message>
      <source>Unpac&amp;k at most</source>
      <translation>Höchstens &amp;entpacken</translation>
    </message>
    <message>
      <source>What opens over a page does not glide in, and trees do not turn into one another.</source>
      <translation>Was sich über einer Seite öffnet, gleitet nicht herein, und Bäume gehen nicht ineinander über.</translation>
    </message>
    <message>
      <source>What underlining is worth</source>
      <translation>Was das Unterstreichen wert ist</translation>
    </message>
    <message>
      <source>What underlining readings is worth</source>
      <translation>Was das Unterstreichen von Lesarten wert ist</translation>
    </message>
    <message>
      <source>Words are underlined whose first two readings are less than this apart.</source>
      <translation>Unterstrichen werden Wörter, deren erste zwei Lesarten weniger auseinander sind.</translation>
    </message>
    <message>
      <source>Words are underlined whose two likeliest heads are less than this apart.</source>
      <translation>Unterstrichen werden Wörter, deren zwei wahrscheinlichste Köpfe weniger auseinander sind.</translation>
    </message>
    <message>
      <source>Words in &amp;doubt</source>
      <translation>Z&amp;weifelhafte Wörter</translation>
    </message>
    <message>
      <source>Your &amp;name</source>
      <translation>Ihr &amp;Name</translation>
    </message>
    <message>
      <source>never</source>
      <translation>nie</translation>
    </message>
    <message>
      <source>what treebanks need</source>
      <translation>was Treebanks brauchen</translation>
    </message>
  </context>
  <context>
    <name>ProblemListModel</name>
    <message>
      <source>problem</source>
      <translation>Problem</translation>
    </message>
    <message>
      <source>worth a look</source>
      <translation>einen Blick wert</translation>
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
      <source>In the document: {0} of {1} with problems.</source>
      <translation>Im Dokument: {0} von {1} mit Problemen.</translation>
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
      <source>The other sentences are being checked.</source>
      <translation>Die anderen Sätze werden geprüft.</translation>
    </message>
    <message>
      <source>✓ Nothing is wrong with this sentence as far as can be checked.</source>
      <translation>✓ An diesem Satz ist nichts falsch, soweit es sich prüfen lässt.</translation>
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
      <source>in doubt</source>
      <translation>zweifelhaft</translation>
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
      <source>proposed</source>
      <translation>vorgeschlagen</translation>
    </message>
    <message>
      <source>relation proposed</source>
      <translation>Relation vorgeschlagen</translation>
    </message>
    <message>
      <source>relation proposed instead of {0}</source>
      <translation>Relation statt {0} vorgeschlagen</translation>
    </message>
    <message>
      <source>score {0:.2f}</source>
      <translation>Punkte {0:.2f}</translation>
    </message>
    <message>
      <source>tag {0} proposed</source>
      <translation>Tag {0} vorgeschlagen</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
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
      <source>If not, {0} stands under the {1} {2}.</source>
      <translation>Wenn nicht, steht {0} unter {1} {2}.</translation>
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
      <source>Later: ask about something else</source>
      <translation>Später: nach etwas anderem fragen</translation>
    </message>
    <message>
      <source>No: forbid what is asked about</source>
      <translation>Nein: verbieten, wonach gefragt wird</translation>
    </message>
    <message>
      <source>Yes: lock what is asked about</source>
      <translation>Ja: festlegen, wonach gefragt wird</translation>
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
    <name>Questions</name>
    <message>
      <source>Nothing is left to ask about this sentence</source>
      <translation>Zu diesem Satz ist nichts mehr zu fragen</translation>
    </message>
  </context>
  <context>
    <name>QueueDelegate</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln Wörter</translation>
    </message>
    <message>
      <source>{0} decided</source>
      <translation>{0} entschieden</translation>
    </message>
    <message>
      <source>{0} doubtful</source>
      <translation>{0} zweifelhaft</translation>
    </message>
  </context>
  <context>
    <name>QueueFilter</name>
    <message>
      <source>All sentences</source>
      <translation>Alle Sätze</translation>
    </message>
    <message>
      <source>Found by query</source>
      <translation>Von einer Anfrage gefunden</translation>
    </message>
    <message>
      <source>No sentence has these words and passes the filter “{0}”.</source>
      <translation>Kein Satz hat diese Wörter und kommt durch den Filter „{0}“.</translation>
    </message>
    <message>
      <source>No sentence passes the filter “{0}”.</source>
      <translation>Kein Satz kommt durch den Filter „{0}“.</translation>
    </message>
    <message>
      <source>No sentences: open a treebank or a project.</source>
      <translation>Keine Sätze: öffnen Sie eine Treebank oder ein Projekt.</translation>
    </message>
    <message>
      <source>Nothing was looked for yet. What Find finds is listed here.</source>
      <translation>Noch wurde nichts gesucht. Was Suchen findet, wird hier gelistet.</translation>
    </message>
    <message>
      <source>Open: not accepted</source>
      <translation>Offen: nicht angenommen</translation>
    </message>
    <message>
      <source>The sentences are being checked; those with problems will be listed here.</source>
      <translation>Die Sätze werden geprüft; die mit Problemen werden hier gelistet.</translation>
    </message>
    <message>
      <source>Which sentences are listed</source>
      <translation>Welche Sätze gelistet sind</translation>
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
      <source>Only one model that parses has been learnt; learn another in Train.</source>
      <translation>Nur ein Modell, das parst, ist gelernt; lernen Sie ein zweites unter Trainieren.</translation>
    </message>
    <message>
      <source>Parsing all sentences</source>
      <translation>Parst alle Sätze</translation>
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
      <source>Counting the words of all sentences…</source>
      <translation>Zählt die Wörter aller Sätze…</translation>
    </message>
    <message>
      <source>Document</source>
      <translation>Dokument</translation>
    </message>
    <message>
      <source>From the top again: sentences that were passed over</source>
      <translation>Noch einmal von oben: übergangene Sätze</translation>
    </message>
    <message>
      <source>List only sentences with these words</source>
      <translation>Nur Sätze mit diesen Wörtern listen</translation>
    </message>
    <message>
      <source>List them all again, without a filter</source>
      <translation>Alle wieder auflisten, ohne Filter</translation>
    </message>
    <message>
      <source>Looking for the words…</source>
      <translation>Sucht die Wörter…</translation>
    </message>
    <message>
      <source>No sentence of the queue has a problem</source>
      <translation>Kein Satz der Warteschlange hat ein Problem</translation>
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
      <source>The sentences are still being checked</source>
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
      <source>accepted</source>
      <translation>angenommen</translation>
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
    <message>
      <source>{0} of {1} accepted</source>
      <translation>{0} von {1} angenommen</translation>
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
      <source>(hard: the model was hardly sure)</source>
      <translation>(schwer: das Modell war kaum sicher)</translation>
    </message>
    <message>
      <source>(the model was not sure)</source>
      <translation>(das Modell war nicht sicher)</translation>
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
      <source>How is it to be read here?</source>
      <translation>Wie ist es hier zu lesen?</translation>
    </message>
    <message>
      <source>I know it</source>
      <translation>Ich kenne es</translation>
    </message>
    <message>
      <source>Known from the model, which gives its first reading {0}; from {1} on it is asked about.</source>
      <translation>Vom Modell bekannt, das seiner ersten Lesart {0} gibt; ab {1} wird danach gefragt.</translation>
    </message>
    <message>
      <source>Known: this word is decided in the text.</source>
      <translation>Bekannt: dieses Wort ist im Text entschieden.</translation>
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
      <source>Press 1, 2, 3 or 4.</source>
      <translation>Drücken Sie 1, 2, 3 oder 4.</translation>
    </message>
    <message>
      <source>Put the word on your list, or take it off</source>
      <translation>Das Wort auf Ihre Liste setzen oder davon nehmen</translation>
    </message>
    <message>
      <source>So the model thinks; nobody has decided it.</source>
      <translation>So denkt das Modell; niemand hat es entschieden.</translation>
    </message>
    <message>
      <source>The readings of the words are being looked up …</source>
      <translation>Die Lesarten der Wörter werden nachgeschlagen …</translation>
    </message>
    <message>
      <source>There is nothing to ask about here. The quiz asks about words that are decided in the text, and about words of whose first reading a calibrated model is sure by {0} or more: where neither is so, nobody could say which answer is right. Open an annotated text, or learn a ranker.</source>
      <translation>Hier ist nichts zu fragen. Das Quiz fragt nach Wörtern, die im Text entschieden sind, und nach Wörtern, deren erster Lesart sich ein kalibriertes Modell zu {0} oder mehr sicher ist: wo beides fehlt, könnte niemand sagen, welche Antwort richtig ist. Öffnen Sie einen annotierten Text, oder lernen Sie einen Ordner der Lesarten.</translation>
    </message>
    <message>
      <source>What does it mean here?</source>
      <translation>Was bedeutet es hier?</translation>
    </message>
    <message>
      <source>What speaks for the right answer</source>
      <translation>Was für die richtige Antwort spricht</translation>
    </message>
    <message>
      <source>Where the right answer comes from</source>
      <translation>Woher die richtige Antwort kommt</translation>
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
      <source>{0} of {1} right ({2:.0%})</source>
      <translation>{0} von {1} richtig ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ Bekannt</translation>
    </message>
    <message>
      <source>✓ Right.</source>
      <translation>✓ Richtig.</translation>
    </message>
    <message>
      <source>✗ It is {0}.</source>
      <translation>✗ Es ist {0}.</translation>
    </message>
  </context>
  <context>
    <name>Rail</name>
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
    <name>RankView</name>
    <message>
      <source>%Ln singular value(s)</source>
      <translation>%Ln Singulärwerte</translation>
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
      <source>So many hidden states are kept; the sentence is parsed anew as you move it</source>
      <translation>So viele verborgene Zustände bleiben; der Satz wird beim Schieben neu geparst</translation>
    </message>
    <message>
      <source>There is no model to cut.</source>
      <translation>Es gibt kein Modell zu schneiden.</translation>
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
      <source>cut: {0} kept</source>
      <translation>Schnitt: {0} behalten</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>Rang</translation>
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
      <source>{0} has no singular values: it was not decomposed.</source>
      <translation>{0} hat keine Singulärwerte: es wurde nicht zerlegt.</translation>
    </message>
  </context>
  <context>
    <name>RankingExplainer</name>
    <message>
      <source>Nothing tells these readings apart.</source>
      <translation>Nichts unterscheidet diese Lesarten.</translation>
    </message>
    <message>
      <source>Reading {0} over the mean of all</source>
      <translation>Lesart {0} über dem Mittel aller</translation>
    </message>
    <message>
      <source>Reading {0} over {1}</source>
      <translation>Lesart {0} über {1}</translation>
    </message>
  </context>
  <context>
    <name>Reader</name>
    <message>
      <source>Reading the text</source>
      <translation>Liest den Text</translation>
    </message>
    <message>
      <source>There is no folder to keep the text in; open a project first.</source>
      <translation>Es gibt keinen Ordner, um den Text zu behalten; öffnen Sie erst ein Projekt.</translation>
    </message>
    <message>
      <source>Writing {0}</source>
      <translation>Schreibt {0}</translation>
    </message>
    <message>
      <source>{0} words written to {1}</source>
      <translation>{0} Wörter nach {1} geschrieben</translation>
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
      <source>Each sentence begins a line</source>
      <translation>Jeder Satz beginnt eine Zeile</translation>
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
      <source>The lemma</source>
      <translation>Das Lemma</translation>
    </message>
    <message>
      <source>The meaning (Gloss= in MISC, or the likeliest)</source>
      <translation>Die Bedeutung (Gloss= in MISC, oder die wahrscheinlichste)</translation>
    </message>
    <message>
      <source>The transliteration (Translit= in MISC)</source>
      <translation>Die Umschrift (Translit= in MISC)</translation>
    </message>
    <message>
      <source>The word with its vowels (Vform= in MISC, or the likeliest)</source>
      <translation>Das Wort mit seinen Vokalen (Vform= in MISC, oder die wahrscheinlichsten)</translation>
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
      <source>What stands under each word</source>
      <translation>Was unter jedem Wort steht</translation>
    </message>
    <message>
      <source>When words are written with their vowels</source>
      <translation>Wann Wörter mit ihren Vokalen geschrieben werden</translation>
    </message>
    <message>
      <source>Words you know fade, words that are not on your list are underlined</source>
      <translation>Bekannte Wörter verblassen, die nicht auf Ihrer Liste sind unterstrichen</translation>
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
      <source>The words on this page are written with their vowels.</source>
      <translation>Die Wörter dieser Seite sind mit ihren Vokalen geschrieben.</translation>
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
      <source>{0}: nothing of that kind is known of the words on this page.</source>
      <translation>{0}: nichts der Art ist von den Wörtern dieser Seite bekannt.</translation>
    </message>
  </context>
  <context>
    <name>ReadingForm</name>
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
      <source>A reading of your own for {0}</source>
      <translation>Eine eigene Lesart für {0}</translation>
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
      <source>Take &amp;it</source>
      <translation>&amp;Nehmen</translation>
    </message>
    <message>
      <source>With &amp;vowels</source>
      <translation>Mit &amp;Vokalen</translation>
    </message>
    <message>
      <source>Write a lemma or a tag: without one, nothing is said of the word.</source>
      <translation>Schreiben Sie ein Lemma oder ein Tag: sonst ist von dem Wort nichts gesagt.</translation>
    </message>
    <message>
      <source>Write a tag as well: without one, the word does not count as decided.</source>
      <translation>Schreiben Sie auch ein Tag: ohne das gilt das Wort nicht als entschieden.</translation>
    </message>
    <message>
      <source>Write form/TAG+form/TAG, with %2F and %2B for those signs inside.</source>
      <translation>Schreiben Sie Form/TAG+Form/TAG, mit %2F und %2B für diese Zeichen darin.</translation>
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
      <source>Own tag</source>
      <translation>Eigenes Tag</translation>
    </message>
    <message>
      <source>Parts: {0}</source>
      <translation>Teile: {0}</translation>
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
      <source>To the model the same analysis as {0}, with one probability</source>
      <translation>Für das Modell dieselbe Analyse wie {0}, mit einer Wahrscheinlichkeit</translation>
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
    <name>ReadingSelection</name>
    <message>
      <source>A file of this kind has no place for readings; save it as CoNLL-U.</source>
      <translation>Eine Datei dieser Art hat keinen Platz für Lesarten; speichern Sie sie als CoNLL-U.</translation>
    </message>
    <message>
      <source>Adding to the lexicon</source>
      <translation>Ergänzt das Lexikon</translation>
    </message>
    <message>
      <source>Looking for the same word</source>
      <translation>Sucht dasselbe Wort</translation>
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
      <source>Write a tag as well: without one, the word does not count as decided.</source>
      <translation>Schreiben Sie auch ein Tag: ohne das gilt das Wort nicht als entschieden.</translation>
    </message>
  </context>
  <context>
    <name>Readings</name>
    <message>
      <source>A ranker of analyses, learnt in Train from annotated text of this language, knows words too.</source>
      <translation>Ein Ordner der Lesarten, unter Trainieren von annotiertem Text dieser Sprache gelernt, kennt auch Wörter.</translation>
    </message>
    <message>
      <source>No model ranks these readings: they stand in the order of the analyser.</source>
      <translation>Kein Modell ordnet diese Lesarten: sie stehen in der Reihenfolge des Analysators.</translation>
    </message>
    <message>
      <source>This sentence could not be ranked.</source>
      <translation>Dieser Satz ließ sich nicht ordnen.</translation>
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
      <source>Empty the filter</source>
      <translation>Den Filter leeren</translation>
    </message>
    <message>
      <source>No analyser knows this word: write its reading.</source>
      <translation>Kein Analysator kennt dieses Wort: schreiben Sie seine Lesart.</translation>
    </message>
    <message>
      <source>No word is selected: click on one, or press an arrow key above the structure.</source>
      <translation>Kein Wort ist gewählt: klicken Sie eines an, oder drücken Sie eine Pfeiltaste über der Struktur.</translation>
    </message>
    <message>
      <source>Nothing matches</source>
      <translation>Nichts passt</translation>
    </message>
    <message>
      <source>On held-out text, a margin of {0:.2f} underlines {1:.0%} of the words whose first reading is wrong; of the words underlined, {2:.0%} are.</source>
      <translation>Auf zurückgelegtem Text unterstreicht ein Abstand von {0:.2f} {1:.0%} der Wörter, deren erste Lesart falsch ist; von den unterstrichenen Wörtern sind es {2:.0%}.</translation>
    </message>
    <message>
      <source>Ranked by {0}</source>
      <translation>Geordnet von {0}</translation>
    </message>
    <message>
      <source>Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.</source>
      <translation>Sätze dieser Art werden nicht analysiert: öffnen Sie eine CoNLL-U-Datei, eine Worttabelle oder einen Text.</translation>
    </message>
    <message>
      <source>The preferences set another, {0:.2f}.</source>
      <translation>Die Einstellungen haben einen anderen, {0:.2f}.</translation>
    </message>
    <message>
      <source>all decided</source>
      <translation>alle entschieden</translation>
    </message>
    <message>
      <source>not ranked: learn a ranker in Train</source>
      <translation>nicht geordnet: lernen Sie unter Trainieren einen Ordner der Lesarten</translation>
    </message>
    <message>
      <source>word {0}</source>
      <translation>Wort {0}</translation>
    </message>
    <message>
      <source>{0} in doubt</source>
      <translation>{0} zweifelhaft</translation>
    </message>
    <message>
      <source>{0} undecided</source>
      <translation>{0} unentschieden</translation>
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
    <name>RunTableModel</name>
    <message>
      <source>CPU (s)</source>
      <translation>CPU (s)</translation>
    </message>
    <message>
      <source>Those that differ from the defaults of the method</source>
      <translation>Was von den Vorgaben der Methode abweicht</translation>
    </message>
    <message>
      <source>learnt from</source>
      <translation>gelernt von</translation>
    </message>
    <message>
      <source>measured on</source>
      <translation>gemessen auf</translation>
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
  </context>
  <context>
    <name>RunningText</name>
    <message>
      <source>No reading of this word is known.</source>
      <translation>Keine Lesart dieses Wortes ist bekannt.</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>Text</translation>
    </message>
    <message>
      <source>The text of the document is shown here once a treebank is open.</source>
      <translation>Der Text des Dokuments wird hier gezeigt, sobald eine Treebank offen ist.</translation>
    </message>
    <message>
      <source>This word has one reading: there is none that it stands before.</source>
      <translation>Dieses Wort hat eine Lesart: es gibt keine, vor der sie steht.</translation>
    </message>
  </context>
  <context>
    <name>Runs</name>
    <message>
      <source>Learning {0}</source>
      <translation>Lernt {0}</translation>
    </message>
    <message>
      <source>Open a treebank first.</source>
      <translation>Öffnen Sie erst eine Treebank.</translation>
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
      <source>Copies the selected runs, or all, as a table with tabs</source>
      <translation>Kopiert die gewählten Läufe, oder alle, als Tabelle mit Tabulatoren</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>LaTeX table</source>
      <translation>LaTeX-Tabelle</translation>
    </message>
    <message>
      <source>No run yet. Choose a method, set it and start it: each run is kept here with its settings, its time and its measures, also those that failed.</source>
      <translation>Noch kein Lauf. Wählen Sie eine Methode, stellen Sie sie ein und starten Sie: jeder Lauf bleibt hier mit Einstellungen, Zeit und Messwerten, auch gescheiterte.</translation>
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
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
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
    <name>Session</name>
    <message>
      <source> or </source>
      <translation> oder </translation>
    </message>
    <message>
      <source>, or let {0} propose, which does not need it: Model › Proposed trees by</source>
      <translation>, oder lassen Sie {0} vorschlagen, das es nicht braucht: Modell › Bäume vorgeschlagen von</translation>
    </message>
    <message>
      <source>A project has one document at least; add another first.</source>
      <translation>Ein Projekt hat mindestens ein Dokument; fügen Sie erst ein anderes hinzu.</translation>
    </message>
    <message>
      <source>Accept sentence {0}</source>
      <translation>Satz {0} annehmen</translation>
    </message>
    <message>
      <source>Accept the rest of sentence {0}</source>
      <translation>Den Rest von Satz {0} annehmen</translation>
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
      <source>Beginning another document</source>
      <translation>Ein weiteres Dokument wird begonnen</translation>
    </message>
    <message>
      <source>Brought back from the journal, not in the file yet: {0}</source>
      <translation>Aus dem Journal zurückgeholt, noch nicht in der Datei: {0}</translation>
    </message>
    <message>
      <source>Copying the document</source>
      <translation>Das Dokument wird kopiert</translation>
    </message>
    <message>
      <source>Done again in {0} sentences: {1}</source>
      <translation>In {0} Sätzen wiederholt: {1}</translation>
    </message>
    <message>
      <source>Files of this format hold no {0}; no tree is proposed.</source>
      <translation>Dateien dieses Formats enthalten keine {0}; kein Baum ist vorgeschlagen.</translation>
    </message>
    <message>
      <source>In doubt and not looked at yet: {0}</source>
      <translation>Zweifelhaft und noch nicht angesehen: {0}</translation>
    </message>
    <message>
      <source>Learning from accepted sentences</source>
      <translation>Lernt von angenommenen Sätzen</translation>
    </message>
    <message>
      <source>Learning from decided words</source>
      <translation>Lernt von entschiedenen Wörtern</translation>
    </message>
    <message>
      <source>No model proposes trees: choose one in the menu Model.</source>
      <translation>Kein Modell schlägt Bäume vor: wählen Sie eines im Menü Modell.</translation>
    </message>
    <message>
      <source>No tree is proposed for this sentence.</source>
      <translation>Für diesen Satz ist kein Baum vorgeschlagen.</translation>
    </message>
    <message>
      <source>Nothing is open that documents could be added to: open a treebank, or make a project (File).</source>
      <translation>Nichts ist offen, dem Dokumente hinzugefügt werden könnten: öffnen Sie eine Baumbank, oder legen Sie ein Projekt an (Datei).</translation>
    </message>
    <message>
      <source>Nothing proposes phrases here yet: accept {0} trees, and a parser learns from them.</source>
      <translation>Hier schlägt noch nichts Phrasen vor: Nehmen Sie {0} Bäume an, und ein Parser lernt aus ihnen.</translation>
    </message>
    <message>
      <source>Nothing proposes trees here yet: get a treebank of this language, or accept {0} trees, and a parser learns from them.</source>
      <translation>Hier schlägt noch nichts Bäume vor: Holen Sie eine Treebank dieser Sprache, oder nehmen Sie {0} Bäume an, und ein Parser lernt aus ihnen.</translation>
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
      <source>Russian</source>
      <translation>Russisch</translation>
    </message>
    <message>
      <source>Take the locks of the text over</source>
      <translation>Die Festlegungen des Textes übernehmen</translation>
    </message>
    <message>
      <source>Taken back in {0} sentences: {1}</source>
      <translation>In {0} Sätzen zurückgenommen: {1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
    <message>
      <source>These sentences are in memory only, and models are kept in projects: {0}</source>
      <translation>Diese Sätze sind nur im Speicher, und Modelle werden in Projekten behalten: {0}</translation>
    </message>
    <message>
      <source>This document has a place for both kinds of tree.</source>
      <translation>Dieses Dokument hat Platz für beide Arten von Bäumen.</translation>
    </message>
    <message>
      <source>This model is not in a file.</source>
      <translation>Dieses Modell steht in keiner Datei.</translation>
    </message>
    <message>
      <source>This sentence could not be read; no tree is proposed.</source>
      <translation>Dieser Satz ließ sich nicht lesen; kein Baum ist vorgeschlagen.</translation>
    </message>
    <message>
      <source>This sentence has no tree</source>
      <translation>Dieser Satz hat keinen Baum</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.</source>
      <translation>Dieser Satz hat {0} Wörter; Bäume werden bis {1} vorgeschlagen. Hängen Sie seine Wörter von Hand an.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are proposed for up to {1}. Build it by hand.</source>
      <translation>Dieser Satz hat {0} Wörter; Bäume werden bis {1} vorgeschlagen. Bauen Sie ihn von Hand.</translation>
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
      <source>What is decided from here on is written to {0}</source>
      <translation>Was von hier an entschieden wird, steht in {0}</translation>
    </message>
    <message>
      <source>What proposes trees is being learnt: the first ones are here soon.</source>
      <translation>Was Bäume vorschlägt, wird gerade gelernt: Die ersten sind gleich da.</translation>
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
      <source>this long text is still being divided into words. Decide again in a moment</source>
      <translation>dieser lange Text wird noch in Wörter geteilt. Entscheiden Sie gleich noch einmal</translation>
    </message>
    <message>
      <source>{0} (first readings taken: {1})</source>
      <translation>{0} (erste Lesarten genommen: {1})</translation>
    </message>
    <message>
      <source>{0} Learn a model from sentences of this language, or get a treebank of it (File).</source>
      <translation>{0} Lernen Sie ein Modell von Sätzen dieser Sprache, oder holen Sie eine Treebank dafür (Datei).</translation>
    </message>
    <message>
      <source>{0} accepts it all the same.</source>
      <translation>{0} nimmt ihn trotzdem an.</translation>
    </message>
    <message>
      <source>{0} all the same ({1})</source>
      <translation>{0} trotzdem ({1})</translation>
    </message>
    <message>
      <source>{0} as the root</source>
      <translation>{0} als Wurzel</translation>
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
      <source>{0} document(s) added; they are chosen above the list of sentences</source>
      <translation>{0} Dokumente hinzugefügt; sie werden über der Liste der Sätze gewählt</translation>
    </message>
    <message>
      <source>{0} gives other relations than this text has.</source>
      <translation>{0} gibt andere Relationen, als dieser Text hat.</translation>
    </message>
    <message>
      <source>{0} has learnt {1} accepted sentence(s); it is used from the next sentence on</source>
      <translation>{0} hat angenommene Sätze gelernt ({1}); ab dem nächsten Satz gilt das</translation>
    </message>
    <message>
      <source>{0} has the same words for the other kind of tree; the other document keeps its own</source>
      <translation>{0} hat dieselben Wörter für die andere Art von Baum; das andere Dokument behält seine Bäume</translation>
    </message>
    <message>
      <source>{0} head(s)</source>
      <translation>Köpfe: {0}</translation>
    </message>
    <message>
      <source>{0} is learnt; {1} goes on proposing trees. To change that: Model › Proposed trees by</source>
      <translation>{0} ist gelernt; {1} schlägt weiter Bäume vor. Zum Ändern: Modell › Bäume vorgeschlagen von</translation>
    </message>
    <message>
      <source>{0} is learnt; {1} goes on ranking readings. To change that: Model › Readings ranked by</source>
      <translation>{0} ist gelernt; {1} ordnet weiter die Lesarten. Zum Ändern: Modell › Lesarten geordnet von</translation>
    </message>
    <message>
      <source>{0} is out of the project; its file and what was decided stay.</source>
      <translation>{0} gehört nicht mehr zum Projekt; die Datei und was entschieden wurde bleiben.</translation>
    </message>
    <message>
      <source>{0} is removed</source>
      <translation>{0} ist entfernt</translation>
    </message>
    <message>
      <source>{0} knows {1:.0%} of the words of this text, as if it were of another language.</source>
      <translation>{0} kennt {1:.0%} der Wörter dieses Textes, als wäre er in einer anderen Sprache.</translation>
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
      <source>{0} was learnt from other tags than this text has.</source>
      <translation>{0} wurde von anderen Tags gelernt, als dieser Text hat.</translation>
    </message>
    <message>
      <source>{0} was learnt from words in {1} letters; this text has {2} ones.</source>
      <translation>{0} wurde von Wörtern in {1}er Schrift gelernt; dieser Text hat {2}e.</translation>
    </message>
    <message>
      <source>{0} was learnt from {1}; this text is {2}.</source>
      <translation>{0} wurde von {1} gelernt; dieser Text ist {2}.</translation>
    </message>
    <message>
      <source>{0}: it is what stands here</source>
      <translation>{0}: das steht hier</translation>
    </message>
    <message>
      <source>{0}; other than what stands here: {1}</source>
      <translation>{0}; anders als hier: {1}</translation>
    </message>
    <message>
      <source>{0}; {1} phrase(s) are not in the first</source>
      <translation>{0}; {1} Phrasen sind nicht im ersten</translation>
    </message>
    <message>
      <source>{0}; {1} word(s) hang elsewhere than in the first</source>
      <translation>{0}; {1} Wörter hängen anders als im ersten</translation>
    </message>
  </context>
  <context>
    <name>SettingsForm</name>
    <message>
      <source>Advanced: {0} settings, {1}</source>
      <translation>Fortgeschritten: {0} Einstellungen, {1}</translation>
    </message>
    <message>
      <source>The settings that one seldom changes</source>
      <translation>Die Einstellungen, die man selten ändert</translation>
    </message>
    <message>
      <source>all as given</source>
      <translation>alle wie vorgegeben</translation>
    </message>
    <message>
      <source>{0} changed</source>
      <translation>{0} geändert</translation>
    </message>
    <message>
      <source>{0} goes from {1} to {2}.</source>
      <translation>{0} geht von {1} bis {2}.</translation>
    </message>
    <message>
      <source>{0} is a number.</source>
      <translation>{0} ist eine Zahl.</translation>
    </message>
    <message>
      <source>{0} is at least {1}.</source>
      <translation>{0} ist mindestens {1}.</translation>
    </message>
    <message>
      <source>{0} is at most {1}.</source>
      <translation>{0} ist höchstens {1}.</translation>
    </message>
  </context>
  <context>
    <name>SmallTree</name>
    <message>
      <source>Tree of the sentence</source>
      <translation>Baum des Satzes</translation>
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
      <source>Click a node, or choose it with the arrows: its states and the nodes nearest to it.</source>
      <translation>Klicken Sie einen Knoten an, oder wählen Sie ihn mit den Pfeilen: seine Zustände und die Knoten, die ihm am nächsten sind.</translation>
    </message>
    <message>
      <source>Click a word, or choose it with the arrows: its states and the words nearest to it.</source>
      <translation>Klicken Sie ein Wort, oder wählen Sie es mit den Pfeilen: seine Zustände und die Wörter, die ihm am nächsten sind.</translation>
    </message>
    <message>
      <source>Elsewhere</source>
      <translation>Anderswo</translation>
    </message>
    <message>
      <source>Features of words, or a file of the same trees whose labels say more, as NP[3sg,full]</source>
      <translation>Merkmale von Wörtern, oder eine Datei derselben Bäume, deren Beschriftungen mehr sagen, wie NP[3sg,full]</translation>
    </message>
    <message>
      <source>Held against</source>
      <translation>Verglichen mit</translation>
    </message>
    <message>
      <source>Hold against a treebank over the same sentences</source>
      <translation>Mit einer Treebank über dieselben Sätze vergleichen</translation>
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
      <source>Reading the states of the nodes of this text …</source>
      <translation>Die Zustände der Knoten dieses Textes werden gelesen …</translation>
    </message>
    <message>
      <source>SVG drawing of the plane</source>
      <translation>SVG-Zeichnung der Ebene</translation>
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
      <source>The same state elsewhere</source>
      <translation>Derselbe Zustand anderswo</translation>
    </message>
    <message>
      <source>There is no model with hidden states at nodes yet. {0}, learnt from this text, has them.</source>
      <translation>Es gibt noch kein Modell mit verborgenen Zuständen an Knoten. {0}, aus diesem Text gelernt, hat welche.</translation>
    </message>
    <message>
      <source>This node has no hidden states of its own: its label is rare, or it has one.</source>
      <translation>Dieser Knoten hat keine eigenen verborgenen Zustände: seine Beschriftung ist selten oder hat nur einen.</translation>
    </message>
    <message>
      <source>Tree</source>
      <translation>Baum</translation>
    </message>
    <message>
      <source>What the states tell</source>
      <translation>Was die Zustände sagen</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
    <message>
      <source>another file…</source>
      <translation>andere Datei…</translation>
    </message>
    <message>
      <source>features of words</source>
      <translation>Merkmale von Wörtern</translation>
    </message>
    <message>
      <source>held against</source>
      <translation>verglichen mit</translation>
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
      <source>{0} in state {1}, the surest first: {2}</source>
      <translation>{0} im Zustand {1}, die sichersten zuerst: {2}</translation>
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
      <source>; %Ln sentence(s) not in other files yet</source>
      <translation>; %Ln Sätze noch nicht in anderen Dateien</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>The model that proposes trees</source>
      <translation>Das Modell, das Bäume vorschlägt</translation>
    </message>
    <message>
      <source>What is saved</source>
      <translation>Was gespeichert ist</translation>
    </message>
    <message>
      <source>What the engine does</source>
      <translation>Was die Maschine im Hintergrund tut</translation>
    </message>
    <message>
      <source>What undo would take back</source>
      <translation>Was Rückgängig zurücknähme</translation>
    </message>
    <message>
      <source>every decision kept; %Ln sentence(s) not in the file yet</source>
      <translation>jede Entscheidung bewahrt; %Ln Sätze noch nicht in der Datei</translation>
    </message>
    <message>
      <source>in memory only</source>
      <translation>nur im Speicher</translation>
    </message>
    <message>
      <source>nothing to save</source>
      <translation>nichts zu speichern</translation>
    </message>
    <message>
      <source>proposes: {0}</source>
      <translation>schlägt vor: {0}</translation>
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
      <source>%Ln step(s) written beside {0}</source>
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
      <source>PDF page</source>
      <translation>PDF-Seite</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>PNG-Bild</translation>
    </message>
    <message>
      <source>Play or stop  (Space)</source>
      <translation>Abspielen oder anhalten  (Leertaste)</translation>
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
      <source>The model is asked what it does with this sentence …</source>
      <translation>Das Modell wird gefragt, was es mit diesem Satz tut …</translation>
    </message>
    <message>
      <source>There is no model to step through yet. {0}, learnt from this text, can be.</source>
      <translation>Es gibt noch kein Modell, durch das man in Schritten gehen kann. {0}, aus diesem Text gelernt, ist eines.</translation>
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
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} von {1}</translation>
    </message>
  </context>
  <context>
    <name>SubtreeReplacement</name>
    <message>
      <source>Another tree below {0}</source>
      <translation>Ein anderer Baum unter {0}</translation>
    </message>
    <message>
      <source>No tree is proposed.</source>
      <translation>Kein Baum ist vorgeschlagen.</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>Das Modell parst diesen Satz noch.</translation>
    </message>
    <message>
      <source>The model knows nothing else below {0}.</source>
      <translation>Das Modell weiß sonst nichts unter {0}.</translation>
    </message>
    <message>
      <source>Tree {0} of {1} below {2}</source>
      <translation>Baum {0} von {1} unter {2}</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Forbid {0}</source>
      <translation>{0} verbieten</translation>
    </message>
    <message>
      <source>Forbidden. The journal keeps it; free it to allow it again.</source>
      <translation>Verboten. Das Journal behält es; geben Sie es frei, um es wieder zu erlauben.</translation>
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
      <source>Locked. The journal keeps locks; text files have no place for them.</source>
      <translation>Gesperrt. Das Journal behält Sperren; Textdateien haben keinen Platz dafür.</translation>
    </message>
    <message>
      <source>No: {0}</source>
      <translation>Nein: {0}</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>Satz {0}: {1}</translation>
    </message>
    <message>
      <source>Take back what cannot hold: {0}</source>
      <translation>Zurücknehmen, was nicht gelten kann: {0}</translation>
    </message>
    <message>
      <source>Taken back: {0}</source>
      <translation>Zurückgenommen: {0}</translation>
    </message>
    <message>
      <source>The model has no tree for this sentence under its locks.</source>
      <translation>Das Modell hat für diesen Satz unter seinen Sperren keinen Baum.</translation>
    </message>
    <message>
      <source>The model was asked for its trees of this sentence …</source>
      <translation>Das Modell wurde um seine Bäume für diesen Satz gebeten …</translation>
    </message>
    <message>
      <source>There is nothing here to forbid.</source>
      <translation>Hier gibt es nichts zu verbieten.</translation>
    </message>
    <message>
      <source>There is nothing here to lock.</source>
      <translation>Hier gibt es nichts zu sperren.</translation>
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
    <name>TokenLine</name>
    <message>
      <source>Words of the sentence</source>
      <translation>Wörter des Satzes</translation>
    </message>
  </context>
  <context>
    <name>TokenListModel</name>
    <message>
      <source>written together: {0}</source>
      <translation>zusammengeschrieben: {0}</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
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
      <source>The next stop (Return)</source>
      <translation>Die nächste Station (Eingabe)</translation>
    </message>
    <message>
      <source>The stop before (Left)</source>
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
      <source>Learn to parse from {0}</source>
      <translation>Aus {0} parsen lernen</translation>
    </message>
    <message>
      <source>Learn to rank readings from {0}</source>
      <translation>Aus {0} lernen, Lesarten zu ordnen</translation>
    </message>
    <message>
      <source>Learn to tag from {0}</source>
      <translation>Aus {0} taggen lernen</translation>
    </message>
    <message>
      <source>Learn what words follow one another from {0}</source>
      <translation>Aus {0} lernen, welche Wörter aufeinander folgen</translation>
    </message>
  </context>
  <context>
    <name>TrainingLog</name>
    <message>
      <source>Log</source>
      <translation>Protokoll</translation>
    </message>
    <message>
      <source>What happens while learning is written here.</source>
      <translation>Was beim Lernen geschieht, wird hier geschrieben.</translation>
    </message>
  </context>
  <context>
    <name>TrainingView</name>
    <message>
      <source>, then %Ln more start(s)</source>
      <translation>, dann %Ln weitere Anfänge</translation>
    </message>
    <message>
      <source>All settings as they come</source>
      <translation>Alle Einstellungen, wie sie sind</translation>
    </message>
    <message>
      <source>Choose what to learn from.</source>
      <translation>Wählen Sie, wovon gelernt wird.</translation>
    </message>
    <message>
      <source>How many models are learnt one after the other, each with the next seed: together, a cloud</source>
      <translation>Wie viele Modelle nacheinander gelernt werden, jedes mit dem nächsten Zufallskeim: zusammen eine Wolke</translation>
    </message>
    <message>
      <source>It is measured on what it learns from, where figures are too good: hold some out.</source>
      <translation>Es wird an dem gemessen, woraus es lernt; solche Zahlen sind zu gut: halten Sie einen Teil zurück.</translation>
    </message>
    <message>
      <source>Learn</source>
      <translation>Lernen</translation>
    </message>
    <message>
      <source>Learn from</source>
      <translation>Lernen von</translation>
    </message>
    <message>
      <source>Learn with the settings shown</source>
      <translation>Mit den gezeigten Einstellungen lernen</translation>
    </message>
    <message>
      <source>Measure on</source>
      <translation>Messen auf</translation>
    </message>
    <message>
      <source>Nothing is learning.</source>
      <translation>Nichts lernt.</translation>
    </message>
    <message>
      <source>Nothing is left to chance here: every start ends alike</source>
      <translation>Hier ist nichts dem Zufall überlassen: jeder Anfang endet gleich</translation>
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
      <source>Reset to defaults</source>
      <translation>Auf Vorgaben zurücksetzen</translation>
    </message>
    <message>
      <source>Settings to vary, each with a range or a list, and sentences=… for a learning curve: all is learnt as one run with one curve. Empty: one model.</source>
      <translation>Einstellungen, die variieren, jede mit Bereich oder Liste, und sentences=… für eine Lernkurve: alles wird als ein Lauf mit einer Kurve gelernt. Leer: ein Modell.</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>Anhalten</translation>
    </message>
    <message>
      <source>Stop learning; nothing half-learnt is kept</source>
      <translation>Das Lernen abbrechen; Halbgelerntes wird nicht behalten</translation>
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
      <source>Trees of {0} cannot be re-ranked.</source>
      <translation>Bäume von {0} lassen sich nicht neu ordnen.</translation>
    </message>
    <message>
      <source>What is learnt</source>
      <translation>Was gelernt wird</translation>
    </message>
    <message>
      <source>What the setting does</source>
      <translation>Was die Einstellung tut</translation>
    </message>
    <message>
      <source>nothing is open</source>
      <translation>nichts ist offen</translation>
    </message>
    <message>
      <source>states=2:16:2 sentences=50,200</source>
      <translation>states=2:16:2 sentences=50,200</translation>
    </message>
    <message>
      <source>the text shown</source>
      <translation>der gezeigte Text</translation>
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
      <source>{0}: learning from {1}</source>
      <translation>{0}: lernt von {1}</translation>
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
      <source>No phrase has the number of {0} any more: such a trace stands for nothing.</source>
      <translation>Keine Phrase hat mehr die Nummer von {0}: eine solche Spur steht für nichts.</translation>
    </message>
    <message>
      <source>No tree can be started: the format of this document has no place for constituents. Add a document for them (File), or save it as brackets (.mrg).</source>
      <translation>Es kann kein Baum begonnen werden: Das Format dieses Dokuments hat keinen Platz für Konstituenten. Füge ein Dokument für sie hinzu (Datei), oder speichere es als Klammern (.mrg).</translation>
    </message>
    <message>
      <source>Put {1} over {0}</source>
      <translation>{1} über {0} setzen</translation>
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
      <source>This sentence has a tree already.</source>
      <translation>Dieser Satz hat schon einen Baum.</translation>
    </message>
    <message>
      <source>{0} has no other place: it, or what it is part of, would be torn into two pieces.</source>
      <translation>{0} hat keinen anderen Platz: es selbst oder das, wozu es gehört, würde in zwei Stücke gerissen.</translation>
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
      <source>Asking the model …</source>
      <translation>Das Modell wird gefragt …</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>Bester</translation>
    </message>
    <message>
      <source>Decided. N shows what the model would propose.</source>
      <translation>Entschieden. N zeigt, was das Modell vorschlagen würde.</translation>
    </message>
    <message>
      <source>The likeliest trees</source>
      <translation>Die wahrscheinlichsten Bäume</translation>
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
      <source>Known</source>
      <translation>Bekannt</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>Bedeutung</translation>
    </message>
    <message>
      <source>The likeliest meaning; nobody has decided it</source>
      <translation>Die wahrscheinlichste Bedeutung; niemand hat sie entschieden</translation>
    </message>
    <message>
      <source>Times</source>
      <translation>Mal</translation>
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
      <source>List only words with this in them or in their meaning</source>
      <translation>Nur Wörter listen, die das enthalten oder bedeuten</translation>
    </message>
    <message>
      <source>List them all, known or not</source>
      <translation>Alle auflisten, bekannt oder nicht</translation>
    </message>
    <message>
      <source>No word is like that.</source>
      <translation>Kein Wort ist so.</translation>
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
      <source>Save the words as a table</source>
      <translation>Die Wörter als Tabelle speichern</translation>
    </message>
    <message>
      <source>Save the words as cards for Anki</source>
      <translation>Die Wörter als Karten für Anki speichern</translation>
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
      <source>The words are being counted …</source>
      <translation>Die Wörter werden gezählt …</translation>
    </message>
    <message>
      <source>Where the word stands</source>
      <translation>Wo das Wort steht</translation>
    </message>
    <message>
      <source>Which words are listed</source>
      <translation>Welche Wörter gelistet sind</translation>
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
      <source>Words are listed here as soon as something is known of those of the text.</source>
      <translation>Hier stehen Wörter, sobald von denen des Textes etwas bekannt ist.</translation>
    </message>
    <message>
      <source>Write the words listed as CSV</source>
      <translation>Die gelisteten Wörter als CSV schreiben</translation>
    </message>
    <message>
      <source>Write the words listed as cards that Anki imports</source>
      <translation>Die gelisteten Wörter als Karten schreiben, die Anki importiert</translation>
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
      <source>A parser proposes, you decide. It asks first where it is least sure.</source>
      <translation>Ein Parser schlägt vor, Sie entscheiden. Er fragt zuerst, wo er am wenigsten sicher ist.</translation>
    </message>
    <message>
      <source>Annotate a treebank</source>
      <translation>Eine Treebank annotieren</translation>
    </message>
    <message>
      <source>Bring your own</source>
      <translation>Eigenes mitbringen</translation>
    </message>
    <message>
      <source>Drop a treebank, a text or a project's folder anywhere in this window.</source>
      <translation>Lassen Sie eine Treebank, einen Text oder den Ordner eines Projekts irgendwo in dieses Fenster fallen.</translation>
    </message>
    <message>
      <source>English and Arabic sentences, to try things on</source>
      <translation>Englische und arabische Sätze, um alles auszuprobieren</translation>
    </message>
    <message>
      <source>Everything can be done without a mouse</source>
      <translation>Alles geht auch ohne Maus</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;Führung</translation>
    </message>
    <message>
      <source>Learn a model, follow its curves, and ask what its hidden states stand for.</source>
      <translation>Ein Modell lernen, seinen Kurven folgen und fragen, wofür seine verborgenen Zustände stehen.</translation>
    </message>
    <message>
      <source>Look inside models</source>
      <translation>In Modelle hineinsehen</translation>
    </message>
    <message>
      <source>Nine stops through the window, with the sample</source>
      <translation>Neun Stationen durch das Fenster, mit den Beispielen</translation>
    </message>
    <message>
      <source>One of over a hundred languages, to learn from</source>
      <translation>Eine aus über hundert Sprachen, um davon zu lernen</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>&amp;Projekt öffnen…</translation>
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
      <source>Several files with one history</source>
      <translation>Mehrere Dateien mit einem Verlauf</translation>
    </message>
    <message>
      <source>Spectral Workbench</source>
      <translation>Spectral Workbench</translation>
    </message>
    <message>
      <source>Try the &amp;sample</source>
      <translation>Das &amp;Beispiel ausprobieren</translation>
    </message>
    <message>
      <source>What you open will be listed here.</source>
      <translation>Was Sie öffnen, wird hier gelistet.</translation>
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
      <source>Nothing was found</source>
      <translation>Nichts wurde gefunden</translation>
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
      <source>{0} is no longer there</source>
      <translation>{0} ist nicht mehr da</translation>
    </message>
  </context>
  <context>
    <name>WordMapView</name>
    <message>
      <source> is of class {0}</source>
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
      <source>Before it</source>
      <translation>Davor</translation>
    </message>
    <message>
      <source>Behind it</source>
      <translation>Danach</translation>
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
      <source>No model here says which words go together. {0}, learnt from this text, does.</source>
      <translation>Kein Modell hier sagt, welche Wörter zusammengehören. {0}, aus diesem Text gelernt, sagt es.</translation>
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
      <source>Type or click a word, or choose one with Enter: what it is most like.</source>
      <translation>Tippen oder klicken Sie ein Wort, oder wählen Sie eines mit Eingabe: wem es am ähnlichsten ist.</translation>
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
      <source>Written to {0}</source>
      <translation>Geschrieben nach {0}</translation>
    </message>
    <message>
      <source>alike %</source>
      <translation>ähnlich %</translation>
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
    <name>WordMenu</name>
    <message>
      <source>Attach to a head…</source>
      <translation>An einen Kopf hängen…</translation>
    </message>
    <message>
      <source>Compact</source>
      <translation>Eng</translation>
    </message>
    <message>
      <source>Detach</source>
      <translation>Lösen</translation>
    </message>
    <message>
      <source>Enhanced arcs</source>
      <translation>Erweiterte Bögen</translation>
    </message>
    <message>
      <source>Fold into rows</source>
      <translation>In Zeilen falten</translation>
    </message>
    <message>
      <source>Forbid the arc</source>
      <translation>Bogen verbieten</translation>
    </message>
    <message>
      <source>Free the word</source>
      <translation>Wort freigeben</translation>
    </message>
    <message>
      <source>Interlinear</source>
      <translation>Interlinear</translation>
    </message>
    <message>
      <source>Lemmas</source>
      <translation>Lemmata</translation>
    </message>
    <message>
      <source>Lock the arc</source>
      <translation>Bogen sperren</translation>
    </message>
    <message>
      <source>Make it the root</source>
      <translation>Zur Wurzel machen</translation>
    </message>
    <message>
      <source>Relation…</source>
      <translation>Relation…</translation>
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
      <source>A file of this kind has no place for {0}; save it as CoNLL-U to use it.</source>
      <translation>Eine Datei dieser Art hat keinen Platz für {0}; speichern Sie sie als CoNLL-U, um es zu benutzen.</translation>
    </message>
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
      <source>Decisions are kept by the words of the text: to change one, change the file.</source>
      <translation>Entscheidungen hängen an den Wörtern des Textes: um eines zu ändern, ändern Sie die Datei.</translation>
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
      <source>No word is selected: click on one, or press an arrow key above the structure.</source>
      <translation>Kein Wort ist gewählt: klicken Sie eines an, oder drücken Sie eine Pfeiltaste über der Struktur.</translation>
    </message>
    <message>
      <source>Nothing here is called {0}: Enter once more makes it, Escape takes it back.</source>
      <translation>Nichts hier heißt {0}: noch einmal Eingabe legt es an, Esc nimmt es zurück.</translation>
    </message>
    <message>
      <source>Set {0} of {1} to {2}</source>
      <translation>{0} von {1} auf {2} setzen</translation>
    </message>
    <message>
      <source>There is no word here to edit.</source>
      <translation>Hier ist kein Wort zu bearbeiten.</translation>
    </message>
    <message>
      <source>This sentence could not be read and is kept as it stands.</source>
      <translation>Dieser Satz ließ sich nicht lesen und bleibt, wie er steht.</translation>
    </message>
    <message>
      <source>not attached</source>
      <translation>nicht angehängt</translation>
    </message>
    <message>
      <source>proposed: {0}</source>
      <translation>vorgeschlagen: {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>die Wurzel</translation>
    </message>
    <message>
      <source>there is no such word</source>
      <translation>es gibt kein solches Wort</translation>
    </message>
  </context>
  <context>
    <name>Work</name>
    <message>
      <source>Learning</source>
      <translation>Lernen</translation>
    </message>
    <message>
      <source>The engine was restarted.</source>
      <translation>Die Maschine im Hintergrund wurde neu gestartet.</translation>
    </message>
    <message>
      <source>The process that learns does not respond. Stop it, or choose Model › Restart the engine.</source>
      <translation>Der Prozess, der lernt, antwortet nicht. Halten Sie ihn an, oder wählen Sie Modell › Maschine neu starten.</translation>
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
      <source>leave</source>
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
    <name>_SegmentedControl</name>
    <message>
      <source>Show this kind of tree</source>
      <translation>Diese Art von Baum zeigen</translation>
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
      <source>&amp;Accept and go on</source>
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
      <source>&amp;Learn</source>
      <translation>&amp;Lernen</translation>
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
      <source>&amp;Proposed trees</source>
      <translation>&amp;Vorgeschlagene Bäume</translation>
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
      <source>&amp;Stop learning</source>
      <translation>Lernen an&amp;halten</translation>
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
      <source>A reading, or another head or label from the line below the tree.</source>
      <translation>Eine Lesart, oder einen anderen Kopf oder eine andere Relation aus der Zeile unter dem Baum.</translation>
    </message>
    <message>
      <source>A wide tree in rows, or in one that scrolls.</source>
      <translation>Ein breiter Baum in Zeilen, oder in einer, die sich verschieben lässt.</translation>
    </message>
    <message>
      <source>A&amp;dd to the project…</source>
      <translation>Zum Projekt &amp;hinzufügen…</translation>
    </message>
    <message>
      <source>Accept a&amp;ll the same</source>
      <translation>Trotzdem a&amp;nnehmen</translation>
    </message>
    <message>
      <source>Accept and &amp;stay</source>
      <translation>Annehmen und &amp;bleiben</translation>
    </message>
    <message>
      <source>Accept the sentence with the proposed tree, once every phrase in doubt was looked at.</source>
      <translation>Den Satz mit dem vorgeschlagenen Baum annehmen, wenn jede zweifelhafte Phrase angesehen wurde.</translation>
    </message>
    <message>
      <source>Accept the sentence with the proposed tree, once every word in doubt was looked at.</source>
      <translation>Den Satz mit dem vorgeschlagenen Baum annehmen, wenn jedes zweifelhafte Wort angesehen wurde.</translation>
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
      <source>Add a document for t&amp;he other kind of tree</source>
      <translation>Dokument für die &amp;andere Art von Baum hinzufügen</translation>
    </message>
    <message>
      <source>Add the document shown once more, as it is decided now.</source>
      <translation>Fügt das gezeigte Dokument noch einmal hinzu, wie es jetzt entschieden ist.</translation>
    </message>
    <message>
      <source>All &amp;readings</source>
      <translation>Alle &amp;Lesarten</translation>
    </message>
    <message>
      <source>All keys, by where they work.</source>
      <translation>Alle Tasten, nach dem Ort, an dem sie gelten.</translation>
    </message>
    <message>
      <source>All words of the document; those you know.</source>
      <translation>Alle Wörter des Dokuments; die, die Sie kennen.</translation>
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
      <source>Answer</source>
      <translation>Antworten</translation>
    </message>
    <message>
      <source>Answer by Y and N what would settle most; the rest is parsed anew.</source>
      <translation>Mit Y und N beantworten, was am meisten klärt; der Rest wird neu geparst.</translation>
    </message>
    <message>
      <source>As they stand in the document.</source>
      <translation>Wie sie im Dokument stehen.</translation>
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
      <source>Ask no more</source>
      <translation>Nicht mehr fragen</translation>
    </message>
    <message>
      <source>Attach the word to nothing: the root.</source>
      <translation>Das Wort an nichts hängen: die Wurzel.</translation>
    </message>
    <message>
      <source>Back, on</source>
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
      <source>Below the tree, while digits take readings.</source>
      <translation>Unter dem Baum, solange Ziffern Lesarten nehmen.</translation>
    </message>
    <message>
      <source>C&amp;ompare two automata</source>
      <translation>Zwei Automaten ver&amp;gleichen</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>&amp;Tasten ändern…</translation>
    </message>
    <message>
      <source>Choose a model, in use or not, and remove its file.</source>
      <translation>Ein Modell wählen, in Gebrauch oder nicht, und seine Datei entfernen.</translation>
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
      <source>Choose one of Universal Dependencies, and have it brought here.</source>
      <translation>Eine von Universal Dependencies wählen und herbringen lassen.</translation>
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
      <source>Constituents beside dependencies, or these beside those: over the same words, in a file of their own.</source>
      <translation>Konstituenten neben Dependenzen oder umgekehrt: über denselben Wörtern, in einer eigenen Datei.</translation>
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
      <source>Copy versions for a report.</source>
      <translation>Versionen für einen Bericht kopieren.</translation>
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
      <source>Decide sentence by sentence.</source>
      <translation>Satz für Satz entscheiden.</translation>
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
      <source>Do again what was taken back.</source>
      <translation>Noch einmal tun, was zurückgenommen wurde.</translation>
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
      <source>End the program; decisions are kept.</source>
      <translation>Das Programm beenden; Entscheidungen bleiben.</translation>
    </message>
    <message>
      <source>End what the engine is doing, and start it again.</source>
      <translation>Beendet, was die Maschine im Hintergrund tut, und startet sie neu.</translation>
    </message>
    <message>
      <source>English and Arabic sentences, to try things on.</source>
      <translation>Englische und arabische Sätze, um alles auszuprobieren.</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Eingabe</translation>
    </message>
    <message>
      <source>Esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>Everything that can be done, by a few letters.</source>
      <translation>Alles, was man tun kann, mit ein paar Buchstaben.</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>Überall</translation>
    </message>
    <message>
      <source>Explore</source>
      <translation>Erkunden</translation>
    </message>
    <message>
      <source>Explore: steps</source>
      <translation>Erkunden: Schritte</translation>
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
      <source>Filter</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Filter or find</source>
      <translation>Filtern oder suchen</translation>
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
      <source>Forbid what is asked about.</source>
      <translation>Verbieten, wonach gefragt ist.</translation>
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
      <source>From a state or an edge to the sentences that pass it</source>
      <translation>Von einem Zustand oder einer Kante zu den Sätzen, die hindurchgehen</translation>
    </message>
    <message>
      <source>Give the same word this reading in other places, after a look at them.</source>
      <translation>Demselben Wort an anderen Stellen diese Lesart geben, nach einem Blick darauf.</translation>
    </message>
    <message>
      <source>Go to the form of the word.</source>
      <translation>Zur Form des Wortes gehen.</translation>
    </message>
    <message>
      <source>Go to the next place found.</source>
      <translation>Zur nächsten gefundenen Stelle gehen.</translation>
    </message>
    <message>
      <source>Go to the next sentence that has a problem.</source>
      <translation>Zum nächsten Satz mit einem Problem gehen.</translation>
    </message>
    <message>
      <source>Go to the next that differs.</source>
      <translation>Zum nächsten gehen, der abweicht.</translation>
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
      <source>Go to the one before.</source>
      <translation>Zum vorigen gehen.</translation>
    </message>
    <message>
      <source>Go to the place found before.</source>
      <translation>Zur vorigen gefundenen Stelle gehen.</translation>
    </message>
    <message>
      <source>Go to where the word stands first</source>
      <translation>Dorthin gehen, wo das Wort zuerst steht</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;Führung</translation>
    </message>
    <message>
      <source>Have whole trees of the model that proposes put into a better order.</source>
      <translation>Bringt ganze Bäume des Modells, das vorschlägt, in eine bessere Reihenfolge.</translation>
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
      <source>Hide the proposal for a sentence that has heads</source>
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
      <source>In the list: mark a reading, and take it</source>
      <translation>In der Liste: eine Lesart anwählen und nehmen</translation>
    </message>
    <message>
      <source>In the list: the word beside, by sight</source>
      <translation>In der Liste: das Wort daneben, dem Auge nach</translation>
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
      <source>Its children move up to its parent.</source>
      <translation>Seine Kinder rücken zu seinem Elternknoten auf.</translation>
    </message>
    <message>
      <source>Its likeliest readings, at the word itself.</source>
      <translation>Seine wahrscheinlichsten Lesungen, beim Wort selbst.</translation>
    </message>
    <message>
      <source>Join each trace to what it stands for.</source>
      <translation>Jede Spur mit dem verbinden, wofür sie steht.</translation>
    </message>
    <message>
      <source>Join the next two states; in Steps, the next step.</source>
      <translation>Die nächsten zwei Zustände verbinden; in Schritte der nächste Schritt.</translation>
    </message>
    <message>
      <source>Keep this arc, or no longer; the rest is parsed anew.</source>
      <translation>Diesen Bogen behalten oder nicht mehr; der Rest wird neu geparst.</translation>
    </message>
    <message>
      <source>Keep this phrase, or no longer; the rest is parsed anew.</source>
      <translation>Diese Phrase behalten oder nicht mehr; der Rest wird neu geparst.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>Tasten</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>Später</translation>
    </message>
    <message>
      <source>Learn a model with the settings shown.</source>
      <translation>Mit den gezeigten Einstellungen ein Modell lernen.</translation>
    </message>
    <message>
      <source>Learn a re-r&amp;anker for it…</source>
      <translation>Dafür einen &amp;Umordner lernen…</translation>
    </message>
    <message>
      <source>Learn models and watch them.</source>
      <translation>Modelle lernen und ihnen zusehen.</translation>
    </message>
    <message>
      <source>Leave a prompt or a dialogue; nothing changes</source>
      <translation>Eine Eingabe oder einen Dialog verlassen; nichts ändert sich</translation>
    </message>
    <message>
      <source>Leave the question, and ask another.</source>
      <translation>Die Frage lassen und eine andere stellen.</translation>
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
      <source>Letters are commands on trees, in their outlines, in the line of words and in the queue; in fields they are typed. Other keys are chosen under Edit, Change keys; those without an explanation stay as they are.</source>
      <translation>Buchstaben sind Befehle auf Bäumen, in ihren Gliederungen, in der Wortzeile und in der Warteschlange; in Feldern werden sie getippt. Andere Tasten wählt man unter Bearbeiten, Tasten ändern; die ohne Erklärung bleiben, wie sie sind.</translation>
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
      <source>Lock what is asked about.</source>
      <translation>Sperren, wonach gefragt ist.</translation>
    </message>
    <message>
      <source>Look &amp;at the word</source>
      <translation>Das Wort anse&amp;hen</translation>
    </message>
    <message>
      <source>Look for</source>
      <translation>Suchen nach</translation>
    </message>
    <message>
      <source>Look for words, tags, labels and structures.</source>
      <translation>Wörter, Tags, Beschriftungen und Strukturen suchen.</translation>
    </message>
    <message>
      <source>Look into what was learnt.</source>
      <translation>Ansehen, was gelernt wurde.</translation>
    </message>
    <message>
      <source>Make a project around treebanks.</source>
      <translation>Aus Treebanks ein Projekt machen.</translation>
    </message>
    <message>
      <source>Make files documents of the open project, where they lie.</source>
      <translation>Macht Dateien zu Dokumenten des offenen Projekts, wo sie liegen.</translation>
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
      <source>Mark the sentence as right although heads are missing or words in doubt were not looked at.</source>
      <translation>Den Satz als richtig kennzeichnen, obwohl Köpfe fehlen oder zweifelhafte Wörter nicht angesehen wurden.</translation>
    </message>
    <message>
      <source>Mark the sentence as right, and go to the next that is not accepted.</source>
      <translation>Den Satz als richtig kennzeichnen und zum nächsten gehen, der nicht angenommen ist.</translation>
    </message>
    <message>
      <source>Mark the sentence as right, and stay with it.</source>
      <translation>Den Satz als richtig kennzeichnen und bei ihm bleiben.</translation>
    </message>
    <message>
      <source>Meanin&amp;g</source>
      <translation>&amp;Bedeutung</translation>
    </message>
    <message>
      <source>Measure whether numbers of arcs are right.</source>
      <translation>Messen, ob die Zahlen der Bögen stimmen.</translation>
    </message>
    <message>
      <source>More than the first two, on the card.</source>
      <translation>Mehr als die ersten zwei, auf der Karte.</translation>
    </message>
    <message>
      <source>Move the node up, out of its parent.</source>
      <translation>Den Knoten nach oben aus seinem Elternknoten rücken.</translation>
    </message>
    <message>
      <source>Narrow the readings of the word, or else find.</source>
      <translation>Die Lesarten des Wortes eingrenzen, oder sonst suchen.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Next &amp;below the phrase</source>
      <translation>Nächste &amp;unter der Phrase</translation>
    </message>
    <message>
      <source>Next &amp;below the word</source>
      <translation>Nächste &amp;unter dem Wort</translation>
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
      <source>Next phrase in &amp;doubt</source>
      <translation>Nächste &amp;zweifelhafte Phrase</translation>
    </message>
    <message>
      <source>Next pro&amp;blem</source>
      <translation>Nächstes Pro&amp;blem</translation>
    </message>
    <message>
      <source>Next word in &amp;doubt</source>
      <translation>Nächstes &amp;zweifelhaftes Wort</translation>
    </message>
    <message>
      <source>Nine stops through the window, left by any key.</source>
      <translation>Neun Stationen durch das Fenster; jede Taste beendet sie.</translation>
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
      <source>Of the trees that are proposed.</source>
      <translation>Von den Bäumen, die vorgeschlagen sind.</translation>
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
      <source>Parse anew without this arc.</source>
      <translation>Neu parsen ohne diesen Bogen.</translation>
    </message>
    <message>
      <source>Parse anew without this phrase.</source>
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
      <source>Pre&amp;vious phrase in doubt</source>
      <translation>Vor&amp;ige zweifelhafte Phrase</translation>
    </message>
    <message>
      <source>Pre&amp;vious word in doubt</source>
      <translation>Vor&amp;iges zweifelhaftes Wort</translation>
    </message>
    <message>
      <source>Previous below the phrase</source>
      <translation>Vorige unter der Phrase</translation>
    </message>
    <message>
      <source>Previous below the word</source>
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
      <source>Proposed p&amp;hrases</source>
      <translation>Vorgeschlagene &amp;Phrasen</translation>
    </message>
    <message>
      <source>Put a new node above this one.</source>
      <translation>Einen neuen Knoten über diesen setzen.</translation>
    </message>
    <message>
      <source>Put every panel back into its place.</source>
      <translation>Jede Tafel wieder an ihren Platz stellen.</translation>
    </message>
    <message>
      <source>Put the word on your list, or take it off.</source>
      <translation>Das Wort auf Ihre Liste setzen oder von ihr nehmen.</translation>
    </message>
    <message>
      <source>Put the words selected on your list, or off it.</source>
      <translation>Die gewählten Wörter auf Ihre Liste setzen oder von ihr nehmen.</translation>
    </message>
    <message>
      <source>Put what is selected under a new node.</source>
      <translation>Das Gewählte unter einen neuen Knoten stellen.</translation>
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
      <source>Quiz</source>
      <translation>Quiz</translation>
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
      <source>Read on.</source>
      <translation>Weiterlesen.</translation>
    </message>
    <message>
      <source>Read the text as it runs.</source>
      <translation>Den Text lesen, wie er läuft.</translation>
    </message>
    <message>
      <source>Read what stands before.</source>
      <translation>Lesen, was davor steht.</translation>
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
      <source>Remove the u&amp;nary node</source>
      <translation>U&amp;nären Knoten entfernen</translation>
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
      <source>Save words for A&amp;nki…</source>
      <translation>Wörter für A&amp;nki speichern…</translation>
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
      <source>Shift+Left, Shift+Right</source>
      <translation>Umschalt+Links, Umschalt+Rechts</translation>
    </message>
    <message>
      <source>Show a second automaton, of another model or with other settings.</source>
      <translation>Einen zweiten Automaten zeigen, eines anderen Modells oder mit anderen Einstellungen.</translation>
    </message>
    <message>
      <source>Show every node.</source>
      <translation>Jeden Knoten zeigen.</translation>
    </message>
    <message>
      <source>Show the better tree before.</source>
      <translation>Den besseren Baum davor zeigen.</translation>
    </message>
    <message>
      <source>Show the enhanced graph below the words.</source>
      <translation>Den erweiterten Graphen unter den Wörtern zeigen.</translation>
    </message>
    <message>
      <source>Show the lemma below each word.</source>
      <translation>Das Lemma unter jedem Wort zeigen.</translation>
    </message>
    <message>
      <source>Show the next best tree of the model.</source>
      <translation>Den nächstbesten Baum des Modells zeigen.</translation>
    </message>
    <message>
      <source>Show the next best tree over these words; the rest stays.</source>
      <translation>Den nächstbesten Baum über diesen Wörtern zeigen; der Rest bleibt.</translation>
    </message>
    <message>
      <source>Show the one before.</source>
      <translation>Den davor zeigen.</translation>
    </message>
    <message>
      <source>Show the tree in its own size.</source>
      <translation>Den Baum in seiner eigenen Größe zeigen.</translation>
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
      <source>Show this list.</source>
      <translation>Diese Liste zeigen.</translation>
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
      <source>Show what else may hang from this word; the rest stays.</source>
      <translation>Zeigen, was sonst an diesem Wort hängen kann; der Rest bleibt.</translation>
    </message>
    <message>
      <source>Show what hung from it before.</source>
      <translation>Zeigen, was vorher daran hing.</translation>
    </message>
    <message>
      <source>Show what puts one reading before another.</source>
      <translation>Zeigen, was eine Lesart vor eine andere stellt.</translation>
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
      <source>Stop; nothing half-learnt is kept.</source>
      <translation>Anhalten; nichts Halbgelerntes bleibt.</translation>
    </message>
    <message>
      <source>Ta&amp;ke out of the project</source>
      <translation>Aus dem Projekt &amp;nehmen</translation>
    </message>
    <message>
      <source>Tab, Shift+Tab</source>
      <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
      <source>Take a model from a file, for all projects.</source>
      <translation>Ein Modell aus einer Datei nehmen, für alle Projekte.</translation>
    </message>
    <message>
      <source>Take back what was locked of the word.</source>
      <translation>Zurücknehmen, was von dem Wort gesperrt war.</translation>
    </message>
    <message>
      <source>Take back what was locked of these words.</source>
      <translation>Zurücknehmen, was von diesen Wörtern gesperrt war.</translation>
    </message>
    <message>
      <source>Take choice 1</source>
      <translation>Vorschlag 1 nehmen</translation>
    </message>
    <message>
      <source>Take choice 1 of the line</source>
      <translation>Vorschlag 1 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 2</source>
      <translation>Vorschlag 2 nehmen</translation>
    </message>
    <message>
      <source>Take choice 2 of the line</source>
      <translation>Vorschlag 2 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 3</source>
      <translation>Vorschlag 3 nehmen</translation>
    </message>
    <message>
      <source>Take choice 3 of the line</source>
      <translation>Vorschlag 3 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 4</source>
      <translation>Vorschlag 4 nehmen</translation>
    </message>
    <message>
      <source>Take choice 4 of the line</source>
      <translation>Vorschlag 4 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 5</source>
      <translation>Vorschlag 5 nehmen</translation>
    </message>
    <message>
      <source>Take choice 5 of the line</source>
      <translation>Vorschlag 5 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 6</source>
      <translation>Vorschlag 6 nehmen</translation>
    </message>
    <message>
      <source>Take choice 6 of the line</source>
      <translation>Vorschlag 6 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 7</source>
      <translation>Vorschlag 7 nehmen</translation>
    </message>
    <message>
      <source>Take choice 7 of the line</source>
      <translation>Vorschlag 7 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 8</source>
      <translation>Vorschlag 8 nehmen</translation>
    </message>
    <message>
      <source>Take choice 8 of the line</source>
      <translation>Vorschlag 8 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take choice 9</source>
      <translation>Vorschlag 9 nehmen</translation>
    </message>
    <message>
      <source>Take choice 9 of the line</source>
      <translation>Vorschlag 9 der Zeile nehmen</translation>
    </message>
    <message>
      <source>Take the head of the word away.</source>
      <translation>Dem Wort den Kopf nehmen.</translation>
    </message>
    <message>
      <source>Take the last merge back; in Steps, the step before.</source>
      <translation>Die letzte Zusammenlegung zurücknehmen; in Schritte der vorige Schritt.</translation>
    </message>
    <message>
      <source>Take the last step back, in whatever sentence it was.</source>
      <translation>Den letzten Schritt zurücknehmen, in welchem Satz er auch war.</translation>
    </message>
    <message>
      <source>Take the node with this only child away.</source>
      <translation>Den Knoten mit diesem einzigen Kind wegnehmen.</translation>
    </message>
    <message>
      <source>Texts that it fits have its proposals at once.</source>
      <translation>Texte, zu denen es passt, haben sofort seine Vorschläge.</translation>
    </message>
    <message>
      <source>The arrow keys move in lists and trees.</source>
      <translation>Die Pfeiltasten bewegen in Listen und Bäumen.</translation>
    </message>
    <message>
      <source>The document shown; its file and its decisions stay.</source>
      <translation>Das gezeigte Dokument; seine Datei und was darin entschieden ist bleiben.</translation>
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
      <source>The node beside, by sight</source>
      <translation>Der Knoten daneben, dem Auge nach</translation>
    </message>
    <message>
      <source>The page before, the next page</source>
      <translation>Die Seite davor, die nächste Seite</translation>
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
      <source>The same random order every time.</source>
      <translation>Jedes Mal dieselbe zufällige Reihenfolge.</translation>
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
      <source>The tree or the text alone, large, for a class.</source>
      <translation>Nur der Baum oder der Text, groß, für den Unterricht.</translation>
    </message>
    <message>
      <source>The word beside, by sight</source>
      <translation>Das Wort daneben, dem Auge nach</translation>
    </message>
    <message>
      <source>The word on that side, by sight</source>
      <translation>Das Wort auf dieser Seite, dem Auge nach</translation>
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
      <source>This key leaves a field or a dialogue everywhere.</source>
      <translation>Diese Taste verlässt überall ein Feld oder einen Dialog.</translation>
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
      <source>Type what sentences must hold.</source>
      <translation>Eintippen, was Sätze enthalten müssen.</translation>
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
      <source>Wh&amp;y the first</source>
      <translation>&amp;Warum die erste</translation>
    </message>
    <message>
      <source>What says what words mean: StarDict and Yomitan, of any language.</source>
      <translation>Was sagt, was Wörter bedeuten: StarDict und Yomitan, in jeder Sprache.</translation>
    </message>
    <message>
      <source>What speaks for the first reading of the word.</source>
      <translation>Was für die erste Lesart des Wortes spricht.</translation>
    </message>
    <message>
      <source>What speaks for the right answer.</source>
      <translation>Was für die richtige Antwort spricht.</translation>
    </message>
    <message>
      <source>What the program can do, and how.</source>
      <translation>Was das Programm kann, und wie.</translation>
    </message>
    <message>
      <source>What works everywhere needs Ctrl, Alt or a function key: other keys are typed into fields.</source>
      <translation>Was überall gilt, braucht Strg, Alt oder eine Funktionstaste: andere Tasten werden in Felder getippt.</translation>
    </message>
    <message>
      <source>Where the best trees of two models differ most.</source>
      <translation>Wo sich die besten Bäume zweier Modelle am meisten unterscheiden.</translation>
    </message>
    <message>
      <source>Where the model is in doubt.</source>
      <translation>Wo das Modell im Zweifel ist.</translation>
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
      <source>Words and arcs closer together.</source>
      <translation>Wörter und Bögen enger beisammen.</translation>
    </message>
    <message>
      <source>Words of the text, with four answers each.</source>
      <translation>Wörter des Textes, mit je vier Antworten.</translation>
    </message>
    <message>
      <source>Words on one line, or close to their nodes.</source>
      <translation>Wörter auf einer Linie oder nahe an ihren Knoten.</translation>
    </message>
    <message>
      <source>Write a reading, from the best guess.</source>
      <translation>Eine Lesart schreiben, von der besten Vermutung aus.</translation>
    </message>
    <message>
      <source>Write all files of the project.</source>
      <translation>Alle Dateien des Projekts schreiben.</translation>
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
      <source>Write the model that proposes trees to a file.</source>
      <translation>Das Modell, das Bäume vorschlägt, in eine Datei schreiben.</translation>
    </message>
    <message>
      <source>Write the runs as CSV or LaTeX.</source>
      <translation>Die Läufe als CSV oder LaTeX schreiben.</translation>
    </message>
    <message>
      <source>Write the sentences to another file.</source>
      <translation>Die Sätze in eine andere Datei schreiben.</translation>
    </message>
    <message>
      <source>Write the sentences to their file.</source>
      <translation>Die Sätze in ihre Datei schreiben.</translation>
    </message>
    <message>
      <source>Write the tree on screen as SVG, PDF, PNG or LaTeX.</source>
      <translation>Den gezeigten Baum als SVG, PDF, PNG oder LaTeX schreiben.</translation>
    </message>
    <message>
      <source>Write the words listed as CSV.</source>
      <translation>Die gelisteten Wörter als CSV schreiben.</translation>
    </message>
    <message>
      <source>Write the words listed as cards.</source>
      <translation>Die gelisteten Wörter als Karten schreiben.</translation>
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
      <source>{share} of the sequences stop here</source>
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
      <source>0: {0} clusters as they were found</source>
      <translation>0: {0} Cluster, wie sie gefunden wurden</translation>
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
      <source>Out of state {0}: no edge carries what comes next</source>
      <translation>Aus Zustand {0}: keine Kante trägt, was folgt</translation>
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
      <source>{0} leave the automaton here</source>
      <translation>{0} verlassen hier den Automaten</translation>
    </message>
    <message>
      <source>{0} modifier sequence(s) that it was learnt from without a positive score</source>
      <translation>Folgen von Modifikatoren, von denen gelernt wurde und die keinen positiven Wert haben: {0}</translation>
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
      <source>{0} sum(s) without meaning in this sentence</source>
      <translation>Summen ohne Sinn in diesem Satz: {0}</translation>
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
      <source>{0}: {1} joins {2}, for {3} leads from {4} to both ({5}: {6}; {7}: {8})</source>
      <translation>{0}: {1} geht in {2} auf, denn {3} führt von {4} zu beiden ({5}: {6}; {7}: {8})</translation>
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
      <source>About</source>
      <translation>Über</translation>
    </message>
    <message>
      <source>Annotate, read and look inside: a treebank workbench with spectral models in the same program.

Under the MIT licence. With Qt (LGPL) and the font Noto Naskh Arabic (OFL).</source>
      <translation>Annotieren, lesen und hineinsehen: eine Werkbank für Treebanks mit spektralen Modellen im selben Programm.

Unter der MIT-Lizenz. Mit Qt (LGPL) und der Schrift Noto Naskh Arabic (OFL).</translation>
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
      <source>Something unexpected happened. This is a bug; your decisions are kept and the program goes on. Please report it with the text below.</source>
      <translation>Etwas Unerwartetes ist geschehen. Das ist ein Fehler des Programms; Ihre Entscheidungen bleiben, und es läuft weiter. Bitte melden Sie ihn mit dem Text unten.</translation>
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
      <source>Nothing speaks for one or the other.</source>
      <translation>Nichts spricht für die eine oder die andere.</translation>
    </message>
    <message>
      <source>Why this one before the other?</source>
      <translation>Warum diese vor der anderen?</translation>
    </message>
    <message>
      <source>Why this one?</source>
      <translation>Warum diese?</translation>
    </message>
  </context>
  <context>
    <name>runs</name>
    <message>
      <source>Below a margin of {0:.2f} no word is underlined.</source>
      <translation>Unter einem Abstand von {0:.2f} wird kein Wort unterstrichen.</translation>
    </message>
    <message>
      <source>Below a margin of {0:.2f}, {1:.0%} of the wrong heads are underlined (recall), and {2:.0%} of what is underlined is wrong (precision).</source>
      <translation>Unter einem Abstand von {0:.2f} werden {1:.0%} der falschen Köpfe unterstrichen (Trefferquote), und {2:.0%} des Unterstrichenen ist falsch (Genauigkeit).</translation>
    </message>
    <message>
      <source>No head is wrong there.</source>
      <translation>Dort ist kein Kopf falsch.</translation>
    </message>
    <message>
      <source>On held-out text, below a margin of {0:.2f}, {1:.0%} of the wrong first readings are underlined (recall), and {2:.0%} of what is underlined is wrong (precision).</source>
      <translation>Auf zurückgelegtem Text werden unter einem Abstand von {0:.2f} {1:.0%} der falschen ersten Lesarten unterstrichen (Trefferquote), und {2:.0%} des Unterstrichenen ist falsch (Genauigkeit).</translation>
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
      <source>cut of {0}: {1} kept</source>
      <translation>Schnitt von {0}: {1} behalten</translation>
    </message>
    <message>
      <source>estimator</source>
      <translation>Schätzer</translation>
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
      <source>no</source>
      <translation>nein</translation>
    </message>
    <message>
      <source>on sentences held out</source>
      <translation>an zurückgehaltenen Sätzen</translation>
    </message>
    <message>
      <source>on the text it was learnt from</source>
      <translation>auf dem Text, von dem gelernt wurde</translation>
    </message>
    <message>
      <source>on {0}</source>
      <translation>auf {0}</translation>
    </message>
    <message>
      <source>over {0}</source>
      <translation>über {0}</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>Rang</translation>
    </message>
    <message>
      <source>sentences</source>
      <translation>Sätze</translation>
    </message>
    <message>
      <source>sentences learnt from</source>
      <translation>Sätze, von denen gelernt wurde</translation>
    </message>
    <message>
      <source>sentences learnt from, without those held out</source>
      <translation>Sätze, aus denen gelernt wurde, ohne die zurückgehaltenen</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>Singulärwert</translation>
    </message>
    <message>
      <source>tagger</source>
      <translation>Tagger</translation>
    </message>
    <message>
      <source>time of learning (CPU s)</source>
      <translation>Zeit des Lernens (CPU-s)</translation>
    </message>
    <message>
      <source>watching</source>
      <translation>Zusehen</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>ja</translation>
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
      <source>{0} was cancelled; nothing was kept of it</source>
      <translation>{0} wurde abgebrochen; nichts davon blieb</translation>
    </message>
    <message>
      <source>{0} was learnt in {1} s CPU</source>
      <translation>{0} wurde in {1} s CPU gelernt</translation>
    </message>
    <message>
      <source>{0} without those held out</source>
      <translation>{0} ohne die zurückgehaltenen</translation>
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
    <name>widgets</name>
    <message>
      <source>Back to what was set at first</source>
      <translation>Zurück zu dem, was zuerst eingestellt war</translation>
    </message>
    <message>
      <source>Close this (Esc)</source>
      <translation>Dies schließen (Esc)</translation>
    </message>
    <message>
      <source>Empty the field</source>
      <translation>Das Feld leeren</translation>
    </message>
    <message>
      <source>Leave everything as it was (Esc)</source>
      <translation>Alles lassen, wie es war (Esc)</translation>
    </message>
    <message>
      <source>Take what is shown here (Return)</source>
      <translation>Nehmen, was hier gezeigt wird (Eingabe)</translation>
    </message>
  </context>
</TS>
