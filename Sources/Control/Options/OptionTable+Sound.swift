import Localization
import PlayCore

extension OptionTable {
    static let sound = [
        OptionSpec(
            "aid", aliases: ["audio"], track, default: "auto", in: .sound,
            summary: trMark("Play the audio track of this number. --no-audio opens no sound device.")
        ) { $0.audioTrack = $1 },
        OptionSpec(
            "audio-device", ValueParser.text.map(AudioDeviceChoice.named).or("auto", .automatic).or("help", .list),
            default: "auto", in: .sound, .wholeRun,
            summary: trMark("Play through this ALSA device. help lists the devices.")
        ) { $0.audioDevice = $1 },
        OptionSpec(
            "audio-channel", .choice(ChannelOutput.self), default: "both", in: .sound,
            summary: trMark("Play both channels, or only the left or the right one in both ears.")
        ) { $0.channelOutput = $1 },
        OptionSpec(
            "volume", .integer(0...130), default: "100", in: .sound, .short,
            summary: trMark("Volume in per cent, 0 to 130. 100 is the level of the file.")
        ) { $0.volume = $1 },
        OptionSpec(
            "mute", .flag, default: "no", in: .sound, .short,
            summary: trMark("Start without sound. m switches it on.")
        ) { $0.isMuted = $1 },
        OptionSpec(
            "audio-delay", .time(-.seconds(3600) ... .seconds(3600)), default: "0", in: .sound,
            summary: trMark("Play the sound this much later than the picture. Negative: earlier.")
        ) { $0.audioDelay = $1 },
    ]
}
