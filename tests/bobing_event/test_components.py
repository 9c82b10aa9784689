"""The components of templates/components: exact markup, what roles see, contrast, and that every page draws."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.template import Context, RequestContext, Template, TemplateSyntaxError, engines
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import include, path
from django.utils import translation
from django.utils.timezone import localdate

from bobing_event.forms.base import refusals_in
from bobing_event.models import Event, Role
from bobing_event.refusals import Refusal
from bobing_event.templatetags import components

STATIC = Path(settings.BASE_DIR) / "bobing_event" / "static" / "bobing"
HERE = Path(__file__).parent


def _page(request: Any, **_: Any) -> HttpResponse:
    return HttpResponse()


NAMES = [name for _, name, _, _ in components.SECTIONS]
urlpatterns = [
    *(path(f"events/<slug:slug>/{name}/", _page, name=name) for name in NAMES if name != "playoffs"),
    path("", _page, name="event-list"),
    path("login/", _page, name="login"),
    path("logout/", _page, name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
]
"""Every section but one: an installation whose play-offs have no page yet."""


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def render(source: str, **context: Any) -> str:
    return Template(source).render(Context(context))


def page_request(url: str = "/", roles: set[str] | None = None) -> Any:
    request: Any = RequestFactory().get(url)
    request.user, request.htmx = AnonymousUser(), False
    if roles is not None:
        request.event, request.roles = Event(name="Mid-autumn", slug="mid"), frozenset(roles)
    return request


# --- dice ---------------------------------------------------------------------------------------------------
def test_die() -> None:
    assert render("{% die 4 %}") == (
        '<svg class="die" data-face="4" role="img" aria-label="four">'
        '<use href="/static/bobing/dice.svg#die-4"></use></svg>'
    )


def test_die_not_entered_yet() -> None:
    assert 'aria-label="none yet"><use href="/static/bobing/dice.svg#die-0">' in render("{% die 0 %}")


@pytest.mark.parametrize("face", [7, -1, "x"])
def test_die_that_is_no_face(face: Any) -> None:
    with pytest.raises(ValueError, match=r"a die shows|invalid literal"):
        render("{% die face %}", face=face)


def test_dice() -> None:
    def drawn(face: int) -> str:
        return (
            f'<svg class="die" data-face="{face}" aria-hidden="true">'
            f'<use href="/static/bobing/dice.svg#die-{face}"></use></svg>'
        )

    inner = drawn(4) + drawn(1)
    expected = f'<span class="dice" role="img" aria-label="Dice: four, one">{inner}</span>'
    assert render('{% dice "41" %}') == expected
    assert render("{% dice faces %}", faces=[4, 1]) == expected
    large = f'<span class="dice dice--large" role="img" aria-label="Dice: four, one">{inner}</span>'
    assert render('{% dice "41" size="large" %}') == large


@pytest.mark.parametrize("faces", ["", None, []])
def test_no_dice(faces: Any) -> None:
    assert render("{% dice faces %}", faces=faces) == ""


def test_dice_in_chinese_words() -> None:
    with translation.override("zh-hans"):
        assert 'aria-label="骰子：四、四、一"' in render('{% dice "441" %}')


def test_sprite_has_every_face_and_red_for_one_and_four_alone() -> None:
    symbols = dict(re.findall(r'<symbol id="die-(\d)"[^>]*>(.*?)</symbol>', (STATIC / "dice.svg").read_text(), re.S))
    assert {face: drawing.count("<circle") for face, drawing in symbols.items()} == {
        str(face): face for face in range(7)
    }
    assert sorted(face for face, drawing in symbols.items() if "#C8102E" in drawing) == ["1", "4"]
    radius = {face: float(re.search(r' r="([\d.]+)"', symbols[str(face)]).group(1)) for face in range(1, 7)}  # type: ignore[union-attr]
    assert max(radius, key=lambda face: radius[face]) == 1


# --- stock --------------------------------------------------------------------------------------------------
def test_stock_as_squares() -> None:
    assert render('{% stock "duitang" 1 2 %}') == (
        '<span class="stock" role="img" aria-label="Duitang: 1 of 2 pieces left">'
        '<span class="stock__name">Duitang</span>'
        '<span class="stock__pieces"><i class="is-left"></i><i></i></span><span class="stock__count">1/2</span></span>'
    )


def test_stock_as_meter_where_squares_could_not_be_counted() -> None:
    assert '<span class="stock__pieces">' in render('{% stock "sijin" 8 8 %}')
    assert render('{% stock "erju" 6 16 %}').count("<i") == 1
    assert '<i style="width:38%"></i>' in render('{% stock "erju" 6 16 %}')


def test_stock_run_out() -> None:
    assert '<span class="stock stock--out" role="img" aria-label="Yixiu: 0 of 32 pieces left">' in render(
        '{% stock "yixiu" 0 32 %}'
    )


# --- small ones ---------------------------------------------------------------------------------------------
def test_icon() -> None:
    assert render('{% icon "plus" "large" %}') == (
        '<svg class="icon icon--large" aria-hidden="true"><use href="/static/bobing/icons.svg#plus"></use></svg>'
    )


def test_every_icon_used_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "icons.svg").read_text()))
    pages = [*Path(settings.BASE_DIR, "templates").rglob("*.html"), HERE / "gallery.html"]
    used = {name for page in pages for name in re.findall(r'{% icon "([\w-]+)"', page.read_text())}
    assert used - drawn == set()


def test_progress() -> None:
    assert render('{% progress 3 12 "Pages" "pages" %}') == (
        '<div class="progress">\n'
        '  <div class="progress__text"><span>Pages</span><span>3 / 12 pages</span></div>\n'
        '  <div class="progress__bar" role="progressbar" aria-label="Pages" aria-valuemin="0" aria-valuemax="12"'
        ' aria-valuenow="3"><span style="width:25%"></span></div>\n</div>\n'
    )


@pytest.mark.parametrize(
    ("done", "total", "kind", "width"), [(12, 12, "progress--done", 100), (0, 0, "progress--unknown", 0)]
)
def test_progress_at_its_ends(done: int, total: int, kind: str, width: int) -> None:
    html = render("{% progress done total %}", done=done, total=total)
    assert html.startswith(f'<div class="progress {kind}">')
    assert f'style="width:{width}%"' in html
    assert ("aria-valuenow" in html) == bool(total)


def test_the_other_language_is_offered_in_its_own_words() -> None:
    html = render_to_string("components/language.html", {}, page_request("/login/?next=/x/"))
    assert re.findall(r"<button[^>]* value=\"([\w-]+)\"[^>]*>([^<]+)<", html) == [("zh-hans", "简体中文")]
    assert '<input type="hidden" name="next" value="/login/?next=/x/">' in html


def test_url_if_any(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    assert render('{% url_if_any "people" "mid" %}|{% url_if_any "playoffs" "mid" %}') == "/events/mid/people/|"


# --- nav ----------------------------------------------------------------------------------------------------
def sections_of(roles: set[str], section: str = "") -> list[tuple[str, bool]]:
    context = Context({"request": page_request(roles=roles), "section": section})
    links = components.event_nav(context)["links"]
    return [(link["url"].removeprefix("/events/mid/").rstrip("/"), link["current"]) for link in links]


def test_nav_marks_the_section_and_skips_pages_that_are_not_there(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    assert sections_of({Role.OWNER}, "people") == [
        ("event-dashboard", False), ("people", True), ("check-in", False), ("seating", False), ("print", False),
        ("prizes", False),
        ("certificates", False), ("reports", False), ("event-settings", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("role", "names"),
    [
        (Role.REFEREE, ["event-dashboard", "seating", "prizes"]),
        (Role.AUDITOR, ["event-dashboard", "people", "seating", "prizes", "certificates", "reports"]),
        (Role.SCREEN, []),
    ],
)
def test_nav_hides_what_a_role_may_not_see(settings: Any, role: str, names: list[str]) -> None:
    settings.ROOT_URLCONF = __name__
    assert [name for name, _ in sections_of({role})] == names


def test_nav_is_absent_without_an_event(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    assert render("{% event_nav %}", request=page_request()).strip() == ""


# --- forms --------------------------------------------------------------------------------------------------
class Form(forms.Form):
    name = forms.CharField(label="Name", help_text="As printed.")
    note = forms.CharField(label="Note", required=False)
    mode = forms.ChoiceField(label="Mode", choices=[("a", "A")], widget=forms.RadioSelect)
    masked = forms.BooleanField(label="Mask names", required=False)
    key = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> None:
        if self.cleaned_data.get("note") == "no":
            raise forms.ValidationError("Nothing fits.")


def test_field_with_help() -> None:
    assert render("{% field form.name %}", form=Form()) == (
        '<div class="field">\n  <label class="field__label" for="id_name">Name</label>\n'
        '  <input type="text" name="name" required aria-describedby="id_name_helptext" id="id_name">\n'
        '  <div class="field__help" id="id_name_helptext">As printed.</div>\n  \n</div>\n'
    )


def test_field_tells_its_error_by_icon_and_word_and_points_to_it() -> None:
    html = render("{% field form.name %}", form=Form({"name": ""}))
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html
    error = html[html.index('<div class="field__error"') :]
    assert error.startswith('<div class="field__error" id="id_name_error"><svg class="icon"')
    assert "<span>This field is required.</span>" in error


def test_fields_that_are_optional_or_groups_or_boxes() -> None:
    assert '>Note<span class="field__optional">optional</span></label>' in render("{% field form.note %}", form=Form())
    group = render("{% field form.mode %}", form=Form())
    assert group.startswith('<fieldset class="field">\n  <legend class="field__label">Mode</legend>')
    box = render("{% field form.masked %}", form=Form())
    assert box.index("<input") < box.index("<label")
    assert render("{% field form.key %}", form=Form()).strip() == '<input type="hidden" name="key" id="id_key">'


def test_fields_shows_all_of_a_form_once() -> None:
    html = render("{% fields form %}", form=Form())
    assert [html.count(f'name="{name}"') for name in ("name", "note", "mode", "masked", "key")] == [1, 1, 1, 1, 1]
    assert "message" not in html


def test_form_errors() -> None:
    good = {"name": "n", "mode": "a", "key": "k"}
    assert render("{% form_errors form %}", form=Form(good)).strip() == ""
    whole = render("{% form_errors form %}", form=Form({**good, "note": "no"}))
    assert "<p>Nothing fits.</p>" in whole
    assert "Please look at the marked fields." in render("{% form_errors form %}", form=Form({**good, "name": ""}))
    assert "<p>This field is required.</p>" in render("{% form_errors form %}", form=Form({**good, "key": ""}))


def test_what_a_service_refused_has_its_code_beside_the_sentence() -> None:
    form = Form({"name": "n", "mode": "a", "key": "k"})
    with refusals_in(form):
        raise Refusal("stock_short", "The store has too little.")
    html = render("{% form_errors form %}", form=form)
    assert html.index("<p>The store has too little.</p>") < html.index('<span class="code">stock_short</span>')
    with refusals_in(form):
        raise Refusal("bad_name", "That is no name.", field="name")
    assert '<span>That is no name. <span class="code">bad_name</span></span>' in render(
        "{% field form.name %}", form=form
    )
    assert 'class="code"' not in render("{% field form.name %}", form=Form({"name": ""}))


# --- pages --------------------------------------------------------------------------------------------------
def pages(number: int, url: str = "/?q=wang&page=9") -> str:
    page = Paginator(range(138), 12).page(number)
    return Template('{% pagination page "people" %}').render(RequestContext(page_request(url), {"page": page}))


def test_pagination_keeps_the_filter_and_marks_the_page() -> None:
    html = pages(3)
    numbered = re.findall(r'<a href="([^"]+)">(\d+)</a>', html)
    assert numbered == [(f"?q=wang&amp;page={number}", str(number)) for number in (1, 2, 4, 12)]
    assert '<span aria-current="page">3</span>' in html
    assert "25–36 of 138 people" in html
    assert '<a href="?q=wang&amp;page=2" rel="prev" aria-label="Previous page">' in html


def test_pagination_at_the_ends_and_of_one_page() -> None:
    assert 'rel="prev"' not in pages(1)
    assert 'rel="next"' not in pages(12)
    one = Paginator(range(3), 12).page(1)
    assert Template("{% pagination page %}").render(RequestContext(page_request(), {"page": one})).strip() == ""


# --- whole pages --------------------------------------------------------------------------------------------
def test_gallery_draws_every_component(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    context = {"page": Paginator(range(138), 12).page(3), "form": Form({}), "section": "people"}
    source = engines["django"].from_string((HERE / "gallery.html").read_text())
    html = source.render(context, page_request(roles={Role.OWNER}))
    assert html.count('aria-current="page">People</a>') == 1
    assert "{%" not in html
    assert "{{" not in html


def test_messages_say_how_they_went_by_word_and_icon() -> None:
    html = render_to_string(
        "components/messages.html",
        {
            "messages": [
                Message(constants.ERROR, "Table 5 has ended.", "table_ended"),
                Message(constants.SUCCESS, "Done."),
            ]
        },
    )
    assert '<div class="message message--error" role="alert">' in html
    assert '<strong class="message__title">This was not done</strong>' in html
    assert '<span class="code">table_ended</span>' in html
    assert '<div class="message message--success" role="status">' in html
    assert (
        render_to_string("components/messages.html", {"messages": []}).strip()
        == '<div class="messages" id="messages"></div>'
    )


def test_refusal_is_a_page_or_for_htmx_a_notice(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    refusal = Refusal("table_ended", "Table 5 has ended. Choose the throw in the log to correct it.")
    page = render_to_string("refusal.html", {"refusal": refusal}, page_request(roles={Role.REFEREE}))
    assert "<!doctype html>" in page
    assert "Table 5 has ended. Choose the throw in the log to correct it." in page
    assert '<span class="code">table_ended</span>' in page
    assert 'href="/events/mid/event-dashboard/">Back to Mid-autumn</a>' in page
    request = page_request()
    request.htmx = True
    part = render_to_string("refusal.html", {"refusal": refusal}, request).strip()
    assert part.startswith('<div class="message message--error" role="alert">')


@pytest.mark.parametrize("name", ["404.html", "403.html", "403_csrf.html", "500.html"])
def test_error_pages_draw_with_nothing_at_all(settings: Any, name: str) -> None:
    settings.ROOT_URLCONF = __name__
    html = render_to_string(name)
    assert '<html lang="en">' in html
    assert '<a class="btn btn--primary" href="/">To the events</a>' in html


def test_lockout_says_how_long(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    html = render_to_string("lockout.html", {"cooloff_timedelta": timedelta(minutes=15)})
    assert "This account is locked here for 15 minutes. After that, sign in again." in html
    assert '<a class="btn btn--primary" href="/login/">To the sign-in</a>' in html


def event_list(*days: date, may_create: bool = False) -> str:
    events = [Event(name=f"Evening {n}", slug=f"e{n}", date=day) for n, day in enumerate(days)]
    shown = [{"event": event, "home": "event-dashboard"} for event in events]
    context = {"events": shown, "may_create": may_create}
    return render_to_string("backoffice/event_list.html", context, page_request())


def test_events_stand_under_their_year_and_tell_today_from_past() -> None:
    today = localdate()
    html = event_list(today + timedelta(days=800), today, today - timedelta(days=800))
    assert re.findall(r'<article class="([^"]+)">', html) == [
        "card card--link event-card", "card card--link event-card is-today", "card card--link event-card is-over",
    ]  # fmt: skip
    assert html.count(">Today</span>") == 1
    assert len(re.findall(r'<h2 class="year__name">\d{4}</h2>', html)) == 3
    assert "New event" not in html


def test_no_events_yet() -> None:
    assert "When an organiser adds you to an event, it appears here." in event_list()
    empty = event_list(may_create=True)
    assert empty.count('href="/events/new/"') == 1
    assert "When an organiser adds you" not in empty
    assert event_list(localdate(), may_create=True).count('href="/events/new/"') == 1


def test_pages_link_nothing_from_elsewhere(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    html = render_to_string("500.html")
    assert re.findall(r'(?:src|href)="(?:https?:)?//', html) == []
    assert re.findall(r"\son\w+=", html) == []


def test_unknown_tag_arguments_fail_loudly() -> None:
    with pytest.raises(TemplateSyntaxError):
        Template("{% stock 'sijin' %}")


# --- tokens -------------------------------------------------------------------------------------------------
def tokens(block: str) -> dict[str, str]:
    css = (STATIC / "tokens.css").read_text()
    body = re.search(rf"^{re.escape(block)} {{(.*?)^}}", css, re.S | re.M)
    assert body
    return dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6})\b", body.group(1)))


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


DAY = [
    ("ink", "paper", 14.5), ("ink-2", "paper", 5.5), ("ink-2", "sheet", 4.5), ("ink-2", "stone-2", 4.5),
    ("porcelain", "paper", 7.5), ("porcelain", "porcelain-2", 4.5), ("on", "porcelain", 7), ("red", "paper", 5.5),
    ("red", "sheet", 4.5), ("red", "porcelain-2", 4.5), ("gold-ink", "paper", 6), ("gold-ink", "gold-2", 4.5),
    ("jade", "paper", 4.5), ("jade", "jade-2", 4.5), ("amber", "paper", 4.5), ("amber", "amber-2", 4.5),
    ("ink", "amber-2", 7), ("ink-2", "amber-2", 4.5), ("ink-2", "porcelain-2", 4.5),
    ("on", "amber", 4.5), ("on", "jade", 4.5),
    ("line-strong", "sheet", 3), ("line-strong", "paper", 3), ("gold", "sheet", 3),
]  # fmt: skip
NIGHT = [
    ("ink", "paper", 14), ("ink-2", "paper", 7), ("ink-2", "sheet", 7), ("gold", "paper", 7),
    ("red", "paper", 4.5), ("red", "sheet", 4.5), ("on", "porcelain", 4.5),
    ("on", "amber", 4.5), ("on", "jade", 4.5), ("gold", "gold-2", 4.5),
    ("porcelain", "sheet", 4.5), ("jade", "jade-2", 4.5), ("amber", "amber-2", 4.5), ("porcelain", "porcelain-2", 4.5),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ground", "least"), DAY)
def test_contrast_by_day(text: str, ground: str, least: float) -> None:
    day = tokens(":root")
    assert contrast(day[text], day[ground]) >= least


@pytest.mark.parametrize(("text", "ground", "least"), NIGHT)
def test_contrast_by_night(text: str, ground: str, least: float) -> None:
    root = tokens(":root")
    night = {"paper": root["night"], "sheet": root["night-2"], "ink": root["night-text"], "ink-2": root["night-text-2"]}
    night |= {"gold": root["night-gold"]} | tokens(".night")
    assert contrast(night[text], night[ground]) >= least


def test_every_token_used_is_defined_and_red_is_for_the_champion_alone() -> None:
    sheets = {path.name: path.read_text() for path in STATIC.glob("*.css")}
    css = "\n".join(sheets.values())
    with_default = set(re.findall(r"var\(--([\w-]+),", css))
    assert set(re.findall(r"var\(--([\w-]+)\)", css)) - set(re.findall(r"--([\w-]+):", css)) - with_default == set()
    assert [
        rule for rule in re.findall(r"[^{}]+{[^{}]*}", css) if "var(--red)" in rule and ".champion" not in rule
    ] == []


# --- words --------------------------------------------------------------------------------------------------
