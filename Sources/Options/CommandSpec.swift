import Localization

/// The words that may stand in the place of a file.
package struct CommandSpec: Sendable {
    /// An option that only this command knows.
    package struct Option: Sendable {
        /// Without the dashes.
        package let name: String
        /// Nil: it has no value.
        package let form: ValueForm?
        /// Message for `tr`.
        package let summary: String

        init(_ name: String, _ shape: ValueForm.Shape? = nil, summary: String) {
            self.name = name
            form = shape.map { ValueForm(shape: $0, words: []) }
            self.summary = summary
        }

        /// As the help shows it: `--dir=FILE`, `--all`.
        var usage: String { "--" + name + (form.map { "=" + $0.placeholder } ?? "") }
    }

    package let name: String
    /// What follows the name, as the help shows it.
    package var arguments = ""
    /// Message for `tr`.
    package let summary: String
    package var options: [Option] = []
    /// Not in the short help.
    package var isMinor = false

    package static let all = [
        CommandSpec(
            name: "cache",
            summary: trMark("Say what the cache holds; rm ADDRESS removes it.")),
        CommandSpec(name: "demo", summary: trMark("Play the demonstration, a small class.")),
        CommandSpec(
            name: "downloads", arguments: "[VERB] [ID...]",
            summary: trMark(
                "Show the list of downloads. Verbs: info, path, pause, resume, retry, remove, clear, priority N, limit SIZE, "
                    + "move ID PLACE, refresh, stop, unit, key."),
            options: [
                Option("list", summary: trMark("Print them, instead of showing the list.")),
                Option("watch", summary: trMark("List them again whenever something changes.")),
                json, all_, yes,
            ]),
        CommandSpec(name: "feed", summary: trMark("Page through short videos: j next, k previous.")),
        CommandSpec(
            name: "get", arguments: "ADDRESS...",
            summary: trMark("Download videos; it goes on without the terminal."), options: getOptions),
        CommandSpec(name: "history", summary: trMark("List what was played; with clear, forget it.")),
        CommandSpec(
            name: "pause", arguments: "ID...|--all", summary: trMark("Pause downloads."), options: [json, all_],
            isMinor: true),
        CommandSpec(
            name: "preload", summary: trMark("Put the beginning of videos into the cache."), isMinor: true),
        CommandSpec(name: "probe", summary: trMark("Say what files are made of: container, tracks, errors.")),
        CommandSpec(name: "remote", summary: trMark("Send a command to a player elsewhere: pause, next, seek -5.")),
        CommandSpec(
            name: "remove", arguments: "ID...|--all", summary: trMark("Remove downloads with their files."),
            options: [json, all_, yes], isMinor: true),
        CommandSpec(
            name: "resume", arguments: "[ID...|--all]",
            summary: trMark("List remembered positions; clear forgets them. With an ID: go on with a download."),
            options: [json, all_]),
        CommandSpec(
            name: "retry", arguments: "ID...|--all", summary: trMark("Begin downloads again that have failed."),
            options: [json, all_], isMinor: true),
        CommandSpec(
            name: "room", arguments: "ADDRESS|FOLDER",
            summary: trMark("Attend a recorded class; --dump prints its events.")),
        CommandSpec(name: "help", summary: trMark("Show this help; help all shows every option.")),
    ]

    static func named(_ name: String) -> CommandSpec? { all.first { $0.name == name } }

    private static let json = Option("json", summary: trMark("Answer in JSON, a line for each."))
    private static let all_ = Option("all", summary: trMark("All of them."))
    private static let yes = Option("yes", summary: trMark("Remove without asking."))

    private static let getOptions = [
        Option("dir", .path, summary: trMark("Put it into this folder.")),
        Option(
            "definition", .definitions,
            summary: trMark("Take the first of these that there is; audio is sound only. None of them there: it fails.")
        ),
        Option("secure", summary: trMark("Encrypt it on the disk; only tvplay plays it, with --secure-key-file.")),
        Option("paused", summary: trMark("Put it into the list without beginning.")),
        Option("in-cache", summary: trMark("Put it below the cache's folder, where the system may remove it.")),
        Option(
            "priority", .number(0...1), summary: trMark("Its share of the line, compared with the others: 0 to 1.")),
        Option("limit", .byteCount, summary: trMark("Download it at no more than this a second.")),
        Option("title", .text, summary: trMark("Call it so.")),
        Option("note", .text, summary: trMark("Keep a note with it: NAME=VALUE. May be given again.")),
        Option("class", .text, summary: trMark("Download the recording of a room: its class.")),
        Option("session", .text, summary: trMark("The room's session, with --class.")),
        Option("list-formats", summary: trMark("Say which definitions there are, and download nothing.")),
        Option("wait", summary: trMark("Stay until all are complete or have failed.")),
        json,
    ]
}
