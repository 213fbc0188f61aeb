import PlayCore
import TestSupport
import Testing
import Text

@testable import Subtitles

@Suite("Files beside a video")
struct SubtitleAutoLoadTests {
    private static let names = [
        "Film.mkv", "film.srt", "Film.en.srt", "Film.zh-Hans.ass", "Film (eng).vtt", "Film.commentary.srt",
        "The Film 10.srt", "The Film 2.srt", "Other.srt", "Film.txt", "Film.en.forced.srt", "Film.chs&eng.ass",
    ]

    private func found(
        _ mode: SubtitleAutoLoad.Mode, languages: [String] = [], video: String = "/v/Film.mkv"
    ) -> [SubtitleAutoLoad.Found] {
        let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
        return SubtitleAutoLoad.files(for: video, in: [(folder, Self.names)], mode: mode, languages: languages)
    }

    private func names(_ found: [SubtitleAutoLoad.Found]) -> [String] { found.map { String($0.path.dropFirst(3)) } }

    @Test("no: nothing; exact: the video's name, alone or with a language right behind it")
    func exact() {
        #expect(found(.no).isEmpty)
        let files = found(.exact)
        #expect(
            names(files) == ["film.srt", "Film.chs&eng.ass", "Film.en.forced.srt", "Film.en.srt", "Film.zh-Hans.ass"])
        #expect(files.map(\.priority) == [32, 16, 16, 16, 16])
        #expect(files.map(\.language) == [nil, "chs&eng", "en", "en", "zh-hans"])
    }

    @Test("fuzzy: what contains the name too; wanted languages first; numbers in the order of counting")
    func fuzzy() {
        let files = found(.fuzzy, languages: ["zh"])
        #expect(names(files).first == "film.srt")
        #expect(names(files)[1...2].sorted() == ["Film.chs&eng.ass", "Film.zh-Hans.ass"])
        #expect(files[1].priority == 16 | 8 | 4 | 2)
        let last = names(files).suffix(3)
        #expect(Array(last) == ["Film.commentary.srt", "The Film 2.srt", "The Film 10.srt"])
        #expect(!names(files).contains("Other.srt"))
    }

    @Test("DL-15: what stands behind all endings is no part of them, and who has it belongs to who has it")
    func behindEndings() {
        let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
        let files = SubtitleAutoLoad.files(
            for: "/v/Film.mp4.sealed", in: [(folder, ["Film.en.vtt.sealed", "Film.de.vtt", "Film.mp4.sealed"])],
            mode: .exact, languages: [], ending: ".sealed")
        #expect(names(files) == ["Film.en.vtt.sealed"])
        #expect(files.map(\.language) == ["en"])
    }

    @Test("all: every subtitle file, but not of the common folder")
    func all() {
        #expect(names(found(.all)).contains("Other.srt"))
        #expect(!names(found(.all)).contains("Film.txt"))
        let common = SubtitleAutoLoad.Folder(path: "/sub", takesAll: false)
        let files = SubtitleAutoLoad.files(
            for: "/v/Film.mkv", in: [(common, ["Other.srt", "Film.srt"])], mode: .all, languages: [])
        #expect(files.map(\.path) == ["/sub/Film.srt"])
    }

    @Test("folders: the video's own, relative ones below it; of an address only absolute ones")
    func folders() {
        let own = SubtitleAutoLoad.folders(for: "/v/Film.mkv", extra: ["sub", "/s", "/v", ""], common: "/c")
        #expect(own.map(\.path) == ["/v", "/v/sub", "/s", "/c"])
        #expect(own.map(\.takesAll) == [true, true, true, false])
        #expect(SubtitleAutoLoad.folders(for: "Film.mkv", extra: [], common: nil).map(\.path) == ["."])
        #expect(SubtitleAutoLoad.folders(for: "/Film.mkv", extra: [], common: nil).map(\.path) == ["/"])
        let address = SubtitleAutoLoad.folders(for: "https://x.org/v/Film.mkv", extra: ["sub", "/s"], common: nil)
        #expect(address.map(\.path) == ["/s"])
    }

    @Test("names of files are anything: no input crashes, and what is found is among the names")
    func anything() {
        var random = SeededGenerator(seed: 8)
        let pieces = [
            "Film", ".", "..", "srt", ".srt", "(", ")", "[", "]", "&", "-", "\u{10FEFF}", "本", " ", "en", "\u{301}",
        ]
        for _ in 0..<3000 {
            func name() -> String {
                (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let (video, listing) = ("/v/" + name(), (0..<3).map { _ in name() + ".srt" })
            let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
            let files = SubtitleAutoLoad.files(for: video, in: [(folder, listing)], mode: .all, languages: ["en"])
            #expect(files.allSatisfy { found in listing.contains { "/v/" + $0 == found.path } })
        }
    }

    @Test("natural order is an order")
    func naturalOrder() {
        let names = ["a2", "a10", "A1", "a02", "a", "", "b", "a2b", "a2B", "9", "10"]
        for a in names {
            #expect(!NaturalOrder.precedes(a, a))
            for b in names where a != b {
                #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a), "\(a) \(b)")
                for c in names where NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, c) {
                    #expect(NaturalOrder.precedes(a, c), "\(a) \(b) \(c)")
                }
            }
        }
        #expect(
            names.sorted(by: NaturalOrder.precedes) == [
                "", "9", "10", "a", "A1", "a02", "a2", "a2B", "a2b", "a10", "b",
            ])
    }
}
