<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
  <context>
    <name>ActiveModel</name>
    <message>
      <source>What {0} had learnt beside its run was cleared away with temporary files; it is learnt anew.</source>
      <translation>أُزيل مع الملفات المؤقتة ما تعلّمه {0} إلى جانب تجربته؛ ويُتعلّم من جديد.</translation>
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
      <source>Takes it, and goes to the next word in doubt</source>
      <translation>يأخذه ويمضي إلى الكلمة التالية المشكوك فيها</translation>
    </message>
    <message>
      <source>What else may stand at the word, and at others</source>
      <translation>ما قد يقف أيضًا عند الكلمة وعند غيرها</translation>
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
      <source>1–9: that row   Letters: its beginning</source>
      <translation>1–9: ذلك الصف   حروف: أوله</translation>
    </message>
    <message>
      <source>A file of this kind has no place for heads and relations; save it as CoNLL-U to attach words.</source>
      <translation>لا مكان للرؤوس والعلاقات في ملف من هذا النوع؛ احفظه بصيغة CoNLL-U لإلحاق الكلمات.</translation>
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
      <source>Digits: the number of the word   Letters: its beginning</source>
      <translation>أرقام: رقم الكلمة   حروف: أولها</translation>
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
      <source>Nothing else is proposed for this word; H attaches it, R names its relation.</source>
      <translation>لا اقتراح آخر لهذه الكلمة؛ H يلحقها برأس، وR يسمّي علاقتها.</translation>
    </message>
    <message>
      <source>Relation of {0}</source>
      <translation>علاقة {0}</translation>
    </message>
    <message>
      <source>Swap them: {0} takes the place of {1}</source>
      <translation>المبادلة: تأخذ {0} مكان {1}</translation>
    </message>
    <message>
      <source>Swap {0} and {1}</source>
      <translation>مبادلة {0} و{1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
    <message>
      <source>hangs from it: swap</source>
      <translation>معلّقة بها: بادل</translation>
    </message>
    <message>
      <source>proposed</source>
      <translation>مقترح</translation>
    </message>
    <message>
      <source>root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>{0} hangs from {1}: heads would run in a circle</source>
      <translation>{0} معلّقة بـ {1}: ستدور الرؤوس في حلقة</translation>
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
      <source>Nodes that have the commonest value of all: what can be had without states</source>
      <translation>العقد التي لها القيمة الأشيع مطلقًا: ما يُنال بلا حالات</translation>
    </message>
    <message>
      <source>Nodes that have the commonest value of their likeliest state</source>
      <translation>العقد التي لها القيمة الأشيع لحالتها الأرجح</translation>
    </message>
    <message>
      <source>Nothing is known of these nodes from elsewhere: choose a file whose labels say more.</source>
      <translation>لا يُعرف عن هذه العقد شيء من غيرها: اختر ملفًا تقول تسمياته أكثر.</translation>
    </message>
    <message>
      <source>Of what is uncertain about the value, the share that the state takes away</source>
      <translation>نسبة ما تزيله الحالة من عدم اليقين في القيمة</translation>
    </message>
    <message>
      <source>What</source>
      <translation>ماذا</translation>
    </message>
    <message>
      <source>What the states tell</source>
      <translation>ما تقوله الحالات</translation>
    </message>
    <message>
      <source>right %</source>
      <translation>صحيح %</translation>
    </message>
    <message>
      <source>told %</source>
      <translation>مقول %</translation>
    </message>
    <message>
      <source>without %</source>
      <translation>بدونها %</translation>
    </message>
  </context>
  <context>
    <name>AutoTrainer</name>
    <message>
      <source> (F1 {0:.0f}, a parser of your trees {1:.0f})</source>
      <translation> (F1 {0:.0f}، ومحلل من شجرك {1:.0f})</translation>
    </message>
    <message>
      <source> (F1 {0:.0f}, from words alone {1:.0f})</source>
      <translation> (F1 {0:.0f}، ومن الكلمات وحدها {1:.0f})</translation>
    </message>
    <message>
      <source> + %Ln accepted</source>
      <translation> + %Ln مقبولة</translation>
    </message>
    <message>
      <source>learning to propose …</source>
      <translation>يتعلم الاقتراح …</translation>
    </message>
    <message>
      <source>learnt from %Ln sentence(s)</source>
      <translation>تُعلِّم من %Ln جملة</translation>
    </message>
    <message>
      <source>learnt from the words of %Ln sentence(s)</source>
      <translation>عُلّم من كلمات %Ln من الجمل</translation>
    </message>
    <message>
      <source>{0:.0%} of your last {1} were right as proposed</source>
      <translation>{0:.0%} من آخر {1} كان مقترحها صحيحًا</translation>
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
      <source>Edges from {0} %</source>
      <translation>الحواف من {0} %</translation>
    </message>
    <message>
      <source>Edges that a smaller share of the sequences passes are not drawn</source>
      <translation>لا تُرسم الحواف التي تمر بها نسبة أقل من المتتاليات</translation>
    </message>
    <message>
      <source>Head tag</source>
      <translation>وسم الرأس</translation>
    </message>
    <message>
      <source>Least count of a prefix</source>
      <translation>أقل عدد للبادئة</translation>
    </message>
    <message>
      <source>Least share for a merge</source>
      <translation>أقل نسبة للدمج</translation>
    </message>
    <message>
      <source>Least share of an edge</source>
      <translation>أقل نسبة للحافة</translation>
    </message>
    <message>
      <source>Merges from {0} %</source>
      <translation>الدمج من {0} %</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>Prefixes from a count of {0}</source>
      <translation>البادئات من عدد {0}</translation>
    </message>
    <message>
      <source>Prefixes from a count of {0} (suits the text)</source>
      <translation>البادئات من عدد {0} (مناسب للنص)</translation>
    </message>
    <message>
      <source>Prefixes that fewer sequences begin with are not clustered; leftmost, as suits how many there are</source>
      <translation>لا تُعنقد البادئات التي تبدأ بها متتاليات أقل؛ وفي أقصى البداية بحسب عددها</translation>
    </message>
    <message>
      <source>Prefixes: count suits the text</source>
      <translation>البادئات: العدد مناسب للنص</translation>
    </message>
    <message>
      <source>Side</source>
      <translation>الجهة</translation>
    </message>
    <message>
      <source>Where a tag takes a smaller share of the sequences to a second state, they follow the others</source>
      <translation>حيث يقود الوسم نسبة أقل من المتتاليات إلى حالة ثانية، تتبع الأخريات</translation>
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
      <source>%Ln head word(s) here</source>
      <translation>%Ln من الرؤوس هنا</translation>
    </message>
    <message>
      <source>Choose a state or an edge: the sentences that pass through it are listed here.</source>
      <translation>اختر حالة أو حافة: تُسرد هنا الجمل المارة بها.</translation>
    </message>
    <message>
      <source>Chosen</source>
      <translation>المحدد</translation>
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
      <source>Sentences that pass here</source>
      <translation>الجمل المارة من هنا</translation>
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
      <source>These are the sequences that the model was learnt from: the text shown has no heads.</source>
      <translation>هذه هي المتتاليات التي تُعلِّم منها النموذج: فليس في النص المعروض رؤوس.</translation>
    </message>
    <message>
      <source>What is chosen</source>
      <translation>المحدد</translation>
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
      <source>A second automaton beside this one: of another model or with other settings</source>
      <translation>آلية ثانية بجانب هذه: لنموذج آخر أو بإعدادات أخرى</translation>
    </message>
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
      <source>Close this</source>
      <translation>أغلق هذه</translation>
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
      <source>There is no model with automata yet. {0}, learnt from this text, has them.</source>
      <translation>لا نموذج ذو آليات بعد. {0} إذا عُلّم من هذا النص له آليات.</translation>
    </message>
    <message>
      <source>This model has seen no modifiers.</source>
      <translation>لم يرَ هذا النموذج توابع.</translation>
    </message>
    <message>
      <source>TikZ figure</source>
      <translation>شكل TikZ</translation>
    </message>
    <message>
      <source>To the clusters as found</source>
      <translation>إلى العناقيد كما وُجدت</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
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
      <source>Measured on what it was learnt from; on other sentences it is worth less.</source>
      <translation>قيس على ما تُعلِّم منه؛ وهو على غيرها أقل قيمة.</translation>
    </message>
    <message>
      <source>The calibration of {0} is being measured. {1}</source>
      <translation>تُقاس معايرة {0}. {1}</translation>
    </message>
    <message>
      <source>The model is not calibrated: these are scores and not probabilities.</source>
      <translation>النموذج غير معايَر: هذه درجات لا احتمالات.</translation>
    </message>
    <message>
      <source>as right as they claim</source>
      <translation>صحيحة بقدر ما تدّعي</translation>
    </message>
    <message>
      <source>expected calibration error {0:.3f}</source>
      <translation>خطأ المعايرة المتوقع {0:.3f}</translation>
    </message>
    <message>
      <source>probability of the arc that is chosen</source>
      <translation>احتمال القوس المختار</translation>
    </message>
    <message>
      <source>sentences held out of {0}</source>
      <translation>جمل محتجزة من {0}</translation>
    </message>
    <message>
      <source>share of right heads</source>
      <translation>نسبة الرؤوس الصحيحة</translation>
    </message>
    <message>
      <source>uncalibrated score of the arc that is chosen</source>
      <translation>درجة القوس المختار غير المعايرة</translation>
    </message>
    <message>
      <source>words</source>
      <translation>الكلمات</translation>
    </message>
    <message>
      <source>{0:.2f}: {1:.0%} right of {2}</source>
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
      <source>Choose a run of a method that parses; its model must still be there.</source>
      <translation>اختر تجربة لطريقة تُعرب؛ ويجب أن يكون نموذجها باقيًا.</translation>
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
      <source>This run could not be measured.</source>
      <translation>تعذّر قياس هذه التجربة.</translation>
    </message>
    <message>
      <source>What this run was measured on is no longer in the project: {0}</source>
      <translation>ما قيست عليه هذه التجربة لم يعد في المشروع: {0}</translation>
    </message>
  </context>
  <context>
    <name>CandidatesView</name>
    <message>
      <source>Every word of this sentence is decided; Enter accepts it</source>
      <translation>كل كلمات هذه الجملة مبتوت فيها؛ Enter يقبلها</translation>
    </message>
    <message>
      <source>No word is in doubt; Enter accepts the first reading of %Ln other(s)</source>
      <translation>لا كلمة مشكوك فيها؛ Enter يقبل القراءة الأولى لـ %Ln غيرها</translation>
    </message>
    <message>
      <source>No word was selected: this is word {0}, {1}. Press the key again for it.</source>
      <translation>لم تكن كلمة محددة: هذه الكلمة {0}، {1}. اضغط المفتاح مرة أخرى لها.</translation>
    </message>
    <message>
      <source>Open the panel Readings to see what is offered for a word.</source>
      <translation>افتح لوحة القراءات لترى ما يُعرض للكلمة.</translation>
    </message>
    <message>
      <source>The readings of this word are not there yet.</source>
      <translation>قراءات هذه الكلمة لم تصل بعد.</translation>
    </message>
    <message>
      <source>There is no reading {0} of this word</source>
      <translation>ليس لهذه الكلمة قراءة {0}</translation>
    </message>
  </context>
  <context>
    <name>CanvasPrompt</name>
    <message>
      <source>Enter: what is marked   Escape: nothing</source>
      <translation>Enter: المعلَّم   Escape: لا شيء</translation>
    </message>
    <message>
      <source>Make the new label {0}</source>
      <translation>أنشئ التسمية الجديدة {0}</translation>
    </message>
    <message>
      <source>Nothing here is called {0}</source>
      <translation>لا شيء هنا اسمه {0}</translation>
    </message>
  </context>
  <context>
    <name>Card</name>
    <message>
      <source>About the word</source>
      <translation>عن الكلمة</translation>
    </message>
    <message>
      <source>Click on a word to see what is known of it.</source>
      <translation>انقر كلمة لترى ما يُعرف عنها.</translation>
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
      <source>Its readings are being looked up …</source>
      <translation>يُبحث عن قراءاتها …</translation>
    </message>
    <message>
      <source>Lemma</source>
      <translation>المدخل</translation>
    </message>
    <message>
      <source>No reading is known.</source>
      <translation>لا قراءة معروفة.</translation>
    </message>
    <message>
      <source>Readings</source>
      <translation>القراءات</translation>
    </message>
    <message>
      <source>Readings, in no special order</source>
      <translation>القراءات بلا ترتيب خاص</translation>
    </message>
    <message>
      <source>Readings, the likeliest first</source>
      <translation>القراءات، الأرجح أولًا</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>The only reading known</source>
      <translation>القراءة الوحيدة المعروفة</translation>
    </message>
    <message>
      <source>The vowels on the page say otherwise: the reading that is right is not known.</source>
      <translation>الحركات في الصفحة تقول غير ذلك: القراءة الصحيحة غير معروفة.</translation>
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
      <source>What it is</source>
      <translation>ما هي</translation>
    </message>
    <message>
      <source>Why the first?</source>
      <translation>لماذا الأولى؟</translation>
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
      <source>▾ Only the first two</source>
      <translation>▾ الأوليان فقط</translation>
    </message>
    <message>
      <source>✓ you know this word</source>
      <translation>✓ تعرف هذه الكلمة</translation>
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
    <name>CommandPalette</name>
    <message>
      <source>Nothing fits. Try fewer letters.</source>
      <translation>لا مطابق. جرّب حروفًا أقل.</translation>
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
    <message>
      <source>What fits</source>
      <translation>المطابق</translation>
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
      <source>A third, measured in the same way: how far the two are apart, by paired bootstrap over sentences, and how the votes of all three fall</source>
      <translation>ثالث يقاس بالطريقة نفسها: كم يبعد الاثنان أحدهما عن الآخر، ببوتستراب مزدوج على الجمل، وكيف تقع أصوات الثلاثة</translation>
    </message>
    <message>
      <source>And that with</source>
      <translation>وذلك بـ</translation>
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
      <source>Both are measured against the document; apart: {0} above {1}.</source>
      <translation>قيس كلاهما بالمستند؛ والفرق: {0} فوق {1}.</translation>
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
      <source>Compare with</source>
      <translation>قارن بـ</translation>
    </message>
    <message>
      <source>Compare with a file</source>
      <translation>المقارنة بملف</translation>
    </message>
    <message>
      <source>Compare with a treebank over the same sentences</source>
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
      <source>Measure one against the other</source>
      <translation>قياس أحدهما بالآخر</translation>
    </message>
    <message>
      <source>Nothing can be compared yet: open a treebank first.</source>
      <translation>لا شيء يُقارن بعد: افتح بنكًا شجريًّا أولًا.</translation>
    </message>
    <message>
      <source>Nothing is compared yet: choose above what to compare with, or another file.</source>
      <translation>لم يُقارن شيء بعد: اختر أعلاه ما تريد المقارنة به، أو ملفًا آخر.</translation>
    </message>
    <message>
      <source>Nothing is compared yet: choose another file over the same sentences.</source>
      <translation>لم يُقارن شيء بعد: اختر ملفًا آخر للجمل نفسها.</translation>
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
      <source>Sentences that differ</source>
      <translation>الجمل المختلفة</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>Tag</source>
      <translation>الوسم</translation>
    </message>
    <message>
      <source>The comparison did not end.</source>
      <translation>لم تنتهِ المقارنة.</translation>
    </message>
    <message>
      <source>The document has no structure to measure {0} and {1} by.</source>
      <translation>ليس في المستند بنية يقاس بها {0} و{1}.</translation>
    </message>
    <message>
      <source>The other treebank has no such sentence.</source>
      <translation>ليس في البنك الآخر هذه الجملة.</translation>
    </message>
    <message>
      <source>The third</source>
      <translation>الثالث</translation>
    </message>
    <message>
      <source>The tree of the document shown</source>
      <translation>شجرة المستند المعروض</translation>
    </message>
    <message>
      <source>The tree that is compared</source>
      <translation>الشجرة التي تُقارن</translation>
    </message>
    <message>
      <source>These are alike in what is shown.</source>
      <translation>هذه متماثلة فيما يُعرض.</translation>
    </message>
    <message>
      <source>This</source>
      <translation>هذا</translation>
    </message>
    <message>
      <source>Two versions of the same sentences are compared here: two annotators, two parsers, or before and after. The document shown counts as right; the other one is measured against it by heads, relations, brackets, tags, lemmas and features, as far as both have them.</source>
      <translation>تُقارن هنا صيغتان من الجمل نفسها: لموسّمَين اثنين، أو لمحلّلَين اثنين، أو قبلُ وبعدُ. المستند المعروض هو المعدود صوابًا؛ ويقاس به الآخر في الرؤوس والعلاقات والأقواس والوسوم والمداخل والسمات، بقدر ما هي في كليهما.</translation>
    </message>
    <message>
      <source>Unlabelled F1 on the {0} trees decided here: {1:.1f} by the parser that learns from them (each parsed by what the others taught), {2:.1f} by brackets from words alone.</source>
      <translation>‏F1 بلا تسميات على {0} من الأشجار المبتوت فيها هنا: {1:.1f} للمحلّل الذي يتعلم منها (كل واحدة تُعرب بما علّمته غيرها)، و{2:.1f} للأقواس من الكلمات وحدها.</translation>
    </message>
    <message>
      <source>Which structure is compared</source>
      <translation>البنية التي تُقارن</translation>
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
      <source>and that with</source>
      <translation>وذلك بـ</translation>
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
      <source>{0} could not be measured; the first is {1}: {2}</source>
      <translation>تعذّر قياس {0}؛ والأول {1}: {2}</translation>
    </message>
    <message>
      <source>{0} phrase(s) without a counterpart</source>
      <translation>{0} من العبارات بلا مقابل</translation>
    </message>
    <message>
      <source>{0} with one against two</source>
      <translation>{0} بواحد مقابل اثنين</translation>
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
      <source>{0}: the document shown</source>
      <translation>{0}: المستند المعروض</translation>
    </message>
    <message>
      <source>≠ The words themselves differ.</source>
      <translation>≠ الكلمات نفسها مختلفة.</translation>
    </message>
    <message>
      <source>⚠ Learnt from this very document, where figures are too good: {0}.</source>
      <translation>⚠ تُعلِّم من هذا المستند نفسه، حيث الأرقام أحسن من الحقيقة: {0}.</translation>
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
      <source>No phrase of this sentence is in doubt</source>
      <translation>لا عبارة مشكوك فيها في هذه الجملة</translation>
    </message>
    <message>
      <source>No sentence is selected.</source>
      <translation>لا جملة محددة.</translation>
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
      <source>This sentence has {0} words; trees are drawn up to {1}.</source>
      <translation>في هذه الجملة {0} كلمة؛ وتُرسم الأشجار حتى {1}.</translation>
    </message>
    <message>
      <source>in doubt</source>
      <translation>مشكوك فيه</translation>
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
      <source>proposed</source>
      <translation>مقترح</translation>
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
      <source>CPU s of the estimator (tagger, labeller, calibration apart)</source>
      <translation>ث المعالج للمقدِّر (دون الواسم وواضع التسميات والمعايرة)</translation>
    </message>
    <message>
      <source>Calibration</source>
      <translation>المعايرة</translation>
    </message>
    <message>
      <source>Choose a run of a method that parses, such as arc-parser.</source>
      <translation>اختر تجربة لطريقة تُعرب، مثل arc-parser.</translation>
    </message>
    <message>
      <source>Curves</source>
      <translation>المنحنيات</translation>
    </message>
    <message>
      <source>Measures whether the numbers of a parser's arcs are what they claim</source>
      <translation>يقيس صدق أرقام أقواس المحلل</translation>
    </message>
    <message>
      <source>Nothing was measured in {0}.</source>
      <translation>لم يُقس شيء في {0}.</translation>
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
      <source>What a method measures while it learns is drawn here. Choose a method and start it, or choose runs in the table.</source>
      <translation>يُرسم هنا ما تقيسه الطريقة وهي تتعلم. اختر طريقة وابدأها، أو اختر تجارب من الجدول.</translation>
    </message>
    <message>
      <source>What is drawn</source>
      <translation>ما يُرسم</translation>
    </message>
    <message>
      <source>Without these values: {0}</source>
      <translation>بلا هذه القيم: {0}</translation>
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
      <source>time of learning</source>
      <translation>زمن التعلم</translation>
    </message>
    <message>
      <source>time of learning (CPU s)</source>
      <translation>زمن التعلم (ث معالج)</translation>
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
      <source>{0} by the time of learning</source>
      <translation>{0} بحسب زمن التعلم</translation>
    </message>
    <message>
      <source>{0} ended before anything was measured.</source>
      <translation>انتهى {0} قبل أن يُقاس شيء.</translation>
    </message>
    <message>
      <source>{0} is learning; its curve begins with the first measure.</source>
      <translation>يتعلم {0}؛ ويبدأ المنحنى مع أول قياس.</translation>
    </message>
    <message>
      <source>{0} of the starts, as a histogram</source>
      <translation>{0} للبدايات، مدرّجًا تكراريًّا</translation>
    </message>
    <message>
      <source>{0} while learning</source>
      <translation>{0} أثناء التعلم</translation>
    </message>
    <message>
      <source>{0}: from {1} to {2}</source>
      <translation>{0}: من {1} إلى {2}</translation>
    </message>
    <message>
      <source>{0}: in one step, at its end</source>
      <translation>{0}: في خطوة واحدة، عند نهايته</translation>
    </message>
    <message>
      <source>{0}: lowest to highest</source>
      <translation>{0}: من الأدنى إلى الأعلى</translation>
    </message>
    <message>
      <source>{0}: they end from {1} to {2}</source>
      <translation>{0}: تنتهي من {1} إلى {2}</translation>
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
      <source>No word of this sentence is in doubt</source>
      <translation>لا كلمة مشكوك فيها في هذه الجملة</translation>
    </message>
    <message>
      <source>The same is in the outline beside it.</source>
      <translation>الشيء نفسه في المخطط بجانبه.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are drawn up to {1}.</source>
      <translation>في هذه الجملة {0} كلمة؛ وتُرسم الأشجار حتى {1}.</translation>
    </message>
  </context>
  <context>
    <name>Dictionaries</name>
    <message>
      <source>Installing {0}</source>
      <translation>تثبيت {0}</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>يُقرأ {0}</translation>
    </message>
    <message>
      <source>{0} is installed: Arabic words are looked up in its tables</source>
      <translation>ثُبِّت {0}: يُبحث عن الكلمات العربية في جداوله</translation>
    </message>
    <message>
      <source>{0} says now what words mean</source>
      <translation>{0} يقول الآن معاني الكلمات</translation>
    </message>
  </context>
  <context>
    <name>DictionariesDialog</name>
    <message>
      <source> — serves this text</source>
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
      <source>Arabic words are looked up in the tables of {0}.</source>
      <translation>يُبحث عن الكلمات العربية في جداول {0}.</translation>
    </message>
    <message>
      <source>Close the list; dictionaries stay.</source>
      <translation>يغلق القائمة؛ وتبقى المعاجم.</translation>
    </message>
    <message>
      <source>Copy a dictionary into your data folder, and use it.</source>
      <translation>ينسخ معجمًا إلى مجلد بياناتك ويستعمله.</translation>
    </message>
    <message>
      <source>Dictionaries</source>
      <translation>المعاجم</translation>
    </message>
    <message>
      <source>No dictionary is here yet.</source>
      <translation>لا معجم هنا بعد.</translation>
    </message>
    <message>
      <source>Readings of Arabic words come from the tables of {0} (GPL), not yet here:</source>
      <translation>قراءات الكلمات العربية تأتي من جداول {0} (GPL)، وليست هنا بعد:</translation>
    </message>
    <message>
      <source>Remove the copy of the one selected.</source>
      <translation>يزيل نسخة المحدد.</translation>
    </message>
    <message>
      <source>Runs this line, which brings the package from the Python package index.</source>
      <translation>يشغّل هذا السطر، وهو يجلب الحزمة من فهرس حزم بايثون.</translation>
    </message>
    <message>
      <source>Tables for Arabic</source>
      <translation>جداول العربية</translation>
    </message>
    <message>
      <source>What a word means is looked up by its likeliest lemma, in the dictionary that knows most words of the text. Files of StarDict (.ifo) and Yomitan (.zip) can be opened, of any language.</source>
      <translation>يُبحث عن معنى الكلمة بأرجح مداخلها، في المعجم الذي يعرف أكثر كلمات النص. ويمكن فتح ملفات StarDict ‏(.ifo) وYomitan ‏(.zip) بأي لغة.</translation>
    </message>
    <message>
      <source>{0} ({1} words)</source>
      <translation>{0} ({1} كلمة)</translation>
    </message>
  </context>
  <context>
    <name>DockTitle</name>
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
      <source>Add documents to the project (they stay where they are)</source>
      <translation>إضافة مستندات إلى المشروع (تبقى في مكانها)</translation>
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
      <source>New project: choose its treebanks (they stay where they are)</source>
      <translation>مشروع جديد: اختر بنوكه الشجرية (تبقى في مكانها)</translation>
    </message>
    <message>
      <source>New project: type the name of its folder</source>
      <translation>مشروع جديد: اكتب اسم مجلده</translation>
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
      <source>Learn from</source>
      <translation>التعلم من</translation>
    </message>
  </context>
  <context>
    <name>DocumentSaver</name>
    <message>
      <source>; left out, and kept in this project: {0} (%Ln sentence(s))</source>
      <translation>؛ تُرك وحُفظ في هذا المشروع: {0} (‏%Ln من الجمل)</translation>
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
      <source>Saving {0}</source>
      <translation>يُحفظ {0}</translation>
    </message>
    <message>
      <source>The file was changed by another program; both changes are being put together.</source>
      <translation>غيّر برنامج آخر الملف؛ ويُجمع بين التغييرين.</translation>
    </message>
    <message>
      <source>This text has no file yet; save it under a name.</source>
      <translation>ليس لهذا النص ملف بعد؛ احفظه باسم.</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
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
      <source>Asking…</source>
      <translation>يُسأل…</translation>
    </message>
    <message>
      <source>Bring it here, and open it (Return)</source>
      <translation>إحضارها وفتحها (Return)</translation>
    </message>
    <message>
      <source>Get a treebank</source>
      <translation>إحضار بنك شجري</translation>
    </message>
    <message>
      <source>Have the list at this address</source>
      <translation>أخذ القائمة من هذا العنوان</translation>
    </message>
    <message>
      <source>Language, name or genre</source>
      <translation>اللغة أو الاسم أو النوع</translation>
    </message>
    <message>
      <source>Licence not known: read LICENSE.txt beside the files before you use them</source>
      <translation>الرخصة غير معروفة: اقرأ LICENSE.txt بجانب الملفات قبل استعمالها</translation>
    </message>
    <message>
      <source>Licence {0}: free for every use</source>
      <translation>الرخصة {0}: حرة لكل استعمال</translation>
    </message>
    <message>
      <source>Licence {0}: {1}</source>
      <translation>الرخصة {0}: {1}</translation>
    </message>
    <message>
      <source>Name a mirror, or the address of a newer list</source>
      <translation>تسمية مرآة، أو عنوان قائمة أحدث</translation>
    </message>
    <message>
      <source>No treebank has all these words. Try fewer.</source>
      <translation>لا بنك فيه كل هذه الكلمات. جرّب أقل.</translation>
    </message>
    <message>
      <source>Progress</source>
      <translation>التقدم</translation>
    </message>
    <message>
      <source>Reading it…</source>
      <translation>يُقرأ…</translation>
    </message>
    <message>
      <source>S&amp;ource…</source>
      <translation>ال&amp;مصدر…</translation>
    </message>
    <message>
      <source>Stop what is under way, or close (Esc)</source>
      <translation>إيقاف ما يجري، أو الإغلاق (Esc)</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>يجري الإيقاف…</translation>
    </message>
    <message>
      <source>Treebanks that can be had</source>
      <translation>البنوك الشجرية المتاحة</translation>
    </message>
    <message>
      <source>checked against the list</source>
      <translation>تُقارَن بالقائمة</translation>
    </message>
    <message>
      <source>its terms come with the files, as LICENSE.txt</source>
      <translation>شروطها مع الملفات في LICENSE.txt</translation>
    </message>
    <message>
      <source>name its makers</source>
      <translation>اذكر أصحابها</translation>
    </message>
    <message>
      <source>no commercial use</source>
      <translation>لا استعمال تجاريًّا</translation>
    </message>
    <message>
      <source>not checked against the list</source>
      <translation>لا تُقارَن بالقائمة</translation>
    </message>
    <message>
      <source>pass on nothing that you changed</source>
      <translation>لا تنقل شيئًا غيّرته</translation>
    </message>
    <message>
      <source>pass on what you make of it under the same terms</source>
      <translation>انقل ما تصنعه منها بالشروط نفسها</translation>
    </message>
    <message>
      <source>{0} files from {1}</source>
      <translation>{0} ملفات من {1}</translation>
    </message>
    <message>
      <source>{0} sentences to learn from</source>
      <translation>{0} جملة للتعلم</translation>
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
      <source>Effort</source>
      <translation>الجهد</translation>
    </message>
    <message>
      <source>Of the last {0} words the first was right for {1:.0%}.</source>
      <translation>من آخر {0} كلمة كانت الأولى صحيحة في {1:.0%}.</translation>
    </message>
    <message>
      <source>Rank taken: {0}. Every word was ranked before it was decided.</source>
      <translation>الرتبة المأخوذة: {0}. رُتبت كل كلمة قبل البتّ فيها.</translation>
    </message>
    <message>
      <source>Words that Enter took unseen, with the first reading, are in the keys a word as well: with one key for all of a sentence, and no time of their own.</source>
      <translation>الكلمات التي أخذها Enter دون نظر بقراءتها الأولى محسوبة في ضغطات الكلمة: بضغطة واحدة لكل كلمات الجملة وبلا زمن خاص.</translation>
    </message>
    <message>
      <source>first right {0:.0%}</source>
      <translation>الأولى صحيحة {0:.0%}</translation>
    </message>
    <message>
      <source>none</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>{0:.1f} keys</source>
      <translation>{0:.1f} ضغطة</translation>
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
      <source>Every tenth sentence of what it would learn from, 300 at most; of less than 20 sentences, none</source>
      <translation>كل جملة عاشرة مما سيُتعلّم منه، و300 على الأكثر؛ ومن أقل من 20 جملة لا شيء</translation>
    </message>
    <message>
      <source>Measure on</source>
      <translation>القياس على</translation>
    </message>
    <message>
      <source>sentences held out</source>
      <translation>الجمل المحتجزة</translation>
    </message>
    <message>
      <source>what it learns from</source>
      <translation>ما يُتعلّم منه</translation>
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
    <name>FigureFile</name>
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
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
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
      <source>Found nowhere in {0}.</source>
      <translation>لم يوجد في {0}.</translation>
    </message>
    <message>
      <source>How to ask</source>
      <translation>كيف تسأل</translation>
    </message>
    <message>
      <source>List only these in the &amp;queue</source>
      <translation>هذه وحدها في ال&amp;طابور</translation>
    </message>
    <message>
      <source>Look through all sentences (Return)</source>
      <translation>البحث في كل الجمل (Return)</translation>
    </message>
    <message>
      <source>Nothing was looked for yet.</source>
      <translation>لم يُبحث عن شيء بعد.</translation>
    </message>
    <message>
      <source>Query</source>
      <translation>الاستعلام</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>يُبحث…</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>The queue has what was found and nothing else, until this is off</source>
      <translation>في القائمة ما وُجد وحده، حتى يُطفأ هذا</translation>
    </message>
    <message>
      <source>The search did not end.</source>
      <translation>لم ينته البحث.</translation>
    </message>
    <message>
      <source>What was found</source>
      <translation>ما وُجد</translation>
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
      <source>(taken back)</source>
      <translation>(تُراجع عنه)</translation>
    </message>
    <message>
      <source>(undo takes this back)</source>
      <translation>(التراجع يعيد هذا)</translation>
    </message>
    <message>
      <source>Could not be undone: {0}</source>
      <translation>تعذّر التراجع عن: {0}</translation>
    </message>
    <message>
      <source>From</source>
      <translation>من أين</translation>
    </message>
    <message>
      <source>Put together: {0}</source>
      <translation>جُمع: {0}</translation>
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
      <source>Undo: {0}</source>
      <translation>تراجع: {0}</translation>
    </message>
    <message>
      <source>What</source>
      <translation>ماذا</translation>
    </message>
    <message>
      <source>When</source>
      <translation>متى</translation>
    </message>
    <message>
      <source>Who</source>
      <translation>من</translation>
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
      <source>Nothing was done in this project yet. What you decide is listed here, and can be gone to.</source>
      <translation>لم يُفعل شيء في هذا المشروع بعد. ما تقرّره يُسرد هنا، ويمكن الذهاب إليه.</translation>
    </message>
    <message>
      <source>Steps are listed here when a file or a project is open.</source>
      <translation>تُسرد الخطوات هنا متى كان ملف أو مشروع مفتوحًا.</translation>
    </message>
    <message>
      <source>This sentence is no longer in the document</source>
      <translation>لم تعد هذه الجملة في المستند</translation>
    </message>
    <message>
      <source>What was done</source>
      <translation>ما جرى</translation>
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
      <source>The engine stopped unexpectedly and was started anew. Try again.</source>
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
      <source>the process that reads it could not be started: {0}</source>
      <translation>تعذر تشغيل العملية التي تقرؤه: {0}</translation>
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
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>No action or key is called that.</source>
      <translation>لا فعل ولا مفتاح بهذا الاسم.</translation>
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
      <source>What it does</source>
      <translation>ما يفعله</translation>
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
      <source>&amp;Use, take it away</source>
      <translation>ا&amp;ستعمله وانزعه</translation>
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
      <source>As it comes</source>
      <translation>كما يأتي</translation>
    </message>
    <message>
      <source>Change keys</source>
      <translation>تغيير المفاتيح</translation>
    </message>
    <message>
      <source>Every action has the keys it came with</source>
      <translation>لكل فعل مفاتيحه الأصلية</translation>
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
      <source>Reset &amp;all</source>
      <translation>أعد ال&amp;كل</translation>
    </message>
    <message>
      <source>Search for an action or a key</source>
      <translation>ابحث عن فعل أو مفتاح</translation>
    </message>
    <message>
      <source>The action has no key</source>
      <translation>ليس للفعل مفتاح</translation>
    </message>
    <message>
      <source>The action has this key beside those that it has</source>
      <translation>للفعل هذا المفتاح مع ما له</translation>
    </message>
    <message>
      <source>The action has this key, and no other</source>
      <translation>للفعل هذا المفتاح لا غير</translation>
    </message>
    <message>
      <source>The keys that it came with</source>
      <translation>المفاتيح الأصلية</translation>
    </message>
    <message>
      <source>Use as &amp;well</source>
      <translation>استعمل أي&amp;ضًا</translation>
    </message>
    <message>
      <source>no key</source>
      <translation>بلا مفتاح</translation>
    </message>
    <message>
      <source>{0} is free.</source>
      <translation>{0} غير مستعمل.</translation>
    </message>
    <message>
      <source>⚠ {0} belongs to {1} and would be taken away from there for “{2}” ({3}).</source>
      <translation>⚠ {0} لـ {1} وسيُنزع من هناك لأجل «{2}» ({3}).</translation>
    </message>
  </context>
  <context>
    <name>Lacking</name>
    <message>
      <source>A model is being learnt; it can be looked into as soon as it is there.</source>
      <translation>يُعلّم نموذج؛ وحين يحضر يمكن النظر فيه.</translation>
    </message>
    <message>
      <source>Learn {0}</source>
      <translation>تعليم {0}</translation>
    </message>
    <message>
      <source>With the settings as they come, from the document shown</source>
      <translation>بالإعدادات الأصلية، من المستند المعروض</translation>
    </message>
  </context>
  <context>
    <name>MeasureTable</name>
    <message>
      <source>95 % of samples</source>
      <translation>95 % من العينات</translation>
    </message>
    <message>
      <source>Features alike</source>
      <translation>سمات متماثلة</translation>
    </message>
    <message>
      <source>Heads and relations right (LAS)</source>
      <translation>الرؤوس والعلاقات الصحيحة (LAS)</translation>
    </message>
    <message>
      <source>Heads right (UAS)</source>
      <translation>الرؤوس الصحيحة (UAS)</translation>
    </message>
    <message>
      <source>Labelled brackets (F1)</source>
      <translation>الأقواس بتسمياتها (F1)</translation>
    </message>
    <message>
      <source>Lemmas alike</source>
      <translation>مداخل متماثلة</translation>
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
      <source>Sentences with all heads right</source>
      <translation>جمل كل رؤوسها صحيحة</translation>
    </message>
    <message>
      <source>Trees that are alike</source>
      <translation>الأشجار المتماثلة</translation>
    </message>
    <message>
      <source>UPOS alike</source>
      <translation>UPOS متماثل</translation>
    </message>
    <message>
      <source>Unlabelled brackets (F1)</source>
      <translation>الأقواس بلا تسميات (F1)</translation>
    </message>
    <message>
      <source>Words whose first reading is wrong (E1)</source>
      <translation>كلمات قراءتها الأولى خاطئة (E1)</translation>
    </message>
    <message>
      <source>XPOS alike</source>
      <translation>XPOS متماثل</translation>
    </message>
    <message>
      <source>apart</source>
      <translation>الفرق</translation>
    </message>
    <message>
      <source>it may be chance</source>
      <translation>قد يكون مصادفة</translation>
    </message>
    <message>
      <source>the difference is sure</source>
      <translation>الفرق مؤكد</translation>
    </message>
    <message>
      <source>{0} is better in {1} % of 1,000 corpora drawn from these sentences; {2}</source>
      <translation>{0} أفضل في {1} % من 1000 مدوّنة سُحبت من هذه الجمل؛ {2}</translation>
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
      <source>&amp;Proposed trees by</source>
      <translation>الأشجار يقترحها</translation>
    </message>
    <message>
      <source>&amp;Readings ranked by</source>
      <translation>ال&amp;قراءات يرتبها</translation>
    </message>
    <message>
      <source>nothing was done yet</source>
      <translation>لم يُفعل شيء بعد</translation>
    </message>
    <message>
      <source>nothing was taken back</source>
      <translation>لم يُتراجع عن شيء</translation>
    </message>
  </context>
  <context>
    <name>MergeDialog</name>
    <message>
      <source>&amp;Keep both everywhere</source>
      <translation>أبقِ &amp;كلتيهما في كل مكان</translation>
    </message>
    <message>
      <source>1 sentence was changed both here and in its file. Nothing is lost whatever you choose.</source>
      <translation>غُيّرت جملة واحدة هنا وفي ملفها. لا يضيع شيء أيًّا كان اختيارك.</translation>
    </message>
    <message>
      <source>Both changes are put together. Where both changed the same cell, that in the file stands, and undo brings back the one here.</source>
      <translation>جُمع بين التغييرين. وحيث غيّرا الخلية نفسها تبقى التي في الملف، والتراجع يعيد التي هنا.</translation>
    </message>
    <message>
      <source>Both changes are put together; they touch different cells.</source>
      <translation>جُمع بين التغييرين؛ وهما في خلايا مختلفة.</translation>
    </message>
    <message>
      <source>Changed here and by another program</source>
      <translation>غُيّر هنا وببرنامج آخر</translation>
    </message>
    <message>
      <source>Every sentence stays in both versions (Esc)</source>
      <translation>تبقى كل جملة بالصيغتين (Esc)</translation>
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
      <source>STANDS</source>
      <translation>القائم</translation>
    </message>
    <message>
      <source>Sentences</source>
      <translation>الجمل</translation>
    </message>
    <message>
      <source>The choice for this sentence is taken for all of them (A)</source>
      <translation>اختيار هذه الجملة يُؤخذ لكلها (A)</translation>
    </message>
    <message>
      <source>The sentence comes back, at the end of the text.</source>
      <translation>تعود الجملة في آخر النص.</translation>
    </message>
    <message>
      <source>The sentence stays out; the history keeps what was decided here.</source>
      <translation>تبقى الجملة خارجه؛ والسجل يحفظ ما بُتّ هنا.</translation>
    </message>
    <message>
      <source>The tree here</source>
      <translation>الشجرة هنا</translation>
    </message>
    <message>
      <source>The tree in the file</source>
      <translation>الشجرة في الملف</translation>
    </message>
    <message>
      <source>The two cannot be put together: the version in the file stands, and undo brings back the one here.</source>
      <translation>لا يمكن الجمع بينهما: تبقى نسخة الملف، والتراجع يعيد التي هنا.</translation>
    </message>
    <message>
      <source>The version here stands; saving writes it into the file.</source>
      <translation>تبقى النسخة التي هنا؛ والحفظ يكتبها في الملف.</translation>
    </message>
    <message>
      <source>The version in the file stands; undo brings back the one here.</source>
      <translation>تبقى نسخة الملف؛ والتراجع يعيد التي هنا.</translation>
    </message>
    <message>
      <source>This for &amp;all</source>
      <translation>هذا لل&amp;كل</translation>
    </message>
    <message>
      <source>WORD</source>
      <translation>الكلمة</translation>
    </message>
    <message>
      <source>What is to stand of this sentence ({0})</source>
      <translation>ما يبقى من هذه الجملة ({0})</translation>
    </message>
    <message>
      <source>Words of both versions</source>
      <translation>كلمات النسختين</translation>
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
      <source>taken out</source>
      <translation>مُخرجة</translation>
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
      <source>{0} sentences were changed both here and in their file. Nothing is lost whatever you choose.</source>
      <translation>غُيّرت {0} جملة هنا وفي ملفها. لا يضيع شيء أيًّا كان اختيارك.</translation>
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
      <source>{0}: this sentence was taken out of the file, and changed here.</source>
      <translation>{0}: أُخرجت هذه الجملة من الملف، وغُيّرت هنا.</translation>
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
      <source>Messages that wait behind this one</source>
      <translation>رسائل تنتظر وراء هذه</translation>
    </message>
    <message>
      <source>Show &amp;all of it</source>
      <translation>اعرضها &amp;كلها</translation>
    </message>
    <message>
      <source>The whole message, to read and to copy</source>
      <translation>الرسالة كلها، للقراءة والنسخ</translation>
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
      <source>No model is in use.</source>
      <translation>لا نموذج قيد الاستعمال.</translation>
    </message>
    <message>
      <source>The model in use is in the library already.</source>
      <translation>النموذج المستعمل موجود في المكتبة.</translation>
    </message>
    <message>
      <source>There is no model to remove.</source>
      <translation>لا يوجد نموذج لإزالته.</translation>
    </message>
  </context>
  <context>
    <name>ModelLibrary</name>
    <message>
      <source>Copying a model</source>
      <translation>يُنسخ نموذج</translation>
    </message>
    <message>
      <source>{0} is in the library now, for all projects</source>
      <translation>صار {0} في المكتبة لكل المشاريع</translation>
    </message>
    <message>
      <source>{0} is kept for all projects</source>
      <translation>يُحفظ {0} لكل المشاريع</translation>
    </message>
    <message>
      <source>{0} is written</source>
      <translation>كُتب {0}</translation>
    </message>
    <message>
      <source>{0} proposes for all texts of this language from now on</source>
      <translation>‏{0} يقترح من الآن لكل نصوص هذه اللغة</translation>
    </message>
    <message>
      <source>{0} — library</source>
      <translation>{0} — المكتبة</translation>
    </message>
  </context>
  <context>
    <name>ModelRemovalDialog</name>
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
      <source>Remove the file of the marked model</source>
      <translation>إزالة ملف النموذج المحدد</translation>
    </message>
    <message>
      <source>Which model's file should be removed? This cannot be undone.</source>
      <translation>ملف أي نموذج يُزال؟ لا يمكن التراجع عن ذلك.</translation>
    </message>
    <message>
      <source>{0}, in use</source>
      <translation>{0}، مستخدم</translation>
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
      <source>File</source>
      <translation>الملف</translation>
    </message>
    <message>
      <source>Learnt from</source>
      <translation>تُعلِّم من</translation>
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
      <source>Save figure…</source>
      <translation>حفظ الشكل…</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>الإعدادات</translation>
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
      <source>The model</source>
      <translation>النموذج</translation>
    </message>
    <message>
      <source>The settings and measures of the model stand here.</source>
      <translation>إعدادات النموذج وقياساته هنا.</translation>
    </message>
    <message>
      <source>There is no model yet. Learn one in the workspace Train; a spectral method such as the closed form of hmm shows its singular values here.</source>
      <translation>لا نموذج بعد. علّم واحدًا في التدريب؛ والطريقة الطيفية كالصيغة المغلقة لـ hmm تعرض هنا قيمها المفردة.</translation>
    </message>
    <message>
      <source>What the hidden states of phrases and words stand for is shown under States as soon as a latent-pcfg was learnt in a project.</source>
      <translation>ما تمثله الحالات الخفية للعبارات والكلمات يُعرض في الحالات متى تُعلِّمت latent-pcfg في مشروع.</translation>
    </message>
    <message>
      <source>Which dependents a head takes on each side, as states and arrows, are shown under Automata as soon as head-automata were learnt in a project, with the estimator spectral or em.</source>
      <translation>ما يأخذه الرأس من توابع في كل جهة، حالاتٍ وأسهمًا، يُعرض في الآليات متى تُعلِّمت head-automata في مشروع بالمقدِّر spectral أو em.</translation>
    </message>
    <message>
      <source>Which words go together is shown under Words as soon as class-bigram or embeddings were learnt.</source>
      <translation>ما يجتمع من الكلمات يُعرض في الكلمات متى تُعلِّمت class-bigram أو embeddings.</translation>
    </message>
    <message>
      <source>Write the figure as SVG, PDF or PNG</source>
      <translation>كتابة الشكل بصيغة SVG أو PDF أو PNG</translation>
    </message>
    <message>
      <source>a text without a file</source>
      <translation>نص بلا ملف</translation>
    </message>
    <message>
      <source>none</source>
      <translation>لا شيء</translation>
    </message>
    <message>
      <source>none: it was not kept in a project</source>
      <translation>لا شيء: لم يُحفظ في مشروع</translation>
    </message>
    <message>
      <source>sentences held out</source>
      <translation>الجمل المحتجزة</translation>
    </message>
    <message>
      <source>singular values</source>
      <translation>القيم المفردة</translation>
    </message>
    <message>
      <source>what it was learnt from</source>
      <translation>ما تُعلِّم منه</translation>
    </message>
    <message>
      <source>{0} has no singular values: it was not estimated from a decomposition.</source>
      <translation>ليس لـ {0} قيم مفردة: فلم يُقدَّر من تفكيك.</translation>
    </message>
    <message>
      <source>{0}: {1} singular values, {2} kept</source>
      <translation>{0}: ‏{1} قيمة مفردة، أُبقي {2}</translation>
    </message>
  </context>
  <context>
    <name>NoSuggestionLabel</name>
    <message>
      <source>Has it propose the trees that are not decided</source>
      <translation>يقترح الأشجار التي لم يُبتّ فيها</translation>
    </message>
    <message>
      <source>Let {0} propose</source>
      <translation>جعل {0} يقترح</translation>
    </message>
    <message>
      <source>The format of this document has no place for dependencies. Another document can have them.</source>
      <translation>لا مكان للتبعيات في صيغة هذا المستند. يمكن أن تكون في مستند آخر.</translation>
    </message>
    <message>
      <source>Why no tree is proposed</source>
      <translation>لماذا لا شجرة مقترحة</translation>
    </message>
  </context>
  <context>
    <name>OccurrenceApplier</name>
    <message>
      <source>Applied in %Ln place(s); one undo takes all of it back</source>
      <translation>طُبّق على %Ln من المواضع؛ وتراجع واحد يعيدها كلها</translation>
    </message>
    <message>
      <source>⁨{0}⁩ stands nowhere else in this document</source>
      <translation>لا ترد ⁨{0}⁩ في غير هذا الموضع من المستند</translation>
    </message>
  </context>
  <context>
    <name>OccurrencesDialog</name>
    <message>
      <source>&amp;Apply to %Ln place(s)</source>
      <translation>&amp;طبّق على %Ln من المواضع</translation>
    </message>
    <message>
      <source>Also words that are &amp;decided otherwise</source>
      <translation>والكلمات المبتوت فيها على &amp;غير ذلك أيضًا</translation>
    </message>
    <message>
      <source>Check them too, where there are any</source>
      <translation>فحصها أيضًا حيث توجد</translation>
    </message>
    <message>
      <source>Decided as</source>
      <translation>بُتّ بوصفها</translation>
    </message>
    <message>
      <source>Everywhere in this document</source>
      <translation>في كل هذا المستند</translation>
    </message>
    <message>
      <source>Give this reading at every checked place; one undo takes all of it back</source>
      <translation>إعطاء هذه القراءة في كل موضع معلَّم؛ وتراجع واحد يردّها كلها</translation>
    </message>
    <message>
      <source>Place</source>
      <translation>الموضع</translation>
    </message>
    <message>
      <source>Places</source>
      <translation>المواضع</translation>
    </message>
    <message>
      <source>Sentence</source>
      <translation>الجملة</translation>
    </message>
    <message>
      <source>There are more; these are {0}, undecided ones first: apply, then ask once more.</source>
      <translation>هناك المزيد؛ وهذه {0}، غير المبتوت فيها أولًا: طبّق ثم اسأل مرة أخرى.</translation>
    </message>
    <message>
      <source>so already</source>
      <translation>كذلك من قبل</translation>
    </message>
    <message>
      <source>⁨{0}⁩ as {1}, at the checked places:</source>
      <translation>⁨{0}⁩ بوصفها {1}، في المواضع المعلَّمة:</translation>
    </message>
    <message>
      <source>⁨{0}⁩ stands nowhere else in this document.</source>
      <translation>لا ترد ⁨{0}⁩ في غير هذا الموضع من المستند.</translation>
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
      <source>Last first</source>
      <translation>الأخيرة أولًا</translation>
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
      <source>Model that is compared with the one that proposes</source>
      <translation>النموذج الذي يُقارن بالمقترِح</translation>
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
      <source>Shortest first</source>
      <translation>الأقصر أولًا</translation>
    </message>
    <message>
      <source>Where the best trees of two models differ most comes first</source>
      <translation>ما يشتد فيه اختلاف أفضل شجرتين لنموذجين يأتي أولًا</translation>
    </message>
    <message>
      <source>mean entropy of a word's heads, in nats</source>
      <translation>متوسط إنتروبيا رؤوس الكلمة، بالنات</translation>
    </message>
    <message>
      <source>of the words hang elsewhere in the tree of the other model</source>
      <translation>من الكلمات معلّقة في مكان آخر في شجرة النموذج الآخر</translation>
    </message>
    <message>
      <source>one of the models has no tree for it</source>
      <translation>ليس عند أحد النموذجين شجرة لها</translation>
    </message>
    <message>
      <source>the model has no opinion</source>
      <translation>لا رأي للنموذج</translation>
    </message>
  </context>
  <context>
    <name>PageBar</name>
    <message>
      <source>Next page</source>
      <translation>الصفحة التالية</translation>
    </message>
    <message>
      <source>Page before</source>
      <translation>الصفحة السابقة</translation>
    </message>
    <message>
      <source>Sentences {0}–{1} of {2}</source>
      <translation>الجمل {0}–{1} من {2}</translation>
    </message>
    <message>
      <source>You know {0} of {1} words here ({2:.0%})</source>
      <translation>تعرف {0} من {1} كلمة هنا ({2:.0%})</translation>
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
      <source>This sentence has only the other kind of tree</source>
      <translation>ليس لهذه الجملة إلا النوع الآخر من الشجر</translation>
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
      <source>first have the model ask questions</source>
      <translation>اجعل النموذج يسأل أولًا</translation>
    </message>
    <message>
      <source>open a treebank first (File)</source>
      <translation>افتح بنكًا شجريًا أولًا (ملف)</translation>
    </message>
    <message>
      <source>the tree on screen is of the other kind (View, Other kind of tree)</source>
      <translation>الشجرة على الشاشة من النوع الآخر (عرض، نوع الشجرة الآخر)</translation>
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
      <source>Make a document of this text, and read it</source>
      <translation>جعل هذا النص مستندًا وقراءته</translation>
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
      <source>Read a text</source>
      <translation>قراءة نص</translation>
    </message>
    <message>
      <source>Read what a file holds instead</source>
      <translation>قراءة ما في ملف بدلًا منه</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>النص</translation>
    </message>
    <message>
      <source>Texts (*.txt *.txt.gz *.txt.xz)</source>
      <translation>نصوص (*.txt *.txt.gz *.txt.xz)</translation>
    </message>
    <message>
      <source>The beginning of a long text; all {0} characters are read.</source>
      <translation>أول نص طويل؛ وتُقرأ كل الحروف {0}.</translation>
    </message>
    <message>
      <source>The beginning of a text that is too long: of its {2} characters the first {0} are read. Save it to a file and open that to read all.</source>
      <translation>أول نص أطول مما ينبغي: من {2} حرفًا تُقرأ أول {0}. احفظه في ملف وافتحه لقراءته كله.</translation>
    </message>
    <message>
      <source>The text is split into sentences and words, looked up and shown to be read; it becomes a document.</source>
      <translation>يُقسم النص إلى جمل وكلمات ويُبحث عنها ويُعرض للقراءة؛ ويصير مستندًا.</translation>
    </message>
    <message>
      <source>Words of more than {1} letters are shown cut; all {0} characters are read.</source>
      <translation>الكلمات الأطول من {1} حرفًا تُعرض مقصوصة؛ وتُقرأ كل الحروف {0}.</translation>
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
      <source>&amp;Learn again after</source>
      <translation>أعد الت&amp;علم بعد</translation>
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
      <source>&amp;Words</source>
      <translation>ال&amp;كلمات</translation>
    </message>
    <message>
      <source>A packed file that holds more is refused, not read</source>
      <translation>يُرفض الملف المضغوط الذي فيه أكثر ولا يُقرأ</translation>
    </message>
    <message>
      <source>As the system</source>
      <translation>كالنظام</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>داكن</translation>
    </message>
    <message>
      <source>Deciding</source>
      <translation>اتخاذ القرار</translation>
    </message>
    <message>
      <source>Decisions are journaled under this name.</source>
      <translation>تُقيّد القرارات بهذا الاسم.</translation>
    </message>
    <message>
      <source>Every panel goes back to where it was at first.</source>
      <translation>تعود كل لوحة إلى مكانها الأول.</translation>
    </message>
    <message>
      <source>Everything stands in its place at once</source>
      <translation>كل شيء في مكانه في الحال</translation>
    </message>
    <message>
      <source>Files</source>
      <translation>الملفات</translation>
    </message>
    <message>
      <source>How many wrong first readings that finds, a ranker tells that was learnt in Train.</source>
      <translation>كم قراءة أولى خاطئة يجد ذلك يقوله مرتّب تُعلِّم في التدريب.</translation>
    </message>
    <message>
      <source>How many wrong heads that finds, Calibration in the menu Model measures.</source>
      <translation>كم رأسًا خاطئًا يجد ذلك تقيسه المعايرة في قائمة النموذج.</translation>
    </message>
    <message>
      <source>In the background, while you read and decide.</source>
      <translation>في الخلفية، وأنت تقرأ وتقرّر.</translation>
    </message>
    <message>
      <source>It was measured at that margin alone: for {0:.2f}, which is set, no share is known.</source>
      <translation>قيس عند ذلك الهامش وحده: ولا نسبة معروفة لـ {0:.2f} المضبوط.</translation>
    </message>
    <message>
      <source>L&amp;earn unasked</source>
      <translation>ت&amp;علّم دون طلب</translation>
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
      <source>Learning</source>
      <translation>التعلّم</translation>
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
      <source>Look</source>
      <translation>المظهر</translation>
    </message>
    <message>
      <source>Panels</source>
      <translation>اللوحات</translation>
    </message>
    <message>
      <source>Parsers and rankers, from what is open</source>
      <translation>المحللات والمرتّبات، مما هو مفتوح</translation>
    </message>
    <message>
      <source>Preferences</source>
      <translation>التفضيلات</translation>
    </message>
    <message>
      <source>Readings in do&amp;ubt</source>
      <translation>&amp;قراءات مشكوك فيها</translation>
    </message>
    <message>
      <source>So many accepted sentences are added to the model that proposes trees, in the background.</source>
      <translation>هذا العدد من الجمل المقبولة يُضاف إلى النموذج المقترِح في الخلفية.</translation>
    </message>
    <message>
      <source>The window speaks it from its next start on.</source>
      <translation>تتكلمها النافذة من تشغيلها التالي.</translation>
    </message>
    <message>
      <source>Theme</source>
      <translation>السمة</translation>
    </message>
    <message>
      <source>Unpac&amp;k at most</source>
      <translation>أقصى &amp;فك للضغط</translation>
    </message>
    <message>
      <source>What opens over a page does not glide in, and trees do not turn into one another.</source>
      <translation>ما يُفتح فوق الصفحة لا ينزلق إليها، والأشجار لا يتحوّل بعضها إلى بعض.</translation>
    </message>
    <message>
      <source>What underlining is worth</source>
      <translation>قيمة التسطير</translation>
    </message>
    <message>
      <source>What underlining readings is worth</source>
      <translation>قيمة تسطير القراءات</translation>
    </message>
    <message>
      <source>Words are underlined whose first two readings are less than this apart.</source>
      <translation>تُسطّر الكلمات التي يقل الفرق بين قراءتيها الأوليين عن هذا.</translation>
    </message>
    <message>
      <source>Words are underlined whose two likeliest heads are less than this apart.</source>
      <translation>تُسطّر الكلمات التي يقل الفرق بين أرجح رأسين لها عن هذا.</translation>
    </message>
    <message>
      <source>Words in &amp;doubt</source>
      <translation>كلمات م&amp;شكوك فيها</translation>
    </message>
    <message>
      <source>Your &amp;name</source>
      <translation>ا&amp;سمك</translation>
    </message>
    <message>
      <source>never</source>
      <translation>أبدًا</translation>
    </message>
    <message>
      <source>what treebanks need</source>
      <translation>ما تحتاج إليه البنوك</translation>
    </message>
  </context>
  <context>
    <name>ProblemListModel</name>
    <message>
      <source>problem</source>
      <translation>مشكلة</translation>
    </message>
    <message>
      <source>worth a look</source>
      <translation>يستحق نظرة</translation>
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
      <source>In the document: {0} of {1} with problems.</source>
      <translation>في المستند: {0} من {1} فيها مشكلات.</translation>
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
      <source>The other sentences are being checked.</source>
      <translation>تُفحص الجمل الأخرى.</translation>
    </message>
    <message>
      <source>✓ Nothing is wrong with this sentence as far as can be checked.</source>
      <translation>✓ لا خطأ في هذه الجملة بقدر ما يمكن فحصه.</translation>
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
      <source>in doubt</source>
      <translation>مشكوك فيه</translation>
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
      <source>proposed</source>
      <translation>مقترح</translation>
    </message>
    <message>
      <source>relation proposed</source>
      <translation>العلاقة مقترحة</translation>
    </message>
    <message>
      <source>relation proposed instead of {0}</source>
      <translation>علاقة مقترحة بدل {0}</translation>
    </message>
    <message>
      <source>score {0:.2f}</source>
      <translation>درجة {0:.2f}</translation>
    </message>
    <message>
      <source>tag {0} proposed</source>
      <translation>الوسم {0} مقترح</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
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
      <source>If not, {0} stands under the {1} {2}.</source>
      <translation>وإلا فإن {0} تحت {1} {2}.</translation>
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
      <source>Later: ask about something else</source>
      <translation>لاحقًا: السؤال عن شيء آخر</translation>
    </message>
    <message>
      <source>No: forbid what is asked about</source>
      <translation>لا: منع ما يُسأل عنه</translation>
    </message>
    <message>
      <source>Yes: lock what is asked about</source>
      <translation>نعم: تثبيت ما يُسأل عنه</translation>
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
    <name>Questions</name>
    <message>
      <source>Nothing is left to ask about this sentence</source>
      <translation>لم يبق ما يُسأل عنه في هذه الجملة</translation>
    </message>
  </context>
  <context>
    <name>QueueDelegate</name>
    <message>
      <source>%Ln word(s)</source>
      <translation>%Ln كلمة</translation>
    </message>
    <message>
      <source>{0} decided</source>
      <translation>{0} مبتوت فيها</translation>
    </message>
    <message>
      <source>{0} doubtful</source>
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
      <source>Found by query</source>
      <translation>وجدها استعلام</translation>
    </message>
    <message>
      <source>No sentence has these words and passes the filter “{0}”.</source>
      <translation>لا جملة فيها هذه الكلمات وتمر بالمرشّح «{0}».</translation>
    </message>
    <message>
      <source>No sentence passes the filter “{0}”.</source>
      <translation>لا جملة تمر بالمرشّح «{0}».</translation>
    </message>
    <message>
      <source>No sentences: open a treebank or a project.</source>
      <translation>لا جمل: افتح بنكًا شجريًّا أو مشروعًا.</translation>
    </message>
    <message>
      <source>Nothing was looked for yet. What Find finds is listed here.</source>
      <translation>لم يُبحث عن شيء بعد. يُسرد هنا ما يجده البحث.</translation>
    </message>
    <message>
      <source>Open: not accepted</source>
      <translation>مفتوحة: غير مقبولة</translation>
    </message>
    <message>
      <source>The sentences are being checked; those with problems will be listed here.</source>
      <translation>تُفحص الجمل؛ وتُسرد هنا ذات المشكلات.</translation>
    </message>
    <message>
      <source>Which sentences are listed</source>
      <translation>الجمل المسرودة</translation>
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
      <source>Only one model that parses has been learnt; learn another in Train.</source>
      <translation>لم يُتعلّم إلا نموذج واحد يُعرب؛ علّم غيره في التدريب.</translation>
    </message>
    <message>
      <source>Parsing all sentences</source>
      <translation>تُعرب كل الجمل</translation>
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
      <source>Counting the words of all sentences…</source>
      <translation>تُعدّ كلمات كل الجمل…</translation>
    </message>
    <message>
      <source>Document</source>
      <translation>المستند</translation>
    </message>
    <message>
      <source>From the top again: sentences that were passed over</source>
      <translation>من الأعلى من جديد: جمل جرى تجاوزها</translation>
    </message>
    <message>
      <source>List only sentences with these words</source>
      <translation>اسرد الجمل التي فيها هذه الكلمات فقط</translation>
    </message>
    <message>
      <source>List them all again, without a filter</source>
      <translation>سردها كلها من جديد بلا مرشّح</translation>
    </message>
    <message>
      <source>Looking for the words…</source>
      <translation>يُبحث عن الكلمات…</translation>
    </message>
    <message>
      <source>No sentence of the queue has a problem</source>
      <translation>لا جملة في الطابور فيها مشكلة</translation>
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
      <source>The sentences are still being checked</source>
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
      <source>accepted</source>
      <translation>مقبولة</translation>
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
    <message>
      <source>{0} of {1} accepted</source>
      <translation>قُبل {0} من {1}</translation>
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
      <source>(hard: the model was hardly sure)</source>
      <translation>(صعبة: كاد النموذج ألا يثق)</translation>
    </message>
    <message>
      <source>(the model was not sure)</source>
      <translation>(لم يكن النموذج واثقًا)</translation>
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
      <source>How is it to be read here?</source>
      <translation>كيف تُقرأ هنا؟</translation>
    </message>
    <message>
      <source>I know it</source>
      <translation>أعرفها</translation>
    </message>
    <message>
      <source>Known from the model, which gives its first reading {0}; from {1} on it is asked about.</source>
      <translation>معروفة من النموذج الذي يعطي قراءتها الأولى {0}؛ ويُسأل عنها من {1}.</translation>
    </message>
    <message>
      <source>Known: this word is decided in the text.</source>
      <translation>معروفة: هذه الكلمة مبتوت فيها في النص.</translation>
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
      <source>Press 1, 2, 3 or 4.</source>
      <translation>اضغط 1 أو 2 أو 3 أو 4.</translation>
    </message>
    <message>
      <source>Put the word on your list, or take it off</source>
      <translation>وضع الكلمة في قائمتك أو رفعها منها</translation>
    </message>
    <message>
      <source>So the model thinks; nobody has decided it.</source>
      <translation>هكذا يرى النموذج؛ ولم يبتّ فيه أحد.</translation>
    </message>
    <message>
      <source>The readings of the words are being looked up …</source>
      <translation>يُبحث عن قراءات الكلمات …</translation>
    </message>
    <message>
      <source>There is nothing to ask about here. The quiz asks about words that are decided in the text, and about words of whose first reading a calibrated model is sure by {0} or more: where neither is so, nobody could say which answer is right. Open an annotated text, or learn a ranker.</source>
      <translation>لا شيء يُسأل عنه هنا. يسأل الاختبار عن كلمات مبتوت فيها في النص، وعن كلمات يثق نموذج معايَر بقراءتها الأولى بنسبة {0} فأكثر: فإن غاب هذا وذاك لم يستطع أحد أن يقول أي جواب صحيح. افتح نصًّا موسومًا أو علّم مرتّبًا.</translation>
    </message>
    <message>
      <source>What does it mean here?</source>
      <translation>ما معناها هنا؟</translation>
    </message>
    <message>
      <source>What speaks for the right answer</source>
      <translation>ما يشهد للجواب الصحيح</translation>
    </message>
    <message>
      <source>Where the right answer comes from</source>
      <translation>من أين الجواب الصحيح</translation>
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
      <source>{0} of {1} right ({2:.0%})</source>
      <translation>{0} من {1} صحيحة ({2:.0%})</translation>
    </message>
    <message>
      <source>✓ Known</source>
      <translation>✓ معروفة</translation>
    </message>
    <message>
      <source>✓ Right.</source>
      <translation>✓ صحيح.</translation>
    </message>
    <message>
      <source>✗ It is {0}.</source>
      <translation>✗ بل {0}.</translation>
    </message>
  </context>
  <context>
    <name>Rail</name>
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
    <name>RankView</name>
    <message>
      <source>%Ln singular value(s)</source>
      <translation>%Ln قيمة مفردة</translation>
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
      <source>So many hidden states are kept; the sentence is parsed anew as you move it</source>
      <translation>عدد الحالات الخفية الباقية؛ ويُعاد إعراب الجملة وأنت تحرّكه</translation>
    </message>
    <message>
      <source>There is no model to cut.</source>
      <translation>لا نموذج يُقطع.</translation>
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
      <source>cut: {0} kept</source>
      <translation>القطع: أُبقي {0}</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>الرتبة</translation>
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
      <source>{0} has no singular values: it was not decomposed.</source>
      <translation>ليس لـ {0} قيم مفردة: فلم يُفكَّك.</translation>
    </message>
  </context>
  <context>
    <name>RankingExplainer</name>
    <message>
      <source>Nothing tells these readings apart.</source>
      <translation>لا شيء يميّز بين هذه القراءات.</translation>
    </message>
    <message>
      <source>Reading {0} over the mean of all</source>
      <translation>القراءة {0} مقابل متوسط الكل</translation>
    </message>
    <message>
      <source>Reading {0} over {1}</source>
      <translation>القراءة {0} مقابل {1}</translation>
    </message>
  </context>
  <context>
    <name>Reader</name>
    <message>
      <source>Reading the text</source>
      <translation>يُقرأ النص</translation>
    </message>
    <message>
      <source>There is no folder to keep the text in; open a project first.</source>
      <translation>لا مجلد لحفظ النص؛ افتح مشروعًا أولًا.</translation>
    </message>
    <message>
      <source>Writing {0}</source>
      <translation>يُكتب {0}</translation>
    </message>
    <message>
      <source>{0} words written to {1}</source>
      <translation>كُتبت {0} كلمة في {1}</translation>
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
      <source>Each sentence begins a line</source>
      <translation>كل جملة تبدأ سطرًا</translation>
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
      <source>The lemma</source>
      <translation>المدخل</translation>
    </message>
    <message>
      <source>The meaning (Gloss= in MISC, or the likeliest)</source>
      <translation>المعنى (Gloss= في MISC، أو الأرجح)</translation>
    </message>
    <message>
      <source>The transliteration (Translit= in MISC)</source>
      <translation>النقل الصوتي (Translit= في MISC)</translation>
    </message>
    <message>
      <source>The word with its vowels (Vform= in MISC, or the likeliest)</source>
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
      <source>What stands under each word</source>
      <translation>ما تحت كل كلمة</translation>
    </message>
    <message>
      <source>When words are written with their vowels</source>
      <translation>متى تُكتب الكلمات بحركاتها</translation>
    </message>
    <message>
      <source>Words you know fade, words that are not on your list are underlined</source>
      <translation>تخفت الكلمات المعروفة وتُسطّر ما ليست في قائمتك</translation>
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
      <source>The words on this page are written with their vowels.</source>
      <translation>كلمات هذه الصفحة مكتوبة بحركاتها.</translation>
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
      <source>{0}: nothing of that kind is known of the words on this page.</source>
      <translation>{0}: لا يُعرف شيء من ذلك عن كلمات هذه الصفحة.</translation>
    </message>
  </context>
  <context>
    <name>ReadingForm</name>
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
      <source>A reading of your own for {0}</source>
      <translation>قراءة من عندك لـ {0}</translation>
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
      <source>Take &amp;it</source>
      <translation>&amp;خذها</translation>
    </message>
    <message>
      <source>With &amp;vowels</source>
      <translation>مع ال&amp;حركات</translation>
    </message>
    <message>
      <source>Write a lemma or a tag: without one, nothing is said of the word.</source>
      <translation>اكتب مدخلًا أو وسمًا: فبدونهما لا يُقال عن الكلمة شيء.</translation>
    </message>
    <message>
      <source>Write a tag as well: without one, the word does not count as decided.</source>
      <translation>اكتب وسمًا أيضًا: فبدونه لا تُعدّ الكلمة مبتوتًا فيها.</translation>
    </message>
    <message>
      <source>Write form/TAG+form/TAG, with %2F and %2B for those signs inside.</source>
      <translation>اكتب صيغة/وسم+صيغة/وسم، مع %2F و%2B لهاتين العلامتين داخلها.</translation>
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
      <source>Own tag</source>
      <translation>الوسم الخاص</translation>
    </message>
    <message>
      <source>Parts: {0}</source>
      <translation>الأجزاء: {0}</translation>
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
      <source>To the model the same analysis as {0}, with one probability</source>
      <translation>عند النموذج التحليل نفسه كـ {0}، باحتمال واحد</translation>
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
    <name>ReadingSelection</name>
    <message>
      <source>A file of this kind has no place for readings; save it as CoNLL-U.</source>
      <translation>لا مكان للقراءات في ملف من هذا النوع؛ احفظه بصيغة CoNLL-U.</translation>
    </message>
    <message>
      <source>Adding to the lexicon</source>
      <translation>يُضاف إلى المعجم</translation>
    </message>
    <message>
      <source>Looking for the same word</source>
      <translation>يُبحث عن الكلمة نفسها</translation>
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
      <source>Write a tag as well: without one, the word does not count as decided.</source>
      <translation>اكتب وسمًا أيضًا: فبدونه لا تُعدّ الكلمة مبتوتًا فيها.</translation>
    </message>
  </context>
  <context>
    <name>Readings</name>
    <message>
      <source>A ranker of analyses, learnt in Train from annotated text of this language, knows words too.</source>
      <translation>ومرتّب القراءات المتعلَّم في التدريب من نص موسوم بهذه اللغة يعرف كلمات أيضًا.</translation>
    </message>
    <message>
      <source>No model ranks these readings: they stand in the order of the analyser.</source>
      <translation>لا نموذج يرتّب هذه القراءات: هي بترتيب المحلل.</translation>
    </message>
    <message>
      <source>This sentence could not be ranked.</source>
      <translation>تعذّر ترتيب قراءات هذه الجملة.</translation>
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
      <source>Empty the filter</source>
      <translation>إفراغ المرشّح</translation>
    </message>
    <message>
      <source>No analyser knows this word: write its reading.</source>
      <translation>لا محلّل يعرف هذه الكلمة: اكتب قراءتها.</translation>
    </message>
    <message>
      <source>No word is selected: click on one, or press an arrow key above the structure.</source>
      <translation>لا كلمة محددة: انقر واحدة أو اضغط مفتاح سهم فوق البنية.</translation>
    </message>
    <message>
      <source>Nothing matches</source>
      <translation>لا مطابق</translation>
    </message>
    <message>
      <source>On held-out text, a margin of {0:.2f} underlines {1:.0%} of the words whose first reading is wrong; of the words underlined, {2:.0%} are.</source>
      <translation>على نص محجوز، يُسطّر هامش {0:.2f} ما نسبته {1:.0%} من الكلمات التي قراءتها الأولى خاطئة؛ ومن المسطّرة {2:.0%} كذلك.</translation>
    </message>
    <message>
      <source>Ranked by {0}</source>
      <translation>يرتبها {0}</translation>
    </message>
    <message>
      <source>Sentences of this kind are not analysed: open a CoNLL-U file, a token table or a text.</source>
      <translation>لا تُحلَّل جمل من هذا النوع: افتح ملف CoNLL-U أو جدول كلمات أو نصًّا.</translation>
    </message>
    <message>
      <source>The preferences set another, {0:.2f}.</source>
      <translation>في التفضيلات غيره، {0:.2f}.</translation>
    </message>
    <message>
      <source>all decided</source>
      <translation>كلها مبتوت فيها</translation>
    </message>
    <message>
      <source>not ranked: learn a ranker in Train</source>
      <translation>غير مرتبة: علّم مرتّبًا في التدريب</translation>
    </message>
    <message>
      <source>word {0}</source>
      <translation>الكلمة {0}</translation>
    </message>
    <message>
      <source>{0} in doubt</source>
      <translation>{0} مشكوك فيها</translation>
    </message>
    <message>
      <source>{0} undecided</source>
      <translation>{0} غير مبتوت فيها</translation>
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
    <name>RunTableModel</name>
    <message>
      <source>CPU (s)</source>
      <translation>المعالج (ث)</translation>
    </message>
    <message>
      <source>Those that differ from the defaults of the method</source>
      <translation>ما يختلف عن القيم المبدئية للطريقة</translation>
    </message>
    <message>
      <source>learnt from</source>
      <translation>تُعلِّم من</translation>
    </message>
    <message>
      <source>measured on</source>
      <translation>قيس على</translation>
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
  </context>
  <context>
    <name>RunningText</name>
    <message>
      <source>No reading of this word is known.</source>
      <translation>لا قراءة معروفة لهذه الكلمة.</translation>
    </message>
    <message>
      <source>Text</source>
      <translation>النص</translation>
    </message>
    <message>
      <source>The text of the document is shown here once a treebank is open.</source>
      <translation>يُعرض نص المستند هنا متى فُتح بنك شجري.</translation>
    </message>
    <message>
      <source>This word has one reading: there is none that it stands before.</source>
      <translation>لهذه الكلمة قراءة واحدة: فلا شيء تتقدم عليه.</translation>
    </message>
  </context>
  <context>
    <name>Runs</name>
    <message>
      <source>Learning {0}</source>
      <translation>يُتعلّم {0}</translation>
    </message>
    <message>
      <source>Open a treebank first.</source>
      <translation>افتح بنكًا شجريًّا أولًا.</translation>
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
      <source>Copies the selected runs, or all, as a table with tabs</source>
      <translation>ينسخ التجارب المحددة أو كلها جدولًا بعلامات جدولة</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>نسخ</translation>
    </message>
    <message>
      <source>LaTeX table</source>
      <translation>جدول LaTeX</translation>
    </message>
    <message>
      <source>No run yet. Choose a method, set it and start it: each run is kept here with its settings, its time and its measures, also those that failed.</source>
      <translation>لا تجربة بعد. اختر طريقة واضبطها وابدأها: تُحفظ هنا كل تجربة بإعداداتها وزمنها وقياساتها، حتى ما أخفق.</translation>
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
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
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
    <name>Session</name>
    <message>
      <source> or </source>
      <translation> أو </translation>
    </message>
    <message>
      <source>, or let {0} propose, which does not need it: Model › Proposed trees by</source>
      <translation>، أو دع {0} يقترح فهو لا يحتاج إليه: النموذج › الأشجار يقترحها</translation>
    </message>
    <message>
      <source>A project has one document at least; add another first.</source>
      <translation>للمشروع مستند واحد على الأقل؛ أضف غيره أولًا.</translation>
    </message>
    <message>
      <source>Accept sentence {0}</source>
      <translation>قبول الجملة {0}</translation>
    </message>
    <message>
      <source>Accept the rest of sentence {0}</source>
      <translation>قبول باقي الجملة {0}</translation>
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
      <source>Beginning another document</source>
      <translation>يُبدأ مستند آخر</translation>
    </message>
    <message>
      <source>Brought back from the journal, not in the file yet: {0}</source>
      <translation>استُعيد من اليومية وليس في الملف بعد: {0}</translation>
    </message>
    <message>
      <source>Copying the document</source>
      <translation>نسخ المستند</translation>
    </message>
    <message>
      <source>Done again in {0} sentences: {1}</source>
      <translation>أُعيد في {0} جملة: {1}</translation>
    </message>
    <message>
      <source>Files of this format hold no {0}; no tree is proposed.</source>
      <translation>ملفات هذه الصيغة لا تحوي {0}؛ ولا شجرة مقترحة.</translation>
    </message>
    <message>
      <source>In doubt and not looked at yet: {0}</source>
      <translation>مشكوك فيها ولم يُنظر فيها بعد: {0}</translation>
    </message>
    <message>
      <source>Learning from accepted sentences</source>
      <translation>يتعلم من الجمل المقبولة</translation>
    </message>
    <message>
      <source>Learning from decided words</source>
      <translation>يتعلم من الكلمات المبتوت فيها</translation>
    </message>
    <message>
      <source>No model proposes trees: choose one in the menu Model.</source>
      <translation>لا نموذج يقترح أشجارًا: اختر واحدًا من قائمة النموذج.</translation>
    </message>
    <message>
      <source>No tree is proposed for this sentence.</source>
      <translation>لا شجرة مقترحة لهذه الجملة.</translation>
    </message>
    <message>
      <source>Nothing is open that documents could be added to: open a treebank, or make a project (File).</source>
      <translation>لا شيء مفتوح تُضاف إليه مستندات: افتح بنكًا شجريًا، أو أنشئ مشروعًا (ملف).</translation>
    </message>
    <message>
      <source>Nothing proposes phrases here yet: accept {0} trees, and a parser learns from them.</source>
      <translation>لا شيء يقترح عبارات هنا بعد: اقبل {0} من الأشجار فيتعلّم منها محلّل.</translation>
    </message>
    <message>
      <source>Nothing proposes trees here yet: get a treebank of this language, or accept {0} trees, and a parser learns from them.</source>
      <translation>لا شيء يقترح أشجارًا هنا بعد: أحضر بنكًا شجريًّا بهذه اللغة، أو اقبل {0} من الأشجار فيتعلّم منها محلّل.</translation>
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
      <source>Russian</source>
      <translation>الروسية</translation>
    </message>
    <message>
      <source>Take the locks of the text over</source>
      <translation>نقل تثبيتات النص</translation>
    </message>
    <message>
      <source>Taken back in {0} sentences: {1}</source>
      <translation>تُراجع في {0} جملة: {1}</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
    <message>
      <source>These sentences are in memory only, and models are kept in projects: {0}</source>
      <translation>هذه الجمل في الذاكرة فقط، والنماذج تُحفظ في المشاريع: {0}</translation>
    </message>
    <message>
      <source>This document has a place for both kinds of tree.</source>
      <translation>في هذا المستند مكان لنوعي الشجر.</translation>
    </message>
    <message>
      <source>This model is not in a file.</source>
      <translation>ليس هذا النموذج في ملف.</translation>
    </message>
    <message>
      <source>This sentence could not be read; no tree is proposed.</source>
      <translation>تعذّرت قراءة هذه الجملة؛ ولا شجرة مقترحة.</translation>
    </message>
    <message>
      <source>This sentence has no tree</source>
      <translation>ليس لهذه الجملة شجرة</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are proposed for up to {1}. Attach its words by hand.</source>
      <translation>في هذه الجملة {0} كلمة؛ وتُقترح الأشجار حتى {1}. ألحق كلماتها يدويًّا.</translation>
    </message>
    <message>
      <source>This sentence has {0} words; trees are proposed for up to {1}. Build it by hand.</source>
      <translation>في هذه الجملة {0} كلمة؛ وتُقترح الأشجار حتى {1}. ابنِها يدويًّا.</translation>
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
      <source>What is decided from here on is written to {0}</source>
      <translation>ما يُقرَّر من الآن يُكتب في {0}</translation>
    </message>
    <message>
      <source>What proposes trees is being learnt: the first ones are here soon.</source>
      <translation>يجري تعلّم ما يقترح الأشجار: ستظهر الأولى قريبًا.</translation>
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
      <source>this long text is still being divided into words. Decide again in a moment</source>
      <translation>ما زال هذا النص الطويل يُقسم كلمات. قرّر ثانية بعد لحظة</translation>
    </message>
    <message>
      <source>{0} (first readings taken: {1})</source>
      <translation>{0} (قراءات أولى مأخوذة: {1})</translation>
    </message>
    <message>
      <source>{0} Learn a model from sentences of this language, or get a treebank of it (File).</source>
      <translation>{0} علّم نموذجًا من جمل بهذه اللغة، أو أحضر بنكًا شجريًّا لها (ملف).</translation>
    </message>
    <message>
      <source>{0} accepts it all the same.</source>
      <translation>{0} يقبلها مع ذلك.</translation>
    </message>
    <message>
      <source>{0} all the same ({1})</source>
      <translation>{0} مع ذلك ({1})</translation>
    </message>
    <message>
      <source>{0} as the root</source>
      <translation>{0} جذرًا</translation>
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
      <source>{0} document(s) added; they are chosen above the list of sentences</source>
      <translation>أُضيف {0} من المستندات؛ وتُختار فوق قائمة الجمل</translation>
    </message>
    <message>
      <source>{0} gives other relations than this text has.</source>
      <translation>يعطي {0} علاقات غير التي في هذا النص.</translation>
    </message>
    <message>
      <source>{0} has learnt {1} accepted sentence(s); it is used from the next sentence on</source>
      <translation>تعلّم {0} من الجمل المقبولة ({1})؛ ويُستعمل من الجملة التالية</translation>
    </message>
    <message>
      <source>{0} has the same words for the other kind of tree; the other document keeps its own</source>
      <translation>في {0} الكلمات نفسها للنوع الآخر من الشجر؛ ويبقى للمستند الآخر شجره</translation>
    </message>
    <message>
      <source>{0} head(s)</source>
      <translation>الرؤوس: {0}</translation>
    </message>
    <message>
      <source>{0} is learnt; {1} goes on proposing trees. To change that: Model › Proposed trees by</source>
      <translation>تُعلِّم {0}؛ ويستمر {1} في اقتراح الأشجار. للتغيير: النموذج › الأشجار يقترحها</translation>
    </message>
    <message>
      <source>{0} is learnt; {1} goes on ranking readings. To change that: Model › Readings ranked by</source>
      <translation>تُعلِّم {0}؛ ويستمر {1} في ترتيب القراءات. للتغيير: النموذج › القراءات يرتبها</translation>
    </message>
    <message>
      <source>{0} is out of the project; its file and what was decided stay.</source>
      <translation>خرج {0} من المشروع؛ ويبقى ملفه وما قُرّر فيه.</translation>
    </message>
    <message>
      <source>{0} is removed</source>
      <translation>أُزيل {0}</translation>
    </message>
    <message>
      <source>{0} knows {1:.0%} of the words of this text, as if it were of another language.</source>
      <translation>يعرف {0} ‏{1:.0%} من كلمات هذا النص، كأنه بلغة أخرى.</translation>
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
      <source>{0} was learnt from other tags than this text has.</source>
      <translation>تُعلِّم {0} من وسوم غير التي في هذا النص.</translation>
    </message>
    <message>
      <source>{0} was learnt from words in {1} letters; this text has {2} ones.</source>
      <translation>تُعلِّم {0} من كلمات بحروف {1}؛ وهذا النص بحروف {2}.</translation>
    </message>
    <message>
      <source>{0} was learnt from {1}; this text is {2}.</source>
      <translation>تُعلِّم {0} من {1}؛ وهذا النص {2}.</translation>
    </message>
    <message>
      <source>{0}: it is what stands here</source>
      <translation>{0}: وهو ما هنا</translation>
    </message>
    <message>
      <source>{0}; other than what stands here: {1}</source>
      <translation>{0}؛ خلافًا لما هنا: {1}</translation>
    </message>
    <message>
      <source>{0}; {1} phrase(s) are not in the first</source>
      <translation>{0}؛ {1} من العبارات ليست في الأولى</translation>
    </message>
    <message>
      <source>{0}; {1} word(s) hang elsewhere than in the first</source>
      <translation>{0}؛ {1} من الكلمات معلّقة على غير ما في الأولى</translation>
    </message>
  </context>
  <context>
    <name>SettingsForm</name>
    <message>
      <source>Advanced: {0} settings, {1}</source>
      <translation>متقدم: {0} من الإعدادات، {1}</translation>
    </message>
    <message>
      <source>The settings that one seldom changes</source>
      <translation>الإعدادات التي قلّما تُغيَّر</translation>
    </message>
    <message>
      <source>all as given</source>
      <translation>كلها كما هي</translation>
    </message>
    <message>
      <source>{0} changed</source>
      <translation>غُيّر منها {0}</translation>
    </message>
    <message>
      <source>{0} goes from {1} to {2}.</source>
      <translation>{0} من {1} إلى {2}.</translation>
    </message>
    <message>
      <source>{0} is a number.</source>
      <translation>{0} عدد.</translation>
    </message>
    <message>
      <source>{0} is at least {1}.</source>
      <translation>{0} لا يقل عن {1}.</translation>
    </message>
    <message>
      <source>{0} is at most {1}.</source>
      <translation>{0} لا يزيد على {1}.</translation>
    </message>
  </context>
  <context>
    <name>SmallTree</name>
    <message>
      <source>Tree of the sentence</source>
      <translation>شجرة الجملة</translation>
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
      <source>Click a node, or choose it with the arrows: its states and the nodes nearest to it.</source>
      <translation>انقر عقدة أو اخترها بالأسهم: حالاتها وأقرب العقد إليها.</translation>
    </message>
    <message>
      <source>Click a word, or choose it with the arrows: its states and the words nearest to it.</source>
      <translation>انقر كلمة أو اخترها بالأسهم: حالاتها وأقرب الكلمات إليها.</translation>
    </message>
    <message>
      <source>Elsewhere</source>
      <translation>في غيره</translation>
    </message>
    <message>
      <source>Features of words, or a file of the same trees whose labels say more, as NP[3sg,full]</source>
      <translation>سمات الكلمات، أو ملف للأشجار نفسها تقول تسمياته أكثر، مثل NP[3sg,full]</translation>
    </message>
    <message>
      <source>Held against</source>
      <translation>مقابل</translation>
    </message>
    <message>
      <source>Hold against a treebank over the same sentences</source>
      <translation>قارن ببنك شجري للجمل نفسها</translation>
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
      <source>Reading the states of the nodes of this text …</source>
      <translation>تُقرأ حالات عقد هذا النص …</translation>
    </message>
    <message>
      <source>SVG drawing of the plane</source>
      <translation>رسم SVG للمستوي</translation>
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
      <source>The same state elsewhere</source>
      <translation>الحالة نفسها في غيره</translation>
    </message>
    <message>
      <source>There is no model with hidden states at nodes yet. {0}, learnt from this text, has them.</source>
      <translation>لا نموذج ذو حالات خفية على العقد بعد. {0} إذا عُلّم من هذا النص له حالات.</translation>
    </message>
    <message>
      <source>This node has no hidden states of its own: its label is rare, or it has one.</source>
      <translation>ليس لهذه العقدة حالات خفية خاصة: تسميتها نادرة أو لها حالة واحدة.</translation>
    </message>
    <message>
      <source>Tree</source>
      <translation>الشجرة</translation>
    </message>
    <message>
      <source>What the states tell</source>
      <translation>ما تقوله الحالات</translation>
    </message>
    <message>
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
    <message>
      <source>another file…</source>
      <translation>ملف آخر…</translation>
    </message>
    <message>
      <source>features of words</source>
      <translation>سمات الكلمات</translation>
    </message>
    <message>
      <source>held against</source>
      <translation>مقابل</translation>
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
      <source>{0} in state {1}, the surest first: {2}</source>
      <translation>{0} في الحالة {1}، الأوثق أولًا: {2}</translation>
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
      <source>; %Ln sentence(s) not in other files yet</source>
      <translation>؛ %Ln من الجمل ليست في ملفات أخرى بعد</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>The model that proposes trees</source>
      <translation>النموذج الذي يقترح الأشجار</translation>
    </message>
    <message>
      <source>What is saved</source>
      <translation>ما حُفظ</translation>
    </message>
    <message>
      <source>What the engine does</source>
      <translation>ما يفعله المحرك</translation>
    </message>
    <message>
      <source>What undo would take back</source>
      <translation>ما سيُتراجع عنه</translation>
    </message>
    <message>
      <source>every decision kept; %Ln sentence(s) not in the file yet</source>
      <translation>كل القرارات محفوظة؛ %Ln من الجمل ليست في الملف بعد</translation>
    </message>
    <message>
      <source>in memory only</source>
      <translation>في الذاكرة فقط</translation>
    </message>
    <message>
      <source>nothing to save</source>
      <translation>لا شيء للحفظ</translation>
    </message>
    <message>
      <source>proposes: {0}</source>
      <translation>يقترح: {0}</translation>
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
      <source>%Ln step(s) written beside {0}</source>
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
      <source>PDF page</source>
      <translation>صفحة PDF</translation>
    </message>
    <message>
      <source>PNG picture</source>
      <translation>صورة PNG</translation>
    </message>
    <message>
      <source>Play or stop  (Space)</source>
      <translation>تشغيل أو إيقاف  (Space)</translation>
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
      <source>The model is asked what it does with this sentence …</source>
      <translation>يُسأل النموذج عما يفعله بهذه الجملة …</translation>
    </message>
    <message>
      <source>There is no model to step through yet. {0}, learnt from this text, can be.</source>
      <translation>لا نموذج تُتتبَّع خطواته بعد. {0} إذا عُلّم من هذا النص تُتتبَّع خطواته.</translation>
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
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
    <message>
      <source>{0} of {1}</source>
      <translation>{0} من {1}</translation>
    </message>
  </context>
  <context>
    <name>SubtreeReplacement</name>
    <message>
      <source>Another tree below {0}</source>
      <translation>شجرة أخرى تحت {0}</translation>
    </message>
    <message>
      <source>No tree is proposed.</source>
      <translation>لا شجرة مقترحة.</translation>
    </message>
    <message>
      <source>The model is still parsing this sentence.</source>
      <translation>ما زال النموذج يعرب هذه الجملة.</translation>
    </message>
    <message>
      <source>The model knows nothing else below {0}.</source>
      <translation>لا يعرف النموذج غير ذلك تحت {0}.</translation>
    </message>
    <message>
      <source>Tree {0} of {1} below {2}</source>
      <translation>الشجرة {0} من {1} تحت {2}</translation>
    </message>
  </context>
  <context>
    <name>Suggestions</name>
    <message>
      <source>Forbid {0}</source>
      <translation>منع {0}</translation>
    </message>
    <message>
      <source>Forbidden. The journal keeps it; free it to allow it again.</source>
      <translation>مُنع. اليومية تحفظ ذلك؛ حرّره للسماح به من جديد.</translation>
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
      <source>Locked. The journal keeps locks; text files have no place for them.</source>
      <translation>ثُبّت. اليومية تحفظ التثبيتات؛ ولا مكان لها في ملفات النص.</translation>
    </message>
    <message>
      <source>No: {0}</source>
      <translation>لا: {0}</translation>
    </message>
    <message>
      <source>Sentence {0}: {1}</source>
      <translation>الجملة {0}: {1}</translation>
    </message>
    <message>
      <source>Take back what cannot hold: {0}</source>
      <translation>التراجع عمّا لا يمكن: {0}</translation>
    </message>
    <message>
      <source>Taken back: {0}</source>
      <translation>تُراجع عن: {0}</translation>
    </message>
    <message>
      <source>The model has no tree for this sentence under its locks.</source>
      <translation>ليس عند النموذج شجرة لهذه الجملة مع تثبيتاتها.</translation>
    </message>
    <message>
      <source>The model was asked for its trees of this sentence …</source>
      <translation>طُلبت من النموذج أشجاره لهذه الجملة …</translation>
    </message>
    <message>
      <source>There is nothing here to forbid.</source>
      <translation>لا شيء هنا يُمنع.</translation>
    </message>
    <message>
      <source>There is nothing here to lock.</source>
      <translation>لا شيء هنا يُثبّت.</translation>
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
    <name>TokenLine</name>
    <message>
      <source>Words of the sentence</source>
      <translation>كلمات الجملة</translation>
    </message>
  </context>
  <context>
    <name>TokenListModel</name>
    <message>
      <source>written together: {0}</source>
      <translation>تُكتب معًا: {0}</translation>
    </message>
  </context>
  <context>
    <name>TopBar</name>
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
      <source>The next stop (Return)</source>
      <translation>المحطة التالية (Return)</translation>
    </message>
    <message>
      <source>The stop before (Left)</source>
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
      <source>Learn to parse from {0}</source>
      <translation>تعلّم الإعراب من {0}</translation>
    </message>
    <message>
      <source>Learn to rank readings from {0}</source>
      <translation>تعلّم ترتيب القراءات من {0}</translation>
    </message>
    <message>
      <source>Learn to tag from {0}</source>
      <translation>تعلّم الوسم من {0}</translation>
    </message>
    <message>
      <source>Learn what words follow one another from {0}</source>
      <translation>تعلّم توالي الكلمات من {0}</translation>
    </message>
  </context>
  <context>
    <name>TrainingLog</name>
    <message>
      <source>Log</source>
      <translation>السجل</translation>
    </message>
    <message>
      <source>What happens while learning is written here.</source>
      <translation>يُكتب هنا ما يحدث أثناء التعلم.</translation>
    </message>
  </context>
  <context>
    <name>TrainingView</name>
    <message>
      <source>, then %Ln more start(s)</source>
      <translation>، ثم %Ln من البدايات الأخرى</translation>
    </message>
    <message>
      <source>All settings as they come</source>
      <translation>كل الإعدادات كما هي</translation>
    </message>
    <message>
      <source>Choose what to learn from.</source>
      <translation>اختر ما يُتعلّم منه.</translation>
    </message>
    <message>
      <source>How many models are learnt one after the other, each with the next seed: together, a cloud</source>
      <translation>عدد النماذج التي تُتعلّم تباعًا، كلٌّ ببذرة تالية: معًا سحابة</translation>
    </message>
    <message>
      <source>It is measured on what it learns from, where figures are too good: hold some out.</source>
      <translation>يقاس على ما يتعلم منه، وهي أرقام أحسن من الواقع: احتجز بعضه.</translation>
    </message>
    <message>
      <source>Learn</source>
      <translation>تعليم</translation>
    </message>
    <message>
      <source>Learn from</source>
      <translation>التعلم من</translation>
    </message>
    <message>
      <source>Learn with the settings shown</source>
      <translation>التعليم بالإعدادات المعروضة</translation>
    </message>
    <message>
      <source>Measure on</source>
      <translation>القياس على</translation>
    </message>
    <message>
      <source>Nothing is learning.</source>
      <translation>لا شيء يتعلم.</translation>
    </message>
    <message>
      <source>Nothing is left to chance here: every start ends alike</source>
      <translation>لا شيء متروك للمصادفة هنا: كل بداية تنتهي النهاية نفسها</translation>
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
      <source>Reset to defaults</source>
      <translation>أعد القيم المبدئية</translation>
    </message>
    <message>
      <source>Settings to vary, each with a range or a list, and sentences=… for a learning curve: all is learnt as one run with one curve. Empty: one model.</source>
      <translation>إعدادات تتغير، لكل منها مدى أو قائمة، وsentences=… لمنحنى التعلم: يُتعلّم الكل تجربةً واحدة بمنحنى واحد. فارغ: نموذج واحد.</translation>
    </message>
    <message>
      <source>Stop</source>
      <translation>إيقاف</translation>
    </message>
    <message>
      <source>Stop learning; nothing half-learnt is kept</source>
      <translation>إيقاف التعليم؛ ولا يُحفظ ما لم يكتمل</translation>
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
      <source>Trees of {0} cannot be re-ranked.</source>
      <translation>لا يمكن إعادة ترتيب أشجار {0}.</translation>
    </message>
    <message>
      <source>What is learnt</source>
      <translation>ما يُعلَّم</translation>
    </message>
    <message>
      <source>What the setting does</source>
      <translation>ما يفعله الإعداد</translation>
    </message>
    <message>
      <source>nothing is open</source>
      <translation>لا شيء مفتوح</translation>
    </message>
    <message>
      <source>states=2:16:2 sentences=50,200</source>
      <translation>states=2:16:2 sentences=50,200</translation>
    </message>
    <message>
      <source>the text shown</source>
      <translation>النص المعروض</translation>
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
      <source>{0}: learning from {1}</source>
      <translation>{0}: يتعلم من {1}</translation>
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
      <source>No phrase has the number of {0} any more: such a trace stands for nothing.</source>
      <translation>لم تعد عبارة تحمل رقم {0}: فهذا الأثر لا ينوب عن شيء.</translation>
    </message>
    <message>
      <source>No tree can be started: the format of this document has no place for constituents. Add a document for them (File), or save it as brackets (.mrg).</source>
      <translation>لا يمكن بدء شجرة: لا مكان للمكوّنات في صيغة هذا المستند. أضف لها مستندًا (ملف)، أو احفظه بالأقواس (.mrg).</translation>
    </message>
    <message>
      <source>Put {1} over {0}</source>
      <translation>وضع {1} فوق {0}</translation>
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
      <source>This sentence has a tree already.</source>
      <translation>لهذه الجملة شجرة.</translation>
    </message>
    <message>
      <source>{0} has no other place: it, or what it is part of, would be torn into two pieces.</source>
      <translation>ليس لـ {0} مكان آخر: ستنقسم هي أو ما هي جزء منه قسمين.</translation>
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
      <source>Asking the model …</source>
      <translation>يُسأل النموذج …</translation>
    </message>
    <message>
      <source>Best</source>
      <translation>الأفضل</translation>
    </message>
    <message>
      <source>Decided. N shows what the model would propose.</source>
      <translation>مبتوت فيها. N يعرض ما كان النموذج سيقترحه.</translation>
    </message>
    <message>
      <source>The likeliest trees</source>
      <translation>أرجح الأشجار</translation>
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
      <source>Known</source>
      <translation>المعروف</translation>
    </message>
    <message>
      <source>Meaning</source>
      <translation>المعنى</translation>
    </message>
    <message>
      <source>The likeliest meaning; nobody has decided it</source>
      <translation>المعنى الأرجح؛ ولم يبتّ فيه أحد</translation>
    </message>
    <message>
      <source>Times</source>
      <translation>المرات</translation>
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
      <source>List only words with this in them or in their meaning</source>
      <translation>اسرد الكلمات التي فيها هذا أو في معناها</translation>
    </message>
    <message>
      <source>List them all, known or not</source>
      <translation>سردها كلها، معروفة أو لا</translation>
    </message>
    <message>
      <source>No word is like that.</source>
      <translation>لا كلمة كذلك.</translation>
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
      <source>Save the words as a table</source>
      <translation>حفظ الكلمات جدولًا</translation>
    </message>
    <message>
      <source>Save the words as cards for Anki</source>
      <translation>حفظ الكلمات بطاقاتٍ لـ Anki</translation>
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
      <source>The words are being counted …</source>
      <translation>تُعدّ الكلمات …</translation>
    </message>
    <message>
      <source>Where the word stands</source>
      <translation>أين ترد الكلمة</translation>
    </message>
    <message>
      <source>Which words are listed</source>
      <translation>الكلمات المسرودة</translation>
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
      <source>Words are listed here as soon as something is known of those of the text.</source>
      <translation>تُسرد الكلمات هنا حين يُعرف شيء من كلمات النص.</translation>
    </message>
    <message>
      <source>Write the words listed as CSV</source>
      <translation>كتابة الكلمات المسرودة بصيغة CSV</translation>
    </message>
    <message>
      <source>Write the words listed as cards that Anki imports</source>
      <translation>كتابة الكلمات المسرودة بطاقاتٍ يستوردها Anki</translation>
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
      <source>A parser proposes, you decide. It asks first where it is least sure.</source>
      <translation>المحلل يقترح وأنت تقرر. يسأل أولًا حيث هو أقل يقينًا.</translation>
    </message>
    <message>
      <source>Annotate a treebank</source>
      <translation>توسيم بنك شجري</translation>
    </message>
    <message>
      <source>Bring your own</source>
      <translation>هات ما عندك</translation>
    </message>
    <message>
      <source>Drop a treebank, a text or a project's folder anywhere in this window.</source>
      <translation>أفلت بنكًا شجريًّا أو نصًّا أو مجلد مشروع في أي مكان من هذه النافذة.</translation>
    </message>
    <message>
      <source>English and Arabic sentences, to try things on</source>
      <translation>جمل إنجليزية وعربية للتجربة</translation>
    </message>
    <message>
      <source>Everything can be done without a mouse</source>
      <translation>كل شيء ممكن بلا فأرة</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;جولة مع الدليل</translation>
    </message>
    <message>
      <source>Learn a model, follow its curves, and ask what its hidden states stand for.</source>
      <translation>علّم نموذجًا وتابع منحنياته واسأل عمّا تمثله حالاته الخفية.</translation>
    </message>
    <message>
      <source>Look inside models</source>
      <translation>النظر داخل النماذج</translation>
    </message>
    <message>
      <source>Nine stops through the window, with the sample</source>
      <translation>تسع محطات في النافذة، مع الأمثلة</translation>
    </message>
    <message>
      <source>One of over a hundred languages, to learn from</source>
      <translation>واحد من أكثر من مئة لغة، للتعلم منه</translation>
    </message>
    <message>
      <source>Open a &amp;project…</source>
      <translation>افتح م&amp;شروعًا…</translation>
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
      <source>Several files with one history</source>
      <translation>عدة ملفات بسجل واحد</translation>
    </message>
    <message>
      <source>Spectral Workbench</source>
      <translation>Spectral Workbench</translation>
    </message>
    <message>
      <source>Try the &amp;sample</source>
      <translation>جرّب ال&amp;مثال</translation>
    </message>
    <message>
      <source>What you open will be listed here.</source>
      <translation>يُسرد هنا ما تفتحه.</translation>
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
      <source>Nothing was found</source>
      <translation>لم يوجد شيء</translation>
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
      <source>{0} is no longer there</source>
      <translation>لم يعد {0} موجودًا</translation>
    </message>
  </context>
  <context>
    <name>WordMapView</name>
    <message>
      <source> is of class {0}</source>
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
      <source>Before it</source>
      <translation>قبلها</translation>
    </message>
    <message>
      <source>Behind it</source>
      <translation>بعدها</translation>
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
      <source>No model here says which words go together. {0}, learnt from this text, does.</source>
      <translation>لا نموذج هنا يقول أي الكلمات تجتمع. {0} إذا عُلّم من هذا النص يقول ذلك.</translation>
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
      <source>Type or click a word, or choose one with Enter: what it is most like.</source>
      <translation>اكتب كلمة أو انقرها، أو اخترها بـ Enter: ما أشبه الكلمات بها.</translation>
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
      <source>Written to {0}</source>
      <translation>كُتب في {0}</translation>
    </message>
    <message>
      <source>alike %</source>
      <translation>التشابه %</translation>
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
    <name>WordMenu</name>
    <message>
      <source>Attach to a head…</source>
      <translation>ألحق برأس…</translation>
    </message>
    <message>
      <source>Compact</source>
      <translation>متراص</translation>
    </message>
    <message>
      <source>Detach</source>
      <translation>افصل</translation>
    </message>
    <message>
      <source>Enhanced arcs</source>
      <translation>الأقواس المعززة</translation>
    </message>
    <message>
      <source>Fold into rows</source>
      <translation>اطوِ في أسطر</translation>
    </message>
    <message>
      <source>Forbid the arc</source>
      <translation>امنع القوس</translation>
    </message>
    <message>
      <source>Free the word</source>
      <translation>حرّر الكلمة</translation>
    </message>
    <message>
      <source>Interlinear</source>
      <translation>بين السطور</translation>
    </message>
    <message>
      <source>Lemmas</source>
      <translation>المداخل</translation>
    </message>
    <message>
      <source>Lock the arc</source>
      <translation>ثبّت القوس</translation>
    </message>
    <message>
      <source>Make it the root</source>
      <translation>اجعلها الجذر</translation>
    </message>
    <message>
      <source>Relation…</source>
      <translation>العلاقة…</translation>
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
      <source>A file of this kind has no place for {0}; save it as CoNLL-U to use it.</source>
      <translation>لا مكان لـ {0} في ملف من هذا النوع؛ احفظه بصيغة CoNLL-U لاستعماله.</translation>
    </message>
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
      <source>Decisions are kept by the words of the text: to change one, change the file.</source>
      <translation>القرارات محفوظة بكلمات النص: لتغيير كلمة غيّر الملف.</translation>
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
      <source>No word is selected: click on one, or press an arrow key above the structure.</source>
      <translation>لا كلمة محددة: انقر واحدة أو اضغط مفتاح سهم فوق البنية.</translation>
    </message>
    <message>
      <source>Nothing here is called {0}: Enter once more makes it, Escape takes it back.</source>
      <translation>لا شيء هنا اسمه {0}: Enter مرة أخرى ينشئه، وEscape يعيده.</translation>
    </message>
    <message>
      <source>Set {0} of {1} to {2}</source>
      <translation>جعل {0} من {1} {2}</translation>
    </message>
    <message>
      <source>There is no word here to edit.</source>
      <translation>لا كلمة هنا للتحرير.</translation>
    </message>
    <message>
      <source>This sentence could not be read and is kept as it stands.</source>
      <translation>تعذّرت قراءة هذه الجملة وتبقى كما هي.</translation>
    </message>
    <message>
      <source>not attached</source>
      <translation>غير ملحقة</translation>
    </message>
    <message>
      <source>proposed: {0}</source>
      <translation>مقترح: {0}</translation>
    </message>
    <message>
      <source>the root</source>
      <translation>الجذر</translation>
    </message>
    <message>
      <source>there is no such word</source>
      <translation>لا كلمة كهذه</translation>
    </message>
  </context>
  <context>
    <name>Work</name>
    <message>
      <source>Learning</source>
      <translation>التعلّم</translation>
    </message>
    <message>
      <source>The engine was restarted.</source>
      <translation>أعيد تشغيل المحرك.</translation>
    </message>
    <message>
      <source>The process that learns does not respond. Stop it, or choose Model › Restart the engine.</source>
      <translation>عملية التعلم لا تستجيب. أوقفها أو اختر النموذج › إعادة تشغيل المحرك.</translation>
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
      <source>leave</source>
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
    <name>_SegmentedControl</name>
    <message>
      <source>Show this kind of tree</source>
      <translation>عرض هذا النوع من الأشجار</translation>
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
      <source>&amp;Accept and go on</source>
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
      <source>&amp;Learn</source>
      <translation>&amp;تعلّم</translation>
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
      <source>&amp;Proposed trees</source>
      <translation>الأشجار ال&amp;مقترحة</translation>
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
      <source>&amp;Stop learning</source>
      <translation>أو&amp;قف التعلّم</translation>
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
      <source>A reading, or another head or label from the line below the tree.</source>
      <translation>قراءة، أو رأس آخر أو علاقة أخرى من السطر الذي تحت الشجرة.</translation>
    </message>
    <message>
      <source>A wide tree in rows, or in one that scrolls.</source>
      <translation>شجرة عريضة في أسطر، أو في سطر واحد يُمرَّر.</translation>
    </message>
    <message>
      <source>A&amp;dd to the project…</source>
      <translation>إ&amp;ضافة إلى المشروع…</translation>
    </message>
    <message>
      <source>Accept a&amp;ll the same</source>
      <translation>اقبل &amp;مع ذلك</translation>
    </message>
    <message>
      <source>Accept and &amp;stay</source>
      <translation>اقبل و&amp;ابقَ</translation>
    </message>
    <message>
      <source>Accept the sentence with the proposed tree, once every phrase in doubt was looked at.</source>
      <translation>قبول الجملة بالشجرة المقترحة بعد النظر في كل عبارة مشكوك فيها.</translation>
    </message>
    <message>
      <source>Accept the sentence with the proposed tree, once every word in doubt was looked at.</source>
      <translation>قبول الجملة بالشجرة المقترحة بعد النظر في كل كلمة مشكوك فيها.</translation>
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
      <source>Add a document for t&amp;he other kind of tree</source>
      <translation>إضافة مستند لل&amp;نوع الآخر من الشجر</translation>
    </message>
    <message>
      <source>Add the document shown once more, as it is decided now.</source>
      <translation>يضيف المستند المعروض مرة أخرى بما بُتّ فيه الآن.</translation>
    </message>
    <message>
      <source>All &amp;readings</source>
      <translation>كل ال&amp;قراءات</translation>
    </message>
    <message>
      <source>All keys, by where they work.</source>
      <translation>كل المفاتيح بحسب موضع عملها.</translation>
    </message>
    <message>
      <source>All words of the document; those you know.</source>
      <translation>كل كلمات المستند؛ وما تعرفه منها.</translation>
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
      <source>Answer</source>
      <translation>الجواب</translation>
    </message>
    <message>
      <source>Answer by Y and N what would settle most; the rest is parsed anew.</source>
      <translation>أجب بـ Y وN عمّا يحسم أكثر؛ ويُعاد إعراب الباقي.</translation>
    </message>
    <message>
      <source>As they stand in the document.</source>
      <translation>كما هي في المستند.</translation>
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
      <source>Ask no more</source>
      <translation>لا مزيد من الأسئلة</translation>
    </message>
    <message>
      <source>Attach the word to nothing: the root.</source>
      <translation>عدم إلحاق الكلمة بشيء: الجذر.</translation>
    </message>
    <message>
      <source>Back, on</source>
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
      <source>Below the tree, while digits take readings.</source>
      <translation>تحت الشجرة، ما دامت الأرقام تأخذ القراءات.</translation>
    </message>
    <message>
      <source>C&amp;ompare two automata</source>
      <translation>&amp;قارن آليتين</translation>
    </message>
    <message>
      <source>Change &amp;keys…</source>
      <translation>غيّر الم&amp;فاتيح…</translation>
    </message>
    <message>
      <source>Choose a model, in use or not, and remove its file.</source>
      <translation>اختيار نموذج، مستخدم أو غير مستخدم، وإزالة ملفه.</translation>
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
      <source>Choose one of Universal Dependencies, and have it brought here.</source>
      <translation>اختيار بنك من Universal Dependencies وإحضاره إلى هنا.</translation>
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
      <source>Constituents beside dependencies, or these beside those: over the same words, in a file of their own.</source>
      <translation>مكوّنات بجانب التبعيات أو العكس: على الكلمات نفسها، في ملف خاص بها.</translation>
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
      <source>Copy versions for a report.</source>
      <translation>نسخ أرقام الإصدارات لتقرير.</translation>
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
      <source>Decide sentence by sentence.</source>
      <translation>البتّ جملةً جملة.</translation>
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
      <source>Do again what was taken back.</source>
      <translation>إعادة ما تُراجع عنه.</translation>
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
      <source>End the program; decisions are kept.</source>
      <translation>إنهاء البرنامج؛ وتبقى القرارات محفوظة.</translation>
    </message>
    <message>
      <source>End what the engine is doing, and start it again.</source>
      <translation>إنهاء ما يقوم به المحرك وتشغيله من جديد.</translation>
    </message>
    <message>
      <source>English and Arabic sentences, to try things on.</source>
      <translation>جمل إنجليزية وعربية للتجربة.</translation>
    </message>
    <message>
      <source>Enter</source>
      <translation>Enter</translation>
    </message>
    <message>
      <source>Esc</source>
      <translation>Esc</translation>
    </message>
    <message>
      <source>Everything that can be done, by a few letters.</source>
      <translation>كل ما يمكن فعله، ببضعة حروف.</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>في كل مكان</translation>
    </message>
    <message>
      <source>Explore</source>
      <translation>الاستكشاف</translation>
    </message>
    <message>
      <source>Explore: steps</source>
      <translation>الاستكشاف: الخطوات</translation>
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
      <source>Filter</source>
      <translation>ترشيح</translation>
    </message>
    <message>
      <source>Filter or find</source>
      <translation>رشّح أو ابحث</translation>
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
      <source>Forbid what is asked about.</source>
      <translation>منع المسؤول عنه.</translation>
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
      <source>From a state or an edge to the sentences that pass it</source>
      <translation>من حالة أو حافة إلى الجمل المارة بها</translation>
    </message>
    <message>
      <source>Give the same word this reading in other places, after a look at them.</source>
      <translation>إعطاء الكلمة نفسها هذه القراءة في مواضع أخرى بعد النظر فيها.</translation>
    </message>
    <message>
      <source>Go to the form of the word.</source>
      <translation>الانتقال إلى صيغة الكلمة.</translation>
    </message>
    <message>
      <source>Go to the next place found.</source>
      <translation>الانتقال إلى الموضع التالي.</translation>
    </message>
    <message>
      <source>Go to the next sentence that has a problem.</source>
      <translation>الانتقال إلى الجملة التالية التي فيها مشكلة.</translation>
    </message>
    <message>
      <source>Go to the next that differs.</source>
      <translation>الانتقال إلى التالي المختلف.</translation>
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
      <source>Go to the one before.</source>
      <translation>الانتقال إلى التي قبلها.</translation>
    </message>
    <message>
      <source>Go to the place found before.</source>
      <translation>الانتقال إلى الموضع السابق.</translation>
    </message>
    <message>
      <source>Go to where the word stands first</source>
      <translation>الانتقال إلى أول موضع للكلمة</translation>
    </message>
    <message>
      <source>Guided &amp;tour</source>
      <translation>&amp;جولة مع الدليل</translation>
    </message>
    <message>
      <source>Have whole trees of the model that proposes put into a better order.</source>
      <translation>يضع الأشجار الكاملة للنموذج المقترِح في ترتيب أحسن.</translation>
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
      <source>Hide the proposal for a sentence that has heads</source>
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
      <source>In the list: mark a reading, and take it</source>
      <translation>في القائمة: تحديد قراءة وأخذها</translation>
    </message>
    <message>
      <source>In the list: the word beside, by sight</source>
      <translation>في القائمة: الكلمة المجاورة للعين</translation>
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
      <source>Its children move up to its parent.</source>
      <translation>ترتفع أبناؤها إلى أصلها.</translation>
    </message>
    <message>
      <source>Its likeliest readings, at the word itself.</source>
      <translation>أرجح قراءاتها، عند الكلمة نفسها.</translation>
    </message>
    <message>
      <source>Join each trace to what it stands for.</source>
      <translation>وصل كل أثر بما ينوب عنه.</translation>
    </message>
    <message>
      <source>Join the next two states; in Steps, the next step.</source>
      <translation>دمج الحالتين التاليتين؛ وفي الخطوات الخطوة التالية.</translation>
    </message>
    <message>
      <source>Keep this arc, or no longer; the rest is parsed anew.</source>
      <translation>إبقاء هذا القوس أو تركه؛ ويُعاد إعراب الباقي.</translation>
    </message>
    <message>
      <source>Keep this phrase, or no longer; the rest is parsed anew.</source>
      <translation>إبقاء هذه العبارة أو تركها؛ ويُعاد إعراب الباقي.</translation>
    </message>
    <message>
      <source>Keys</source>
      <translation>المفاتيح</translation>
    </message>
    <message>
      <source>Later</source>
      <translation>لاحقًا</translation>
    </message>
    <message>
      <source>Learn a model with the settings shown.</source>
      <translation>تعلُّم نموذج بالإعدادات المعروضة.</translation>
    </message>
    <message>
      <source>Learn a re-r&amp;anker for it…</source>
      <translation>علّم له مُعيد تر&amp;تيب…</translation>
    </message>
    <message>
      <source>Learn models and watch them.</source>
      <translation>تعلُّم النماذج ومتابعتها.</translation>
    </message>
    <message>
      <source>Leave a prompt or a dialogue; nothing changes</source>
      <translation>ترك مُدخل أو حوار؛ ولا يتغير شيء</translation>
    </message>
    <message>
      <source>Leave the question, and ask another.</source>
      <translation>ترك السؤال وطرح غيره.</translation>
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
      <source>Letters are commands on trees, in their outlines, in the line of words and in the queue; in fields they are typed. Other keys are chosen under Edit, Change keys; those without an explanation stay as they are.</source>
      <translation>الحروف أوامر على الأشجار وفي مخططاتها وفي سطر الكلمات وفي الطابور؛ وفي الحقول تُكتب. تُختار مفاتيح أخرى من تحرير، غيّر المفاتيح؛ وما لا شرح له يبقى كما هو.</translation>
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
      <source>Lock what is asked about.</source>
      <translation>تثبيت المسؤول عنه.</translation>
    </message>
    <message>
      <source>Look &amp;at the word</source>
      <translation>ا&amp;نظر إلى الكلمة</translation>
    </message>
    <message>
      <source>Look for</source>
      <translation>ابحث عن</translation>
    </message>
    <message>
      <source>Look for words, tags, labels and structures.</source>
      <translation>البحث عن كلمات ووسوم وتسميات وبنى.</translation>
    </message>
    <message>
      <source>Look into what was learnt.</source>
      <translation>النظر فيما تُعلِّم.</translation>
    </message>
    <message>
      <source>Make a project around treebanks.</source>
      <translation>إنشاء مشروع من بنوك شجرية.</translation>
    </message>
    <message>
      <source>Make files documents of the open project, where they lie.</source>
      <translation>يجعل الملفات مستندات في المشروع المفتوح وهي في مكانها.</translation>
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
      <source>Mark the sentence as right although heads are missing or words in doubt were not looked at.</source>
      <translation>وسم الجملة صحيحةً وإن نقصت رؤوس أو لم يُنظر في كلمات مشكوك فيها.</translation>
    </message>
    <message>
      <source>Mark the sentence as right, and go to the next that is not accepted.</source>
      <translation>وسم الجملة صحيحةً والانتقال إلى التالية غير المقبولة.</translation>
    </message>
    <message>
      <source>Mark the sentence as right, and stay with it.</source>
      <translation>وسم الجملة صحيحةً والبقاء عندها.</translation>
    </message>
    <message>
      <source>Meanin&amp;g</source>
      <translation>ال&amp;معنى</translation>
    </message>
    <message>
      <source>Measure whether numbers of arcs are right.</source>
      <translation>قياس صحة أرقام الأقواس.</translation>
    </message>
    <message>
      <source>More than the first two, on the card.</source>
      <translation>أكثر من الأوليين، على البطاقة.</translation>
    </message>
    <message>
      <source>Move the node up, out of its parent.</source>
      <translation>رفع العقدة خارج أصلها.</translation>
    </message>
    <message>
      <source>Narrow the readings of the word, or else find.</source>
      <translation>تضييق قراءات الكلمة، وإلا فالبحث.</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>التالي</translation>
    </message>
    <message>
      <source>Next &amp;below the phrase</source>
      <translation>التالية ت&amp;حت العبارة</translation>
    </message>
    <message>
      <source>Next &amp;below the word</source>
      <translation>التالية ت&amp;حت الكلمة</translation>
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
      <source>Next phrase in &amp;doubt</source>
      <translation>العبارة الم&amp;شكوك فيها التالية</translation>
    </message>
    <message>
      <source>Next pro&amp;blem</source>
      <translation>ال&amp;مشكلة التالية</translation>
    </message>
    <message>
      <source>Next word in &amp;doubt</source>
      <translation>الكلمة الم&amp;شكوك فيها التالية</translation>
    </message>
    <message>
      <source>Nine stops through the window, left by any key.</source>
      <translation>تسع محطات في النافذة، تُترك بأي مفتاح.</translation>
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
      <source>Of the trees that are proposed.</source>
      <translation>من الأشجار المقترحة.</translation>
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
      <source>Parse anew without this arc.</source>
      <translation>إعادة الإعراب بلا هذا القوس.</translation>
    </message>
    <message>
      <source>Parse anew without this phrase.</source>
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
      <source>Pre&amp;vious phrase in doubt</source>
      <translation>العبارة المشكوك فيها السا&amp;بقة</translation>
    </message>
    <message>
      <source>Pre&amp;vious word in doubt</source>
      <translation>الكلمة المشكوك فيها السا&amp;بقة</translation>
    </message>
    <message>
      <source>Previous below the phrase</source>
      <translation>السابقة تحت العبارة</translation>
    </message>
    <message>
      <source>Previous below the word</source>
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
      <source>Proposed p&amp;hrases</source>
      <translation>ال&amp;عبارات المقترحة</translation>
    </message>
    <message>
      <source>Put a new node above this one.</source>
      <translation>وضع عقدة جديدة فوق هذه.</translation>
    </message>
    <message>
      <source>Put every panel back into its place.</source>
      <translation>إعادة كل لوحة إلى مكانها.</translation>
    </message>
    <message>
      <source>Put the word on your list, or take it off.</source>
      <translation>إضافة الكلمة إلى قائمتك أو إزالتها منها.</translation>
    </message>
    <message>
      <source>Put the words selected on your list, or off it.</source>
      <translation>إضافة الكلمات المحددة إلى قائمتك أو إزالتها.</translation>
    </message>
    <message>
      <source>Put what is selected under a new node.</source>
      <translation>وضع المحدد تحت عقدة جديدة.</translation>
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
      <source>Quiz</source>
      <translation>الاختبار</translation>
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
      <source>Read on.</source>
      <translation>متابعة القراءة.</translation>
    </message>
    <message>
      <source>Read the text as it runs.</source>
      <translation>قراءة النص متصلًا.</translation>
    </message>
    <message>
      <source>Read what stands before.</source>
      <translation>قراءة ما قبلها.</translation>
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
      <source>Remove the u&amp;nary node</source>
      <translation>أزل العقدة الأح&amp;ادية</translation>
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
      <source>Save words for A&amp;nki…</source>
      <translation>احفظ الكلمات لـ A&amp;nki…</translation>
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
      <source>Shift+Left, Shift+Right</source>
      <translation>Shift+يسار, Shift+يمين</translation>
    </message>
    <message>
      <source>Show a second automaton, of another model or with other settings.</source>
      <translation>عرض آلية ثانية لنموذج آخر أو بإعدادات أخرى.</translation>
    </message>
    <message>
      <source>Show every node.</source>
      <translation>عرض كل العقد.</translation>
    </message>
    <message>
      <source>Show the better tree before.</source>
      <translation>عرض الشجرة الأفضل قبلها.</translation>
    </message>
    <message>
      <source>Show the enhanced graph below the words.</source>
      <translation>عرض الرسم المعزز تحت الكلمات.</translation>
    </message>
    <message>
      <source>Show the lemma below each word.</source>
      <translation>عرض المدخل تحت كل كلمة.</translation>
    </message>
    <message>
      <source>Show the next best tree of the model.</source>
      <translation>عرض الشجرة التالية في الترتيب عند النموذج.</translation>
    </message>
    <message>
      <source>Show the next best tree over these words; the rest stays.</source>
      <translation>عرض الشجرة التالية فوق هذه الكلمات؛ ويبقى الباقي.</translation>
    </message>
    <message>
      <source>Show the one before.</source>
      <translation>عرض التي قبلها.</translation>
    </message>
    <message>
      <source>Show the tree in its own size.</source>
      <translation>عرض الشجرة بحجمها.</translation>
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
      <source>Show this list.</source>
      <translation>عرض هذه القائمة.</translation>
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
      <source>Show what else may hang from this word; the rest stays.</source>
      <translation>عرض ما قد يتعلق بهذه الكلمة غير ذلك؛ ويبقى الباقي.</translation>
    </message>
    <message>
      <source>Show what hung from it before.</source>
      <translation>عرض ما كان متعلقًا بها من قبل.</translation>
    </message>
    <message>
      <source>Show what puts one reading before another.</source>
      <translation>عرض ما يقدّم قراءة على أخرى.</translation>
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
      <source>Stop; nothing half-learnt is kept.</source>
      <translation>إيقاف؛ ولا يُحفظ شيء نصف متعلَّم.</translation>
    </message>
    <message>
      <source>Ta&amp;ke out of the project</source>
      <translation>إ&amp;خراج من المشروع</translation>
    </message>
    <message>
      <source>Tab, Shift+Tab</source>
      <translation>Tab, Shift+Tab</translation>
    </message>
    <message>
      <source>Take a model from a file, for all projects.</source>
      <translation>أخذ نموذج من ملف لكل المشاريع.</translation>
    </message>
    <message>
      <source>Take back what was locked of the word.</source>
      <translation>التراجع عمّا ثُبّت من الكلمة.</translation>
    </message>
    <message>
      <source>Take back what was locked of these words.</source>
      <translation>التراجع عمّا ثُبّت من هذه الكلمات.</translation>
    </message>
    <message>
      <source>Take choice 1</source>
      <translation>خذ الخيار 1</translation>
    </message>
    <message>
      <source>Take choice 1 of the line</source>
      <translation>خذ الخيار 1 من السطر</translation>
    </message>
    <message>
      <source>Take choice 2</source>
      <translation>خذ الخيار 2</translation>
    </message>
    <message>
      <source>Take choice 2 of the line</source>
      <translation>خذ الخيار 2 من السطر</translation>
    </message>
    <message>
      <source>Take choice 3</source>
      <translation>خذ الخيار 3</translation>
    </message>
    <message>
      <source>Take choice 3 of the line</source>
      <translation>خذ الخيار 3 من السطر</translation>
    </message>
    <message>
      <source>Take choice 4</source>
      <translation>خذ الخيار 4</translation>
    </message>
    <message>
      <source>Take choice 4 of the line</source>
      <translation>خذ الخيار 4 من السطر</translation>
    </message>
    <message>
      <source>Take choice 5</source>
      <translation>خذ الخيار 5</translation>
    </message>
    <message>
      <source>Take choice 5 of the line</source>
      <translation>خذ الخيار 5 من السطر</translation>
    </message>
    <message>
      <source>Take choice 6</source>
      <translation>خذ الخيار 6</translation>
    </message>
    <message>
      <source>Take choice 6 of the line</source>
      <translation>خذ الخيار 6 من السطر</translation>
    </message>
    <message>
      <source>Take choice 7</source>
      <translation>خذ الخيار 7</translation>
    </message>
    <message>
      <source>Take choice 7 of the line</source>
      <translation>خذ الخيار 7 من السطر</translation>
    </message>
    <message>
      <source>Take choice 8</source>
      <translation>خذ الخيار 8</translation>
    </message>
    <message>
      <source>Take choice 8 of the line</source>
      <translation>خذ الخيار 8 من السطر</translation>
    </message>
    <message>
      <source>Take choice 9</source>
      <translation>خذ الخيار 9</translation>
    </message>
    <message>
      <source>Take choice 9 of the line</source>
      <translation>خذ الخيار 9 من السطر</translation>
    </message>
    <message>
      <source>Take the head of the word away.</source>
      <translation>نزع رأس الكلمة.</translation>
    </message>
    <message>
      <source>Take the last merge back; in Steps, the step before.</source>
      <translation>التراجع عن آخر دمج؛ وفي الخطوات الخطوة السابقة.</translation>
    </message>
    <message>
      <source>Take the last step back, in whatever sentence it was.</source>
      <translation>التراجع عن آخر خطوة في أي جملة كانت.</translation>
    </message>
    <message>
      <source>Take the node with this only child away.</source>
      <translation>إزالة العقدة ذات هذا الابن الوحيد.</translation>
    </message>
    <message>
      <source>Texts that it fits have its proposals at once.</source>
      <translation>تحصل النصوص التي يناسبها على اقتراحاته فورًا.</translation>
    </message>
    <message>
      <source>The arrow keys move in lists and trees.</source>
      <translation>مفاتيح الأسهم تتنقل في القوائم والأشجار.</translation>
    </message>
    <message>
      <source>The document shown; its file and its decisions stay.</source>
      <translation>المستند المعروض؛ ويبقى ملفه وقراراته.</translation>
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
      <source>The node beside, by sight</source>
      <translation>العقدة المجاورة للعين</translation>
    </message>
    <message>
      <source>The page before, the next page</source>
      <translation>الصفحة السابقة، الصفحة التالية</translation>
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
      <source>The same random order every time.</source>
      <translation>الترتيب العشوائي نفسه في كل مرة.</translation>
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
      <source>The tree or the text alone, large, for a class.</source>
      <translation>الشجرة أو النص وحدهما، كبيرين، للصف.</translation>
    </message>
    <message>
      <source>The word beside, by sight</source>
      <translation>الكلمة المجاورة للعين</translation>
    </message>
    <message>
      <source>The word on that side, by sight</source>
      <translation>الكلمة في تلك الجهة للعين</translation>
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
      <source>This key leaves a field or a dialogue everywhere.</source>
      <translation>هذا المفتاح يترك حقلًا أو حوارًا في كل مكان.</translation>
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
      <source>Type what sentences must hold.</source>
      <translation>اكتب ما يجب أن تحويه الجمل.</translation>
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
      <source>Wh&amp;y the first</source>
      <translation>ل&amp;ماذا الأولى</translation>
    </message>
    <message>
      <source>What says what words mean: StarDict and Yomitan, of any language.</source>
      <translation>ما يقول معاني الكلمات: StarDict وYomitan، بأي لغة.</translation>
    </message>
    <message>
      <source>What speaks for the first reading of the word.</source>
      <translation>ما يرجّح القراءة الأولى للكلمة.</translation>
    </message>
    <message>
      <source>What speaks for the right answer.</source>
      <translation>ما يرجّح الجواب الصحيح.</translation>
    </message>
    <message>
      <source>What the program can do, and how.</source>
      <translation>ما يستطيعه البرنامج، وكيف.</translation>
    </message>
    <message>
      <source>What works everywhere needs Ctrl, Alt or a function key: other keys are typed into fields.</source>
      <translation>ما يعمل في كل مكان يحتاج إلى Ctrl أو Alt أو مفتاح وظيفة: فالمفاتيح الأخرى تُكتب في الحقول.</translation>
    </message>
    <message>
      <source>Where the best trees of two models differ most.</source>
      <translation>حيث يشتد اختلاف أفضل شجرتين لنموذجين.</translation>
    </message>
    <message>
      <source>Where the model is in doubt.</source>
      <translation>حيث يشكّ النموذج.</translation>
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
      <source>Words and arcs closer together.</source>
      <translation>كلمات وأقواس أقرب بعضها من بعض.</translation>
    </message>
    <message>
      <source>Words of the text, with four answers each.</source>
      <translation>كلمات من النص، لكل منها أربعة أجوبة.</translation>
    </message>
    <message>
      <source>Words on one line, or close to their nodes.</source>
      <translation>الكلمات على سطر واحد أو قرب عقدها.</translation>
    </message>
    <message>
      <source>Write a reading, from the best guess.</source>
      <translation>كتابة قراءة انطلاقًا من أفضل تخمين.</translation>
    </message>
    <message>
      <source>Write all files of the project.</source>
      <translation>كتابة كل ملفات المشروع.</translation>
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
      <source>Write the model that proposes trees to a file.</source>
      <translation>كتابة النموذج الذي يقترح الأشجار في ملف.</translation>
    </message>
    <message>
      <source>Write the runs as CSV or LaTeX.</source>
      <translation>كتابة التجارب بصيغة CSV أو LaTeX.</translation>
    </message>
    <message>
      <source>Write the sentences to another file.</source>
      <translation>كتابة الجمل في ملف آخر.</translation>
    </message>
    <message>
      <source>Write the sentences to their file.</source>
      <translation>كتابة الجمل في ملفها.</translation>
    </message>
    <message>
      <source>Write the tree on screen as SVG, PDF, PNG or LaTeX.</source>
      <translation>كتابة الشجرة المعروضة بصيغة SVG أو PDF أو PNG أو LaTeX.</translation>
    </message>
    <message>
      <source>Write the words listed as CSV.</source>
      <translation>كتابة الكلمات المعروضة بصيغة CSV.</translation>
    </message>
    <message>
      <source>Write the words listed as cards.</source>
      <translation>كتابة الكلمات المعروضة بطاقاتٍ.</translation>
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
      <source>{share} of the sequences stop here</source>
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
      <source>0: {0} clusters as they were found</source>
      <translation>0: ‏{0} عنقودًا كما وُجدت</translation>
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
      <source>Out of state {0}: no edge carries what comes next</source>
      <translation>من الحالة {0}: لا حافة تحمل ما يلي</translation>
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
      <source>{0} leave the automaton here</source>
      <translation>{0} تغادر الآلية هنا</translation>
    </message>
    <message>
      <source>{0} modifier sequence(s) that it was learnt from without a positive score</source>
      <translation>متتاليات توابع تُعلِّم منها بلا درجة موجبة: {0}</translation>
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
      <source>{0} sum(s) without meaning in this sentence</source>
      <translation>مجاميع بلا معنى في هذه الجملة: {0}</translation>
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
      <source>{0}: {1} joins {2}, for {3} leads from {4} to both ({5}: {6}; {7}: {8})</source>
      <translation>{0}: تنضم {1} إلى {2}، لأن {3} تقود من {4} إلى كلتيهما ({5}: {6}؛ {7}: {8})</translation>
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
      <source>About</source>
      <translation>حول</translation>
    </message>
    <message>
      <source>Annotate, read and look inside: a treebank workbench with spectral models in the same program.

Under the MIT licence. With Qt (LGPL) and the font Noto Naskh Arabic (OFL).</source>
      <translation>توسيم وقراءة ونظر في الداخل: منضدة عمل للبنوك الشجرية مع نماذج طيفية في البرنامج نفسه.

برخصة MIT. مع Qt ‏(LGPL) وخط Noto Naskh Arabic ‏(OFL).</translation>
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
      <source>Something unexpected happened. This is a bug; your decisions are kept and the program goes on. Please report it with the text below.</source>
      <translation>حدث أمر غير متوقع. هذا خلل في البرنامج؛ قراراتك محفوظة والبرنامج مستمر. أبلغ عنه من فضلك مع النص أدناه.</translation>
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
      <source>Nothing speaks for one or the other.</source>
      <translation>لا شيء يرجّح إحداهما.</translation>
    </message>
    <message>
      <source>Why this one before the other?</source>
      <translation>لماذا هذه قبل الأخرى؟</translation>
    </message>
    <message>
      <source>Why this one?</source>
      <translation>لماذا هذه؟</translation>
    </message>
  </context>
  <context>
    <name>runs</name>
    <message>
      <source>Below a margin of {0:.2f} no word is underlined.</source>
      <translation>تحت هامش {0:.2f} لا تُسطّر أي كلمة.</translation>
    </message>
    <message>
      <source>Below a margin of {0:.2f}, {1:.0%} of the wrong heads are underlined (recall), and {2:.0%} of what is underlined is wrong (precision).</source>
      <translation>تحت هامش {0:.2f} يُسطّر {1:.0%} من الرؤوس الخاطئة (الاستدعاء)، و{2:.0%} من المسطّر خاطئ (الدقة).</translation>
    </message>
    <message>
      <source>No head is wrong there.</source>
      <translation>لا رأس خاطئًا هناك.</translation>
    </message>
    <message>
      <source>On held-out text, below a margin of {0:.2f}, {1:.0%} of the wrong first readings are underlined (recall), and {2:.0%} of what is underlined is wrong (precision).</source>
      <translation>على نص محجوز، تحت هامش {0:.2f} يُسطّر {1:.0%} من القراءات الأولى الخاطئة (الاستدعاء)، و{2:.0%} من المسطّر خاطئ (الدقة).</translation>
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
      <source>cut of {0}: {1} kept</source>
      <translation>قطع {0}: أُبقي {1}</translation>
    </message>
    <message>
      <source>estimator</source>
      <translation>المقدِّر</translation>
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
      <source>no</source>
      <translation>لا</translation>
    </message>
    <message>
      <source>on sentences held out</source>
      <translation>على جمل محتجزة</translation>
    </message>
    <message>
      <source>on the text it was learnt from</source>
      <translation>على النص الذي تُعلِّم منه</translation>
    </message>
    <message>
      <source>on {0}</source>
      <translation>على {0}</translation>
    </message>
    <message>
      <source>over {0}</source>
      <translation>على {0}</translation>
    </message>
    <message>
      <source>rank</source>
      <translation>الرتبة</translation>
    </message>
    <message>
      <source>sentences</source>
      <translation>جمل</translation>
    </message>
    <message>
      <source>sentences learnt from</source>
      <translation>الجمل المتعلَّم منها</translation>
    </message>
    <message>
      <source>sentences learnt from, without those held out</source>
      <translation>الجمل التي تُعلِّم منها، دون المستبعدة</translation>
    </message>
    <message>
      <source>singular value</source>
      <translation>القيمة المفردة</translation>
    </message>
    <message>
      <source>tagger</source>
      <translation>الواسم</translation>
    </message>
    <message>
      <source>time of learning (CPU s)</source>
      <translation>زمن التعلم (ث معالج)</translation>
    </message>
    <message>
      <source>watching</source>
      <translation>المتابعة</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>نعم</translation>
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
      <source>{0} was cancelled; nothing was kept of it</source>
      <translation>أُلغي {0}؛ ولم يُحفظ منه شيء</translation>
    </message>
    <message>
      <source>{0} was learnt in {1} s CPU</source>
      <translation>تُعلِّم {0} في {1} ث من المعالج</translation>
    </message>
    <message>
      <source>{0} without those held out</source>
      <translation>{0} دون المستبعدة</translation>
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
    <name>widgets</name>
    <message>
      <source>Back to what was set at first</source>
      <translation>العودة إلى ما كان مضبوطًا أولًا</translation>
    </message>
    <message>
      <source>Close this (Esc)</source>
      <translation>إغلاق هذا (Esc)</translation>
    </message>
    <message>
      <source>Empty the field</source>
      <translation>إفراغ الحقل</translation>
    </message>
    <message>
      <source>Leave everything as it was (Esc)</source>
      <translation>ترك كل شيء كما كان (Esc)</translation>
    </message>
    <message>
      <source>Take what is shown here (Return)</source>
      <translation>أخذ ما يُعرض هنا (Return)</translation>
    </message>
  </context>
</TS>
