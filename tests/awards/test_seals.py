"""Pictures of seals: what is taken, what is refused, and what is kept."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from awards.seals import EDGE, MAX_BYTES, seal_png
from bobing_event.refusals import Refusal


def a_file(image, form="PNG", name="seal.png"):
    made = io.BytesIO()
    image.save(made, form)
    return SimpleUploadedFile(name, made.getvalue())


def kept(file, **options):
    picture = Image.open(io.BytesIO(seal_png(file, **options)))
    assert (picture.format, picture.mode) == ("PNG", "RGBA")
    return picture


class Unread(SimpleUploadedFile):
    """A file that fails the test when somebody reads it."""

    def read(self, *args):
        raise AssertionError("read before its size was looked at")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_formats(form):
    assert kept(a_file(Image.new("RGB", (300, 200), "red"), form)).size == (300, 200)


def test_a_large_one_is_made_smaller_and_stays_transparent():
    picture = kept(a_file(Image.new("RGBA", (3000, 1500), (200, 0, 0, 0))))
    assert picture.size == (EDGE, EDGE // 2)
    assert picture.getpixel((0, 0))[3] == 0


def test_white_paper_becomes_transparent_and_ink_stays():
    scan = Image.new("RGB", (5, 3), "white")
    scan.putpixel((1, 1), (200, 20, 30))
    scan.putpixel((2, 1), (225, 190, 190))
    assert [kept(a_file(scan)).getpixel((x, 1))[3] for x in range(3)] == [255, 255, 255]
    cleared = kept(a_file(scan), drop_white=True)
    assert [cleared.getpixel((x, 1))[3] for x in (0, 1)] == [0, 255]
    assert 0 < cleared.getpixel((2, 1))[3] < 255
    assert cleared.getpixel((1, 1))[:3] == (200, 20, 30)


def test_the_grey_paper_of_a_photo_becomes_transparent_too():
    photo = Image.new("RGB", (60, 60), (205, 200, 188))
    photo.paste((196, 190, 180), (20, 5, 40, 15))
    photo.paste((190, 40, 45), (20, 25, 40, 35))
    cleared = kept(a_file(photo), drop_white=True)
    assert [cleared.getpixel(at)[3] for at in ((1, 1), (30, 10), (30, 30))] == [0, 0, 255]


def test_forty_megabytes_are_refused_unread():
    file = Unread("seal.png", b"")
    file.size = 40 * 2**20
    with pytest.raises(Refusal) as caught:
        seal_png(file)
    assert (caught.value.code, caught.value.status, caught.value.context) == ("file_too_large", 413, {"field": "seal"})
    assert "40.0 MB" in str(caught.value)


def test_the_largest_file_is_read():
    file = Unread("seal.png", b"")
    file.size = MAX_BYTES
    with pytest.raises(AssertionError, match="read before"):
        seal_png(file)


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\x89PNG\r\n\x1a\n garbage", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a"]
)
def test_what_is_no_picture(content):
    with pytest.raises(Refusal) as caught:
        seal_png(SimpleUploadedFile("seal.png", content))
    assert (caught.value.code, caught.value.context) == ("no_picture", {"field": "seal"})


def test_a_picture_cut_off():
    whole = a_file(Image.effect_noise((400, 400), 80).convert("RGB")).read()
    with pytest.raises(Refusal) as caught:
        seal_png(SimpleUploadedFile("seal.png", whole[: len(whole) // 2]))
    assert caught.value.code == "no_picture"


@pytest.mark.parametrize("size", [(6400, 6400), (20_000, 20_000)])
def test_a_small_file_of_too_many_pixels(size):
    file = a_file(Image.new("1", size))
    assert file.size < MAX_BYTES
    with pytest.raises(Refusal) as caught:
        seal_png(file)
    assert caught.value.code == "picture_too_large"
