"""Prepare a model's answer for reading: one way to write each sign, no thoughts, no markup.

What remains is the text a person would read: thoughts, tool calls, tags, LaTeX and words of other
languages are written in one way, so that the readers of all forms look for the same few things.
Letters keep their case: `A` may be an answer where `a` is an article.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from topple.prompting.objects import as_lines, on_lines

# Longer answers are loops or attacks; the longest useful ones have a few thousand characters.
LONGEST = 100_000

_THOUGHTS = (
    *("think", "thinking", "thought", "thoughts", "reasoning", "analysis", "scratchpad"),
    *("reflection", "begin_of_thought", "start_thinking"),
)
# Some models write `[THINK]`, `◁think▷` or `<|START_THINKING|>`.
_OTHER_TAGS = re.compile(
    r"(?:[\[◁]|<\|)(/?(?:think|thinking|reasoning)|start_thinking|end_thinking"
    r"|begin_of_thought|end_of_thought)(?:[\]▷]|\|>)",
    re.IGNORECASE,
)
_ENDS = {"end_thinking": "/start_thinking", "end_of_thought": "/begin_of_thought"}
# Everything before the last channel that is not a thought; without marks where a server drops them.
_CHANNEL = re.compile(
    r".*(?:<\|channel\|>(?:final|commentary)[^<\n]{0,80}(?:<\|constrain\|>\w+)?<\|message\|>"
    r"|\bassistantfinal|(?<=[.!?\w\])])assistantfinal)",
    re.DOTALL,
)
_BOX = re.compile(r"<\|begin_of_box\|>(.{0,9000}?)<\|end_of_box\|>", re.DOTALL)
_SPECIAL = re.compile(r"<\|\w{1,40}\|>|</s>|<eos>|<end_of_turn>")
_GIVEN = re.compile(
    r"<(?:parameter name=[\"']?|parameter=)(\w{1,40})[\"']?>\s*([^<]{0,200}?)\s*</parameter>"
    r"|<arg_key>\s*(\w{1,40})\s*</arg_key>\s*<arg_value>\s*([^<]{0,200}?)\s*</arg_value>"
)
_STYLE = re.compile(
    r"</?(?:b|i|em|u|strong|code|span|p|div|li|ul|ol|sub|sup|mark|center|small|h\d)"
    r"(?: [^<>\n]{0,80})?>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)
_TAG = re.compile(r"<(\w{1,20})>")
_END_TAG = re.compile(r"</\w{1,20}>")
_LATEX = re.compile(r"\\(?:quad|left|right)(?![a-z])|\\[()\[\],; ]")
_BOXED = re.compile(r"\\boxed\s*(?=\{)")
_TEXT = re.compile(r"\\(?:text|mathrm|mathbf|textbf|texttt|mathtt)\s*(?=\{)")
# A quoted line of Markdown; before a plain number the sign is a bound.
_QUOTED = re.compile(r"^> ?(?=[*`$])", re.MULTILINE)
# An apostrophe is a letter of its word.
_MARKS = re.compile(r"[*`$_\"{}\\]|(?<![^\W\d_])'|'(?![^\W\d_])")
_JSON_MARKS = re.compile(r"[*`$]")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n\s*\n")

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}", "-"),
        **dict.fromkeys("\u2018\u2019", "'"),
        **dict.fromkeys("\u201c\u201d\xab\xbb「」", '"'),
        "\r": "\n",
        "\N{FRACTION SLASH}": "/",
        "\N{EM DASH}": " - ",
        "\N{ARABIC PERCENT SIGN}": "%",
        "\N{ARABIC DECIMAL SEPARATOR}": ".",
        "\N{ARABIC COMMA}": ",",
        "\N{IDEOGRAPHIC COMMA}": ",",
        "\N{IDEOGRAPHIC FULL STOP}": ". ",
        "【": "[",
        "】": "]",
    }
)
# `e.g.` does not end a sentence.
_ABBREVIATIONS = re.compile(
    r"\b(?:e\. ?g|i\. ?e|vs|cf|approx|ca|incl|resp|z\. ?b|p\. ?ej|etc(?!\.\s+[A-Z]))\.(?!\w)",
    re.IGNORECASE,
)

# Words around an answer in other languages.
_FOREIGN = tuple(
    (re.compile(rf"(?<![^\W\d_])(?:{latin})(?![^\W\d_])|{other}", re.IGNORECASE), word)
    for latin, other, word in (
        (
            r"antwort|réponse|respuesta|risposta|resposta|ответ|відповідь|odpowiedź|odpověď|svar"
            r"|antwoord|cevap|jawaban|đáp án|câu trả lời|απάντηση|vastaus|válasz",
            r"答案|答え|回答|解答|정답|답변|الإجابة|الجواب|उत्तर|תשובה",
            "answer ",
        ),
        (
            r"aktion|acción|azione|ação|действие|akcja|aksi|handlung",
            r"动作|行动|操作|アクション|행동",
            "action ",
        ),
        ("endgültige|finale|definitiva|final", "最终|最終|최종", "final "),
        (
            "wahrscheinlichkeit|probabilité|probabilidad|вероятность",
            "概率|確率|확률",
            "probability ",
        ),
        ("prozent|pour cent|por ciento|per cento|процентов", "パーセント", "% "),
        ("korrektur|corrección|correzione|correção", "更正|訂正|정정", "correction "),
        ("ich wähle|elijo|je choisis|escolho|выбираю|scelgo", "选择|選択|选", "I choose "),
        ("zelle|celda|cellule|célula|cella|ячейка", "单元格|セル|셀", "cell "),
        ("rayon|raggio|raio|радиус", "半径|반지름", "radius "),
        ("winkel|ángulo|angolo|ângulo|угол", "角度|각도", "angle "),
        (r"opción|opção|opzione|вариант", "选项|選択肢|선택지", "option "),
        (
            r"(?<=answer |option )\s*(?:(?:correct[ae]|corretta|correta|richtige) )?"
            r"(?:lautet|ist|es|est|è|é|adalah|jest|är)(?: la)?",
            "(?<=answer )(?:是|为|は|은|는)",
            "is ",
        ),
        ("(?!)", "です|입니다", " "),
    )
)


def cleaned(answer: str) -> str:
    """Return an answer without thoughts, tags and markup, in which JSON is still JSON."""
    text = _without_thoughts(_normalize(answer)) if len(answer) <= LONGEST else ""
    text = _SPECIAL.sub("\n", _BOX.sub(r"\\boxed{\1}", text))
    text = _GIVEN.sub(lambda m: f"\n{m[1] or m[3]}: {m[4] if m[1] is None else m[2]}\n", text)
    text = _BREAK.sub("\n", _STYLE.sub(" ", text))
    text = (
        text.replace("\\{", "{")
        .replace("\\}", "}")
        .replace("\\%", "%")
        .replace("^\\circ", "°")
        .replace("\\theta", "angle")
    )
    return _ABBREVIATIONS.sub(lambda m: re.sub(r"[. ]", "", m[0]), text)


@lru_cache(maxsize=2)  # the action and the prediction of an answer are read one by one
def plain(answer: str, *, boxes: bool = True) -> str:
    """Return an answer without markup, quotes and braces; JSON objects as lines of their fields.

    A box is the label of what it holds, unless `boxes` is false.
    """
    return _finished(_MARKS.sub(" ", as_lines(_marked(cleaned(answer), boxes))))


@lru_cache(maxsize=2)
def plain_json(answer: str, *, boxes: bool = True) -> str:
    """Return an answer without markup, in which JSON is still JSON, each on a line of its own."""
    return on_lines(_finished(_JSON_MARKS.sub(" ", _marked(cleaned(answer), boxes))))


def _marked(text: str, boxes: bool) -> str:
    """Write tags and boxes as labels, and remove LaTeX."""
    text = _QUOTED.sub("", _END_TAG.sub("\n", _TAG.sub(r"\n\1: ", text)))
    if "\\" not in text:
        return text
    text = _opened(text, _BOXED, "\nboxed: ", "\n") if boxes else _opened(text, _BOXED)
    return _LATEX.sub(" ", _opened(text, _TEXT))


def _opened(text: str, command: re.Pattern[str], before: str = "", after: str = "") -> str:
    """Put what the braces of a command hold in its place; braces may be nested."""
    found, at = "", 0
    while match := command.search(text, at):
        depth, end = 1, match.end() + 1
        while depth and end < len(text):
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        if depth:
            break
        found += text[at : match.start()] + before + text[match.end() + 1 : end - 1] + after
        at = end
    return found + text[at:]


def _finished(text: str) -> str:
    for pattern, word in _FOREIGN:
        text = pattern.sub(word, text)
    return _BLANK_LINES.sub("\n\n", _SPACES.sub(" ", text)).strip()


def _normalize(answer: str) -> str:
    """Write look-alike characters and digits in one way and remove invisible ones."""
    text = unicodedata.normalize("NFKC", answer).translate(_SIGNS)
    # Long answers have few different characters.
    signs: dict[int, str | None] = {}
    for sign in set(text):
        kind = unicodedata.category(sign)
        if kind == "Cf" or len(sign.lower()) > 1:
            signs[ord(sign)] = None
        elif kind == "Nd" and not sign.isascii():
            signs[ord(sign)] = str(unicodedata.decimal(sign))
    return text.translate(signs) if signs else text


def _without_thoughts(text: str) -> str:
    """Remove thoughts; after one that never ends the answer is missing, too."""
    # Matched at the start only: a search would begin anew at every character.
    channel = _CHANNEL.match(text)
    text = text[channel.end() :] if channel else text
    text = _OTHER_TAGS.sub(lambda tag: f"<{_ENDS.get(tag[1].lower(), tag[1].lower())}>", text)
    for name in _THOUGHTS:
        _, end, rest = text.rpartition(f"</{name}>")
        text = (rest if end else text).partition(f"<{name}>")[0]
    return text
