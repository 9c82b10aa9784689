"""What the prize desk's script says beside what the server sends."""

from django.utils.translation import gettext as _


def desk_words() -> dict[str, str]:
    """Sentences by key; `{count}` is filled in by the script."""
    return {
        "press_one": _("Hand over {count} item"),
        "press": _("Hand over {count} items"),
        "press_none": _("Nothing is ticked"),
        "sending": _("Handing over…"),
        "away": _("No answer from the server. Take it as not handed over yet and press again: it never counts twice."),
        "broken": _("The server failed. Not handed over yet: press again, it never counts twice."),
        "signed_out": _("You are signed out. Not handed over yet: sign in again in another tab, then press again."),
        "reload": _("The server does not know this page any more. Not handed over yet: load it again."),
        "camera_on": _("Camera"),
        "camera_off": _("Close the camera"),
        "camera_refused": _("The camera may not be used. Allow it in the browser's settings."),
    }
