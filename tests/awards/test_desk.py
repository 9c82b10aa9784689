"""The prize desk's pages: whom they find and show, one tap, its refusals, who may see and do what."""

import base64
import io
import re
from uuid import uuid4

import pytest
from django.urls import reverse
from pypdf import PdfReader

from awards.models import Claim, HandOver, Prize
from awards.queries.desk import hand_overs_of, person_at_desk
from awards.services import set_plan_line, undo_hand_over
from awards.slips import claim_slip_pdf
from bobing_event.models import Participant, Role
from tests.awards.factories import NOW, a_user, an_ended_table, an_event, an_open_table, by_owner, record
from tests.awards.handing import (
    a_plan,
    a_signature,
    goods,
    hand,
    high_value_from,
    keys_due,
    person_at,
    receive,
    sign_off,
    stock,
)

pytestmark = pytest.mark.django_db

JSON = {"accept": "application/json"}


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def prizes(event):
    return a_plan(event)


@pytest.fixture
def table(event, prizes):
    return sign_off(an_ended_table(event))


@pytest.fixture
def desk(client, event):
    client.force_login(a_user(event, Role.PRIZE_DESK, "desk"))
    return client


def url(name, event, *arguments):
    return reverse(name, args=[event.slug, *arguments])


def look(client, event, **query):
    return client.get(url("prize-desk", event), query, follow=True)


def text(response):
    return " ".join(response.content.decode().split())


def tap(client, event, person, *, headers=JSON, **more):
    data = {"keys": keys_due(event, person), "client_uuid": str(uuid4()), "receiver": "self", **more}
    return client.post(url("desk-hand-over", event, person.pk), data, headers=headers)


class TestFinding:
    @pytest.mark.parametrize("asked", ["code", "address", "name", "phone", "ticket", "id"])
    def test_whoever_is_meant_stands_there_at_once(self, desk, event, table, asked):
        person = person_at(table, 2)
        Participant.objects.filter(pk=person.pk).update(ticket="T-7", id_number="350203199001011234")
        texts = {"code": person.code, "address": f"https://bobing.example/p/{person.code}/", "name": person.name,
                 "phone": person.phone[-5:], "ticket": "T-7", "id": "011234"}  # fmt: skip
        response = look(desk, event, q=texts[asked])
        assert response.context["shown"].person == person
        assert response.redirect_chain == [(f"{url('prize-desk', event)}?person={person.pk}", 302)]

    def test_several_to_choose_from_with_what_is_due(self, desk, event, table):
        Participant.objects.create(event=event, name="李静", unit="财务部")
        page = look(desk, event, q="李静")
        assert [(one["person"].unit, one["units"], str(one["seat"])) for one in page.context["candidates"]] == [
            ("市场部", 1, "1-2"), ("财务部", 0, "None"),
        ] or [(one["person"].unit, one["units"]) for one in page.context["candidates"]] == [
            ("财务部", 0), ("市场部", 1),
        ]  # fmt: skip
        assert "待领 1 件" in text(page)
        assert "无待领" in text(page)

    def test_nobody(self, desk, event):
        assert "查无此人" in text(look(desk, event, q="赵六"))

    def test_somebody_of_another_event(self, desk, event):
        stranger = Participant.objects.create(event=an_event("other"), name="赵六")
        assert look(desk, event, person=stranger.pk).status_code == 404
        assert "查无此人" in text(look(desk, event, q=stranger.code))

    @pytest.mark.parametrize("query", [{"person": "x"}, {"done": "x"}, {"done": "99"}, {"person": "99"}])
    def test_addresses_that_lead_nowhere(self, desk, event, query):
        assert look(desk, event, **query).status_code == 404


