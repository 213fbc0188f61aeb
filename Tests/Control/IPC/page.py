"""The tables of docs/guide/mpv-socket.md: everything from its first section on."""
import textwrap
from pathlib import Path

import commands
import properties
from players import topic_of
from verdicts import ABSENT_OPTIONS, GROUPS, verdict

PAGE = Path(__file__).resolve().parents[3] / "docs/guide/mpv-socket.md"
WIDTH = 120
WORDS = {"same": "same", "differs": "differs", "absent": "not there"}


def command_names(mpv):
    return [command["name"] for command in mpv.ask(["get_property", "command-list"])["data"]]


def topics(group):
    """Returns the names of a group in the order of their requests."""
    found = {}
    for step in commands.ALL:
        topic = topic_of(step) if isinstance(step, (list, dict)) else step.topic
        if topic and topic[0] == group:
            found[topic[1]] = True
    return list(found)


def tables(mpv):
    names = mpv.ask(["get_property", "property-list"])["data"]
    of_list = command_names(mpv)
    own = [name for name in topics("command") if name not in of_list]
    is_option = [properties.is_option(name, names) for name in names]
    all_properties = [name for name, option in zip(names, is_option) if not option]
    options = [name for name, option in zip(names, is_option) if option]
    parts = [
        "## Protocol", section("protocol", topics("protocol"), "Topic", code=False),
        "## Events", section("event", sorted(topics("event")), "Event"),
        "## Commands", section("command", sorted(own + of_list), "Command"),
        "## Properties", section("property", sorted(all_properties), "Property"),
        "## Options",
        filled("Each is a property, too. Options about windows, and others without a meaning in a terminal, only keep "
               "the value that a client sets."),
        section("option", sorted(options), "Option"),
        "These options are not there as properties, for the reasons given; `…` stands for further letters:",
        absent_options(),
    ]
    return "\n\n".join(parts) + "\n"


def section(group, names, title, code=True):
    def shown(name):
        return f"`{name}`" if code else name

    same = [shown(name) for name in names if verdict(group, name).kind == "same"]
    rows = []
    for name in names:
        found = verdict(group, name)
        if name in GROUPS[group] and found.kind != "same":
            rows.append((shown(name), WORDS[found.kind], found.reason))
    separator = ", " if code else "; "
    parts = [filled("The same: " + separator.join(same) + ".")]
    if rows:
        parts.append(table((title, "Verdict", "Remark"), rows))
    return "\n\n".join(parts)


def absent_options():
    def shown(pattern):
        return f"`{pattern.replace('*', '…')}`"

    lines = [
        f"- {reason}: " + ", ".join(map(shown, sorted(patterns.split()))) for reason, patterns in ABSENT_OPTIONS.items()
    ]
    return "\n".join(filled(line, "  ") for line in lines)


def filled(text, indent=""):
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def table(head, rows):
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    lines = ["|" + "|".join(f" {cell:<{width}} " for cell, width in zip(row, widths)) + "|" for row in [head, *rows]]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def split():
    """Returns the page's introduction and its tables."""
    introduction, _, rest = PAGE.read_text("utf-8").partition("\n## ")
    return introduction + "\n", "## " + rest


def is_current(text):
    return PAGE.exists() and split()[1] == text


def write(text):
    PAGE.write_text(split()[0] + text, "utf-8")
