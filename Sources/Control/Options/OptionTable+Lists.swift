import Localization
import PlayCore

extension OptionTable {
    static let lists = [
        OptionSpec(
            "playlist", letter: nil, .path, in: .lists,
            summary: trMark("Play what this playlist names: M3U, PLS, XSPF, a podcast's feed, or a line for each file.")
        ) { .playlist($0) },
        OptionSpec(
            "playlist-start", ValueParser.integer(0...1_000_000), default: "0", in: .lists, .wholeRun,
            summary: trMark("Begin with this entry of the list; 0 is the first.")
        ) { $0.playlistStart = $1 },
        OptionSpec(
            "shuffle", .flag, default: "no", in: .lists, .wholeRun,
            summary: trMark("Play the list in a random order.")
        ) { $0.isShuffled = $1 },
        OptionSpec(
            "loop-playlist",
            ValueParser.integer(1...1_000_000).map(PlaylistLoop.times).or("inf", .endless)
                .or("force", .endlessDespiteFailures).or("no", .times(1)).or("yes", .endless, isListed: false)
                .bare("inf"),
            default: "no", in: .lists, .wholeRun,
            summary: trMark(
                "Play the list N times, without a value for ever. A list of which nothing can be played ends, but with "
                    + "force.")
        ) { $0.playlistLoop = $1 },
        OptionSpec(
            "recursive", .flag, default: "no", in: .lists, .wholeRun,
            summary: trMark("Play folders within folders too.")
        ) { $0.isRecursive = $1 },
        OptionSpec(
            "resume-playback", aliases: ["resume"], .flag, default: "yes", in: .lists,
            summary: trMark("Start at the beginning, and do not remember the position.")
        ) { $0.resumesPlayback = $1 },
        OptionSpec(
            "resume-ignore-tail", ValueParser.time(.zero...longest), default: "5", in: .lists,
            summary: trMark("With less than this left a file counts as finished, and its position is forgotten.")
        ) { $0.resumeIgnoreTail = $1 },
        OptionSpec(
            "save-position-on-quit", .flag, default: "yes", in: .lists,
            summary: trMark("Use remembered positions, and write none.")
        ) { $0.savesPosition = $1 },
        OptionSpec(
            "history", .flag, default: "yes", in: .lists,
            summary: trMark("Leave no trace of what is played: neither in the history nor as a position.")
        ) { $0.keepsHistory = $1 },
        OptionSpec(
            "feed-preload", ValueParser.integer(0...10), default: "2", in: .lists, .wholeRun,
            summary: trMark("How many videos of a feed are made ready before and after the current one.")
        ) { $0.feedPreload = $1 },
        OptionSpec(
            "feed-bitrate-mode", .choice(NetworkOptions.StartMode.self), default: "default", in: .lists, .wholeRun,
            summary: trMark(
                "The definition in which a stream of a list begins. By the bandwidth that is expected; the one that was "
                    + "loaded ahead (first-frame); the one of the video before (smooth); of these two what there is (both)."
            )
        ) { $0.network.startMode = $1 },
        OptionSpec(
            "trace-id", .flag, default: "yes", in: .lists, .wholeRun,
            summary: trMark("Write no random name of this installation to logs.")
        ) { $0.usesTraceID = $1 },
    ]
}
