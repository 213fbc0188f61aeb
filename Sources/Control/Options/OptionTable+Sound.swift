import Localization
import PlayCore

extension OptionTable {
    static let sound = [
        OptionSpec(
            "aid", aliases: ["audio"], track, default: "auto", in: .sound,
            summary: trMark("Play this audio track. --no-audio opens no sound device.")
        ) { $0.audioTrack = $1 },
        OptionSpec(
            "audio-device", ValueParser.text.map(AudioDeviceChoice.named).or("auto", .automatic).or("help", .list),
            default: "auto", in: .sound, .wholeRun,
            summary: trMark("ALSA device to play on. help lists the devices.")
        ) { $0.audioDevice = $1 },
        OptionSpec(
            "audio-channel", .choice(ChannelOutput.self), default: "both", in: .sound,
            summary: trMark("Channels to play: both, or the left or right one on both sides.")
        ) { $0.channelOutput = $1 },
        OptionSpec(
            "volume", .integer(0...130), default: "100", in: .sound, .short,
            summary: trMark("Volume in per cent, 0 to 130. 100 is the original level.")
        ) { $0.volume = $1 },
        OptionSpec(
            "mute", .flag, default: "no", in: .sound,
            summary: trMark("Start muted. m unmutes.")
        ) { $0.isMuted = $1 },
        OptionSpec(
            "audio-delay", .time(-.seconds(3600) ... .seconds(3600)), default: "0", in: .sound,
            summary: trMark("Delay the sound relative to the picture; negative values play it earlier.")
        ) { $0.audioDelay = $1 },
    ]
}
