import PlayCore

extension OptionTable {
    static let subtitles = [
        OptionSpec(
            "sub-file", .path, in: .subtitles, .short,
            summary: trMark("Subtitle file: SRT, WebVTT, ASS, TTML, LRC, SAMI and others. Can be repeated.")
        ) { $0.subtitleFiles.append($1) },
        OptionSpec(
            "sub-files", .list(":"), in: .subtitles,
            summary: trMark("Subtitle files, separated by colons.")
        ) { $0.subtitleFiles += $1 },
        OptionSpec(
            "sid", aliases: ["sub"], track, default: "auto", in: .subtitles,
            summary: trMark("Subtitle track to show (auto: given files first, then those found).")
        ) { $0.subtitleTrack = $1 },
        OptionSpec(
            "secondary-sid", track, default: "no", in: .subtitles,
            summary: trMark(
                "Second subtitle track, shown below the first (auto: the next one in another "
                    + "language).")
        ) { $0.secondSubtitleTrack = $1 },
        OptionSpec(
            "slang", .list(","), in: .subtitles,
            summary: trMark(
                "Preferred subtitle languages, separated by commas, such as zh,en. zh+en shows both at once. auto: "
                    + "those of the locale. Without this option, those count only if the sound is in another language.")
        ) { $0.subtitleLanguages = $1 },
        OptionSpec(
            "sub-auto", .choice(SubtitleSearch.self), default: "exact", in: .subtitles,
            summary: trMark(
                "Load subtitles beside the file. exact: same name, optionally with a language; "
                    + "fuzzy: the name contains the file's; all: every one in the folder.")
        ) { $0.subtitleSearch = $1 },
        OptionSpec(
            "sub-file-paths", .list(":"), in: .subtitles,
            summary: trMark("Further folders to search for subtitles, separated by colons.")
        ) { $0.subtitleFolders = $1 },
        OptionSpec(
            "sub-codepage", ValueParser.text.optional.or("auto", nil), default: "auto", in: .subtitles,
            summary: trMark(
                "Encoding of subtitles that are not UTF-8, such as gbk. With a leading +, of all "
                    + "subtitles."
            )
        ) { $0.subtitleCodePage = $1 },
        OptionSpec(
            "metadata-codepage", ValueParser.text.optional.or("auto", nil), default: "auto", in: .subtitles,
            summary: trMark("Encoding of titles and other tags in media files that are not Unicode, such as gbk.")
        ) { $0.metadataCodePage = $1 },
        OptionSpec(
            "sub-delay", .time(-.seconds(3600) ... .seconds(3600)), default: "0", in: .subtitles,
            summary: trMark("Delay the subtitles; negative values show them earlier.")
        ) { $0.subtitleDelay = $1 },
        OptionSpec(
            "sub-visibility", .flag, default: "yes", in: .subtitles,
            summary: trMark("Start with the subtitles hidden. v shows them.")
        ) { $0.showsSubtitles = $1 },
    ]
}
