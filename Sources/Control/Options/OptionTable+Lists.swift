import PlayCore

extension OptionTable {
    static let lists = [
        OptionSpec(
            "playlist", letter: nil, .path, in: .lists,
            summary: trMark("Play a playlist: M3U, PLS, XSPF, a podcast feed, a cue sheet, or one file per line.")
        ) { .playlist($0) },
        OptionSpec(
            "playlist-start", ValueParser.integer(0...1_000_000), default: "0", in: .lists, .wholeRun,
            summary: trMark("Start with this entry of the playlist, counting from 0.")
        ) { $0.playlistStart = $1 },
        OptionSpec(
            "shuffle", .flag, default: "no", in: .lists, .wholeRun,
            summary: trMark("Play the playlist in random order.")
        ) { $0.isShuffled = $1 },
        OptionSpec(
            "loop-playlist",
            ValueParser.integer(1...1_000_000).map(PlaylistLoop.times).or("inf", .endless)
                .or("force", .endlessDespiteFailures).or("no", .times(1)).or("yes", .endless, isListed: false)
                .bare("inf"),
            default: "no", in: .lists, .wholeRun,
            summary: trMark(
                "Play the playlist N times (without a value: forever). It ends early when no entry "
                    + "can be played, except with force.")
        ) { $0.playlistLoop = $1 },
        OptionSpec(
            "recursive", .flag, default: "no", in: .lists, .wholeRun,
            summary: trMark("Also play the files of subfolders.")
        ) { $0.isRecursive = $1 },
        OptionSpec(
            "autocreate-playlist", .choice(AutocreatePlaylist.self), default: "no", in: .lists, .wholeRun,
            summary: trMark(
                "What to add to the list when only one file is named. filter: all video and audio files of its "
                    + "folder; same: those of its kind. The list starts with the named file.")
        ) { $0.autocreate = $1 },
        OptionSpec(
            "resume-playback", aliases: ["resume"], .flag, default: "yes", in: .lists,
            summary: trMark("Start at the beginning, and do not save the position.")
        ) { $0.resumesPlayback = $1 },
        OptionSpec(
            "resume-ignore-tail", ValueParser.time(.zero...longest), default: "5", in: .lists,
            summary: trMark("Treat a file as finished with less than this left, and discard its position.")
        ) { $0.resumeIgnoreTail = $1 },
        OptionSpec(
            "save-position-on-quit", .flag, default: "yes", in: .lists,
            summary: trMark("Use saved positions, but do not save new ones.")
        ) { $0.savesPosition = $1 },
        OptionSpec(
            "history", .flag, default: "yes", in: .lists,
            summary: trMark("Record neither history nor positions.")
        ) { $0.keepsHistory = $1 },
        OptionSpec(
            "feed-preload", ValueParser.integer(0...10), default: "2", in: .lists, .wholeRun,
            summary: trMark("Number of videos to prepare before and after the current one in a feed.")
        ) { $0.feedPreload = $1 },
        OptionSpec(
            "feed-bitrate-mode", .choice(NetworkOptions.StartMode.self), default: "default", in: .lists, .wholeRun,
            summary: trMark(
                "How to choose the first definition of each stream. default: by the expected "
                    + "bandwidth; first-frame: the one loaded ahead; smooth: that of the previous video; "
                    + "both: one of the last two, as available."
            )
        ) { $0.network.startMode = $1 },
        OptionSpec(
            "trace-id", .flag, default: "yes", in: .lists, .wholeRun,
            summary: trMark("Omit the random installation ID from logs.")
        ) { $0.usesTraceID = $1 },
    ]
}
