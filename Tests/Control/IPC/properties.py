"""Requests about every property that mpv has."""
from players import Event, Request, Until

FIRST_OPTION = "include"  # mpv lists its properties before its options.
# Properties whose own value, when set, opens the file again, moves it, or changes another property.
CHANGING = {
    "chapter", "percent-pos", "playback-time", "playlist-current-pos", "playlist-pos", "playlist-pos-1", "stream-pos",
    "time-pos", "video-aspect",
}


def preparation():
    """Yields requests after which most properties have a value."""
    yield Request(["sub-add", "SUBTITLES"])
    yield Until(["get_property", "sid"])
    yield Request(["seek", 1.2, "absolute", "exact"])
    yield Event("playback-restart")
    yield Until(["get_property", "sub-text"])


def requests(mpv, names):
    """Yields the requests about properties in their order, at last those without a file."""
    options = set(mpv.ask(["get_property", "options"])["data"])
    for name in names:
        value = mpv.ask(["get_property", name])
        topic = ("property", name)
        yield Request(["get_property", name], topic, "get")
        yield Request(["get_property_string", name], topic, "text")
        if name in options:
            yield Request(["get_property", "options/" + name], topic, "option")
        if value["error"] == "success" and name not in CHANGING:
            yield Request(["set_property", name, value["data"]], topic, "set")
    yield Request(["set_property", "idle", True])
    yield Request(["stop"])
    yield Event("idle")
    for name in names:
        if not is_option(name, names):
            yield Request(["get_property", name], ("property", name), "idle")


def is_option(name, names):
    return name in names and names.index(name) >= names.index(FIRST_OPTION)
