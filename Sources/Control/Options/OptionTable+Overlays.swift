import Localization

extension OptionTable {
    static let overlays = [
        OptionSpec(
            "marquee", ValueParser.text.optional.or("no", nil, isListed: false), in: .screen, .wholeRun,
            summary: trMark(
                "Let this text run over the picture. It stands still while playing is paused. ${user.name}, "
                    + "${user.number} and ${user.group} in it are what the options of these names say.")
        ) { $0.marquee = $1 },
        OptionSpec(
            "marquee-color", .colour, default: "#ffffff", in: .screen, .wholeRun,
            summary: trMark("Colour of the running text.")
        ) { $0.marqueeColor = $1 },
        OptionSpec(
            "marquee-speed", .number(0.1...50), default: "4", in: .screen, .wholeRun,
            summary: trMark("Columns a second that the running text goes.")
        ) { $0.marqueeSpeed = $1 },
        OptionSpec(
            "watermark", ValueParser.text.optional.or("no", nil, isListed: false), in: .screen, .wholeRun,
            summary: trMark("Show this text or, where it is the path of a picture, this picture over the film.")
        ) { $0.watermark = $1 },
        OptionSpec(
            "watermark-position", .choice(WatermarkPlace.self), default: "right-top", in: .screen, .wholeRun,
            summary: trMark("The corner of the film that the watermark is shown in.")
        ) { $0.watermarkPosition = $1 },
        OptionSpec(
            "cover", ValueParser.path.optional.or("no", nil, isListed: false), in: .picture,
            summary: trMark(
                "Show this picture where there is none: before the first one, and with sound alone. Without it "
                    + "cover.jpg, folder.jpg or a picture called like the file, beside it, is taken for sound.")
        ) { $0.cover = $1 },
    ]
}
