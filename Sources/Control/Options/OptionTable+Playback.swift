import PlayCore

extension OptionTable {
    static let playback = [
        OptionSpec(
            "start", ValueParser.timePoint.optional.or("none", nil, isListed: false), in: .playback, .short,
            summary: trMark(
                "Start at this time: 90, 1:30, 1:02:03.5, or 25%. -30 means 30 seconds before the "
                    + "end, #3 the third chapter.")
        ) { $0.start = $1 },
        OptionSpec(
            "chapters-file", .path, in: .playback,
            summary: trMark(
                "Read chapters from this file or URL: podcast JSON, FFmpeg metadata or a cue sheet."
            )
        ) { $0.chaptersFile = $1 },
        OptionSpec(
            "end", ValueParser.timePoint.optional.or("none", nil, isListed: false), in: .playback,
            summary: trMark("Stop at this time, in the format of --start.")
        ) { $0.end = $1 },
        OptionSpec(
            "length", ValueParser.time(.zero...longest).optional.or("none", nil, isListed: false), in: .playback,
            summary: trMark("Stop after playing for this long. If --end is given too, the earlier one applies.")
        ) { $0.length = $1 },
        OptionSpec(
            "speed", .number(PlaybackRate.range, understood: 0.01...100), default: "1", in: .playback, .short,
            summary: trMark(
                "Playback speed, 0.25 to 4; other values are clamped. The pitch does not change.")
        ) { $0.rate = PlaybackRate($1) },
        OptionSpec(
            "pause", aliases: ["paused"], .flag, default: "no", in: .playback, .short,
            summary: trMark("Start paused, on the first frame.")
        ) { $0.isPaused = $1 },
        OptionSpec(
            "loop-file", aliases: ["loop"],
            ValueParser.integer(0...1_000_000).optional.or("inf", nil).or("no", 0).or("yes", nil, isListed: false)
                .bare("inf"),
            default: "no", in: .playback,
            summary: trMark("Repeat the file N times (without a value: forever).")
        ) { $0.loopFile = $1 },
        OptionSpec(
            "ab-loop-a", ValueParser.time(.zero...longest).optional.or("no", nil), default: "no", in: .playback,
            summary: trMark("Start of the A-B loop.")
        ) { $0.abLoopStart = $1 },
        OptionSpec(
            "ab-loop-b", ValueParser.time(.zero...longest).optional.or("no", nil), default: "no", in: .playback,
            summary: trMark("End of the A-B loop.")
        ) { $0.abLoopEnd = $1 },
        OptionSpec(
            "keep-open", .flag, default: "no", in: .playback,
            summary: trMark("Stay on the last frame at the end. q quits.")
        ) { $0.keepsOpen = $1 },
        OptionSpec(
            "image-display-duration", ValueParser.time(.zero...longest).optional.or("inf", nil), default: "inf",
            in: .playback,
            summary: trMark("Show a still image for this long.")
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
                "Open the next file when this percentage of the current one has played, to start it "
                    + "without delay. Costs memory and reading.")
        ) { $0.preload = $1 },
        OptionSpec(
            "buffer-method", .choice(BufferMethod.self), default: "grow", in: .playback, .wholeRun,
            summary: trMark(
                "How to choose the read-ahead. grow increases it while playing; none uses a fixed "
                    + "amount, 5 seconds for files and --buffer-max for the network.")
        ) { $0.bufferGrows = $1 == .grow },
        OptionSpec(
            "buffer-min", ValueParser.time(.seconds(1)...longest), default: "1", in: .playback, .wholeRun,
            summary: trMark("Minimum read-ahead in seconds, at least 1.")
        ) { $0.bufferMinimum = $1 },
        OptionSpec(
            "buffer-max", ValueParser.time(.seconds(1)...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark(
                "Maximum read-ahead in seconds, at least 1 (auto: 10 for files, 50 for the network; "
                    + "up to 300 for the network).")
        ) { $0.bufferMaximum = $1 },
        OptionSpec(
            "buffer-start", ValueParser.time(.zero...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark("Seconds to buffer before network playback starts (auto: 0.5).")
        ) { $0.bufferStart = $1 },
        OptionSpec(
            "buffer-high", ValueParser.time(.zero...longest).optional.or("auto", nil), default: "auto",
            in: .playback, .wholeRun,
            summary: trMark("Seconds to buffer before network playback resumes after a stall (auto: 3).")
        ) { $0.bufferHigh = $1 },
        OptionSpec(
            "demuxer-max-back-bytes", ValueParser.byteCount, default: "50MiB", in: .playback, .wholeRun,
            summary: trMark(
                "Size of played data from a network or a pipe to keep for seeking back. 0: none.")
        ) { $0.keptBytes = $1 },
        OptionSpec(
            "timeshift", ValueParser.byteCount.or("no", 0), default: "150MiB", in: .playback, .wholeRun,
            summary: trMark(
                "Size of live data to keep in memory while the stream is paused or behind. no: no more "
                    + "than the usual read-ahead.")
        ) { $0.timeshift = $1 },
        OptionSpec(
            "live-max-delay", ValueParser.time(.zero...longest).or("no", longest), default: "5", in: .playback,
            .wholeRun,
            summary: trMark(
                "Catch up after a stall if the delay before it was at most this long, or the stream's own limit. no: never."
            )
        ) { $0.liveMaximumDelay = $1 },
    ]

    /// 1000 hours.
    static let longest = MediaTime.seconds(3_600_000)
}
