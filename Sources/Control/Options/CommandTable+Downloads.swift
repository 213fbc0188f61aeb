import PlayCore

extension CommandTable {
    static let downloads = [
        below("list", "", trMark("Print the list."), "list"),
        below("watch", "", trMark("Print the list again at each change."), "watch"),
        below("info", "ID...|--all", trMark("Show all details."), "info 3f", [everything]),
        below(
            "path", "ID...|--all", trMark("Print the path of the file to play, even while it is downloading."),
            "path 3f",
            [everything]),
        below("pause", "ID...|--all", trMark("Pause downloads."), "pause 3f", [everything]),
        below("resume", "ID...|--all", trMark("Resume downloads."), "resume --all", [everything]),
        below(
            "retry", "ID...|--all", trMark("Retry failed downloads."), "retry --all", [everything]),
        below(
            "remove", "ID...|--all", trMark("Remove downloads and their files."), "remove 3f", [everything, yes],
            aliases: ["rm"]),
        below("priority", "N ID...|--all", trMark("Set the priority, 0 to 1."), "priority 0.8 3f", [everything]),
        below(
            "limit", "RATE [ID...]",
            trMark("Limit the rate in bytes per second, in total or of these downloads; 0: unlimited."), "limit 2M 3f",
            [everything]),
        below("move", "ID PLACE", trMark("Move to this place in the list, counting from 1."), "move 3f 1"),
        below(
            "clear", "[ID...]",
            trMark("Take completed and failed downloads off the list, or these; keep the files."), "clear"),
        below("refresh", "", trMark("Reload the configuration."), "refresh"),
        below("stop", "", trMark("Stop the daemon; the next command starts it again."), "stop"),
        below("unit", "", trMark("Print a systemd unit."), "unit"),
        below("key", "", trMark("Create a key for encrypted downloads."), "key"),
    ]

    private static func below(
        _ name: String, _ arguments: String, _ summary: String, _ example: String,
        _ options: [CommandSpec.Option] = [], aliases: [String] = []
    ) -> CommandSpec {
        CommandSpec(
            name: name, aliases: aliases, arguments: arguments, summary: summary, options: options + [downloadJSON],
            related: ["account"], example: "tvplay downloads " + example)
    }

    private static let everything = CommandSpec.Option("all", summary: trMark("Apply to all downloads."))
    private static let yes = CommandSpec.Option(
        "yes", summary: trMark("Do not ask for confirmation. Required without a terminal."))

    static let get: [CommandSpec.Option] = [
        .init("dir", .folder, summary: trMark("Save into this folder.")),
        .init(
            "input-file", .path,
            summary: trMark(
                "Add the addresses in this file, one per line. - is standard input. Lines that begin with # are skipped. Can be repeated."
            )),
        .init(
            "definition", .definitions,
            summary: trMark(
                "Choose the first available of these definitions; audio is sound only. Fails if none is available.")),
        .init(
            "keep-segments",
            summary: trMark("Keep HLS and DASH as a folder of segments, instead of joining them into one file.")),
        .init("secure", summary: trMark("Encrypt on disk. Only tvplay can play the file, with --secure-key-file.")),
        .init("paused", summary: trMark("Add to the list, but do not start.")),
        .init("in-cache", summary: trMark("Save below the cache folder. The system may clear it.")),
        .init(
            "priority", .number(0...1), summary: trMark("Priority among the downloads, 0 to 1.")),
        .init("limit", .byteRate, summary: trMark("Limit the rate, in bytes per second.")),
        .init("title", .text, summary: trMark("Title in the list.")),
        .init("out", .text, letter: "o", summary: trMark("Name of the file; also -o NAME. For one address only.")),
        .init(
            "checksum", .text,
            summary: trMark(
                "Fail unless the file has this checksum. It is sha-256= and 64 hexadecimal digits. For one address only."
            )),
        .init("remote-time", summary: trMark("Give files the time that their servers name.")),
        .init(
            "on-complete", .program,
            summary: trMark(
                "Run this program after each completed download. It gets the ID, the number of files and the path of the first. Implies --wait."
            )),
        .init("note", .text, summary: trMark("Store a note NAME=VALUE. Can be repeated.")),
        .init("class", .text, summary: trMark("Download the recording of the class with this ID.")),
        .init("session", .text, summary: trMark("Session of the class, with --class.")),
        .init("list-formats", summary: trMark("List the available definitions and exit.")),
        .init("wait", summary: trMark("Wait until all downloads have completed or failed.")),
        downloadJSON,
    ]

    static let downloadJSON = CommandSpec.Option("json", summary: trMark("Print JSON, one line per download."))
}
