import PlayCore

/// The words that may precede the first file, in the order of the help.
package enum CommandTable {
    package static let all: [CommandSpec] = [
        CommandSpec(
            name: "cache", summary: trMark("Show, fill or clear the cache."), commands: cache,
            options: [json], related: ["cache-dir", "cache-max", "cache-free"], example: "tvplay cache rm --all"),
        CommandSpec(
            name: "class", aliases: ["room"], arguments: "FILE|URL",
            summary: trMark("Enter a live class or play a recorded one."),
            takesFiles: true,
            options: [
                CommandSpec.Option("dump", summary: trMark("Print the events of the class as JSON, one per line."))
            ] + joining,
            related: ["room-version", "room-group", "chat-file"], example: "tvplay class lecture/", isInShortHelp: true),
        CommandSpec(name: "demo", summary: trMark("Play the built-in demo, a short class."), example: "tvplay demo"),
        CommandSpec(
            name: "downloads",
            summary: trMark("Show or change the downloads. An ID may be shortened to its first digits."),
            commands: downloads, options: [downloadJSON], related: ["account"], example: "tvplay downloads limit 2M 3f",
            isInShortHelp: true),
        CommandSpec(
            name: "feed", arguments: "FILE...", summary: trMark("Browse short videos: j next, k previous."),
            takesFiles: true, related: ["feed-preload"], example: "tvplay feed clips/"),
        CommandSpec(
            name: "get", arguments: "URL...", summary: trMark("Download in the background."),
            options: get, related: ["account"],
            example: "tvplay get --definition=720p https://example.org/film.m3u8", isInShortHelp: true),
        CommandSpec(
            name: "history", summary: trMark("List or clear the playback history."),
            commands: memory(
                "history", list: trMark("List the playback history."),
                clear: trMark("Clear the playback history.")), example: "tvplay history clear"),
        CommandSpec(
            name: "kiosk",
            summary: trMark("Show the films of a library to everyone who logs in through SSH, and nothing else."),
            options: kiosk, related: ["library"], example: "tvplay kiosk --check --library /srv/films"),
        CommandSpec(
            name: "library", summary: trMark("Prepare films for small terminals."), commands: library,
            related: ["library"], example: "tvplay library prepare ~/Videos"),
        CommandSpec(
            name: "listen", arguments: "SOCKET",
            summary: trMark("Play the sound of a player on another machine, which reaches this socket through SSH."),
            options: [
                CommandSpec.Option("until-input-ends", summary: trMark("End when standard input ends."))
            ],
            related: ["audio-device"], example: "tvplay listen ~/.tvplay-sound"),
        CommandSpec(
            name: "positions", summary: trMark("List or clear the saved positions."),
            commands: memory(
                "positions", list: trMark("List the saved positions."), clear: trMark("Clear the saved positions.")),
            example: "tvplay positions clear"),
        CommandSpec(
            name: "probe", arguments: "FILE...",
            summary: trMark("Show container, tracks and errors of files."), takesFiles: true,
            example: "tvplay probe film.mkv"),
        CommandSpec(
            name: "remote", arguments: "COMMAND...",
            summary: trMark("Send a command to a running player, such as pause or seek -5."),
            related: ["input-ipc-server"], example: "tvplay remote seek -5"),
        CommandSpec(
            name: "ssh", arguments: "[USER@]HOST [OPTION...] FILE...",
            summary: trMark(
                "Play files of another machine. The picture is shown in this terminal, the sound heard on this machine."
            ),
            options: secureShell, related: ["audio-device"], example: "tvplay ssh anna@server film.mkv"),
        CommandSpec(
            name: "help", arguments: "[all|COMMAND|TOPIC]",
            summary: trMark("Show a summary, everything (all), or the help of a command or a topic."),
            example: "tvplay help downloads"),
    ]

    /// Returns the commands from the first to the last, by any of their names. Returns `nil` for an unknown one.
    package static func chain(_ words: [String]) -> [CommandSpec]? {
        guard let word = words.first, let first = all.first(where: { $0.isCalled(word) }) else { return nil }
        var chain = [first]
        for word in words.dropFirst() {
            guard let next = chain[chain.count - 1].command(word) else { return nil }
            chain.append(next)
        }
        return chain
    }

    /// Returns the command that a word in place of a file may mean, or `nil`.
    package static func suggestion(for word: String) -> String? {
        guard word.utf8.allSatisfy({ (97...122).contains($0) || $0 == UInt8(ascii: "-") }), !word.hasPrefix("-") else {
            return nil
        }
        return EditDistance.nearest(to: word, in: all.map(\.name))
    }

    private static let secureShell = [
        CommandSpec.Option(
            "ssh-option", .text,
            summary: trMark("Argument for ssh itself, such as -p2222. May be given several times.")),
        CommandSpec.Option(
            "copy",
            summary: trMark(
                "Where tvplay is missing on the other machine, offer to copy this one to ~/.cache/tvplay-ssh.")),
        CommandSpec.Option(
            "run", .text,
            summary: trMark("Command to run there in place of tvplay, such as 'tmux attach'.")),
    ]

    private static let library = [
        CommandSpec(
            name: "prepare", arguments: "DIR|FILE...",
            summary: trMark(
                "Make small copies of the pictures of films, which take less CPU to play. A run that was stopped "
                    + "resumes."),
            options: [
                CommandSpec.Option(
                    "list", summary: trMark("List what is prepared and what would be, without preparing anything.")),
                CommandSpec.Option("remove", summary: trMark("Remove the copies.")),
            ], related: ["definition"], example: "tvplay library prepare ~/Videos")
    ]

    static let json = CommandSpec.Option("json", summary: trMark("Print JSON."))

    private static let cache = [
        CommandSpec(
            name: "stat", summary: trMark("Show the size of the cache."), options: [json], example: "tvplay cache stat"),
        CommandSpec(
            name: "list", summary: trMark("List the cached addresses."), options: [json], example: "tvplay cache list"),
        CommandSpec(
            name: "load", arguments: "URL...",
            summary: trMark("Load the beginning of videos into the cache, in the background."),
            options: [
                CommandSpec.Option("length", .time, summary: trMark("Length to load. Default: as --cache-ahead says.")),
                CommandSpec.Option(
                    "metered", summary: trMark("Load over a metered connection, too. Otherwise wait for another.")),
                CommandSpec.Option(
                    "wait", summary: trMark("Wait until all are loaded, have failed or were cancelled.")), json,
            ], related: ["cache-ahead", "cache-dir"],
            example: "tvplay cache load --length=30s https://example.org/film.mp4"),
        CommandSpec(
            name: "queue", summary: trMark("List the loading queue and the results."),
            options: [json], example: "tvplay cache queue"),
        CommandSpec(
            name: "cancel", arguments: "ID|URL...|--all",
            summary: trMark("Cancel loading. The cache keeps what was loaded."),
            options: [CommandSpec.Option("all", summary: trMark("Cancel all loading.")), json],
            example: "tvplay cache cancel 3f"),
        CommandSpec(
            name: "rm", arguments: "URL|--all", summary: trMark("Remove this address from the cache."),
            options: [
                CommandSpec.Option("all", summary: trMark("Clear the cache, except for downloads.")), json,
            ], example: "tvplay cache rm --all"),
    ]

    private static func memory(_ name: String, list: String, clear: String) -> [CommandSpec] {
        [
            CommandSpec(name: "list", summary: list, example: "tvplay \(name) list"),
            CommandSpec(name: "clear", summary: clear, example: "tvplay \(name) clear"),
        ]
    }
}
