import PlayCore

extension OptionTable {
    static let screenshots = [
        OptionSpec(
            "screenshot-dir", ValueParser.folder.optional, in: .screen, .wholeRun,
            summary: trMark("Folder for screenshots (default: your pictures folder).")
        ) { $0.screenshotFolder = $1 },
        OptionSpec(
            "screenshot-template", .text, default: "%F-%n", in: .screen, .wholeRun,
            summary: trMark(
                "File name template for screenshots. %F is the file name without its extension, %f "
                    + "with it, %n a number, %p the position, %P with milliseconds, %wH %wM %wS %wT its "
                    + "parts, %tY %tm %td %tH %tM %tS the date.")
        ) { $0.screenshotTemplate = $1 },
        OptionSpec(
            "screenshot-format", .choice(ScreenshotFormat.self).or("jpeg", .jpg, isListed: false), default: "png",
            in: .screen, .wholeRun, summary: trMark("Screenshot format, PNG or JPEG.")
        ) { $0.screenshotFormat = $1 },
        OptionSpec(
            "screenshot-jpeg-quality", .integer(0...100), default: "90", in: .screen, .wholeRun,
            summary: trMark("Quality of JPEG screenshots, 0 to 100.")
        ) { $0.screenshotQuality = $1 },
    ]
}
