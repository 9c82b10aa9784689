"""Making certificates: one for each honour, once, and another when a correction changes the honour."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation

from awards.models import Certificate
from awards.queries import (
    CertificateCounts,
    certificate_by_code,
    certificate_counts,
    certificates_of,
    due_certificates,
    honours,
)
from awards.queries.certificates import Chosen, KindFigures, chosen_certificates, kind_figures, unsigned_tables
from awards.queries.honours import nameless_staff, staff_names
from awards.services import make_certificates, record_printing
from awards.services.certificate_templates import enable_certificates
from bobing_event.models import AuditRecord, Membership, Role
from tables.models import Piece, Table
from tables.services import countersign_table
from tests.awards.factories import (
    NOTHING,
    NOW,
    WEAK,
    a_user,
    a_won_playoff,
    an_ended_table,
    an_evening,
    an_event,
    an_open_table,
    by_owner,
    correct,
    record,
)
from tests.awards.handing import sign_off as signed_off

pytestmark = pytest.mark.django_db


def made(event):
    return [(c.number, c.participant.name, c.pattern, c.dice, c.place, c.is_void) for c in certificates_of(event)]


def test_champions_in_table_order_then_playoffs():
    event = an_evening(2)
    a_won_playoff(event)
    result = make_certificates(event=event, **by_owner())
    assert (len(result.new), result.void) == (3, ())
    winner = honours(event)[2].participant_id
    assert made(event)[:2] == [
        (1, "王明", "sihong", "444456", None, False),
        (2, "王明2", "chajinhua", "444411", None, False),
    ]
    third = Certificate.objects.get(number=3)
    assert (third.participant_id, third.pattern, third.dice, third.place) == (winner, "chajinhua", "444411", 1)
    assert third.playoff.kind == "zongzhuangyuan"


def test_twice_makes_nothing_new():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    before = made(event)
    again = make_certificates(event=event, **by_owner())
    assert (again.new, again.void, made(event)) == ((), (), before)
    assert AuditRecord.objects.filter(action="certificates_made").count() == 1


def test_a_table_that_plays_has_none():
    event = an_event()
    record(an_open_table(event), (1, "444456"))
    assert make_certificates(event=event, **by_owner()).new == ()


def test_later_tables_get_later_numbers():
    event = an_event()
    an_ended_table(event, 5)
    make_certificates(event=event, **by_owner())
    an_ended_table(event, 2)
    make_certificates(event=event, **by_owner())
    assert [(c.number, c.table.number) for c in certificates_of(event)] == [(2, 2), (1, 5)]


def test_a_correction_that_changes_the_throw_makes_another():
    event = an_event()
    table = an_ended_table(event)
    make_certificates(event=event, **by_owner())
    assert due_certificates(event) == 0
    correct(table, 1, WEAK)
    result = make_certificates(event=event, **by_owner())
    assert ([c.number for c in result.new], [c.number for c in result.void]) == ([2], [1])
    assert made(event) == [
        (1, "王明", "sihong", "444456", None, True),
        (2, "王明", "sihong", "444412", None, False),
    ]
    assert Certificate.objects.get(number=1).voided_at == NOW
    assert AuditRecord.objects.filter(action="certificates_made").first().detail == {"new": [2], "void": [1]}


def test_a_correction_that_changes_the_champion_makes_another():
    event = an_event()
    table = an_ended_table(event)
    make_certificates(event=event, **by_owner())
    table = correct(table, 6, "444466")  # seat 3 throws a stronger 四红
    assert table.champion.number == 3
    assert due_certificates(event) == 1
    make_certificates(event=event, **by_owner())
    assert made(event) == [
        (1, "王明", "sihong", "444456", None, True),
        (2, "陈䶮", "sihong", "444466", None, False),
    ]
    assert due_certificates(event) == 0


def test_another_event_has_its_own_numbers():
    first, second = an_evening(1), an_evening(1, slug="other")
    make_certificates(event=first, **by_owner())
    make_certificates(event=second, **by_owner())
    assert [c.number for c in Certificate.objects.filter(event=second)] == [1]


def test_check_codes_differ_and_are_needed():
    event = an_evening(2)
    make_certificates(event=event, **by_owner())
    first, second = certificates_of(event)
    assert len(first.check_code) == 8
    assert first.check_code != second.check_code
    assert certificate_by_code("moon", 1, first.check_code) == first
    assert certificate_by_code("moon", 1, second.check_code) is None
    assert certificate_by_code("other", 1, first.check_code) is None


def test_counts():
    event = an_evening(2)
    assert due_certificates(event) == 2
    a_won_playoff(event)
    assert due_certificates(event) == 3
    make_certificates(event=event, **by_owner())
    assert due_certificates(event) == 0
    first, _second, third = certificates_of(event)
    assert record_printing(event=event, certificates=[first, third], **by_owner()) == {first.pk: 1, third.pk: 1}
    assert record_printing(event=event, certificates=[first], **by_owner()) == {first.pk: 2}
    assert certificate_counts(event) == CertificateCounts(standing=3, unprinted=1, void=0, sheets=3)


def test_labels():
    event = an_evening(2)
    playoff = a_won_playoff(event, "zongduitang", "123456")
    make_certificates(event=event, **by_owner())
    with translation.override("en"):
        assert [(c.number_text, c.honour_label) for c in certificates_of(event)] == [
            ("0001", "Zhuangyuan of table 1"),
            ("0002", "Zhuangyuan of table 2"),
            ("0003", "Grand Duitang"),
        ]
        second = Certificate(number=7, playoff=playoff, place=2)
        assert (second.number_text, second.honour_label) == ("0007", "Grand Duitang, place 2")


# --- pieces of other ranks ----------------------------------------------------------------------------------


def enable(event, *kinds):
    for kind in kinds:
        enable_certificates(event=event, kind=kind, enabled=True, **by_owner())


def pieces_made(event):
    made = certificates_of(event).filter(piece__isnull=False)
    return [(c.number, c.piece.rank, c.participant.name, c.is_void) for c in made]


def test_pieces_of_a_rank_wait_for_the_sign_off():
    event = an_evening(2)
    enable(event, "duitang", "yixiu")
    make_certificates(event=event, **by_owner())
    assert pieces_made(event) == []
    signed_off(Table.objects.get(number=1))
    make_certificates(event=event, **by_owner())
    assert pieces_made(event) == [(3, "duitang", "李静", False), (4, "yixiu", "王明", False)]
    assert [table.number for table in unsigned_tables(event)] == [2]


def test_a_piece_that_is_somebody_elses_after_a_correction():
    event = an_evening(1)
    enable(event, "duitang", "sanhong")
    table = signed_off(Table.objects.get(number=1))
    make_certificates(event=event, **by_owner())
    assert pieces_made(event) == [(2, "duitang", "李静", False), (3, "sanhong", "陈䶮", False)]
    table = correct(table, 2, NOTHING)  # seat 2 threw no 对堂 after all,
    table = correct(table, 3, "123456")  # seat 3 did, and no 三红: the table goes on
    make_certificates(event=event, **by_owner())  # nothing new, but what is wrong is void
    assert pieces_made(event) == [(2, "duitang", "李静", True), (3, "sanhong", "陈䶮", True)]
    table = signed_off(record(table, (1, "444123"), (2, NOTHING), (3, NOTHING)))
    make_certificates(event=event, **by_owner())  # disputed after the corrections: one signature is not enough
    assert len(pieces_made(event)) == 2
    countersign_table(table=table, by=a_user(name="organiser"), now=NOW)
    make_certificates(event=event, **by_owner())
    assert pieces_made(event) == [
        (2, "duitang", "李静", True), (5, "duitang", "陈䶮", False), (3, "sanhong", "陈䶮", True),
        (6, "sanhong", "王明", False),
    ]  # fmt: skip


def test_a_sign_off_that_lapsed_voids_nothing():
    event = an_evening(1)
    enable(event, "duitang")
    table = signed_off(Table.objects.get(number=1))
    make_certificates(event=event, **by_owner())
    correct(table, 5, "112235")  # a throw without a prize
    enable_certificates(event=event, kind="duitang", enabled=False, **by_owner())
    result = make_certificates(event=event, **by_owner())
    assert (result.new, result.void) == ((), ())
    assert pieces_made(event) == [(2, "duitang", "李静", False)]


# --- thanks -------------------------------------------------------------------------------------------------


def thanked(event):
    return [(c.number, c.staff_name, c.is_void) for c in certificates_of(event).filter(staff__isnull=False)]


def test_thanks_go_to_the_staff_and_not_to_screens():
    event = an_event()
    a_user(event, Role.REFEREE, "ref")
    a_user(event, Role.PRIZE_DESK, "ref")
    a_user(event, Role.SCREEN, "screen")
    assert make_certificates(event=event, **by_owner()).new == ()
    enable(event, "thanks")
    make_certificates(event=event, **by_owner())
    assert thanked(event) == [(1, "Owner", False), (2, "Ref", False)]


def test_nobody_is_thanked_by_a_login_name():
    event = an_event()
    nameless = a_user(event, Role.REFEREE, "ref07")
    nameless.first_name = ""
    nameless.save()
    enable(event, "thanks")
    assert (staff_names(event), nameless_staff(event)) == ({a_user().pk: "Owner"}, 1)
    make_certificates(event=event, **by_owner())
    assert thanked(event) == [(1, "Owner", False)]


def test_the_page_says_how_many_have_no_name(client):
    event = an_event()
    client.force_login(a_user())
    a_user(event, Role.REFEREE, "ref07")
    User.objects.filter(username="ref07").update(first_name="")
    page = reverse("certificates", args=[event.slug])
    said = "1 位工作人员没有姓名，只有登录名"
    assert said not in client.get(page).content.decode()
    enable(event, "thanks")
    assert said in client.get(page).content.decode()


def test_the_editor_says_that_a_name_of_the_staff_is_made_up(client):
    event = an_event()
    client.force_login(a_user())
    page = reverse("certificate-template", args=[event.slug, "thanks"])
    said = "工作人员都还没有姓名，示例中的姓名是虚构的。"
    assert said not in client.get(page).content.decode()
    User.objects.update(first_name="")
    assert said in client.get(page).content.decode()


def test_thanks_follow_the_name_and_printed_ones_outlast_the_role():
    event = an_event()
    users = [a_user(event, Role.REFEREE, name) for name in ("anna", "bert", "carl")]
    enable(event, "thanks")
    make_certificates(event=event, **by_owner())
    printed = certificates_of(event).filter(staff=users[1])
    record_printing(event=event, certificates=list(printed), **by_owner())
    users[0].first_name = "Anne"
    users[0].save()
    Membership.objects.filter(user__in=users[1:]).delete()
    make_certificates(event=event, **by_owner())
    assert thanked(event) == [
        (1, "Anna", True), (5, "Anne", False), (2, "Bert", False), (3, "Carl", True), (4, "Owner", False),
    ]  # fmt: skip


# --- figures, and what is chosen ------------------------------------------------------------------------------


def test_figures_by_honour():
    event = an_evening(2)
    enable(event, "duitang", "thanks")
    for table in Table.objects.all():
        signed_off(table)
    a_won_playoff(event)
    by_kind = {figures.kind: figures for figures in kind_figures(event)}
    assert by_kind["zhuangyuan"] == KindFigures("zhuangyuan", enabled=True, due=2)
    assert by_kind["duitang"] == KindFigures("duitang", enabled=True, due=2)
    assert by_kind["sanhong"] == KindFigures("sanhong", enabled=False)
    assert by_kind["zongzhuangyuan"] == KindFigures("zongzhuangyuan", enabled=True, due=1)
    assert by_kind["thanks"] == KindFigures("thanks", enabled=True, due=2)  # owner and referee
    make_certificates(event=event, **by_owner())
    record_printing(event=event, certificates=list(certificates_of(event)[:1]), **by_owner())
    correct(Table.objects.get(number=1), 1, WEAK)
    make_certificates(event=event, **by_owner())
    by_kind = {figures.kind: figures for figures in kind_figures(event)}
    assert by_kind["zhuangyuan"] == KindFigures("zhuangyuan", enabled=True, standing=2, unprinted=2, void=1)
    assert by_kind["duitang"] == KindFigures("duitang", enabled=True, standing=2, unprinted=2)
    assert by_kind["thanks"] == KindFigures("thanks", enabled=True, standing=3, unprinted=3)  # and who approved
    assert due_certificates(event) == 0


def an_evening_of_all():
    """Two signed off tables with 状元 and 对堂, a play-off, and thanks, made."""
    event = an_evening(2)
    enable(event, "duitang", "yixiu", "thanks")
    for table in Table.objects.all():
        signed_off(table)
    a_won_playoff(event)
    make_certificates(event=event, **by_owner())
    return event


def chosen(event, **asked):
    def place(made):
        at = made.at_table
        return (made.kind, at.number) if at else made.kind

    return [place(made) for made in chosen_certificates(event, Chosen(**asked))]


def test_orders():
    event = an_evening_of_all()
    rest = ["zongzhuangyuan", "thanks", "thanks"]
    by_honour = [(kind, table) for kind in ("zhuangyuan", "duitang", "yixiu") for table in (1, 2)]
    assert chosen(event) == [*by_honour, *rest]
    by_table = [(kind, table) for table in (1, 2) for kind in ("zhuangyuan", "duitang", "yixiu")]
    assert chosen(event, order="table") == [*by_table, *rest]
    # Seat 1 has 状元 and 一秀; the 对堂 of table 1 is at seat 2, that of table 2 went with the 插金花.
    first = [("zhuangyuan", 1), ("yixiu", 1), ("duitang", 1)]
    assert chosen(event, order="seat") == [*first, *by_table[3:], *rest]


def test_what_is_chosen():
    event = an_evening_of_all()
    assert chosen(event, kinds=("duitang",)) == [("duitang", 1), ("duitang", 2)]
    assert chosen(event, kinds=("thanks", "zongzhuangyuan")) == ["zongzhuangyuan", "thanks", "thanks"]
    assert chosen(event, first=2) == [("zhuangyuan", 2), ("duitang", 2), ("yixiu", 2)]
    assert chosen(event, last=1, kinds=("zhuangyuan", "thanks")) == [("zhuangyuan", 1)]
    assert chosen(event, session=2) == []
    assert len(chosen(event, session=1)) == 6
    assert chosen(event, which=(1, 2)) == [("zhuangyuan", 1), ("zhuangyuan", 2)]
    record_printing(event=event, certificates=list(certificates_of(event)[:8]), **by_owner())
    assert chosen(event, which="new") == ["thanks"]


def test_what_is_chosen_goes_through_a_jobs_parameters():
    for asked in (Chosen(), Chosen(kinds=("thanks",), session=2, first=1, last=9, order="seat", which=(3, 7))):
        data = asked.to_json()
        assert Chosen.from_json({**data, "base_url": "http://hall/", "language": "zh-hans"}) == asked
        assert isinstance(data["kinds"], list)


# --- queries --------------------------------------------------------------------------------------------------


def test_queries_do_not_grow(django_assert_num_queries):
    event = an_event()
    enable(event, "duitang", "thanks")
    for numbers in ((1,), (2, 3, 4)):
        for number in numbers:
            signed_off(an_ended_table(event, number))
        with django_assert_num_queries(7):
            kind_figures(event)
        with django_assert_num_queries(14):
            make_certificates(event=event, **by_owner())
        with django_assert_num_queries(5):
            honours(event)
        with django_assert_num_queries(1):
            for made in certificates_of(event, "seat"):
                assert made.recipient
                assert made.honour_label
        with django_assert_num_queries(9):
            record_printing(event=event, certificates=list(certificates_of(event)), **by_owner())
    assert Piece.objects.filter(rank="duitang", place="seat").count() == 4
