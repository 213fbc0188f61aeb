import PlayCore

extension OptionTable {
    static let screen = [
        OptionSpec(
            "library", .folder, in: .screen, .wholeRun,
            summary: trMark(
                "Folder of films that home shows (default: the videos folder of the desktop). Can be repeated.")
        ) { $0.library.append($1) },
        OptionSpec(
            "control-bar", aliases: ["osc"],
            .choice(ControlBarVisibility.self).or("no", .never, isListed: false).or("yes", .auto, isListed: false),
            default: "auto", in: .screen,
            summary: trMark("When to show the control bar (auto: while keys or the mouse are used).")
        ) { $0.controlBar = $1 },
        OptionSpec(
            "hide-controls-after", .number(0...3600), default: "3", in: .screen,
            summary: trMark("Seconds without input before the control bar hides.")
        ) { $0.hideControlsAfter = .microseconds(Int(($1 * 1e6).rounded())) },
        OptionSpec(
            "bar-fade-in", ValueParser.integer(0...10_000).optional.or("auto", nil), default: "auto", in: .screen,
            .wholeRun,
            summary: trMark(
                "Milliseconds that the control bar takes to appear (auto: 200; over SSH and without colours 0).")
        ) { $0.barFadeIn = $1.map { .milliseconds($0) } },
        OptionSpec(
            "bar-fade-out", ValueParser.integer(0...10_000).optional.or("auto", nil), default: "auto", in: .screen,
            .wholeRun,
            summary: trMark(
                "Milliseconds that the control bar takes to disappear (auto: 500; over SSH and without colours 0).")
        ) { $0.barFadeOut = $1.map { .milliseconds($0) } },
        OptionSpec(
            "slider-previews", .flag, default: "yes", in: .screen, .wholeRun,
            summary: trMark("Show no preview while the mouse points at the progress slider.")
        ) { $0.showsPreviews = $1 },
        OptionSpec(
            "jump-back", .number(0.1...3600), default: "10", in: .screen,
            summary: trMark("Seconds that the jump-back button seeks back.")
        ) { $0.jumpBack = MediaTime(seconds: $1) },
        OptionSpec(
            "layout",
            ValueParser.text.or("auto", "auto").or("vod", "vod").or("live", "live").or("live-dvr", "live-dvr"),
            default: "auto", in: .screen, .wholeRun,
            summary: trMark(
                "Layout of the control bar: a name in layouts.conf, or a layout file. The first "
                    + "layout of the file is used. auto chooses by the kind of stream.")
        ) { $0.layout = $1 },
        OptionSpec(
            "progress-line", .flag, default: "no", in: .screen, .wholeRun,
            summary: trMark("Show a progress line on the last row while the control bar is hidden.")
        ) { $0.showsProgressLine = $1 },
        OptionSpec(
            "osd-level", .integer(0...3), default: "1", in: .screen, .wholeRun,
            summary: trMark(
                "Messages over the picture. 0: warnings and errors only; 1: what keys do; 2: the time, too; 3: the "
                    + "duration, too.")
        ) { $0.osdLevel = $1 },
        OptionSpec(
            "floating-picture", .flag, default: "yes", in: .screen, .wholeRun,
            summary: trMark("Do not show the picture beside home and the list of downloads (Alt+c shows it).")
        ) { $0.floatsPicture = $1 },
        OptionSpec(
            "mouse", .flag, default: "yes", in: .screen, .wholeRun,
            summary: trMark("Do not use the mouse, so that the terminal can select text.")
        ) { $0.usesMouse = $1 },
        OptionSpec(
            "title", title, default: "yes", in: .screen, .wholeRun,
            summary: trMark("Do not change the title of the terminal window.")
        ) { $0.setsTitle = $1 },
        OptionSpec(
            "max-bitrate", ValueParser.bitRate.optional.or("0", nil, isListed: false).or("none", nil),
            default: "none", in: .screen, .wholeRun,
            summary: trMark(
                "Limit the output to the terminal, in bits per second, such as 800k or 5M. Without "
                    + "it tvplay measures the connection.")
        ) { $0.maximumBitRate = $1 },
    ]

    /// mpv's own window titles count as yes.
    private static let title = ValueParser<Bool>(.flag, bare: "yes") { $0 != "no" }
}
