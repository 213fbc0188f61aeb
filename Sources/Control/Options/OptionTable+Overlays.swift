import PlayCore

extension OptionTable {
    static let overlays = [
        OptionSpec(
            "marquee", ValueParser.text.optional.or("no", nil, isListed: false), in: .screen, .wholeRun,
            summary: trMark(
                "Scroll this text over the picture. It stops while paused. ${user.name}, "
                    + "${user.number} and ${user.group} insert the options of these names.")
        ) { $0.marquee = $1 },
        OptionSpec(
            "marquee-color", .colour, default: "#ffffff", in: .screen, .wholeRun,
            summary: trMark("Colour of the scrolling text.")
        ) { $0.marqueeColor = $1 },
        OptionSpec(
            "marquee-speed", .number(0.1...50), default: "4", in: .screen, .wholeRun,
            summary: trMark("Speed of the scrolling text, in columns per second.")
        ) { $0.marqueeSpeed = $1 },
        OptionSpec(
            "watermark", ValueParser.text.optional.or("no", nil, isListed: false), in: .screen, .wholeRun,
            summary: trMark("Show a watermark: a picture file, or text.")
        ) { $0.watermark = $1 },
        OptionSpec(
            "watermark-position", .choice(WatermarkPlace.self), default: "right-top", in: .screen, .wholeRun,
            summary: trMark("Corner of the watermark.")
        ) { $0.watermarkPosition = $1 },
        OptionSpec(
            "cover", ValueParser.path.optional.or("no", nil, isListed: false), in: .picture,
            summary: trMark(
                "Show this picture before the first frame and for files without video. The default "
                    + "for sound is cover.jpg, folder.jpg or a picture of the same name beside the file.")
        ) { $0.cover = $1 },
    ]
}
