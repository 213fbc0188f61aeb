import PlayCore
import Testing

@testable import Manifests

/// Chapters in files of their own.
struct ChapterFileTests {
    private func chapters(_ text: String) throws -> [Chapter] { try ChapterFile.parse(Array(text.utf8)) }

    private func chapter(_ start: MediaTime, _ end: MediaTime, _ title: String?) -> Chapter {
        Chapter(range: MediaRange(start: start, end: end), title: title)
    }

    @Test("Podcasting 2.0: chapters are put in order, each up to its end or the next one; hidden ones only end others")
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
        #expect(
            found == [
                chapter(.zero, .seconds(168), "Intro"), chapter(.seconds(168), .milliseconds(260_500), "Hearing Aids"),
                chapter(.milliseconds(260_500), .seconds(300), "Progress"), chapter(.seconds(380), .seconds(420), nil),
            ])
    }

    @Test("FFmpeg's metadata: times in the chapter's own unit, escapes undone, what belongs to no chapter left out")
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
        #expect(
            found == [
                chapter(.zero, .seconds(60), "one = two # three"), chapter(.seconds(60), .seconds(60), "Nanoseconds"),
            ])
    }

    @Test(
        "what is no file of chapters is an error, and hostile ones cost nothing",
        arguments: [
            "", "{}", "[1]", "<html></html>", #"{"chapters": [{"startTime": "zero"}]}"#,
            String(repeating: "[", count: 2 << 20),
        ])
    func malformed(_ text: String) throws {
        #expect(throws: ManifestError.self) { try chapters(text) }
    }

    @Test("times that no clock has are left out")
    func extremes() throws {
        #expect(try chapters(#"{"chapters": [{"startTime": 1e300}, {"startTime": 1, "endTime": -1}]}"#).count == 1)
        #expect(
            try chapters(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0\nSTART=9e999\nEND=x\n")
                == [chapter(.zero, .zero, nil)])
    }
}
