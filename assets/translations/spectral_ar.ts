<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
  <context>
    <name>AcceptedSentences</name>
    <message>
      <source>accepted</source>
      <translation>مقبولة</translation>
    </message>
    <message>
      <source>accepted, %Ln problem(s)</source>
      <translation>مقبولة، المشكلات: %Ln</translation>
    </message>
    <message>
      <source>{0} of {1} accepted</source>
      <translation>قُبل {0} من {1}</translation>
    </message>
    <message>
      <source>{0} of {1} accepted, {2} more with problems</source>
      <translation>قُبلت {0} من {1}، و{2} أخرى فيها مشكلات</translation>
    </message>
  </context>
  <context>
    <name>ActiveModel</name>
    <message>
      <source>Comparing models</source>
      <translation>مقارنة النماذج</translation>
    </message>
    <message>
      <source>The retrained model of {0} was deleted with temporary files. It is trained again.</source>
      <translation>حُذف مع الملفات المؤقتة نموذج {0} المعاد تدريبه. ويُدرَّب من جديد.</translation>
    </message>
    <message>
      <source>{0} is better than {1} on {2} decided sentences and is used from the next sentence</source>
      <translation>{0} أفضل من {1} في {2} من الجمل المحسومة، ويُستخدم ابتداءً من الجملة التالية</translation>
    </message>
  </context>
  <context>
    <name>AdviceBar</name>
    <message>
      <source>Close</source>
      <translation>إغلاق</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>نسخ</translation>
    </message>
    <message>
      <source>Copy the line that installs it</source>
      <translation>نسخ السطر الذي يثبّته</translation>
    </message>
  </context>
  <context>
    <name>AlternativesBar</name>
    <message>
      <source>Alternatives for this word and others</source>
      <translation>بدائل لهذه الكلمة ولغيرها</translation>
    </message>
    <message>
      <source>Choose it and go to the next uncertain word</source>
      <translation>يختاره وينتقل إلى الكلمة التالية المشكوك فيها</translation>
    </message>
    <message>
      <source>below {0}</source>
      <translation>تحت {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>ArcEditor</name>
    <message>
      <source>1–9: choose a row   Letters: filter</source>
      <translation>1–9: اختيار سطر   حروف: ترشيح</translation>
    </message>
    <message>
      <source>Attach {0} to</source>
      <translation>إلحاق {0} بـ</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>إلحاق {0} بـ {1}</translation>
    </message>
    <message>
      <source>Detach {0}</source>
      <translation>فصل {0}</translation>
    </message>
    <message>
      <source>Digits: word number   Letters: start of the word</source>
      <translation>أرقام: رقم الكلمة   حروف: أول الكلمة</translation>
    </message>
    <message>
      <source>Label {0} as {1}</source>
      <translation>تسمية {0} بوصفها {1}</translation>
    </message>
    <message>
      <source>Make {0} the root</source>
      <translation>جعل {0} الجذر</translation>
    </message>
    <message>
      <source>No other suggestions for this word. Press H to attach it, R to choose its relation.</source>
      <translation>لا اقتراحات أخرى لهذه الكلمة. اضغط H لإلحاقها وR لاختيار علاقتها.</translation>
    </message>
    <message>
      <source>Relation of {0}</source>
      <translation>علاقة {0}</translation>
    </message>
    <message>
      <source>Swap {0} and {1}</source>
      <translation>مبادلة {0} و{1}</translation>
    </message>
    <message>
      <source>Swap: attach {0} where {1} is now</source>
      <translation>المبادلة: إلحاق {0} مكان {1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
    <message>
      <source>This file format cannot store heads and relations. Save as CoNLL-U to attach words.</source>
      <translation>لا تستطيع هذه الصيغة حفظ الرؤوس والعلاقات. احفظ بصيغة CoNLL-U لإلحاق الكلمات.</translation>
    </message>
    <message>
      <source>This would create a cycle: {0} depends on {1}.</source>
      <translation>ستنشأ حلقة: {0} تابعة لـ {1}.</translation>
    </message>
    <message>
      <source>is a descendant: swap</source>
      <translation>من فروعها: بادل</translation>
    </message>
    <message>
      <source>root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>suggested</source>
      <translation>مقترح</translation>
    </message>
    <message>
      <source>{0} words</source>
      <translation>{0} كلمة</translation>
    </message>
    <message>
      <source>{0}, now {1}</source>
      <translation>{0}، الآن {1}</translation>
    </message>
  </context>
  <context>
    <name>AttributeTable</name>
    <message>
      <source>Attribute</source>
      <translation>السمة</translation>
    </message>
    <message>
      <source>Baseline: nodes with the most frequent value overall, without states</source>
      <translation>خط الأساس: العقد التي لها القيمة الأكثر تكرارًا عمومًا، بلا حالات</translation>
    </message>
    <message>
      <source>Information in the states</source>
      <translation>المعلومات في الحالات</translation>
    </message>
    <message>
      <source>No attributes for these nodes. Choose a file with more detailed labels.</source>
      <translation>لا سمات لهذه العقد. اختر ملفًا بتسميات أدق.</translation>
    </message>
    <message>
      <source>Nodes with the most frequent value of their most probable state</source>
      <translation>العقد التي لها القيمة الأكثر تكرارًا لحالتها الأرجح</translation>
    </message>
    <message>
      <source>Share of the value's entropy that the state explains</source>
      <translation>نسبة ما تفسّره الحالة من إنتروبيا القيمة</translation>
    </message>
    <message>
      <source>accuracy %</source>
      <translation>الدقة %</translation>
    </message>
    <message>
      <source>baseline %</source>
      <translation>الأساس %</translation>
    </message>
    <message>
      <source>explained %</source>
      <translation>مفسَّر %</translation>
    </message>
  </context>
  <context>
    <name>AutoTrainer</name>
    <message>
      <source> (F1 {0:.0f}, a parser of your trees {1:.0f})</source>
      <translation> (F1 {0:.0f}، ومحلل من شجرك {1:.0f})</translation>
    </message>
    <message>
      <source> (F1 {0:.0f}, without supervision {1:.0f})</source>
      <translation> (F1 {0:.0f}، وبلا إشراف {1:.0f})</translation>
    </message>
    <message>
      <source> + %Ln accepted</source>
      <translation> + %Ln مقبولة</translation>
    </message>
    <message>
      <source>last {1} suggestions: {0:.0%} correct</source>
      <translation>آخر {1} من الاقتراحات: ‏{0:.0%} صحيحة</translation>
    </message>
    <message>
      <source>trained on %Ln sentence(s)</source>
      <translation>دُرّب على %Ln من الجمل</translation>
    </message>
    <message>
      <source>trained on the words of %Ln sentence(s)</source>
      <translation>دُرّب على كلمات %Ln من الجمل</translation>
    </message>
    <message>
      <source>training a parser …</source>
      <translation>يُدرَّب محلّل …</translation>
    </message>
  </context>
  <context>
    <name>AutomatonControls</name>
    <message>
      <source>%Ln modifier(s)</source>
      <translation>%Ln من التوابع</translation>
    </message>
    <message>
      <source>Clusters</source>
      <translation>العناقيد</translation>
    </message>
    <message>
      <source>Clusters: {0}</source>
      <translation>العناقيد: {0}</translation>
    </message>
    <message>
      <source>Edges of at least {0} %</source>
      <translation>حواف لا تقل عن {0} %</translation>
    </message>
    <message>
      <source>Head tag</source>
      <translation>وسم الرأس</translation>
    </message>
    <message>
      <source>Hide edges used by fewer sequences than this</source>
      <translation>إخفاء الحواف التي تمر بها متتاليات أقل</translation>
    </message>
    <message>
      <source>If a tag leads fewer sequences than this to a second state, merge the states</source>
      <translation>دمج الحالتين إن قاد الوسم متتاليات أقل من هذا إلى حالة ثانية</translation>
    </message>
    <message>
      <source>Merges of at least {0} %</source>
      <translation>دمج لا يقل عن {0} %</translation>
    </message>
    <message>
      <source>Minimum number of sequences with a prefix for it to be clustered; at the far left, chosen automatically</source>
      <translation>أدنى عدد من المتتاليات ليدخل سابقها في العنقدة؛ وفي أقصى البداية يُختار تلقائيًّا</translation>
    </message>
    <message>
      <source>Minimum prefix count</source>
      <translation>أدنى عدد للسابقة</translation>
    </message>
    <message>
      <source>Minimum prefix count: automatic</source>
      <translation>أدنى عدد للسابقة: تلقائي</translation>
    </message>
    <message>
      <source>Minimum prefix count: {0}</source>
      <translation>أدنى عدد للسابقة: {0}</translation>
    </message>
    <message>
      <source>Minimum prefix count: {0} (automatic)</source>
      <translation>أدنى عدد للسابقة: {0} (تلقائي)</translation>
    </message>
    <message>
      <source>Minimum share for a merge</source>
      <translation>أدنى نسبة للدمج</translation>
    </message>
    <message>
      <source>Minimum share of an edge</source>
      <translation>أدنى نسبة لحافة</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Side</source>
      <translation>الجهة</translation>
    </message>
    <message>
      <source>left</source>
      <translation>يسار</translation>
    </message>
    <message>
      <source>right</source>
      <translation>يمين</translation>
    </message>
  </context>
  <context>
    <name>AutomatonDetails</name>
    <message>
      <source>%Ln head word(s)</source>
      <translation>%Ln من الرؤوس</translation>
    </message>
    <message>
      <source>Choose a state or an edge to list the sentences that pass through it.</source>
      <translation>اختر حالة أو حافة لسرد الجمل المارة بها.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>المحدد</translation>
    </message>
    <message>
      <source>Matching sentences</source>
      <translation>الجمل المطابقة</translation>
    </message>
    <message>
      <source>Merges</source>
      <translation>عمليات الدمج</translation>
    </message>
    <message>
      <source>Plane</source>
      <translation>المستوي</translation>
    </message>
    <message>
      <source>Prefixes in the plane</source>
      <translation>البادئات في المستوي</translation>
    </message>
    <message>
      <source>Selection</source>
      <translation>التحديد</translation>
    </message>
    <message>
      <source>Singular values and rank</source>
      <translation>القيم المفردة والرتبة</translation>
    </message>
    <message>
      <source>States and edges</source>
      <translation>الحالات والحواف</translation>
    </message>
    <message>
      <source>The open text has no heads, so the model's training sequences are shown.</source>
      <translation>النص المفتوح بلا رؤوس، فتُعرض متتاليات تدريب النموذج.</translation>
    </message>
    <message>
      <source>first principal direction</source>
      <translation>الاتجاه الرئيس الأول</translation>
    </message>
    <message>
      <source>second principal direction</source>
      <translation>الاتجاه الرئيس الثاني</translation>
    </message>
    <message>
      <source>state {0}</source>
      <translation>الحالة {0}</translation>
    </message>
  </context>
  <context>
    <name>AutomatonPanel</name>
    <message>
      <source>After the last merge</source>
      <translation>بعد آخر دمج</translation>
    </message>
    <message>
      <source>As SVG, PDF, PNG, DOT, GraphML or TikZ</source>
      <translation>بصيغة SVG أو PDF أو PNG أو DOT أو GraphML أو TikZ</translation>
    </message>
    <message>
      <source>Automaton</source>
      <translation>الآلية</translation>
    </message>
    <message>
      <source>Back to the initial clusters</source>
      <translation>العودة إلى العناقيد الأولى</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>إغلاق</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>المقارنة</translation>
    </message>
    <message>
      <source>GraphML, for Gephi, yEd and networkx</source>
      <translation>GraphML، لـ Gephi وyEd وnetworkx</translation>
    </message>
    <message>
      <source>Graphviz graph</source>
      <translation>رسم Graphviz</translation>
    </message>
    <message>
      <source>Merge before</source>
      <translation>الدمج السابق</translation>
    </message>
    <message>
      <source>Next merge</source>
      <translation>الدمج التالي</translation>
    </message>
    <message>
      <source>No automata yet. Train a {0} model on this text to see them.</source>
      <translation>لا آليات بعد. درّب نموذج {0} على هذا النص لرؤيتها.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>صفحة PDF</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>صورة PNG</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>رسم SVG</translation>
    </message>
    <message>
      <source>Save automaton</source>
      <translation>حفظ الآلية</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>حفظ…</translation>
    </message>
    <message>
      <source>Show a second automaton for comparison, from another model or with other settings</source>
      <translation>عرض آلية ثانية للمقارنة، من نموذج آخر أو بإعدادات أخرى</translation>
    </message>
    <message>
      <source>This model was trained without modifiers.</source>
      <translation>دُرّب هذا النموذج بلا توابع.</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>شكل TikZ</translation>
    </message>
    <message>
      <source>step {0} of {1}</source>
      <translation>الخطوة {0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>CalibrationDiagram</name>
    <message>
      <source>%Ln sentence(s) could not be parsed.</source>
      <translation>تعذّر إعراب %Ln من الجمل.</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>Measured on training data: scores on other sentences are lower.</source>
      <translation>قيس على بيانات التدريب: والنتائج على جمل أخرى أقل.</translation>
    </message>
    <message>
      <source>Measuring the calibration of {0}. {1}</source>
      <translation>تُقاس معايرة {0}. {1}</translation>
    </message>
    <message>
      <source>The model is not calibrated: these are scores and not probabilities.</source>
      <translation>النموذج غير معايَر: هذه درجات لا احتمالات.</translation>
    </message>
    <message>
      <source>accuracy of heads</source>
      <translation>دقة الرؤوس</translation>
    </message>
    <message>
      <source>expected calibration error {0:.3f}</source>
      <translation>خطأ المعايرة المتوقع {0:.3f}</translation>
    </message>
    <message>
      <source>held-out sentences of {0}</source>
      <translation>جمل محتجزة من {0}</translation>
    </message>
    <message>
      <source>perfect calibration</source>
      <translation>معايرة تامة</translation>
    </message>
    <message>
      <source>probability of the predicted arc</source>
      <translation>احتمال القوس المتوقَّع</translation>
    </message>
    <message>
      <source>uncalibrated score of the predicted arc</source>
      <translation>درجة القوس المتوقَّع بلا معايرة</translation>
    </message>
    <message>
      <source>words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>{0:.2f}: {1:.0%} of {2} correct</source>
      <translation>{0:.2f}: ‏{1:.0%} صحيحة من {2}</translation>
    </message>
    <message>
      <source>{0} of {1} sentences</source>
      <translation>{0} من {1} جملة</translation>
    </message>
    <message>
      <source>{0} on {1}, {2}: {3}</source>
      <translation>{0} على {1}، {2}: {3}</translation>
    </message>
  </context>
  <context>
    <name>Calibrations</name>
    <message>
      <source>Choose a parser run whose model still exists.</source>
      <translation>اختر تجربة محلّل ما زال نموذجها موجودًا.</translation>
    </message>
    <message>
      <source>Could not measure the calibration of this run.</source>
      <translation>تعذّر قياس معايرة هذه التجربة.</translation>
    </message>
    <message>
      <source>Measuring calibration</source>
      <translation>تُقاس المعايرة</translation>
    </message>
    <message>
      <source>Measuring was stopped.</source>
      <translation>أوقف القياس.</translation>
    </message>
    <message>
      <source>The test data of this run is no longer in the project: {0}</source>
      <translation>بيانات اختبار هذه التجربة لم تعد في المشروع: {0}</translation>
    </message>
  </context>
  <context>
    <name>CandidatesView</name>
    <message>
      <source>Every word is annotated. Press Enter to accept the sentence.</source>
      <translation>كل الكلمات موسومة. اضغط Enter لقبول الجملة.</translation>
    </message>
    <message>
      <source>No uncertain readings. Enter accepts the first reading of %Ln word(s).</source>
      <translation>لا قراءات مشكوك فيها. Enter يقبل القراءة الأولى لـ %Ln من الكلمات.</translation>
    </message>
    <message>
      <source>Open the Readings panel to see the readings of a word.</source>
      <translation>افتح لوحة القراءات لترى قراءات الكلمة.</translation>
    </message>
    <message>
      <source>Readings of this word are still loading.</source>
      <translation>ما زالت قراءات هذه الكلمة تُحمَّل.</translation>
    </message>
    <message>
      <source>This word has no reading {0}</source>
      <translation>ليس لهذه الكلمة قراءة {0}</translation>
    </message>
    <message>
      <source>Word {0}, {1}, is now selected. Press the key again to apply.</source>
      <translation>الكلمة {0}، {1}، محددة الآن. اضغط المفتاح مرة أخرى للتطبيق.</translation>
    </message>
  </context>
  <context>
    <name>CanvasPrompt</name>
    <message>
      <source>Enter: choose   Esc: cancel</source>
      <translation>Enter: اختيار   Esc: إلغاء</translation>
    </message>
    <message>
      <source>Make the new label {0}</source>
      <translation>أنشئ التسمية الجديدة {0}</translation>
    </message>
    <message>
      <source>No label named {0}</source>
      <translation>لا تسمية باسم {0}</translation>
    </message>
  </context>
  <context>
    <name>CatalogueModel</name>
    <message>
      <source>Genre</source>
      <translation>النوع</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>اللغة</translation>
    </message>
    <message>
      <source>Licence</source>
      <translation>الرخصة</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>الجمل</translation>
    </message>
    <message>
      <source>Treebank</source>
      <translation>البنك الشجري</translation>
    </message>
  </context>
  <context>
    <name>CellFilling</name>
    <message>
      <source>Fill empty cells in %Ln accepted sentence(s)</source>
      <translation>املأ الخلايا الفارغة في %Ln من الجمل المقبولة</translation>
    </message>
    <message>
      <source>Filled %Ln empty cell(s)</source>
      <translation>مُلئت %Ln من الخلايا الفارغة</translation>
    </message>
    <message>
      <source>Filling empty cells</source>
      <translation>تُملأ الخلايا الفارغة</translation>
    </message>
    <message>
      <source>No accepted sentences yet.</source>
      <translation>لا جمل مقبولة بعد.</translation>
    </message>
    <message>
      <source>No cells were filled: the active models have no values for them</source>
      <translation>لم تُملأ أي خلية: ليس لدى النماذج النشطة قيم لها</translation>
    </message>
    <message>
      <source>This file format cannot store readings. Save as CoNLL-U.</source>
      <translation>لا تستطيع هذه الصيغة حفظ القراءات. احفظ بصيغة CoNLL-U.</translation>
    </message>
  </context>
  <context>
    <name>CommandPalette</name>
    <message>
      <source>Matches</source>
      <translation>النتائج</translation>
    </message>
    <message>
      <source>No matches. Try a shorter query.</source>
      <translation>لا نتائج. جرّب بحثًا أقصر.</translation>
    </message>
    <message>
      <source>Search, or run a command</source>
      <translation>ابحث أو نفّذ أمرًا</translation>
    </message>
    <message>
      <source>Searching …</source>
      <translation>جارٍ البحث …</translation>
    </message>
    <message>
      <source>Type a command, words of a sentence, or a relation</source>
      <translation>اكتب أمرًا أو كلمات جملة أو علاقة</translation>
    </message>
  </context>
  <context>
    <name>CommandSearch</name>
    <message>
      <source>Documents</source>
      <translation>المستندات</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>البحث</translation>
    </message>
    <message>
      <source>Go to sentence {0}</source>
      <translation>الانتقال إلى الجملة {0}</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>الجمل</translation>
    </message>
  </context>
  <context>
    <name>ComparisonView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln جملة</translation>
    </message>
    <message>
      <source>Add a third version: compare the two by paired bootstrap over sentences, and count the votes of all three</source>
      <translation>إضافة صيغة ثالثة: مقارنة الاثنتين ببوتستراب مزدوج على الجمل وعدّ أصوات الثلاث</translation>
    </message>
    <message>
      <source>Another &amp;file…</source>
      <translation>ملف آ&amp;خر…</translation>
    </message>
    <message>
      <source>Another file…</source>
      <translation>ملف آخر…</translation>
    </message>
    <message>
      <source>At least two versions differ in {0} of {1}.</source>
      <translation>تختلف نسختان على الأقل في {0} من {1}.</translation>
    </message>
    <message>
      <source>Both compared with the open document; difference: {0} minus {1}.</source>
      <translation>قورنا كلاهما بالمستند المفتوح؛ الفرق: {0} ناقص {1}.</translation>
    </message>
    <message>
      <source>Choose a document above or another file to compare with.</source>
      <translation>اختر أعلاه مستندًا أو ملفًا آخر للمقارنة.</translation>
    </message>
    <message>
      <source>Choose another file with the same sentences to compare with.</source>
      <translation>اختر للمقارنة ملفًا آخر فيه الجمل نفسها.</translation>
    </message>
    <message>
      <source>Choose the file to compare with</source>
      <translation>اختيار الملف الذي يُقارن به</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>المقارنة</translation>
    </message>
    <message>
      <source>Compare the two versions</source>
      <translation>مقارنة الصيغتين</translation>
    </message>
    <message>
      <source>Compare two versions of the same sentences: two annotators, two parsers, or before and after. The open document is the reference; heads, relations, brackets, tags, lemmas and features of the other version are scored against it.</source>
      <translation>قارن صيغتين من الجمل نفسها: لموسّمَين، أو لمحلّلَين، أو قبلُ وبعدُ. المستند المفتوح هو المرجع؛ وتقاس به رؤوس الصيغة الأخرى وعلاقاتها وأقواسها ووسومها ومداخلها وسماتها.</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>قارن بـ</translation>
    </message>
    <message>
      <source>Compare with a file</source>
      <translation>المقارنة بملف</translation>
    </message>
    <message>
      <source>Compare with a treebank of the same sentences</source>
      <translation>قارن ببنك شجري للجمل نفسها</translation>
    </message>
    <message>
      <source>Compared with {0}: {1} of {2} differ.</source>
      <translation>بالمقارنة مع {0}: يختلف {1} من {2}.</translation>
    </message>
    <message>
      <source>Comparing with {0}…</source>
      <translation>تجري المقارنة بـ {0}…</translation>
    </message>
    <message>
      <source>Constituents</source>
      <translation>المكوّنات</translation>
    </message>
    <message>
      <source>Could not compare {0}; the first is {1}: {2}</source>
      <translation>تعذّرت مقارنة {0}؛ وأولها {1}: {2}</translation>
    </message>
    <message>
      <source>Dependencies</source>
      <translation>التبعيات</translation>
    </message>
    <message>
      <source>End the comparison</source>
      <translation>إنهاء المقارنة</translation>
    </message>
    <message>
      <source>Head</source>
      <translation>الرأس</translation>
    </message>
    <message>
      <source>No differences.</source>
      <translation>لا فروق.</translation>
    </message>
    <message>
      <source>Open a treebank to compare it.</source>
      <translation>افتح بنكًا شجريًّا للمقارنة.</translation>
    </message>
    <message>
      <source>Phrase</source>
      <translation>العبارة</translation>
    </message>
    <message>
      <source>Relation</source>
      <translation>العلاقة</translation>
    </message>
    <message>
      <source>Second comparison</source>
      <translation>المقارنة الثانية</translation>
    </message>
    <message>
      <source>Sentences that differ</source>
      <translation>الجمل المختلفة</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>Structure to compare</source>
      <translation>البنية المقارَنة</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>The comparison was stopped.</source>
      <translation>أُوقفت المقارنة.</translation>
    </message>
    <message>
      <source>The document has no trees to compare {0} and {1} with.</source>
      <translation>ليس في المستند أشجار لمقارنة {0} و{1} بها.</translation>
    </message>
    <message>
      <source>The other treebank does not have this sentence.</source>
      <translation>هذه الجملة ليست في البنك الآخر.</translation>
    </message>
    <message>
      <source>Third version</source>
      <translation>الصيغة الثالثة</translation>
    </message>
    <message>
      <source>This</source>
      <translation>هذا</translation>
    </message>
    <message>
      <source>Tree in the open document</source>
      <translation>الشجرة في المستند المفتوح</translation>
    </message>
    <message>
      <source>Tree in the other version</source>
      <translation>الشجرة في الصيغة الأخرى</translation>
    </message>
    <message>
      <source>Unlabelled F1 on the {0} confirmed trees: {1:.1f} for the parser trained on them (cross-validated), {2:.1f} for unsupervised brackets.</source>
      <translation>‏F1 بلا تسميات على {0} من الأشجار المؤكَّدة: {1:.1f} للمحلّل المدرَّب عليها (بالتحقق المتقاطع)، و{2:.1f} للأقواس بلا إشراف.</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>and with</source>
      <translation>ومع</translation>
    </message>
    <message>
      <source>differs</source>
      <translation>يختلف</translation>
    </message>
    <message>
      <source>model {0}</source>
      <translation>النموذج {0}</translation>
    </message>
    <message>
      <source>nothing</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>{0} phrase(s) without a counterpart</source>
      <translation>{0} من العبارات بلا مقابل</translation>
    </message>
    <message>
      <source>{0} with a majority of two</source>
      <translation>{0} بأغلبية اثنين</translation>
    </message>
    <message>
      <source>{0} without a majority</source>
      <translation>{0} بلا أغلبية</translation>
    </message>
    <message>
      <source>{0} word(s) differ</source>
      <translation>{0} من الكلمات مختلفة</translation>
    </message>
    <message>
      <source>{0}: open document</source>
      <translation>{0}: المستند المفتوح</translation>
    </message>
    <message>
      <source>≠ The words differ.</source>
      <translation>≠ الكلمات مختلفة.</translation>
    </message>
    <message>
      <source>⚠ Trained on this document, so its scores are optimistic: {0}.</source>
      <translation>⚠ دُرّب على هذا المستند، فنتائجه متفائلة: {0}.</translation>
    </message>
  </context>
  <context>
    <name>ConstituencyView</name>
    <message>
      <source>&amp;Attach elsewhere…</source>
      <translation>ألحق في م&amp;كان آخر…</translation>
    </message>
    <message>
      <source>&amp;Delete the node</source>
      <translation>ا&amp;حذف العقدة</translation>
    </message>
    <message>
      <source>&amp;Group…</source>
      <translation>ا&amp;جمع…</translation>
    </message>
    <message>
      <source>&amp;Label…</source>
      <translation>ال&amp;تسمية…</translation>
    </message>
    <message>
      <source>Add a &amp;unary node…</source>
      <translation>أضف عقدة أ&amp;حادية…</translation>
    </message>
    <message>
      <source>Constituency tree</source>
      <translation>شجرة المكوّنات</translation>
    </message>
    <message>
      <source>F&amp;old or unfold</source>
      <translation>ا&amp;طوِ أو انشر</translation>
    </message>
    <message>
      <source>Forbid (&amp;X)</source>
      <translation>امنع (&amp;X)</translation>
    </message>
    <message>
      <source>Fr&amp;ee</source>
      <translation>&amp;حرّر</translation>
    </message>
    <message>
      <source>Li&amp;ft</source>
      <translation>ا&amp;رفع</translation>
    </message>
    <message>
      <source>Loc&amp;k, or unlock</source>
      <translation>&amp;ثبّت أو ألغِ التثبيت</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>لا جملة محددة.</translation>
    </message>
    <message>
      <source>No uncertain phrases in this sentence</source>
      <translation>لا عبارات مشكوك فيها في هذه الجملة</translation>
    </message>
    <message>
      <source>Remove the u&amp;nary node</source>
      <translation>أزل العقدة الأح&amp;ادية</translation>
    </message>
    <message>
      <source>This sentence has no constituency tree.</source>
      <translation>ليس لهذه الجملة شجرة مكوّنات.</translation>
    </message>
    <message>
      <source>This sentence has {0} words. Trees are drawn for up to {1} words.</source>
      <translation>في هذه الجملة {0} كلمة. وتُرسم الأشجار حتى {1} كلمة.</translation>
    </message>
  </context>
  <context>
    <name>CurvesView</name>
    <message>
      <source>Along</source>
      <translation>على امتداد</translation>
    </message>
    <message>
      <source>As SVG, PDF or PNG, on white, with axes and legend</source>
      <translation>بصيغة SVG أو PDF أو PNG، على أبيض، مع المحاور والمفتاح</translation>
    </message>
    <message>
      <source>CPU time of the estimator (s), without tagger, labeller and calibration</source>
      <translation>زمن المعالج للمقدِّر (ث)، دون الواسم وواضع التسميات والمعايرة</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>المعايرة</translation>
    </message>
    <message>
      <source>Choose a run of a parser, such as arc-parser.</source>
      <translation>اختر تجربة لمحلّل، مثل arc-parser.</translation>
    </message>
    <message>
      <source>Curves</source>
      <translation>المنحنيات</translation>
    </message>
    <message>
      <source>Curves of training runs appear here. Choose a method and start training, or choose runs in the table.</source>
      <translation>تظهر هنا منحنيات التدريب. اختر طريقة وابدأ التدريب، أو اختر تجارب من الجدول.</translation>
    </message>
    <message>
      <source>Figure</source>
      <translation>الشكل</translation>
    </message>
    <message>
      <source>Measure whether a parser's probabilities match its accuracy</source>
      <translation>قياس مطابقة احتمالات المحلّل لدقته</translation>
    </message>
    <message>
      <source>No measures in {0}.</source>
      <translation>لا قياسات في {0}.</translation>
    </message>
    <message>
      <source>Runs without these values: {0}</source>
      <translation>تجارب بلا هذه القيم: {0}</translation>
    </message>
    <message>
      <source>Save figure…</source>
      <translation>حفظ الشكل…</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>اعرض</translation>
    </message>
    <message>
      <source>automata</source>
      <translation>الآليات</translation>
    </message>
    <message>
      <source>by</source>
      <translation>بحسب</translation>
    </message>
    <message>
      <source>calibration</source>
      <translation>المعايرة</translation>
    </message>
    <message>
      <source>curves</source>
      <translation>منحنيات</translation>
    </message>
    <message>
      <source>iterations</source>
      <translation>الدورات</translation>
    </message>
    <message>
      <source>relations</source>
      <translation>العلاقات</translation>
    </message>
    <message>
      <source>seconds</source>
      <translation>الثواني</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>starts</source>
      <translation>البدايات</translation>
    </message>
    <message>
      <source>tags</source>
      <translation>الوسوم</translation>
    </message>
    <message>
      <source>time (s)</source>
      <translation>الزمن (ث)</translation>
    </message>
    <message>
      <source>training time</source>
      <translation>زمن التدريب</translation>
    </message>
    <message>
      <source>training time (CPU s)</source>
      <translation>زمن التدريب (ث معالج)</translation>
    </message>
    <message>
      <source>{0} along the sweep</source>
      <translation>{0} على امتداد المسح</translation>
    </message>
    <message>
      <source>{0} at the end</source>
      <translation>{0} في النهاية</translation>
    </message>
    <message>
      <source>{0} by training time</source>
      <translation>{0} بحسب زمن التدريب</translation>
    </message>
    <message>
      <source>{0} during training</source>
      <translation>{0} أثناء التدريب</translation>
    </message>
    <message>
      <source>{0} ended before the first measure.</source>
      <translation>انتهى {0} قبل أول قياس.</translation>
    </message>
    <message>
      <source>{0} is training. Its curve starts at the first measure.</source>
      <translation>يُدرَّب {0}. ويبدأ المنحنى مع أول قياس.</translation>
    </message>
    <message>
      <source>{0} of the starts, as a histogram</source>
      <translation>{0} للبدايات، مدرّجًا تكراريًّا</translation>
    </message>
    <message>
      <source>{0}: final values from {1} to {2}</source>
      <translation>{0}: القيم النهائية من {1} إلى {2}</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}</source>
      <translation>{0}: من {1} إلى {2}</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: من الأدنى إلى الأعلى</translation>
    </message>
    <message>
      <source>{0}: measured at the end</source>
      <translation>{0}: قيس عند النهاية</translation>
    </message>
    <message>
      <source>{0}: {1} in {2} s</source>
      <translation>{0}: {1} في {2} ث</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: ‏{1} قيمة مفردة، أُبقي {2}</translation>
    </message>
  </context>
  <context>
    <name>DependencyView</name>
    <message>
      <source>Dependency tree</source>
      <translation>شجرة التبعيات</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>لا جملة محددة.</translation>
    </message>
    <message>
      <source>No uncertain words in this sentence</source>
      <translation>لا كلمات مشكوك فيها في هذه الجملة</translation>
    </message>
    <message>
      <source>The outline shows the same tree.</source>
      <translation>يعرض المخطط الشجرة نفسها.</translation>
    </message>
    <message>
      <source>This sentence has {0} words. Trees are drawn for up to {1} words.</source>
      <translation>في هذه الجملة {0} كلمة. وتُرسم الأشجار حتى {1} كلمة.</translation>
    </message>
  </context>
  <context>
    <name>Dictionaries</name>
    <message>
      <source>Dictionary {0} was added</source>
      <translation>أُضيف المعجم {0}</translation>
    </message>
    <message>
      <source>Installing {0}</source>
      <translation>تثبيت {0}</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>يُقرأ {0}</translation>
    </message>
    <message>
      <source>{0} could not be removed: {1}</source>
      <translation>تعذّرت إزالة {0}: {1}</translation>
    </message>
    <message>
      <source>{0} is installed for Arabic words</source>
      <translation>ثُبِّت {0} للكلمات العربية</translation>
    </message>
  </context>
  <context>
    <name>DictionariesDialog</name>
    <message>
      <source> — used for this text</source>
      <translation> — يصلح لهذا النص</translation>
    </message>
    <message>
      <source>&amp;Close</source>
      <translation>أ&amp;غلق</translation>
    </message>
    <message>
      <source>&amp;Install the tables</source>
      <translation>&amp;ثبّت الجداول</translation>
    </message>
    <message>
      <source>&amp;Open a dictionary…</source>
      <translation>&amp;فتح معجم…</translation>
    </message>
    <message>
      <source>&amp;Remove</source>
      <translation>&amp;إزالة</translation>
    </message>
    <message>
      <source>Close the list</source>
      <translation>إغلاق القائمة</translation>
    </message>
    <message>
      <source>Copy a dictionary to your data folder and use it.</source>
      <translation>ينسخ معجمًا إلى مجلد بياناتك ويستعمله.</translation>
    </message>
    <message>
      <source>Dictionaries</source>
      <translation>المعاجم</translation>
    </message>
    <message>
      <source>Meanings are looked up by the most probable lemma, in the dictionary that covers most words of the text. You can open StarDict (.ifo) and Yomitan (.zip) files in any language.</source>
      <translation>يُبحث عن المعاني بأرجح المداخل، في المعجم الذي فيه أكثر كلمات النص. ويمكنك فتح ملفات StarDict ‏(.ifo) وYomitan ‏(.zip) بأي لغة.</translation>
    </message>
    <message>
      <source>No dictionaries yet.</source>
      <translation>لا معاجم بعد.</translation>
    </message>
    <message>
      <source>Readings of Arabic words come from {0}.</source>
      <translation>تأتي قراءات الكلمات العربية من {0}.</translation>
    </message>
    <message>
      <source>Remove the copy of the selected dictionary.</source>
      <translation>يزيل نسخة المعجم المحدد.</translation>
    </message>
    <message>
      <source>Runs this command, which installs the package from the Python package index.</source>
      <translation>يشغّل هذا الأمر الذي يثبّت الحزمة من فهرس حزم بايثون.</translation>
    </message>
    <message>
      <source>Tables for Arabic</source>
      <translation>جداول العربية</translation>
    </message>
    <message>
      <source>To see readings of Arabic words, install {0} (GPL):</source>
      <translation>لرؤية قراءات الكلمات العربية ثبّت {0} ‏(GPL):</translation>
    </message>
    <message>
      <source>{0} ({1} words)</source>
      <translation>{0} ({1} كلمة)</translation>
    </message>
  </context>
  <context>
    <name>DockTitleBar</name>
    <message>
      <source>Close {0}</source>
      <translation>أغلق {0}</translation>
    </message>
    <message>
      <source>Float or dock {0}</source>
      <translation>عوّم {0} أو ثبّته</translation>
    </message>
  </context>
  <context>
    <name>DocumentActions</name>
    <message>
      <source>Add documents to the project (the files stay where they are)</source>
      <translation>إضافة مستندات إلى المشروع (تبقى الملفات في مكانها)</translation>
    </message>
    <message>
      <source>Dictionaries of StarDict and Yomitan (*.ifo *.zip)</source>
      <translation>معاجم StarDict وYomitan (*.ifo *.zip)</translation>
    </message>
    <message>
      <source>Folders (*)</source>
      <translation>مجلدات (*)</translation>
    </message>
    <message>
      <source>Name of the project</source>
      <translation>اسم المشروع</translation>
    </message>
    <message>
      <source>New project</source>
      <translation>مشروع جديد</translation>
    </message>
    <message>
      <source>New project: choose treebanks (the files stay where they are)</source>
      <translation>مشروع جديد: اختر البنوك الشجرية (تبقى الملفات في مكانها)</translation>
    </message>
    <message>
      <source>New project: name of the folder</source>
      <translation>مشروع جديد: اسم المجلد</translation>
    </message>
    <message>
      <source>Open a dictionary</source>
      <translation>فتح معجم</translation>
    </message>
    <message>
      <source>Open a project: choose its folder</source>
      <translation>فتح مشروع: اختر مجلده</translation>
    </message>
    <message>
      <source>Open a treebank</source>
      <translation>فتح بنك شجري</translation>
    </message>
    <message>
      <source>Save as</source>
      <translation>حفظ باسم</translation>
    </message>
    <message>
      <source>The folder of {0} no longer exists. Save the sentences to another file.</source>
      <translation>لم يعد مجلد {0} موجودًا. احفظ الجمل في ملف آخر.</translation>
    </message>
    <message>
      <source>The sample project could not be copied: {0}</source>
      <translation>تعذّر نسخ مشروع المثال: {0}</translation>
    </message>
    <message>
      <source>Treebanks and texts ({0});;All files (*)</source>
      <translation>بنوك شجرية ونصوص ({0});;كل الملفات (*)</translation>
    </message>
  </context>
  <context>
    <name>DocumentList</name>
    <message>
      <source>Train on</source>
      <translation>التدريب على</translation>
    </message>
  </context>
  <context>
    <name>DocumentSaver</name>
    <message>
      <source>; not in the file, kept in this project: {0} (%Ln sentence(s))</source>
      <translation>؛ ليس في الملف، محفوظ في هذا المشروع: {0} (‏%Ln من الجمل)</translation>
    </message>
    <message>
      <source>Another program changed the file. Merging both changes.</source>
      <translation>غيّر برنامج آخر الملف. يجري دمج التغييرين.</translation>
    </message>
    <message>
      <source>Changes by another program were loaded.</source>
      <translation>حُمّلت تغييرات برنامج آخر.</translation>
    </message>
    <message>
      <source>Changes by another program were merged. Save again to write both to the file.</source>
      <translation>دُمجت تغييرات برنامج آخر مع تغييراتك. احفظ مرة أخرى ليُكتب كلاهما في الملف.</translation>
    </message>
    <message>
      <source>Changes by another program were merged. Save to write both to the file.</source>
      <translation>دُمجت تغييرات برنامج آخر مع تغييراتك. احفظ ليُكتب كلاهما في الملف.</translation>
    </message>
    <message>
      <source>Not saved, as another program changed the file too: {0}. Open it to merge both changes.</source>
      <translation>لم يُحفظ لأن برنامجًا آخر غيّر الملف أيضًا: {0}. افتحه لدمج التغييرين.</translation>
    </message>
    <message>
      <source>Saving {0}</source>
      <translation>يُحفظ {0}</translation>
    </message>
    <message>
      <source>This text has no file yet. Choose Save as.</source>
      <translation>لا ملف لهذا النص بعد. اختر حفظ باسم.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
    <message>
      <source>{0} had been deleted or moved by another program. It was written again.</source>
      <translation>كان برنامج آخر قد حذف {0} أو نقله. كُتب من جديد.</translation>
    </message>
    <message>
      <source>{0} was deleted or moved by another program. Save to write it again.</source>
      <translation>حذف برنامج آخر {0} أو نقله. احفظ لكتابته من جديد.</translation>
    </message>
  </context>
  <context>
    <name>DocumentSearch</name>
    <message>
      <source>Comparing with {0}</source>
      <translation>يُقارن بـ {0}</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>يُقرأ {0}</translation>
    </message>
    <message>
      <source>Searching</source>
      <translation>يُبحث</translation>
    </message>
  </context>
  <context>
    <name>DocumentSurvey</name>
    <message>
      <source>Reading all sentences</source>
      <translation>تُقرأ كل الجمل</translation>
    </message>
  </context>
  <context>
    <name>DownloadDialog</name>
    <message>
      <source>&amp;Close</source>
      <translation>أ&amp;غلق</translation>
    </message>
    <message>
      <source>&amp;Download</source>
      <translation>&amp;نزّل</translation>
    </message>
    <message>
      <source>&amp;List</source>
      <translation>ال&amp;قائمة</translation>
    </message>
    <message>
      <source>&amp;Mirror</source>
      <translation>ال&amp;مرآة</translation>
    </message>
    <message>
      <source>&amp;Renew the list</source>
      <translation>&amp;جدّد القائمة</translation>
    </message>
    <message>
      <source>&amp;Stop</source>
      <translation>أو&amp;قف</translation>
    </message>
    <message>
      <source>Address of a mirror</source>
      <translation>عنوان مرآة</translation>
    </message>
    <message>
      <source>Address of a newer list</source>
      <translation>عنوان قائمة أحدث</translation>
    </message>
    <message>
      <source>Available treebanks</source>
      <translation>البنوك الشجرية المتاحة</translation>
    </message>
    <message>
      <source>Connecting…</source>
      <translation>جارٍ الاتصال…</translation>
    </message>
    <message>
      <source>Download and open (Return)</source>
      <translation>التنزيل والفتح (Return)</translation>
    </message>
    <message>
      <source>Download the list from this address</source>
      <translation>تنزيل القائمة من هذا العنوان</translation>
    </message>
    <message>
      <source>Get a treebank</source>
      <translation>إحضار بنك شجري</translation>
    </message>
    <message>
      <source>Language, name or genre</source>
      <translation>اللغة أو الاسم أو النوع</translation>
    </message>
    <message>
      <source>Licence {0}: free for any use</source>
      <translation>الرخصة {0}: حرة لكل استعمال</translation>
    </message>
    <message>
      <source>Licence {0}: {1}</source>
      <translation>الرخصة {0}: {1}</translation>
    </message>
    <message>
      <source>No matches. Try fewer words.</source>
      <translation>لا نتائج. جرّب كلمات أقل.</translation>
    </message>
    <message>
      <source>Opening…</source>
      <translation>يُفتح…</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>التقدم</translation>
    </message>
    <message>
      <source>R&amp;elease</source>
      <translation>الإ&amp;صدار</translation>
    </message>
    <message>
      <source>Release</source>
      <translation>الإصدار</translation>
    </message>
    <message>
      <source>S&amp;ource…</source>
      <translation>ال&amp;مصدر…</translation>
    </message>
    <message>
      <source>Set a mirror or the address of a newer list</source>
      <translation>تسمية مرآة، أو عنوان قائمة أحدث</translation>
    </message>
    <message>
      <source>Stop the download, or close (Esc)</source>
      <translation>إيقاف التنزيل أو الإغلاق (Esc)</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>يجري الإيقاف…</translation>
    </message>
    <message>
      <source>Unknown licence. Read LICENSE.txt in the folder before you use the files.</source>
      <translation>رخصة غير معروفة. اقرأ LICENSE.txt في المجلد قبل استعمال الملفات.</translation>
    </message>
    <message>
      <source>attribution required</source>
      <translation>نسب العمل مطلوب</translation>
    </message>
    <message>
      <source>no sharing of changed versions</source>
      <translation>لا مشاركة لنسخ معدّلة</translation>
    </message>
    <message>
      <source>non-commercial use only</source>
      <translation>للاستعمال غير التجاري فقط</translation>
    </message>
    <message>
      <source>see LICENSE.txt in the download</source>
      <translation>انظر LICENSE.txt في التنزيل</translation>
    </message>
    <message>
      <source>share changed versions under the same licence</source>
      <translation>مشاركة النسخ المعدّلة بالرخصة نفسها</translation>
    </message>
    <message>
      <source>with checksum</source>
      <translation>بمجموع تحقق</translation>
    </message>
    <message>
      <source>without checksum</source>
      <translation>بلا مجموع تحقق</translation>
    </message>
    <message>
      <source>{0} (files checked)</source>
      <translation>{0} (الملفات مُتحقَّق منها)</translation>
    </message>
    <message>
      <source>{0} (newest)</source>
      <translation>{0} (الأحدث)</translation>
    </message>
    <message>
      <source>{0} files from {1}</source>
      <translation>{0} ملفات من {1}</translation>
    </message>
    <message>
      <source>{0} training sentences</source>
      <translation>{0} جملة للتدريب</translation>
    </message>
    <message>
      <source>{0}: {1} MB</source>
      <translation>{0}: ‏{1} م.ب</translation>
    </message>
    <message>
      <source>{0}: {1} of {2} MB</source>
      <translation>{0}: ‏{1} من {2} م.ب</translation>
    </message>
  </context>
  <context>
    <name>EffortMeter</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>Chosen ranks: {0}. Words count only if they were ranked before you chose.</source>
      <translation>الرتب المختارة: {0}. وتُعدّ الكلمات التي رُتبت قبل الاختيار.</translation>
    </message>
    <message>
      <source>Effort</source>
      <translation>الجهد</translation>
    </message>
    <message>
      <source>Keys a word include words accepted by Enter with the first reading: one key for the whole sentence, no time of their own.</source>
      <translation>تشمل الضغطات لكل كلمة ما قُبل بـ Enter بالقراءة الأولى: ضغطة واحدة للجملة كلها وبلا زمن خاص.</translation>
    </message>
    <message>
      <source>The first reading was correct for {1:.0%} of the last {0} words.</source>
      <translation>كانت القراءة الأولى صحيحة في {1:.0%} من آخر {0} كلمة.</translation>
    </message>
    <message>
      <source>first reading correct: {0:.0%}</source>
      <translation>القراءة الأولى صحيحة: {0:.0%}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>{0:.1f} keys a word</source>
      <translation>{0:.1f} ضغطة للكلمة</translation>
    </message>
    <message>
      <source>{0:.1f} s a word</source>
      <translation>{0:.1f} ث للكلمة</translation>
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
      <translation>التقييم على</translation>
    </message>
    <message>
      <source>Every tenth training sentence, at most 300; none if there are fewer than 20</source>
      <translation>كل جملة عاشرة من جمل التدريب، و300 على الأكثر؛ ولا شيء إن قلّت عن 20</translation>
    </message>
    <message>
      <source>held-out sentences</source>
      <translation>الجمل المحتجزة</translation>
    </message>
    <message>
      <source>training data</source>
      <translation>بيانات التدريب</translation>
    </message>
  </context>
  <context>
    <name>ExplanationView</name>
    <message>
      <source>Why</source>
      <translation>لماذا</translation>
    </message>
  </context>
  <context>
    <name>ExploreView</name>
    <message>
      <source>Automata</source>
      <translation>الآليات</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>النماذج</translation>
    </message>
    <message>
      <source>States</source>
      <translation>الحالات</translation>
    </message>
    <message>
      <source>Steps</source>
      <translation>الخطوات</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
  </context>
  <context>
    <name>ExportActions</name>
    <message>
      <source>Copied</source>
      <translation>نُسخ</translation>
    </message>
    <message>
      <source>Export the tree</source>
      <translation>تصدير الشجرة</translation>
    </message>
    <message>
      <source>Figures (*.svg *.pdf *.png *.tex)</source>
      <translation>أشكال (*.svg *.pdf *.png *.tex)</translation>
    </message>
    <message>
      <source>Pixels for each point (2 for screens, 4 for print)</source>
      <translation>بكسلات لكل نقطة (2 للشاشات، 4 للطباعة)</translation>
    </message>
    <message>
      <source>Select a sentence first.</source>
      <translation>حدد جملة أولًا.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
  </context>
  <context>
    <name>FillingDialog</name>
    <message>
      <source> %</source>
      <translation>٪</translation>
    </message>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln جملة</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>&amp;Fill</source>
      <translation>ام&amp;لأ</translation>
    </message>
    <message>
      <source>&amp;Leave words empty if the first reading is below</source>
      <translation>ا&amp;ترك الكلمات فارغة إن كان احتمال قراءتها الأولى دون</translation>
    </message>
    <message>
      <source>Empty cells of accepted sentences get the best reading. What is given stays as it is, and the sentences stay accepted. One undo step takes everything back.</source>
      <translation>تُملأ الخلايا الفارغة في الجمل المقبولة بأفضل قراءة. يبقى ما هو مكتوب كما هو، وتبقى الجمل مقبولة. خطوة تراجع واحدة تعيد كل شيء.</translation>
    </message>
    <message>
      <source>Fill empty cells</source>
      <translation>ملء الخلايا الفارغة</translation>
    </message>
    <message>
      <source>Fill the empty cells of the chosen columns</source>
      <translation>املأ الخلايا الفارغة في الأعمدة المختارة</translation>
    </message>
    <message>
      <source>Fill the empty cells of this column</source>
      <translation>املأ الخلايا الفارغة في هذا العمود</translation>
    </message>
    <message>
      <source>Least probability of the first reading</source>
      <translation>أدنى احتمال للقراءة الأولى</translation>
    </message>
    <message>
      <source>No cell of an accepted sentence is empty.</source>
      <translation>ليس في الجمل المقبولة خلية فارغة.</translation>
    </message>
    <message>
      <source>No model ranks readings: only words with a single reading are filled.</source>
      <translation>لا نموذج يرتّب القراءات: لا تُملأ إلا الكلمات ذات القراءة الوحيدة.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>التقدم</translation>
    </message>
    <message>
      <source>Readings: {0}.</source>
      <translation>القراءات: {0}.</translation>
    </message>
    <message>
      <source>Tags of other words: the tagger of {0}.</source>
      <translation>وسوم الكلمات الأخرى: واسم {0}.</translation>
    </message>
    <message>
      <source>Without a model that ranks readings there are no probabilities.</source>
      <translation>لا احتمالات من دون نموذج يرتّب القراءات.</translation>
    </message>
    <message>
      <source>Words whose readings have no probability, or that have no reading, are left empty too.</source>
      <translation>تُترك فارغةً أيضًا الكلمات التي لا قراءة لها أو لا احتمال لقراءاتها.</translation>
    </message>
    <message>
      <source>counting…</source>
      <translation>يجري العدّ…</translation>
    </message>
    <message>
      <source>nothing empty</source>
      <translation>لا شيء فارغ</translation>
    </message>
    <message>
      <source>{0} empty in {1}</source>
      <translation>الفارغ {0} في {1}</translation>
    </message>
  </context>
  <context>
    <name>FindView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln جملة</translation>
    </message>
    <message>
      <source>Column {0}: {1}. {2}</source>
      <translation>العمود {0}: {1}. {2}</translation>
    </message>
    <message>
      <source>End the search (Esc in the line)</source>
      <translation>إنهاء البحث (Esc في السطر)</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>البحث</translation>
    </message>
    <message>
      <source>Found in the first {0} of {1}; there are more.</source>
      <translation>وُجد في أول {0} من {1}؛ وهناك المزيد.</translation>
    </message>
    <message>
      <source>Found in {0} of {1}.</source>
      <translation>وُجد في {0} من {1}.</translation>
    </message>
    <message>
      <source>Matches</source>
      <translation>النتائج</translation>
    </message>
    <message>
      <source>No matches in {0}.</source>
      <translation>لا نتائج في {0}.</translation>
    </message>
    <message>
      <source>No search yet.</source>
      <translation>لا بحث بعد.</translation>
    </message>
    <message>
      <source>Query</source>
      <translation>الاستعلام</translation>
    </message>
    <message>
      <source>Query help</source>
      <translation>مساعدة الاستعلام</translation>
    </message>
    <message>
      <source>Search all sentences (Return)</source>
      <translation>البحث في كل الجمل (Return)</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>يُبحث…</translation>
    </message>
    <message>
      <source>Show only matches in the &amp;queue</source>
      <translation>النتائج وحدها في ال&amp;طابور</translation>
    </message>
    <message>
      <source>Show only matching sentences in the queue</source>
      <translation>عرض الجمل المطابقة وحدها في الطابور</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>The search was stopped.</source>
      <translation>أُوقف البحث.</translation>
    </message>
    <message>
      <source>Words, tags or structure: dog, upos=VERB, NOUN &gt; DET, NP over VP</source>
      <translation>كلمات أو وسوم أو بنية: dog, upos=VERB, NOUN &gt; DET, NP over VP</translation>
    </message>
  </context>
  <context>
    <name>HelpActions</name>
    <message>
      <source>Copied</source>
      <translation>نُسخ</translation>
    </message>
  </context>
  <context>
    <name>HistoryModel</name>
    <message>
      <source>(next undo)</source>
      <translation>(التراجع التالي)</translation>
    </message>
    <message>
      <source>(undone)</source>
      <translation>(تُراجع عنه)</translation>
    </message>
    <message>
      <source>Annotator</source>
      <translation>الموسّم</translation>
    </message>
    <message>
      <source>Could not be undone: {0}</source>
      <translation>تعذّر التراجع عن: {0}</translation>
    </message>
    <message>
      <source>Edit</source>
      <translation>التعديل</translation>
    </message>
    <message>
      <source>Merged: {0}</source>
      <translation>دُمج: {0}</translation>
    </message>
    <message>
      <source>Redo: {0}</source>
      <translation>أُعيد: {0}</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>الجملة</translation>
    </message>
    <message>
      <source>Source</source>
      <translation>المصدر</translation>
    </message>
    <message>
      <source>Undo: {0}</source>
      <translation>تراجع: {0}</translation>
    </message>
    <message>
      <source>When</source>
      <translation>متى</translation>
    </message>
    <message>
      <source>a model</source>
      <translation>نموذج</translation>
    </message>
    <message>
      <source>accepted</source>
      <translation>مقبولة</translation>
    </message>
    <message>
      <source>another program</source>
      <translation>برنامج آخر</translation>
    </message>
    <message>
      <source>by hand</source>
      <translation>باليد</translation>
    </message>
    <message>
      <source>{0} s on the sentence</source>
      <translation>{0} ث في الجملة</translation>
    </message>
  </context>
  <context>
    <name>HistoryView</name>
    <message>
      <source>History</source>
      <translation>السجل</translation>
    </message>
    <message>
      <source>No edits in this project yet. Your edits appear here; activate one to go to its sentence.</source>
      <translation>لا تعديلات في هذا المشروع بعد. تظهر تعديلاتك هنا؛ ومنها تنتقل إلى جملها.</translation>
    </message>
    <message>
      <source>Open a file or a project to see its history.</source>
      <translation>افتح ملفًا أو مشروعًا لرؤية سجله.</translation>
    </message>
    <message>
      <source>This sentence is no longer in the document</source>
      <translation>لم تعد هذه الجملة في المستند</translation>
    </message>
    <message>
      <source>{0} is no longer in the project</source>
      <translation>لم يعد {0} في المشروع</translation>
    </message>
  </context>
  <context>
    <name>Jobs</name>
    <message>
      <source>Close other programs, then try again</source>
      <translation>أغلق برامج أخرى ثم حاول مرة أخرى</translation>
    </message>
    <message>
      <source>Close other programs, then try again or choose Model › Restart the engine.</source>
      <translation>أغلق برامج أخرى ثم حاول مرة أخرى أو اختر النموذج › إعادة تشغيل المحرك.</translation>
    </message>
    <message>
      <source>The engine could not be started: {0}. {1}</source>
      <translation>تعذر تشغيل المحرك: {0}. {1}</translation>
    </message>
    <message>
      <source>The engine did not respond for {0} seconds and was restarted. Try again.</source>
      <translation>لم يستجب المحرك مدة {0} ثانية وأعيد تشغيله. حاول مرة أخرى.</translation>
    </message>
    <message>
      <source>The engine stopped unexpectedly and was restarted. Try again.</source>
      <translation>توقف المحرك فجأة وأعيد تشغيله. حاول مرة أخرى.</translation>
    </message>
    <message>
      <source>The system allows no more threads. Close other programs, then try again.</source>
      <translation>لا يسمح النظام بمزيد من الخيوط. أغلق برامج أخرى ثم حاول مرة أخرى.</translation>
    </message>
    <message>
      <source>This file needs more memory than the machine has; split it.</source>
      <translation>يحتاج هذا الملف إلى ذاكرة أكثر مما في الجهاز؛ قسّمه.</translation>
    </message>
    <message>
      <source>the memory is full</source>
      <translation>الذاكرة ممتلئة</translation>
    </message>
    <message>
      <source>the reader process could not be started: {0}</source>
      <translation>تعذّر بدء عملية القراءة: {0}</translation>
    </message>
    <message>
      <source>the system allows no more processes</source>
      <translation>لا يسمح النظام بمزيد من العمليات</translation>
    </message>
    <message>
      <source>there is no shared memory left</source>
      <translation>لم تبق ذاكرة مشتركة</translation>
    </message>
    <message>
      <source>too many files are open</source>
      <translation>عدد الملفات المفتوحة كبير جدًا</translation>
    </message>
  </context>
  <context>
    <name>KeySheet</name>
    <message>
      <source>&amp;Copy as text</source>
      <translation>ان&amp;سخ نصًّا</translation>
    </message>
    <message>
      <source>&amp;Print…</source>
      <translation>ا&amp;طبع…</translation>
    </message>
    <message>
      <source>Action</source>
      <translation>الفعل</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>غيّر الم&amp;فاتيح…</translation>
    </message>
    <message>
      <source>Choose other keys</source>
      <translation>اختيار مفاتيح أخرى</translation>
    </message>
    <message>
      <source>Copy the whole sheet</source>
      <translation>نسخ الورقة كلها</translation>
    </message>
    <message>
      <source>Description</source>
      <translation>الوصف</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>لا نتائج.</translation>
    </message>
    <message>
      <source>Print the whole sheet</source>
      <translation>طباعة الورقة كلها</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>ابحث عن فعل أو مفتاح</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>بلا مفتاح</translation>
    </message>
  </context>
  <context>
    <name>KeysDialog</name>
    <message>
      <source>&amp;New key:</source>
      <translation>مفتاح &amp;جديد:</translation>
    </message>
    <message>
      <source>&amp;Reset</source>
      <translation>أ&amp;عد</translation>
    </message>
    <message>
      <source>&amp;Use</source>
      <translation>ا&amp;ستعمل</translation>
    </message>
    <message>
      <source>&amp;Use and remove there</source>
      <translation>ا&amp;ستعمله وأزله هناك</translation>
    </message>
    <message>
      <source>A&amp;dd</source>
      <translation>استعمل أي&amp;ضًا</translation>
    </message>
    <message>
      <source>Action</source>
      <translation>الفعل</translation>
    </message>
    <message>
      <source>Actions</source>
      <translation>الأفعال</translation>
    </message>
    <message>
      <source>Add this key to the action</source>
      <translation>إضافة هذا المفتاح إلى الفعل</translation>
    </message>
    <message>
      <source>Change keys</source>
      <translation>تغيير المفاتيح</translation>
    </message>
    <message>
      <source>Default</source>
      <translation>الافتراضي</translation>
    </message>
    <message>
      <source>Default keys restored and removed from {0}.</source>
      <translation>أُعيدت المفاتيح الافتراضية وأُزيلت من {0}.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>N&amp;o key</source>
      <translation>&amp;بلا مفتاح</translation>
    </message>
    <message>
      <source>New key</source>
      <translation>مفتاح جديد</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>لا نتائج.</translation>
    </message>
    <message>
      <source>Remove the keys of this action</source>
      <translation>إزالة مفاتيح هذا الفعل</translation>
    </message>
    <message>
      <source>Reset &amp;all</source>
      <translation>أعد ال&amp;كل</translation>
    </message>
    <message>
      <source>Reset all actions to their default keys</source>
      <translation>إعادة كل الأفعال إلى مفاتيحها الافتراضية</translation>
    </message>
    <message>
      <source>Reset to the default keys</source>
      <translation>إعادة المفاتيح الافتراضية</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>ابحث عن فعل أو مفتاح</translation>
    </message>
    <message>
      <source>Use only this key for the action</source>
      <translation>استعمال هذا المفتاح وحده للفعل</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>بلا مفتاح</translation>
    </message>
    <message>
      <source>{0} is already a key of “{1}”.</source>
      <translation>{0} من مفاتيح «{1}» بالفعل.</translation>
    </message>
    <message>
      <source>{0} is free for “{1}”.</source>
      <translation>{0} متاح لـ «{1}».</translation>
    </message>
    <message>
      <source>⚠ {0} is used by {1}. Using it for “{2}” ({3}) removes it there.</source>
      <translation>⚠ {0} مستعمل في {1}. واستعماله لـ «{2}» ({3}) يزيله من هناك.</translation>
    </message>
  </context>
  <context>
    <name>Lacking</name>
    <message>
      <source>Train {0}</source>
      <translation>تدريب {0}</translation>
    </message>
    <message>
      <source>Training a model. You can explore it when training is done.</source>
      <translation>يُدرَّب نموذج. ويمكنك استكشافه بعد انتهاء التدريب.</translation>
    </message>
    <message>
      <source>With default settings, on the open document</source>
      <translation>بالإعدادات الافتراضية، على المستند المفتوح</translation>
    </message>
  </context>
  <context>
    <name>MeasureTable</name>
    <message>
      <source>95 % interval</source>
      <translation>مجال 95 %</translation>
    </message>
    <message>
      <source>Features accuracy</source>
      <translation>تطابق السمات</translation>
    </message>
    <message>
      <source>Identical trees</source>
      <translation>الأشجار المتماثلة</translation>
    </message>
    <message>
      <source>Labelled attachment score (LAS)</source>
      <translation>درجة الإلحاق مع العلاقات (LAS)</translation>
    </message>
    <message>
      <source>Labelled brackets (F1)</source>
      <translation>الأقواس بتسمياتها (F1)</translation>
    </message>
    <message>
      <source>Lemma accuracy</source>
      <translation>تطابق المداخل</translation>
    </message>
    <message>
      <source>Measure</source>
      <translation>المقياس</translation>
    </message>
    <message>
      <source>Measures</source>
      <translation>المقاييس</translation>
    </message>
    <message>
      <source>Sentences with all heads correct</source>
      <translation>جمل كل رؤوسها صحيحة</translation>
    </message>
    <message>
      <source>UPOS accuracy</source>
      <translation>تطابق UPOS</translation>
    </message>
    <message>
      <source>Unlabelled attachment score (UAS)</source>
      <translation>درجة الإلحاق (UAS)</translation>
    </message>
    <message>
      <source>Unlabelled brackets (F1)</source>
      <translation>الأقواس بلا تسميات (F1)</translation>
    </message>
    <message>
      <source>Words with a wrong first reading (E1)</source>
      <translation>كلمات قراءتها الأولى خاطئة (E1)</translation>
    </message>
    <message>
      <source>XPOS accuracy</source>
      <translation>تطابق XPOS</translation>
    </message>
    <message>
      <source>difference</source>
      <translation>الفرق</translation>
    </message>
    <message>
      <source>not significant</source>
      <translation>غير دالّ إحصائيًّا</translation>
    </message>
    <message>
      <source>significant</source>
      <translation>دالّ إحصائيًّا</translation>
    </message>
    <message>
      <source>{0} is better in {1} % of 1,000 bootstrap samples; {2}</source>
      <translation>{0} أفضل في {1} % من 1,000 عينة بوتستراب؛ {2}</translation>
    </message>
    <message>
      <source>{0} to {1}</source>
      <translation>{0} إلى {1}</translation>
    </message>
    <message>
      <source>– precision</source>
      <translation>– الدقة</translation>
    </message>
    <message>
      <source>– recall</source>
      <translation>– الاستدعاء</translation>
    </message>
    <message>
      <source>– up to 10 words</source>
      <translation>– حتى 10 كلمات</translation>
    </message>
    <message>
      <source>– up to 40 words</source>
      <translation>– حتى 40 كلمة</translation>
    </message>
    <message>
      <source>– without punctuation</source>
      <translation>– بلا علامات الترقيم</translation>
    </message>
  </context>
  <context>
    <name>Menus</name>
    <message>
      <source>&amp;No model</source>
      <translation>&amp;بلا نموذج</translation>
    </message>
    <message>
      <source>&amp;Order of the analyser</source>
      <translation>ترتيب ال&amp;محلل</translation>
    </message>
    <message>
      <source>&amp;Panels</source>
      <translation>ال&amp;لوحات</translation>
    </message>
    <message>
      <source>&amp;Rank readings with</source>
      <translation>ترتيب القراءات بـ</translation>
    </message>
    <message>
      <source>Suggest trees &amp;with</source>
      <translation>اقتراح الأشجار بـ</translation>
    </message>
    <message>
      <source>nothing to redo</source>
      <translation>لا شيء للإعادة</translation>
    </message>
    <message>
      <source>nothing to undo</source>
      <translation>لا شيء للتراجع عنه</translation>
    </message>
  </context>
  <context>
    <name>MergeDialog</name>
    <message>
      <source>&amp;Keep both everywhere</source>
      <translation>أبقِ &amp;كلتيهما في كل مكان</translation>
    </message>
    <message>
      <source>1 sentence was changed here and in the file. Nothing is lost, whatever you choose.</source>
      <translation>غُيّرت جملة واحدة هنا وفي الملف. لا يضيع شيء أيًّا كان اختيارك.</translation>
    </message>
    <message>
      <source>Changed here and by another program</source>
      <translation>غُيّر هنا وببرنامج آخر</translation>
    </message>
    <message>
      <source>Here</source>
      <translation>هنا</translation>
    </message>
    <message>
      <source>In the file</source>
      <translation>في الملف</translation>
    </message>
    <message>
      <source>Keep both versions of every sentence (Esc)</source>
      <translation>إبقاء نسختي كل جملة (Esc)</translation>
    </message>
    <message>
      <source>ONLY IN</source>
      <translation>فقط في</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>الجمل</translation>
    </message>
    <message>
      <source>The changes are merged. Where both changed the same cell, the file's value is kept; undo restores yours.</source>
      <translation>يُدمج التغييران. وحيث غيّرا الخلية نفسها تبقى قيمة الملف، والتراجع يستعيد قيمتك.</translation>
    </message>
    <message>
      <source>The changes are merged; they affect different cells.</source>
      <translation>يُدمج التغييران؛ وهما في خلايا مختلفة.</translation>
    </message>
    <message>
      <source>The file's version is kept; undo restores yours.</source>
      <translation>تبقى نسخة الملف؛ والتراجع يستعيد نسختك.</translation>
    </message>
    <message>
      <source>The sentence is restored at the end of the text.</source>
      <translation>تُستعاد الجملة في آخر النص.</translation>
    </message>
    <message>
      <source>The sentence stays deleted; your edits remain in the history.</source>
      <translation>تبقى الجملة محذوفة؛ وتبقى تعديلاتك في السجل.</translation>
    </message>
    <message>
      <source>The tree in the file</source>
      <translation>الشجرة في الملف</translation>
    </message>
    <message>
      <source>These changes cannot be merged: the file's version is kept, and undo restores yours.</source>
      <translation>لا يمكن دمج التغييرين: تبقى نسخة الملف، والتراجع يستعيد نسختك.</translation>
    </message>
    <message>
      <source>This for &amp;all</source>
      <translation>هذا لل&amp;كل</translation>
    </message>
    <message>
      <source>Use this choice for all sentences (A)</source>
      <translation>استعمال هذا الاختيار لكل الجمل (A)</translation>
    </message>
    <message>
      <source>Version of this sentence to keep ({0})</source>
      <translation>نسخة هذه الجملة التي تبقى ({0})</translation>
    </message>
    <message>
      <source>WORD</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>Words of both versions</source>
      <translation>كلمات النسختين</translation>
    </message>
    <message>
      <source>Your tree</source>
      <translation>شجرتك</translation>
    </message>
    <message>
      <source>Your version is kept; saving writes it to the file.</source>
      <translation>تبقى نسختك؛ والحفظ يكتبها في الملف.</translation>
    </message>
    <message>
      <source>as in the file</source>
      <translation>كما في الملف</translation>
    </message>
    <message>
      <source>as it is here</source>
      <translation>كما هنا</translation>
    </message>
    <message>
      <source>both</source>
      <translation>كلتاهما</translation>
    </message>
    <message>
      <source>deleted</source>
      <translation>محذوفة</translation>
    </message>
    <message>
      <source>here</source>
      <translation>هنا</translation>
    </message>
    <message>
      <source>in the file</source>
      <translation>في الملف</translation>
    </message>
    <message>
      <source>multiword or empty nodes</source>
      <translation>عقد متعددة الكلمات أو فارغة</translation>
    </message>
    <message>
      <source>only here</source>
      <translation>هنا فقط</translation>
    </message>
    <message>
      <source>only in the file</source>
      <translation>في الملف فقط</translation>
    </message>
    <message>
      <source>only {0}</source>
      <translation>{0} فقط</translation>
    </message>
    <message>
      <source>{0} &amp;Both (B)</source>
      <translation>{0} &amp;كلتاهما (B)</translation>
    </message>
    <message>
      <source>{0} As it is &amp;here (M)</source>
      <translation>{0} كما هي &amp;هنا (M)</translation>
    </message>
    <message>
      <source>{0} As it is in the &amp;file (T)</source>
      <translation>{0} كما هي في ال&amp;ملف (T)</translation>
    </message>
    <message>
      <source>{0} sentences were changed here and in the file. Nothing is lost, whatever you choose.</source>
      <translation>غُيّرت {0} جملة هنا وفي الملف. لا يضيع شيء أيًّا كان اختيارك.</translation>
    </message>
    <message>
      <source>{0} words here, {1} in the file</source>
      <translation>{0} كلمة هنا، {1} في الملف</translation>
    </message>
    <message>
      <source>{0}, sentence {1}</source>
      <translation>{0}، الجملة {1}</translation>
    </message>
    <message>
      <source>{0}: this sentence was deleted from the file and changed here.</source>
      <translation>{0}: حُذفت هذه الجملة من الملف وغُيّرت هنا.</translation>
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
      <translation>إغلاق الرسالة</translation>
    </message>
    <message>
      <source>Message</source>
      <translation>رسالة</translation>
    </message>
    <message>
      <source>More messages</source>
      <translation>رسائل أخرى</translation>
    </message>
    <message>
      <source>Show &amp;all of it</source>
      <translation>اعرضها &amp;كلها</translation>
    </message>
    <message>
      <source>Show the full message to read or copy</source>
      <translation>عرض الرسالة كاملة للقراءة أو النسخ</translation>
    </message>
  </context>
  <context>
    <name>MethodList</name>
    <message>
      <source>Methods</source>
      <translation>الطرائق</translation>
    </message>
  </context>
  <context>
    <name>ModelActions</name>
    <message>
      <source>Export the model</source>
      <translation>تصدير النموذج</translation>
    </message>
    <message>
      <source>Import a model</source>
      <translation>استيراد نموذج</translation>
    </message>
    <message>
      <source>Models (*.npz)</source>
      <translation>نماذج (*.npz)</translation>
    </message>
    <message>
      <source>Models with their training text (*.npz)</source>
      <translation>نماذج مع نصوص تدريبها (*.npz)</translation>
    </message>
    <message>
      <source>No active model.</source>
      <translation>لا نموذج نشطًا.</translation>
    </message>
    <message>
      <source>No models to remove.</source>
      <translation>لا نماذج لإزالتها.</translation>
    </message>
    <message>
      <source>The active model is already in the library.</source>
      <translation>النموذج النشط في المكتبة من قبل.</translation>
    </message>
  </context>
  <context>
    <name>ModelExplorer</name>
    <message>
      <source>The model of this run was not found.</source>
      <translation>لم يُعثر على نموذج هذه التجربة.</translation>
    </message>
    <message>
      <source>This could not be computed because of a bug.</source>
      <translation>تعذّر الحساب بسبب خلل في البرنامج.</translation>
    </message>
  </context>
  <context>
    <name>ModelLibrary</name>
    <message>
      <source>Copying a model</source>
      <translation>يُنسخ نموذج</translation>
    </message>
    <message>
      <source>Exported {0}</source>
      <translation>صُدّر {0}</translation>
    </message>
    <message>
      <source>Exported {0} with its training text. Share it only where you may share the text.</source>
      <translation>صُدِّر {0} مع نص تدريبه. لا تشاركه إلا حيث يجوز لك مشاركة النص.</translation>
    </message>
    <message>
      <source>Exported {0} with its training text. The licence of {1} restricts sharing.</source>
      <translation>صُدِّر {0} مع نص تدريبه. ترخيص {1} يقيّد المشاركة.</translation>
    </message>
    <message>
      <source>{0} is available in all projects</source>
      <translation>‏{0} متاح في كل المشاريع</translation>
    </message>
    <message>
      <source>{0} is now used for all texts in this language</source>
      <translation>يُستعمل {0} الآن لكل نصوص هذه اللغة</translation>
    </message>
    <message>
      <source>{0} was added to the library for all projects</source>
      <translation>أُضيف {0} إلى المكتبة لكل المشاريع</translation>
    </message>
    <message>
      <source>{0} — library</source>
      <translation>{0} — المكتبة</translation>
    </message>
  </context>
  <context>
    <name>ModelRemovalDialog</name>
    <message>
      <source>Choose the model file to remove. This cannot be undone.</source>
      <translation>اختر ملف النموذج المراد إزالته. لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>النماذج</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>إزالة</translation>
    </message>
    <message>
      <source>Remove a model</source>
      <translation>إزالة نموذج</translation>
    </message>
    <message>
      <source>Remove the file of the selected model</source>
      <translation>إزالة ملف النموذج المحدد</translation>
    </message>
    <message>
      <source>{0}, active</source>
      <translation>{0}، نشط</translation>
    </message>
  </context>
  <context>
    <name>ModelsView</name>
    <message>
      <source>Automata of head words</source>
      <translation>آليات الرؤوس</translation>
    </message>
    <message>
      <source>CPU (s)</source>
      <translation>المعالج (ث)</translation>
    </message>
    <message>
      <source>Classes of words</source>
      <translation>أصناف الكلمات</translation>
    </message>
    <message>
      <source>Column</source>
      <translation>العمود</translation>
    </message>
    <message>
      <source>Columns and labels</source>
      <translation>الأعمدة والوسوم</translation>
    </message>
    <message>
      <source>File</source>
      <translation>الملف</translation>
    </message>
    <message>
      <source>Measures on {0}</source>
      <translation>القياسات على {0}</translation>
    </message>
    <message>
      <source>Method</source>
      <translation>الطريقة</translation>
    </message>
    <message>
      <source>Models</source>
      <translation>النماذج</translation>
    </message>
    <message>
      <source>No models yet. Train one in the Train workspace; a spectral method, such as hmm with the closed form, shows its singular values here.</source>
      <translation>لا نماذج بعد. درّب واحدًا في التدريب؛ والطريقة الطيفية، مثل hmm بالصيغة المغلقة، تعرض هنا قيمها المفردة.</translation>
    </message>
    <message>
      <source>Phrase labels</source>
      <translation>وسوم المركّبات</translation>
    </message>
    <message>
      <source>Reading the singular values of {0} …</source>
      <translation>تُقرأ القيم المنفردة لـ {0} …</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>القراءات</translation>
    </message>
    <message>
      <source>Reads</source>
      <translation>يقرأ</translation>
    </message>
    <message>
      <source>Relations</source>
      <translation>العلاقات</translation>
    </message>
    <message>
      <source>Save figure…</source>
      <translation>حفظ الشكل…</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>الإعدادات</translation>
    </message>
    <message>
      <source>Settings and measures of the model appear here.</source>
      <translation>تظهر هنا إعدادات النموذج وقياساته.</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>Singular values of the head and side with the most modifiers; the others are under Automata</source>
      <translation>القيم المفردة للرأس والجهة ذوَي أكثر التوابع؛ والباقي في الآليات</translation>
    </message>
    <message>
      <source>Started</source>
      <translation>بدأ</translation>
    </message>
    <message>
      <source>States of nodes</source>
      <translation>حالات العقد</translation>
    </message>
    <message>
      <source>Tags</source>
      <translation>الوسوم</translation>
    </message>
    <message>
      <source>The model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Train class-bigram or embeddings to see word clusters under Words.</source>
      <translation>درّب class-bigram أو embeddings لرؤية عناقيد الكلمات في الكلمات.</translation>
    </message>
    <message>
      <source>Train head-automata in a project, with the estimator spectral or em, to see the dependents of each head as automata under Automata.</source>
      <translation>درّب head-automata في مشروع بالمقدِّر spectral أو em لرؤية توابع كل رأس في الآليات.</translation>
    </message>
    <message>
      <source>Train latent-pcfg in a project to see the hidden states of phrases and words under States.</source>
      <translation>درّب latent-pcfg في مشروع لرؤية الحالات الخفية للعبارات والكلمات في الحالات.</translation>
    </message>
    <message>
      <source>Trained on</source>
      <translation>دُرّب على</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>عناقيد الكلمات</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG</source>
      <translation>كتابة الشكل بصيغة SVG أو PDF أو PNG</translation>
    </message>
    <message>
      <source>Writes</source>
      <translation>يكتب</translation>
    </message>
    <message>
      <source>a text without a file</source>
      <translation>نص بلا ملف</translation>
    </message>
    <message>
      <source>held-out sentences</source>
      <translation>الجمل المحتجزة</translation>
    </message>
    <message>
      <source>none</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>none: not saved in a project</source>
      <translation>لا شيء: لم يُحفظ في مشروع</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>training data</source>
      <translation>بيانات التدريب</translation>
    </message>
    <message>
      <source>{0} has no singular values: its estimator uses no decomposition.</source>
      <translation>لا قيم مفردة لـ {0}: مقدِّره لا يستعمل تفكيكًا.</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: ‏{1} قيمة مفردة، أُبقي {2}</translation>
    </message>
  </context>
  <context>
    <name>NavigationRail</name>
    <message>
      <source>Help</source>
      <translation>مساعدة</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>التفضيلات</translation>
    </message>
    <message>
      <source>Workspaces</source>
      <translation>مساحات العمل</translation>
    </message>
  </context>
  <context>
    <name>NoSuggestionLabel</name>
    <message>
      <source>This file format cannot store dependencies. Add a document for them.</source>
      <translation>لا تستطيع هذه الصيغة حفظ التبعيات. أضف لها مستندًا.</translation>
    </message>
    <message>
      <source>Use this model to suggest trees</source>
      <translation>استعمال هذا النموذج لاقتراح الأشجار</translation>
    </message>
    <message>
      <source>Use {0} for suggestions</source>
      <translation>استعمال {0} للاقتراحات</translation>
    </message>
    <message>
      <source>Why there is no suggestion</source>
      <translation>لماذا لا اقتراح</translation>
    </message>
  </context>
  <context>
    <name>Notices</name>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
  </context>
  <context>
    <name>OccurrenceApplier</name>
    <message>
      <source>Applied to %Ln occurrence(s); one undo reverts all</source>
      <translation>طُبّق على %Ln من المواضع؛ وتراجع واحد يلغيها كلها</translation>
    </message>
    <message>
      <source>No other occurrences of ⁨{0}⁩ in this document</source>
      <translation>لا مواضع أخرى لـ ⁨{0}⁩ في هذا المستند</translation>
    </message>
  </context>
  <context>
    <name>OccurrencesDialog</name>
    <message>
      <source>&amp;Apply to %Ln occurrence(s)</source>
      <translation>&amp;طبّق على %Ln من المواضع</translation>
    </message>
    <message>
      <source>Also words with a &amp;different reading</source>
      <translation>والكلمات ذات قراءة &amp;أخرى أيضًا</translation>
    </message>
    <message>
      <source>Current reading</source>
      <translation>القراءة الحالية</translation>
    </message>
    <message>
      <source>Everywhere in this document</source>
      <translation>في كل هذا المستند</translation>
    </message>
    <message>
      <source>Include these words</source>
      <translation>تضمين هذه الكلمات</translation>
    </message>
    <message>
      <source>No other occurrences of ⁨{0}⁩ in this document.</source>
      <translation>لا مواضع أخرى لـ ⁨{0}⁩ في هذا المستند.</translation>
    </message>
    <message>
      <source>Occurrence</source>
      <translation>الموضع</translation>
    </message>
    <message>
      <source>Occurrences</source>
      <translation>المواضع</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>الجملة</translation>
    </message>
    <message>
      <source>The first {0} occurrences, unannotated ones first. Apply, then open this again for more.</source>
      <translation>أول {0} من المواضع، غير الموسومة أولًا. طبّق ثم افتح هذا من جديد للمزيد.</translation>
    </message>
    <message>
      <source>Use this reading for all checked occurrences; one undo reverts all</source>
      <translation>استعمال هذه القراءة لكل المواضع المعلَّمة؛ وتراجع واحد يلغيها كلها</translation>
    </message>
    <message>
      <source>same reading</source>
      <translation>القراءة نفسها</translation>
    </message>
    <message>
      <source>⁨{0}⁩ as {1}, for the checked occurrences:</source>
      <translation>⁨{0}⁩ بوصفها {1}، في المواضع المعلَّمة:</translation>
    </message>
  </context>
  <context>
    <name>OrderChoice</name>
    <message>
      <source>Compared with</source>
      <translation>بالمقارنة مع</translation>
    </message>
    <message>
      <source>Document order</source>
      <translation>ترتيب المستند</translation>
    </message>
    <message>
      <source>Least certain first</source>
      <translation>الأقل يقينًا أولًا</translation>
    </message>
    <message>
      <source>Longest first</source>
      <translation>الأطول أولًا</translation>
    </message>
    <message>
      <source>Model to compare with the active model</source>
      <translation>نموذج للمقارنة بالنموذج النشط</translation>
    </message>
    <message>
      <source>Models disagree</source>
      <translation>اختلاف النماذج</translation>
    </message>
    <message>
      <source>Order of the sentences</source>
      <translation>ترتيب الجمل</translation>
    </message>
    <message>
      <source>Parsing: {0} of {1} sentences</source>
      <translation>تُعرب: {0} من {1} جملة</translation>
    </message>
    <message>
      <source>Random order</source>
      <translation>ترتيب عشوائي</translation>
    </message>
    <message>
      <source>Reverse order</source>
      <translation>ترتيب معكوس</translation>
    </message>
    <message>
      <source>Sentences with most differences between the two models' trees first</source>
      <translation>الجمل الأكثر اختلافًا بين شجرتي النموذجين أولًا</translation>
    </message>
    <message>
      <source>Shortest first</source>
      <translation>الأقصر أولًا</translation>
    </message>
    <message>
      <source>mean entropy of a word's heads and, from a pipeline, of its readings, in nats</source>
      <translation>متوسط إنتروبيا رؤوس الكلمة، ومعها قراءاتها مع السلسلة، بالنات</translation>
    </message>
    <message>
      <source>no parse from the model</source>
      <translation>لا تحليل من النموذج</translation>
    </message>
    <message>
      <source>of the heads differ in the other model's tree</source>
      <translation>من الرؤوس مختلفة في شجرة النموذج الآخر</translation>
    </message>
    <message>
      <source>one of the models has no parse</source>
      <translation>ليس عند أحد النموذجين شجرة لها</translation>
    </message>
  </context>
  <context>
    <name>PageBar</name>
    <message>
      <source>Next page</source>
      <translation>الصفحة التالية</translation>
    </message>
    <message>
      <source>Previous page</source>
      <translation>الصفحة السابقة</translation>
    </message>
    <message>
      <source>Sentences {0}–{1} of {2}</source>
      <translation>الجمل {0}–{1} من {2}</translation>
    </message>
    <message>
      <source>{0} of {1} words on this page known ({2:.0%})</source>
      <translation>{0} من {1} كلمة في هذه الصفحة معروفة ({2:.0%})</translation>
    </message>
  </context>
  <context>
    <name>Panels</name>
    <message>
      <source>Find</source>
      <translation>البحث</translation>
    </message>
    <message>
      <source>History</source>
      <translation>السجل</translation>
    </message>
    <message>
      <source>Methods</source>
      <translation>الطرائق</translation>
    </message>
    <message>
      <source>Outline</source>
      <translation>المخطط</translation>
    </message>
    <message>
      <source>Problems</source>
      <translation>المشكلات</translation>
    </message>
    <message>
      <source>Queue</source>
      <translation>الطابور</translation>
    </message>
    <message>
      <source>Quiz</source>
      <translation>الاختبار</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>القراءات</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>التجارب</translation>
    </message>
    <message>
      <source>This sentence has no constituents yet</source>
      <translation>ليس لهذه الجملة مكوّنات بعد</translation>
    </message>
    <message>
      <source>This sentence has no dependencies yet</source>
      <translation>ليس لهذه الجملة تبعيات بعد</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>choose Ask questions first</source>
      <translation>اختر طرح الأسئلة أولًا</translation>
    </message>
    <message>
      <source>open a treebank first (File)</source>
      <translation>افتح بنكًا شجريًا أولًا (ملف)</translation>
    </message>
    <message>
      <source>switch to the other kind of tree (View, Other kind of tree)</source>
      <translation>انتقل إلى نوع الشجرة الآخر (عرض، نوع الشجرة الآخر)</translation>
    </message>
  </context>
  <context>
    <name>ParseRequests</name>
    <message>
      <source>This sentence could not be parsed.</source>
      <translation>تعذّر إعراب هذه الجملة.</translation>
    </message>
  </context>
  <context>
    <name>PartQuestions</name>
    <message>
      <source>No more questions about this sentence</source>
      <translation>لا أسئلة أخرى عن هذه الجملة</translation>
    </message>
  </context>
  <context>
    <name>PasteDialog</name>
    <message>
      <source>&amp;Open a text file…</source>
      <translation>ا&amp;فتح ملف نص…</translation>
    </message>
    <message>
      <source>&amp;Read</source>
      <translation>&amp;قراءة</translation>
    </message>
    <message>
      <source>Create a document from this text and read it</source>
      <translation>إنشاء مستند من هذا النص وقراءته</translation>
    </message>
    <message>
      <source>Only the beginning is shown; all {0} characters will be read.</source>
      <translation>يُعرض أوله فقط؛ وستُقرأ كل الحروف {0}.</translation>
    </message>
    <message>
      <source>Open a text</source>
      <translation>فتح نص</translation>
    </message>
    <message>
      <source>Paste or type a text here</source>
      <translation>ألصق نصًّا هنا أو اكتبه</translation>
    </message>
    <message>
      <source>Read a file instead</source>
      <translation>قراءة ملف بدلًا منه</translation>
    </message>
    <message>
      <source>Read a text</source>
      <translation>قراءة نص</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>النص</translation>
    </message>
    <message>
      <source>Texts (*.txt *.txt.gz *.txt.xz *.txt.bz2)</source>
      <translation>نصوص (*.txt *.txt.gz *.txt.xz *.txt.bz2)</translation>
    </message>
    <message>
      <source>The text is split into sentences and words, the words are looked up, and it opens as a document.</source>
      <translation>يُقسم النص إلى جمل وكلمات، ويُبحث عن الكلمات، ويُفتح مستندًا.</translation>
    </message>
    <message>
      <source>This text is too long: only the first {0} of {2} characters are read. To read all of it, save it to a file and open that.</source>
      <translation>هذا النص أطول مما ينبغي: تُقرأ أول {0} من {2} حرفًا فقط. لقراءته كله احفظه في ملف وافتحه.</translation>
    </message>
    <message>
      <source>Words longer than {1} letters are shortened on screen; all {0} characters will be read.</source>
      <translation>تُختصر في العرض الكلمات الأطول من {1} حرفًا؛ وستُقرأ كل الحروف {0}.</translation>
    </message>
  </context>
  <context>
    <name>Plot</name>
    <message>
      <source>Preparing to draw …</source>
      <translation>يُحضَّر للرسم …</translation>
    </message>
  </context>
  <context>
    <name>Popover</name>
    <message>
      <source>Readings of the word</source>
      <translation>قراءات الكلمة</translation>
    </message>
  </context>
  <context>
    <name>PreferencesDialog</name>
    <message>
      <source>&amp;Arabic words</source>
      <translation>الكلمات ال&amp;عربية</translation>
    </message>
    <message>
      <source>&amp;Reset the layout</source>
      <translation>أعد ال&amp;ترتيب الأول</translation>
    </message>
    <message>
      <source>&amp;Size of the interface</source>
      <translation>&amp;حجم الواجهة</translation>
    </message>
    <message>
      <source>&amp;Theme</source>
      <translation>ال&amp;سمة</translation>
    </message>
    <message>
      <source>&amp;Uncertain readings</source>
      <translation>&amp;قراءات مشكوك فيها</translation>
    </message>
    <message>
      <source>&amp;Words</source>
      <translation>ال&amp;كلمات</translation>
    </message>
    <message>
      <source>Annotation</source>
      <translation>التوسيم</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>المظهر</translation>
    </message>
    <message>
      <source>Compressed files that unpack to more than this are not read</source>
      <translation>لا تُقرأ الملفات المضغوطة التي فيها أكثر من هذا</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>داكن</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>الملفات</translation>
    </message>
    <message>
      <source>Lan&amp;guage</source>
      <translation>ال&amp;لغة</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>اللغة</translation>
    </message>
    <message>
      <source>Less &amp;motion</source>
      <translation>حركة أ&amp;قل</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>فاتح</translation>
    </message>
    <message>
      <source>Measured at that margin only; no figures for your margin of {0:.2f}.</source>
      <translation>قيس عند ذلك الهامش وحده؛ ولا أرقام لهامشك {0:.2f}.</translation>
    </message>
    <message>
      <source>Models train in the background while you read and annotate.</source>
      <translation>تُدرَّب النماذج في الخلفية وأنت تقرأ وتوسّم.</translation>
    </message>
    <message>
      <source>Number of accepted sentences after which the active parser is retrained in the background.</source>
      <translation>عدد الجمل المقبولة الذي يُعاد بعده تدريب المحلّل النشط في الخلفية.</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>اللوحات</translation>
    </message>
    <message>
      <source>Panels open without sliding, and trees change without animation.</source>
      <translation>تُفتح اللوحات بلا انزلاق، وتتبدل الأشجار بلا حركة.</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>التفضيلات</translation>
    </message>
    <message>
      <source>Quality of uncertain-reading flags</source>
      <translation>جودة تعليم القراءات المشكوك فيها</translation>
    </message>
    <message>
      <source>Quality of uncertain-word flags</source>
      <translation>جودة تعليم الكلمات المشكوك فيها</translation>
    </message>
    <message>
      <source>R&amp;etrain after</source>
      <translation>أعد التدري&amp;ب بعد</translation>
    </message>
    <message>
      <source>Reset all panels to their default positions.</source>
      <translation>إعادة كل اللوحات إلى مواضعها الافتراضية.</translation>
    </message>
    <message>
      <source>Run Model › Calibration to see how many wrong heads this flags.</source>
      <translation>شغّل النموذج › المعايرة لترى كم رأسًا خاطئًا يُعلَّم عليه.</translation>
    </message>
    <message>
      <source>System</source>
      <translation>النظام</translation>
    </message>
    <message>
      <source>Takes effect at the next start.</source>
      <translation>يسري من التشغيل التالي.</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>السمة</translation>
    </message>
    <message>
      <source>Train a ranker in the Train workspace to see how many wrong first readings this flags.</source>
      <translation>درّب مرتّبًا في التدريب لترى كم قراءة أولى خاطئة يُعلَّم عليها.</translation>
    </message>
    <message>
      <source>Train in the &amp;background</source>
      <translation>ت&amp;درّب في الخلفية</translation>
    </message>
    <message>
      <source>Train parsers and rankers on the open documents</source>
      <translation>تدريب المحللات والمرتّبات على المستندات المفتوحة</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>التدريب</translation>
    </message>
    <message>
      <source>Turn animations off</source>
      <translation>إيقاف الحركات</translation>
    </message>
    <message>
      <source>Uncertain w&amp;ords</source>
      <translation>كلمات م&amp;شكوك فيها</translation>
    </message>
    <message>
      <source>Underline a word if its two best heads differ by less than this in probability.</source>
      <translation>تسطير الكلمة إن قلّ الفرق بين احتمالي أفضل رأسين لها عن هذا.</translation>
    </message>
    <message>
      <source>Underline a word if its two best readings differ by less than this in probability.</source>
      <translation>تسطير الكلمة إن قلّ الفرق بين احتمالي أفضل قراءتين لها عن هذا.</translation>
    </message>
    <message>
      <source>Unpac&amp;king limit</source>
      <translation>أقصى &amp;فك للضغط</translation>
    </message>
    <message>
      <source>Your &amp;name</source>
      <translation>ا&amp;سمك</translation>
    </message>
    <message>
      <source>Your edits are recorded in the journal under this name.</source>
      <translation>تُسجَّل تعديلاتك في اليومية بهذا الاسم.</translation>
    </message>
    <message>
      <source>automatic</source>
      <translation>تلقائي</translation>
    </message>
    <message>
      <source>never</source>
      <translation>أبدًا</translation>
    </message>
  </context>
  <context>
    <name>ProblemListModel</name>
    <message>
      <source>problem</source>
      <translation>مشكلة</translation>
    </message>
    <message>
      <source>warning</source>
      <translation>تنبيه</translation>
    </message>
    <message>
      <source>{0}
Line {1} of the file</source>
      <translation>{0}
السطر {1} من الملف</translation>
    </message>
  </context>
  <context>
    <name>ProblemsView</name>
    <message>
      <source>%Ln problem(s) in this sentence</source>
      <translation>%Ln من المشكلات في هذه الجملة</translation>
    </message>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln جملة</translation>
    </message>
    <message>
      <source>Checking the other sentences…</source>
      <translation>تُفحص الجمل الأخرى…</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>لا جملة محددة.</translation>
    </message>
    <message>
      <source>Problems of the sentence</source>
      <translation>مشكلات الجملة</translation>
    </message>
    <message>
      <source>{0} of {1} in the document with problems.</source>
      <translation>{0} من {1} في المستند فيها مشكلات.</translation>
    </message>
    <message>
      <source>✓ No problems found in this sentence.</source>
      <translation>✓ لا مشكلات في هذه الجملة.</translation>
    </message>
  </context>
  <context>
    <name>Prompt</name>
    <message>
      <source>Answer</source>
      <translation>الجواب</translation>
    </message>
    <message>
      <source>Choices</source>
      <translation>الخيارات</translation>
    </message>
    <message>
      <source>{0}, key {1}</source>
      <translation>{0}، المفتاح {1}</translation>
    </message>
  </context>
  <context>
    <name>Proposed</name>
    <message>
      <source>forbidden below {0}</source>
      <translation>ممنوع تحت {0}</translation>
    </message>
    <message>
      <source>locked</source>
      <translation>مثبّت</translation>
    </message>
    <message>
      <source>moved</source>
      <translation>منقول</translation>
    </message>
    <message>
      <source>relation suggested</source>
      <translation>العلاقة مقترحة</translation>
    </message>
    <message>
      <source>relation suggested instead of {0}</source>
      <translation>علاقة مقترحة بدل {0}</translation>
    </message>
    <message>
      <source>score {0:.2f}</source>
      <translation>درجة {0:.2f}</translation>
    </message>
    <message>
      <source>suggested</source>
      <translation>مقترح</translation>
    </message>
    <message>
      <source>tag {0} suggested</source>
      <translation>الوسم {0} مقترح</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>uncertain</source>
      <translation>مشكوك فيه</translation>
    </message>
  </context>
  <context>
    <name>QuestionCard</name>
    <message>
      <source> Later</source>
      <translation> لاحقًا</translation>
    </message>
    <message>
      <source> No  {0}</source>
      <translation> لا  {0}</translation>
    </message>
    <message>
      <source> Yes  {0}</source>
      <translation> نعم  {0}</translation>
    </message>
    <message>
      <source>If not, it is {0}.</source>
      <translation>وإلا فهي {0}.</translation>
    </message>
    <message>
      <source>If not, {0} is inside the {1} {2}.</source>
      <translation>وإلا فإن {0} داخل {1} {2}.</translation>
    </message>
    <message>
      <source>If not, {0} is its head.</source>
      <translation>وإلا فرأسها {0}.</translation>
    </message>
    <message>
      <source>If not, {0} is the root.</source>
      <translation>وإلا فالجذر {0}.</translation>
    </message>
    <message>
      <source>If not, {0} is {1}.</source>
      <translation>وإلا فإن {0} {1}.</translation>
    </message>
    <message>
      <source>Is {0} the head of {1}?</source>
      <translation>هل {0} رأس {1}؟</translation>
    </message>
    <message>
      <source>Is {0} the root?</source>
      <translation>هل {0} هي الجذر؟</translation>
    </message>
    <message>
      <source>Is {0} {1}</source>
      <translation>هل {0} {1}</translation>
    </message>
    <message>
      <source>Later: skip to another question</source>
      <translation>لاحقًا: الانتقال إلى سؤال آخر</translation>
    </message>
    <message>
      <source>No: exclude this from the analysis</source>
      <translation>لا: استبعاد هذا</translation>
    </message>
    <message>
      <source>Yes: lock this</source>
      <translation>نعم: تثبيت هذا</translation>
    </message>
    <message>
      <source>a {0}</source>
      <translation>{0}</translation>
    </message>
    <message>
      <source>an {0}</source>
      <translation>{0}</translation>
    </message>
    <message>
      <source>{0} under the {1} {2}</source>
      <translation>{0} تحت {1} {2}</translation>
    </message>
  </context>
  <context>
    <name>QueueDelegate</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>{0} annotated</source>
      <translation>{0} موسومة</translation>
    </message>
    <message>
      <source>{0} uncertain</source>
      <translation>{0} مشكوك فيها</translation>
    </message>
  </context>
  <context>
    <name>QueueFilter</name>
    <message>
      <source>All sentences</source>
      <translation>كل الجمل</translation>
    </message>
    <message>
      <source>Checking sentences. Those with problems appear here.</source>
      <translation>تُفحص الجمل. وتظهر هنا ذات المشكلات.</translation>
    </message>
    <message>
      <source>Filter of the queue</source>
      <translation>مرشّح الطابور</translation>
    </message>
    <message>
      <source>No search yet. Matches of Find appear here.</source>
      <translation>لا بحث بعد. تظهر هنا نتائج البحث.</translation>
    </message>
    <message>
      <source>No sentences match the filter “{0}”.</source>
      <translation>لا جمل تطابق المرشّح «{0}».</translation>
    </message>
    <message>
      <source>No sentences with these words match the filter “{0}”.</source>
      <translation>لا جمل بهذه الكلمات تطابق المرشّح «{0}».</translation>
    </message>
    <message>
      <source>No sentences: open a treebank or a project.</source>
      <translation>لا جمل: افتح بنكًا شجريًّا أو مشروعًا.</translation>
    </message>
    <message>
      <source>Open: not accepted</source>
      <translation>مفتوحة: غير مقبولة</translation>
    </message>
    <message>
      <source>Query matches</source>
      <translation>نتائج الاستعلام</translation>
    </message>
    <message>
      <source>⚠ Accepted, with problems</source>
      <translation>⚠ مقبولة وفيها مشكلات</translation>
    </message>
    <message>
      <source>⚠ With problems</source>
      <translation>⚠ فيها مشكلات</translation>
    </message>
    <message>
      <source>✎ Changed, not saved</source>
      <translation>✎ مغيّرة غير محفوظة</translation>
    </message>
    <message>
      <source>✓ Accepted</source>
      <translation>✓ مقبولة</translation>
    </message>
  </context>
  <context>
    <name>QueueOrders</name>
    <message>
      <source>Comparing two models</source>
      <translation>يُقارن نموذجان</translation>
    </message>
    <message>
      <source>Parsing all sentences</source>
      <translation>تُعرب كل الجمل</translation>
    </message>
    <message>
      <source>There is only one parser. Train another in the Train workspace.</source>
      <translation>لا يوجد إلا محلّل واحد. درّب غيره في التدريب.</translation>
    </message>
  </context>
  <context>
    <name>QueueView</name>
    <message>
      <source>%Ln sentence(s)</source>
      <translation>%Ln جملة</translation>
    </message>
    <message>
      <source>All sentences</source>
      <translation>كل الجمل</translation>
    </message>
    <message>
      <source>Back to the top: sentences you skipped</source>
      <translation>العودة إلى الأعلى: جمل تخطيتها</translation>
    </message>
    <message>
      <source>Clear the filter and show all sentences</source>
      <translation>إلغاء الترشيح وعرض كل الجمل</translation>
    </message>
    <message>
      <source>Counting the words of all sentences…</source>
      <translation>تُعدّ كلمات كل الجمل…</translation>
    </message>
    <message>
      <source>Document</source>
      <translation>المستند</translation>
    </message>
    <message>
      <source>List only sentences with these words</source>
      <translation>اسرد الجمل التي فيها هذه الكلمات فقط</translation>
    </message>
    <message>
      <source>No accepted sentence of the queue has a problem</source>
      <translation>ليس في الطابور جملة مقبولة فيها مشكلة</translation>
    </message>
    <message>
      <source>No sentence of the queue has a problem</source>
      <translation>لا جملة في الطابور فيها مشكلة</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>يُبحث…</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>الجمل</translation>
    </message>
    <message>
      <source>Sentences accepted</source>
      <translation>الجمل المقبولة</translation>
    </message>
    <message>
      <source>Sentences are still being checked</source>
      <translation>ما زالت الجمل تُفحص</translation>
    </message>
    <message>
      <source>This is the first sentence of the queue</source>
      <translation>هذه أول جملة في الطابور</translation>
    </message>
    <message>
      <source>This is the last sentence of the queue</source>
      <translation>هذه آخر جملة في الطابور</translation>
    </message>
    <message>
      <source>With these words</source>
      <translation>بهذه الكلمات</translation>
    </message>
    <message>
      <source>changed, not saved</source>
      <translation>مغيّرة غير محفوظة</translation>
    </message>
    <message>
      <source>has problems</source>
      <translation>فيها مشكلات</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>QuizView</name>
    <message>
      <source> · {0} in a row</source>
      <translation> · {0} تباعًا</translation>
    </message>
    <message>
      <source>(easy)</source>
      <translation>(سهلة)</translation>
    </message>
    <message>
      <source>(hard: low confidence)</source>
      <translation>(صعبة: ثقة ضعيفة)</translation>
    </message>
    <message>
      <source>(medium confidence)</source>
      <translation>(ثقة متوسطة)</translation>
    </message>
    <message>
      <source>Add the word to your list of known words, or remove it</source>
      <translation>وضع الكلمة في قائمتك أو رفعها منها</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>الجواب</translation>
    </message>
    <message>
      <source>Ask about another word</source>
      <translation>السؤال عن كلمة أخرى</translation>
    </message>
    <message>
      <source>Evidence for the correct answer</source>
      <translation>أدلة الجواب الصحيح</translation>
    </message>
    <message>
      <source>From the annotation of the text.</source>
      <translation>من توسيم النص.</translation>
    </message>
    <message>
      <source>From the model: probability {0} for its first reading. Questions need at least {1}.</source>
      <translation>من النموذج: احتمال قراءته الأولى {0}. والأسئلة تحتاج إلى {1} على الأقل.</translation>
    </message>
    <message>
      <source>How is it read here?</source>
      <translation>كيف تُقرأ هنا؟</translation>
    </message>
    <message>
      <source>I know it</source>
      <translation>أعرفها</translation>
    </message>
    <message>
      <source>Looking up readings …</source>
      <translation>يُبحث عن قراءات الكلمات …</translation>
    </message>
    <message>
      <source>Model's answer; not confirmed by an annotator.</source>
      <translation>جواب النموذج؛ لم يؤكّده موسّم.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>التالي</translation>
    </message>
    <message>
      <source>No answers yet</source>
      <translation>لا أجوبة بعد</translation>
    </message>
    <message>
      <source>No questions yet. The quiz uses words annotated in the text, and words whose first reading has a calibrated probability of {0} or more. Open an annotated text or train a ranker.</source>
      <translation>لا أسئلة بعد. يستعمل الاختبار الكلمات الموسومة في النص، والكلمات التي احتمال قراءتها الأولى المعايَر {0} فأكثر. افتح نصًّا موسومًا أو درّب مرتّبًا.</translation>
    </message>
    <message>
      <source>Press 1, 2, 3 or 4.</source>
      <translation>اضغط 1 أو 2 أو 3 أو 4.</translation>
    </message>
    <message>
      <source>Source of the correct answer</source>
      <translation>مصدر الجواب الصحيح</translation>
    </message>
    <message>
      <source>What does it mean here?</source>
      <translation>ما معناها هنا؟</translation>
    </message>
    <message>
      <source>Which lemma is it?</source>
      <translation>ما مدخلها؟</translation>
    </message>
    <message>
      <source>Why?</source>
      <translation>لماذا؟</translation>
    </message>
    <message>
      <source>{0} of {1} correct ({2:.0%})</source>
      <translation>{0} من {1} صحيحة ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Correct.</source>
      <translation>✓ صحيح.</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ معروفة</translation>
    </message>
    <message>
      <source>✗ Correct answer: {0}.</source>
      <translation>✗ الجواب الصحيح: {0}.</translation>
    </message>
  </context>
  <context>
    <name>RankView</name>
    <message>
      <source>%Ln singular value(s)</source>
      <translation>%Ln قيمة مفردة</translation>
    </message>
    <message>
      <source>No model whose rank can be changed.</source>
      <translation>لا نموذج يمكن تغيير رتبته.</translation>
    </message>
    <message>
      <source>Number of hidden states kept; the sentence is parsed again as you move the slider</source>
      <translation>عدد الحالات الخفية المبقاة؛ ويُعاد إعراب الجملة وأنت تحرّكه</translation>
    </message>
    <message>
      <source>Rank</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>Rank: {0} of {1}</source>
      <translation>الرتبة: {0} من {1}</translation>
    </message>
    <message>
      <source>Select a sentence of up to {0} words in the queue.</source>
      <translation>حدد في الطابور جملة لا تزيد على {0} كلمة.</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>Tree at this rank</source>
      <translation>الشجرة عند هذه الرتبة</translation>
    </message>
    <message>
      <source>at rank {0} below {1}</source>
      <translation>عند الرتبة {0} تحت {1}</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>rank {0}</source>
      <translation>الرتبة {0}</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>القيمة المفردة</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} has no singular values.</source>
      <translation>لا قيم مفردة لـ {0}.</translation>
    </message>
  </context>
  <context>
    <name>RankingExplainer</name>
    <message>
      <source>Reading {0} compared with the mean of all</source>
      <translation>القراءة {0} مقابل متوسط الكل</translation>
    </message>
    <message>
      <source>Reading {0} compared with {1}</source>
      <translation>القراءة {0} مقابل {1}</translation>
    </message>
    <message>
      <source>The model scores these readings alike.</source>
      <translation>يعطي النموذج هذه القراءات الدرجة نفسها.</translation>
    </message>
  </context>
  <context>
    <name>Reader</name>
    <message>
      <source>Exported {0} words to {1}</source>
      <translation>صُدّرت {0} كلمة إلى {1}</translation>
    </message>
    <message>
      <source>Open a project first: the text needs a folder to be saved in.</source>
      <translation>افتح مشروعًا أولًا: يحتاج النص إلى مجلد يُحفظ فيه.</translation>
    </message>
    <message>
      <source>Reading the text</source>
      <translation>يُقرأ النص</translation>
    </message>
    <message>
      <source>Writing {0}</source>
      <translation>يُكتب {0}</translation>
    </message>
  </context>
  <context>
    <name>ReaderBar</name>
    <message>
      <source>&amp;Lemma</source>
      <translation>ال&amp;جذع المعجمي</translation>
    </message>
    <message>
      <source>&amp;Meaning</source>
      <translation>ال&amp;معنى</translation>
    </message>
    <message>
      <source>&amp;Part of speech</source>
      <translation>&amp;قسم الكلام</translation>
    </message>
    <message>
      <source>&amp;Sounds</source>
      <translation>الأ&amp;صوات</translation>
    </message>
    <message>
      <source>&amp;Vowels</source>
      <translation>ال&amp;حركات</translation>
    </message>
    <message>
      <source>Choose lines under the words</source>
      <translation>اختيار الأسطر تحت الكلمات</translation>
    </message>
    <message>
      <source>Fade known words and underline unknown ones</source>
      <translation>تخفيت الكلمات المعروفة وتسطير المجهولة</translation>
    </message>
    <message>
      <source>Larger letters</source>
      <translation>حروف أكبر</translation>
    </message>
    <message>
      <source>Line by line</source>
      <translation>سطرًا سطرًا</translation>
    </message>
    <message>
      <source>Mark words</source>
      <translation>علّم الكلمات</translation>
    </message>
    <message>
      <source>Noun, verb, preposition and so on</source>
      <translation>اسم، فعل، حرف، وهكذا</translation>
    </message>
    <message>
      <source>Smaller letters</source>
      <translation>حروف أصغر</translation>
    </message>
    <message>
      <source>Start each sentence on a new line</source>
      <translation>بدء كل جملة في سطر جديد</translation>
    </message>
    <message>
      <source>The lemma</source>
      <translation>المدخل</translation>
    </message>
    <message>
      <source>The meaning (Gloss= in MISC, or the most probable)</source>
      <translation>المعنى (Gloss= في MISC، أو الأرجح)</translation>
    </message>
    <message>
      <source>The transliteration (Translit= in MISC)</source>
      <translation>النقل الصوتي (Translit= في MISC)</translation>
    </message>
    <message>
      <source>The vocalised word (Vform= in MISC, or the most probable)</source>
      <translation>الكلمة بحركاتها (Vform= في MISC، أو الأرجح)</translation>
    </message>
    <message>
      <source>Under words</source>
      <translation>تحت الكلمات</translation>
    </message>
    <message>
      <source>Under words: {0}</source>
      <translation>تحت الكلمات: {0}</translation>
    </message>
    <message>
      <source>Vowels always</source>
      <translation>الحركات دائمًا</translation>
    </message>
    <message>
      <source>Vowels as written</source>
      <translation>الحركات كما كُتبت</translation>
    </message>
    <message>
      <source>Vowels where I point</source>
      <translation>الحركات حيث أشير</translation>
    </message>
    <message>
      <source>Vowels where unsure</source>
      <translation>الحركات حيث الشك</translation>
    </message>
    <message>
      <source>When to show vowels</source>
      <translation>متى تظهر الحركات</translation>
    </message>
    <message>
      <source>{0} more</source>
      <translation>{0} غيرها</translation>
    </message>
  </context>
  <context>
    <name>ReaderView</name>
    <message>
      <source>Select a word first: marks and numbers are not on the list.</source>
      <translation>حدد كلمة أولًا: العلامات والأعداد ليست في القائمة.</translation>
    </message>
    <message>
      <source>The words on this page are already vocalised.</source>
      <translation>كلمات هذه الصفحة مشكولة من قبل.</translation>
    </message>
    <message>
      <source>You know all words after this one.</source>
      <translation>تعرف كل الكلمات بعد هذه.</translation>
    </message>
    <message>
      <source>You know all words before it.</source>
      <translation>تعرف كل الكلمات قبلها.</translation>
    </message>
    <message>
      <source>{0}: not available for the words on this page.</source>
      <translation>{0}: غير متاح لكلمات هذه الصفحة.</translation>
    </message>
  </context>
  <context>
    <name>ReadingCard</name>
    <message>
      <source>About the word</source>
      <translation>عن الكلمة</translation>
    </message>
    <message>
      <source>Click a word to see its details.</source>
      <translation>انقر كلمة لترى تفاصيلها.</translation>
    </message>
    <message>
      <source>In the sentence</source>
      <translation>في الجملة</translation>
    </message>
    <message>
      <source>Its form</source>
      <translation>صيغتها</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>المدخل</translation>
    </message>
    <message>
      <source>Looking up readings …</source>
      <translation>يُبحث عن قراءات الكلمات …</translation>
    </message>
    <message>
      <source>No reading matches the vowels in the text.</source>
      <translation>لا قراءة تطابق حركات النص.</translation>
    </message>
    <message>
      <source>No readings.</source>
      <translation>لا قراءات.</translation>
    </message>
    <message>
      <source>Only reading</source>
      <translation>القراءة الوحيدة</translation>
    </message>
    <message>
      <source>Part of speech</source>
      <translation>قسم الكلام</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>القراءات</translation>
    </message>
    <message>
      <source>Readings, most probable first</source>
      <translation>القراءات، الأرجح أولًا</translation>
    </message>
    <message>
      <source>Readings, unranked</source>
      <translation>القراءات، بلا ترتيب</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>Transliteration</source>
      <translation>النقل الصوتي</translation>
    </message>
    <message>
      <source>Vocalised</source>
      <translation>مشكولة</translation>
    </message>
    <message>
      <source>Why this ranking?</source>
      <translation>لماذا هذا الترتيب؟</translation>
    </message>
    <message>
      <source>Written in</source>
      <translation>مكتوبة في</translation>
    </message>
    <message>
      <source>• not on your list yet</source>
      <translation>• ليست في قائمتك بعد</translation>
    </message>
    <message>
      <source>▸ {0} more</source>
      <translation>▸ {0} غيرها</translation>
    </message>
    <message>
      <source>▾ Show fewer</source>
      <translation>▾ عرض أقل</translation>
    </message>
    <message>
      <source>✓ you know this word</source>
      <translation>✓ تعرف هذه الكلمة</translation>
    </message>
  </context>
  <context>
    <name>ReadingForm</name>
    <message>
      <source>&amp;Apply</source>
      <translation>&amp;طبّق</translation>
    </message>
    <message>
      <source>&amp;Cancel</source>
      <translation>إ&amp;لغاء</translation>
    </message>
    <message>
      <source>&amp;Meaning</source>
      <translation>ال&amp;معنى</translation>
    </message>
    <message>
      <source>&amp;Parts</source>
      <translation>الأ&amp;جزاء</translation>
    </message>
    <message>
      <source>Enter a lemma or a tag.</source>
      <translation>اكتب مدخلًا أو وسمًا.</translation>
    </message>
    <message>
      <source>Enter a tag as well: a word without a tag does not count as annotated.</source>
      <translation>اكتب وسمًا أيضًا: فالكلمة بلا وسم لا تُعدّ موسومة.</translation>
    </message>
    <message>
      <source>Format: form/TAG+form/TAG; write / and + inside a form as %2F and %2B.</source>
      <translation>الصيغة: form/TAG+form/TAG؛ واكتب / و+ داخل الصيغة %2F و%2B.</translation>
    </message>
    <message>
      <source>Give the word this reading (Return)</source>
      <translation>إعطاء الكلمة هذه القراءة (Return)</translation>
    </message>
    <message>
      <source>Leave the word as it is (Esc)</source>
      <translation>ترك الكلمة كما هي (Esc)</translation>
    </message>
    <message>
      <source>Name=Value|Name=Value</source>
      <translation>اسم=قيمة|اسم=قيمة</translation>
    </message>
    <message>
      <source>New reading for {0}</source>
      <translation>قراءة جديدة لـ {0}</translation>
    </message>
    <message>
      <source>With &amp;vowels</source>
      <translation>مع ال&amp;حركات</translation>
    </message>
    <message>
      <source>form/TAG+form/TAG</source>
      <translation>صيغة/وسم+صيغة/وسم</translation>
    </message>
  </context>
  <context>
    <name>ReadingListModel</name>
    <message>
      <source>Features</source>
      <translation>السمات</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>المدخل</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>المعنى</translation>
    </message>
    <message>
      <source>Parts: {0}</source>
      <translation>الأجزاء: {0}</translation>
    </message>
    <message>
      <source>Same analysis as {0} to the model; they share one probability</source>
      <translation>عند النموذج التحليل نفسه كـ {0}، باحتمال واحد</translation>
    </message>
    <message>
      <source>Score: {0:.3f}</source>
      <translation>الدرجة: {0:.3f}</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>XPOS tag</source>
      <translation>وسم XPOS</translation>
    </message>
    <message>
      <source>chosen</source>
      <translation>مختارة</translation>
    </message>
    <message>
      <source>probability {0}</source>
      <translation>احتمال {0}</translation>
    </message>
    <message>
      <source>same</source>
      <translation>نفسه</translation>
    </message>
    <message>
      <source>the same analysis as {0}</source>
      <translation>التحليل نفسه كـ {0}</translation>
    </message>
  </context>
  <context>
    <name>ReadingListView</name>
    <message>
      <source>Readings of the word</source>
      <translation>قراءات الكلمة</translation>
    </message>
  </context>
  <context>
    <name>ReadingRankings</name>
    <message>
      <source>A ranker trained on annotated text of this language also supplies readings.</source>
      <translation>ومرتّب مدرَّب على نص موسوم بهذه اللغة يعطي قراءات أيضًا.</translation>
    </message>
    <message>
      <source>No ranker: readings are in the order of the analyser.</source>
      <translation>لا مرتّب: القراءات بترتيب المحلل.</translation>
    </message>
    <message>
      <source>This sentence could not be ranked.</source>
      <translation>تعذّر ترتيب قراءات هذه الجملة.</translation>
    </message>
  </context>
  <context>
    <name>ReadingSelection</name>
    <message>
      <source>Adding to the lexicon</source>
      <translation>يُضاف إلى المعجم</translation>
    </message>
    <message>
      <source>Enter a tag as well: a word without a tag does not count as annotated.</source>
      <translation>اكتب وسمًا أيضًا: فالكلمة بلا وسم لا تُعدّ موسومة.</translation>
    </message>
    <message>
      <source>Read ⁨{0}⁩ as ⁨{1}⁩</source>
      <translation>قراءة ⁨{0}⁩ بوصفها ⁨{1}⁩</translation>
    </message>
    <message>
      <source>Read ⁨{0}⁩ as ⁨{1}⁩ in {2} places</source>
      <translation>قراءة ⁨{0}⁩ بوصفها ⁨{1}⁩ في {2} موضع</translation>
    </message>
    <message>
      <source>Searching for the same word</source>
      <translation>يُبحث عن الكلمة نفسها</translation>
    </message>
    <message>
      <source>This file format cannot store readings. Save as CoNLL-U.</source>
      <translation>لا تستطيع هذه الصيغة حفظ القراءات. احفظ بصيغة CoNLL-U.</translation>
    </message>
  </context>
  <context>
    <name>ReadingsPane</name>
    <message>
      <source>Filter of the readings</source>
      <translation>ترشيح القراءات</translation>
    </message>
    <message>
      <source>tag, meaning, lemma or form; Enter takes the first</source>
      <translation>وسم أو معنى أو مدخل أو صيغة؛ Enter يأخذ الأولى</translation>
    </message>
  </context>
  <context>
    <name>ReadingsPresenter</name>
    <message>
      <source>, and %Ln accepted sentence(s)</source>
      <translation>، و%Ln من الجمل المقبولة</translation>
    </message>
    <message>
      <source>All readings</source>
      <translation>كل القراءات</translation>
    </message>
    <message>
      <source>Clear the filter</source>
      <translation>إلغاء الترشيح</translation>
    </message>
    <message>
      <source>No analysis found. Enter one.</source>
      <translation>لا تحليل. أدخل واحدًا.</translation>
    </message>
    <message>
      <source>No matches</source>
      <translation>لا نتائج</translation>
    </message>
    <message>
      <source>No readings for this file format. Open a CoNLL-U file, a token table or a text.</source>
      <translation>لا قراءات لهذه الصيغة. افتح ملف CoNLL-U أو جدول كلمات أو نصًّا.</translation>
    </message>
    <message>
      <source>No word selected. Click a word, or press an arrow key in the line of words.</source>
      <translation>لا كلمة محددة. انقر كلمة أو اضغط مفتاح سهم في سطر الكلمات.</translation>
    </message>
    <message>
      <source>Ranked by {0}</source>
      <translation>يرتبها {0}</translation>
    </message>
    <message>
      <source>Your margin in Preferences is {0:.2f}.</source>
      <translation>هامشك في التفضيلات {0:.2f}.</translation>
    </message>
    <message>
      <source>all annotated</source>
      <translation>كلها موسومة</translation>
    </message>
    <message>
      <source>unranked: train a ranker in Train</source>
      <translation>غير مرتبة: درّب مرتّبًا في التدريب</translation>
    </message>
    <message>
      <source>word {0}</source>
      <translation>الكلمة {0}</translation>
    </message>
    <message>
      <source>{0} to annotate</source>
      <translation>{0} للتوسيم</translation>
    </message>
    <message>
      <source>{0} uncertain</source>
      <translation>{0} مشكوك فيها</translation>
    </message>
  </context>
  <context>
    <name>RecentListModel</name>
    <message>
      <source>{0} of {1} accepted</source>
      <translation>قُبل {0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>ReportingJobs</name>
    <message>
      <source>The engine was restarted.</source>
      <translation>أعيد تشغيل المحرك.</translation>
    </message>
    <message>
      <source>The training process does not respond. Stop it, or choose Model › Restart the engine.</source>
      <translation>عملية التدريب لا تستجيب. أوقفها أو اختر النموذج › إعادة تشغيل المحرك.</translation>
    </message>
    <message>
      <source>Training</source>
      <translation>التدريب</translation>
    </message>
  </context>
  <context>
    <name>RunTableModel</name>
    <message>
      <source>CPU (s)</source>
      <translation>المعالج (ث)</translation>
    </message>
    <message>
      <source>Settings that differ from the defaults</source>
      <translation>الإعدادات المخالفة للافتراضية</translation>
    </message>
    <message>
      <source>evaluated on</source>
      <translation>قُيّم على</translation>
    </message>
    <message>
      <source>method</source>
      <translation>الطريقة</translation>
    </message>
    <message>
      <source>run</source>
      <translation>نفّذ</translation>
    </message>
    <message>
      <source>settings</source>
      <translation>الإعدادات</translation>
    </message>
    <message>
      <source>status</source>
      <translation>الحال</translation>
    </message>
    <message>
      <source>trained on</source>
      <translation>دُرّب على</translation>
    </message>
  </context>
  <context>
    <name>RunningTextView</name>
    <message>
      <source>No readings for this word.</source>
      <translation>لا قراءات لهذه الكلمة.</translation>
    </message>
    <message>
      <source>Open a treebank to read its text here.</source>
      <translation>افتح بنكًا شجريًّا لقراءة نصه هنا.</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>النص</translation>
    </message>
    <message>
      <source>This word has only one reading.</source>
      <translation>لهذه الكلمة قراءة واحدة.</translation>
    </message>
  </context>
  <context>
    <name>Runs</name>
    <message>
      <source>Open a treebank first.</source>
      <translation>افتح بنكًا شجريًّا أولًا.</translation>
    </message>
    <message>
      <source>Training {0}</source>
      <translation>يُدرَّب {0}</translation>
    </message>
    <message>
      <source>a bug</source>
      <translation>خلل</translation>
    </message>
  </context>
  <context>
    <name>RunsView</name>
    <message>
      <source>%Ln run(s) selected</source>
      <translation>حُدد %Ln من التجارب</translation>
    </message>
    <message>
      <source>As CSV or LaTeX: the selected runs, or all</source>
      <translation>بصيغة CSV أو LaTeX: التجارب المحددة أو كلها</translation>
    </message>
    <message>
      <source>CSV table</source>
      <translation>جدول CSV</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>نسخ</translation>
    </message>
    <message>
      <source>Copy the selected runs, or all, as a tab-separated table</source>
      <translation>ينسخ التجارب المحددة أو كلها جدولًا بعلامات جدولة</translation>
    </message>
    <message>
      <source>LaTeX table</source>
      <translation>جدول LaTeX</translation>
    </message>
    <message>
      <source>No runs yet. Choose a method and start training. Each run is listed here with its settings, time and measures, also if it failed.</source>
      <translation>لا تجارب بعد. اختر طريقة وابدأ التدريب. تظهر هنا كل تجربة بإعداداتها وزمنها وقياساتها، حتى إن أخفقت.</translation>
    </message>
    <message>
      <source>Runs</source>
      <translation>التجارب</translation>
    </message>
    <message>
      <source>Save table</source>
      <translation>حفظ الجدول</translation>
    </message>
    <message>
      <source>Save table…</source>
      <translation>حفظ الجدول…</translation>
    </message>
    <message>
      <source>runs</source>
      <translation>التجارب</translation>
    </message>
  </context>
  <context>
    <name>SentenceNotes</name>
    <message>
      <source>Comments of the sentence</source>
      <translation>تعليقات الجملة</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>الجملة</translation>
    </message>
    <message>
      <source>Sentence {0}</source>
      <translation>الجملة {0}</translation>
    </message>
  </context>
  <context>
    <name>SentenceTreeCanvas</name>
    <message>
      <source>Tree of the sentence</source>
      <translation>شجرة الجملة</translation>
    </message>
  </context>
  <context>
    <name>Session</name>
    <message>
      <source> or </source>
      <translation> أو </translation>
    </message>
    <message>
      <source>, or use {0}, which does not need it: Model › Suggest trees with</source>
      <translation>، أو استعمل {0} فهو لا يحتاج إليه: النموذج › اقتراح الأشجار بـ</translation>
    </message>
    <message>
      <source>A project needs at least one document. Add another first.</source>
      <translation>للمشروع مستند واحد على الأقل؛ أضف غيره أولًا.</translation>
    </message>
    <message>
      <source>A step over many sentences is still being recorded.</source>
      <translation>ما زالت خطوة على جمل كثيرة تُسجَّل.</translation>
    </message>
    <message>
      <source>Accept remaining suggestions of sentence {0}</source>
      <translation>قبول بقية اقتراحات الجملة {0}</translation>
    </message>
    <message>
      <source>Accept sentence {0}</source>
      <translation>قبول الجملة {0}</translation>
    </message>
    <message>
      <source>Adding a document</source>
      <translation>يُضاف مستند</translation>
    </message>
    <message>
      <source>Adding documents</source>
      <translation>إضافة المستندات</translation>
    </message>
    <message>
      <source>Arabic</source>
      <translation>العربية</translation>
    </message>
    <message>
      <source>Copying the document</source>
      <translation>نسخ المستند</translation>
    </message>
    <message>
      <source>Import the locks of the text</source>
      <translation>استيراد تثبيتات النص</translation>
    </message>
    <message>
      <source>No active parser. Choose one in the Model menu.</source>
      <translation>لا محلّل نشطًا. اختر واحدًا من قائمة النموذج.</translation>
    </message>
    <message>
      <source>No parser for phrases yet. Accept {0} trees to train one.</source>
      <translation>لا محلّل للعبارات بعد. اقبل {0} من الأشجار لتدريب واحد.</translation>
    </message>
    <message>
      <source>No parser yet. Get a treebank of this language, or accept {0} trees to train one.</source>
      <translation>لا محلّل بعد. أحضر بنكًا شجريًّا بهذه اللغة، أو اقبل {0} من الأشجار لتدريب واحد.</translation>
    </message>
    <message>
      <source>No suggestion for this sentence.</source>
      <translation>لا اقتراح لهذه الجملة.</translation>
    </message>
    <message>
      <source>Open a treebank or create a project (File) before you add documents.</source>
      <translation>افتح بنكًا شجريًّا أو أنشئ مشروعًا (ملف) قبل إضافة المستندات.</translation>
    </message>
    <message>
      <source>Opening {0}</source>
      <translation>يُفتح {0}</translation>
    </message>
    <message>
      <source>Polish</source>
      <translation>البولندية</translation>
    </message>
    <message>
      <source>Press {0} to accept it anyway.</source>
      <translation>اضغط {0} لقبولها مع ذلك.</translation>
    </message>
    <message>
      <source>Redone in {0} sentences: {1}</source>
      <translation>أعيد في {0} جملة: {1}</translation>
    </message>
    <message>
      <source>Restored from the journal, not yet saved: {0}</source>
      <translation>استُعيد من اليومية ولم يُحفظ بعد: {0}</translation>
    </message>
    <message>
      <source>Russian</source>
      <translation>الروسية</translation>
    </message>
    <message>
      <source>Save these sentences first: models are stored in a project: {0}</source>
      <translation>احفظ هذه الجمل أولًا: تُخزن النماذج في مشروع: {0}</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>الجملة {0}: {1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
    <message>
      <source>This document can store both kinds of tree.</source>
      <translation>يستطيع هذا المستند حفظ نوعي الشجر.</translation>
    </message>
    <message>
      <source>This file format cannot store {0}, so there are no suggestions.</source>
      <translation>لا تستطيع هذه الصيغة حفظ {0}، فلا اقتراحات.</translation>
    </message>
    <message>
      <source>This model has no file.</source>
      <translation>لا ملف لهذا النموذج.</translation>
    </message>
    <message>
      <source>This sentence could not be read, so there are no suggestions.</source>
      <translation>تعذّرت قراءة هذه الجملة، فلا اقتراحات.</translation>
    </message>
    <message>
      <source>This sentence has no tree</source>
      <translation>ليس لهذه الجملة شجرة</translation>
    </message>
    <message>
      <source>This sentence has {0} words; suggestions stop at {1}. Attach its words by hand.</source>
      <translation>في هذه الجملة {0} كلمة؛ والاقتراحات حتى {1}. ألحق كلماتها يدويًّا.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; suggestions stop at {1}. Build its tree by hand.</source>
      <translation>في هذه الجملة {0} كلمة؛ والاقتراحات حتى {1}. ابنِ شجرتها يدويًّا.</translation>
    </message>
    <message>
      <source>Training a parser. Suggestions appear shortly.</source>
      <translation>يُدرَّب محلّل. ستظهر الاقتراحات قريبًا.</translation>
    </message>
    <message>
      <source>Training on accepted sentences</source>
      <translation>يُدرَّب على الجمل المقبولة</translation>
    </message>
    <message>
      <source>Training on annotated words</source>
      <translation>يُدرَّب على الكلمات الموسومة</translation>
    </message>
    <message>
      <source>Tree {0} of {1}, {2}</source>
      <translation>الشجرة {0} من {1}، {2}</translation>
    </message>
    <message>
      <source>Turkish</source>
      <translation>التركية</translation>
    </message>
    <message>
      <source>Ukrainian</source>
      <translation>الأوكرانية</translation>
    </message>
    <message>
      <source>Uncertain, not checked yet: {0}</source>
      <translation>مشكوك فيها ولم تُفحص بعد: {0}</translation>
    </message>
    <message>
      <source>Undone in {0} sentences: {1}</source>
      <translation>تُراجع في {0} جملة: {1}</translation>
    </message>
    <message>
      <source>Words without a head: {0}</source>
      <translation>كلمات بلا رأس: {0}</translation>
    </message>
    <message>
      <source>Words without a reading: {0}</source>
      <translation>كلمات بلا قراءة: {0}</translation>
    </message>
    <message>
      <source>Your edits are now recorded in {0}</source>
      <translation>تُسجَّل تعديلاتك الآن في {0}</translation>
    </message>
    <message>
      <source>all</source>
      <translation>الكل</translation>
    </message>
    <message>
      <source>probability {0:.0%}</source>
      <translation>احتمال {0:.0%}</translation>
    </message>
    <message>
      <source>save the sentences to a file and open that.</source>
      <translation>احفظ الجمل في ملف وافتحه.</translation>
    </message>
    <message>
      <source>score {0:.3f}</source>
      <translation>درجة {0:.3f}</translation>
    </message>
    <message>
      <source>this long text is still being tokenised. Try again in a moment</source>
      <translation>ما زال هذا النص الطويل يُقسم كلمات. حاول بعد لحظة</translation>
    </message>
    <message>
      <source>{0} (first readings accepted: {1})</source>
      <translation>{0} (قراءات أولى مقبولة: {1})</translation>
    </message>
    <message>
      <source>{0} Train a model on sentences of this language, or get a treebank of it (File).</source>
      <translation>{0} درّب نموذجًا على جمل بهذه اللغة، أو أحضر بنكًا شجريًّا لها (ملف).</translation>
    </message>
    <message>
      <source>{0} anyway ({1})</source>
      <translation>{0} مع ذلك ({1})</translation>
    </message>
    <message>
      <source>{0} as the root</source>
      <translation>{0} جذرًا</translation>
    </message>
    <message>
      <source>{0} cannot learn from your sentences: its file has no training text. Train a model in this project.</source>
      <translation>لا يستطيع {0} التعلم من جملك: لا يوجد نص التدريب في ملفه. درّب نموذجًا في هذا المشروع.</translation>
    </message>
    <message>
      <source>{0} copy</source>
      <translation>{0} نسخة</translation>
    </message>
    <message>
      <source>{0} could not be removed: {1}</source>
      <translation>تعذّرت إزالة {0}: {1}</translation>
    </message>
    <message>
      <source>{0} document(s) added. Choose them above the queue.</source>
      <translation>أُضيفت {0} من المستندات. اخترها فوق الطابور.</translation>
    </message>
    <message>
      <source>{0} head(s)</source>
      <translation>الرؤوس: {0}</translation>
    </message>
    <message>
      <source>{0} is trained. {1} stays the active parser; to change it: Model › Suggest trees with</source>
      <translation>دُرّب {0}. ويبقى {1} المحلّل النشط؛ للتغيير: النموذج › اقتراح الأشجار بـ</translation>
    </message>
    <message>
      <source>{0} is trained. {1} stays the active ranker; to change it: Model › Rank readings with</source>
      <translation>دُرّب {0}. ويبقى {1} المرتّب النشط؛ للتغيير: النموذج › ترتيب القراءات بـ</translation>
    </message>
    <message>
      <source>{0} knows only {1:.0%} of the words of this text. It may be for another language.</source>
      <translation>لا يعرف {0} إلا {1:.0%} من كلمات هذا النص. ولعله للغة أخرى.</translation>
    </message>
    <message>
      <source>{0} phrase(s)</source>
      <translation>العبارات: {0}</translation>
    </message>
    <message>
      <source>{0} relation(s)</source>
      <translation>العلاقات: {0}</translation>
    </message>
    <message>
      <source>{0} under {1}</source>
      <translation>{0} تحت {1}</translation>
    </message>
    <message>
      <source>{0} uses other relations than this text.</source>
      <translation>يستعمل {0} علاقات غير التي في هذا النص.</translation>
    </message>
    <message>
      <source>{0} was added for the other kind of tree, with the same words</source>
      <translation>أُضيف {0} لنوع الشجر الآخر بالكلمات نفسها</translation>
    </message>
    <message>
      <source>{0} was removed</source>
      <translation>أُزيل {0}</translation>
    </message>
    <message>
      <source>{0} was removed from the project. Its file and annotation remain.</source>
      <translation>أُزيل {0} من المشروع. ويبقى ملفه وتوسيمه.</translation>
    </message>
    <message>
      <source>{0} was retrained on {1} accepted sentence(s) and is used from the next sentence</source>
      <translation>أُعيد تدريب {0} على جمل مقبولة ({1})؛ ويُستعمل من الجملة التالية</translation>
    </message>
    <message>
      <source>{0} was trained on {1} script; this text is in {2} script.</source>
      <translation>دُرّب {0} على حروف {1}؛ وهذا النص بحروف {2}.</translation>
    </message>
    <message>
      <source>{0} was trained on {1}; this text is {2}.</source>
      <translation>دُرّب {0} على {1}؛ وهذا النص {2}.</translation>
    </message>
    <message>
      <source>{0} was trained with another tagset.</source>
      <translation>دُرّب {0} بمجموعة وسوم أخرى.</translation>
    </message>
    <message>
      <source>{0}: same as the annotation</source>
      <translation>{0}: مطابق للتوسيم</translation>
    </message>
    <message>
      <source>{0}; differs from the annotation: {1}</source>
      <translation>{0}؛ يخالف التوسيم: {1}</translation>
    </message>
    <message>
      <source>{0}; {1} head(s) differ from the best parse</source>
      <translation>{0}؛ {1} من الرؤوس تخالف أفضل تحليل</translation>
    </message>
    <message>
      <source>{0}; {1} phrase(s) differ from the best parse</source>
      <translation>{0}؛ {1} من العبارات تخالف أفضل تحليل</translation>
    </message>
  </context>
  <context>
    <name>SettingsForm</name>
    <message>
      <source>Advanced: %Ln setting(s), {0}</source>
      <translation>إعدادات متقدمة: %Ln، {0}</translation>
    </message>
    <message>
      <source>Rarely changed settings</source>
      <translation>إعدادات قلّما تُغيَّر</translation>
    </message>
    <message>
      <source>all default</source>
      <translation>كلها افتراضية</translation>
    </message>
    <message>
      <source>{0} changed</source>
      <translation>غُيّر منها {0}</translation>
    </message>
    <message>
      <source>{0} must be a number.</source>
      <translation>يجب أن يكون {0} عددًا.</translation>
    </message>
    <message>
      <source>{0} must be at least {1}.</source>
      <translation>يجب ألا يقل {0} عن {1}.</translation>
    </message>
    <message>
      <source>{0} must be at most {1}.</source>
      <translation>يجب ألا يزيد {0} على {1}.</translation>
    </message>
    <message>
      <source>{0} must be between {1} and {2}.</source>
      <translation>يجب أن يكون {0} بين {1} و{2}.</translation>
    </message>
  </context>
  <context>
    <name>StateTable</name>
    <message>
      <source>Above</source>
      <translation>فوقها</translation>
    </message>
    <message>
      <source>Below</source>
      <translation>تحتها</translation>
    </message>
    <message>
      <source>Rules</source>
      <translation>القواعد</translation>
    </message>
    <message>
      <source>State</source>
      <translation>الحالة</translation>
    </message>
    <message>
      <source>States</source>
      <translation>الحالات</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>node %</source>
      <translation>العقد %</translation>
    </message>
  </context>
  <context>
    <name>StatesView</name>
    <message>
      <source>%Ln node(s)</source>
      <translation>%Ln عقدة</translation>
    </message>
    <message>
      <source>, and more</source>
      <translation>، وغيرها</translation>
    </message>
    <message>
      <source>CSV table of the states</source>
      <translation>جدول CSV للحالات</translation>
    </message>
    <message>
      <source>Click a node, or move to it with the arrow keys, to see its states and nearest nodes.</source>
      <translation>انقر عقدة أو انتقل إليها بالأسهم لرؤية حالاتها وأقرب العقد إليها.</translation>
    </message>
    <message>
      <source>Click a word, or move to it with the arrow keys, to see its states and nearest words.</source>
      <translation>انقر كلمة أو انتقل إليها بالأسهم لرؤية حالاتها وأقرب الكلمات إليها.</translation>
    </message>
    <message>
      <source>Compare with</source>
      <translation>المقارنة بـ</translation>
    </message>
    <message>
      <source>Compare with a treebank of the same sentences</source>
      <translation>قارن ببنك شجري للجمل نفسها</translation>
    </message>
    <message>
      <source>Computing the states of this text …</source>
      <translation>تُحسب حالات هذا النص …</translation>
    </message>
    <message>
      <source>Features of words, or a file of the same trees with more detailed labels, such as NP[3sg,full]</source>
      <translation>سمات الكلمات، أو ملف للأشجار نفسها بتسميات أدق، مثل NP[3sg,full]</translation>
    </message>
    <message>
      <source>In other sentences</source>
      <translation>في جمل أخرى</translation>
    </message>
    <message>
      <source>Information in the states</source>
      <translation>المعلومات في الحالات</translation>
    </message>
    <message>
      <source>Label</source>
      <translation>التسمية</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Nearest nodes</source>
      <translation>أقرب العقد</translation>
    </message>
    <message>
      <source>No hidden states yet. Train a {0} model on this text to see them.</source>
      <translation>لا حالات خفية بعد. درّب نموذج {0} على هذا النص لرؤيتها.</translation>
    </message>
    <message>
      <source>Nodes in the plane</source>
      <translation>العقد في المستوي</translation>
    </message>
    <message>
      <source>PDF page of the plane</source>
      <translation>صفحة PDF للمستوي</translation>
    </message>
    <message>
      <source>PNG picture of the plane</source>
      <translation>صورة PNG للمستوي</translation>
    </message>
    <message>
      <source>Plane</source>
      <translation>المستوي</translation>
    </message>
    <message>
      <source>Rank</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>SVG drawing of the plane</source>
      <translation>رسم SVG للمستوي</translation>
    </message>
    <message>
      <source>Same state in other sentences</source>
      <translation>الحالة نفسها في جمل أخرى</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>حفظ</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>حفظ…</translation>
    </message>
    <message>
      <source>States as CSV; the plane as SVG, PDF or PNG</source>
      <translation>الحالات بصيغة CSV؛ والمستوي بصيغة SVG أو PDF أو PNG</translation>
    </message>
    <message>
      <source>This node has only one hidden state: its label is rare or was not split.</source>
      <translation>لهذه العقدة حالة واحدة: تسميتها نادرة أو لم تُقسم.</translation>
    </message>
    <message>
      <source>Tree</source>
      <translation>الشجرة</translation>
    </message>
    <message>
      <source>another file…</source>
      <translation>ملف آخر…</translation>
    </message>
    <message>
      <source>compared with</source>
      <translation>مقارنة بـ</translation>
    </message>
    <message>
      <source>features of words</source>
      <translation>سمات الكلمات</translation>
    </message>
    <message>
      <source>principal direction {0} ({1} % of the variance)</source>
      <translation>الاتجاه الرئيس {0} ({1} % من التباين)</translation>
    </message>
    <message>
      <source>state {0}</source>
      <translation>الحالة {0}</translation>
    </message>
    <message>
      <source>state {0}: {1} %</source>
      <translation>الحالة {0}: ‏{1} %</translation>
    </message>
    <message>
      <source>states of {0}</source>
      <translation>حالات {0}</translation>
    </message>
    <message>
      <source>{0} in state {1}, most probable first: {2}</source>
      <translation>{0} في الحالة {1}، الأرجح أولًا: {2}</translation>
    </message>
    <message>
      <source>{0} node(s)</source>
      <translation>العقد: {0}</translation>
    </message>
    <message>
      <source>{0}: nodes in the plane. {1}</source>
      <translation>{0}: العقد في المستوي. {1}</translation>
    </message>
    <message>
      <source>{0}: {1} states of {2} nodes in the first {3} sentences</source>
      <translation>{0}: ‏{1} حالة لـ {2} عقدة في أول {3} جملة</translation>
    </message>
    <message>
      <source>{0}: {1}. The nearest nodes of the text:</source>
      <translation>{0}: {1}. أقرب العقد في النص:</translation>
    </message>
  </context>
  <context>
    <name>StatusLine</name>
    <message>
      <source>; %Ln unsaved sentence(s) in other files</source>
      <translation>؛ %Ln من الجمل غير محفوظة في ملفات أخرى</translation>
    </message>
    <message>
      <source>Acceptance of the sentence</source>
      <translation>قبول الجملة</translation>
    </message>
    <message>
      <source>Active parser</source>
      <translation>المحلّل النشط</translation>
    </message>
    <message>
      <source>Background work</source>
      <translation>العمل في الخلفية</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>Next undo</source>
      <translation>التراجع التالي</translation>
    </message>
    <message>
      <source>Save status</source>
      <translation>حالة الحفظ</translation>
    </message>
    <message>
      <source>in memory only</source>
      <translation>في الذاكرة فقط</translation>
    </message>
    <message>
      <source>journal up to date; %Ln unsaved sentence(s)</source>
      <translation>اليومية محدَّثة؛ %Ln من الجمل غير محفوظة</translation>
    </message>
    <message>
      <source>model: {0}</source>
      <translation>النموذج: {0}</translation>
    </message>
    <message>
      <source>nothing to save</source>
      <translation>لا شيء للحفظ</translation>
    </message>
    <message>
      <source>read only</source>
      <translation>للقراءة فقط</translation>
    </message>
    <message>
      <source>saved {0}</source>
      <translation>حُفظ {0}</translation>
    </message>
    <message>
      <source>undo: {0}</source>
      <translation>تراجع: {0}</translation>
    </message>
  </context>
  <context>
    <name>StepsView</name>
    <message>
      <source>%Ln step(s) written next to {0}</source>
      <translation>كُتب %Ln من الخطوات بجانب {0}</translation>
    </message>
    <message>
      <source>Algorithm</source>
      <translation>الخوارزمية</translation>
    </message>
    <message>
      <source>Back  (Left)</source>
      <translation>رجوع  (Left)</translation>
    </message>
    <message>
      <source>Every step as SVG, TikZ, PDF or PNG, numbered behind the name</source>
      <translation>كل خطوة بصيغة SVG أو TikZ أو PDF أو PNG، مرقّمة بعد الاسم</translation>
    </message>
    <message>
      <source>Forward  (Right)</source>
      <translation>تقدّم  (Right)</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>No sentence.</source>
      <translation>لا جملة.</translation>
    </message>
    <message>
      <source>No steps yet. Train a {0} model on this text to step through its algorithm.</source>
      <translation>لا خطوات بعد. درّب نموذج {0} على هذا النص لتتبّع خوارزميته.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>صفحة PDF</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>صورة PNG</translation>
    </message>
    <message>
      <source>Play or pause  (Space)</source>
      <translation>تشغيل أو إيقاف  (Space)</translation>
    </message>
    <message>
      <source>Running the model on this sentence …</source>
      <translation>يُطبَّق النموذج على هذه الجملة …</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>رسم SVG</translation>
    </message>
    <message>
      <source>Save all steps</source>
      <translation>حفظ كل الخطوات</translation>
    </message>
    <message>
      <source>Save all…</source>
      <translation>حفظ الكل…</translation>
    </message>
    <message>
      <source>Save step</source>
      <translation>حفظ الخطوة</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>حفظ…</translation>
    </message>
    <message>
      <source>Step</source>
      <translation>خطوة</translation>
    </message>
    <message>
      <source>This step as SVG, TikZ, PDF or PNG</source>
      <translation>هذه الخطوة بصيغة SVG أو TikZ أو PDF أو PNG</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>شكل TikZ</translation>
    </message>
    <message>
      <source>To the end  (End)</source>
      <translation>إلى النهاية  (End)</translation>
    </message>
    <message>
      <source>To the start  (Home)</source>
      <translation>إلى البداية  (Home)</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>SubtreeReplacement</name>
    <message>
      <source>Alternative subtree of {0}</source>
      <translation>شجرة فرعية بديلة لـ {0}</translation>
    </message>
    <message>
      <source>No alternative subtrees of {0}.</source>
      <translation>لا شجرات فرعية بديلة لـ {0}.</translation>
    </message>
    <message>
      <source>No suggestion.</source>
      <translation>لا اقتراح.</translation>
    </message>
    <message>
      <source>Subtree {0} of {1} of {2}</source>
      <translation>الشجرة الفرعية {0} من {1} لـ {2}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Forbid {0}</source>
      <translation>منع {0}</translation>
    </message>
    <message>
      <source>Forbidden in suggestions. Free it to allow it again.</source>
      <translation>مُنع في الاقتراحات. حرّره للسماح به من جديد.</translation>
    </message>
    <message>
      <source>Free {0}</source>
      <translation>تحرير {0}</translation>
    </message>
    <message>
      <source>Lock {0}</source>
      <translation>تثبيت {0}</translation>
    </message>
    <message>
      <source>Locked. Locks are stored in the journal, not in text files.</source>
      <translation>ثُبّت. تُحفظ التثبيتات في اليومية لا في ملفات النص.</translation>
    </message>
    <message>
      <source>No: {0}</source>
      <translation>لا: {0}</translation>
    </message>
    <message>
      <source>Nothing to forbid here.</source>
      <translation>لا شيء هنا يُمنع.</translation>
    </message>
    <message>
      <source>Nothing to lock here.</source>
      <translation>لا شيء هنا يُثبّت.</translation>
    </message>
    <message>
      <source>Parsing this sentence …</source>
      <translation>تُعرَب هذه الجملة …</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>الجملة {0}: {1}</translation>
    </message>
    <message>
      <source>The model has no parse that satisfies the locks.</source>
      <translation>ليس للنموذج تحليل يوافق التثبيتات.</translation>
    </message>
    <message>
      <source>Undo conflicting locks: {0}</source>
      <translation>إلغاء التثبيتات المتعارضة: {0}</translation>
    </message>
    <message>
      <source>Undone: {0}</source>
      <translation>تُراجع عن: {0}</translation>
    </message>
    <message>
      <source>Unlock {0}</source>
      <translation>إلغاء تثبيت {0}</translation>
    </message>
    <message>
      <source>Yes: {0}</source>
      <translation>نعم: {0}</translation>
    </message>
  </context>
  <context>
    <name>TextDialog</name>
    <message>
      <source>&amp;Copy</source>
      <translation>ن&amp;سخ</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>نُسخ</translation>
    </message>
    <message>
      <source>Copy the text to paste it elsewhere</source>
      <translation>نسخ النص للصقه في مكان آخر</translation>
    </message>
    <message>
      <source>Details</source>
      <translation>التفاصيل</translation>
    </message>
  </context>
  <context>
    <name>TextSplitter</name>
    <message>
      <source>Sentences and words are split by {0}</source>
      <translation>يقسم {0} النصَّ إلى جمل وكلمات</translation>
    </message>
  </context>
  <context>
    <name>TokenLine</name>
    <message>
      <source>Words of the sentence</source>
      <translation>كلمات الجملة</translation>
    </message>
  </context>
  <context>
    <name>TokenListModel</name>
    <message>
      <source>multiword token: {0}</source>
      <translation>كلمة مركبة: {0}</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
    <message>
      <source>Acceptance of the sentence</source>
      <translation>قبول الجملة</translation>
    </message>
    <message>
      <source>Bar</source>
      <translation>الشريط</translation>
    </message>
    <message>
      <source>Menu</source>
      <translation>القائمة</translation>
    </message>
    <message>
      <source>Next sentence</source>
      <translation>الجملة التالية</translation>
    </message>
    <message>
      <source>Panels at the left</source>
      <translation>لوحات البداية</translation>
    </message>
    <message>
      <source>Panels at the right</source>
      <translation>لوحات النهاية</translation>
    </message>
    <message>
      <source>Previous sentence</source>
      <translation>الجملة السابقة</translation>
    </message>
    <message>
      <source>Project and document</source>
      <translation>المشروع والمستند</translation>
    </message>
    <message>
      <source>Redo</source>
      <translation>أعد</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>بحث</translation>
    </message>
    <message>
      <source>Search, or run a command</source>
      <translation>ابحث أو نفّذ أمرًا</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>الجملة</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>تراجع</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>TourCard</name>
    <message>
      <source>Back</source>
      <translation>رجوع</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>تم</translation>
    </message>
    <message>
      <source>End the tour (Esc, or any other key)</source>
      <translation>إنهاء الجولة (Esc أو أي مفتاح آخر)</translation>
    </message>
    <message>
      <source>Leave</source>
      <translation>مغادرة</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>التالي</translation>
    </message>
    <message>
      <source>Next stop (Return)</source>
      <translation>المحطة التالية (Return)</translation>
    </message>
    <message>
      <source>Previous stop (Left)</source>
      <translation>المحطة السابقة (Left)</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>Training</name>
    <message>
      <source>Train a language model on {0}</source>
      <translation>تدريب نموذج لغوي على {0}</translation>
    </message>
    <message>
      <source>Train a parser on {0}</source>
      <translation>تدريب محلّل على {0}</translation>
    </message>
    <message>
      <source>Train a pipeline on {0}</source>
      <translation>تدريب السلسلة على {0}</translation>
    </message>
    <message>
      <source>Train a ranker on {0}</source>
      <translation>تدريب مرتّب على {0}</translation>
    </message>
    <message>
      <source>Train a tagger on {0}</source>
      <translation>تدريب واسم على {0}</translation>
    </message>
    <message>
      <source>Train a tokeniser on {0}</source>
      <translation>تدريب مقطِّع نصوص على {0}</translation>
    </message>
    <message>
      <source>Train word clusters on {0}</source>
      <translation>تكوين عناقيد الكلمات من {0}</translation>
    </message>
    <message>
      <source>Train word embeddings on {0}</source>
      <translation>تدريب متجهات الكلمات على {0}</translation>
    </message>
  </context>
  <context>
    <name>TrainingLog</name>
    <message>
      <source>Log</source>
      <translation>السجل</translation>
    </message>
    <message>
      <source>The training log appears here.</source>
      <translation>يظهر هنا سجل التدريب.</translation>
    </message>
  </context>
  <context>
    <name>TrainingView</name>
    <message>
      <source>, then %Ln more run(s)</source>
      <translation>، ثم %Ln من التجارب</translation>
    </message>
    <message>
      <source>Choose training documents.</source>
      <translation>اختر مستندات التدريب.</translation>
    </message>
    <message>
      <source>Description of the setting</source>
      <translation>وصف الإعداد</translation>
    </message>
    <message>
      <source>Evaluate on</source>
      <translation>التقييم على</translation>
    </message>
    <message>
      <source>No training in progress.</source>
      <translation>لا تدريب جاريًا.</translation>
    </message>
    <message>
      <source>Number of models to train in turn, each with the next seed, to compare random starts</source>
      <translation>عدد النماذج التي تُدرَّب تباعًا، كلٌّ ببذرة تالية، لمقارنة البدايات العشوائية</translation>
    </message>
    <message>
      <source>Open a treebank first.</source>
      <translation>افتح بنكًا شجريًّا أولًا.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>التقدم</translation>
    </message>
    <message>
      <source>Random starts</source>
      <translation>بدايات عشوائية</translation>
    </message>
    <message>
      <source>Reset all settings to their defaults</source>
      <translation>إعادة كل الإعدادات الافتراضية</translation>
    </message>
    <message>
      <source>Reset to defaults</source>
      <translation>أعد القيم المبدئية</translation>
    </message>
    <message>
      <source>Scores on training data are optimistic. Hold out some sentences.</source>
      <translation>النتائج على بيانات التدريب متفائلة. احتجز بعض الجمل.</translation>
    </message>
    <message>
      <source>Settings to vary, each with a range or a list, and sentences=… for a learning curve. All models form one run with one curve. Empty: one model.</source>
      <translation>إعدادات تتغير، لكل منها مدى أو قائمة، وsentences=… لمنحنى التعلم. كل النماذج تجربة واحدة بمنحنى واحد. فارغ: نموذج واحد.</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>Stop training; the unfinished model is discarded</source>
      <translation>إيقاف التدريب؛ ويُهمل النموذج غير المكتمل</translation>
    </message>
    <message>
      <source>Stopping …</source>
      <translation>يُوقف …</translation>
    </message>
    <message>
      <source>Sweep over</source>
      <translation>مسح على</translation>
    </message>
    <message>
      <source>This method is deterministic: all starts give the same model</source>
      <translation>هذه الطريقة حتمية: كل البدايات تعطي النموذج نفسه</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>تدريب</translation>
    </message>
    <message>
      <source>Train on</source>
      <translation>التدريب على</translation>
    </message>
    <message>
      <source>Train with these settings</source>
      <translation>التدريب بهذه الإعدادات</translation>
    </message>
    <message>
      <source>Training data and settings</source>
      <translation>بيانات التدريب والإعدادات</translation>
    </message>
    <message>
      <source>Trees of {0} cannot be re-ranked.</source>
      <translation>لا يمكن إعادة ترتيب أشجار {0}.</translation>
    </message>
    <message>
      <source>no document open</source>
      <translation>لا مستند مفتوحًا</translation>
    </message>
    <message>
      <source>states=2:16:2 sentences=50,200</source>
      <translation>states=2:16:2 sentences=50,200</translation>
    </message>
    <message>
      <source>the open document</source>
      <translation>المستند المفتوح</translation>
    </message>
    <message>
      <source>{0} Or tick another file.</source>
      <translation>{0} أو علّم ملفًا آخر.</translation>
    </message>
    <message>
      <source>{0} …</source>
      <translation>{0} …</translation>
    </message>
    <message>
      <source>{0}: training on {1}</source>
      <translation>{0}: يُدرَّب على {1}</translation>
    </message>
    <message>
      <source>{0}: {1} s</source>
      <translation>{0}: ‏{1} ث</translation>
    </message>
  </context>
  <context>
    <name>TreeCard</name>
    <message>
      <source>Tree {0}: {1}</source>
      <translation>الشجرة {0}: {1}</translation>
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
      <translation>إضافة {1} فوق {0}</translation>
    </message>
    <message>
      <source>Attach {0} to</source>
      <translation>إلحاق {0} بـ</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>إلحاق {0} بـ {1}</translation>
    </message>
    <message>
      <source>Delete {0}</source>
      <translation>حذف {0}</translation>
    </message>
    <message>
      <source>Group {0} as</source>
      <translation>جمع {0} بوصفها</translation>
    </message>
    <message>
      <source>Group {0} as {1}</source>
      <translation>جمع {0} بوصفها {1}</translation>
    </message>
    <message>
      <source>Label of the whole sentence</source>
      <translation>تسمية الجملة كلها</translation>
    </message>
    <message>
      <source>Lift {0}</source>
      <translation>رفع {0}</translation>
    </message>
    <message>
      <source>New node over {0}</source>
      <translation>عقدة جديدة فوق {0}</translation>
    </message>
    <message>
      <source>No phrase has the index of {0} any more, so this trace has no antecedent.</source>
      <translation>لم تعد عبارة تحمل فهرس {0}؛ فلا عائد لهذا الأثر.</translation>
    </message>
    <message>
      <source>Relabel {0}</source>
      <translation>تغيير تسمية {0}</translation>
    </message>
    <message>
      <source>Relabel {0} as {1}</source>
      <translation>تغيير تسمية {0} إلى {1}</translation>
    </message>
    <message>
      <source>Remove unary {0}</source>
      <translation>إزالة {0} الأحادية</translation>
    </message>
    <message>
      <source>Select a node first: click on it, or press an arrow key.</source>
      <translation>حدد عقدة أولًا: انقرها أو اضغط مفتاح سهم.</translation>
    </message>
    <message>
      <source>Start a tree as {0}</source>
      <translation>بدء شجرة بوصفها {0}</translation>
    </message>
    <message>
      <source>This file format cannot store constituents. Add a document for them (File), or save as brackets (.mrg).</source>
      <translation>لا تستطيع هذه الصيغة حفظ المكوّنات. أضف لها مستندًا (ملف)، أو احفظ بالأقواس (.mrg).</translation>
    </message>
    <message>
      <source>This sentence already has a tree.</source>
      <translation>لهذه الجملة شجرة.</translation>
    </message>
    <message>
      <source>{0} cannot be attached elsewhere: it or a phrase above it would become discontinuous.</source>
      <translation>لا يمكن إلحاق {0} بمكان آخر: ستصبح هي أو عبارة فوقها غير متصلة.</translation>
    </message>
  </context>
  <context>
    <name>TreeKindSwitch</name>
    <message>
      <source>Show this kind of tree</source>
      <translation>عرض هذا النوع من الأشجار</translation>
    </message>
  </context>
  <context>
    <name>TreeOutline</name>
    <message>
      <source>Label</source>
      <translation>التسمية</translation>
    </message>
    <message>
      <source>Outline of the constituents</source>
      <translation>مخطط المكوّنات</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>no label</source>
      <translation>بلا تسمية</translation>
    </message>
    <message>
      <source>trace {0}</source>
      <translation>أثر {0}</translation>
    </message>
    <message>
      <source>{0}, {1}, child {2} of {3}</source>
      <translation>{0}، {1}، الابن {2} من {3}</translation>
    </message>
    <message>
      <source>{0}, {1}, root</source>
      <translation>{0}، {1}، الجذر</translation>
    </message>
  </context>
  <context>
    <name>TreeStrip</name>
    <message>
      <source>%Ln other head(s)</source>
      <translation>رؤوس أخرى: %Ln</translation>
    </message>
    <message>
      <source>%Ln other phrase(s)</source>
      <translation>عبارات أخرى: %Ln</translation>
    </message>
    <message>
      <source>%Ln phrase(s) fewer</source>
      <translation>عبارات أقل: %Ln</translation>
    </message>
    <message>
      <source>Already annotated. Press N to see the model's suggestion.</source>
      <translation>موسومة من قبل. اضغط N لرؤية اقتراح النموذج.</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>الأفضل</translation>
    </message>
    <message>
      <source>Most probable trees</source>
      <translation>أرجح الأشجار</translation>
    </message>
    <message>
      <source>Parsing …</source>
      <translation>يُعرَب …</translation>
    </message>
    <message>
      <source>other labels</source>
      <translation>تسميات غيرها</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>VocabularyModel</name>
    <message>
      <source>Count</source>
      <translation>العدد</translation>
    </message>
    <message>
      <source>Known</source>
      <translation>المعروف</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>المعنى</translation>
    </message>
    <message>
      <source>Most probable meaning; not confirmed</source>
      <translation>المعنى الأرجح؛ غير مؤكَّد</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>known</source>
      <translation>معروفة</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>غير معروفة</translation>
    </message>
  </context>
  <context>
    <name>VocabularyView</name>
    <message>
      <source> (no words are listed)</source>
      <translation> (لا كلمات مسرودة)</translation>
    </message>
    <message>
      <source>All words</source>
      <translation>كل الكلمات</translation>
    </message>
    <message>
      <source>Anki…</source>
      <translation>Anki…</translation>
    </message>
    <message>
      <source>CSV table</source>
      <translation>جدول CSV</translation>
    </message>
    <message>
      <source>Counting words …</source>
      <translation>تُعدّ الكلمات …</translation>
    </message>
    <message>
      <source>Export the listed words as Anki cards</source>
      <translation>تصدير الكلمات المعروضة بطاقات Anki</translation>
    </message>
    <message>
      <source>Export the listed words as CSV</source>
      <translation>تصدير الكلمات المعروضة بصيغة CSV</translation>
    </message>
    <message>
      <source>Filter of words</source>
      <translation>مرشّح الكلمات</translation>
    </message>
    <message>
      <source>No matches.</source>
      <translation>لا نتائج.</translation>
    </message>
    <message>
      <source>No words are listed.</source>
      <translation>لا كلمات مسرودة.</translation>
    </message>
    <message>
      <source>Not known yet</source>
      <translation>غير معروفة بعد</translation>
    </message>
    <message>
      <source>Occurrences of the word</source>
      <translation>مواضع الكلمة</translation>
    </message>
    <message>
      <source>Save the words as a table</source>
      <translation>حفظ الكلمات جدولًا</translation>
    </message>
    <message>
      <source>Save the words as cards for Anki</source>
      <translation>حفظ الكلمات بطاقاتٍ لـ Anki</translation>
    </message>
    <message>
      <source>Show all words, known or not</source>
      <translation>سردها كلها، معروفة أو لا</translation>
    </message>
    <message>
      <source>Show only words that match, in form or meaning</source>
      <translation>عرض الكلمات المطابقة في صيغتها أو معناها فقط</translation>
    </message>
    <message>
      <source>Table…</source>
      <translation>جدول…</translation>
    </message>
    <message>
      <source>Text for Anki</source>
      <translation>نص لـ Anki</translation>
    </message>
    <message>
      <source>Word or meaning</source>
      <translation>كلمة أو معنى</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>Words appear here when readings are available for the text.</source>
      <translation>تظهر الكلمات هنا حين تتاح قراءات للنص.</translation>
    </message>
    <message>
      <source>{0} words, {1} known ({2:.0%})</source>
      <translation>{0} كلمة، {1} معروفة ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ معروفة</translation>
    </message>
  </context>
  <context>
    <name>WelcomeView</name>
    <message>
      <source>&amp;Get a treebank…</source>
      <translation>أ&amp;حضر بنكًا شجريًّا…</translation>
    </message>
    <message>
      <source>&amp;Keys</source>
      <translation>الم&amp;فاتيح</translation>
    </message>
    <message>
      <source>&amp;Look inside…</source>
      <translation>ا&amp;نظر داخلها…</translation>
    </message>
    <message>
      <source>&amp;New project…</source>
      <translation>مشروع &amp;جديد…</translation>
    </message>
    <message>
      <source>&amp;Open a treebank…</source>
      <translation>ا&amp;فتح بنكًا شجريًّا…</translation>
    </message>
    <message>
      <source>&amp;Read a text…</source>
      <translation>ا&amp;قرأ نصًّا…</translation>
    </message>
    <message>
      <source>A folder with its history, models and texts</source>
      <translation>مجلد بسجله ونماذجه ونصوصه</translation>
    </message>
    <message>
      <source>Annotate a treebank</source>
      <translation>توسيم بنك شجري</translation>
    </message>
    <message>
      <source>Confirm or correct a parser's suggestions. It asks about the least certain ones first.</source>
      <translation>أكّد اقتراحات المحلل أو صحّحها. ويسأل أولًا عن الأقل يقينًا.</translation>
    </message>
    <message>
      <source>Drop a treebank, a text or a project's folder anywhere in this window.</source>
      <translation>أفلت بنكًا شجريًّا أو نصًّا أو مجلد مشروع في أي مكان من هذه النافذة.</translation>
    </message>
    <message>
      <source>English and Arabic sentences to explore</source>
      <translation>جمل إنجليزية وعربية للتجربة</translation>
    </message>
    <message>
      <source>Everything can be done without a mouse</source>
      <translation>كل شيء ممكن بلا فأرة</translation>
    </message>
    <message>
      <source>Files you open appear here.</source>
      <translation>تظهر هنا الملفات التي تفتحها.</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;جولة مع الدليل</translation>
    </message>
    <message>
      <source>Look inside models</source>
      <translation>النظر داخل النماذج</translation>
    </message>
    <message>
      <source>Nine steps through the window, with the sample</source>
      <translation>تسع محطات في النافذة، مع الأمثلة</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>افتح م&amp;شروعًا…</translation>
    </message>
    <message>
      <source>Open your own data</source>
      <translation>افتح بياناتك</translation>
    </message>
    <message>
      <source>Over a hundred languages from Universal Dependencies</source>
      <translation>أكثر من مئة لغة من Universal Dependencies</translation>
    </message>
    <message>
      <source>Paste any text and see meanings, parts of speech and vowels under its words.</source>
      <translation>ألصق أي نص وانظر المعاني وأقسام الكلام والحركات تحت كلماته.</translation>
    </message>
    <message>
      <source>Read a text</source>
      <translation>قراءة نص</translation>
    </message>
    <message>
      <source>Read, annotate and model language. Everything stays on this computer.</source>
      <translation>اقرأ اللغة ووسّمها ونمذجها. كل شيء يبقى على هذا الجهاز.</translation>
    </message>
    <message>
      <source>Recent</source>
      <translation>الأخيرة</translation>
    </message>
    <message>
      <source>Recent projects and treebanks</source>
      <translation>آخر المشاريع والبنوك الشجرية</translation>
    </message>
    <message>
      <source>Several files with a shared history</source>
      <translation>عدة ملفات بسجل واحد</translation>
    </message>
    <message>
      <source>Spectral Workbench</source>
      <translation>Spectral Workbench</translation>
    </message>
    <message>
      <source>Train a model, watch its curves and explore its hidden states.</source>
      <translation>درّب نموذجًا وتابع منحنياته واستكشف حالاته الخفية.</translation>
    </message>
    <message>
      <source>Try the &amp;sample</source>
      <translation>جرّب ال&amp;مثال</translation>
    </message>
  </context>
  <context>
    <name>Window</name>
    <message>
      <source>Constituents</source>
      <translation>المكوّنات</translation>
    </message>
    <message>
      <source>Dependencies</source>
      <translation>التبعيات</translation>
    </message>
    <message>
      <source>No matches</source>
      <translation>لا نتائج</translation>
    </message>
    <message>
      <source>and %Ln more problem(s)</source>
      <translation>و%Ln من المشكلات الأخرى</translation>
    </message>
    <message>
      <source>read only</source>
      <translation>للقراءة فقط</translation>
    </message>
    <message>
      <source>{0} no longer exists</source>
      <translation>لم يعد {0} موجودًا</translation>
    </message>
  </context>
  <context>
    <name>WordMapView</name>
    <message>
      <source> is in class {0}</source>
      <translation> من الصنف {0}</translation>
    </message>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>(edge of the sentence)</source>
      <translation>(طرف الجملة)</translation>
    </message>
    <message>
      <source>A word</source>
      <translation>كلمة</translation>
    </message>
    <message>
      <source>After it</source>
      <translation>بعدها</translation>
    </message>
    <message>
      <source>Before it</source>
      <translation>قبلها</translation>
    </message>
    <message>
      <source>CSV table of the classes</source>
      <translation>جدول CSV للأصناف</translation>
    </message>
    <message>
      <source>Class</source>
      <translation>الصنف</translation>
    </message>
    <message>
      <source>Classes as CSV; the plane as SVG, PDF or PNG</source>
      <translation>الأصناف بصيغة CSV؛ والمستوي بصيغة SVG أو PDF أو PNG</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Nearest words</source>
      <translation>أقرب الكلمات</translation>
    </message>
    <message>
      <source>No word classes yet. Train a {0} model on this text to see them.</source>
      <translation>لا أصناف كلمات بعد. درّب نموذج {0} على هذا النص لرؤيتها.</translation>
    </message>
    <message>
      <source>PDF page</source>
      <translation>صفحة PDF</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>صورة PNG</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>رسم SVG</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>حفظ</translation>
    </message>
    <message>
      <source>Save…</source>
      <translation>حفظ…</translation>
    </message>
    <message>
      <source>The most frequent of {0} in the plane</source>
      <translation>الأشيع من {0} في المستوي</translation>
    </message>
    <message>
      <source>The most frequent words: {0}</source>
      <translation>أشيع الكلمات: {0}</translation>
    </message>
    <message>
      <source>Type or click a word, or press Enter on one, to see the most similar words.</source>
      <translation>اكتب كلمة أو انقرها أو اخترها بـ Enter لرؤية أشبه الكلمات بها.</translation>
    </message>
    <message>
      <source>Typical words</source>
      <translation>كلمات نموذجية</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>Words in the plane</source>
      <translation>الكلمات في المستوي</translation>
    </message>
    <message>
      <source>first principal direction</source>
      <translation>الاتجاه الرئيس الأول</translation>
    </message>
    <message>
      <source>second principal direction</source>
      <translation>الاتجاه الرئيس الثاني</translation>
    </message>
    <message>
      <source>similarity %</source>
      <translation>التشابه %</translation>
    </message>
    <message>
      <source>words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>{0} classes of {1}, the most frequent first</source>
      <translation>{0} صنفًا من {1}، الأشيع أولًا</translation>
    </message>
    <message>
      <source>{0}: {1} %</source>
      <translation>{0}: ‏{1} %</translation>
    </message>
  </context>
  <context>
    <name>WordOutline</name>
    <message>
      <source>Words with their heads</source>
      <translation>الكلمات مع رؤوسها</translation>
    </message>
  </context>
  <context>
    <name>WordTableModel</name>
    <message>
      <source>Head</source>
      <translation>الرأس</translation>
    </message>
    <message>
      <source>Relation</source>
      <translation>العلاقة</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>Word</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>below {0}</source>
      <translation>تحت {0}</translation>
    </message>
    <message>
      <source>no head</source>
      <translation>بلا رأس</translation>
    </message>
    <message>
      <source>root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} of the sentence</source>
      <translation>{0} الجملة</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>WordView</name>
    <message>
      <source>Add</source>
      <translation>أضف</translation>
    </message>
    <message>
      <source>Another feature</source>
      <translation>سمة أخرى</translation>
    </message>
    <message>
      <source>Attach {0} to the root</source>
      <translation>إلحاق {0} بالجذر</translation>
    </message>
    <message>
      <source>Attach {0} to {1}</source>
      <translation>إلحاق {0} بـ {1}</translation>
    </message>
    <message>
      <source>Clear {0} of {1}</source>
      <translation>إفراغ {0} من {1}</translation>
    </message>
    <message>
      <source>Feature {0}</source>
      <translation>السمة {0}</translation>
    </message>
    <message>
      <source>Name=Value</source>
      <translation>اسم=قيمة</translation>
    </message>
    <message>
      <source>New label "{0}". Enter creates it, Esc cancels.</source>
      <translation>تسمية جديدة «{0}». Enter ينشئها وEsc يلغي.</translation>
    </message>
    <message>
      <source>No word selected. Click a word, or press an arrow key in the line of words.</source>
      <translation>لا كلمة محددة. انقر كلمة أو اضغط مفتاح سهم في سطر الكلمات.</translation>
    </message>
    <message>
      <source>No word to edit.</source>
      <translation>لا كلمة هنا للتحرير.</translation>
    </message>
    <message>
      <source>Set {0} of {1} to {2}</source>
      <translation>جعل {0} من {1} {2}</translation>
    </message>
    <message>
      <source>This file format cannot store {0}. Save as CoNLL-U to use it.</source>
      <translation>لا تستطيع هذه الصيغة حفظ {0}. احفظ بصيغة CoNLL-U لاستعماله.</translation>
    </message>
    <message>
      <source>This sentence could not be read and is saved unchanged.</source>
      <translation>تعذّرت قراءة هذه الجملة وتُحفظ بلا تغيير.</translation>
    </message>
    <message>
      <source>Words cannot be edited here. To change one, edit the file.</source>
      <translation>لا تُحرَّر الكلمات هنا. لتغيير كلمة غيّر الملف.</translation>
    </message>
    <message>
      <source>no such word</source>
      <translation>لا كلمة كهذه</translation>
    </message>
    <message>
      <source>not attached</source>
      <translation>غير ملحقة</translation>
    </message>
    <message>
      <source>suggested: {0}</source>
      <translation>مقترح: {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
  </context>
  <context>
    <name>_FoldedPanelStrip</name>
    <message>
      <source>Folded panels at the left</source>
      <translation>لوحات مطوية على اليسار</translation>
    </message>
    <message>
      <source>Folded panels at the right</source>
      <translation>لوحات مطوية على اليمين</translation>
    </message>
  </context>
  <context>
    <name>_Footer</name>
    <message>
      <source># sentence</source>
      <translation># جملة</translation>
    </message>
    <message>
      <source>&gt; command</source>
      <translation>&gt; أمر</translation>
    </message>
    <message>
      <source>@ label</source>
      <translation>@ تسمية</translation>
    </message>
    <message>
      <source>close</source>
      <translation>إغلاق</translation>
    </message>
    <message>
      <source>move</source>
      <translation>تنقّل</translation>
    </message>
    <message>
      <source>run</source>
      <translation>نفّذ</translation>
    </message>
  </context>
  <context>
    <name>actions</name>
    <message>
      <source># Keys</source>
      <translation># المفاتيح</translation>
    </message>
    <message>
      <source>&amp;About</source>
      <translation>&amp;حول</translation>
    </message>
    <message>
      <source>&amp;Accept and go to next</source>
      <translation>ا&amp;قبل وامضِ</translation>
    </message>
    <message>
      <source>&amp;Accept the rest</source>
      <translation>ا&amp;قبل الباقي</translation>
    </message>
    <message>
      <source>&amp;Annotate</source>
      <translation>&amp;توسيم</translation>
    </message>
    <message>
      <source>&amp;Attach elsewhere…</source>
      <translation>ألحق في م&amp;كان آخر…</translation>
    </message>
    <message>
      <source>&amp;Attach to a head…</source>
      <translation>ا&amp;لحق برأس…</translation>
    </message>
    <message>
      <source>&amp;Calibration</source>
      <translation>ال&amp;معايرة</translation>
    </message>
    <message>
      <source>&amp;Compact</source>
      <translation>م&amp;تراص</translation>
    </message>
    <message>
      <source>&amp;Compare</source>
      <translation>&amp;مقارنة</translation>
    </message>
    <message>
      <source>&amp;Constituents</source>
      <translation>الم&amp;كوّنات</translation>
    </message>
    <message>
      <source>&amp;Copy</source>
      <translation>ن&amp;سخ</translation>
    </message>
    <message>
      <source>&amp;Delete the node</source>
      <translation>ا&amp;حذف العقدة</translation>
    </message>
    <message>
      <source>&amp;Dependencies</source>
      <translation>ال&amp;تبعيات</translation>
    </message>
    <message>
      <source>&amp;Detach</source>
      <translation>ا&amp;فصل</translation>
    </message>
    <message>
      <source>&amp;Document order</source>
      <translation>ترتيب ال&amp;مستند</translation>
    </message>
    <message>
      <source>&amp;Edit</source>
      <translation>&amp;تحرير</translation>
    </message>
    <message>
      <source>&amp;Enhanced arcs</source>
      <translation>الأقواس الم&amp;عززة</translation>
    </message>
    <message>
      <source>&amp;Everywhere in this document…</source>
      <translation>في كل هذا ال&amp;مستند…</translation>
    </message>
    <message>
      <source>&amp;Export the tree…</source>
      <translation>&amp;صدّر الشجرة…</translation>
    </message>
    <message>
      <source>&amp;File</source>
      <translation>&amp;ملف</translation>
    </message>
    <message>
      <source>&amp;Fill empty LEMMA, UPOS, XPOS, FEATS in accepted sentences…</source>
      <translation>ام&amp;لأ LEMMA وUPOS وXPOS وFEATS الفارغة في الجمل المقبولة…</translation>
    </message>
    <message>
      <source>&amp;Filter the queue</source>
      <translation>&amp;رشّح الطابور</translation>
    </message>
    <message>
      <source>&amp;Filter the readings</source>
      <translation>&amp;رشّح القراءات</translation>
    </message>
    <message>
      <source>&amp;Find…</source>
      <translation>ا&amp;بحث…</translation>
    </message>
    <message>
      <source>&amp;Fit</source>
      <translation>م&amp;لاءمة</translation>
    </message>
    <message>
      <source>&amp;Fold into rows</source>
      <translation>ا&amp;طوِ في أسطر</translation>
    </message>
    <message>
      <source>&amp;Forbid the arc</source>
      <translation>ا&amp;منع القوس</translation>
    </message>
    <message>
      <source>&amp;Forbid the phrase</source>
      <translation>ا&amp;منع العبارة</translation>
    </message>
    <message>
      <source>&amp;Get a treebank…</source>
      <translation>أ&amp;حضر بنكًا شجريًّا…</translation>
    </message>
    <message>
      <source>&amp;Go</source>
      <translation>ا&amp;نتقال</translation>
    </message>
    <message>
      <source>&amp;Group…</source>
      <translation>ا&amp;جمع…</translation>
    </message>
    <message>
      <source>&amp;Help</source>
      <translation>&amp;مساعدة</translation>
    </message>
    <message>
      <source>&amp;Import a model…</source>
      <translation>ا&amp;ستورد نموذجًا…</translation>
    </message>
    <message>
      <source>&amp;In rows</source>
      <translation>في أس&amp;طر</translation>
    </message>
    <message>
      <source>&amp;Interlinear</source>
      <translation>&amp;بين السطور</translation>
    </message>
    <message>
      <source>&amp;Keep this model for all projects</source>
      <translation>ا&amp;حفظ هذا النموذج لكل المشاريع</translation>
    </message>
    <message>
      <source>&amp;Keys</source>
      <translation>الم&amp;فاتيح</translation>
    </message>
    <message>
      <source>&amp;Label…</source>
      <translation>ال&amp;تسمية…</translation>
    </message>
    <message>
      <source>&amp;Larger interface</source>
      <translation>واجهة أ&amp;كبر</translation>
    </message>
    <message>
      <source>&amp;Least certain first</source>
      <translation>الأقل ي&amp;قينًا أولًا</translation>
    </message>
    <message>
      <source>&amp;Lemma</source>
      <translation>ال&amp;جذع المعجمي</translation>
    </message>
    <message>
      <source>&amp;Lemmas</source>
      <translation>ال&amp;مداخل</translation>
    </message>
    <message>
      <source>&amp;Lock the arc</source>
      <translation>&amp;ثبّت القوس</translation>
    </message>
    <message>
      <source>&amp;Lock the phrase</source>
      <translation>&amp;ثبّت العبارة</translation>
    </message>
    <message>
      <source>&amp;Mark words</source>
      <translation>&amp;علّم الكلمات</translation>
    </message>
    <message>
      <source>&amp;Model</source>
      <translation>ال&amp;نموذج</translation>
    </message>
    <message>
      <source>&amp;Models disagree</source>
      <translation>ا&amp;ختلاف النماذج</translation>
    </message>
    <message>
      <source>&amp;New project…</source>
      <translation>مشروع &amp;جديد…</translation>
    </message>
    <message>
      <source>&amp;Next sentence</source>
      <translation>الجملة ال&amp;تالية</translation>
    </message>
    <message>
      <source>&amp;Next tree</source>
      <translation>الشجرة ال&amp;تالية</translation>
    </message>
    <message>
      <source>&amp;None of these…</source>
      <translation>&amp;لا شيء منها…</translation>
    </message>
    <message>
      <source>&amp;Normal size</source>
      <translation>الحجم ال&amp;عادي</translation>
    </message>
    <message>
      <source>&amp;Open a treebank…</source>
      <translation>ا&amp;فتح بنكًا شجريًّا…</translation>
    </message>
    <message>
      <source>&amp;Other kind of tree</source>
      <translation>نوع ال&amp;شجرة الآخر</translation>
    </message>
    <message>
      <source>&amp;Part of speech</source>
      <translation>&amp;قسم الكلام</translation>
    </message>
    <message>
      <source>&amp;Preferences…</source>
      <translation>الت&amp;فضيلات…</translation>
    </message>
    <message>
      <source>&amp;Previous sentence</source>
      <translation>الجملة ال&amp;سابقة</translation>
    </message>
    <message>
      <source>&amp;Previous tree</source>
      <translation>الشجرة ال&amp;سابقة</translation>
    </message>
    <message>
      <source>&amp;Quit</source>
      <translation>إ&amp;نهاء</translation>
    </message>
    <message>
      <source>&amp;Quiz…</source>
      <translation>ا&amp;ختبار…</translation>
    </message>
    <message>
      <source>&amp;Random order</source>
      <translation>ترتيب &amp;عشوائي</translation>
    </message>
    <message>
      <source>&amp;Read</source>
      <translation>&amp;قراءة</translation>
    </message>
    <message>
      <source>&amp;Redo</source>
      <translation>أ&amp;عد</translation>
    </message>
    <message>
      <source>&amp;Relation…</source>
      <translation>ال&amp;علاقة…</translation>
    </message>
    <message>
      <source>&amp;Remove a model…</source>
      <translation>إ&amp;زالة نموذج…</translation>
    </message>
    <message>
      <source>&amp;Save</source>
      <translation>ا&amp;حفظ</translation>
    </message>
    <message>
      <source>&amp;Search, or run a command…</source>
      <translation>ا&amp;بحث أو نفّذ أمرًا…</translation>
    </message>
    <message>
      <source>&amp;Smaller interface</source>
      <translation>واجهة أ&amp;صغر</translation>
    </message>
    <message>
      <source>&amp;Sounds</source>
      <translation>الأ&amp;صوات</translation>
    </message>
    <message>
      <source>&amp;Start a tree…</source>
      <translation>ا&amp;بدأ شجرة…</translation>
    </message>
    <message>
      <source>&amp;Stop training</source>
      <translation>أو&amp;قف التدريب</translation>
    </message>
    <message>
      <source>&amp;Tools</source>
      <translation>أ&amp;دوات</translation>
    </message>
    <message>
      <source>&amp;Train</source>
      <translation>ت&amp;دريب</translation>
    </message>
    <message>
      <source>&amp;Tree</source>
      <translation>ال&amp;شجرة</translation>
    </message>
    <message>
      <source>&amp;Undo</source>
      <translation>&amp;تراجع</translation>
    </message>
    <message>
      <source>&amp;View</source>
      <translation>&amp;عرض</translation>
    </message>
    <message>
      <source>&amp;Vowels in the words</source>
      <translation>ال&amp;حركات في الكلمات</translation>
    </message>
    <message>
      <source>&amp;Why</source>
      <translation>ل&amp;ماذا</translation>
    </message>
    <message>
      <source>&amp;Words on one line</source>
      <translation>الكلمات على &amp;سطر واحد</translation>
    </message>
    <message>
      <source>&amp;Words…</source>
      <translation>ال&amp;كلمات…</translation>
    </message>
    <message>
      <source>&amp;Zoom out</source>
      <translation>ت&amp;صغير</translation>
    </message>
    <message>
      <source>1, 2, 3, 4</source>
      <translation>1, 2, 3, 4</translation>
    </message>
    <message>
      <source>A&amp;dd to the project…</source>
      <translation>إ&amp;ضافة إلى المشروع…</translation>
    </message>
    <message>
      <source>Accept an&amp;yway</source>
      <translation>اقبل &amp;مع ذلك</translation>
    </message>
    <message>
      <source>Accept and &amp;stay</source>
      <translation>اقبل و&amp;ابقَ</translation>
    </message>
    <message>
      <source>Accept the sentence although heads are missing or uncertain words are unchecked.</source>
      <translation>قبول الجملة رغم نقص رؤوس أو كلمات مشكوك فيها لم تُفحص.</translation>
    </message>
    <message>
      <source>Accept the sentence and go to the next one to annotate.</source>
      <translation>قبول الجملة والانتقال إلى التالية غير المقبولة.</translation>
    </message>
    <message>
      <source>Accept the sentence and stay on it.</source>
      <translation>قبول الجملة والبقاء فيها.</translation>
    </message>
    <message>
      <source>Accept the suggested tree after you have checked every uncertain phrase.</source>
      <translation>قبول الشجرة المقترحة بعد فحص كل عبارة مشكوك فيها.</translation>
    </message>
    <message>
      <source>Accept the suggested tree after you have checked every uncertain word.</source>
      <translation>قبول الشجرة المقترحة بعد فحص كل كلمة مشكوك فيها.</translation>
    </message>
    <message>
      <source>Add a &amp;unary node…</source>
      <translation>أضف عقدة أ&amp;حادية…</translation>
    </message>
    <message>
      <source>Add a cop&amp;y</source>
      <translation>إضافة &amp;نسخة</translation>
    </message>
    <message>
      <source>Add a copy of the open document with its present annotation.</source>
      <translation>إضافة نسخة من المستند المفتوح بتوسيمه الحالي.</translation>
    </message>
    <message>
      <source>Add a document for t&amp;he other kind of tree</source>
      <translation>إضافة مستند لل&amp;نوع الآخر من الشجر</translation>
    </message>
    <message>
      <source>Add a node above this one.</source>
      <translation>وضع عقدة جديدة فوق هذه.</translation>
    </message>
    <message>
      <source>Add files to the open project; they stay where they are.</source>
      <translation>إضافة ملفات إلى المشروع المفتوح؛ وتبقى في مكانها.</translation>
    </message>
    <message>
      <source>Add the selected words to your list of known words, or remove them.</source>
      <translation>إضافة الكلمات المحددة إلى قائمتك أو إزالتها.</translation>
    </message>
    <message>
      <source>Add the word to your list of known words, or remove it.</source>
      <translation>إضافة الكلمة إلى قائمتك أو إزالتها منها.</translation>
    </message>
    <message>
      <source>All &amp;readings</source>
      <translation>كل ال&amp;قراءات</translation>
    </message>
    <message>
      <source>All words, those you do not know, those you do.</source>
      <translation>كل الكلمات، ما لا تعرفه، ما تعرفه.</translation>
    </message>
    <message>
      <source>Annotate</source>
      <translation>التوسيم</translation>
    </message>
    <message>
      <source>Annotate sentence by sentence.</source>
      <translation>التوسيم جملةً جملة.</translation>
    </message>
    <message>
      <source>Annotate the same words with the other kind of tree, in a separate file.</source>
      <translation>توسيم الكلمات نفسها بنوع الشجر الآخر، في ملف مستقل.</translation>
    </message>
    <message>
      <source>Answer</source>
      <translation>الجواب</translation>
    </message>
    <message>
      <source>Answer the most informative questions with Y or N; the sentence is parsed again after each.</source>
      <translation>أجب عن أنفع الأسئلة بـ Y أو N؛ ويُعاد إعراب الجملة بعد كل جواب.</translation>
    </message>
    <message>
      <source>As written, where you point, where the model is unsure, always.</source>
      <translation>كما كُتبت، حيث تشير، حيث يشكّ النموذج، دائمًا.</translation>
    </message>
    <message>
      <source>Ask &amp;questions</source>
      <translation>اطرح أ&amp;سئلة</translation>
    </message>
    <message>
      <source>Ask about another word.</source>
      <translation>السؤال عن كلمة أخرى.</translation>
    </message>
    <message>
      <source>Back, forward</source>
      <translation>رجوع، تقدّم</translation>
    </message>
    <message>
      <source>Begin a line with each sentence.</source>
      <translation>بدء سطر مع كل جملة.</translation>
    </message>
    <message>
      <source>Begin with one node over all words.</source>
      <translation>البدء بعقدة واحدة فوق كل الكلمات.</translation>
    </message>
    <message>
      <source>Below the tree, while digits choose readings.</source>
      <translation>تحت الشجرة، ما دامت الأرقام تأخذ القراءات.</translation>
    </message>
    <message>
      <source>C&amp;ompare two automata</source>
      <translation>&amp;قارن آليتين</translation>
    </message>
    <message>
      <source>Cancel a prompt or a dialog</source>
      <translation>إلغاء مُدخل أو حوار</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>غيّر الم&amp;فاتيح…</translation>
    </message>
    <message>
      <source>Choose a model, active or not, and remove its file.</source>
      <translation>اختيار نموذج، مستخدم أو غير مستخدم، وإزالة ملفه.</translation>
    </message>
    <message>
      <source>Choose a reading, or another head or label from the line below the tree.</source>
      <translation>اختيار قراءة، أو رأس آخر أو علاقة أخرى من السطر الذي تحت الشجرة.</translation>
    </message>
    <message>
      <source>Choose alternative 1</source>
      <translation>خذ الخيار 1</translation>
    </message>
    <message>
      <source>Choose alternative 1 of the line</source>
      <translation>خذ الخيار 1 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 2</source>
      <translation>خذ الخيار 2</translation>
    </message>
    <message>
      <source>Choose alternative 2 of the line</source>
      <translation>خذ الخيار 2 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 3</source>
      <translation>خذ الخيار 3</translation>
    </message>
    <message>
      <source>Choose alternative 3 of the line</source>
      <translation>خذ الخيار 3 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 4</source>
      <translation>خذ الخيار 4</translation>
    </message>
    <message>
      <source>Choose alternative 4 of the line</source>
      <translation>خذ الخيار 4 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 5</source>
      <translation>خذ الخيار 5</translation>
    </message>
    <message>
      <source>Choose alternative 5 of the line</source>
      <translation>خذ الخيار 5 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 6</source>
      <translation>خذ الخيار 6</translation>
    </message>
    <message>
      <source>Choose alternative 6 of the line</source>
      <translation>خذ الخيار 6 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 7</source>
      <translation>خذ الخيار 7</translation>
    </message>
    <message>
      <source>Choose alternative 7 of the line</source>
      <translation>خذ الخيار 7 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 8</source>
      <translation>خذ الخيار 8</translation>
    </message>
    <message>
      <source>Choose alternative 8 of the line</source>
      <translation>خذ الخيار 8 من السطر</translation>
    </message>
    <message>
      <source>Choose alternative 9</source>
      <translation>خذ الخيار 9</translation>
    </message>
    <message>
      <source>Choose alternative 9 of the line</source>
      <translation>خذ الخيار 9 من السطر</translation>
    </message>
    <message>
      <source>Choose and download a treebank of Universal Dependencies.</source>
      <translation>اختيار بنك من Universal Dependencies وتنزيله.</translation>
    </message>
    <message>
      <source>Choose another label for the node.</source>
      <translation>اختيار تسمية أخرى للعقدة.</translation>
    </message>
    <message>
      <source>Choose another parent for the node.</source>
      <translation>اختيار أصل آخر للعقدة.</translation>
    </message>
    <message>
      <source>Choose other keys; conflicts are shown.</source>
      <translation>اختيار مفاتيح أخرى؛ وتُعرض التعارضات.</translation>
    </message>
    <message>
      <source>Choose the head by digit, letters or arrows.</source>
      <translation>اختيار الرأس برقم أو حروف أو أسهم.</translation>
    </message>
    <message>
      <source>Choose the relation of the word to its head.</source>
      <translation>اختيار علاقة الكلمة برأسها.</translation>
    </message>
    <message>
      <source>Compare</source>
      <translation>المقارنة</translation>
    </message>
    <message>
      <source>Constituency tree</source>
      <translation>شجرة المكوّنات</translation>
    </message>
    <message>
      <source>Copy a &amp;diagnosis</source>
      <translation>انسخ ال&amp;تشخيص</translation>
    </message>
    <message>
      <source>Copy as &amp;CoNLL-U</source>
      <translation>انسخ بصيغة &amp;CoNLL-U</translation>
    </message>
    <message>
      <source>Copy as &amp;LaTeX</source>
      <translation>انسخ بصيغة &amp;LaTeX</translation>
    </message>
    <message>
      <source>Copy as &amp;brackets</source>
      <translation>انسخ بال&amp;أقواس</translation>
    </message>
    <message>
      <source>Copy as &amp;text</source>
      <translation>انسخ ك&amp;نص</translation>
    </message>
    <message>
      <source>Copy the constituency tree in brackets.</source>
      <translation>نسخ شجرة المكوّنات بالأقواس.</translation>
    </message>
    <message>
      <source>Copy the sentence as CoNLL-U.</source>
      <translation>نسخ الجملة بصيغة CoNLL-U.</translation>
    </message>
    <message>
      <source>Copy the tree on screen as LaTeX.</source>
      <translation>نسخ الشجرة المعروضة بصيغة LaTeX.</translation>
    </message>
    <message>
      <source>Copy the words of the sentence.</source>
      <translation>نسخ كلمات الجملة.</translation>
    </message>
    <message>
      <source>Copy version information for a bug report.</source>
      <translation>نسخ معلومات الإصدارات لتقرير عن خلل.</translation>
    </message>
    <message>
      <source>Create a project from treebanks.</source>
      <translation>إنشاء مشروع من بنوك شجرية.</translation>
    </message>
    <message>
      <source>Ctrl+wheel</source>
      <translation>Ctrl+العجلة</translation>
    </message>
    <message>
      <source>Dark on light, or light on dark.</source>
      <translation>داكن على فاتح أو فاتح على داكن.</translation>
    </message>
    <message>
      <source>Delete the node; its children move up to its parent.</source>
      <translation>حذف العقدة؛ وترتفع أبناؤها إلى أصلها.</translation>
    </message>
    <message>
      <source>Dependencies or constituents, where a sentence has both.</source>
      <translation>التبعيات أو المكوّنات، حيث للجملة كلتاهما.</translation>
    </message>
    <message>
      <source>Dependency tree</source>
      <translation>شجرة التبعيات</translation>
    </message>
    <message>
      <source>Dict&amp;ionaries…</source>
      <translation>الم&amp;عاجم…</translation>
    </message>
    <message>
      <source>Draw a line from each trace to its antecedent.</source>
      <translation>رسم خط من كل أثر إلى عائده.</translation>
    </message>
    <message>
      <source>Draw words and arcs closer together.</source>
      <translation>كلمات وأقواس أقرب بعضها من بعض.</translation>
    </message>
    <message>
      <source>Draw words on one line or close to their nodes.</source>
      <translation>الكلمات على سطر واحد أو قرب عقدها.</translation>
    </message>
    <message>
      <source>E&amp;xplore</source>
      <translation>ا&amp;ستكشاف</translation>
    </message>
    <message>
      <source>E&amp;xport the model…</source>
      <translation>&amp;صدّر النموذج…</translation>
    </message>
    <message>
      <source>Edit the &amp;word</source>
      <translation>حرّر ال&amp;كلمة</translation>
    </message>
    <message>
      <source>English and Arabic sentences to explore.</source>
      <translation>جمل إنجليزية وعربية للتجربة.</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Enter</translation>
    </message>
    <message>
      <source>Enter a reading, starting from the best one.</source>
      <translation>كتابة قراءة انطلاقًا من أفضل تخمين.</translation>
    </message>
    <message>
      <source>Esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>في كل مكان</translation>
    </message>
    <message>
      <source>Exclude this from the parse.</source>
      <translation>استبعاد هذا من التحليل.</translation>
    </message>
    <message>
      <source>Explain the ranking of the readings.</source>
      <translation>شرح ترتيب القراءات.</translation>
    </message>
    <message>
      <source>Explore</source>
      <translation>الاستكشاف</translation>
    </message>
    <message>
      <source>Explore trained models.</source>
      <translation>استكشاف النماذج المدرَّبة.</translation>
    </message>
    <message>
      <source>Explore: steps</source>
      <translation>الاستكشاف: الخطوات</translation>
    </message>
    <message>
      <source>Export the active parser to a file.</source>
      <translation>تصدير المحلّل النشط إلى ملف.</translation>
    </message>
    <message>
      <source>Export the listed words as CSV.</source>
      <translation>تصدير الكلمات المعروضة بصيغة CSV.</translation>
    </message>
    <message>
      <source>Export the listed words as cards.</source>
      <translation>تصدير الكلمات المعروضة بطاقاتٍ.</translation>
    </message>
    <message>
      <source>Export the runs as CSV or LaTeX.</source>
      <translation>تصدير التجارب بصيغة CSV أو LaTeX.</translation>
    </message>
    <message>
      <source>F&amp;old or unfold</source>
      <translation>ا&amp;طوِ أو انشر</translation>
    </message>
    <message>
      <source>F&amp;ull screen</source>
      <translation>ملء ال&amp;شاشة</translation>
    </message>
    <message>
      <source>Fade words you know, underline the others.</source>
      <translation>تخفيت الكلمات المعروفة وتسطير ما سواها.</translation>
    </message>
    <message>
      <source>Fill what is empty in accepted sentences from the best readings.</source>
      <translation>املأ الفارغ في الجمل المقبولة من أفضل القراءات.</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>ترشيح</translation>
    </message>
    <message>
      <source>Filter or find</source>
      <translation>رشّح أو ابحث</translation>
    </message>
    <message>
      <source>Filter the readings of the word, or open Find.</source>
      <translation>ترشيح قراءات الكلمة أو فتح البحث.</translation>
    </message>
    <message>
      <source>Find</source>
      <translation>البحث</translation>
    </message>
    <message>
      <source>Find &amp;next</source>
      <translation>النتيجة ال&amp;تالية</translation>
    </message>
    <message>
      <source>Find any command by a few letters.</source>
      <translation>إيجاد أي أمر ببضعة حروف.</translation>
    </message>
    <message>
      <source>Find pre&amp;vious</source>
      <translation>النتيجة ال&amp;سابقة</translation>
    </message>
    <message>
      <source>First and last word</source>
      <translation>أول كلمة وآخرها</translation>
    </message>
    <message>
      <source>First and last word of the page</source>
      <translation>أول كلمة في الصفحة وآخرها</translation>
    </message>
    <message>
      <source>Fold all</source>
      <translation>اطوِ الكل</translation>
    </message>
    <message>
      <source>Fr&amp;ee the phrase</source>
      <translation>&amp;حرّر العبارة</translation>
    </message>
    <message>
      <source>Fr&amp;ee the word</source>
      <translation>&amp;حرّر الكلمة</translation>
    </message>
    <message>
      <source>Go from a state or an edge to its sentences</source>
      <translation>الانتقال من حالة أو حافة إلى جملها</translation>
    </message>
    <message>
      <source>Go to the first occurrence of the word</source>
      <translation>الانتقال إلى أول موضع للكلمة</translation>
    </message>
    <message>
      <source>Go to the form of the word.</source>
      <translation>الانتقال إلى صيغة الكلمة.</translation>
    </message>
    <message>
      <source>Go to the next difference.</source>
      <translation>الانتقال إلى الفرق التالي.</translation>
    </message>
    <message>
      <source>Go to the next match.</source>
      <translation>الانتقال إلى النتيجة التالية.</translation>
    </message>
    <message>
      <source>Go to the next page.</source>
      <translation>الانتقال إلى الصفحة التالية.</translation>
    </message>
    <message>
      <source>Go to the next sentence that has a problem.</source>
      <translation>الانتقال إلى الجملة التالية التي فيها مشكلة.</translation>
    </message>
    <message>
      <source>Go to the next sentence that is accepted, but still has a problem.</source>
      <translation>انتقل إلى الجملة التالية المقبولة التي ما زالت فيها مشكلة.</translation>
    </message>
    <message>
      <source>Go to the next underlined phrase.</source>
      <translation>الانتقال إلى العبارة المسطّرة التالية.</translation>
    </message>
    <message>
      <source>Go to the next underlined word.</source>
      <translation>الانتقال إلى الكلمة المسطّرة التالية.</translation>
    </message>
    <message>
      <source>Go to the next word you do not know.</source>
      <translation>الانتقال إلى الكلمة التالية التي لا تعرفها.</translation>
    </message>
    <message>
      <source>Go to the previous match.</source>
      <translation>الانتقال إلى النتيجة السابقة.</translation>
    </message>
    <message>
      <source>Go to the previous one.</source>
      <translation>الانتقال إلى التي قبلها.</translation>
    </message>
    <message>
      <source>Go to the previous page.</source>
      <translation>الانتقال إلى الصفحة السابقة.</translation>
    </message>
    <message>
      <source>Group the selection under a new node.</source>
      <translation>وضع المحدد تحت عقدة جديدة.</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;جولة مع الدليل</translation>
    </message>
    <message>
      <source>Hide all but the upper nodes.</source>
      <translation>إخفاء كل العقد إلا العليا.</translation>
    </message>
    <message>
      <source>Hide the panels at the left, or show them again.</source>
      <translation>إخفاء لوحات البداية أو إظهارها من جديد.</translation>
    </message>
    <message>
      <source>Hide the panels at the right, or show them again.</source>
      <translation>إخفاء لوحات النهاية أو إظهارها من جديد.</translation>
    </message>
    <message>
      <source>Hide the suggestion for a sentence that has heads</source>
      <translation>إخفاء الاقتراح لجملة لها رؤوس</translation>
    </message>
    <message>
      <source>Hide what is below the node.</source>
      <translation>إخفاء ما تحت العقدة.</translation>
    </message>
    <message>
      <source>Home</source>
      <translation>Home</translation>
    </message>
    <message>
      <source>Home, End</source>
      <translation>Home, End</translation>
    </message>
    <message>
      <source>I &amp;know this word</source>
      <translation>أ&amp;عرف هذه الكلمة</translation>
    </message>
    <message>
      <source>I know this word</source>
      <translation>أعرف هذه الكلمة</translation>
    </message>
    <message>
      <source>Import a model from a file for all projects.</source>
      <translation>استيراد نموذج من ملف لكل المشاريع.</translation>
    </message>
    <message>
      <source>In the list: select a reading and choose it</source>
      <translation>في القائمة: تحديد قراءة وأخذها</translation>
    </message>
    <message>
      <source>In the list: the word to the left or right</source>
      <translation>في القائمة: الكلمة إلى اليمين أو اليسار</translation>
    </message>
    <message>
      <source>In the order of the queue.</source>
      <translation>بترتيب الطابور.</translation>
    </message>
    <message>
      <source>In the order of the sentence.</source>
      <translation>بترتيب الجملة.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>Keys that work everywhere need Ctrl, Alt or a function key: others type text in fields.</source>
      <translation>المفاتيح التي تعمل في كل مكان تحتاج إلى Ctrl أو Alt أو مفتاح وظيفة: فغيرها يكتب نصًّا في الحقول.</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>لاحقًا</translation>
    </message>
    <message>
      <source>Left, Right</source>
      <translation>يسار، يمين</translation>
    </message>
    <message>
      <source>Left, Right, Up, Down</source>
      <translation>يسار، يمين، أعلى، أسفل</translation>
    </message>
    <message>
      <source>Lemma, tags, features and meaning in lines below each word.</source>
      <translation>المدخل والوسوم والسمات والمعنى في أسطر تحت كل كلمة.</translation>
    </message>
    <message>
      <source>Letters are commands in trees, outlines, the line of words and the queue; in fields they type text. You can change most keys under Edit, Change keys; keys without a description are fixed.</source>
      <translation>الحروف أوامر في الأشجار والمخططات وسطر الكلمات والطابور؛ وفي الحقول تُكتب نصًّا. ويمكنك تغيير معظم المفاتيح من تحرير، تغيير المفاتيح؛ وما لا وصف له ثابت.</translation>
    </message>
    <message>
      <source>Li&amp;ft</source>
      <translation>ا&amp;رفع</translation>
    </message>
    <message>
      <source>Light or &amp;dark</source>
      <translation>فاتح أو &amp;داكن</translation>
    </message>
    <message>
      <source>Line &amp;by line</source>
      <translation>&amp;سطرًا سطرًا</translation>
    </message>
    <message>
      <source>Line of &amp;words</source>
      <translation>سطر ال&amp;كلمات</translation>
    </message>
    <message>
      <source>Line of words</source>
      <translation>سطر الكلمات</translation>
    </message>
    <message>
      <source>Lines to t&amp;races</source>
      <translation>خطوط إلى الآ&amp;ثار</translation>
    </message>
    <message>
      <source>List all words of the document and those you know.</source>
      <translation>كل كلمات المستند؛ وما تعرفه منها.</translation>
    </message>
    <message>
      <source>Lock or unlock this arc; the rest is parsed again.</source>
      <translation>تثبيت هذا القوس أو تحريره؛ ويُعاد إعراب الباقي.</translation>
    </message>
    <message>
      <source>Lock or unlock this phrase; the rest is parsed again.</source>
      <translation>تثبيت هذه العبارة أو تحريرها؛ ويُعاد إعراب الباقي.</translation>
    </message>
    <message>
      <source>Lock this.</source>
      <translation>تثبيت هذا.</translation>
    </message>
    <message>
      <source>Look &amp;at the word</source>
      <translation>ا&amp;نظر إلى الكلمة</translation>
    </message>
    <message>
      <source>Make it the r&amp;oot</source>
      <translation>اجعلها ال&amp;جذر</translation>
    </message>
    <message>
      <source>Make text and controls larger.</source>
      <translation>تكبير النص وعناصر التحكم.</translation>
    </message>
    <message>
      <source>Make text and controls smaller.</source>
      <translation>تصغير النص وعناصر التحكم.</translation>
    </message>
    <message>
      <source>Make the word the root.</source>
      <translation>جعل الكلمة الجذر.</translation>
    </message>
    <message>
      <source>Manage dictionaries in StarDict and Yomitan format, in any language.</source>
      <translation>إدارة معاجم StarDict وYomitan بأي لغة.</translation>
    </message>
    <message>
      <source>Meanin&amp;g</source>
      <translation>ال&amp;معنى</translation>
    </message>
    <message>
      <source>Measure the calibration of arc probabilities.</source>
      <translation>قياس معايرة احتمالات الأقواس.</translation>
    </message>
    <message>
      <source>Merge the next two states; in Steps, the next step.</source>
      <translation>دمج الحالتين التاليتين؛ وفي الخطوات الخطوة التالية.</translation>
    </message>
    <message>
      <source>Move the node up, out of its parent.</source>
      <translation>رفع العقدة خارج أصلها.</translation>
    </message>
    <message>
      <source>Multiple-choice questions on words of the text.</source>
      <translation>كلمات من النص، لكل منها أربعة أجوبة.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>التالي</translation>
    </message>
    <message>
      <source>Next &amp;difference</source>
      <translation>ال&amp;فرق التالي</translation>
    </message>
    <message>
      <source>Next &amp;merge</source>
      <translation>الد&amp;مج التالي</translation>
    </message>
    <message>
      <source>Next &amp;unknown word</source>
      <translation>الكلمة ال&amp;مجهولة التالية</translation>
    </message>
    <message>
      <source>Next &amp;word</source>
      <translation>ال&amp;كلمة التالية</translation>
    </message>
    <message>
      <source>Next a&amp;ccepted with problems</source>
      <translation>المق&amp;بولة التالية ذات المشكلات</translation>
    </message>
    <message>
      <source>Next alternative &amp;below the phrase</source>
      <translation>التالية ت&amp;حت العبارة</translation>
    </message>
    <message>
      <source>Next alternative &amp;below the word</source>
      <translation>التالية ت&amp;حت الكلمة</translation>
    </message>
    <message>
      <source>Next and previous edge</source>
      <translation>الحافة التالية والسابقة</translation>
    </message>
    <message>
      <source>Next or previous field</source>
      <translation>الحقل التالي أو السابق</translation>
    </message>
    <message>
      <source>Next pa&amp;ge</source>
      <translation>الصفحة التا&amp;لية</translation>
    </message>
    <message>
      <source>Next pro&amp;blem</source>
      <translation>ال&amp;مشكلة التالية</translation>
    </message>
    <message>
      <source>Next uncertain p&amp;hrase</source>
      <translation>العبارة الم&amp;شكوك فيها التالية</translation>
    </message>
    <message>
      <source>Next uncertain wor&amp;d</source>
      <translation>الكلمة الم&amp;شكوك فيها التالية</translation>
    </message>
    <message>
      <source>Nine steps through the window; Esc ends the tour.</source>
      <translation>تسع محطات في النافذة؛ ويُنهي Esc الجولة.</translation>
    </message>
    <message>
      <source>No</source>
      <translation>لا</translation>
    </message>
    <message>
      <source>Noun, verb and so on, under each word.</source>
      <translation>اسم، فعل، وهكذا، تحت كل كلمة.</translation>
    </message>
    <message>
      <source>One row that scrolls, or as many as fit.</source>
      <translation>سطر واحد يُمرَّر، أو بقدر ما يتسع.</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>افتح م&amp;شروعًا…</translation>
    </message>
    <message>
      <source>Open a file of sentences.</source>
      <translation>فتح ملف جمل.</translation>
    </message>
    <message>
      <source>Open the folder of a project.</source>
      <translation>فتح مجلد مشروع.</translation>
    </message>
    <message>
      <source>Order of the &amp;queue</source>
      <translation>ترتيب ال&amp;طابور</translation>
    </message>
    <message>
      <source>Order of the document.</source>
      <translation>ترتيب المستند.</translation>
    </message>
    <message>
      <source>P&amp;rint the tree…</source>
      <translation>ا&amp;طبع الشجرة…</translation>
    </message>
    <message>
      <source>Panels at the l&amp;eft</source>
      <translation>لوحات ال&amp;بداية</translation>
    </message>
    <message>
      <source>Panels at the rig&amp;ht</source>
      <translation>لوحات ال&amp;نهاية</translation>
    </message>
    <message>
      <source>Parse again without this arc.</source>
      <translation>إعادة الإعراب بلا هذا القوس.</translation>
    </message>
    <message>
      <source>Parse again without this phrase.</source>
      <translation>إعادة الإعراب بلا هذه العبارة.</translation>
    </message>
    <message>
      <source>PgUp, PgDown</source>
      <translation>PgUp, PgDown</translation>
    </message>
    <message>
      <source>Play, or stop</source>
      <translation>تشغيل أو إيقاف</translation>
    </message>
    <message>
      <source>Pr&amp;evious page</source>
      <translation>الصفحة السا&amp;بقة</translation>
    </message>
    <message>
      <source>Pre&amp;vious uncertain phrase</source>
      <translation>العبارة المشكوك فيها السا&amp;بقة</translation>
    </message>
    <message>
      <source>Pre&amp;vious uncertain word</source>
      <translation>الكلمة المشكوك فيها السا&amp;بقة</translation>
    </message>
    <message>
      <source>Previous alternative below the phrase</source>
      <translation>السابقة تحت العبارة</translation>
    </message>
    <message>
      <source>Previous alternative below the word</source>
      <translation>السابقة تحت الكلمة</translation>
    </message>
    <message>
      <source>Previous d&amp;ifference</source>
      <translation>الفرق السا&amp;بق</translation>
    </message>
    <message>
      <source>Previous me&amp;rge</source>
      <translation>الدمج ال&amp;سابق</translation>
    </message>
    <message>
      <source>Previous page, next page</source>
      <translation>الصفحة السابقة، الصفحة التالية</translation>
    </message>
    <message>
      <source>Previous un&amp;known word</source>
      <translation>الكلمة الم&amp;جهولة السابقة</translation>
    </message>
    <message>
      <source>Previous w&amp;ord</source>
      <translation>الكلمة الساب&amp;قة</translation>
    </message>
    <message>
      <source>Print the tree on screen.</source>
      <translation>طباعة الشجرة المعروضة.</translation>
    </message>
    <message>
      <source>Questions</source>
      <translation>الأسئلة</translation>
    </message>
    <message>
      <source>Queue</source>
      <translation>الطابور</translation>
    </message>
    <message>
      <source>Queue, words and trees</source>
      <translation>الطابور والكلمات والأشجار</translation>
    </message>
    <message>
      <source>Quit the program; your annotation is saved in the journal.</source>
      <translation>إنهاء البرنامج؛ وتوسيمك محفوظ في اليومية.</translation>
    </message>
    <message>
      <source>Quiz</source>
      <translation>الاختبار</translation>
    </message>
    <message>
      <source>Random order, the same every time.</source>
      <translation>الترتيب العشوائي نفسه في كل مرة.</translation>
    </message>
    <message>
      <source>Read</source>
      <translation>القراءة</translation>
    </message>
    <message>
      <source>Read a &amp;text…</source>
      <translation>اقرأ ن&amp;صًّا…</translation>
    </message>
    <message>
      <source>Read how to use the program.</source>
      <translation>قراءة كيفية استعمال البرنامج.</translation>
    </message>
    <message>
      <source>Read the running text.</source>
      <translation>قراءة النص متصلًا.</translation>
    </message>
    <message>
      <source>Readin&amp;g</source>
      <translation>القرا&amp;ءة</translation>
    </message>
    <message>
      <source>Readin&amp;gs</source>
      <translation>ال&amp;قراءات</translation>
    </message>
    <message>
      <source>Readings, from words and trees</source>
      <translation>القراءات، من الكلمات والأشجار</translation>
    </message>
    <message>
      <source>Redo the last undone step.</source>
      <translation>إعادة آخر خطوة تُراجع عنها.</translation>
    </message>
    <message>
      <source>Remo&amp;ve from the project</source>
      <translation>إ&amp;خراج من المشروع</translation>
    </message>
    <message>
      <source>Remove the head of the word.</source>
      <translation>إزالة رأس الكلمة.</translation>
    </message>
    <message>
      <source>Remove the locks of the word.</source>
      <translation>إزالة تثبيتات الكلمة.</translation>
    </message>
    <message>
      <source>Remove the locks of these words.</source>
      <translation>إزالة تثبيتات هذه الكلمات.</translation>
    </message>
    <message>
      <source>Remove the open document from the project; its file and annotation remain.</source>
      <translation>إزالة المستند المفتوح من المشروع؛ ويبقى ملفه وتوسيمه.</translation>
    </message>
    <message>
      <source>Remove the u&amp;nary node</source>
      <translation>أزل العقدة الأح&amp;ادية</translation>
    </message>
    <message>
      <source>Remove this node with a single child.</source>
      <translation>إزالة العقدة ذات هذا الابن الوحيد.</translation>
    </message>
    <message>
      <source>Reset all panels to their default positions.</source>
      <translation>إعادة كل اللوحات إلى مواضعها الافتراضية.</translation>
    </message>
    <message>
      <source>Reset the la&amp;yout</source>
      <translation>أعد ال&amp;ترتيب الأول</translation>
    </message>
    <message>
      <source>Restart the en&amp;gine</source>
      <translation>إعادة تشغيل المح&amp;رك</translation>
    </message>
    <message>
      <source>Review other occurrences of the word and give them this reading.</source>
      <translation>مراجعة مواضع الكلمة الأخرى وإعطاؤها هذه القراءة.</translation>
    </message>
    <message>
      <source>S&amp;uggested trees</source>
      <translation>الأشجار ال&amp;مقترحة</translation>
    </message>
    <message>
      <source>Save &amp;as…</source>
      <translation>احفظ &amp;باسم…</translation>
    </message>
    <message>
      <source>Save &amp;words as a table…</source>
      <translation>احفظ الكلمات &amp;جدولًا…</translation>
    </message>
    <message>
      <source>Save a&amp;ll</source>
      <translation>احفظ ال&amp;كل</translation>
    </message>
    <message>
      <source>Save all files of the project.</source>
      <translation>حفظ كل ملفات المشروع.</translation>
    </message>
    <message>
      <source>Save the &amp;automaton…</source>
      <translation>احفظ ال&amp;آلية…</translation>
    </message>
    <message>
      <source>Save the &amp;curves…</source>
      <translation>احفظ ال&amp;منحنيات…</translation>
    </message>
    <message>
      <source>Save the &amp;spectrum…</source>
      <translation>احفظ ال&amp;طيف…</translation>
    </message>
    <message>
      <source>Save the &amp;table of runs…</source>
      <translation>احفظ &amp;جدول التجارب…</translation>
    </message>
    <message>
      <source>Save the sentences to another file.</source>
      <translation>حفظ الجمل في ملف آخر.</translation>
    </message>
    <message>
      <source>Save the sentences to their file.</source>
      <translation>حفظ الجمل في ملفها.</translation>
    </message>
    <message>
      <source>Save words for A&amp;nki…</source>
      <translation>احفظ الكلمات لـ A&amp;nki…</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>ابحث عن</translation>
    </message>
    <message>
      <source>Search for words, tags, labels and structures.</source>
      <translation>البحث عن كلمات ووسوم وتسميات وبنى.</translation>
    </message>
    <message>
      <source>Select several nodes or words</source>
      <translation>تحديد عدة عقد أو كلمات</translation>
    </message>
    <message>
      <source>Select several words</source>
      <translation>تحديد عدة كلمات</translation>
    </message>
    <message>
      <source>Sentences that the model is least certain about first.</source>
      <translation>الجمل التي يشكّ فيها النموذج أكثر أولًا.</translation>
    </message>
    <message>
      <source>Sentences with most differences between two models' trees first.</source>
      <translation>الجمل الأكثر اختلافًا بين شجرتي نموذجين أولًا.</translation>
    </message>
    <message>
      <source>Shift+Left, Shift+Right</source>
      <translation>Shift+يسار, Shift+يمين</translation>
    </message>
    <message>
      <source>Show a second automaton, of another model or with other settings.</source>
      <translation>عرض آلية ثانية لنموذج آخر أو بإعدادات أخرى.</translation>
    </message>
    <message>
      <source>Show a wide tree in several rows or in one that scrolls.</source>
      <translation>شجرة عريضة في أسطر، أو في سطر واحد يُمرَّر.</translation>
    </message>
    <message>
      <source>Show all keys by panel.</source>
      <translation>عرض كل المفاتيح بحسب اللوحات.</translation>
    </message>
    <message>
      <source>Show all readings on the card.</source>
      <translation>عرض كل القراءات على البطاقة.</translation>
    </message>
    <message>
      <source>Show every node.</source>
      <translation>عرض كل العقد.</translation>
    </message>
    <message>
      <source>Show only the tree or the text, enlarged, for teaching.</source>
      <translation>الشجرة أو النص وحدهما، كبيرين، للصف.</translation>
    </message>
    <message>
      <source>Show the enhanced graph below the words.</source>
      <translation>عرض الرسم المعزز تحت الكلمات.</translation>
    </message>
    <message>
      <source>Show the evidence for the correct answer.</source>
      <translation>عرض أدلة الجواب الصحيح.</translation>
    </message>
    <message>
      <source>Show the evidence for the first reading of the word.</source>
      <translation>عرض أدلة القراءة الأولى للكلمة.</translation>
    </message>
    <message>
      <source>Show the lemma below each word.</source>
      <translation>عرض المدخل تحت كل كلمة.</translation>
    </message>
    <message>
      <source>Show the next best subtree for these words; the rest stays.</source>
      <translation>عرض الشجرة التالية فوق هذه الكلمات؛ ويبقى الباقي.</translation>
    </message>
    <message>
      <source>Show the next best subtree of this word; the rest stays.</source>
      <translation>عرض الشجرة الفرعية التالية لهذه الكلمة؛ ويبقى الباقي.</translation>
    </message>
    <message>
      <source>Show the next best tree of the model.</source>
      <translation>عرض الشجرة التالية في الترتيب عند النموذج.</translation>
    </message>
    <message>
      <source>Show the one before.</source>
      <translation>عرض التي قبلها.</translation>
    </message>
    <message>
      <source>Show the previous subtree of this word.</source>
      <translation>عرض الشجرة الفرعية السابقة لهذه الكلمة.</translation>
    </message>
    <message>
      <source>Show the previous, better tree.</source>
      <translation>عرض الشجرة الأفضل قبلها.</translation>
    </message>
    <message>
      <source>Show the tree at 100 %.</source>
      <translation>عرض الشجرة بنسبة 100 %.</translation>
    </message>
    <message>
      <source>Show the tree larger.</source>
      <translation>عرض الشجرة أكبر.</translation>
    </message>
    <message>
      <source>Show the tree smaller.</source>
      <translation>عرض الشجرة أصغر.</translation>
    </message>
    <message>
      <source>Show the whole tree.</source>
      <translation>عرض الشجرة كلها.</translation>
    </message>
    <message>
      <source>Show the word's most probable readings next to it.</source>
      <translation>عرض أرجح قراءات الكلمة بجانبها.</translation>
    </message>
    <message>
      <source>Show this list.</source>
      <translation>عرض هذه القائمة.</translation>
    </message>
    <message>
      <source>Show this suggested tree.</source>
      <translation>عرض هذه الشجرة المقترحة.</translation>
    </message>
    <message>
      <source>Show tree 1</source>
      <translation>عرض الشجرة 1</translation>
    </message>
    <message>
      <source>Show tree 2</source>
      <translation>عرض الشجرة 2</translation>
    </message>
    <message>
      <source>Show tree 3</source>
      <translation>عرض الشجرة 3</translation>
    </message>
    <message>
      <source>Show tree 4</source>
      <translation>عرض الشجرة 4</translation>
    </message>
    <message>
      <source>Skip to another question.</source>
      <translation>الانتقال إلى سؤال آخر.</translation>
    </message>
    <message>
      <source>Space</source>
      <translation>المسافة</translation>
    </message>
    <message>
      <source>Space, Shift+Space</source>
      <translation>المسافة، Shift+المسافة</translation>
    </message>
    <message>
      <source>Split a text into words, look them up and read it.</source>
      <translation>تقسيم نص إلى كلمات والبحث عنها وقراءته.</translation>
    </message>
    <message>
      <source>Stop questions</source>
      <translation>إنهاء الأسئلة</translation>
    </message>
    <message>
      <source>Stop the engine's work and restart it.</source>
      <translation>إيقاف عمل المحرك وتشغيله من جديد.</translation>
    </message>
    <message>
      <source>Stop training; the unfinished model is discarded.</source>
      <translation>إيقاف التدريب؛ ويُهمل النموذج غير المكتمل.</translation>
    </message>
    <message>
      <source>Suggest with this model in all texts that it fits.</source>
      <translation>استعمال هذا النموذج في كل النصوص التي يناسبها.</translation>
    </message>
    <message>
      <source>Suggested p&amp;hrases</source>
      <translation>ال&amp;عبارات المقترحة</translation>
    </message>
    <message>
      <source>Tab, Shift+Tab</source>
      <translation>Tab, Shift+Tab</translation>
    </message>
    <message>
      <source>The arrow keys move in lists and trees.</source>
      <translation>مفاتيح الأسهم تتنقل في القوائم والأشجار.</translation>
    </message>
    <message>
      <source>The head; the first dependent</source>
      <translation>الرأس؛ أول تابع</translation>
    </message>
    <message>
      <source>The lemma, under each word.</source>
      <translation>المدخل المعجمي، تحت كل كلمة.</translation>
    </message>
    <message>
      <source>The meaning, under each word.</source>
      <translation>المعنى، تحت كل كلمة.</translation>
    </message>
    <message>
      <source>The node to the left or right</source>
      <translation>العقدة إلى اليمين أو اليسار</translation>
    </message>
    <message>
      <source>The parent; the first child</source>
      <translation>الأصل؛ أول ابن</translation>
    </message>
    <message>
      <source>The root; a word</source>
      <translation>الجذر؛ كلمة</translation>
    </message>
    <message>
      <source>The state on that side</source>
      <translation>الحالة في تلك الجهة</translation>
    </message>
    <message>
      <source>The state where sequences start</source>
      <translation>الحالة التي تبدأ عندها المتتاليات</translation>
    </message>
    <message>
      <source>The transliteration, under each word.</source>
      <translation>النقل الصوتي، تحت كل كلمة.</translation>
    </message>
    <message>
      <source>The tree of the sentence.</source>
      <translation>شجرة الجملة.</translation>
    </message>
    <message>
      <source>The word on that side of the screen</source>
      <translation>الكلمة في تلك الجهة من الشاشة</translation>
    </message>
    <message>
      <source>The word to the left or right</source>
      <translation>الكلمة إلى اليمين أو اليسار</translation>
    </message>
    <message>
      <source>The word with its vowels, under each word.</source>
      <translation>الكلمة بحركاتها، تحت كل كلمة.</translation>
    </message>
    <message>
      <source>The words of the sentence in a line above its tree.</source>
      <translation>كلمات الجملة في سطر فوق شجرتها.</translation>
    </message>
    <message>
      <source>Theme, sizes and your name.</source>
      <translation>السمة والأحجام واسمك.</translation>
    </message>
    <message>
      <source>This key always leaves a field or a dialog.</source>
      <translation>هذا المفتاح يغادر دائمًا حقلًا أو حوارًا.</translation>
    </message>
    <message>
      <source>This panel always uses the key for “{0}”.</source>
      <translation>تستعمل هذه اللوحة المفتاح دائمًا لـ «{0}».</translation>
    </message>
    <message>
      <source>To the start, to the end</source>
      <translation>إلى البداية، إلى النهاية</translation>
    </message>
    <message>
      <source>Train</source>
      <translation>التدريب</translation>
    </message>
    <message>
      <source>Train a model with these settings.</source>
      <translation>تدريب نموذج بهذه الإعدادات.</translation>
    </message>
    <message>
      <source>Train a re-r&amp;anker…</source>
      <translation>درّب مُعيد تر&amp;تيب…</translation>
    </message>
    <message>
      <source>Train a re-ranker for the trees of the active parser.</source>
      <translation>تدريب مُعيد ترتيب لأشجار المحلّل النشط.</translation>
    </message>
    <message>
      <source>Train models and watch their curves.</source>
      <translation>تدريب النماذج ومتابعة منحنياتها.</translation>
    </message>
    <message>
      <source>Train: curves</source>
      <translation>التدريب: المنحنيات</translation>
    </message>
    <message>
      <source>Train: runs</source>
      <translation>التدريب: التجارب</translation>
    </message>
    <message>
      <source>Train: settings</source>
      <translation>التدريب: الإعدادات</translation>
    </message>
    <message>
      <source>Try the sa&amp;mple</source>
      <translation>جرّب ال&amp;مثال</translation>
    </message>
    <message>
      <source>Two versions side by side.</source>
      <translation>نسختان جنبًا إلى جنب.</translation>
    </message>
    <message>
      <source>Type a tag, a meaning, a lemma or a form.</source>
      <translation>اكتب وسمًا أو معنى أو مدخلًا أو صيغة.</translation>
    </message>
    <message>
      <source>Type a word or a meaning.</source>
      <translation>اكتب كلمة أو معنى.</translation>
    </message>
    <message>
      <source>Type words that sentences must contain.</source>
      <translation>كتابة كلمات يجب أن تحويها الجمل.</translation>
    </message>
    <message>
      <source>Undo the last merge; in Steps, the previous step.</source>
      <translation>التراجع عن آخر دمج؛ وفي الخطوات الخطوة السابقة.</translation>
    </message>
    <message>
      <source>Undo the last step, in whichever sentence it was.</source>
      <translation>التراجع عن آخر خطوة في أي جملة كانت.</translation>
    </message>
    <message>
      <source>Unfold all</source>
      <translation>انشر الكل</translation>
    </message>
    <message>
      <source>Up, Down</source>
      <translation>أعلى، أسفل</translation>
    </message>
    <message>
      <source>Up, Down, Enter</source>
      <translation>أعلى، أسفل، Enter</translation>
    </message>
    <message>
      <source>V&amp;ocalised below</source>
      <translation>م&amp;شكولة تحتها</translation>
    </message>
    <message>
      <source>Version, authors and licences.</source>
      <translation>الإصدار والمؤلفون والرخص.</translation>
    </message>
    <message>
      <source>Wh&amp;y this ranking</source>
      <translation>ل&amp;ماذا هذا الترتيب</translation>
    </message>
    <message>
      <source>Why</source>
      <translation>لماذا</translation>
    </message>
    <message>
      <source>Words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>Write it as a figure, DOT or TikZ.</source>
      <translation>كتابتها شكلًا أو DOT أو TikZ.</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG.</source>
      <translation>كتابة الشكل بصيغة SVG أو PDF أو PNG.</translation>
    </message>
    <message>
      <source>Write the tree on screen as SVG, PDF, PNG or LaTeX.</source>
      <translation>كتابة الشجرة المعروضة بصيغة SVG أو PDF أو PNG أو LaTeX.</translation>
    </message>
    <message>
      <source>Yes</source>
      <translation>نعم</translation>
    </message>
    <message>
      <source>Zoom &amp;in</source>
      <translation>&amp;تكبير</translation>
    </message>
    <message>
      <source>Zoom the tree</source>
      <translation>تكبير الشجرة</translation>
    </message>
  </context>
  <context>
    <name>automata</name>
    <message>
      <source>State {number}: {visits} visits</source>
      <translation>الحالة {number}: {visits} زيارة</translation>
    </message>
    <message>
      <source>and {more} more</source>
      <translation>و{more} غيرها</translation>
    </message>
    <message>
      <source>{count} leave the automaton from {source}</source>
      <translation>{count} تغادر الآلية من {source}</translation>
    </message>
    <message>
      <source>{lost} leave the automaton here</source>
      <translation>{lost} تغادر الآلية هنا</translation>
    </message>
    <message>
      <source>{share} of the sequences end here</source>
      <translation>{share} من المتتاليات تنتهي هنا</translation>
    </message>
  </context>
  <context>
    <name>dependencies</name>
    <message>
      <source>Forbidden below {0}; free the word to allow it again</source>
      <translation>ممنوع تحت {0}؛ حرّر الكلمة للسماح به من جديد</translation>
    </message>
    <message>
      <source>locked</source>
      <translation>مثبّت</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
  </context>
  <context>
    <name>exploring</name>
    <message>
      <source>0: the {0} initial clusters</source>
      <translation>0: العناقيد الأولى {0}</translation>
    </message>
    <message>
      <source>; differs</source>
      <translation>؛ مختلف</translation>
    </message>
    <message>
      <source>; stop {0}</source>
      <translation>؛ توقف {0}</translation>
    </message>
    <message>
      <source>Edge {0} → {1}</source>
      <translation>الحافة {0} → {1}</translation>
    </message>
    <message>
      <source>Edge {0} → {1}: {2}{3}</source>
      <translation>الحافة {0} → {1}: {2}{3}</translation>
    </message>
    <message>
      <source>No edge for the next symbol from state {0}</source>
      <translation>لا حافة للرمز التالي من الحالة {0}</translation>
    </message>
    <message>
      <source>Out of {0}: {1}{2}</source>
      <translation>من {0}: {1}{2}</translation>
    </message>
    <message>
      <source>Prefixes with their counts ({0}):</source>
      <translation>البادئات بأعدادها ({0}):</translation>
    </message>
    <message>
      <source>State {0}</source>
      <translation>الحالة {0}</translation>
    </message>
    <message>
      <source>State {0}: {1}{2}</source>
      <translation>الحالة {0}: {1}{2}</translation>
    </message>
    <message>
      <source>Stop: {0}</source>
      <translation>التوقف: {0}</translation>
    </message>
    <message>
      <source>Symbols, with frequencies and counts:</source>
      <translation>الرموز بتواتراتها وأعدادها:</translation>
    </message>
    <message>
      <source>after {0}{1}</source>
      <translation>بعد {0}{1}</translation>
    </message>
    <message>
      <source>and {0} more</source>
      <translation>و{0} غيرها</translation>
    </message>
    <message>
      <source>deterministic</source>
      <translation>حتمية</translation>
    </message>
    <message>
      <source>no sequence ends after: {0}</source>
      <translation>لا متتالية تنتهي بعد: {0}</translation>
    </message>
    <message>
      <source>not deterministic yet</source>
      <translation>ليست حتمية بعد</translation>
    </message>
    <message>
      <source>not reached from the start: {0}</source>
      <translation>لا يُوصل إليها من البداية: {0}</translation>
    </message>
    <message>
      <source>rank {0} of {1}: {2} of {3} heads differ from rank {1}</source>
      <translation>الرتبة {0} من {1}: يختلف {2} من {3} رأسًا عن الرتبة {1}</translation>
    </message>
    <message>
      <source>rank {0} of {1}: {2} of {3} phrases differ from rank {1}</source>
      <translation>الرتبة {0} من {1}: يختلف {2} من {3} عبارة عن الرتبة {1}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} % of them leave</source>
      <translation>{0} % منها تغادر</translation>
    </message>
    <message>
      <source>{0} edge(s)</source>
      <translation>الحواف: {0}</translation>
    </message>
    <message>
      <source>{0} invalid sum(s) in this sentence</source>
      <translation>مجاميع غير صالحة في هذه الجملة: {0}</translation>
    </message>
    <message>
      <source>{0} leave the automaton here</source>
      <translation>{0} تغادر الآلية هنا</translation>
    </message>
    <message>
      <source>{0} of all visits</source>
      <translation>{0} من كل الزيارات</translation>
    </message>
    <message>
      <source>{0} of the visits to state {1}</source>
      <translation>{0} من زيارات الحالة {1}</translation>
    </message>
    <message>
      <source>{0} of {1} agree with the annotation</source>
      <translation>{0} من {1} توافق التوسيم</translation>
    </message>
    <message>
      <source>{0} passage(s)</source>
      <translation>المرور: {0}</translation>
    </message>
    <message>
      <source>{0} sequence(s)</source>
      <translation>المتتاليات: {0}</translation>
    </message>
    <message>
      <source>{0} state(s)</source>
      <translation>الحالات: {0}</translation>
    </message>
    <message>
      <source>{0} stopping score(s) clipped in this sentence</source>
      <translation>درجات توقف مقصوصة في هذه الجملة: {0}</translation>
    </message>
    <message>
      <source>{0} training sequence(s) of modifiers without a positive score</source>
      <translation>متتاليات تدريب بلا درجة موجبة: {0}</translation>
    </message>
    <message>
      <source>{0} visit(s)</source>
      <translation>الزيارات: {0}</translation>
    </message>
    <message>
      <source>{0} {1} below {2}{3}</source>
      <translation>{0} {1} تحت {2}{3}</translation>
    </message>
    <message>
      <source>{0}: merge {1} into {2}, since {3} leads from {4} to both ({5}: {6}; {7}: {8})</source>
      <translation>{0}: دمج {1} في {2}، لأن {3} تقود من {4} إلى كلتيهما ({5}: {6}؛ {7}: {8})</translation>
    </message>
  </context>
  <context>
    <name>messages</name>
    <message>
      <source>A bug</source>
      <translation>خلل</translation>
    </message>
    <message>
      <source>A bug, {0} times</source>
      <translation>خلل، {0} مرات</translation>
    </message>
    <message>
      <source>A workbench to annotate and read treebanks and to explore spectral models.

Under the MIT licence. With Qt (LGPL) and the font Noto Naskh Arabic (OFL).</source>
      <translation>منضدة عمل لتوسيم البنوك الشجرية وقراءتها واستكشاف النماذج الطيفية.

برخصة MIT. مع Qt ‏(LGPL) وخط Noto Naskh Arabic ‏(OFL).</translation>
    </message>
    <message>
      <source>About</source>
      <translation>حول</translation>
    </message>
    <message>
      <source>An unexpected error occurred. This is a bug; your edits are safe and you can go on working. Please report it with the text below.</source>
      <translation>حدث خطأ غير متوقع. تعديلاتك محفوظة ويمكنك متابعة العمل. أبلغ عنه من فضلك مع النص أدناه.</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>مساعدة</translation>
    </message>
    <message>
      <source>Page</source>
      <translation>صفحة</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>الصفحات</translation>
    </message>
    <message>
      <source>Spectral Workbench, {0}</source>
      <translation>Spectral Workbench، {0}</translation>
    </message>
    <message>
      <source>from source</source>
      <translation>من المصدر</translation>
    </message>
  </context>
  <context>
    <name>methods</name>
    <message>
      <source>Arc parser</source>
      <translation>محلّل الأقواس</translation>
    </message>
    <message>
      <source>Bracket inducer</source>
      <translation>مستنبط الأقواس</translation>
    </message>
    <message>
      <source>Branching baselines</source>
      <translation>خطوط أساس التفرّع</translation>
    </message>
    <message>
      <source>Constituent-context model</source>
      <translation>نموذج المكوّن والسياق</translation>
    </message>
    <message>
      <source>Hidden Markov model</source>
      <translation>نموذج ماركوف الخفي</translation>
    </message>
    <message>
      <source>Hidden tree Markov model</source>
      <translation>نموذج ماركوف الخفي على الأشجار</translation>
    </message>
    <message>
      <source>Latent class bigram model</source>
      <translation>نموذج ثنائيات بأصناف كامنة</translation>
    </message>
    <message>
      <source>Latent-variable PCFG</source>
      <translation>نحو PCFG بمتغيرات كامنة</translation>
    </message>
    <message>
      <source>Latent-variable dependency grammar</source>
      <translation>نحو التبعية بمتغيرات كامنة</translation>
    </message>
    <message>
      <source>Metric bracketer</source>
      <translation>واضع الأقواس بالمسافات</translation>
    </message>
    <message>
      <source>N-gram model</source>
      <translation>نموذج n-gram</translation>
    </message>
    <message>
      <source>Part-of-speech tagger</source>
      <translation>واسم أقسام الكلام</translation>
    </message>
    <message>
      <source>Pipeline</source>
      <translation>سلسلة معالجة</translation>
    </message>
    <message>
      <source>Ranker of readings</source>
      <translation>مرتّب القراءات</translation>
    </message>
    <message>
      <source>Split head automata</source>
      <translation>أوتوماتات الرأس المقسومة</translation>
    </message>
    <message>
      <source>Tokeniser and sentence splitter</source>
      <translation>مقطِّع الكلمات والجمل</translation>
    </message>
    <message>
      <source>Tree re-ranker</source>
      <translation>مُعيد ترتيب الأشجار</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>عناقيد الكلمات</translation>
    </message>
    <message>
      <source>Word embeddings</source>
      <translation>متجهات الكلمات</translation>
    </message>
  </context>
  <context>
    <name>plain</name>
    <message>
      <source>possessor: {0}</source>
      <translation>المالك: {0}</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>plots</name>
    <message>
      <source>PDF page</source>
      <translation>صفحة PDF</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>صورة PNG</translation>
    </message>
    <message>
      <source>SVG drawing</source>
      <translation>رسم SVG</translation>
    </message>
    <message>
      <source>Save figure</source>
      <translation>حفظ الشكل</translation>
    </message>
  </context>
  <context>
    <name>reasons</name>
    <message>
      <source>%Ln other element(s)</source>
      <translation>%Ln من العناصر الأخرى</translation>
    </message>
    <message>
      <source>%Ln smaller one(s)</source>
      <translation>%Ln أصغر</translation>
    </message>
    <message>
      <source>No evidence for either.</source>
      <translation>لا دليل لأي منهما.</translation>
    </message>
    <message>
      <source>No evidence for this reading.</source>
      <translation>لا دليل لهذه القراءة.</translation>
    </message>
    <message>
      <source>Why this one</source>
      <translation>لماذا هذه</translation>
    </message>
    <message>
      <source>Why this one ranks higher</source>
      <translation>لماذا هذه أعلى</translation>
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
      <translation>هامش {0:.2f} لا يعلّم أي كلمة.</translation>
    </message>
    <message>
      <source>A margin of {0:.2f} flags {1:.0%} of wrong heads (recall); {2:.0%} of flagged heads are wrong (precision).</source>
      <translation>هامش {0:.2f} يعلّم {1:.0%} من الرؤوس الخاطئة (الاستدعاء)؛ و{2:.0%} من المعلَّمة خاطئة (الدقة).</translation>
    </message>
    <message>
      <source>E1, Arabic script</source>
      <translation>E1، الخط العربي</translation>
    </message>
    <message>
      <source>E1, first reading wrong</source>
      <translation>E1، القراءة الأولى خاطئة</translation>
    </message>
    <message>
      <source>E2, Arabic script</source>
      <translation>E2، الخط العربي</translation>
    </message>
    <message>
      <source>E2, first two readings wrong</source>
      <translation>E2، القراءتان الأوليان خاطئتان</translation>
    </message>
    <message>
      <source>F1</source>
      <translation>F1</translation>
    </message>
    <message>
      <source>F1 on at most 100 sentences</source>
      <translation>F1 على 100 جملة على الأكثر</translation>
    </message>
    <message>
      <source>F1, failed sentences counted</source>
      <translation>F1 مع عدّ الجمل المتعذرة</translation>
    </message>
    <message>
      <source>F1, up to 40 words</source>
      <translation>F1، حتى 40 كلمة</translation>
    </message>
    <message>
      <source>LAS</source>
      <translation>LAS</translation>
    </message>
    <message>
      <source>LAS without punctuation</source>
      <translation>LAS بلا علامات الترقيم</translation>
    </message>
    <message>
      <source>LAS without subtypes, F1</source>
      <translation>LAS بلا أنواع فرعية، F1</translation>
    </message>
    <message>
      <source>LAS, F1</source>
      <translation>LAS، F1</translation>
    </message>
    <message>
      <source>No wrong heads.</source>
      <translation>لا رؤوس خاطئة.</translation>
    </message>
    <message>
      <source>On held-out text, a margin of {0:.2f} flags {1:.0%} of wrong first readings (recall); {2:.0%} of flagged words are wrong (precision).</source>
      <translation>على نص محتجز يعلّم هامش {0:.2f} ‏{1:.0%} من القراءات الأولى الخاطئة (الاستدعاء)؛ و{2:.0%} من المعلَّمة خاطئة (الدقة).</translation>
    </message>
    <message>
      <source>UAS</source>
      <translation>UAS</translation>
    </message>
    <message>
      <source>UAS on at most 100 sentences</source>
      <translation>UAS على 100 جملة على الأكثر</translation>
    </message>
    <message>
      <source>UAS without punctuation</source>
      <translation>UAS بلا علامات الترقيم</translation>
    </message>
    <message>
      <source>UAS, F1</source>
      <translation>UAS، F1</translation>
    </message>
    <message>
      <source>UPOS accuracy</source>
      <translation>تطابق UPOS</translation>
    </message>
    <message>
      <source>UPOS, F1</source>
      <translation>UPOS، F1</translation>
    </message>
    <message>
      <source>XPOS accuracy</source>
      <translation>تطابق XPOS</translation>
    </message>
    <message>
      <source>XPOS, F1</source>
      <translation>XPOS، F1</translation>
    </message>
    <message>
      <source>accuracy</source>
      <translation>التطابق</translation>
    </message>
    <message>
      <source>arc accuracy</source>
      <translation>تطابق الأقواس</translation>
    </message>
    <message>
      <source>best {0} {1} at {2}</source>
      <translation>أفضل {0} {1} عند {2}</translation>
    </message>
    <message>
      <source>calibration</source>
      <translation>المعايرة</translation>
    </message>
    <message>
      <source>calibration error</source>
      <translation>خطأ المعايرة</translation>
    </message>
    <message>
      <source>clipped scores</source>
      <translation>الدرجات المقصوصة</translation>
    </message>
    <message>
      <source>discount of a count of 1</source>
      <translation>خصم التكرار 1</translation>
    </message>
    <message>
      <source>discount of a count of 2</source>
      <translation>خصم التكرار 2</translation>
    </message>
    <message>
      <source>discount of a count of 3 or more</source>
      <translation>خصم التكرار 3 فأكثر</translation>
    </message>
    <message>
      <source>estimator</source>
      <translation>المقدِّر</translation>
    </message>
    <message>
      <source>exact trees</source>
      <translation>الأشجار الصحيحة تمامًا</translation>
    </message>
    <message>
      <source>features accuracy</source>
      <translation>تطابق السمات</translation>
    </message>
    <message>
      <source>features, F1</source>
      <translation>السمات، F1</translation>
    </message>
    <message>
      <source>function tag accuracy</source>
      <translation>تطابق وسوم الوظائف</translation>
    </message>
    <message>
      <source>functions</source>
      <translation>الوظائف</translation>
    </message>
    <message>
      <source>labeller</source>
      <translation>واضع التسميات</translation>
    </message>
    <message>
      <source>lemma accuracy</source>
      <translation>تطابق المداخل</translation>
    </message>
    <message>
      <source>lemmas, F1</source>
      <translation>المداخل، F1</translation>
    </message>
    <message>
      <source>live</source>
      <translation>مباشر</translation>
    </message>
    <message>
      <source>log-likelihood</source>
      <translation>لوغاريتم الأرجحية</translation>
    </message>
    <message>
      <source>loss</source>
      <translation>الخسارة</translation>
    </message>
    <message>
      <source>mean rank</source>
      <translation>متوسط الرتبة</translation>
    </message>
    <message>
      <source>multiword tokens, F1</source>
      <translation>الوحدات المتعددة الكلمات، F1</translation>
    </message>
    <message>
      <source>n-grams</source>
      <translation>متتاليات n-gram</translation>
    </message>
    <message>
      <source>nats</source>
      <translation>نات</translation>
    </message>
    <message>
      <source>no</source>
      <translation>لا</translation>
    </message>
    <message>
      <source>on held-out sentences</source>
      <translation>على جمل محتجزة</translation>
    </message>
    <message>
      <source>on training data</source>
      <translation>على بيانات التدريب</translation>
    </message>
    <message>
      <source>on {0}</source>
      <translation>على {0}</translation>
    </message>
    <message>
      <source>oracle accuracy</source>
      <translation>دقة العرّاف</translation>
    </message>
    <message>
      <source>over {0}</source>
      <translation>على {0}</translation>
    </message>
    <message>
      <source>per word</source>
      <translation>للكلمة</translation>
    </message>
    <message>
      <source>perplexity</source>
      <translation>الحيرة</translation>
    </message>
    <message>
      <source>precision</source>
      <translation>الدقة</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>readings per word</source>
      <translation>القراءات لكل كلمة</translation>
    </message>
    <message>
      <source>recall</source>
      <translation>الاستدعاء</translation>
    </message>
    <message>
      <source>relation accuracy</source>
      <translation>تطابق العلاقات</translation>
    </message>
    <message>
      <source>sentences</source>
      <translation>جمل</translation>
    </message>
    <message>
      <source>sentences with all heads correct</source>
      <translation>الجمل ذات الرؤوس الصحيحة كلها</translation>
    </message>
    <message>
      <source>sentences with all heads correct, without punctuation</source>
      <translation>الجمل ذات الرؤوس الصحيحة كلها، بلا علامات الترقيم</translation>
    </message>
    <message>
      <source>sentences, F1</source>
      <translation>الجمل، F1</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>القيمة المفردة</translation>
    </message>
    <message>
      <source>tag accuracy</source>
      <translation>تطابق الوسوم</translation>
    </message>
    <message>
      <source>tagger</source>
      <translation>الواسم</translation>
    </message>
    <message>
      <source>tokens, F1</source>
      <translation>الوحدات، F1</translation>
    </message>
    <message>
      <source>training sentences</source>
      <translation>جمل التدريب</translation>
    </message>
    <message>
      <source>training sentences without held-out ones</source>
      <translation>جمل التدريب دون المحتجزة</translation>
    </message>
    <message>
      <source>training time (CPU s)</source>
      <translation>زمن التدريب (ث معالج)</translation>
    </message>
    <message>
      <source>uncertain words</source>
      <translation>الكلمات المشكوك فيها</translation>
    </message>
    <message>
      <source>uncertain words, precision</source>
      <translation>الكلمات المشكوك فيها، الدقة</translation>
    </message>
    <message>
      <source>uncertain words, recall</source>
      <translation>الكلمات المشكوك فيها، الاستدعاء</translation>
    </message>
    <message>
      <source>universal features, F1</source>
      <translation>السمات العامة، F1</translation>
    </message>
    <message>
      <source>unknown words</source>
      <translation>الكلمات المجهولة</translation>
    </message>
    <message>
      <source>unlabelled F1</source>
      <translation>F1 بلا تسميات</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket</source>
      <translation>F1 بلا تسميات وبلا قوس الجملة</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 10 words</source>
      <translation>F1 بلا تسميات وبلا قوس الجملة، حتى 10 كلمات</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 20 words</source>
      <translation>F1 بلا تسميات وبلا قوس الجملة، حتى 20 كلمة</translation>
    </message>
    <message>
      <source>unlabelled F1 without the sentence bracket, up to 40 words</source>
      <translation>F1 بلا تسميات وبلا قوس الجملة، حتى 40 كلمة</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 10 words</source>
      <translation>F1 بلا تسميات، حتى 10 كلمات</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 20 words</source>
      <translation>F1 بلا تسميات، حتى 20 كلمة</translation>
    </message>
    <message>
      <source>unlabelled F1, up to 40 words</source>
      <translation>F1 بلا تسميات، حتى 40 كلمة</translation>
    </message>
    <message>
      <source>unlabelled precision</source>
      <translation>الدقة بلا تسميات</translation>
    </message>
    <message>
      <source>unlabelled recall</source>
      <translation>الاستدعاء بلا تسميات</translation>
    </message>
    <message>
      <source>weight of other models' posteriors</source>
      <translation>وزن الاحتمالات البعدية للنماذج الأخرى</translation>
    </message>
    <message>
      <source>weight of other models' scores</source>
      <translation>وزن درجات النماذج الأخرى</translation>
    </message>
    <message>
      <source>whole readings</source>
      <translation>قراءات كاملة</translation>
    </message>
    <message>
      <source>words, F1</source>
      <translation>الكلمات، F1</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>نعم</translation>
    </message>
    <message>
      <source>{0} at rank {1}</source>
      <translation>{0} عند الرتبة {1}</translation>
    </message>
    <message>
      <source>{0} failed: {1}</source>
      <translation>أخفق {0}: {1}</translation>
    </message>
    <message>
      <source>{0} sentences</source>
      <translation>{0} جملة</translation>
    </message>
    <message>
      <source>{0} was cancelled; nothing was saved</source>
      <translation>أُلغي {0}؛ ولم يُحفظ منه شيء</translation>
    </message>
    <message>
      <source>{0} was trained in {1} s CPU time</source>
      <translation>دُرّب {0} في {1} ث من المعالج</translation>
    </message>
    <message>
      <source>{0} without held-out sentences</source>
      <translation>{0} دون الجمل المحتجزة</translation>
    </message>
    <message>
      <source>{0}, {1} random starts</source>
      <translation>{0}، {1} بدايات عشوائية</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}, best {3} at {4}</source>
      <translation>{0}: من {1} إلى {2}، الأفضل {3} عند {4}</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: من الأدنى إلى الأعلى</translation>
    </message>
    <message>
      <source>{0}: mean of {1} starts</source>
      <translation>{0}: متوسط {1} بدايات</translation>
    </message>
    <message>
      <source>{0}: sweep over {1}, {2} models in {3} s CPU</source>
      <translation>{0}: مسح على {1}، {2} نماذج في {3} ث من المعالج</translation>
    </message>
  </context>
  <context>
    <name>settings</name>
    <message>
      <source>1 uses the labels as they are; 2 adds the label of the parent to that of each phrase.</source>
      <translation>القيمة 1 تستعمل التسميات كما هي؛ والقيمة 2 تضيف إلى تسمية كل عبارة تسمية أصلها.</translation>
    </message>
    <message>
      <source>Add the function tags of the treebank, such as -SBJ, to phrases after parsing.</source>
      <translation>إضافة وسوم الوظائف التي في البنك الشجري، مثل -SBJ، إلى العبارات بعد الإعراب.</translation>
    </message>
    <message>
      <source>Additional models</source>
      <translation>نماذج إضافية</translation>
    </message>
    <message>
      <source>Affixes as contexts</source>
      <translation>الزوائد سياقاتٍ</translation>
    </message>
    <message>
      <source>Agreement</source>
      <translation>التوافق</translation>
    </message>
    <message>
      <source>Analyser</source>
      <translation>المحلّل الصرفي</translation>
    </message>
    <message>
      <source>Approximate number of words from which the weights are trained (context). Counts come from all words.</source>
      <translation>العدد التقريبي للكلمات التي تُدرَّب عليها الأوزان (context). أما التكرارات فمن الكلمات كلها.</translation>
    </message>
    <message>
      <source>Arc calibration</source>
      <translation>معايرة الأقواس</translation>
    </message>
    <message>
      <source>Arcs are pruned if their posterior under head automata is below this fraction of that of the best arc of the word. Larger values are faster; 0 keeps all arcs.</source>
      <translation>تُحذف الأقواس التي يقل احتمالها البعدي بحسب أوتوماتات الرأس عن هذه النسبة من احتمال أفضل أقواس الكلمة. القيم الأكبر أسرع؛ و0 تُبقي الأقواس كلها.</translation>
    </message>
    <message>
      <source>Back-off of rules</source>
      <translation>تراجع القواعد</translation>
    </message>
    <message>
      <source>Back-off of words</source>
      <translation>تراجع الكلمات</translation>
    </message>
    <message>
      <source>Bandwidth</source>
      <translation>عرض النطاق</translation>
    </message>
    <message>
      <source>Base parser</source>
      <translation>المحلّل الأساس</translation>
    </message>
    <message>
      <source>Bigram weight</source>
      <translation>وزن الثنائيات</translation>
    </message>
    <message>
      <source>Binarisation</source>
      <translation>التثنية</translation>
    </message>
    <message>
      <source>Bracket the stretches between punctuation marks separately.</source>
      <translation>وضع أقواس المقاطع التي بين علامات الترقيم كلٍّ على حدة.</translation>
    </message>
    <message>
      <source>Bracket threshold</source>
      <translation>عتبة الأقواس</translation>
    </message>
    <message>
      <source>Branching</source>
      <translation>التفرّع</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of arcs on a held-out tenth of the sentences, so that they can be shown as probabilities. This is not repeated when sentences are added.</source>
      <translation>معايرة الاحتمالات البعدية للأقواس على عُشر محتجز من الجمل، لتُعرض احتمالاتٍ. ولا تُعاد عند إضافة جمل.</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of arcs on held-out sentences, so that they can be shown as probabilities.</source>
      <translation>معايرة الاحتمالات البعدية للأقواس على جمل محتجزة، لتُعرض احتمالاتٍ.</translation>
    </message>
    <message>
      <source>Calibrate the posteriors of labelled spans, so that they can be shown as probabilities. Without development data, the grammar is trained once more without held-out sentences for this.</source>
      <translation>معايرة الاحتمالات البعدية للامتدادات المسمّاة، لتُعرض احتمالاتٍ. وإن لم توجد بيانات تطوير، دُرّب النحو لذلك مرة أخرى دون جمل محتجزة.</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>المعايرة</translation>
    </message>
    <message>
      <source>Choice of the best tree. mbr: largest sum of arc posteriors. viterbi: best single derivation; not for spectral estimates, whose scores may be negative.</source>
      <translation>اختيار أفضل شجرة. mbr: أكبر مجموع للاحتمالات البعدية للأقواس. viterbi: أفضل اشتقاق واحد؛ ولا يصلح للتقديرات الطيفية التي قد تكون درجاتها سالبة.</translation>
    </message>
    <message>
      <source>Choice of the best trees. mbr: largest sum of arc posteriors. trees: highest score of the whole tree.</source>
      <translation>اختيار أفضل الأشجار. mbr: أكبر مجموع للاحتمالات البعدية للأقواس. trees: أعلى درجة للشجرة كلها.</translation>
    </message>
    <message>
      <source>Choice of the best trees. recall: largest expected number of correct labelled spans. rule: largest product of rule posteriors. tree: the 50 best by recall, ranked by the score of the whole tree.</source>
      <translation>اختيار أفضل الأشجار. recall: أكبر عدد متوقَّع من الامتدادات المسمّاة الصحيحة. rule: أكبر جداء للاحتمالات البعدية للقواعد. tree: أفضل 50 شجرة بحسب recall مرتبةً بدرجة الشجرة كلها.</translation>
    </message>
    <message>
      <source>Classes</source>
      <translation>الأصناف</translation>
    </message>
    <message>
      <source>Clip stopping scores</source>
      <translation>قصّ درجات التوقف</translation>
    </message>
    <message>
      <source>Clusters</source>
      <translation>العناقيد</translation>
    </message>
    <message>
      <source>Clusters of words with similar contexts as features of tagger and parser. auto: clusters of the language in the library, if there are any, else own. own: clusters of all training sentences. none: no clusters. Anything else is the path of a file of clusters or vectors.</source>
      <translation>عناقيد من كلمات متشابهة السياق سماتٍ للواسم والمحلل. auto: عناقيد اللغة في المكتبة إن وُجدت، وإلا فالخاصة. own: عناقيد من كل جمل التدريب. none: بلا عناقيد. وكل ما عدا ذلك مسار ملف عناقيد أو متجهات.</translation>
    </message>
    <message>
      <source>Clusters of words with similar contexts as features. auto: clusters of the language in the library, if there are any, else own. own: clusters of all training sentences, annotated or not, of at least 1,000 words; beyond 50,000 annotated words, of twice as many. none: no clusters. Anything else is the path of a file of clusters or vectors.</source>
      <translation>عناقيد الكلمات المتشابهة السياق بوصفها سمات. auto: عناقيد اللغة من المكتبة إن وُجدت، وإلا own. own: عناقيد جميع جمل التدريب، موسومة كانت أم لا، من 1,000 كلمة على الأقل؛ وإذا زادت الكلمات الموسومة على 50,000 فمن ضعف عددها. none: بلا عناقيد. وما عدا ذلك مسار ملف عناقيد أو متجهات.</translation>
    </message>
    <message>
      <source>Coarse classes</source>
      <translation>أصناف عامة</translation>
    </message>
    <message>
      <source>Code of the language, such as en; empty to take it from the names of the files.</source>
      <translation>رمز اللغة، مثل en؛ يُترك فارغًا ليؤخذ من أسماء الملفات.</translation>
    </message>
    <message>
      <source>Column</source>
      <translation>العمود</translation>
    </message>
    <message>
      <source>Column from which tags are read.</source>
      <translation>العمود الذي تُقرأ منه الوسوم.</translation>
    </message>
    <message>
      <source>Column from which tags are read. auto: xpos, or upos where most words have no XPOS.</source>
      <translation>العمود الذي تُقرأ منه الوسوم. auto: ‏xpos، أو upos حيث لا XPOS لمعظم الكلمات.</translation>
    </message>
    <message>
      <source>Column from which tags are read; the other one is read beside it if it is filled. auto: upos, or xpos where most words have no UPOS.</source>
      <translation>العمود الذي تُقرأ منه الوسوم؛ ويُقرأ العمود الآخر معه إن كان مملوءًا. auto: ‏upos، أو xpos حيث لا UPOS لمعظم الكلمات.</translation>
    </message>
    <message>
      <source>Column whose tags are learnt and predicted. auto: xpos, or upos where most words have no XPOS.</source>
      <translation>العمود الذي تُتعلَّم وسومه وتُتوقَّع. auto: ‏xpos، أو upos حيث لا XPOS لمعظم الكلمات.</translation>
    </message>
    <message>
      <source>Column whose values are modelled.</source>
      <translation>العمود الذي تُنمذَج قيمه.</translation>
    </message>
    <message>
      <source>Column whose values are read as words.</source>
      <translation>العمود الذي تُقرأ قيمه كلماتٍ.</translation>
    </message>
    <message>
      <source>Combine the rules with a regression on the words and tags at and around the boundaries of spans. It is retrained on all trees when sentences are added.</source>
      <translation>جمع القواعد مع انحدار على الكلمات والوسوم عند حدود الامتدادات وحولها. ويُعاد تدريبه على الأشجار كلها عند إضافة جمل.</translation>
    </message>
    <message>
      <source>Combined grammars</source>
      <translation>الأنحاء المجتمعة</translation>
    </message>
    <message>
      <source>Context window</source>
      <translation>نافذة السياق</translation>
    </message>
    <message>
      <source>Contexts that define the word vectors (all estimators except em). trees: canonical correlations with heads and modifiers. neighbours: canonical correlations with adjacent words. svd: singular values of the counts of heads and modifiers.</source>
      <translation>السياقات التي تحدد متجهات الكلمات (لكل المقدِّرات إلا em). trees: الارتباطات القانونية بالرؤوس والتوابع. neighbours: الارتباطات القانونية بالكلمات المجاورة. svd: القيم المفردة لتكرارات الرؤوس والتوابع.</translation>
    </message>
    <message>
      <source>Crossing arcs</source>
      <translation>الأقواس المتقاطعة</translation>
    </message>
    <message>
      <source>Decoding</source>
      <translation>فك الترميز</translation>
    </message>
    <message>
      <source>Decomposition of the co-occurrence counts. cca: canonical correlations of words with their left and right neighbours. svd: singular value decomposition of the unscaled counts.</source>
      <translation>تفكيك تكرارات التوارد. cca: الارتباطات القانونية للكلمات بجاراتها يمينًا ويسارًا. svd: تفكيك القيم المفردة للتكرارات دون تقييس.</translation>
    </message>
    <message>
      <source>Dependence of the next state (em and spectral-em). state: on the current state only, as in textbooks. arc: also on the word, as in the closed form; this has more parameters and fits more closely.</source>
      <translation>ما تتوقف عليه الحالة التالية (em وspectral-em). state: على الحالة الراهنة وحدها كما في الكتب التعليمية. arc: وعلى الكلمة أيضًا كما في الصيغة المغلقة؛ وله معاملات أكثر ومطابقة أوثق.</translation>
    </message>
    <message>
      <source>Dimensions</source>
      <translation>الأبعاد</translation>
    </message>
    <message>
      <source>Distance between words. spectral: learnt from covariances. As controls, distance: number of words between them; constant: the same for all pairs.</source>
      <translation>المسافة بين الكلمات. spectral: متعلَّمة من التغايرات. وللمقارنة: distance: عدد الكلمات بينهما؛ constant: واحدة للأزواج كلها.</translation>
    </message>
    <message>
      <source>Document features</source>
      <translation>سمات المستند</translation>
    </message>
    <message>
      <source>Dropout</source>
      <translation>الإسقاط</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a held-out word by less than this (em and spectral-em); 0 runs all iterations on all sentences.</source>
      <translation>يتوقف EM إذا رفعت خمس دورات معًا متوسط لوغاريتم درجة الكلمة المحتجزة بأقل من هذا المقدار (em وspectral-em)؛ و0 تُجري الدورات كلها على الجمل كلها.</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a modifier by less than this (em); 0 runs all iterations.</source>
      <translation>يتوقف EM إذا رفعت خمس دورات معًا متوسط لوغاريتم درجة التابع بأقل من هذا المقدار (em)؛ و0 تُجري الدورات كلها.</translation>
    </message>
    <message>
      <source>EM stops when five iterations together raise the mean log score of a word by less than this, on held-out trees if there are any (em and spectral-em); 0 runs all iterations.</source>
      <translation>يتوقف EM إذا رفعت خمس دورات معًا متوسط لوغاريتم درجة الكلمة بأقل من هذا المقدار، على أشجار محتجزة إن وُجدت (em وspectral-em)؛ و0 تُجري الدورات كلها.</translation>
    </message>
    <message>
      <source>Element of the label by which the model called element ranks.</source>
      <translation>عنصر التسمية الذي يرتّب به النموذج المسمى element.</translation>
    </message>
    <message>
      <source>Element to rank by</source>
      <translation>عنصر الترتيب</translation>
    </message>
    <message>
      <source>Emissions</source>
      <translation>الإصدار</translation>
    </message>
    <message>
      <source>Empty elements</source>
      <translation>العناصر الفارغة</translation>
    </message>
    <message>
      <source>Estimator</source>
      <translation>المقدِّر</translation>
    </message>
    <message>
      <source>Estimator of the weights in the models of Shah et al. svr: support vector regression. ridge: ridge regression. softmax: log-linear model.</source>
      <translation>مقدِّر الأوزان في نماذج Shah وزملائه. svr: انحدار متجهات الدعم. ridge: انحدار الحافة. softmax: نموذج لوغاريتمي خطي.</translation>
    </message>
    <message>
      <source>Exchanges</source>
      <translation>التبديلات</translation>
    </message>
    <message>
      <source>Exponent applied to all counts; 1 leaves them as they are, and smaller values reduce the influence of frequent words.</source>
      <translation>الأسّ الذي تُرفع إليه التكرارات كلها؛ القيمة 1 تتركها كما هي، والقيم الأصغر تقلل أثر الكلمات الشائعة.</translation>
    </message>
    <message>
      <source>Exponent of counts</source>
      <translation>أسّ التكرارات</translation>
    </message>
    <message>
      <source>Feature scaling</source>
      <translation>تقييس السمات</translation>
    </message>
    <message>
      <source>Features</source>
      <translation>السمات</translation>
    </message>
    <message>
      <source>Features of whole trees. none: no features. paper: tags of a head and its innermost modifiers on both sides, and of a word, its head and its grandparent. rich: also siblings, words of arcs, distances and numbers of modifiers.</source>
      <translation>سمات الأشجار الكاملة. none: بلا سمات. paper: وسوم الرأس وأقرب توابعه من الجانبين، ووسوم الكلمة ورأسها ورأس رأسها. rich: وكذلك الإخوة وكلمات الأقواس والمسافات وأعداد التوابع.</translation>
    </message>
    <message>
      <source>Features that occur less often are ignored.</source>
      <translation>تُهمل السمات الأقل تكرارًا.</translation>
    </message>
    <message>
      <source>Fine classes</source>
      <translation>أصناف دقيقة</translation>
    </message>
    <message>
      <source>First split of the sentence. heuristic: at a comma or before the first verb. none: no such split; the tree is rooted at the last word. Locked spans always take precedence.</source>
      <translation>أول تقسيم للجملة. heuristic: عند فاصلة أو قبل أول فعل. none: بلا هذا التقسيم؛ وجذر الشجرة الكلمة الأخيرة. والأولوية دائمًا للامتدادات المثبَّتة.</translation>
    </message>
    <message>
      <source>Folds</source>
      <translation>الطيّات</translation>
    </message>
    <message>
      <source>Form in which counts enter the models of Shah et al. raw: count. fraction: relative frequency. log: logarithm of the count. ratio: logarithm of the ratio to the overall frequency.</source>
      <translation>الصورة التي تدخل بها التكرارات نماذج Shah وزملائه. raw: التكرار. fraction: التكرار النسبي. log: لوغاريتم التكرار. ratio: لوغاريتم النسبة إلى التكرار العام.</translation>
    </message>
    <message>
      <source>Forms and lemmas that occur less often are replaced by the unknown word; tags are always kept.</source>
      <translation>تُستبدل الكلمة المجهولة بالصيغ والمداخل الأقل تكرارًا؛ أما الوسوم فتبقى دائمًا.</translation>
    </message>
    <message>
      <source>Fragments</source>
      <translation>المقاطع</translation>
    </message>
    <message>
      <source>Function tags</source>
      <translation>وسوم الوظائف</translation>
    </message>
    <message>
      <source>Given tags</source>
      <translation>الوسوم المعطاة</translation>
    </message>
    <message>
      <source>Half states</source>
      <translation>حالات الأنصاف</translation>
    </message>
    <message>
      <source>Head states</source>
      <translation>حالات الرؤوس</translation>
    </message>
    <message>
      <source>Hidden states</source>
      <translation>الحالات الخفية</translation>
    </message>
    <message>
      <source>Hold out a tenth of the sentences to weigh ranker and tagger against each other, and to calibrate the probabilities of arcs on predicted readings.</source>
      <translation>الاحتفاظ بعُشر الجمل لموازنة مرتِّب القراءات بالواسم، ولمعايرة احتمالات الأقواس على القراءات المتوقَّعة.</translation>
    </message>
    <message>
      <source>Horizontal context</source>
      <translation>السياق الأفقي</translation>
    </message>
    <message>
      <source>Ignore case</source>
      <translation>تجاهل حالة الأحرف</translation>
    </message>
    <message>
      <source>In training, an arc is pruned if its probability is below this fraction of that of the best arc of the word. In parsing, the threshold is three times as high. Larger values are faster but lose more correct arcs.</source>
      <translation>في التدريب يُحذف القوس إذا قل احتماله عن هذه النسبة من احتمال أفضل أقواس الكلمة، وفي الإعراب تكون العتبة ثلاثة أضعافها. القيم الأكبر أسرع لكنها تُضيّع أقواسًا صحيحة أكثر.</translation>
    </message>
    <message>
      <source>Initial distribution over trees. split: all splits of a phrase are equally probable. random: random weights of spans.</source>
      <translation>التوزيع الابتدائي على الأشجار. split: تقسيمات العبارة كلها متساوية الاحتمال. random: أوزان عشوائية للامتدادات.</translation>
    </message>
    <message>
      <source>Initial model</source>
      <translation>النموذج الابتدائي</translation>
    </message>
    <message>
      <source>Initial trees</source>
      <translation>الأشجار الابتدائية</translation>
    </message>
    <message>
      <source>Insert traces and other empty elements (-NONE-) after parsing by patterns of labels, if the treebank has them. Phrases that traces refer to get the same index.</source>
      <translation>إدراج الآثار وسائر العناصر الفارغة (-NONE-) بعد الإعراب بأنماط من التسميات، إن كانت في البنك الشجري. وتأخذ العبارات التي تعود إليها الآثار الفهرس نفسه.</translation>
    </message>
    <message>
      <source>Interpolate the arc posteriors of the base parser with those of additional models that have them, such as latent-dependencies, and re-rank the best trees of the mixture. The weight is chosen on held-out trees.</source>
      <translation>استيفاء الاحتمالات البعدية لأقواس المحلّل الأساس مع مثيلاتها من النماذج الإضافية التي تعطيها، مثل latent-dependencies، وإعادة ترتيب أفضل أشجار المزيج. ويُختار الوزن على أشجار محتجزة.</translation>
    </message>
    <message>
      <source>Interpolation weight of the one-state automaton (spectral and em), so that no sequence is impossible.</source>
      <translation>وزن استيفاء الأوتومات ذي الحالة الواحدة (spectral وem) لئلا تكون أي متتالية مستحيلة.</translation>
    </message>
    <message>
      <source>Iterations</source>
      <translation>الدورات</translation>
    </message>
    <message>
      <source>Kernel bandwidth for pooling the covariances of word pairs at similar distances in the sentence. Larger values pool more distances.</source>
      <translation>عرض نطاق النواة التي تجمع تغايرات أزواج الكلمات المتقاربة المسافات في الجملة. القيم الأكبر تجمع مسافات أكثر.</translation>
    </message>
    <message>
      <source>Kind of automaton. det: one state. det-first: an extra state for the first modifier. sibling: the last modifier is the state. spectral: hidden states in closed form, with repairs for small samples. spectral-paper: the same as published, without repairs. em: hidden states by EM from a random start.</source>
      <translation>نوع الأوتومات. det: حالة واحدة. det-first: حالة إضافية للتابع الأول. sibling: التابع الأخير هو الحالة. spectral: حالات خفية بصيغة مغلقة مع تصحيحات للعينات الصغيرة. spectral-paper: كما نُشر بلا تصحيحات. em: حالات خفية بطريقة EM من بداية عشوائية.</translation>
    </message>
    <message>
      <source>Kind of tree. left, right: every phrase branches to that side. random: all binary trees are equally probable. random-splits: all splits of a phrase are equally probable. heuristic-right: right-branching after one split at a comma or before the first verb.</source>
      <translation>نوع الشجرة. left، right: تتفرع كل عبارة إلى تلك الجهة. random: الأشجار الثنائية كلها متساوية الاحتمال. random-splits: تقسيمات العبارة كلها متساوية الاحتمال. heuristic-right: تفرّع إلى اليمين بعد تقسيم واحد عند فاصلة أو قبل أول فعل.</translation>
    </message>
    <message>
      <source>Kneser-Ney smoothing. interpolated: one discount for each order. modified: three discounts for each order, as in Chen and Goodman.</source>
      <translation>تمليس Kneser-Ney. interpolated: خصم واحد لكل رتبة. modified: ثلاثة خصوم لكل رتبة كما عند Chen وGoodman.</translation>
    </message>
    <message>
      <source>L2 penalty</source>
      <translation>جزاء L2</translation>
    </message>
    <message>
      <source>Label elements</source>
      <translation>عناصر التسمية</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>اللغة</translation>
    </message>
    <message>
      <source>Largest distance in words; words further apart are treated as this far.</source>
      <translation>أبعد مسافة بالكلمات؛ وتُعامل الكلمات الأبعد كأنها على هذه المسافة.</translation>
    </message>
    <message>
      <source>Largest number of words in a sentence from which the regression is trained.</source>
      <translation>أكبر عدد كلمات في جملة يُدرَّب عليها الانحدار.</translation>
    </message>
    <message>
      <source>Largest number of words in a training sentence; longer sentences are skipped.</source>
      <translation>أكبر عدد كلمات في جملة التدريب؛ وتُتجاوز الجمل الأطول.</translation>
    </message>
    <message>
      <source>Lexicon</source>
      <translation>المعجم</translation>
    </message>
    <message>
      <source>Likelihood that pivot and pivot-em maximise. nodes: that of the nodes of each rule. triples: that of all triples of single features at the nodes, as in the paper; much slower.</source>
      <translation>الأرجحية التي يعظّمها pivot وpivot-em. nodes: أرجحية عقد كل قاعدة. triples: أرجحية كل الثلاثيات من السمات المفردة عند العقد كما في البحث؛ وهي أبطأ كثيرًا.</translation>
    </message>
    <message>
      <source>Log odds from which a span counts as a bracket. Larger values give fewer brackets.</source>
      <translation>لوغاريتم الترجيح الذي يُعدّ الامتداد عنده قوسًا. القيم الأكبر تعطي أقواسًا أقل.</translation>
    </message>
    <message>
      <source>Longest distance</source>
      <translation>أبعد مسافة</translation>
    </message>
    <message>
      <source>Longest sentence</source>
      <translation>أطول جملة</translation>
    </message>
    <message>
      <source>Matrix that is decomposed (spectral). bigram: bigram counts. cca: counts scaled by the frequencies of their symbols, as in canonical correlation analysis.</source>
      <translation>المصفوفة التي تُفكَّك (spectral). bigram: تكرارات الثنائيات. cca: التكرارات مقيَّسةً بتكرارات رموزها كما في تحليل الارتباط القانوني.</translation>
    </message>
    <message>
      <source>Matrix that is decomposed (spectral, and the initial model of spectral-em). bigram: bigram counts. cca: counts scaled by the frequencies of their words, as in canonical correlation analysis.</source>
      <translation>المصفوفة التي تُفكَّك (spectral والنموذج الابتدائي لـ spectral-em). bigram: تكرارات الثنائيات. cca: التكرارات مقيَّسةً بتكرارات كلماتها كما في تحليل الارتباط القانوني.</translation>
    </message>
    <message>
      <source>Maximum number of EM iterations (em and spectral-em); 0 keeps the initial model.</source>
      <translation>أكبر عدد لدورات EM ‏(em وspectral-em)؛ و0 تُبقي النموذج الابتدائي.</translation>
    </message>
    <message>
      <source>Maximum number of EM iterations (em); 0 keeps the initial model.</source>
      <translation>أكبر عدد لدورات EM ‏(em)؛ و0 تُبقي النموذج الابتدائي.</translation>
    </message>
    <message>
      <source>Maximum number of hidden states of a label; rare labels have fewer.</source>
      <translation>أكبر عدد للحالات الخفية للتسمية؛ وللتسميات النادرة أقل.</translation>
    </message>
    <message>
      <source>Merge the tags into about twelve coarse classes. Without tags, use ten clusters.</source>
      <translation>دمج الوسوم في نحو اثني عشر صنفًا عامًا. وإذا لم تُستخدم الوسوم، تُستخدم عشرة عناقيد.</translation>
    </message>
    <message>
      <source>Merge words that differ only in case or in digits.</source>
      <translation>دمج الكلمات التي لا تختلف إلا في حالة الأحرف أو في الأرقام.</translation>
    </message>
    <message>
      <source>Methods whose models also score the trees, separated by spaces, each followed by its settings as key=value. latent-pcfg scores the phrases that words form with their modifiers. The sum of their scores gets one weight. Leave empty to use features alone.</source>
      <translation>طرائق تعطي نماذجها الأشجار درجاتٍ أيضًا، تفصل بينها مسافات، وتلي كلًّا منها إعداداتُها بصيغة key=value. ويقيّم latent-pcfg العبارات التي تؤلفها الكلمات مع توابعها. ولمجموع الدرجات وزن واحد. اتركه فارغًا لاستعمال السمات وحدها.</translation>
    </message>
    <message>
      <source>Metric</source>
      <translation>المقياس</translation>
    </message>
    <message>
      <source>Minimum feature count</source>
      <translation>أدنى تكرار للسمات</translation>
    </message>
    <message>
      <source>Minimum word count</source>
      <translation>أدنى تكرار للكلمات</translation>
    </message>
    <message>
      <source>Mix posteriors</source>
      <translation>مزج الاحتمالات البعدية</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Model of words. paper: the words themselves, with signatures for rare ones. rich: a tagger, trained with the grammar, that scores the tags of each word in context.</source>
      <translation>نموذج الكلمات. paper: الكلمات نفسها، ولنادرها بصمات. rich: واسم يُدرَّب مع النحو ويقيّم وسوم كل كلمة في سياقها.</translation>
    </message>
    <message>
      <source>Model that ranks the readings. context: from the surrounding words and their readings. most-frequent, perceptron, unranked: baselines. All others: models of Shah et al. 2010.</source>
      <translation>النموذج الذي يرتّب القراءات. context: بالكلمات المحيطة وقراءاتها. most-frequent وperceptron وunranked: خطوط أساس. وما سواها نماذج Shah وزملائه 2010.</translation>
    </message>
    <message>
      <source>Node states</source>
      <translation>حالات العقد</translation>
    </message>
    <message>
      <source>Number of EM iterations (em and spectral-em); 0 keeps the initial model.</source>
      <translation>عدد دورات EM ‏(em وspectral-em)؛ و0 تُبقي النموذج الابتدائي.</translation>
    </message>
    <message>
      <source>Number of EM iterations (em, em-smoothed and pivot-em); 0 keeps the initial model. pivot-em runs at most 3.</source>
      <translation>عدد دورات EM ‏(em وem-smoothed وpivot-em)؛ و0 تُبقي النموذج الابتدائي. ولا يُجري pivot-em أكثر من 3.</translation>
    </message>
    <message>
      <source>Number of EM iterations.</source>
      <translation>عدد دورات EM.</translation>
    </message>
    <message>
      <source>Number of EM iterations; 0 uses a default: 13 for em, 1 for pivot-em, 3 for pivot. With development data, the best iteration on it is kept, and 0 continues until there is no improvement.</source>
      <translation>عدد دورات EM؛ و0 للقيمة الافتراضية: 13 مع em، و1 مع pivot-em، و3 مع pivot. ومع بيانات التطوير تُحفظ أفضل دورة عليها، وتستمر القيمة 0 إلى أن ينقطع التحسن.</translation>
    </message>
    <message>
      <source>Number of classes</source>
      <translation>عدد الأصناف</translation>
    </message>
    <message>
      <source>Number of clusters; the time that brown takes grows with its square.</source>
      <translation>عدد العناقيد؛ يزداد زمن brown مع مربّعه.</translation>
    </message>
    <message>
      <source>Number of coarse word classes if no tags are used.</source>
      <translation>عدد الأصناف العامة للكلمات إذا لم تُستعمل وسوم.</translation>
    </message>
    <message>
      <source>Number of dimensions of the word vectors.</source>
      <translation>عدد أبعاد متجهات الكلمات.</translation>
    </message>
    <message>
      <source>Number of dimensions; fewer if the vocabulary is small.</source>
      <translation>عدد الأبعاد؛ ويقلّ إذا كانت المفردات قليلة.</translation>
    </message>
    <message>
      <source>Number of fine word classes if no tags are used.</source>
      <translation>عدد الأصناف الدقيقة للكلمات إذا لم تُستعمل وسوم.</translation>
    </message>
    <message>
      <source>Number of folds; the training trees of each fold come from a base parser trained on the other folds.</source>
      <translation>عدد الطيّات؛ وتأتي أشجار تدريب كل طيّة من محلّل أساس دُرّب على الطيّات الأخرى.</translation>
    </message>
    <message>
      <source>Number of grammars averaged in each round.</source>
      <translation>عدد الأنحاء التي يُؤخذ متوسطها في كل جولة.</translation>
    </message>
    <message>
      <source>Number of grammars whose posteriors are averaged. With spectral or spectral-em, the second grammar uses the other of the two, and all further ones use spectral-em with other clusters. With em, they differ in their random start.</source>
      <translation>عدد الأنحاء التي يُؤخذ متوسط احتمالاتها البعدية. مع spectral أو spectral-em يستعمل النحو الثاني الآخرَ منهما، وتستعمل البقية spectral-em بعناقيد أخرى. ومع em تختلف في بدايتها العشوائية.</translation>
    </message>
    <message>
      <source>Number of grammars with different seeds whose span posteriors are averaged. Larger values are slower.</source>
      <translation>عدد الأنحاء ببذور مختلفة التي يُؤخذ متوسط الاحتمالات البعدية لامتداداتها. القيم الأكبر أبطأ.</translation>
    </message>
    <message>
      <source>Number of hidden states for each head tag and direction (spectral, spectral-paper and em). A state generates the next modifier or the end.</source>
      <translation>عدد الحالات الخفية لكل وسم رأس واتجاه (spectral وspectral-paper وem). وتولّد الحالة التابع التالي أو النهاية.</translation>
    </message>
    <message>
      <source>Number of hidden states of a head as it generates the modifiers on one side; rare tags have fewer.</source>
      <translation>عدد الحالات الخفية للرأس وهو يولّد توابع أحد الجانبين؛ وللوسوم النادرة أقل.</translation>
    </message>
    <message>
      <source>Number of hidden states of a word with all its descendants on one side.</source>
      <translation>عدد الحالات الخفية للكلمة مع كل ما يتفرع عنها في أحد الجانبين.</translation>
    </message>
    <message>
      <source>Number of hidden states of a word with all its descendants; its head depends on the word only through these.</source>
      <translation>عدد الحالات الخفية للكلمة مع كل ما يتفرع عنها؛ وبها وحدها يتوقف رأس الكلمة عليها.</translation>
    </message>
    <message>
      <source>Number of hidden states of brackets in the first grammar.</source>
      <translation>عدد الحالات الخفية للأقواس في النحو الأول.</translation>
    </message>
    <message>
      <source>Number of hidden states.</source>
      <translation>عدد الحالات الخفية.</translation>
    </message>
    <message>
      <source>Number of hidden states. A state generates a word or the end of the sentence. A chain of k states that may stop after any word therefore needs k + 1 states here.</source>
      <translation>عدد الحالات الخفية. تولّد الحالة كلمة أو نهاية الجملة. لذلك تحتاج سلسلة من k حالة يمكن أن تتوقف بعد أي كلمة إلى k + 1 حالة هنا.</translation>
    </message>
    <message>
      <source>Number of initial models (em and spectral-em). Each is trained for ten iterations, and training continues from the one with the highest likelihood.</source>
      <translation>عدد النماذج الابتدائية (em وspectral-em). يُدرَّب كل منها عشر دورات، ثم يستمر التدريب من أعلاها أرجحية.</translation>
    </message>
    <message>
      <source>Number of latent classes between a word and the next; fewer if the text does not support as many.</source>
      <translation>عدد الأصناف الكامنة بين الكلمة وتاليتها؛ ويقلّ إن لم يكفِ النص لهذا العدد.</translation>
    </message>
    <message>
      <source>Number of occurrences at which a word weighs as much as its tag (spectral). Larger values rely more on the tag.</source>
      <translation>عدد المرات الذي تزن عنده الكلمة ما يزنه وسمها (spectral). القيم الأكبر تعتمد على الوسم أكثر.</translation>
    </message>
    <message>
      <source>Number of pairs of a label element and a statistic to keep, by their effect on the scores (context). Larger values are slower.</source>
      <translation>عدد ما يُبقى من أزواج عنصر تسمية وإحصاء، بحسب أثرها في الدرجات (context). القيم الأكبر أبطأ.</translation>
    </message>
    <message>
      <source>Number of passes of the parser over the training sentences; 0 chooses it by their size, with more passes for fewer words.</source>
      <translation>عدد مرات مرور المحلّل على جمل التدريب؛ 0 يختاره بحسب حجمها، ويزيد المرات كلما قلّت الكلمات.</translation>
    </message>
    <message>
      <source>Number of passes of the perceptron over the training sentences.</source>
      <translation>عدد مرات مرور البرسبترون على جمل التدريب.</translation>
    </message>
    <message>
      <source>Number of passes of the regression over the training sentences.</source>
      <translation>عدد مرات مرور الانحدار على جمل التدريب.</translation>
    </message>
    <message>
      <source>Number of passes over each sentence (context). The second and third pass also use the labels that the previous one chose for the neighbouring words.</source>
      <translation>عدد مرات المرور على كل جملة (context). وتستعمل المرة الثانية والثالثة أيضًا التسميات التي اختارتها سابقتها للكلمات المجاورة.</translation>
    </message>
    <message>
      <source>Number of passes over the training sentences.</source>
      <translation>عدد مرات المرور على جمل التدريب.</translation>
    </message>
    <message>
      <source>Number of passes over the training sentences; 0 chooses it by their size, with more passes for fewer words.</source>
      <translation>عدد مرات المرور على جمل التدريب؛ و0 تختاره بحسب حجمها، ويزيد كلما قلّت الكلمات.</translation>
    </message>
    <message>
      <source>Number of passes over the training text.</source>
      <translation>عدد مرات المرور على نص التدريب.</translation>
    </message>
    <message>
      <source>Number of passes, after clustering, in which each word moves to the cluster that suits it best (brown).</source>
      <translation>عدد المرّات التي تنتقل فيها كل كلمة، بعد التجميع، إلى العنقود الأنسب لها (brown).</translation>
    </message>
    <message>
      <source>Number of rounds in which grammars with hidden states are trained on the current trees; 0 uses the regression alone. Rounds need the regression.</source>
      <translation>عدد الجولات التي تُدرَّب فيها أنحاء ذات حالات خفية على الأشجار الراهنة؛ و0 تستعمل الانحدار وحده. والجولات تتطلب الانحدار.</translation>
    </message>
    <message>
      <source>Number of siblings recorded in the label of a partial phrase.</source>
      <translation>عدد الإخوة المسجَّلين في تسمية العبارة الجزئية.</translation>
    </message>
    <message>
      <source>Number of singular values from which a distance is computed.</source>
      <translation>عدد القيم المفردة التي تُحسب منها المسافة.</translation>
    </message>
    <message>
      <source>Number of the base parser's best trees to re-rank for each sentence. Larger values are slower.</source>
      <translation>عدد أفضل أشجار المحلّل الأساس التي يُعاد ترتيبها لكل جملة. القيم الأكبر أبطأ.</translation>
    </message>
    <message>
      <source>Number of word classes if no tags are used.</source>
      <translation>عدد أصناف الكلمات إذا لم تُستعمل وسوم.</translation>
    </message>
    <message>
      <source>Number of words in an n-gram; 2 is a bigram model.</source>
      <translation>عدد الكلمات في متتالية n-gram؛ و2 نموذج ثنائيات.</translation>
    </message>
    <message>
      <source>Number of words on each side that count as neighbours.</source>
      <translation>عدد الكلمات التي تُعدّ جارات في كل جانب.</translation>
    </message>
    <message>
      <source>Objective of pivots</source>
      <translation>دالة هدف المرتكزات</translation>
    </message>
    <message>
      <source>Order</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>Order in which phrases with more than two children are binarised. head: from the head outwards. left, right: from that side.</source>
      <translation>ترتيب تثنية العبارات التي لها أكثر من فرعين. head: من الرأس إلى الخارج. left، right: من تلك الجهة.</translation>
    </message>
    <message>
      <source>Parse words with the tags given in the XPOS column.</source>
      <translation>إعراب الكلمات بالوسوم المعطاة في العمود XPOS.</translation>
    </message>
    <message>
      <source>Parser whose best trees are re-ranked.</source>
      <translation>المحلّل الذي يُعاد ترتيب أفضل أشجاره.</translation>
    </message>
    <message>
      <source>Parts of a tree that are scored. first: arcs. siblings: also adjacent modifiers of a head, and the end of its modifiers. grandparents: also pairs of an arc and the arc above it. second: all of these. The more parts, the slower.</source>
      <translation>أجزاء الشجرة التي تُعطى درجات. first: الأقواس. siblings: وكذلك توابع الرأس المتجاورة ونهايتها. grandparents: وكذلك أزواج القوس والقوس الذي فوقه. second: هذه كلها. وكلما زادت الأجزاء زاد البطء.</translation>
    </message>
    <message>
      <source>Passes</source>
      <translation>المرّات</translation>
    </message>
    <message>
      <source>Penalty on the squares of the weights (context and softmax). Larger values keep the weights smaller.</source>
      <translation>جزاء على مربعات الأوزان (context وsoftmax). القيم الأكبر تُبقي الأوزان أصغر.</translation>
    </message>
    <message>
      <source>Power to which the word model's probability of tags is divided out, since the tag automata score the tags as well; 0 is the plain product, as published.</source>
      <translation>الأسّ الذي يُقسم به احتمال الوسوم بحسب نموذج الكلمات، لأن أوتوماتات الوسوم تقيّم الوسوم أيضًا؛ و0 هو الجداء البسيط كما نُشر.</translation>
    </message>
    <message>
      <source>Pruning threshold</source>
      <translation>عتبة التقليم</translation>
    </message>
    <message>
      <source>Pseudo-count added to every count of constituents. Larger values smooth more.</source>
      <translation>تكرار زائف يُضاف إلى كل تكرار للمكوّنات. القيم الأكبر تملّس أكثر.</translation>
    </message>
    <message>
      <source>Pseudo-count added to every count of spans that are not constituents. Larger values smooth more.</source>
      <translation>تكرار زائف يُضاف إلى كل تكرار للامتدادات غير المكوّنات. القيم الأكبر تملّس أكثر.</translation>
    </message>
    <message>
      <source>Pseudo-count added to the frequency of each word (cca). Larger values reduce the influence of rare words.</source>
      <translation>تكرار زائف يُضاف إلى تكرار كل كلمة (cca). القيم الأكبر تقلل أثر الكلمات النادرة.</translation>
    </message>
    <message>
      <source>Pseudo-count added to the frequency of each word. Larger values reduce the influence of rare words.</source>
      <translation>تكرار زائف يُضاف إلى تكرار كل كلمة. القيم الأكبر تقلل أثر الكلمات النادرة.</translation>
    </message>
    <message>
      <source>Pseudo-counts of each word that are spread over the classes, for each distinct word before it. Larger values smooth more; 0 turns this off.</source>
      <translation>تكرارات زائفة لكل كلمة توزَّع على الأصناف، عن كل كلمة مختلفة سبقتها. القيم الأكبر تملّس أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Pseudo-counts of similar words in the class distribution of each word. Larger values smooth rare words more; 0 turns this off.</source>
      <translation>تكرارات زائفة من الكلمات المشابهة في توزيع أصناف كل كلمة. القيم الأكبر تملّس الكلمات النادرة أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the average modifiers, added to those of each head. Larger values smooth more; 0 turns this off.</source>
      <translation>تكرارات زائفة لمتوسط التوابع تُضاف إلى توابع كل رأس. القيم الأكبر تملّس أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the distributions that all states share (em and spectral-em). Larger values smooth more; 0 turns this off.</source>
      <translation>تكرارات زائفة من التوزيعات المشتركة بين الحالات كلها (em وspectral-em). القيم الأكبر تملّس أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Pseudo-counts of the overall word frequencies, added to each state (em and spectral-em). Larger values smooth more; 0 turns this off.</source>
      <translation>تكرارات زائفة بحسب التكرار العام للكلمات تُضاف إلى كل حالة (em وspectral-em). القيم الأكبر تملّس أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Pseudo-counts that shrink trigram estimates towards bigrams (spectral). Larger values rely less on rare trigrams; 0 turns this off.</source>
      <translation>تكرارات زائفة تقرّب تقديرات الثلاثيات من الثنائيات (spectral). القيم الأكبر تقلل الاعتماد على الثلاثيات النادرة؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Raise a stopping score that is below a hundredth of the size of its terms to that value, and count the cases (spectral).</source>
      <translation>رفع درجة التوقف التي تقل عن جزء من مئة من حجم حدودها إلى هذه القيمة، وعدّ هذه المرات (spectral).</translation>
    </message>
    <message>
      <source>Random starts</source>
      <translation>بدايات عشوائية</translation>
    </message>
    <message>
      <source>Rank threshold</source>
      <translation>عتبة الرتبة</translation>
    </message>
    <message>
      <source>Relation labeller</source>
      <translation>واضع تسميات العلاقات</translation>
    </message>
    <message>
      <source>Rounds</source>
      <translation>الجولات</translation>
    </message>
    <message>
      <source>Scale every vector to length 1, so that only directions count.</source>
      <translation>تقييس كل متجه إلى الطول 1 لتُعتبر الاتجاهات وحدها.</translation>
    </message>
    <message>
      <source>Scale features so that frequent ones count less (spectral, pivot and pivot-em).</source>
      <translation>تقييس السمات ليقلّ وزن الشائع منها (spectral وpivot وpivot-em).</translation>
    </message>
    <message>
      <source>Scaling</source>
      <translation>التقييس</translation>
    </message>
    <message>
      <source>Scheme by which labels are split into elements. auto: the one that suits the treebank.</source>
      <translation>المخطط الذي تُقسم به التسميات إلى عناصر. auto: ما يناسب البنك الشجري.</translation>
    </message>
    <message>
      <source>Seed</source>
      <translation>البذرة</translation>
    </message>
    <message>
      <source>Seed of the random number generator (cca).</source>
      <translation>بذرة مولّد الأرقام العشوائية (cca).</translation>
    </message>
    <message>
      <source>Seed of the random number generator.</source>
      <translation>بذرة مولّد الأعداد العشوائية.</translation>
    </message>
    <message>
      <source>Selected features</source>
      <translation>السمات المختارة</translation>
    </message>
    <message>
      <source>Settings of the base parser</source>
      <translation>إعدادات المحلّل الأساس</translation>
    </message>
    <message>
      <source>Settings of the base parser that differ from its defaults, as key=value separated by spaces. Its tagger, labeller and calibration are trained with it.</source>
      <translation>إعدادات المحلّل الأساس المخالفة لقيمه الافتراضية، بصيغة key=value تفصل بينها مسافات. ويُدرَّب معه واسمه وواضع تسمياته ومعايرته.</translation>
    </message>
    <message>
      <source>Share of features that each update leaves out at random, so that the tagger does not rely on single features; 0 uses all.</source>
      <translation>نسبة السمات التي يُسقطها كل تحديث عشوائيًا لئلا يعتمد الواسم على سمات بعينها؛ و0 تستعملها كلها.</translation>
    </message>
    <message>
      <source>Share of features that each update leaves out at random, so that the tokeniser does not rely on single features; 0 uses all.</source>
      <translation>نسبة السمات التي يُسقطها كل تحديث عشوائيًا لئلا يعتمد مقطِّع النصوص على سمات بعينها؛ و0 تستعملها كلها.</translation>
    </message>
    <message>
      <source>Share of the initial trees that must contain a span for it to become a bracket. It matters only without the regression.</source>
      <translation>نسبة الأشجار الابتدائية التي يجب أن تضم الامتداد ليصير قوسًا. ولا أثر لها إلا دون الانحدار.</translation>
    </message>
    <message>
      <source>Shrinkage</source>
      <translation>الانكماش</translation>
    </message>
    <message>
      <source>Single precision</source>
      <translation>دقة مفردة</translation>
    </message>
    <message>
      <source>Singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>Singular values below this fraction of the largest one, divided by the square root of the number of sequences, are dropped (spectral). Larger values keep fewer states; 0 keeps all.</source>
      <translation>تُحذف القيم المفردة التي تقل عن هذه النسبة من أكبرها مقسومةً على الجذر التربيعي لعدد المتتاليات (spectral). القيم الأكبر تُبقي حالات أقل؛ و0 تُبقيها كلها.</translation>
    </message>
    <message>
      <source>Smooth forms and lemmas with words of similar spelling; otherwise with all words.</source>
      <translation>تمليس الصيغ والمداخل بالكلمات المتشابهة الهجاء؛ وإلا فبالكلمات كلها.</translation>
    </message>
    <message>
      <source>Smoothing</source>
      <translation>التمليس</translation>
    </message>
    <message>
      <source>Smoothing of constituents</source>
      <translation>تمليس المكوّنات</translation>
    </message>
    <message>
      <source>Smoothing of contexts</source>
      <translation>تمليس السياقات</translation>
    </message>
    <message>
      <source>Smoothing of distituents</source>
      <translation>تمليس غير المكوّنات</translation>
    </message>
    <message>
      <source>Smoothing of vectors</source>
      <translation>تمليس المتجهات</translation>
    </message>
    <message>
      <source>Smoothing of words</source>
      <translation>تمليس الكلمات</translation>
    </message>
    <message>
      <source>Smoothing weight</source>
      <translation>وزن التمليس</translation>
    </message>
    <message>
      <source>Source of the candidate readings. auto: those in the file, otherwise the best analyser available. given: only those in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.</source>
      <translation>مصدر القراءات المرشّحة. auto: ما في الملف، وإلا فأفضل محلّل صرفي متاح. given: ما في الملف فقط. وغير ذلك: treebank أو buckwalter أو buckwalter=مجلد أو اسم محلّل صرفي آخر.</translation>
    </message>
    <message>
      <source>Source of the candidates. auto: those in the file, otherwise the best analyser available. given: only those in the file. Others: treebank, buckwalter, buckwalter=FOLDER, or the name of another analyser.</source>
      <translation>مصدر القراءات المرشحة. auto: ما في الملف، وإلا فأفضل محلّل صرفي متاح. given: ما في الملف وحده. وغير ذلك: treebank أو buckwalter أو buckwalter=FOLDER أو اسم محلّل آخر.</translation>
    </message>
    <message>
      <source>Source of the word classes. words: clusters of the words. upos, xpos: classes of the tags in that column. auto: tags if most words have one, otherwise clusters.</source>
      <translation>مصدر أصناف الكلمات. words: عناقيد الكلمات. upos، xpos: أصناف الوسوم في ذلك العمود. auto: الوسوم إن كانت لمعظم الكلمات، وإلا فالعناقيد.</translation>
    </message>
    <message>
      <source>Span boundary features</source>
      <translation>سمات حدود الامتدادات</translation>
    </message>
    <message>
      <source>Span regression</source>
      <translation>انحدار الامتدادات</translation>
    </message>
    <message>
      <source>Spelling</source>
      <translation>الهجاء</translation>
    </message>
    <message>
      <source>Statistic</source>
      <translation>الإحصاء</translation>
    </message>
    <message>
      <source>Strength with which moments of rare rules are shrunk towards products of simpler ones (spectral); 0 turns this off.</source>
      <translation>قوة تقريب عزوم القواعد النادرة من جداءات عزوم أبسط (spectral)؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Strength with which the states of rare words are shrunk towards the mean of their label (spectral); 0 turns this off.</source>
      <translation>قوة تقريب حالات الكلمات النادرة من متوسط تسميتها (spectral)؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Tag column</source>
      <translation>عمود الوسوم</translation>
    </message>
    <message>
      <source>Tag discount</source>
      <translation>خصم الوسوم</translation>
    </message>
    <message>
      <source>Tagger</source>
      <translation>الواسم</translation>
    </message>
    <message>
      <source>Tokeniser</source>
      <translation>مقسّم الكلمات</translation>
    </message>
    <message>
      <source>Tolerance</source>
      <translation>حد التفاوت</translation>
    </message>
    <message>
      <source>Top split</source>
      <translation>التقسيم الأعلى</translation>
    </message>
    <message>
      <source>Train a labeller that predicts the relation of every arc, if the treebank has relations.</source>
      <translation>تدريب واضع تسميات يتنبأ بعلاقة كل قوس، إن كانت في البنك الشجري علاقات.</translation>
    </message>
    <message>
      <source>Train a labeller that predicts the relation of every arc, if the treebank has relations. It is not retrained when sentences are added.</source>
      <translation>تدريب واضع تسميات يتنبأ بعلاقة كل قوس، إن كانت في البنك الشجري علاقات. ولا يُعاد تدريبه عند إضافة جمل.</translation>
    </message>
    <message>
      <source>Train a regression on the spans of the initial trees. It needs at least 50 sentences.</source>
      <translation>تدريب انحدار على امتدادات الأشجار الابتدائية. ويتطلب 50 جملة على الأقل.</translation>
    </message>
    <message>
      <source>Train a tagger for the tag column, so that text without tags can be parsed.</source>
      <translation>تدريب واسم لعمود الوسوم ليمكن إعراب نص بلا وسوم.</translation>
    </message>
    <message>
      <source>Train a tagger for the tag column, so that text without tags can be parsed. It is not retrained when sentences are added.</source>
      <translation>تدريب واسم لعمود الوسوم ليمكن إعراب نص بلا وسوم. ولا يُعاد تدريبه عند إضافة جمل.</translation>
    </message>
    <message>
      <source>Train a tokeniser and sentence splitter, if the treebank says where its words are joined, so that text can be annotated.</source>
      <translation>تدريب مقسّم للكلمات والجمل، إذا ذكر البنك الشجري أين تتصل كلماته، حتى يمكن توسيم النصوص.</translation>
    </message>
    <message>
      <source>Train the weights of the statistics (context). Without this, all have the same weight and only the counts matter.</source>
      <translation>تدريب أوزان الإحصاءات (context). وبدونه تتساوى الأوزان ولا يُعتد إلا بالتكرارات.</translation>
    </message>
    <message>
      <source>Trained weights</source>
      <translation>أوزان مدرَّبة</translation>
    </message>
    <message>
      <source>Training algorithm. em: EM from a random start. pivot: the words of each class from anchor words that occur in no other class, then the class distribution after each word, which has a unique optimum. pivot-em: EM starting from pivot.</source>
      <translation>خوارزمية التدريب. em: طريقة EM من بداية عشوائية. pivot: كلمات كل صنف من كلمات مرتكزة لا ترد في صنف آخر، ثم توزيع الأصناف بعد كل كلمة، وله حل أمثل وحيد. pivot-em: طريقة EM بدءًا من pivot.</translation>
    </message>
    <message>
      <source>Training algorithm. pcfg: relative frequencies of rules, without hidden states. em: EM from a random start. em-smoothed: the same with smoothed states. spectral: closed form. pivot: anchor features, which occur with one state only. pivot-em: a few iterations of em-smoothed starting from pivot.</source>
      <translation>خوارزمية التدريب. pcfg: التكرارات النسبية للقواعد بلا حالات خفية. em: طريقة EM من بداية عشوائية. em-smoothed: مثلها مع تمليس الحالات. spectral: الصيغة المغلقة. pivot: سمات مرتكزة لا ترد إلا مع حالة واحدة. pivot-em: بضع دورات من em-smoothed بدءًا من pivot.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form, consistent for any root. spectral-paper: the same as printed by Dhillon et al. The scores of both are not probabilities and may be negative. em: EM from a random start. spectral-em: EM from clusters of words in the spectral solution.</source>
      <translation>خوارزمية التدريب. spectral: صيغة مغلقة متسقة لأي جذر. spectral-paper: مثلها كما نشرها Dhillon وزملاؤه. ودرجاتهما ليست احتمالات وقد تكون سالبة. em: طريقة EM من بداية عشوائية. spectral-em: طريقة EM من عناقيد الكلمات في الحل الطيفي.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form. spectral-em: a few EM iterations from clusters of the spectral solution. em: EM from a random start, which needs about a hundred iterations.</source>
      <translation>خوارزمية التدريب. spectral: الصيغة المغلقة. spectral-em: بضع دورات EM من عناقيد الحل الطيفي. em: طريقة EM من بداية عشوائية، وتحتاج إلى نحو مئة دورة.</translation>
    </message>
    <message>
      <source>Training algorithm. spectral: closed form; scores are not probabilities and may have to be clipped. em: EM from a random start. spectral-em: EM from the projected spectral solution, which needs fewer iterations.</source>
      <translation>خوارزمية التدريب. spectral: الصيغة المغلقة؛ ودرجاتها ليست احتمالات وقد يلزم قصّها. em: طريقة EM من بداية عشوائية. spectral-em: طريقة EM من إسقاط الحل الطيفي، وتحتاج إلى دورات أقل.</translation>
    </message>
    <message>
      <source>Training epochs</source>
      <translation>عصور التدريب</translation>
    </message>
    <message>
      <source>Training objective. crf: likelihood of the trees, which gives meaningful posteriors. perceptron: averaged perceptron.</source>
      <translation>دالة هدف التدريب. crf: أرجحية الأشجار، وتعطي احتمالات بعدية ذات معنى. perceptron: البرسبترون المتوسَّط.</translation>
    </message>
    <message>
      <source>Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without crossings, and restore them in parses where the relations tell how. left-out: skip these sentences and report their number.</source>
      <translation>معاملة جمل التدريب ذات الأقواس المتقاطعة. lifted: تعليق هذه الأقواس بأقرب سلف لا تقاطع عنده، واستعادتها في التحليلات حيث تسمح العلاقات. left-out: تجاوز هذه الجمل وذكر عددها.</translation>
    </message>
    <message>
      <source>Treatment of training sentences with crossing arcs. lifted: attach such arcs to the nearest ancestor without crossings, and restore them in parses where the relations tell how. left-out: the parser skips these sentences and reports their number.</source>
      <translation>معالجة جمل التدريب التي تتقاطع أقواسها. lifted: تُربط هذه الأقواس بأقرب سلف بلا تقاطع، وتُستعاد عند التحليل حيث تدل العلاقات على ذلك. left-out: يتخطى المحلّل هذه الجمل ويذكر عددها.</translation>
    </message>
    <message>
      <source>Trees from which training starts. clauses: splits at verbs, with right-branching chunks. chunks: right-branching around chunks. metric: minimum metric trees with a cascade of chunks. vote: vote of five kinds. flat: chunks between punctuation marks. auto: metric for text without punctuation, otherwise clauses, or vote where that crosses fewer stretches between punctuation marks.</source>
      <translation>الأشجار التي يبدأ بها التدريب. clauses: تقسيم عند الأفعال مع كتل تتفرع إلى اليمين. chunks: تفرّع إلى اليمين حول الكتل. metric: أصغر الأشجار مسافةً مع سلسلة من الكتل. vote: تصويت خمسة أنواع. flat: كتل بين علامات الترقيم. auto: metric للنص الخالي من الترقيم، وإلا فـ clauses، أو vote حيث يقطع مقاطع أقل بين علامات الترقيم.</translation>
    </message>
    <message>
      <source>Trees per sentence</source>
      <translation>الأشجار لكل جملة</translation>
    </message>
    <message>
      <source>Unit length</source>
      <translation>طول الوحدة</translation>
    </message>
    <message>
      <source>Use 32-bit numbers for sums over hidden states. This takes about half the time.</source>
      <translation>استعمال أعداد من 32 بت للمجاميع على الحالات الخفية. ويستغرق ذلك نحو نصف الوقت.</translation>
    </message>
    <message>
      <source>Use features of how well a lemma fits the surrounding text, in the models of Shah et al.</source>
      <translation>استعمال سمات عن مدى ملاءمة المدخل للنص المحيط، في نماذج Shah وزملائه.</translation>
    </message>
    <message>
      <source>Use frequent words, and the shapes of other words, as evidence for hidden states.</source>
      <translation>استعمال الكلمات الشائعة وأشكال سائر الكلمات أدلةً على الحالات الخفية.</translation>
    </message>
    <message>
      <source>Use the first and last letters of the word itself as contexts, in the models of Shah et al.</source>
      <translation>استعمال الحروف الأولى والأخيرة من الكلمة نفسها سياقاتٍ، في نماذج Shah وزملائه.</translation>
    </message>
    <message>
      <source>Use the word model without the tag automata.</source>
      <translation>استعمال نموذج الكلمات دون أوتوماتات الوسوم.</translation>
    </message>
    <message>
      <source>Vertical context</source>
      <translation>السياق العمودي</translation>
    </message>
    <message>
      <source>Weight estimation</source>
      <translation>تقدير الأوزان</translation>
    </message>
    <message>
      <source>Weight of Kneser-Ney bigrams in the probability of each word; 0 uses the class model alone, as in the papers.</source>
      <translation>وزن ثنائيات Kneser-Ney في احتمال كل كلمة؛ و0 تستعمل نموذج الأصناف وحده كما في الأبحاث.</translation>
    </message>
    <message>
      <source>Weight of linear distance</source>
      <translation>وزن المسافة الخطية</translation>
    </message>
    <message>
      <source>Weight of simpler moments, relative to the square root of a rule's count (spectral). Larger values smooth more; 0 turns this off.</source>
      <translation>وزن العزوم الأبسط نسبةً إلى الجذر التربيعي لتكرار القاعدة (spectral). القيم الأكبر تملّس أكثر؛ و0 تعطّل ذلك.</translation>
    </message>
    <message>
      <source>Weight of the logarithm of the distance in words that is added to the spectral metric, in standard deviations; 0 adds nothing.</source>
      <translation>وزن لوغاريتم المسافة بالكلمات الذي يُضاف إلى المقياس الطيفي، بالانحرافات المعيارية؛ و0 لا تضيف شيئًا.</translation>
    </message>
    <message>
      <source>Word classes</source>
      <translation>أصناف الكلمات</translation>
    </message>
    <message>
      <source>Word clusters</source>
      <translation>عناقيد الكلمات</translation>
    </message>
    <message>
      <source>Word features</source>
      <translation>سمات الكلمات</translation>
    </message>
    <message>
      <source>Word model</source>
      <translation>نموذج الكلمات</translation>
    </message>
    <message>
      <source>Word model only</source>
      <translation>نموذج الكلمات وحده</translation>
    </message>
    <message>
      <source>Word model that is multiplied with the tag automata, with back-off to tags. none: no word model. lex: one state. lex-first: an extra state for the first modifier. lex-first-coord: also extra states after coordinators and after punctuation.</source>
      <translation>نموذج كلمات يُضرب في أوتوماتات الوسوم مع تراجع إلى الوسوم. none: بلا نموذج كلمات. lex: حالة واحدة. lex-first: حالة إضافية للتابع الأول. lex-first-coord: وحالات إضافية بعد أدوات العطف وبعد علامات الترقيم.</translation>
    </message>
    <message>
      <source>Word vectors</source>
      <translation>متجهات الكلمات</translation>
    </message>
    <message>
      <source>Words for the weights</source>
      <translation>كلمات الأوزان</translation>
    </message>
    <message>
      <source>Words that occur less often are merged into one unknown word, which still counts as a neighbour.</source>
      <translation>تُدمج الكلمات الأقل تكرارًا في كلمة مجهولة واحدة تبقى معدودة جارةً.</translation>
    </message>
    <message>
      <source>Words that occur less often have no cluster, and count as one context.</source>
      <translation>الكلمات الأقل ورودًا لا عنقود لها، وتُعدّ سياقًا واحدًا.</translation>
    </message>
    <message>
      <source>brown: agglomerative clustering by the mutual information of adjacent clusters. cca: k-means of word vectors from canonical correlations, faster for many clusters.</source>
      <translation>brown: تجميع تراكمي بحسب المعلومات المتبادلة بين العناقيد المتجاورة. cca: خوارزمية k-means على متجهات الكلمات من الارتباطات القانونية، وهي أسرع مع كثرة العناقيد.</translation>
    </message>
  </context>
  <context>
    <name>widgets</name>
    <message>
      <source>Apply (Return)</source>
      <translation>تطبيق (Return)</translation>
    </message>
    <message>
      <source>Cancel (Esc)</source>
      <translation>إلغاء (Esc)</translation>
    </message>
    <message>
      <source>Clear the field</source>
      <translation>إفراغ الحقل</translation>
    </message>
    <message>
      <source>Close (Esc)</source>
      <translation>إغلاق هذا (Esc)</translation>
    </message>
    <message>
      <source>Restore the defaults</source>
      <translation>استعادة الافتراضي</translation>
    </message>
  </context>
</TS>
