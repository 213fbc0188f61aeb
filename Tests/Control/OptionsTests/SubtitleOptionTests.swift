import PlayCore
import Testing

@testable import Options

@Suite("Options of subtitles")
struct SubtitleOptionTests {
    private func parse(_ arguments: String...) throws -> PlayerOptions {
        try OptionParser.parse(arguments + ["film.mkv"]).options
    }

    @Test("ADV-18: files add up, one by one and in lists")
    func files() throws {
        let options = try parse("--sub-file=a.srt", "--sub-files=b.ass:c.vtt", "--sub-file", "d:e.srt")
        #expect(options.subtitleFiles == ["a.srt", "b.ass", "c.vtt", "d:e.srt"])
    }

    @Test("tracks, languages, search, folders, code page, delay and visibility")
    func values() throws {
        let options = try parse(
            "--sid=2", "--secondary-sid=auto", "--slang=zh,en", "--sub-auto=fuzzy", "--sub-file-paths=sub:/s",
            "--sub-codepage=+gbk", "--sub-delay=-1.5", "--no-sub-visibility")
        #expect(options.subtitleTrack == .number(2))
        #expect(options.secondSubtitleTrack == .automatic)
        #expect(options.subtitleLanguages == ["zh", "en"])
        #expect(options.subtitleSearch == .fuzzy)
        #expect(options.subtitleFolders == ["sub", "/s"])
        #expect(options.subtitleCodePage == "+gbk")
        #expect(options.subtitleDelay == .milliseconds(-1500))
        #expect(!options.showsSubtitles)
        #expect(try parse("--no-sub").subtitleTrack == .none)
        #expect(try parse("--sub-codepage=auto").subtitleCodePage == nil)
        #expect(throws: OptionError.self) { try parse("--sub-auto=maybe") }
    }
}
