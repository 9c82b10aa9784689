"""The printing job, from the row that asks for it to the file."""

import io

import pytest
from pypdf import PdfReader

from awards.models import Certificate
from bobing_event.jobs import start_job
from bobing_event.models import Job, Participant
from tests.awards.factories import NOW, a_user, an_evening, an_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def printed(django_capture_on_commit_callbacks):
    def run(event, **parameters):
        with django_capture_on_commit_callbacks(execute=True):
            job, _new = start_job(
                event=event, kind="certificates", parameters={"language": "zh-hans", **parameters}, by=a_user(), now=NOW
            )
        return Job.objects.get(pk=job.pk)

    return run


def pages(job):
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(job.file.read())).pages]


def printings(event):
    return list(Certificate.objects.filter(event=event).values_list("number", "printed"))


def test_makes_and_prints_all(printed):
    event = an_evening(2)
    job = printed(event)
    assert (job.state, job.error, job.stage) == ("done", "", "")
    assert (job.done, job.total, job.file_name) == (3, 3, "中秋博饼-证书.pdf")
    first, second = pages(job)
    assert "王明" in first
    assert "第一桌状元" in first
    assert "王明2" in second
    assert "掷得状元插金花" in second
    assert printings(event) == [(1, 1), (2, 1)]


def test_only_new_ones_then_chosen_ones(printed):
    event = an_evening(2)
    Certificate.objects.all().delete()
    printed(event)
    again = printed(event, which="new")
    assert (again.state, again.error_code) == ("failed", "nothing_to_print")
    assert len(pages(printed(event, which=[2]))) == 1
    assert printings(event) == [(1, 1), (2, 2)]


def test_every_design(printed):
    event = an_evening(1)
    texts = {design: pages(printed(event, design=design)) for design in ("zhujin", "qinghua", "su")}
    assert all(len(text) == 1 and "第一桌状元" in text[0] for text in texts.values())


def test_an_unknown_design(printed):
    job = printed(an_evening(1), design="gold")
    assert (job.state, job.error_code, job.error) == ("failed", "unknown_design", "没有这种证书样式。")


def test_nothing_to_print(printed):
    job = printed(an_event())
    assert (job.state, job.error_code) == ("failed", "nothing_to_print")


def test_a_name_without_glyphs_is_left_out_and_named(printed):
    event = an_evening(2)
    Participant.objects.filter(event=event, name="王明").update(name="𪚦野")
    job = printed(event)
    assert (job.state, job.stage) == ("done", "1 个姓名缺字未印")
    certificate, list_of_left_out = pages(job)
    assert "王明2" in certificate
    assert "0001〓野U+2A6A6" in list_of_left_out
    assert printings(event) == [(1, 0), (2, 1)]


def test_an_event_without_glyphs_is_refused_before_anything_is_made(printed):
    job = printed(an_evening(1, issuers="𪚦公司"))
    assert (job.state, job.error_code) == ("failed", "glyphs_missing")
    assert "𪚦 (U+2A6A6)" in job.error
    assert not Certificate.objects.exists()


def test_the_same_result_gives_the_same_file(printed):
    event = an_evening(1)
    assert printed(event).file.read() == printed(event).file.read()


def test_the_code_leads_to_the_given_address(printed):
    event = an_evening(1)
    here, there = printed(event, base_url="http://a:1/"), printed(event, base_url="http://b:2/")
    assert here.file.read() != there.file.read()
