import PlayCore
import TestSupport
import Testing

@testable import Manifests

/// Chapters in separate files.
struct ChapterFileTests {
    private func chapters(_ text: String) throws -> [Chapter] { try ChapterFile.parse(Array(text.utf8)) }

    private func chapter(_ start: MediaTime, _ end: MediaTime, _ title: String?) -> Chapter {
        Chapter(range: MediaRange(start: start, end: end), title: title)
    }

    @Test("Podcasting 2.0 chapters are sorted, and hidden ones only end the previous chapter")
    func podcast() throws {
        let found = try chapters(
            #"""
            {"version": "1.2.0", "author": "x", "chapters": [
              {"startTime": 168, "title": "Hearing Aids", "url": "https://example.com"},
              {"startTime": 0, "title": "Intro", "img": "https://example.com/a.jpg"},
              {"startTime": 260.5, "endTime": 300, "title": "Progress"},
              {"startTime": 420, "toc": false, "title": "advert"},
              {"title": "no time"}, {"startTime": -3, "title": "before"}, {"startTime": 380}
            ]}
            """#)
        expect(
            found,
            is: [
                chapter(.zero, .seconds(168), "Intro"), chapter(.seconds(168), .milliseconds(260_500), "Hearing Aids"),
                chapter(.milliseconds(260_500), .seconds(300), "Progress"), chapter(.seconds(380), .seconds(420), nil),
            ])
    }

    @Test("chapters of FFmpeg metadata have times in their own unit and escapes undone")
    func metadata() throws {
        let found = try chapters(
            """
            \u{FEFF};FFMETADATA1
            title=The film
            ; a comment
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=60000
            title=one \\= two \\# three
            [CHAPTER]
            START=60000000000
            title=Nanoseconds
            [STREAM]
            title=not this one
            """)
        expect(
            found,
            is: [
                chapter(.zero, .seconds(60), "one = two # three"), chapter(.seconds(60), .seconds(60), "Nanoseconds"),
            ])
    }

    @Test(
        "a file that is no chapter file is an error, also if it is hostile",
        arguments: [
            "", "{}", "[1]", "<html></html>", #"{"chapters": [{"startTime": "zero"}]}"#,
            String(repeating: "[", count: 2 << 20),
        ])
    func malformed(_ text: String) throws {
        #expect(throws: ManifestError.self) { try chapters(text) }
    }

    @Test("impossible chapter times are skipped")
    func extremes() throws {
        try expect(chapters(#"{"chapters": [{"startTime": 1e300}, {"startTime": 1, "endTime": -1}]}"#).count, is: 1)
        try expect(
            chapters(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0\nSTART=9e999\nEND=x\n"), is: [chapter(.zero, .zero, nil)])
    }

    private static let sheet = """
        REM GENRE Rock
        PERFORMER "The Band"
        TITLE "Live"
        FILE "D:\\album \"1\".wav" WAVE
          TRACK 01 AUDIO
            TITLE "One "and" only"
            PERFORMER "The Band"
            INDEX 00 00:00:00
            INDEX 01 00:02:15
          TRACK 02 AUDIO
            TITLE Two
            PERFORMER "A Guest"
            PREGAP 00:02:00
            INDEX 01 61:30:74
            INDEX 02 62:00:00
          track 03 audio
            INDEX 00 70:00:00
        FILE two.wav WAVE
            index 01 00:00:00
          TRACK 04 MODE1/2352
            TITLE "data"
            INDEX 01 00:01:00
        """

    @Test("a cue sheet's tracks start at index 1 in 75ths of a second, and guests are named")
    func cueSheet() throws {
        let sheet = CueSheet(Self.sheet.split(separator: "\n"))
        #expect(sheet.title == "Live" && sheet.performer == "The Band")
        expect(sheet.files.map(\.name), is: [#"D:\album "1".wav"#, "two.wav"])
        expect(sheet.files.map(\.tracks.count), is: [2, 1])
        let bytes = Array(Self.sheet.utf8)
        let second = MediaTime(nanoseconds: 3_690_986_666_666)
        try expect(
            ChapterFile.parse(bytes, of: #"album "1".wav"#),
            is: [
                chapter(.milliseconds(2_200), second, #"One "and" only"#), chapter(second, second, "A Guest - Two"),
            ])
        try expect(ChapterFile.parse(bytes, of: "two.wav"), is: [chapter(.zero, .zero, nil)])
        #expect(try ChapterFile.parse(bytes, of: "three.wav").isEmpty)
    }

    @Test("a cue sheet with one file applies to a file of any name, even if the sheet is not UTF-8")
    func cueOfOne() throws {
        let text = "FILE \"a.wav\" WAVE\r\nTRACK 01 AUDIO\r\nTITLE \"\u{E9}\"\r\nINDEX 01 00:01:00\r\n"
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        let found = try ChapterFile.parse(latin, of: "b.flac") {
            String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) }))
        }
        expect(found, is: [chapter(.seconds(1), .seconds(1), "\u{E9}")])
    }

    @Test(
        "wrong lines of a cue sheet are skipped, and a sheet without a track is malformed",
        arguments: [
            "", "INDEX 01 00:00:00", "FILE a WAVE\nINDEX 01 00:00:00", "TRACK 01 AUDIO\nINDEX 01 00:00:00",
            "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 00:60:00", "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:75",
            "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 -1:00:00", "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 00 00:00:00",
            "FILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 99999999999999999999:00:00", "FILE\nTRACK\nINDEX\nTITLE",
        ])
    func wrongCue(_ text: String) {
        #expect(throws: ManifestError.self) { try ChapterFile.parse(Array(text.utf8)) }
    }
}
