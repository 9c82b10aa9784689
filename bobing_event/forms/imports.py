"""The forms of the import: a file, a sheet's columns, and what to do about errors and missing people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from bobing_event.importing.choices import LAST_ROW, SheetChoice
from bobing_event.importing.fields import FIELDS
from bobing_event.importing.header import meaning
from bobing_event.queries.imports import is_known

ACCEPTED = ".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt,.et,.htm,.html"
NOT_IMPORTED = ("", pgettext_lazy("column", "do not import"))


class UploadForm(forms.Form):
    file = forms.FileField(
        label=_("Participant sheet"),
        allow_empty_file=True,  # said by the service, which knows what to do about it
        widget=forms.ClearableFileInput(attrs={"accept": ACCEPTED}),
    )
    # Comes after the file: where it is missing, the upload broke off and the file may lack its end.
    whole = forms.CharField(
        widget=forms.HiddenInput,
        initial="yes",
        error_messages={"required": _("The upload broke off halfway. Choose the file again.")},
    )


class SheetForm(forms.Form):
    """One sheet of the file: whether it is used, its row of headings, and a field for each of its columns.

    `survey` is one of `ParticipantImport.survey`, `choice` what was chosen of the sheet so far.
    """

    use = forms.BooleanField(label=_("Import this sheet"), required=False)
    header = forms.IntegerField(min_value=0, max_value=LAST_ROW, widget=forms.HiddenInput)

    def __init__(self, *args: Any, survey: dict[str, Any], choice: SheetChoice, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.survey, self.chosen = survey, choice
        self.fields["use"].initial = survey["used"]
        self.fields["header"].initial = survey["header_row"]
        for column in survey["columns"]:
            self.fields[f"column-{column['index']}"] = forms.ChoiceField(
                label=column["heading"] or _("Column without a heading"),
                choices=[NOT_IMPORTED, *FIELDS.items()],
                required=False,
                initial=self._field_of(column),
            )

    def _field_of(self, column: dict[str, Any]) -> str:
        """A second column of names is shown as one, so that leaving it out is a choice and no accident."""
        if column["index"] not in self.chosen.columns and meaning(column["heading"]) == "name":
            return "name"
        return str(column["field"])

    @property
    def title(self) -> str:
        return str(self.survey["title"])

    @property
    def lacks_names(self) -> bool:
        """Whether it looks like a list, but for a column of names; notes stand in one column."""
        return self.survey["reason"] == "no_names" and len(self.survey["columns"]) > 1

    @property
    def needs_look(self) -> bool:
        """Whether there is something to choose or to mend."""
        unknown = self.survey["used"] and not all(map(is_known, self.survey["columns"]))
        return bool(self.errors or unknown or self.lacks_names)

    @property
    def known(self) -> list[Any]:
        """What its columns are taken for."""
        return [FIELDS[column["field"]] for column in self.survey["columns"] if column["field"]]

    @property
    def columns(self) -> list[forms.BoundField | None]:
        """The selects by column from the first on, None for a column in which nothing stands."""
        indexes = [column["index"] for column in self.survey["columns"]]
        width = max(max(indexes, default=-1) + 1, *map(len, self.survey["picture"]), 0)
        return [self[f"column-{index}"] if index in indexes else None for index in range(width)]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The first rows as wide as the table: `{"number", "cells", "heading"}`."""
        width, last, height = len(self.columns), self.survey["header_row"], self.survey["header_height"]
        return [
            {
                "number": number,
                "cells": [*cells, *[""] * (width - len(cells))],
                "heading": last - height < number <= last,
            }
            for number, cells in enumerate(self.survey["picture"], 1)
        ]

    def choice(self) -> SheetChoice:
        """What was chosen; nothing where all is as it was found."""
        return SheetChoice(self._use(), self._header(), self._columns())

    def moved_to(self, row: int) -> SheetChoice:
        """The headings in another row; which columns there are is found anew."""
        return SheetChoice(self._use(), row, {})

    def _use(self) -> bool | None:
        use, found = bool(self.cleaned_data["use"]), bool(self.survey["used"])
        if use == found:
            return False if self.survey["reason"] == "chosen" else self.chosen.use
        return use

    def _header(self) -> int | None:
        found = self.survey["header_row"], self.survey["reason"] != "no_names"
        return self.chosen.header if (self.cleaned_data["header"], True) == found else self.cleaned_data["header"]

    def _columns(self) -> dict[int, str]:
        """Every column as soon as one is not as found, so that what is chosen for two is seen."""
        found = {column["index"]: column["field"] for column in self.survey["columns"]}
        given = {index: self.cleaned_data[f"column-{index}"] for index in found}
        repeated = sum(self._field_of(column) == "name" for column in self.survey["columns"]) > 1
        return given if repeated or self.chosen.columns or given != found else {}


class CommitForm(forms.Form):
    """The two things that are done only when they are asked for, and the digest of the preview they were asked at."""

    leave_out_errors = forms.BooleanField(required=False)
    mark_missing = forms.BooleanField(required=False)
    seen = forms.CharField(required=False, max_length=64)
