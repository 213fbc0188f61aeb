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

    /// A word after the command, with what follows it.
    package struct Verb: Sendable {
        /// As it is typed: `priority N ID...`.
        package let usage: String
        /// Message for `tr`.
        package let summary: String

        init(_ usage: String, _ summary: String) { (self.usage, self.summary) = (usage, summary) }
    }

    package let name: String
    /// What follows the name, as the help shows it.
    package var arguments = ""
    /// Message for `tr`.
    package let summary: String
    package var verbs: [Verb] = []
    package var options: [Option] = []
    /// Names of options of the table that the command's own help shows.
    package var related: [String] = []
    /// A line as people type it.
    package let example: String
    /// Not in the short help.
    package var isMinor = false

    package static let all = [
        CommandSpec(
            name: "cache", arguments: "[VERB]", summary: trMark("Say what the cache holds; rm ADDRESS removes it."),
            verbs: cacheVerbs, related: ["cache-dir", "cache-max", "cache-free"], example: "tvplay cache rm --all"),
        CommandSpec(name: "demo", summary: trMark("Play the demonstration, a small class."), example: "tvplay demo"),
        CommandSpec(
            name: "downloads", arguments: "[VERB] [ID...]",
            summary: trMark("Show the list of downloads, or change it. The first digits of an ID do."),
            verbs: downloadVerbs,
            options: [
                Option("list", summary: trMark("Print them, instead of showing the list.")),
                Option("watch", summary: trMark("List them again whenever something changes.")),
                json, all_, yes,
            ],
            related: ["account"], example: "tvplay downloads limit 2M 3f"),
        CommandSpec(
            name: "feed", arguments: "FILE...", summary: trMark("Page through short videos: j next, k previous."),
            related: ["feed-preload"], example: "tvplay feed clips/"),
        CommandSpec(
            name: "get", arguments: "ADDRESS...",
            summary: trMark("Download videos; it goes on without the terminal."), options: getOptions,
            related: ["account"], example: "tvplay get --definition=720p https://example.org/film.m3u8"),
        CommandSpec(
            name: "history", arguments: "[clear]", summary: trMark("List what was played; with clear, forget it."),
            example: "tvplay history clear"),
        CommandSpec(
            name: "pause", arguments: "ID...|--all", summary: trMark("Pause downloads."), options: [json, all_],
            related: ["account"], example: "tvplay pause 3f", isMinor: true),
        CommandSpec(
            name: "preload", arguments: "ADDRESS...", summary: trMark("Put the beginning of videos into the cache."),
            related: ["cache-ahead", "cache-dir"],
            example: "tvplay preload --cache-ahead=30 https://example.org/film.mp4",
            isMinor: true),
        CommandSpec(
            name: "probe", arguments: "FILE...",
            summary: trMark("Say what files are made of: container, tracks, errors."), example: "tvplay probe film.mkv"),
        CommandSpec(
            name: "remote", arguments: "COMMAND...",
            summary: trMark("Send a command to a player elsewhere: pause, next, seek -5."),
            related: ["input-ipc-server"], example: "tvplay remote seek -5"),
        CommandSpec(
            name: "remove", arguments: "ID...|--all", summary: trMark("Remove downloads with their files."),
            options: [json, all_, yes], related: ["account"], example: "tvplay remove 3f", isMinor: true),
        CommandSpec(
            name: "resume", arguments: "[clear|ID...|--all]",
            summary: trMark("List remembered positions; clear forgets them. With an ID: go on with a download."),
            options: [json, all_], related: ["account"], example: "tvplay resume 3f"),
        CommandSpec(
            name: "retry", arguments: "ID...|--all", summary: trMark("Begin downloads again that have failed."),
            options: [json, all_], related: ["account"], example: "tvplay retry --all", isMinor: true),
        CommandSpec(
            name: "room", arguments: "ADDRESS|FOLDER",
            summary: trMark("Attend a recorded class; --dump prints its events."),
            related: ["room-version", "room-group", "chat-file"], example: "tvplay room lecture/"),
        CommandSpec(
            name: "help", arguments: "[all|COMMAND]",
            summary: trMark("Show this help; help all or help COMMAND shows more."),
            example: "tvplay help downloads"),
    ]

    private static let downloadVerbs = [
        Verb("info ID...", trMark("Say all that is known of them.")),
        Verb("path ID...", trMark("Say what a player opens, also while they are being downloaded.")),
        Verb("pause ID...", trMark("Pause them; resume, retry and remove likewise.")),
        Verb("priority N ID...", trMark("Their share of the line: 0 to 1.")),
        Verb("limit SIZE [ID...]", trMark("Bytes a second, of all or of these; 0 is no limit.")),
        Verb("move ID PLACE", trMark("Put it at this place of the list, from 1.")),
        Verb("clear", trMark("Take those out of the list that are complete or have failed.")),
        Verb("refresh", trMark("Read the configuration again.")),
        Verb("stop", trMark("End the daemon; the next command goes on.")),
        Verb("unit", trMark("Print a unit for systemd.")),
        Verb("key", trMark("Make a key for encrypted downloads.")),
    ]

    private static let cacheVerbs = [
        Verb("list", trMark("Say of which addresses.")),
        Verb("rm ADDRESS", trMark("Remove what is there of it.")),
        Verb("rm --all", trMark("Remove everything that downloads do not keep.")),
        Verb("--json", trMark("Answer in JSON.")),
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