class TestPerson:
    def test_all_they_won_by_what_can_be_done_with_it(self, desk, event, prizes, table):
        second = record(an_open_table(event, 2, people=[("王明", "", "1"), ("赵六", "", "2"), ("孙七", "", "3")]),
                        (1, "112233"), (2, "123456"))  # fmt: skip
        second.pieces.filter(rank="duitang").update(participant=person_at(table, 1))
        shown = person_at_desk(event, person_at(table, 1))
        assert [(str(line.prize), line.quantity, line.why, line.worth_much) for line in shown.due] == [
            ("电视", 1, "状元（1 桌）", False)
        ]
        assert [(str(line.prize), line.sentence) for line in shown.waiting] == [
            ("电饭煲", "2 桌仍在进行，请等签字确认后再交付。")
        ]
        (handed,) = shown.handed
        assert (handed.hand_over.channel, [str(claim.prize) for claim in handed.claims]) == ("table", ["牙膏"])
        page = text(look(desk, event, person=shown.person.pk))
        for words in ("现在可领", "暂不能领", "已交付", "交付 1 件", "138****0001", "1 桌"):
            assert words in page

    def test_forfeited(self, desk, event, prizes, table):
        person = person_at(table, 2)
        Claim.objects.create(
            event=event, participant=person, prize=prizes["duitang"], quantity=1, state="forfeited",
            piece=table.pieces.get(rank="duitang"), settled_by=a_user(), settled_at=NOW, reason="逾期",
        )  # fmt: skip
        page = text(look(desk, event, person=person.pk))
        assert "逾期未领" in page
        assert 'id="hand-over"' not in page

    def test_nothing(self, desk, event, table):
        person = Participant.objects.create(event=event, name="赵六")
        page = text(look(desk, event, person=person.pk))
        assert "没有得奖，无待领奖品。" in page
        assert "此人未签到，请确认身份。" in page

    def test_the_id_tail_is_shown_for_high_values_alone(self, desk, event, table):
        person = person_at(table, 1)
        Participant.objects.filter(pk=person.pk).update(id_number="350203199001019876")
        assert "9876" not in text(look(desk, event, person=person.pk))
        high_value_from(event, 1000)
        page = text(look(desk, event, person=person.pk))
        assert "9876" in page
        assert "350203199001019876" not in page
        assert "9876" not in text(look(desk, event, person=person_at(table, 2).pk))

    def test_where_the_goods_are_and_whether_there_are_enough(self, event, prizes):
        table = an_ended_table(event)
        receive(event, {prizes["zhuangyuan"]: 1})
        sign_off(table)
        stock(table, {prizes["yixiu"]: 1})
        lines = person_at_desk(event, person_at(table, 1)).due
        assert [(str(line.prize), str(line.place), line.short) for line in lines] == [
            ("电视", "None", False), ("牙膏", str(table), False),
        ]  # fmt: skip
        assert [line.short for line in person_at_desk(event, person_at(table, 2)).due] == [True]

    def test_a_picture_of_the_goods(self, desk, event, prizes, table):
        Prize.objects.filter(pk=prizes["duitang"].pk).update(picture="prizes/pot.webp")
        picture = url("prize-picture", event, prizes["duitang"].pk)
        assert f'src="{picture}"' in text(look(desk, event, person=person_at(table, 2).pk))
        assert "<img" not in text(look(desk, event, person=person_at(table, 1).pk))

    def test_who_may_only_look_gets_no_button(self, client, event, table):
        client.force_login(a_user(event, Role.AUDITOR, "auditor"))
        page = text(look(client, event, person=person_at(table, 2).pk))
        assert "电饭煲" in page
        assert 'id="press"' not in page

    def test_queries_do_not_grow(self, event, prizes, table, django_assert_num_queries):
        person = person_at(table, 1)
        with django_assert_num_queries(QUERIES):
            person_at_desk(event, person)
        for number in range(3):
            prize = goods(event, f"月饼{number}")
            set_plan_line(event=event, prize=prize, rank="zhuangyuan", given_at="desk", **by_owner())
        hand(event, person, keys=keys_due(event, person)[:2])
        with django_assert_num_queries(QUERIES):
            shown = person_at_desk(event, person)
        assert (len(shown.due), len(shown.handed)) == (2, 2)


QUERIES = 10


