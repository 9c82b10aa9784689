"""Goods and the plan from a sheet: upload, preview, commit; and the sheet to begin with."""

from __future__ import annotations

from urllib.parse import quote

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from awards.forms.plan import GoodsCommitForm, GoodsSheetForm
from awards.goods_sheet import GoodsSheet, column_label, goods_template
from awards.permissions import can_change_prizes, can_view_prizes
from awards.queries import prize_plan
from awards.services import goods_sheet_of, import_goods, preview_goods
from bobing_event.access import EventRequest, event_view
from bobing_event.forms import refusals_in
from bobing_event.refusals import Refusal

SALT = "awards.goods-sheet"
PREVIEW_SECONDS = 24 * 60 * 60
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@event_view(can_change_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def goods_import(request: EventRequest) -> HttpResponse:
    """The file; and once it is there, what importing it would do. The rows travel in the page, signed."""
    posted = request.method == "POST"
    form = GoodsSheetForm(request.POST, request.FILES) if posted else GoodsSheetForm()
    if posted and form.is_valid():
        with refusals_in(form):
            file = form.cleaned_data["file"]
            sheet = goods_sheet_of(file.read(), file.name)
            return _preview(request, sheet, file.name)
    context = {"section": "prizes", "event": request.event, "form": form}
    return render(request, "backoffice/goods_upload.html", context, status=400 if form.errors else 200)


@event_view(can_change_prizes)
@require_POST
def goods_import_commit(request: EventRequest) -> HttpResponse:
    """Exactly what the preview showed; where that is not possible any more, the new preview."""
    form = GoodsCommitForm(request.POST)
    try:
        sent = signing.loads(request.POST.get("sheet", ""), salt=_salt(request), max_age=PREVIEW_SECONDS)
    except signing.BadSignature:
        sent = None
    if not form.is_valid() or sent is None:
        messages.error(request, _("This preview is too old. Upload the sheet again."), extra_tags="preview_expired")
        return redirect("goods-import", request.event.slug)
    sheet, file_name = GoodsSheet.from_json(sent["sheet"]), sent["file"]
    chosen = {name: form.cleaned_data[name] for name in ("seen", "leave_out_errors", "receive")}
    try:
        changes = import_goods(
            event=request.event, sheet=sheet, file_name=file_name, by=request.user, now=timezone.now(), **chosen
        )
    except Refusal as refused:
        return _preview(request, sheet, file_name, refused)
    goods, lines = changes.goods, len(changes.lines)
    said = [
        ngettext("%(goods)s kind of goods imported", "%(goods)s kinds of goods imported", goods) % {"goods": goods},
        ngettext("%(lines)s line of the plan changed", "%(lines)s lines of the plan changed", lines) % {"lines": lines},
    ]
    if changes.newly_received:
        said.append(_("%(units)s units received into the store") % {"units": changes.newly_received})
    messages.success(request, _("%(list)s.") % {"list": _(", ").join(said)})
    return redirect("prizes", request.event.slug)


@event_view(can_view_prizes)
@require_safe
def goods_sheet_template(request: EventRequest) -> HttpResponse:
    """The plan as a sheet: to fill in, to change, to import again."""
    content = goods_template(prize_plan(request.event, with_won=False), chinese=get_language() != "en")
    response = HttpResponse(content, content_type=XLSX)
    name = _("Prizes of %(event)s") % {"event": request.event.name}
    response["Content-Disposition"] = f"attachment; filename=\"prizes.xlsx\"; filename*=UTF-8''{quote(name)}.xlsx"
    return response


def _preview(request: EventRequest, sheet: GoodsSheet, file_name: str, refused: Refusal | None = None) -> HttpResponse:
    changes = preview_goods(event=request.event, sheet=sheet)
    context = {
        "section": "prizes",
        "event": request.event,
        "file_name": file_name,
        "changes": changes,
        "sheet": sheet,
        "columns": [(heading, column_label(known)) for heading, known in sheet.columns.items()],
        "refused": refused,
        "signed": signing.dumps({"sheet": sheet.to_json(), "file": file_name}, salt=_salt(request), compress=True),
    }
    status = refused.status if refused else 200
    return render(request, "backoffice/goods_preview.html", context, status=status)


def _salt(request: EventRequest) -> str:
    """A preview is for one event only."""
    return f"{SALT}.{request.event.pk}"
