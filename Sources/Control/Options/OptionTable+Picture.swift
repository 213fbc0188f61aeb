import PlayCore

extension OptionTable {
    static let picture = [
        OptionSpec(
            "vid", aliases: ["video"], track, default: "auto", in: .picture,
            summary: trMark("Show this video track. --no-video plays only the sound.")
        ) { $0.videoTrack = $1 },
        OptionSpec(
            "definition", aliases: ["preferred-definitions"], ValueParser.definitions.or("auto", []), default: "auto",
            in: .picture,
            summary: trMark(
                "Start with the first available of these definitions, such as 720p,high,audio; audio "
                    + "is sound only. The key g-q lists them. --vid takes precedence.")
        ) { $0.definitions = $1 },
        OptionSpec(
            "hwdec", hardware.bare("yes"), default: "auto", in: .picture,
            summary: trMark("Decode with this hardware. Falls back to software.")
        ) { $0.hardwareDecoding = $1 },
        OptionSpec(
            "vo", letter: nil,
            pictureOutputs, in: .picture, [.short, .wholeRun],
            summary: trMark(
                "Output for pictures: characters, or the terminal's pixels. Falls back to "
                    + "characters. half is the default, auto chooses, help lists the values.")
        ) { output in output.map { output in .set { $0.pictureOutput = output.wanted } } ?? .show(.pictureOutputs) },
        OptionSpec(
            "stream-to", .program, in: .picture, .wholeRun,
            summary: trMark(
                "Send the picture to the standard input of this program as YUV4MPEG2, instead of showing it. Runs "
                    + "without a shell. See also --stream-audio-to.")
        ) { $0.pictureProgram = $1 },
        OptionSpec(
            "symbols", .choice(PictureSymbols.self), default: "auto", in: .picture, .wholeRun,
            summary: trMark(
                "Characters to draw pictures with (auto: those of --vo, else half; ascii unless the "
                    + "locale is UTF-8).")
        ) { $0.pictureSymbols = $1 },
        OptionSpec(
            "color",
            .choice(ColorMode.self).or("gray", .grey, isListed: false).or("24bit", .truecolor, isListed: false),
            default: "auto", in: .picture,
            summary: trMark("Colours to draw with (auto: what the terminal reports).")
        ) { $0.colorMode = $1 },
        OptionSpec(
            "vo-tct-256", .flag, default: "no", in: .picture,
            summary: trMark("Same as --color=256, for compatibility with mpv.")
        ) { $0.colorMode = $1 ? .palette256 : .auto },
        OptionSpec(
            "ascii", ValueParser.flag.optional.or("auto", nil), in: .picture,
            summary: trMark(
                "Use only ASCII characters. Automatic unless the locale is UTF-8; --no-ascii "
                    + "prevents it.")
        ) { $0.usesASCII = $1 },
        OptionSpec(
            "bidi", ValueParser.flag.optional.or("auto", nil), in: .picture,
            summary: trMark(
                "Reorder right-to-left text, such as Hebrew and Arabic. Automatic unless the terminal is known to do it; "
                    + "--no-bidi prevents it.")
        ) { $0.reordersText = $1 },
        OptionSpec(
            "cell-aspect", ValueParser.number(0.5...5).optional.or("auto", nil), default: "auto", in: .picture,
            summary: trMark(
                "Height of a character cell divided by its width, for terminals that do not report "
                    + "it. Usually 2.")
        ) { $0.cellAspect = $1 },
        OptionSpec(
            "scaling", .choice(Scaling.self), default: "fit", in: .picture,
            summary: trMark(
                "Scaling of the picture: fit shows all of it, fill crops it, stretch distorts it."
            )
        ) { $0.scaling = $1 },
        OptionSpec(
            "quality", quality, default: "auto", in: .picture,
            summary: trMark(
                "Picture quality: auto, exact, high, low, or an SSIM. exact is 45 dB PSNR, high SSIM "
                    + "0.985, low SSIM 0.95; lower quality needs fewer bytes. auto is exact if the "
                    + "connection is fast enough, else the best that fits.")
        ) { $0.quality = $1 },
        OptionSpec(
            "sharpen", ValueParser.number(0...1), default: "0", in: .picture,
            summary: trMark("Sharpen the picture, 0 (off) to 1.")
        ) { $0.sharpening = $1 },
        OptionSpec(
            "video-zoom", .number(PictureView.zoomRange), default: "0", in: .picture,
            summary: trMark("Enlarge the picture: 1 doubles its size, -1 halves it.")
        ) { $0.view.zoom = $1 },
        OptionSpec(
            "video-pan-x", .number(PictureView.panRange), default: "0", in: .picture,
            summary: trMark("Move the picture to the right by this share of its width.")
        ) { $0.view.panX = $1 },
        OptionSpec(
            "video-pan-y", .number(PictureView.panRange), default: "0", in: .picture,
            summary: trMark("Move the picture down by this share of its height.")
        ) { $0.view.panY = $1 },
        OptionSpec(
            "video-rotate", rotation, default: "0", in: .picture,
            summary: trMark("Rotate the picture clockwise by this many degrees.")
        ) { $0.view.rotation = $1 },
        OptionSpec(
            "video-aspect-override", ValueParser.aspectRatio.optional.or("no", nil), default: "no", in: .picture,
            summary: trMark("Show the picture in this aspect ratio, such as 16:9 or 2.35.")
        ) { $0.view.aspect = $1 },
        OptionSpec(
            "deinterlace", .choice(Deinterlacing.self).bare("yes"), default: "auto", in: .picture,
            summary: trMark(
                "Show one field of interlaced pictures. "
                    + "auto: only of pictures marked as interlaced, and only if no rows are lost.")
        ) { $0.view.deinterlacing = $1 },
        OptionSpec(
            "video-projection", .choice(ProjectionChoice.self), default: "auto", in: .picture,
            summary: trMark(
                "Show spherical videos as a view from their centre. auto: files marked as spherical; "
                    + "equirectangular, cubemap: all files, in that projection; flat: none.")
        ) { $0.view.projection = $1 },
        OptionSpec(
            "video-alpha", .choice(AlphaChoice.self), default: "auto", in: .picture,
            summary: trMark(
                "Where a video keeps its opacity. auto: in its alpha channel; right, left, top, bottom: as a grey picture "
                    + "in that half of the frame; none: tvplay ignores it.")
        ) { $0.view.alpha = $1 },
        OptionSpec(
            "background", ValueParser.colour.optional.or("default", nil), default: "#000000", in: .picture,
            summary: trMark("Colour around the picture. default is the terminal's background.")
        ) { $0.background = $1 },
    ]

