"""The printing job, from the row that asks for it to the file."""

import io

import pytest
from pypdf import PdfReader

from awards import tasks
from awards.models import Certificate, CertificatePrinting
from awards.services import make_certificates
from awards.services.certificate_templates import enable_certificates
from awards.services.certificates import record_printing, take_back_printing
from bobing_event.jobs import run_job, start_job
from bobing_event.models import AuditRecord, Job, Participant
from tables.models import Table
from tests.awards.factories import NOW, a_user, a_won_playoff, an_evening, an_event, by_owner
from tests.awards.handing import sign_off
from tests.awards.test_certificate_templates import put

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


def test_honours_of_all_kinds_and_papers_in_one_file(printed):
    event = an_evening(1)
    for kind in ("duitang", "thanks"):
        enable_certificates(event=event, kind=kind, enabled=True, **by_owner())
    put(event, "thanks", paper="a5", orientation="portrait", design="su", title="感谢状")
    sign_off(Table.objects.get())
    a_won_playoff(event)
    job = printed(event)
    texts = pages(job)
    for text, said in zip(texts, ("第一桌状元", "第一桌对堂", "总状元", "担任组织工作", "担任裁判"), strict=True):
        assert said in text
    job.file.seek(0)
    widths = [round(float(page.mediabox[2]) / 72 * 25.4) for page in PdfReader(io.BytesIO(job.file.read())).pages]
    assert widths == [297, 297, 297, 148, 148]


def test_only_new_ones_then_chosen_ones(printed):
    event = an_evening(2)
    printed(event)
    again = printed(event, which="new")
    assert (again.state, again.error_code) == ("failed", "nothing_to_print")
    assert len(pages(printed(event, which=[2]))) == 1
    assert printings(event) == [(1, 1), (2, 2)]


def test_a_reprint_says_so_and_the_first_does_not(printed):
    event = an_evening(1)
    first, second, third = (pages(printed(event))[0] for _time in range(3))
    assert "补印" not in first
    assert "编号0001·补印2" in second
    assert "编号0001·补印3" in third
    assert [(one.copy, one.printed_by.username) for one in CertificatePrinting.objects.all()] == [
        (1, "owner"), (2, "owner"), (3, "owner"),
    ]  # fmt: skip


def test_tables_and_honours_that_are_asked_for(printed):
    event = an_evening(3)
    a_won_playoff(event)
    assert len(pages(printed(event, first=2, last=3))) == 2
    assert len(pages(printed(event, kinds=["zongzhuangyuan"]))) == 1
    assert len(pages(printed(event, which="new"))) == 1


def test_nothing_to_print(printed):
    job = printed(an_event())
    assert (job.state, job.error_code) == ("failed", "nothing_to_print")


def test_a_name_without_glyphs_is_left_out_and_named(printed):
    event = an_evening(2)
    Participant.objects.filter(event=event, name="王明").update(name="𱍐野")
    job = printed(event)
    assert (job.state, job.stage) == ("done", "1 个姓名缺字未印")
    certificate, list_of_left_out = pages(job)
    assert "王明2" in certificate
    assert "0001〓野U+31350" in list_of_left_out
    assert printings(event) == [(1, 0), (2, 1)]


def test_an_event_without_glyphs_is_refused_and_nothing_counted(printed):
    event = an_evening(1, issuers="𱍐公司")
    job = printed(event)
    assert (job.state, job.error_code) == ("failed", "glyphs_missing")
    assert "𱍐 (U+31350)" in job.error
    assert printings(event) == [(1, 0)]


def test_the_code_leads_to_the_given_address(printed):
    here, there = (an_evening(1, slug=slug) for slug in ("here", "there"))
    assert printed(here, base_url="http://a:1/").state == "done"
    assert printed(there).state == "done"


def a_job(event, **parameters):
    return Job.objects.create(
        event=event, kind="certificates", key=str(parameters), parameters={"language": "zh-hans", **parameters},
        asked_by=a_user(), asked_at=NOW,
    )  # fmt: skip


def test_a_job_that_is_run_again_prints_the_same_copies():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    job = a_job(event, which="new")
    meant = list(Certificate.objects.order_by("number"))
    first = record_printing(event=event, certificates=meant, job=job, **by_owner())  # and then its worker was killed
    assert record_printing(event=event, certificates=meant, job=job, **by_owner()) == first
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, len(pages(job))) == ("done", 2)
    assert printings(event) == [(1, 1), (2, 1)]
    assert AuditRecord.objects.filter(action="certificates_printed").count() == 1


def test_a_printing_that_came_to_nothing_is_taken_back():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    first, second = Certificate.objects.order_by("number")
    record_printing(event=event, certificates=[first], **by_owner())
    job = a_job(event)
    record_printing(event=event, certificates=[first, second], job=job, **by_owner())
    record_printing(event=event, certificates=[second], **by_owner())  # somebody else, since: that copy is on paper
    assert take_back_printing(job=job, **by_owner()) == 1
    assert printings(event) == [(1, 1), (2, 2)]
    assert AuditRecord.objects.get(action="certificates_not_printed").detail == {"numbers": [1]}
    assert take_back_printing(job=job, **by_owner()) == 0


def test_setting_that_fails_counts_nothing(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    event = an_evening(1)
    template = put(event, seal=b"no picture at all", seal_place="picture")
    assert template.seal
    job = a_job(event)
    with pytest.raises(Exception, match="cannot identify"):
        tasks.print_certificates(job, lambda *_progress: None)
    assert printings(event) == [(1, 0)]
