import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Subtitle files beside a video")
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

    @Test("mode exact finds the video's name alone or followed by a language, and mode no finds nothing")
    func exact() {
        #expect(found(.no).isEmpty)
        let files = found(.exact)
        expect(
            names(files),
            is: [
                "film.srt", "Film.txt", "Film.chs&eng.ass", "Film.en.srt", "Film.en.forced.srt", "Film.zh-Hans.ass",
            ])
        expect(files.map(\.priority), is: [32, 32, 16, 16, 16, 16])
        expect(files.map(\.language), is: [nil, nil, "chs&eng", "en", "en", "zh-hans"])
        expect(files.map(\.isUncertain), is: [false, true, false, false, false, false])
    }

    @Test(
        "a file's purpose follows the video's name, with or without a language, in any order",
        arguments: [
            ("film.srt", nil, []), ("film.forced.srt", nil, .forced), ("film.sdh.srt", nil, .hearingImpaired),
            ("film.cc.srt", nil, .hearingImpaired), ("film.en.sdh.srt", "en", .hearingImpaired),
            ("film.forced.en.srt", "en", .forced), ("film.en.forced.srt", "en", .forced),
            ("film.en.sdh.forced.srt", "en", [.forced, .hearingImpaired]), ("film.default.srt", nil, []),
            ("film.hi.srt", "hi", []), ("film.en.hi.srt", "en", .hearingImpaired), ("film-forced.srt", nil, .forced),
            ("film.hi.en.srt", "en", .hearingImpaired), ("film.hi.forced.srt", "hi", .forced),
            ("film.foreign.srt", nil, .forced), ("film.en-forced.srt", "en", .forced),
            ("film[sdh].srt", nil, .hearingImpaired),
            ("film.English.srt", "en", []), ("film.English (SDH).srt", "en", .hearingImpaired),
            ("film.French.Forced.srt", "fr", .forced), ("film_English.srt", "en", []), ("film 简体.ass", "zh-hans", []),
            ("film.简体&英文.ass", "zh-hans&en", []), ("film.Deutsch[forced].srt", "de", .forced),
            ("film.(en).[forced].srt", "en", .forced), ("film.zh-Hans.cc.srt", "zh-hans", .hearingImpaired),
        ] as [(String, String?, TrackPurpose)])
    func purposes(_ name: String, _ language: String?, _ purpose: TrackPurpose) {
        let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
        let files = SubtitleAutoLoad.files(
            for: "/v/film.mp4", in: [(folder, [name])], mode: .exact, languages: [])
        expect(files.map(\.language), is: [language])
        expect(files.map(\.purpose), is: [purpose])
    }

    @Test("a word within the video's own name is no purpose, and a file named alone has those at its end")
    func marksOfTheName() throws {
        let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
        let files = SubtitleAutoLoad.files(
            for: "/v/The.Big.Forced.mkv", in: [(folder, ["The.Big.Forced.srt"])], mode: .exact, languages: [])
        expect(files.map(\.purpose), is: [[]])
        expect(files.map(\.language), is: [nil])
        let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\nx\n".utf8)
        let track = try SubtitleFile.track(bytes, path: "/v/old.man.en.sdh.srt")
        #expect(track.language == "en" && track.purpose == .hearingImpaired)
        try expect(SubtitleFile.track(bytes, path: "/v/The.Big.Forced.srt", purpose: []).purpose, is: [])
    }

    @Test("mode fuzzy also finds names that contain the video's, wanted languages first")
    func fuzzy() {
        let files = found(.fuzzy, languages: ["zh"])
        expect(names(files).first, is: "film.srt")
        expect(names(files)[2...3].sorted(), is: ["Film.chs&eng.ass", "Film.zh-Hans.ass"])
        expect(files[2].priority, is: 16 | 8 | 4 | 2)
        let last = names(files).suffix(3)
        expect(Array(last), is: ["Film.commentary.srt", "The Film 2.srt", "The Film 10.srt"])
        #expect(!names(files).contains("Other.srt"))
    }

    @Test(".txt and .sub files need exactly the video's name, and .sub is skipped beside a bitmap index")
    func sharedExtensions() {
        func found(_ names: [String], _ mode: SubtitleAutoLoad.Mode = .all) -> [String] {
            let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
            return self.names(
                SubtitleAutoLoad.files(for: "/v/film.mkv", in: [(folder, names)], mode: mode, languages: []))
        }
        expect(found(["film.sub", "film.pl.txt", "film.mpl"], .exact), is: ["film.mpl", "film.sub", "film.pl.txt"])
        expect(found(["film.sub", "film.IDX"]), is: [])
        expect(found(["readme.txt", "my film.txt", "film notes.txt"]), is: [])
    }

    @Test("DL-15: a sealed video has only sealed subtitles, and .sealed is not part of their names")
    func behindEndings() {
        let folder = SubtitleAutoLoad.Folder(path: "/v", takesAll: true)
        let files = SubtitleAutoLoad.files(
            for: "/v/Film.mp4.sealed", in: [(folder, ["Film.en.vtt.sealed", "Film.de.vtt", "Film.mp4.sealed"])],
            mode: .exact, languages: [], ending: ".sealed")
        expect(names(files), is: ["Film.en.vtt.sealed"])
        expect(files.map(\.language), is: ["en"])
    }

    @Test("mode all finds every subtitle file except those of the common folder")
    func all() {
        #expect(names(found(.all)).contains("Other.srt"))
        let common = SubtitleAutoLoad.Folder(path: "/sub", takesAll: false)
        let files = SubtitleAutoLoad.files(
            for: "/v/Film.mkv", in: [(common, ["Other.srt", "Film.srt"])], mode: .all, languages: [])
        expect(files.map(\.path), is: ["/sub/Film.srt"])
    }

    @Test("a local video's folder is searched with its subfolders, and for an address only absolute folders")
    func folders() {
        let own = SubtitleAutoLoad.folders(for: "/v/Film.mkv", extra: ["sub", "/s", "/v", ""], common: "/c")
        expect(own.map(\.path), is: ["/v", "/v/sub", "/s", "/c"])
        expect(own.map(\.takesAll), is: [true, true, true, false])
        expect(SubtitleAutoLoad.folders(for: "Film.mkv", extra: [], common: nil).map(\.path), is: ["."])
        expect(SubtitleAutoLoad.folders(for: "/Film.mkv", extra: [], common: nil).map(\.path), is: ["/"])
        let address = SubtitleAutoLoad.folders(for: "https://x.org/v/Film.mkv", extra: ["sub", "/s"], common: nil)
        expect(address.map(\.path), is: ["/s"])
    }

    @Test("any file names are handled, and every result is one of them")
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

    @Test("natural order is a strict order")
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
        expect(
            names.sorted(by: NaturalOrder.precedes),
            is: [
                "", "9", "10", "a", "A1", "a02", "a2", "a2B", "a2b", "a10", "b",
            ])
    }
}
