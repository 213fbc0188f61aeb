import Localization
import PlayCore

extension OptionTable {
    static let picture = [
        OptionSpec(
            "vid", aliases: ["video"], track, default: "auto", in: .picture,
            summary: trMark("Show the video track of this number. --no-video plays only the sound.")
        ) { $0.videoTrack = $1 },
        OptionSpec(
            "definition", aliases: ["preferred-definitions"], ValueParser.definitions.or("auto", []), default: "auto",
            in: .picture,
            summary: trMark(
                "Begin with the first of these definitions that there is, such as 720p,high,audio. g-q lists them; "
                    + "audio is the sound alone. --vid goes before it.")
        ) { $0.definitions = $1 },
        OptionSpec(
            "hwdec", .choice(HardwareDecoding.self).or("yes", .auto, isListed: false).bare("yes"), default: "auto",
            in: .picture,
            summary: trMark("Decode with this hardware. Where it fails, the processor decodes.")
        ) { $0.hardwareDecoding = $1 },
        OptionSpec(
            "vo", letter: nil,
            ValueParser.choice(PictureOutput.self).or("tct", .half, isListed: false).optional.or("help", nil),
            in: .picture, [.short, .wholeRun],
            summary: trMark(
                "Show pictures with these characters, or with the terminal's own pixels. A terminal that has no such "
                    + "pixels gets characters. half is the default, help lists the values.")
        ) { output in output.map { output in .set { $0.pictureOutput = output } } ?? .show(.pictureOutputs) },
        OptionSpec(
            "symbols", .choice(PictureSymbols.self), default: "auto", in: .picture, .wholeRun,
            summary: trMark(
                "Draw pictures with these characters. auto takes those of --vo, else half; ascii where the locale is "
                    + "not UTF-8.")
        ) { $0.pictureSymbols = $1 },
        OptionSpec(
            "color",
            .choice(ColorMode.self).or("gray", .grey, isListed: false).or("24bit", .truecolor, isListed: false),
            default: "auto", in: .picture, .short,
            summary: trMark("Draw with these colours. auto takes what the terminal says it can show.")
        ) { $0.colorMode = $1 },
        OptionSpec(
            "vo-tct-256", .flag, default: "no", in: .picture,
            summary: trMark("The same as --color=256. mpv's name for it.")
        ) { $0.colorMode = $1 ? .palette256 : .auto },
        OptionSpec(
            "ascii", ValueParser.flag.optional.or("auto", nil), in: .picture, .short,
            summary: trMark(
                "Draw picture and controls with ASCII characters only. Happens by itself where the locale is not UTF-8; "
                    + "--no-ascii prevents it.")
        ) { $0.usesASCII = $1 },
        OptionSpec(
            "cell-aspect", ValueParser.number(0.5...5).optional.or("auto", nil), default: "auto", in: .picture,
            summary: trMark(
                "Height of a character cell divided by its width. For terminals that do not tell it, when circles look "
                    + "like eggs; 2 is usual.")
        ) { $0.cellAspect = $1 },
        OptionSpec(
            "scaling", .choice(Scaling.self), default: "fit", in: .picture, .short,
            summary: trMark(
                "How the picture fills the screen: fit shows all of it, fill crops it, stretch changes its proportions."
            )
        ) { $0.scaling = $1 },
        OptionSpec(
            "quality", quality, default: "auto", in: .picture, .short,
            summary: trMark(
                "How near the screen comes to the picture, with the least bytes. exact is 45 dB PSNR, high an SSIM of "
                    + "0.985, low one of 0.95; a number is an SSIM. auto is exact where the line carries it, else the "
                    + "best that fits.")
        ) { $0.quality = $1 },
        OptionSpec(
            "sharpen", ValueParser.number(0...1), default: "0", in: .picture,
            summary: trMark("Sharpen the edges of the picture as it is shown: 0 not at all, 1 strongly.")
        ) { $0.sharpening = $1 },
        OptionSpec(
            "background", ValueParser.colour.optional.or("default", nil), default: "default", in: .picture,
            summary: trMark("Colour around the picture. default is the terminal's own background.")
        ) { $0.background = $1 },
    ]

    static let quality = ValueParser<Double>.number(0.5...1).map(PictureQuality.similarity)
        .or("auto", .automatic).or("exact", .exact).or("high", .high).or("low", .low)

    /// Values of `--vid` and `--aid`.
    static let track = ValueParser<Int>.integer(1...9999).map(TrackChoice.number)
        .or("auto", .automatic).or("no", .none).or("yes", .automatic, isListed: false).bare("auto")
}
