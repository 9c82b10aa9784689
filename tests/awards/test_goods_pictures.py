"""Pictures of goods: what is kept of them, what is refused, and who sees them."""

from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from awards.models import Prize
from awards.services import remove_prize, remove_prize_picture, set_prize_picture
from awards.services.pictures import small_picture
from bobing_event.models import AuditRecord, Role
from bobing_event.refusals import Refusal
from tests.awards.factories import a_user, an_event, by_owner
from tests.awards.test_plan import refused, soap

GPS, ORIENTATION = 0x8825, 0x0112


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


def a_picture(kind="JPEG", size=(1200, 800), exif=None, mode="RGB", **more):
    file = BytesIO()
    picture = Image.new(mode, size, "white")
    if exif:
        more["exif"] = exif
    picture.save(file, kind, **more)
    return file.getvalue()


def no_picture(code, content):
    with pytest.raises(Refusal) as caught:
        small_picture(content)
    assert caught.value.code == code
    assert str(caught.value)
    return caught.value


def opened(content):
    return Image.open(BytesIO(content))


class TestMaking:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP"])
    def test_every_usual_kind_becomes_a_small_webp(self, kind):
        small = small_picture(a_picture(kind))
        assert (opened(small).format, opened(small).size) == ("WEBP", (480, 320))
        assert len(small) < 20_000

    def test_nothing_but_the_picture_is_kept(self):
        exif = Image.Exif()
        exif[GPS] = {1: "N", 2: (24.0, 28.0, 0.0)}
        exif[ORIENTATION] = 6  # held upright: the picture lies on its side in the file
        small = opened(small_picture(a_picture(exif=exif)))
        assert (dict(small.getexif()), small.info.get("exif"), small.size) == ({}, None, (320, 480))

    def test_small_ones_are_not_blown_up_and_stay_transparent(self):
        small = opened(small_picture(a_picture("PNG", (60, 40), mode="RGBA")))
        assert (small.size, small.mode) == ((60, 40), "RGBA" if small.mode == "RGBA" else "RGB")

    @pytest.mark.parametrize(
        "content",
        [b"", b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'/>", a_picture()[:200], b"%PDF-1.7"],
        ids=["empty", "begun", "drawing", "cut", "pdf"],
    )
    def test_what_is_none(self, content):
        assert no_picture("no_picture", content).status == 400

    def test_more_than_five_megabytes(self):
        content = a_picture() + b"\0" * (5 * 1024 * 1024)
        assert no_picture("picture_too_large", content).status == 413

    def test_a_small_file_of_very_many_pixels(self):
        content = a_picture("PNG", (10_000, 6_000), mode="1")
        assert len(content) < 100_000
        no_picture("picture_too_large", content)


@pytest.mark.django_db
class TestKeeping:
    def test_set_and_replaced(self, django_capture_on_commit_callbacks):
        prize = soap(an_event())
        set_prize_picture(prize=prize, content=a_picture(), **by_owner())
        first = Prize.objects.get().picture.name
        assert first.endswith(".webp")
        with django_capture_on_commit_callbacks(execute=True):
            set_prize_picture(prize=prize, content=a_picture("PNG"), **by_owner())
        second = Prize.objects.get().picture.name
        assert (default_storage.exists(first), default_storage.exists(second)) == (False, True)
        actions = list(AuditRecord.objects.filter(action__startswith="prize_picture").values_list("action", "subject"))
        assert actions == [("prize_picture_set", "洗衣液")] * 2

    def test_a_refused_picture_leaves_the_one_before(self):
        prize = soap(an_event())
        set_prize_picture(prize=prize, content=a_picture(), **by_owner())
        refused("no_picture", set_prize_picture, prize=prize, content=b"x")
        assert default_storage.exists(Prize.objects.get().picture.name)

    def test_removed_with_or_without_its_goods(self, django_capture_on_commit_callbacks):
        event = an_event()
        names = []
        for remove in (remove_prize_picture, remove_prize):
            prize = soap(event, name=remove.__name__)
            set_prize_picture(prize=prize, content=a_picture(), **by_owner())
            names.append(prize.picture.name)
            with django_capture_on_commit_callbacks(execute=True):
                remove(prize=prize, **by_owner())
        assert not any(map(default_storage.exists, names))
        assert [prize.picture.name for prize in Prize.objects.all()] == [""]

    def test_removing_none_says_nothing(self):
        remove_prize_picture(prize=soap(an_event()), **by_owner())
        assert not AuditRecord.objects.filter(action="prize_picture_removed").exists()


@pytest.mark.django_db
class TestServing:
    @pytest.fixture
    def prize(self):
        prize = soap(an_event())
        return set_prize_picture(prize=prize, content=a_picture(), **by_owner())

    @pytest.mark.parametrize(
        ("role", "status"), [(Role.PRIZE_DESK, 200), (Role.REFEREE, 200), (Role.RUNNER, 403), (Role.SCREEN, 403)]
    )
    def test_who_may_view_prizes(self, client, prize, role, status):
        client.force_login(a_user(prize.event, role, "somebody"))
        response = client.get(reverse("prize-picture", args=[prize.event.slug, prize.pk]))
        assert response.status_code == status
        if status == 200:
            assert (response["Content-Type"], response["Cache-Control"]) == ("image/webp", "private, max-age=86400")
            assert opened(b"".join(response.streaming_content)).size == (480, 320)

    def test_not_another_events_and_not_without_one(self, client, prize):
        client.force_login(a_user())
        other = an_event("other")
        assert client.get(reverse("prize-picture", args=[other.slug, prize.pk])).status_code == 404
        bare = soap(prize.event, name="毛巾")
        assert client.get(reverse("prize-picture", args=[prize.event.slug, bare.pk])).status_code == 404

    def test_a_lost_file_is_not_found(self, client, prize):
        default_storage.delete(prize.picture.name)
        client.force_login(a_user())
        assert client.get(reverse("prize-picture", args=[prize.event.slug, prize.pk])).status_code == 404

    def test_uploaded_and_removed_on_the_page(self, client, prize):
        client.force_login(a_user())
        address = reverse("prize-change", args=[prize.event.slug, prize.pk])
        first = prize.picture.name
        file = SimpleUploadedFile("油.png", a_picture("PNG"))
        client.post(address, {"name": "油", "unit": "瓶", "value": "8", "picture": file})
        changed = Prize.objects.get()
        assert (changed.name, changed.picture.name != first) == ("油", True)
        assert f"{changed.picture.name}" in client.get(reverse("prizes", args=[prize.event.slug])).content.decode()
        client.post(reverse("prize-picture-remove", args=[prize.event.slug, prize.pk]))
        assert Prize.objects.get().picture.name == ""

    def test_a_refused_upload_keeps_what_was_typed(self, client, prize):
        client.force_login(a_user())
        address = reverse("prize-add", args=[prize.event.slug])
        data = {"name": "油", "unit": "瓶", "value": "8", "picture": SimpleUploadedFile("a.png", b"nothing")}
        response = client.post(address, data)
        assert (response.status_code, Prize.objects.filter(name="油").exists()) == (400, False)
        page = response.content.decode()
        assert "这个文件不是可读取的图片" in page
        assert 'value="油"' in page
