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
            form = shape.map { ValueForm(shape: $0, words: []).called(Metavariables.ofCommands[name]) }
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
            name: "cache", arguments: "[VERB]", summary: trMark("Show or clear the cache."),
            verbs: cacheVerbs, related: ["cache-dir", "cache-max", "cache-free"], example: "tvplay cache rm --all"),
        CommandSpec(name: "demo", summary: trMark("Play the built-in demo, a short class."), example: "tvplay demo"),
        CommandSpec(
            name: "downloads", arguments: "[VERB] [ID...]",
            summary: trMark("Show or change the downloads. An ID may be shortened to its first digits."),
            verbs: downloadVerbs,
            options: [
                Option("list", summary: trMark("Print the list instead of opening it on the screen.")),
                Option("watch", summary: trMark("Print the list again at each change.")),
                json, all_, yes,
            ],
            related: ["account"], example: "tvplay downloads limit 2M 3f"),
        CommandSpec(
            name: "feed", arguments: "FILE...", summary: trMark("Browse short videos: j next, k previous."),
            related: ["feed-preload"], example: "tvplay feed clips/"),
        CommandSpec(
            name: "get", arguments: "ADDRESS...",
            summary: trMark("Download in the background."), options: getOptions,
            related: ["account"], example: "tvplay get --definition=720p https://example.org/film.m3u8"),
        CommandSpec(
            name: "history", arguments: "[clear]", summary: trMark("List or clear the playback history."),
            example: "tvplay history clear"),
        CommandSpec(
            name: "pause", arguments: "ID...|--all", summary: trMark("Pause downloads."), options: [json, all_],
            related: ["account"], example: "tvplay pause 3f", isMinor: true),
        CommandSpec(
            name: "preload", arguments: "ADDRESS...", summary: trMark("Load the beginning of videos into the cache."),
            related: ["cache-ahead", "cache-dir"],
            example: "tvplay preload --cache-ahead=30 https://example.org/film.mp4",
            isMinor: true),
        CommandSpec(
            name: "probe", arguments: "FILE...",
            summary: trMark("Show container, tracks and errors of files."), example: "tvplay probe film.mkv"),
        CommandSpec(
            name: "remote", arguments: "COMMAND...",
            summary: trMark("Send a command to a running player, such as pause or seek -5."),
            related: ["input-ipc-server"], example: "tvplay remote seek -5"),
        CommandSpec(
            name: "remove", arguments: "ID...|--all", summary: trMark("Remove downloads and their files."),
            options: [json, all_, yes], related: ["account"], example: "tvplay remove 3f", isMinor: true),
        CommandSpec(
            name: "resume", arguments: "[clear|ID...|--all]",
            summary: trMark("List or clear saved positions. With an ID: resume a download."),
            options: [json, all_], related: ["account"], example: "tvplay resume 3f"),
        CommandSpec(
            name: "retry", arguments: "ID...|--all", summary: trMark("Retry failed downloads."),
            options: [json, all_], related: ["account"], example: "tvplay retry --all", isMinor: true),
        CommandSpec(
            name: "room", arguments: "ADDRESS|FOLDER",
            summary: trMark("Play a recorded class. --dump prints its events instead."),
            related: ["room-version", "room-group", "chat-file"], example: "tvplay room lecture/"),
        CommandSpec(
            name: "help", arguments: "[all|COMMAND]",
            summary: trMark("Show this help, all of it, or the help of a command."),
            example: "tvplay help downloads"),
    ]

    private static let downloadVerbs = [
        Verb("info ID...", trMark("Show all details.")),
        Verb("path ID...", trMark("Print the path to play, also while the download runs.")),
        Verb("pause ID...", trMark("Pause; likewise resume, retry and remove.")),
        Verb("priority N ID...", trMark("Set the priority, 0 to 1.")),
        Verb(
            "limit SIZE [ID...]",
            trMark("Limit the rate in bytes per second, in total or of these downloads; 0: unlimited.")),
        Verb("move ID PLACE", trMark("Move to this place in the list, counting from 1.")),
        Verb("clear", trMark("Remove completed and failed downloads from the list; keep the files.")),
        Verb("refresh", trMark("Reload the configuration.")),
        Verb("stop", trMark("Stop the daemon; the next command starts it again.")),
        Verb("unit", trMark("Print a systemd unit.")),
        Verb("key", trMark("Create a key for encrypted downloads.")),
    ]

    private static let cacheVerbs = [
        Verb("list", trMark("List the cached addresses.")),
        Verb("rm ADDRESS", trMark("Remove this address from the cache.")),
        Verb("rm --all", trMark("Clear the cache, except for downloads.")),
        Verb("--json", trMark("Print JSON.")),
    ]

    static func named(_ name: String) -> CommandSpec? { all.first { $0.name == name } }

    private static let json = Option("json", summary: trMark("Print JSON, one line per download."))
    private static let all_ = Option("all", summary: trMark("Apply to all downloads."))
    private static let yes = Option("yes", summary: trMark("Do not ask for confirmation."))

    private static let getOptions = [
        Option("dir", .path, summary: trMark("Save into this folder.")),
        Option(
            "definition", .definitions,
            summary: trMark(
                "Choose the first available of these definitions; audio is sound only. Fails if none "
                    + "is available.")
        ),
        Option("secure", summary: trMark("Encrypt on disk. Only tvplay can play the file, with --secure-key-file.")),
        Option("paused", summary: trMark("Add to the list, but do not start.")),
        Option("in-cache", summary: trMark("Save below the cache folder, which the system may clear.")),
        Option(
            "priority", .number(0...1), summary: trMark("Priority among the downloads, 0 to 1.")),
        Option("limit", .byteCount, summary: trMark("Limit the rate, in bytes per second.")),
        Option("title", .text, summary: trMark("Title in the list.")),
        Option("note", .text, summary: trMark("Store a note NAME=VALUE. Can be repeated.")),
        Option("class", .text, summary: trMark("Download the recording of the class with this ID.")),
        Option("session", .text, summary: trMark("Session of the class, with --class.")),
        Option("list-formats", summary: trMark("List the available definitions and exit.")),
        Option("wait", summary: trMark("Wait until all downloads have completed or failed.")),
        json,
    ]
}
