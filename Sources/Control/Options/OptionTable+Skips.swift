import PlayCore

extension OptionTable {
    static let skips = [
        OptionSpec(
            "skip", ValueParser<RegionRules>(.partRules) { RegionRules(written: $0) }.optional.or("no", nil),
            in: .playback,
            summary: trMark(
                "What to do with the marked parts of a file, by category: skip, ask, show or ignore. Marks come from "
                    + "FILE.edl (Kodi) and FILE.skip.json (SponsorBlock) beside the file; ad breaks that a stream "
                    + "marks are of the category advert. Without this option, sponsor, commercial, cut and mute are "
                    + "skipped, and intro, outro, selfpromo, interaction and music_offtopic ask. all means every category; no plays everything."
            )
        ) { $0.skips.rules = $1 },
        OptionSpec(
            "skip-file", .path, in: .playback,
            summary: trMark("Read the marked parts from this EDL or SponsorBlock file or URL.")
        ) { $0.skips.file = $1 },
        OptionSpec(
            "skip-auto", .flag, default: "yes", in: .playback,
            summary: trMark("Ignore files of marked parts beside the file.")
        ) { $0.skips.looksBeside = $1 },
        OptionSpec(
            "skip-chapters", ValueParser<TitlePattern>(.text) { TitlePattern($0) }.optional.or("no", nil),
            default: "no", in: .playback,
            summary: trMark(
                "Skip chapters whose title matches this regular expression (POSIX extended, in any case).")
        ) { $0.skips.chapters = $1 },
        OptionSpec(
            "skip-silence", .flag, default: "no", in: .playback,
            summary: trMark("Play silence faster, at --silence-speed. The pitch does not change.")
        ) { $0.skips.passesSilence = $1 },
        OptionSpec(
            "silence-speed", .number(1...4), default: "4", in: .playback,
            summary: trMark("Speed through silence with --skip-silence, 1 to 4.")
        ) { $0.skips.silence.rate = PlaybackRate($1) },
        OptionSpec(
            "silence-level", .number(SilenceRule.thresholds), default: "-40", in: .playback,
            summary: trMark("Level in decibels below which sound counts as silence, -90 to -10.")
        ) { $0.skips.silence.threshold = $1 },
        OptionSpec(
            "silence-length", ValueParser.time(.zero ... .seconds(60)), default: "0.5", in: .playback,
            summary: trMark("Seconds of each silence to play at normal speed.")
        ) { $0.skips.silence.length = $1 },
    ]
}
