import Addresses
import DownloadModel
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// Pages sent instead of files, by a network with a log-in page or by a server in trouble.
struct SubstitutePageTests {
    private static func page(_ type: String = "text/html; charset=utf-8") -> FaultReply {
        var reply = FaultReply(200, Array("<!DOCTYPE html><html><body>Please log in</body></html>".utf8))
        reply.headers = [("Content-Type", type)]
        return reply
    }

    @Test("a page is recognised by its first bytes, or by its media type if it is text")
    func recognized() {
        for text in ["<!doctype HTML>", "\u{FEFF}\n <html lang=en>", "<head>", "<BODY>", "<script>a"] {
            #expect(SubstitutePage.isPage(Array(text.utf8)), "\(text)")
        }
        #expect(SubstitutePage.isPage(Array("Please log in".utf8), type: "text/html"))
        for bytes in [[], Array("#EXTM3U".utf8), Array("WEBVTT".utf8), Array("<?xml version='1'?><MPD>".utf8)] {
            #expect(!SubstitutePage.isPage(bytes))
        }
        // Some servers send films as text.
        #expect(!SubstitutePage.isPage([0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70], type: "text/html"))
    }

    @Test(
        "a download waits while the server sends a page instead, and keeps the bytes already loaded",
        arguments: ["text/html", "application/json", "application/octet-stream", "redirect"])
    func middle(_ type: String) throws {
        let bytes = DownloadBench.bytes(6 << 20)
        let hasGone = Monitor(false)
        let server = try FaultServer { request in
            if request.path == "/login" { return Self.page() }
            let start = request.range(of: bytes.count)?.lowerBound ?? 0
            if start >= 2 << 20, !hasGone.withLock({ $0 }) {
                return type == "redirect" ? .redirect(to: "/login") : Self.page(type)
            }
            return .file(bytes, for: request, faults: start < 2 << 20 ? [.close(after: (5 << 19) - start)] : [])
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerItem = 1
        let id = try bench.open().add(bench.request(server.address("/p.mp4")))
        let status = try #require(bench.wait(id) { $0.activity.retry?.cause == .page })
        #expect(status.done >= 2 << 20)
        // The service is restarted and receives the page as well.
        bench.close()
        try bench.open()
        #expect(bench.wait(id) { $0.activity.retry?.cause == .page } != nil)
        let count = server.requests.count
        hasGone.update { $0 = true }
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("p.mp4", bytes) as Bool)
        // No request started at the beginning of the file again.
        #expect(server.requests.dropFirst(count).allSatisfy { ($0.range(of: bytes.count)?.lowerBound ?? 0) > 0 })
    }

    @Test(
        "a page sent under a film's name is refused under any media type and leaves no file",
        arguments: ["text/html", "application/octet-stream", "video/mp4"])
    func refused(_ type: String) throws {
        let server = try FaultServer { _ in Self.page(type) }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/html.mp4")))
        let item = try #require(bench.finished(id)).item
        #expect(item.label == .failed && item.problem?.code == .page)
        expect(bench.contents("html.mp4"), is: nil)
    }

    @Test(
        "a message about an error that is sent under a film's name is refused, and under a text's name it is the file",
        arguments: ["application/json", "application/xml", "text/plain", nil])
    func messages(_ type: String?) throws {
        let text = Array("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>".utf8)
        let server = try FaultServer { _ in
            var reply = FaultReply(200, text)
            reply.headers = type.map { [("Content-Type", $0)] } ?? []
            return reply
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let film = try manager.add(bench.request(server.address("/film.mp4")))
        expect(bench.finished(film)?.item.problem?.code, is: .page)
        let notes = try manager.add(bench.request(server.address("/notes.xml")))
        expect(bench.finished(notes)?.item.label, is: .done)
        #expect(bench.has("notes.xml", text))
    }

    @Test("an address that is named like a page is downloaded as a page")
    func wanted() throws {
        let server = try FaultServer { _ in Self.page() }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/notes.html")))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("notes.html", Self.page().body))
    }

    @Test("a page instead of a segment is retried, and a page instead of a playlist fails")
    func streams() throws {
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST\n"
        let hasGone = Monitor(false)
        let server = try FaultServer { request in
            switch request.path {
            case "/list.m3u8": .file(Array(list.utf8), for: request)
            case "/b.ts" where !hasGone.withLock { $0 }: Self.page()
            case "/none.m3u8": Self.page()
            default: .file(DownloadBench.bytes(5000), for: request)
            }
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address("/list.m3u8")))
        #expect(bench.wait(id) { $0.activity.retry?.cause == .page } != nil)
        hasGone.update { $0 = true }
        expect(bench.finished(id)?.item.label, is: .done)
        let none = try manager.add(bench.request(server.address("/none.m3u8")))
        expect(bench.finished(none)?.item.problem?.code, is: .page)
    }
}
