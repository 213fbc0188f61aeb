import PlayCore

extension OptionTable {
    /// Options with mpv's names, for its clients. This program has keys and commands for them.
    static let compatible = [
        OptionSpec(
            "fullscreen", aliases: ["fs"], .flag, default: "no", in: .screen, [.wholeRun, .hidden],
            summary: trMark("Start with the picture alone, without borders and tabs.")
        ) { $0.isFullScreen = $1 },
        OptionSpec(
            "force-media-title", .text, in: .playback, .hidden,
            summary: trMark("Show this title instead of the file's own.")
        ) { $0.forcedTitle = $1 },
        adjustment("brightness", .brightness, trMark("Brightness of the picture, -100 to 100.")),
        adjustment("contrast", .contrast, trMark("Contrast of the picture, -100 to 100.")),
        adjustment("gamma", .gamma, trMark("Gamma of the picture, -100 to 100.")),
        adjustment("saturation", .saturation, trMark("Saturation of the picture, -100 to 100.")),
        OptionSpec(
            "ao", .text, in: .sound, [.wholeRun, .hidden],
            summary: trMark("With null, play without a sound device. Other outputs are chosen by --audio-device.")
        ) { $0.isSoundless = $1.split(separator: ",").first == "null" },
    ]

    private static func adjustment(
        _ name: String, _ property: PictureAdjustment.Property, _ summary: String
    ) -> OptionSpec {
        OptionSpec(name, .integer(-100...100), default: "0", in: .picture, .hidden, summary: summary) {
            $0.adjustment[property] = $1
        }
    }
}