class TestTap:
    def test_hands_over_and_says_where_to_go_on(self, desk, event, table):
        response = tap(desk, event, person_at(table, 2))
        handed = HandOver.objects.get(channel="desk")
        assert response.json() == {"url": f"{url('prize-desk', event)}?done={handed.pk}"}
        assert handed.handed_by == a_user(name="desk")
        page = desk.get(response.json()["url"])
        assert page.context["tone"] == "welcome"
        assert url("hand-over-slip", event, handed.pk) in text(page)

    def test_twice_is_once(self, desk, event, table):
        person, number = person_at(table, 2), str(uuid4())
        keys = keys_due(event, person)
        first = tap(desk, event, person, keys=keys, client_uuid=number)
        assert tap(desk, event, person, keys=keys, client_uuid=number).json() == first.json()
        refused = tap(desk, event, person, keys=keys)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_due")

    def test_to_the_wrong_person(self, desk, event, table):
        keys = keys_due(event, person_at(table, 2))
        assert keys[0] not in text(look(desk, event, person=person_at(table, 1).pk))
        refused = tap(desk, event, person_at(table, 1), keys=keys)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_due")
        assert "李静" in refused.json()["detail"]
        assert not HandOver.objects.filter(channel="desk").exists()

    def test_of_another_event(self, desk, event, table):
        stranger = Participant.objects.create(event=an_event("other"), name="赵六")
        assert tap(desk, event, stranger).status_code == 404

    def test_a_bare_form_goes_on_and_back(self, desk, event, table):
        person = person_at(table, 2)
        back = f"{url('prize-desk', event)}?person={person.pk}"
        headers = {"referer": f"http://testserver{back}"}
        refused = tap(desk, event, person, headers=headers, keys=[])
        assert (refused.status_code, refused.url) == (302, f"http://testserver{back}")
        assert "没有勾选奖品。" in text(desk.get(back))
        done = tap(desk, event, person, headers=headers)
        assert done.url.endswith(f"?done={HandOver.objects.get(channel='desk').pk}")

    @pytest.mark.parametrize("number", ["", "x", "123"])
    def test_an_old_page(self, desk, event, table, number):
        refused = tap(desk, event, person_at(table, 2), client_uuid=number)
        assert (refused.status_code, refused.json()["code"]) == (400, "stale_page")

    def test_a_proxy_and_a_guardian_have_fields_of_their_own(self, desk, event, table):
        names = {"proxy_name": "赵刚", "proxy_phone": "13800001234", "guardian_name": "王芳", "guardian_phone": ""}
        tap(desk, event, person_at(table, 2), receiver="guardian", **names)
        assert HandOver.objects.get(channel="desk").receiver_name == "王芳"
        tap(desk, event, person_at(table, 1), receiver="proxy", **names)
        assert HandOver.objects.get(channel="desk", receiver="proxy").receiver_phone == "13800001234"

    def test_the_signature_is_kept(self, desk, event, table):
        drawn = "data:image/png;base64," + base64.b64encode(a_signature()).decode()
        high_value_from(event, 1000)
        person = person_at(table, 1)
        refused = tap(desk, event, person, id_checked="1", signature="data:image/png;base64,%%%")
        assert refused.json()["code"] == "bad_signature"
        assert tap(desk, event, person, id_checked="1", signature="text").json()["code"] == "bad_signature"
        large = "data:image/png;base64," + "A" * 500_000
        assert tap(desk, event, person, id_checked="1", signature=large).json()["code"] == "signature_too_large"
        assert tap(desk, event, person, id_checked="1", signature=drawn).status_code == 200
        handed = HandOver.objects.get(channel="desk")
        response = desk.get(url("hand-over-signature", event, handed.pk))
        assert (response["Content-Type"], response.content) == ("image/png", a_signature())

    def test_only_a_supervisor_waives_a_guardian(self, client, desk, event, table):
        person = person_at(table, 2)
        Participant.objects.filter(pk=person.pk).update(id_number="350203201501010017")
        assert tap(desk, event, person).json()["code"] == "guardian_needed"
        refused = tap(desk, event, person, guardian_waived="1")
        assert (refused.status_code, refused.json()["code"]) == (403, "permission_denied")
        client.force_login(a_user())
        assert tap(client, event, person, guardian_waived="1").status_code == 200


