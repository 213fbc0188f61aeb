"""Compares two answers."""
import json
import math

# Values that are measured, or belong to the machine or the program: only their form is compared.
MEASURED = {
    "audio-bitrate", "audio-device-list", "avsync", "cache-speed", "client_name", "command-list", "current-ao",
    "current-vo", "demuxer-cache-duration", "demuxer-cache-state", "demuxer-cache-time", "get_time_us", "hwdec-current",
    "log-message", "mpv-version", "options", "osd-dimensions", "osd-height", "osd-width", "pid", "property-list",
    "sub-bitrate",
}


def kind(value):
    if isinstance(value, bool):
        return "flag"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "text"
    return {list: "list", dict: "map", type(None): "null"}[type(value)]


def show(value):
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def parsed(text):
    """Returns the list or map that a text holds as JSON, or the text."""
    if isinstance(text, str) and text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def differences(ours, theirs, is_measured=False, path=""):
    """Yields in which parts our value is not theirs; of measured values in which parts it has another form."""
    ours, theirs = parsed(ours), parsed(theirs)
    if kind(ours) != kind(theirs):
        yield f"{path}: {show(ours)}, mpv has {show(theirs)}"
    elif isinstance(ours, dict):
        for key in sorted(ours.keys() | theirs.keys()):
            if key not in theirs:
                yield f"{path}/{key}: {show(ours[key])}, not in mpv"
            elif key not in ours:
                yield f"{path}/{key}: missing, mpv has {show(theirs[key])}"
            else:
                yield from differences(ours[key], theirs[key], is_measured, f"{path}/{key}")
    elif isinstance(ours, list):
        if is_measured:
            count = min(len(ours), len(theirs), 1)
            ours, theirs = ours[:count], theirs[:count]
        if len(ours) != len(theirs):
            yield f"{path}: {len(ours)} items, mpv has {len(theirs)}: {show(theirs)}"
        for index, (own, other) in enumerate(zip(ours, theirs)):
            yield from differences(own, other, is_measured, f"{path}/{index}")
    elif kind(ours) == "number":
        if not is_measured and not math.isclose(ours, theirs, rel_tol=1e-3, abs_tol=1e-3):
            yield f"{path}: {ours}, mpv has {theirs}"
    elif not is_measured and ours != theirs:
        yield f"{path}: {show(ours)}, mpv has {show(theirs)}"


def compare(ours, theirs, name):
    """Returns the differences of two answers to a request about `name`."""
    if ours is None or theirs is None:
        return [] if ours is theirs else [f"{show(ours)}, mpv has {show(theirs)}"]
    for key in ("error", "reason", "event"):
        if ours.get(key) != theirs.get(key):
            return [f"{key}: {ours.get(key)}, mpv has {theirs.get(key)}"]
    return list(differences(ours, theirs, name in MEASURED))
