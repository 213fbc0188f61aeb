import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Downloads

/// Options, cookies and waits of a single download's requests.
struct OwnRequestTests {
    private let bytes = DownloadBench.bytes(100_000)

    @Test("the request options of a download are stored with it")
    func kept() throws {
        var request = DownloadRequest(.video("http://a.test/f.mp4"), folder: "/v")
        request.requestOptions = ["user-agent=x", "header=X-Key: a,b"]
        let item = DownloadItem(request, id: .random(), order: 1, added: 2)
        expect(DownloadItem(item.json)?.requestOptions, is: request.requestOptions)
    }

    @Test("the request options of a download configure a client that only its own requests use")
    func client() throws {
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let client = bench.client
        bench.requestMeans = { (options, origin) throws(DownloadProblem) in
            guard options != ["bad=1"] else { throw DownloadProblem(.notPossible, detail: "bad") }
            let own = HTTPClient(sharing: client) { $0.userAgent = options.joined() + (origin ?? "") }
            return RequestMeans(client: own, resolver: AddressResolver(client: own))
        }
        let manager = try bench.open()
        let own = try manager.add(bench.request(server.address("/a.bin")) { $0.requestOptions = ["x=y "] })
        let other = try manager.add(bench.request(server.address("/b.bin")))
        for id in [own, other] { expect(bench.finished(id)?.item.label, is: .done) }
        let origin = "http://127.0.0.1:\(server.port)"
        #expect(server.requests(for: "/a.bin").allSatisfy { $0["user-agent"] == "x=y " + origin })
        #expect(server.requests(for: "/b.bin").allSatisfy { $0["user-agent"] == "test" })
        #expect(throws: DownloadProblem(.notPossible, detail: "bad")) {
            try manager.add(bench.request(server.address("/c.bin")) { $0.requestOptions = ["bad=1"] })
        }
    }

    @Test(
        "a file gets the name that the server sends, without folders, unless the user chose a title",
        arguments: [
            (#"attachment; filename="../Evening talk 7.mp4""#, nil, "Evening talk 7.mp4"),
            ("attachment; filename=talk", nil, "talk.webm"), ("attachment; filename=a.mp4", "Mine", "Mine.mp4"),
        ])
    func serverName(field: String, title: String?, name: String) throws {
        let bytes = bytes
        let server = try FaultServer { request in
            var reply = FaultReply.file(bytes, for: request)
            reply.headers.removeAll { $0.name == "Content-Type" }
            reply.headers += [("Content-Disposition", field), ("Content-Type", "video/webm")]
            return reply
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address("/get")) { $0.title = title })
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has(name, bytes) as Bool)
    }

    @Test(
        "the sound alone is available only from a file that contains nothing else",
        arguments: [("/a.mp4", nil), ("/a.flac", nil), ("/a", "audio/mpeg"), ("/a.ogg", "video/ogg")])
    func soundAlone(path: String, type: String?) throws {
        let bytes = bytes
        let server = try FaultServer { request in
            var reply = FaultReply.file(bytes, for: request)
            if let type { reply.headers = reply.headers.map { $0.name == "Content-Type" ? ($0.name, type) : $0 } }
            return reply
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(
            bench.request(server.address(path)) { $0.wishes.definitions = [DefinitionInfo.Key.audio.rawValue] })
        let item = try #require(bench.finished(id)?.item)
        let isSound = path == "/a.flac" || type == "audio/mpeg"
        expect(item.label, is: (isSound ? .done : .failed))
        expect(item.problem, is: (isSound ? nil : DownloadProblem(.noSuchDefinition)))
    }

    @Test("cookies set during a download are sent with its later requests")
    func cookies() throws {
        let bytes = DownloadBench.bytes(3 << 20)
        let server = try FaultServer { request in
            guard request["cookie"] == "s=1" else {
                var reply = FaultReply.redirect(to: request.path)
                reply.headers.append(("Set-Cookie", "s=1; Path=\(request.path)"))
                return reply
            }
            return .file(bytes, for: request)
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address("/a.bin")))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("a.bin", bytes) as Bool)
        expect(server.requests.first?["cookie"], is: nil)
    }

    @Test("a server's Retry-After of ten minutes is obeyed, and resuming by hand retries at once")
    func asked() throws {
        let bytes = DownloadBench.bytes(3 << 20)
        let server = try FaultServer { request in
            guard request.number == 0 else { return .file(bytes, for: request) }
            var reply = FaultReply(429)
            reply.headers = [("Retry-After", "600")]
            return reply
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address("/a.bin")))
        let status = try #require(bench.wait(id) { $0.activity.retry.map { $0.seconds > 500 } ?? false })
        let words = try #require(DownloadWords.note(.downloading, status.activity))
        #expect(words.wholeMatch(of: /server error 429, next try at \d\d:\d\d/) != nil, "\(words)")
        try manager.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("a.bin", bytes) as Bool)
    }

    @Test(
        "a torrent or Metalink file fails with a problem that names its kind",
        arguments: [
            ("torrent", "d8:announce20:http://t.test/announ4:infod6:lengthi9eee"),
            ("metalink", "<?xml version=\"1.0\"?>\n<metalink xmlns=\"urn:ietf:params:xml:ns:metalink\"></metalink>"),
        ])
    func listings(_ kind: String, _ text: String) throws {
        let server = try FaultServer(file: Array(text.utf8))
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/film")))
        expect(bench.finished(id)?.item.problem, is: DownloadProblem(.listing, detail: kind))
        expect(bench.contents("film"), is: nil)
    }

    @Test("DL-06: a file that vanished is reported at the next check, and resuming downloads it again")
    func vanished() throws {
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        try FileManager.default.removeItem(atPath: bench.folder + "/film.bin")
        manager.lookForFiles()
        #expect(bench.wait(id) { $0.item.label == .fileLost } != nil)
        try FileManager.default.createDirectory(atPath: bench.folder, withIntermediateDirectories: true)
        try manager.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        try FileManager.default.removeItem(atPath: bench.folder + "/film.bin")
        // No check of the files comes before this one.
        try manager.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", bytes) as Bool)
    }
}