class TestWhoMay:
    ROLES = (
        (Role.ORGANISER, True, True, True), (Role.PRIZE_DESK, True, True, False),
        (Role.FLOOR_MANAGER, True, False, True), (Role.AUDITOR, True, False, False),
        (Role.REFEREE, False, False, False), (Role.RUNNER, False, False, False), (Role.SCREEN, False, False, False),
    )  # fmt: skip

    @pytest.mark.parametrize(("role", "looks", "hands", "undoes"), ROLES)
    def test_roles(self, client, event, table, role, looks, hands, undoes):
        person, other = person_at(table, 2), person_at(table, 1)
        handed = hand(event, person, signature=a_signature())
        client.force_login(a_user(event, role, "somebody"))
        pages = [url("prize-desk", event), url("hand-overs", event), url("hand-over", event, handed.pk),
                 url("hand-over-signature", event, handed.pk), url("hand-over-slip", event, handed.pk)]  # fmt: skip
        assert {client.get(page).status_code for page in pages} == {200 if looks else 403}
        assert tap(client, event, other).status_code == (200 if hands else 403)
        undo = client.post(url("hand-over-undo", event, handed.pk), {"reason": "拿错了"})
        assert undo.status_code == (302 if undoes else 403)

    def test_strangers_do_not_learn_of_it(self, client, event, table):
        handed = hand(event, person_at(table, 2), signature=a_signature())
        client.force_login(a_user(name="stranger"))
        for name in ("hand-over", "hand-over-signature", "hand-over-slip"):
            assert client.get(url(name, event, handed.pk)).status_code == 404
        assert client.get(url("prize-desk", event)).status_code == 404

    def test_a_hand_over_of_another_event(self, desk, event):
        other = an_event("other")
        a_plan(other)
        handed = hand(other, person_at(sign_off(an_ended_table(other)), 2), signature=a_signature())
        for name in ("hand-over", "hand-over-signature", "hand-over-slip"):
            assert desk.get(url(name, event, handed.pk)).status_code == 404

    def test_nothing_personal_is_kept_by_browsers(self, desk, event, table):
        handed = hand(event, person_at(table, 2), signature=a_signature())
        for name in ("hand-over", "hand-over-signature", "hand-over-slip"):
            assert "no-store" in desk.get(url(name, event, handed.pk))["Cache-Control"]


class TestTakingBack:
    @pytest.fixture
    def chief(self, client, event):
        client.force_login(a_user(event, Role.FLOOR_MANAGER, "chief"))
        return client

    def test_with_a_reason_and_back_at_the_person(self, chief, event, table):
        person = person_at(table, 2)
        handed = hand(event, person)
        address = url("hand-over-undo", event, handed.pk)
        refused = chief.post(address, {"reason": " "}, headers={"referer": f"http://testserver{address}"})
        assert refused.status_code == 302
        assert not HandOver.objects.get(pk=handed.pk).undone_at
        page = chief.post(address, {"reason": "拿错了", "to_desk": "1"}, follow=True)
        assert page.context["shown"].person == person
        assert "已撤销，奖品重新待领。" in text(page)
        assert len(page.context["shown"].due) == 1

    def test_one_persons_part_of_a_sign_off(self, chief, event, table):
        handed = HandOver.objects.get(table=table)
        page = chief.get(url("hand-over", event, handed.pk))
        assert [(one["person"].name, one["standing"]) for one in page.context["people"]] == [("王明", 1), ("陈䶮", 1)]
        address = url("hand-over-undo", event, handed.pk)
        chief.post(address, {"reason": "拿错了", "participant": person_at(table, 3).pk})
        assert dict(handed.claims.values_list("prize__name", "state")) == {
            "洗衣液": "taken_back", "牙膏": "handed_over",
        }  # fmt: skip
        page = chief.get(url("hand-over", event, handed.pk))
        assert [(one["person"].name, one["standing"]) for one in page.context["people"]] == [("王明", 1), ("陈䶮", 0)]

    def test_what_was_taken_back_says_so(self, chief, event, table):
        handed = hand(event, person_at(table, 2))
        undo_hand_over(hand_over=handed, reason="拿错了", by=a_user(name="chief"), now=NOW)
        page = chief.get(url("hand-over", event, handed.pk))
        assert "拿错了" in text(page)
        assert url("hand-over-undo", event, handed.pk) not in text(page)
        assert chief.get(f"{url('prize-desk', event)}?done={handed.pk}").context["tone"] == "undone"


