import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("Options of subtitles")
struct SubtitleOptionTests {
    private func parse(_ arguments: String...) throws -> PlayerOptions {
        try OptionParser.parse(arguments + ["film.mkv"]).options
    }

    @Test("ADV-18: subtitle files add up, from single options and from lists")
    func files() throws {
        let options = try parse("--sub-file=a.srt", "--sub-files=b.ass:c.vtt", "--sub-file", "d:e.srt")
        expect(options.subtitleFiles, is: ["a.srt", "b.ass", "c.vtt", "d:e.srt"])
    }

    @Test("subtitle options set tracks, languages, search, folders, code page, delay and visibility")
    func values() throws {
        let options = try parse(
            "--sid=2", "--secondary-sid=auto", "--slang=zh,en", "--sub-auto=fuzzy", "--sub-file-paths=sub:/s",
            "--sub-codepage=+gbk", "--sub-delay=-1.5", "--no-sub-visibility")
        expect(options.subtitleTrack, is: .number(2))
        expect(options.secondSubtitleTrack, is: .automatic)
        expect(options.subtitleLanguages, is: ["zh", "en"])
        expect(options.subtitleSearch, is: .fuzzy)
        expect(options.subtitleFolders, is: ["sub", "/s"])
        expect(options.subtitleCodePage, is: "+gbk")
        expect(options.subtitleDelay, is: .milliseconds(-1500))
        #expect(!options.showsSubtitles)
        try expect(parse("--no-sub").subtitleTrack, is: .none)
        try expect(parse("--sub-codepage=auto").subtitleCodePage, is: nil)
        #expect(throws: OptionError.self) { try parse("--sub-auto=maybe") }
    }
}
