"""Common lemmas of newspaper Arabic in Buckwalter's transliteration, written down by the authors from their knowledge
of the language: evidence for a reading where no text has been learnt from."""

from __future__ import annotations

from functools import lru_cache

from spectral_core.morphology.arabic.spelling import make_dictionary_lemma_key, to_arabic

_FUNCTION_WORDS = """
fiy min <ilaY EalaY Ean maEa bayn baEod qabol mun*u Einda ladaY Did~ xilAl Hawl dAxil xArij taHt fawq >amAm warA' bi
li ka duwn Hasab wifq naHow Eabr xalf <ivora ba>s >an~a <in~a >an lam lan lA mA qad hal *`lika h`*A Al~a*iy huwa hiya
hum >anA naHonu >anota kamA lAkin lAkin~a li>an~a >aw >am vum~a <i*A law sawfa sa man >ay~ kayof mataY >ayona kam
limA*A <im~A >am~A bayonamA EinodamA HayovumA HAlamA rub~amA kul~amA mim~A >ay kay gayor siwaY mivol kul~ baEoD jamiyE
nafos *At hunA hunAka >ayoDAF faqaT jid~AF tamAmAF >amosi AlOn naEam kal~A laysa wa fa bal Hayvu *uw
"""
_NOUNS = """
yawom $ahor sanap EAm >usobuwE sAEap daqiyqap SabAH masA' layol waqot zaman mud~ap fatorap qaron laHoZap >amos gad
mustaqobal mADiy bidAyap nihAyap mawoEid tAriyx EaSor dawolap Hukuwmap ra}iys waziyr wizArap barolamAn majolis lajonap
Hizob siyAsap qAnuwn dusotuwr <intixAb niZAm mudiyr mas&uwl muwaZ~af mumav~il safiyr sifArap wafod qarAr {it~ifAq
muEAhadap mu&tamar {ijotimAE liqA' ziyArap muHAdavap mubAHavap mufAwaDap HiwAr niqA$ xiTAb taSoriyH bayAn taqoriyr
xuT~ap ma$oruwE barnAmaj mubAdarap Hal~ qaDiy~ap mu$okilap >azomap mawoDuwE mas>alap su&Al jawAb fikorap ra>oy mawoqif
sabab natiyjap hadaf garaD maSolaHap Haq~ wAjib musAEadap daEom taEAwun EalAqap ta>oviyr dawor juhod Eamaliy~ap
<ijorA' $aroT {iqotirAH qA}id maEoluwmap xabar naba> SaHiyfap jariydap majal~ap <i*AEap tilofizoyuwn qanAp SuHufiy~
maqAl kitAb SafoHap Hadiyv kalimap kalAm lugap {isom raqom Eadad nisobap mi}ap >alof miloyuwn miloyAr niSof rubE jamoE
juz' qisom nawoE $akol Hajom mustawaY darajap mu$Arakap Harob salAm >amon jayo$ $uroTap jundiy~ DAbiT quw~ap hujuwm
difAE silAH SAruwx qunobulap dab~Abap Eaduw~ $ahiyd qatiyl jariyH DaHiy~ap muqAwamap <irohAb <irohAbiy~ {iHotilAl
HiSAr maErakap {inofijAr {iEtiqAl sijon muHAkamap maHokamap qADiy muHAmiy tuhomap jariymap taHoqiyq mujorim minoTaqap
muHAfaZap madiynap EASimap qaroyap $AriE Tariyq bayot manozil mabonaY binA' baAb gurofap masokan balad waTan $aEob
sAkin suk~An muwATin rajul {imora>ap Tifol walad {ibon binot >ab >um~ >ax >uxot zawoj zawojap >usorap EA}ilap $ab~
$aboAb Sadiyq jaAr {insAn nAs $axoS fard >ahol qawom qabiylap mujotamaE vaqAfap diyn <isolAm masojid kaniysap rab~
nabiy~ HayAp mawot wafAp qalob ra>os yad Eayon wajoh jisom rijol dam SiH~ap maraD mariyD Tabiyb musota$ofaY dawA'
EilAj jAmiEap madorasap kul~iy~ap maEohad TAlib mudar~is muEal~im >usotA* dirAsap taEoliym tadoriyb Eilm baHov
{imtiHAn $ahAdap waZiyfap Eamal EAmil $arikap mu&as~asap munaZ~amap jamoEiy~ap hay}ap {it~iHAd maSonaE SinAEap tijArap
{iqotiSAd mAl suwq siEor qiymap vaman {isotivomAr banok maSorif duwlAr diynAr riyAl yuwruw miyzAniy~ap Dariybap qaroD
>ajor raAtib daxol {isotiyrAd SAdir <inotAj muntaj nafoT gAz bitoruwl TAqap kahorabA' mA' nahor baHor buHayorap miynA'
safiynap maTAr qiTAr say~Arap HAfilap Tariyqap >aroD samA' $amos qamar najom hawA' riyH maTar valoj Taqos HarArap bard
Sayof $itA' rabiyE xariyf jabal waAdiy SaHorA' gAbap $ajarap HayawAn kalob qiT~ap HiSAn Tayor ziraAEap fal~AH qamoH
xuboz laHom samak fAkihap TaEAm >akol $ay' <i$Arap Sawot Suwrap laAEib laEib fariyq mubArAp muntaxab kurap riyADap
mudar~ib malEab <isotAd kaAs buTuwlap fawoz haziymap mamolakap malik malikap >amiyr xaliyj $aroq garob $amAl januwb
EAlam qAr~ap jaziyrap masAfap miyl mitor Tun~ laAji} muxay~am hijorap mu$Ahid nuqoTap marokaz mar~ap HAl HAlap Zarof
Haqiyqap wAqiE <imokAn qudorap furoSap taHad~iy xaTar HAdiv kAriva kArivap zilzAl Hariyq fayaDAn naqoS ziyAdap
taTaw~ur tanomiyap <iSolAH tagoyiyr tagay~ur taqad~um najAH fa$al bad' {inotihA' Suduwr wuSuwl $AEir fan~ fan~An
masoraH siynamA fiylom muwsiyqaY riwAyap qiS~ap $iEor matHaf maEoriD >avar ma$oy safar sA}iH siyAHap funduq
"""
_VERBS = """
qAl kAn >aEolan >ak~ad >aDAf >awoDaH *akar >a$Ar Sar~aH Talab daEA >axobar >ablag >afAd naqal na$ar katab qara> samiE
ra>aY $Ahad naZar Earaf Ealim Zan~ {iEotaqad fak~ar >arAd $A' >aHab~ {isotaTAE >amokan wajab {ibotada> bada>
{isotamar~ {inotahaY {ikotamal tam~ Hadav HaSal waqaE jaraY {inoEaqad Eaqad {ijotamaE {iltaqaY zAr waSal jA' >ataY
*ahab rajaE EAd xaraj daxal gAdar safar sAfar mar~ waqaf jalas nAm EA$ mAt qatal jaraH Darab hAjam qaSaf {isotahodaf
>aTolaq dam~ar {inofajar {iEotaqal Hakam HAwal HAkam {it~aham {it~afaq {ixotalaf rafaD qabil wAfaq >ay~ad EAraD
{iHotaj~ {inotaqad TAlab qar~ar {ixotAr {inotaxab Eay~an fAz xasir hazam saj~al laEib $Arak nAfas qad~am Hamal >axa*
>aEoTaY manaH >arosal tasal~am wajad faqad baHav ka$af {ikota$af Haq~aq >anojaz najaH fa$il naf~a* Tab~aq {isotaxodam
{isotaEomal EanaY taEal~aq {iHotAj Hal~ EAlaj sAEad daEam EAwan Eamil Eal~am dar~as daras taEal~am taxar~aj banaY
>as~as >an$a> {i$otaraY bAE dafaE kalaf kal~af rabiH zAd {irotafaE {inoxafaD qal~ kavur HAfaZ HamaY manaE samaH tarak
waDaE jaEal >abqaY baqiy Zal~ >aSobaH SAr bAt mA-zAl zAl Zahar >aZohar bay~an $araH fas~ar >awo$ak kAd tawaq~aE
{inotaZar >asfar >ad~aY sab~ab {iEotamad Dam~ $amil taDam~an {inoDam~ {inotaqal qAd >adAr ra>as tara>~as tawal~aY
{isotaqAl {isotaqobal wad~aE Ha*~ar had~ad >adAn nad~ad wAjah EAnaY taEar~aD nAl {iEotabar Ead~ sam~aY $akal $ak~al
maval mav~al Hasan Has~an Taw~ar >aDar~ gay~ar tagay~ar Haw~al fataH >agolaq >akal $arib Tabax gasal labis nazal rakib
rakaD ma$aY saqaT rafaE wad~ DaHik bakaY >ajAb sa>al kal~am takal~am taHad~av nAqa$ tabAHav {ixotatam {ifotataH kar~am
$akar Had~ad qadar qad~ar mayz
"""
_ADJECTIVES = """
kabiyr Sagiyr jadiyd qadiym Tawiyl qaSiyr kaviyr qaliyl jamiyl qabiyH jay~id Hasan qawiy~ DaEiyf sariyE baTiy' sahol
SaEob EaZiym muhim~ xaTiyr EAm~ xAS~ EAliy munoxafiD mumokin muxotalif muEay~an muhad~ad muHad~ad muqobil mADiy HAliy~
sAbiq tAliy >axiyr >aw~al vAniy vAliv rAbiE xAmis >akovar >aqal~ >akobar >aSogar >afoDal >aEolaY >adonaY |xar waHiyd
wAHid munAsib lAzim Daruwriy~ ra}iysiy~ >asAsiy~ siyAsiy~ {iqotiSAdiy~ {ijotimAEiy~ vaqAfiy~ Easokariy~ >amoniy~
dawoliy~ duwaliy~ waTaniy~ qawomiy~ maHal~iy~ $aEobiy~ rasomiy~ Hukuwmiy~ qAnuwniy~ tAriyxiy~ diyniy~ <isolAmiy~
masiyHiy~ yahuwdiy~ Earabiy~ miSoriy~ suwriy~ lubonAniy~ >urodun~iy~ EirAqiy~ saEuwdiy~ filasoTiyniy~ <isorA}iyliy~
<iyrAniy~ turokiy~ kuwayotiy~ yamaniy~ magoribiy~ jazA}iriy~ tuwnisiy~ liybiy~ suwdAniy~ >amiyrikiy~ >amoriykiy~
faranosiy~ >alomAniy~ ruwsiy~ Siyniy~ yAbAniy~ hinodiy~ >uwrub~iy~ garobiy~ $aroqiy~ $amAliy~ januwbiy~ EAlamiy~
munAfis mut~aHid muxotaS~ mas&uwl qariyb baEiyd wADiH maEoruwf ma$ohuwr nAjiH fA$il saEiyd Haziyn mariyD saliym xATi}
SaHiyH kAmil nAqiS Hur~ maftuwH mugolaq fArig HAr~ bArid Ea*ob naZiyf gAliy raxiyS ganiy~ faqiyr $Ab~ musin~ Hay~
>aboyaD >asowad >aHomar >axoDar >azoraq >aSofar
"""


@lru_cache(maxsize=1)
def read_common_lemmas() -> dict[str, frozenset[str]]:
    """Return the keys of the common lemmas by UPOS."""
    function_words, nouns, verbs, adjectives = (
        frozenset(make_dictionary_lemma_key(to_arabic(lemma)) for lemma in text.split())
        for text in (_FUNCTION_WORDS, _NOUNS, _VERBS, _ADJECTIVES)
    )
    by_upos = dict.fromkeys(("ADP", "SCONJ", "CCONJ", "PART", "PRON", "DET", "ADV", "INTJ"), function_words)
    by_upos |= dict.fromkeys(("NOUN", "NUM"), nouns | function_words) | dict.fromkeys(("VERB", "AUX"), verbs)
    return by_upos | {"ADJ": adjectives | function_words}