class TestList:
    def test_empty(self, desk, event):
        assert "尚未交付奖品" in text(desk.get(url("hand-overs", event)))
        assert "尚未交付奖品。" in text(look(desk, event))

    def test_search_by_person_receiver_table_and_number(self, event, table):
        over_table = HandOver.objects.get(table=table)
        mine = hand(event, person_at(table, 2), receiver="proxy", receiver_name="赵刚", receiver_phone="13800001234")
        assert list(hand_overs_of(event)) == [mine, over_table] or list(hand_overs_of(event)) == [over_table, mine]
        assert list(hand_overs_of(event, "李静")) == [mine]
        assert list(hand_overs_of(event, "赵刚")) == [mine]
        assert list(hand_overs_of(event, "王明")) == [over_table]
        assert set(hand_overs_of(event, "1")) == {mine, over_table}
        assert list(hand_overs_of(event, mine.movement.number_text)) == [mine]
        assert list(hand_overs_of(event, "没有")) == []
        assert list(hand_overs_of(event, "9" * 40)) == []

    def test_goods_are_in_the_order_of_the_prize_pages(self, desk, event, table):
        page = text(desk.get(url("hand-overs", event)))
        assert re.findall(r'<span class="nowrap">(\S+ × \d+)', page) == ["洗衣液 × 1", "牙膏 × 1"]

    def test_in_pages(self, desk, event, table):
        handed = HandOver.objects.get(table=table)
        person = person_at(table, 2)
        for _time in range(26):
            one = hand(event, person)
            undo_hand_over(hand_over=one, reason="x", by=a_user(), now=NOW)
        page = desk.get(url("hand-overs", event), {"page": 2})
        assert len(page.context["page_obj"].object_list) == 2
        assert handed.pk in {one.pk for one in HandOver.objects.all()}

    def test_queries_do_not_grow(self, desk, event, table, django_assert_num_queries):
        hand(event, person_at(table, 2))
        for more in range(2):
            desk.get(url("hand-overs", event))
            with django_assert_num_queries(LIST_QUERIES):
                desk.get(url("hand-overs", event))
            if not more:
                hand(event, person_at(table, 1))
                sign_off(an_ended_table(event, 2))


LIST_QUERIES = 7


class TestSlip:
    def words(self, pdf):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)

    def test_says_who_got_what_from_whom(self, desk, event, table):
        handed = hand(event, person_at(table, 2), receiver="proxy", receiver_name="赵刚", receiver_phone="13800001234",
                      signature=a_signature())  # fmt: skip
        response = desk.get(url("hand-over-slip", event, handed.pk))
        assert response["Content-Type"] == "application/pdf"
        reader = PdfReader(io.BytesIO(response.content))
        assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == [105, 148]
        words = self.words(response.content).replace(" ", "")
        for part in ("李静", "市场部", "1桌2号", "电饭煲", "对堂第1块", "1件", "赵刚", "138****1234", "20:00", "Desk",
                     handed.movement.number_text, "共1件"):  # fmt: skip
            assert part in words
        assert len(reader.pages[0].images) == 1

    def test_of_a_table_names_everybody(self, desk, event, table):
        handed = HandOver.objects.get(table=table)
        words = self.words(desk.get(url("hand-over-slip", event, handed.pk)).content).replace(" ", "")
        for part in ("1桌", "王明", "牙膏×1", "陈䶮", "洗衣液×1", "共2件"):
            assert part in words

    def test_taken_back_is_printed_across_it(self, desk, event, table):
        handed = hand(event, person_at(table, 2))
        undo_hand_over(hand_over=handed, reason="x", by=a_user(), now=NOW)
        assert "已撤销" in self.words(desk.get(url("hand-over-slip", event, handed.pk)).content)

    def test_many_lines_go_on_another_page(self, event, table):
        for number in range(14):
            set_plan_line(
                event=event, prize=goods(event, f"月饼{number}"), rank="duitang", given_at="desk", **by_owner()
            )
        handed = hand(event, person_at(table, 2))
        reader = PdfReader(io.BytesIO(claim_slip_pdf(handed)))
        assert [page.extract_text().count("月饼") for page in reader.pages] == [8, 6]
        assert "共" in reader.pages[1].extract_text()

    def test_a_character_that_no_font_has_becomes_a_box(self, event, table):
        person = person_at(table, 2)
        Participant.objects.filter(pk=person.pk).update(name="李\U0003ffff")
        assert claim_slip_pdf(hand(event, Participant.objects.get(pk=person.pk))).startswith(b"%PDF")


def test_the_page_of_a_correction_says_what_was_handed_over(client, event, table):
    client.force_login(a_user())
    address = reverse("correct-entry", args=[event.slug, table.pk, 3])
    page = client.post(address, {"kind": "throw", "dice": "112233", "reason": "看错"})
    moved = [(one.rank, one.handed_to) for one in page.context["preview"]["pieces"]]
    assert moved == [("zhuangyuan", ""), ("sanhong", "陈䶮")]  # the table goes on, so the 状元 is open again
    assert "其中有的饼已经领走。" in text(page)
    assert "已交给陈䶮" in text(page)
