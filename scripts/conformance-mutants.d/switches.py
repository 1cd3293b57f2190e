"""Puts many mutants of Swift sources into one build: the variable STREAMD_MUTANT names the one that is in force.

A mutant replaces `old` by `new`. Where the two differ in an expression, both stay, behind a condition; a mutant that
this module cannot express, or that the compiler then refuses, has a build of its own.
"""
import re

_TERNARY = re.compile(r"\(isMutant\(\d+\) \? \(.*?\)(?= : )", re.DOTALL)
#: Goes to the end of a file with mutants. Files of all modules can read the environment.
READER = """
#if canImport(Glibc)
    import Glibc
#endif
/// The number of the mutant that is in force; 0 if none is.
private let activeMutant = getenv("STREAMD_MUTANT").map { atoi($0) } ?? 0
private func isMutant(_ number: Int32) -> Bool { activeMutant == number }
"""
_TOKEN = re.compile(r'\w+|\s+|&[-+*]|"(?:\\.|[^"\\\n])*"|&&|\|\||\?\?|[<>=!]=|\.\.\.|\.\.<|[-+*/]=|[^\w\s]')
_COMPARISONS = {"<", "<=", ">", ">=", "==", "!="}
_KEYWORD = re.compile(r"(case|let|var|if|guard|return|throw|for|while|static|private|func)\b")
_OPENING, _CLOSING = "([{", ")]}"


def place(text, mutant):
    """The bounds of what a mutant changes in a text, and what it puts there, without what both have in common."""
    start = text.index(mutant["old"])
    old, new = _TOKEN.findall(mutant["old"]), _TOKEN.findall(mutant["new"])
    front = 0
    while front < min(len(old), len(new)) and old[front] == new[front]:
        front += 1
    back = 0
    while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
        back += 1
    begin = start + len("".join(old[:front]))
    end = start + len(mutant["old"]) - len("".join(old[len(old) - back:]))
    return begin, end, "".join(new[front:len(new) - back])


def switched(text, begin, end, new, number):
    """The bounds of the text to replace, and its replacement; None if the change cannot be put behind a condition."""
    old, condition = text[begin:end], f"isMutant({number})"
    added, removed = new.strip(), old.strip()
    if not _is_balanced(added) or not _is_balanced(removed):
        return None
    if not text[text.rindex("\n", 0, begin) + 1:begin].strip() and not (added and removed):
        edit = _statement(added, removed, condition)
        if edit:
            return begin, end, old[:len(old) - len(old.lstrip())] + edit + new[len(new.rstrip()):] + old[len(old.rstrip()):]
    if "\n" in added or "\n" in removed or _KEYWORD.match(added) or _KEYWORD.match(removed):
        return None
    if not removed:
        return _inserted(text, begin, added, condition)
    if not added:
        return _deleted(begin, end, removed, condition)
    begin, end = begin + len(old) - len(old.lstrip()), end - len(old) + len(old.rstrip())
    if removed in _COMPARISONS and added in _COMPARISONS:
        left, right = _operand_left(text, begin), _chain_right(text, end)
    elif _TOKEN.match(added)[0] in _COMPARISONS or _TOKEN.match(removed)[0] in _COMPARISONS:
        left, right = _operand_left(text, begin), end
    else:
        left, right = _whole(text, begin, end)
    operand = text[left:begin]
    if added[0] == ".":
        operand = operand.rstrip()
    elif _TOKEN.match(added)[0] in _COMPARISONS and left < begin:
        operand = operand.rstrip() + " "
    new, whole = operand + added + text[end:right], text[left:right]
    if not (_is_balanced(new) and _is_balanced(whole)) or re.search(r"(?<![<>=!])=(?!=)", added):
        return None
    return left, right, f"({condition} ? ({new}) : ({whole}))"


def _statement(added, removed, condition):
    """Lines that a mutant adds or leaves out."""
    if added and added.startswith("if "):
        return f"if {condition} {{ {added} }}"
    if removed and re.match(r"[a-z][\w.]*(\(| [-+]?= )", removed) and not _KEYWORD.match(removed):
        return f"if !{condition} {{\n{removed}\n}}"
    return None


def _zero(value):
    return "0" if re.fullmatch(r"[\d_]+", value) else ".zero"


