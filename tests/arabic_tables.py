"""A small lexicon in the manner of Buckwalter's first version, written for tests."""

from pathlib import Path

# A lexicon of a few words in the manner of Buckwalter's first version, which has no case, mood, state and voice.
TABLES_WITHOUT_CASE = {
    "dictPrefixes": [
        "\t\tnone\t",
        "w\twa\tnone\tand <pos>wa/CONJ+</pos>",
        "Al\tAl\tthe\tthe <pos>Al/DET+</pos>",
        "b\tbi\tto\twith <pos>bi/PREP+</pos>",
        "y\tya\the-a\the <pos>ya/IV3MS+</pos>",
        "y\tyu\the-u\the <pos>yu/IV3MS+</pos>",
        "sy\tsaya\twill-a\twill + he <pos>sa/FUT+ya/IV3MS+</pos>",
        "ly\tliya\tto-a\tfor + him to <pos>li/SUBJUNC+ya/IV3MS+</pos>",
    ],
    "dictStems": [
        ";; kitAb_1",
        "ktAb\tkitAb\tNdu\tbook",
        "ktb\tkutub\tN\tbooks",
        ";; qalam_1",
        "qlm\tqalam\tN\tpen",
        ";; madorasap_1",
        "mdrs\tmadoras\tNap\tschool",
        ";; muEal~im_1",
        "mElm\tmuEal~im\tNall\tteacher",
        ";; madAris_1",
        "mdArs\tmadAris\tNdip\tschools",
        ";; jadiyd_1",
        "jdyd\tjadiyd\tN-ap\tnew <pos>jadiyd/ADJ</pos>",
        ";; mabonaY_1",
        "mbnY\tmabonaY\tN0\tbuilding",
        ";; qADiy_1",
        "qAD\tqAD\tNK\tjudge",
        "qADy\tqADiy\tN0F\tjudge",
        ";; dima$oq_1",
        "dm$q\tdima$oq\tNprop\tDamascus",
        ";; valAv_1",
        "vlAv\tvalAv\tNap\tthree <pos>valAv/ADJ</pos>",
        ";; katab-u_1",
        "ktb\tkatab\tPV\twrite",
        "ktb\tkotub\tIV\twrite",
        ";; qAl-u_1",
        "qwl\tquwl\tIV_V\tsay",
        ";; rajaE-i_1",
        "rjE\trajaE\tPV_intr\treturn",
        ";; ha`*A_1",
        "h*A\th`*A\tFW\tthis <pos>h`*A/DEM_PRON_MS</pos>",
        ";; baEoda_1",
        "bEd\tbaEod\tFWp\tafter <pos>baEod/PREP</pos>",
        ";; min_1",
        "mn\tmin\tFWp\tfrom <pos>min/PREP</pos>",
        ";; >an~a_1",
        ">n\t>an~a\tFWp\tthat <pos>>an~a/FUNC_WORD</pos>",
        ";; laytanA_1",
        "lytnA\tlaytanA\tFW\tso <pos>laytanA/FUNC_WORD</pos>",
    ],
    "dictSuffixes": [
        "\t\tzero\t",
        "h\thu\tmine\this <pos>+hu/POSS_PRON_3MS</pos>",
        "y\tiy\tmine\tmy <pos>+iy/POSS_PRON_1S</pos>",
        "h\thu\thim\thim <pos>+hu/PRON_3MS</pos>",
        "p\tap\tap\t[fem.] <pos>+ap/NSUFF_FEM_SG</pos>",
        "thA\tathA\tap\ther <pos>+ap/NSUFF_FEM_SG+hA/POSS_PRON_3FS</pos>",
        "At\tAt\tAt\t[fem.pl.] <pos>+At/NSUFF_FEM_PL</pos>",
        "An\tAni\tdual\ttwo <pos>+Ani/NSUFF_MASC_DU_NOM</pos>",
        "yn\tiyna\tdual\t[masc.pl.] <pos>+iyna/NSUFF_MASC_PL_ACCGEN</pos>",
        "A\tAF\tAF\t[acc.indef.] <pos>+AF/NSUFF_MASC_SG_ACC_INDEF</pos>",
        "\ta\tPV\the <verb> <pos>+a/PVSUFF_SUBJ:3MS</pos>",
        "wn\tuwna\tIV\t[masc.pl.] <pos>+uwna/IVSUFF_SUBJ:MP_MOOD:I</pos>",
        "h\thu\tIVo\thim <pos>+hu/IVSUFF_DO:3MS</pos>",
    ],
}
NOUNS = ("Ndu", "N", "Nap", "Nall", "Ndip", "N-ap", "N0", "NK", "N0F", "Nprop")
NOMINAL = ("zero", "mine", "ap", "At", "dual", "AF")
VERBS = {"none": ("PV", "PV_intr"), **dict.fromkeys(("he-a", "will-a", "to-a"), ("IV", "IV_V"))}


def write_tables(folder: Path) -> Path:
    """Writes the lexicon into a folder."""
    pairs = {
        "tableAB": [
            *(f"{prefix} {noun}" for prefix in ("none", "the", "to") for noun in NOUNS),
            *(f"{prefix} {verb}" for prefix, verbs in VERBS.items() for verb in verbs),
            *(f"none {word}" for word in ("FW", "FWp")),
        ],
        "tableAC": [
            *(f"{prefix} {suffix}" for prefix in ("none", "the", "to") for suffix in NOMINAL),
            *("none PV", "none him"),
            *(f"{prefix} {suffix}" for prefix in ("he-a", "will-a", "to-a") for suffix in ("zero", "IV", "IVo")),
        ],
        "tableBC": [
            *(f"{noun} {suffix}" for noun in ("Ndu", "N", "N-ap", "Nall") for suffix in ("zero", "mine", "AF")),
            *(f"{noun} zero" for noun in ("Ndip", "N0", "NK", "N0F", "Nprop", "FW", "FWp")),
            *(f"{noun} {suffix}" for noun in ("Nap", "N-ap", "Nall") for suffix in ("ap", "At")),
            *("Ndu dual", "Nall dual", "PV PV", "PV_intr PV", "IV zero", "IV IV", "IV IVo", "IV_V zero", "FWp him"),
        ],
    }
    for name, lines in (TABLES_WITHOUT_CASE | pairs).items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="latin-1")
    return folder
