import PlayCore
import PlayerScreen
import TestSupport
import Testing

@Suite("ScreenshotTemplate")
struct ScreenshotTemplateTests {
    static let date = LocalDate(year: 2026, month: 3, day: 7, hour: 8, minute: 9, second: 5)

    static func origin(_ item: String, _ position: MediaTime = .milliseconds(3_754_042)) -> ScreenshotOrigin {
        ScreenshotOrigin(item: item, position: position, date: date)
    }

    @Test(
        "mpv's placeholders are replaced",
        arguments: [
            ("%F-%n", "road-0003"), ("%f %02n", "road.mkv 03"), ("shot%#04n", "shot0003"), ("%p", "01:02:34-3"),
            ("%P", "01:02:34.042-3"), ("%wH.%wh.%wM.%wm.%wS.%ws.%wT", "01.1.02.62.34.3754.042-3"),
            ("%tY-%tm-%td %tH%tM%tS", "2026-03-07 080905-3"), ("100%%", "100%-3"),
        ])
    func placeholders(template: String, name: String) throws {
        let template = try #require(ScreenshotTemplate(template))
        expect(template.name(Self.origin("/films/road.mkv"), number: 3), is: name)
    }

    @Test(
        "an invalid template is refused",
        arguments: ["", "a/b", "/tmp/%n", "%", "%q", "%0n", "%w", "%wX", "%tZ", "%{path}", "%x%n"])
    func refused(text: String) { expect(ScreenshotTemplate(text), is: nil) }

    @Test(
        "names from outside never choose paths, hide files, become options or contain control characters",
        arguments: [
            ("https://host/..%2f?key=secret", "..%2f", "_.%2f"), ("/a/..", "..", "_."),
            ("/a/.bashrc", ".bashrc", "_bashrc"),
            ("/a/-rf", "-rf", "_rf"), ("/a/x\u{1B}]52;c\u{7}\n\u{202E}y", "", "x_]52;c___y"),
            ("/a/ ", " ", "screenshot"),
            ("-", "stdin", "stdin"), ("https://host/film.m3u8?token=1#x", "film.m3u8", "film.m3u8"),
        ])
    func safety(item: String, fileName: String, name: String) throws {
        let template = try #require(ScreenshotTemplate("%f"))
        let origin = Self.origin(item)
        if !fileName.isEmpty { expect(origin.fileName, is: fileName) }
        expect(template.name(origin, number: 1), is: name)
    }

    @Test("a long name is cut between characters to fit a file system, and keeps its number")
    func length() throws {
        let template = try #require(ScreenshotTemplate("%f"))
        let name = template.name(Self.origin("/a/" + String(repeating: "长", count: 300)), number: 12)
        #expect(name.utf8.count <= 200)
        #expect(name.hasSuffix("长-12"))
    }
}