def _inserted(text, at, added, condition):
    pieces = (("|| ", "", "|| ({0} && ({1}))"), ("&& ", "", "&& (!{0} || ({1}))"), (", ", "", ", !{0} || ({1})"),
              ("", " &&", "(!{0} || ({1})) &&"), ("", " ||", "({0} && ({1})) ||"), ("+ ", "", "+ ({0} ? {1} : {2})"),
              ("&+ ", "", "&+ ({0} ? {1} : {2})"), ("- ", "", "- ({0} ? {1} : {2})"), ("* ", "", "* ({0} ? {1} : 1)"),
              ("", " *", "({0} ? {1} : 1) *"), ("", ",", "!{0} || ({1}),"))
    for start, end, form in pieces:
        if added.startswith(start) and added.endswith(end) and len(added) > len(start + end):
            inside = added[len(start):len(added) - len(end)]
            if "," in form and (_KEYWORD.match(inside) or inside.startswith(".")):
                return None
            edit = form.format(condition, inside, _zero(inside))
            return at, at, edit if start == ", " else f" {edit} "
    if added == "!":
        right = _chain_right(text, at)
        return at, right, f"({condition} != {text[at:right].strip()})"
    return None


def _deleted(begin, end, removed, condition):
    pieces = (("&& ", "", "&& ({0} || ({1}))"), ("", " &&", "({0} || ({1})) &&"), (", ", "", ", {0} || ({1})"),
              ("|| ", "", "|| (!{0} && ({1}))"), ("", ",", "{0} || ({1}),"), ("- ", "", "- ({0} ? {2} : {1})"),
              ("+ ", "", "+ ({0} ? {2} : {1})"))
    for start, last, form in pieces:
        if removed.startswith(start) and removed.endswith(last) and len(removed) > len(start + last):
            inside = removed[len(start):len(removed) - len(last)]
            if _KEYWORD.match(inside) or inside.startswith("."):
                return None
            return begin, end, " " + form.format(condition, inside, _zero(inside)) + " "
    return None


def _whole(text, begin, end):
    """Grows the bounds over members and calls, so that they hold an expression."""
    if text[begin - 1] == ".":
        begin = _chain_left(text, begin)
    return begin, (_chain_right(text, end) if text[end:end + 1] in ("(", ".", "[") and text[end:end + 3] not in ("...", "..<") else end)


def _operand_left(text, at):
    """The begin of an operand of a comparison: members, calls and sums of them."""
    while True:
        at = _chain_left(text, at)
        before = text[:at].rstrip(" ")
        if before[-1] not in "+-*/%&" or before[-2:] == "&&" or before == text[:at]:
            return at
        at = len(before) - 1


def _chain_left(text, at):
    while text[at - 1].isspace() and text[at - 1] != "\n":
        at -= 1
    while True:
        character = text[at - 1]
        if character in _CLOSING:
            depth = 0
            while True:
                at -= 1
                depth += (text[at] in _CLOSING) - (text[at] in _OPENING)
                if not depth:
                    break
        elif character.isalnum() or character in "_.$?":
            at -= 1
        else:
            return at


def _chain_right(text, at):
    while text[at].isspace() and text[at] != "\n":
        at += 1
    while True:
        character = text[at]
        if character in "([":
            depth = 0
            while True:
                depth += (text[at] in _OPENING) - (text[at] in _CLOSING)
                at += 1
                if not depth:
                    break
        elif text[at:at + 3] in ("...", "..<"):
            return at
        elif character.isalnum() or character in "_.$":
            at += 1
        else:
            return at


def _is_balanced(text):
    depth = 0
    for character in text:
        depth += (character in _OPENING) - (character in _CLOSING)
        if depth < 0:
            return False
    return depth == 0


def combined(text, mutants):
    """A text with the mutants that can be switched, by number, and the names of those that cannot."""
    edits, alone = {}, []
    for number, mutant in mutants:
        edit = None if mutant.get("alone") else switched(text, *place(text, mutant), number)
        if edit is None:
            alone.append(mutant["name"])
            continue
        begin, end, new = edit
        other = edits.get((begin, end))
        if other and _TERNARY.match(new) and _TERNARY.match(other):
            edits[begin, end] = _TERNARY.match(new)[0] + " : " + other + ")"
        elif other and begin == end and new[:2] in (" +", " -") and other[:2] in (" +", " -"):
            edits[begin, end] = other + new
        elif any(begin <= last + 1 and first <= end + 1 for first, last in edits):
            alone.append(mutant["name"])
        else:
            edits[begin, end] = new
    for (begin, end), new in sorted(edits.items(), reverse=True):
        text = text[:begin] + new + text[end:]
    return (text + READER if edits else text), alone