    static let rotation = ValueParser<Int>(.choice, words: ["0", "90", "180", "270"]) { text in
        Int(text).flatMap { [0, 90, 180, 270].contains($0) ? $0 : nil }
    }

    static let quality = ValueParser<Double>.number(0.5...1).map(PictureQuality.similarity)
        .or("auto", .automatic).or("exact", .exact).or("high", .high).or("low", .low)

    static let track = ValueParser<Int>.integer(1...9999).map(TrackChoice.number)
        .or("auto", .automatic).or("no", .none).or("yes", .automatic, isListed: false).bare("auto")

    /// An output. One of mpv's for windows means the default.
    private struct OutputChoice: Sendable { let wanted: PictureOutput? }

    /// `nil` lists the outputs. Of mpv's list of outputs, the first available one counts.
    private static let pictureOutputs: ValueParser<OutputChoice?> = {
        let own = ValueParser.choice(PictureOutput.self).or("tct", .half, isListed: false)
        return ValueParser(.choice, words: own.form.words + ["help"]) { text in
            if text == "help" { return .some(nil) }
            let names = text.split(separator: ",").map { String($0.prefix { $0 != ":" }) }
            if let output = names.lazy.compactMap(own.read).first { return OutputChoice(wanted: output) }
            guard names.contains(where: MPVOptions.pictureOutputs.contains) else { return Optional<OutputChoice?>.none }
            return OutputChoice(wanted: nil)
        }
    }()

    /// Accepts mpv's variants and lists of methods, too. A method of another system means automatic.
    private static let hardware: ValueParser<HardwareDecoding> = {
        let own = ValueParser.choice(HardwareDecoding.self)
        let others: [String: HardwareDecoding] = [
            "yes": .auto, "auto-safe": .auto, "auto-unsafe": .auto, "auto-copy": .auto, "auto-copy-safe": .auto,
            "vaapi-copy": .vaapi, "vdpau-copy": .vdpau, "cuda-copy": .cuda, "nvdec": .cuda, "nvdec-copy": .cuda,
            "drm-copy": .drm, "vulkan": .auto, "vulkan-copy": .auto, "v4l2m2m": .auto, "v4l2m2m-copy": .auto,
            "rkmpp": .auto, "mmal": .auto, "d3d11va": .auto, "dxva2": .auto, "videotoolbox": .auto, "mediacodec": .auto,
        ]
        return ValueParser(.choice, words: own.form.words) { text in
            let names = text.split(separator: ",").map(String.init)
            return names.lazy.compactMap { own.read($0) ?? others[$0] }.first
        }
    }()
}
