import Localization
import PlayCore

extension OptionTable {
    static let subtitles = [
        OptionSpec(
            "sub-file", .path, in: .subtitles, .short,
            summary: trMark("Show the subtitles of this file: SRT, WebVTT, SSA or ASS. May be given several times.")
        ) { $0.subtitleFiles.append($1) },
        OptionSpec(
            "sub-files", .list(":"), in: .subtitles,
            summary: trMark("Load these files of subtitles, separated by colons.")
        ) { $0.subtitleFiles += $1 },
        OptionSpec(
            "sid", aliases: ["sub"], track, default: "auto", in: .subtitles,
            summary: trMark("Show the subtitle track of this number. auto takes named files first, then found ones.")
        ) { $0.subtitleTrack = $1 },
        OptionSpec(
            "secondary-sid", track, default: "no", in: .subtitles,
            summary: trMark(
                "Show a second track below the first one. auto takes the next one in another language.")
        ) { $0.secondSubtitleTrack = $1 },
        OptionSpec(
            "slang", .list(","), in: .subtitles,
            summary: trMark("Prefer subtitles in these languages, separated by commas, such as zh,en.")
        ) { $0.subtitleLanguages = $1 },
        OptionSpec(
            "sub-auto", .choice(SubtitleSearch.self), default: "exact", in: .subtitles,
            summary: trMark(
                "Load subtitles that lie beside the file. exact: of the same name, also with a language behind it; "
                    + "fuzzy: whose name contains the file's; all: every one in the folder.")
        ) { $0.subtitleSearch = $1 },
        OptionSpec(
            "sub-file-paths", .list(":"), in: .subtitles,
            summary: trMark("Look for subtitles in these folders too, separated by colons.")
        ) { $0.subtitleFolders = $1 },
        OptionSpec(
            "sub-codepage", ValueParser.text.optional.or("auto", nil), default: "auto", in: .subtitles,
            summary: trMark(
                "Read subtitles that are not UTF-8 in this encoding, such as gbk. With a plus in front, UTF-8 ones too."
            )
        ) { $0.subtitleCodePage = $1 },
        OptionSpec(
            "sub-delay", .time(-.seconds(3600) ... .seconds(3600)), default: "0", in: .subtitles,
            summary: trMark("Show subtitles this much later. Negative: earlier.")
        ) { $0.subtitleDelay = $1 },
        OptionSpec(
            "sub-visibility", .flag, default: "yes", in: .subtitles,
            summary: trMark("Start with the subtitles hidden. v shows them.")
        ) { $0.showsSubtitles = $1 },
    ]
}
