import Localization
import PlayCore

extension OptionTable {
    static let playback = [
        OptionSpec(
            "start", ValueParser.timePoint.optional.or("none", nil, isListed: false), in: .playback, .short,
            summary: trMark(
                "Start at this time: 90, 1:30, 1:02:03.5, or 25%. -30 is half a minute before the end, #3 the third "
                    + "chapter.")
        ) { $0.start = $1 },
        OptionSpec(
            "chapters-file", .path, in: .playback,
            summary: trMark(
                "Take chapters from this file instead: JSON as podcasts have it, or FFmpeg's metadata. May be an address."
            )
        ) { $0.chaptersFile = $1 },
        OptionSpec(
            "end", ValueParser.timePoint.optional.or("none", nil, isListed: false), in: .playback,
            summary: trMark("Stop at this time, written as for --start.")
        ) { $0.end = $1 },
        OptionSpec(
            "length", ValueParser.time(.zero...longest).optional.or("none", nil, isListed: false), in: .playback,
            summary: trMark("Stop after this much of the file. With --end the earlier one counts.")
        ) { $0.length = $1 },
        OptionSpec(
            "speed", .number(0.01...100), default: "1", in: .playback, .short,
            summary: trMark(
                "Play at this speed, 0.5 to 2. The pitch of the sound stays; values outside are taken as the nearest.")
        ) { $0.rate = PlaybackRate($1) },
        OptionSpec(
            "pause", aliases: ["paused"], .flag, default: "no", in: .playback, .short,
            summary: trMark("Start paused, on the first picture.")
        ) { $0.isPaused = $1 },
        OptionSpec(
            "loop-file", aliases: ["loop"],
            ValueParser.integer(0...1_000_000).optional.or("inf", nil).or("no", 0).or("yes", nil, isListed: false)
                .bare("inf"),
            default: "no", in: .playback, .short,
            summary: trMark("Play the file N times again, without a value for ever.")
        ) { $0.loopFile = $1 },
        OptionSpec(
            "ab-loop-a", ValueParser.time(.zero...longest).optional.or("no", nil), default: "no", in: .playback,
            summary: trMark("Beginning of the part that is repeated.")
        ) { $0.abLoopStart = $1 },
        OptionSpec(
            "ab-loop-b", ValueParser.time(.zero...longest).optional.or("no", nil), default: "no", in: .playback,
            summary: trMark("End of the part that is repeated.")
        ) { $0.abLoopEnd = $1 },
        OptionSpec(
            "keep-open", .flag, default: "no", in: .playback,
            summary: trMark("Stay on the last picture at the end. Quit with q.")
        ) { $0.keepsOpen = $1 },
        OptionSpec(
            "image-display-duration", ValueParser.time(.zero...longest).optional.or("inf", nil), default: "inf",
            in: .playback,
            summary: trMark("Show a still picture this long before the next file.")
        ) { $0.imageDuration = $1 },
        OptionSpec(
            "intro", ValueParser.path.optional.or("no", nil, isListed: false), in: .playback,
            summary: trMark("Play this clip before each file. > skips it.")
        ) { $0.intro = $1 },
        OptionSpec(
            "outro", ValueParser.path.optional.or("no", nil, isListed: false), in: .playback,
            summary: trMark("Play this clip after each file.")
        ) { $0.outro = $1 },
        OptionSpec(
            "preload", ValueParser.number(0...100).optional.or("never", nil), default: "never", in: .playback,
            summary: trMark(
                "Open the next file once this much of the current one has played, in per cent. It then begins at "
                    + "once; meanwhile it costs memory and reading.")
        ) { $0.preload = $1 },
        OptionSpec(
            "buffer-method", .choice(BufferMethod.self), default: "grow", in: .playback, .wholeRun,
            summary: trMark(
                "How much is read ahead: grow with what was watched, or none for a fixed amount. That is five seconds of a "
                    + "file, over a network all that --buffer-max allows.")
        ) { $0.bufferGrows = $1 == .grow },
        OptionSpec(
            "buffer-min", ValueParser.time(.seconds(1)...longest), default: "1", in: .playback, .wholeRun,
            summary: trMark("Read at least this much ahead, in seconds, at least 1.")
        ) { $0.bufferMinimum = $1 },
        OptionSpec(
            "buffer-max", ValueParser.time(.seconds(1)...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark(
                "Read at most this much ahead, in seconds, at least 1. auto: 10 of a file, 50 over a network, where 300 is "
                    + "the most.")
        ) { $0.bufferMaximum = $1 },
        OptionSpec(
            "buffer-start", ValueParser.time(.zero...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark("Over a network, start once this much is there, in seconds; auto: 0.5.")
        ) { $0.bufferStart = $1 },
        OptionSpec(
            "buffer-high", ValueParser.time(.zero...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark("Over a network, go on after a stall once this much is there, in seconds; auto: 3.")
        ) { $0.bufferHigh = $1 },
        OptionSpec(
            "demuxer-max-back-bytes", ValueParser.byteCount, default: "50MiB", in: .playback, .wholeRun,
            summary: trMark(
                "Over a network, keep this much of what has played for jumps back, as in 20MiB. 0 keeps nothing.")
        ) { $0.keptBytes = $1 },
        OptionSpec(
            "live-max-delay", ValueParser.time(.zero...longest).or("no", longest), default: "5", in: .playback,
            .wholeRun,
            summary: trMark(
                "Catch up with a live stream when stalls have put it this far behind, in seconds. Never nearer than the "
                    + "stream allows; no: not at all.")
        ) { $0.liveMaximumDelay = $1 },
    ]

    /// 1000 hours.
    static let longest = MediaTime.seconds(3_600_000)
}
