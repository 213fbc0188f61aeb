import PlayCore

extension OptionTable {
    static let sound = [
        OptionSpec(
            "aid", aliases: ["audio"], track, default: "auto", in: .sound,
            summary: trMark("Play this audio track. --no-audio opens no sound device.")
        ) { $0.audioTrack = $1 },
        OptionSpec(
            "alang", .list(","), in: .sound,
            summary: trMark(
                "Preferred audio languages, separated by commas, such as ja,en. auto: those of the locale. Without this "
                    + "option, those count only if the file marks no default track, or several.")
        ) { $0.audioLanguages = $1 },
        OptionSpec(
            "audio-file", .path, in: .sound,
            summary: trMark(
                "Play the sound of this file or URL with the picture. Can be repeated; the other audio tracks stay in "
                    + "the list.")
        ) { $0.audioFiles.append($1) },
        OptionSpec(
            "audio-files", .list(":"), in: .sound,
            summary: trMark("Audio files to play with the picture, separated by colons.")
        ) { $0.audioFiles += $1 },
        OptionSpec(
            "audio-file-auto", .choice(SubtitleSearch.self), default: "no", in: .sound,
            summary: trMark(
                "Load audio files beside the file. exact: same name, optionally with a language; "
                    + "fuzzy: the name contains the file's; all: every one in the folder.")
        ) { $0.audioSearch = $1 },
        OptionSpec(
            "audio-file-paths", .list(":"), in: .sound,
            summary: trMark("Further folders to search for audio files, separated by colons.")
        ) { $0.audioFolders = $1 },
        OptionSpec(
            "af", ValueParser<[String]>(.text) { SoundFilters.graphs($0) }, in: .sound,
            summary: trMark(
                "Audio filters, as a graph of FFmpeg's libavfilter, such as bass=g=6 or "
                    + "equalizer=f=300:t=q:w=1:g=-4.")
        ) { $0.soundFilters.graphs = $1 },
        OptionSpec(
            "loudnorm", .flag, default: "no", in: .sound,
            summary: trMark("Normalise the loudness to -16 LUFS (EBU R 128).")
        ) { $0.soundFilters.isNormalised = $1 },
        OptionSpec(
            "replaygain", .choice(ReplayGain.Mode.self), default: "no", in: .sound,
            summary: trMark("Adjust the volume by the ReplayGain tags of the file, of the track or of the album.")
        ) { $0.soundFilters.gain.mode = $1 },
        OptionSpec(
            "replaygain-preamp", .number(ReplayGain.decibels), default: "0", in: .sound,
            summary: trMark("Decibels to add to the gain of --replaygain.")
        ) { $0.soundFilters.gain.preamplification = $1 },
        OptionSpec(
            "replaygain-clip", .flag, default: "no", in: .sound,
            summary: trMark("Apply the gain of --replaygain in full, even if the sound is then clipped.")
        ) { $0.soundFilters.gain.allowsClipping = $1 },
        OptionSpec(
            "replaygain-fallback", .number(ReplayGain.decibels), default: "0", in: .sound,
            summary: trMark("Gain in decibels for files without ReplayGain tags.")
        ) { $0.soundFilters.gain.fallback = $1 },
        OptionSpec(
            "audio-device", ValueParser.text.map(AudioDeviceChoice.named).or("auto", .automatic).or("help", .list),
            default: "auto", in: .sound, .wholeRun,
            summary: trMark(
                "ALSA device to play on. help lists the devices. remote:SOCKET sends the sound to tvplay listen on "
                    + "another machine, remote to the newest of the sockets that tvplay ssh has made.")
        ) { $0.audioDevice = $1 },
        OptionSpec(
            "stream-audio-to", .program, in: .sound, .wholeRun,
            summary: trMark(
                "Send the sound to the standard input of this program as WAV (48 kHz, stereo), instead of a device. "
                    + "Runs without a shell.")
        ) { $0.soundProgram = $1 },
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
