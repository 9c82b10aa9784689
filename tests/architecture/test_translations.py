"""Every sentence of the interface exists in English in the source and in Simplified Chinese in `locale/`."""

from __future__ import annotations

import ast
import io
import re
from collections import defaultdict
from functools import cache

import pytest
from babel.messages.extract import extract_python
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from tests.architecture.source import APPS, ROOT, name_of, tracked

KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "npgettext_lazy": ((1, "c"), 2, 3),
}  # fmt: skip
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
CHINESE = re.compile(r"[\u3400-\u9fff\uff01-\uff5e\u3001-\u301f]+")
# What is called the same in every language of the interface.
GAME_TERMS = re.compile("博饼|会饼|总状元|状元王中王|状元|总对堂|对堂|三红|四进|二举|一秀")
# Data that begins in Chinese in whatever language the interface is: the unit of a new kind of goods, the geta mark.
DATA = re.compile("份|〓")
CHINESE_ALLOWED = {
    "bobing_event/importing/": "headings and words of participant sheets",
    "awards/goods_sheet/": "headings and words of prize sheets",
    "templates/print/": "texts of printed things",
    "scripts/": "the demo's event",
}

Message = tuple[str | None, str]  # context, msgid (the singular)


def messages_of(source: str) -> set[Message]:
    found = set()
    for _line, function, ids, _comments in extract_python(io.BytesIO(source.encode()), KEYWORDS, [], {}):
        parts = [ids] if isinstance(ids, str) else list(ids)
        has_context = "pgettext" in function
        if parts[int(has_context)]:
            found.add((parts[0] if has_context else None, parts[int(has_context)]))
    return found


def template_source(text: str) -> str:
    """Django's view of a template as Python calls; its lines keep the template's indentation, which is no Python's."""
    return "\n".join(line.strip() for line in templatize(text).splitlines())


@cache
def used() -> dict[Message, list[str]]:
    """Every message of the code and the templates, with the files that say it."""
    found = defaultdict(list)
    for path in [path for app in APPS for path in tracked(f"{app}/*.py") if "migrations" not in path.parts]:
        for message in messages_of(path.read_text()):
            found[message].append(name_of(path))
    for path in [*tracked("templates/*.html"), *(path for app in APPS for path in tracked(f"{app}/templates/*.html"))]:
        for message in messages_of(template_source(path.read_text())):
            found[message].append(name_of(path))
    return dict(found)


def entries():
    """Every translation: `(file, message, its msgids, its msgstrs)`."""
    for path in tracked("locale/zh_Hans/LC_MESSAGES/*.po"):
        with path.open("rb") as file:
            for entry in read_po(file, locale="zh_Hans"):
                if entry.id:
                    ids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
                    texts = [entry.string] if isinstance(entry.string, str) else list(entry.string)
                    yield path.name, (entry.context, ids[0]), ids, texts


def test_every_message_is_translated():
    translated = {message for _file, message, _ids, texts in entries() if all(texts)}
    assert {message: files for message, files in used().items() if message not in translated} == {}


def test_translations_agree_where_two_areas_say_the_same():
    texts_of = defaultdict(set)
    for _file, message, _ids, texts in entries():
        texts_of[message].add(tuple(texts))
    assert {message: texts for message, texts in texts_of.items() if len(texts) > 1} == {}


def test_translations_keep_the_placeholders():
    differ = []
    for file, message, ids, texts in entries():
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        differ += [(file, message[1]) for text in texts if set(PLACEHOLDER.findall(text)) != wanted]
    assert differ == []


def test_every_translation_is_used():
    assert sorted((file, message[1]) for file, message, _ids, _texts in entries() if message not in used()) == []


def literals(source: str) -> set[str]:
    """The strings of a Python module that are no docstrings."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }


def without_comments(path) -> str:
    text = path.read_text()
    for comment in (r"(?s)/\*.*?\*/", r"(?m)(?<!:)//.*$", r"(?s){#.*?#}", r"(?s)<!--.*?-->",
                    r"(?s){% comment.*?endcomment %}"):  # fmt: skip
        text = re.sub(comment, "", text)
    return text


def is_allowed(name: str) -> bool:
    return name.startswith((*CHINESE_ALLOWED, "tests/", "rules/", "frontend/test/")) or "/migrations/" in name


@pytest.mark.parametrize("pattern", ["*.py", "*.html", "*.js"])
def test_no_chinese_outside_the_translations(pattern):
    found = {}
    for path in tracked(pattern):
        if is_allowed(name_of(path)):
            continue
        texts = literals(path.read_text()) if pattern == "*.py" else [without_comments(path)]
        words = {word for text in texts for word in CHINESE.findall(DATA.sub("", GAME_TERMS.sub("", text)))}
        if words:
            found[name_of(path)] = sorted(words)
    assert found == {}


def test_the_reading_itself_finds_messages():
    source = '_("One")\nngettext("two", "twos", n)\npgettext("who", "Three")\n"no message"'
    assert messages_of(source) == {(None, "One"), (None, "two"), ("who", "Three")}
    template = """{% load i18n %}
            {% translate "Four" %}
        {% blocktranslate with n=1 %}Five {{ n }}{% endblocktranslate %}"""
    assert messages_of(template_source(template)) == {(None, "Four"), (None, "Five %(n)s")}
    assert literals('"""Doc 文."""\nx = "字"') == {"字"}
    assert (ROOT / "manage.py").is_file()
