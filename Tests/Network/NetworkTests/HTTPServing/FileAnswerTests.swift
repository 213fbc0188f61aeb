import Addresses
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import HTTPServing

/// Responses with files, from a client's point of view.
struct FileAnswerTests {
    @Test(
        "ranges are parsed by RFC 9110, and an invalid one requests the whole file",
        arguments: [
            ("bytes=0-9", .part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-5", .part(95..<100)),
            ("BYTES=5-5", .part(5..<6)), ("bytes=50-99999999999999999999", .part(50..<100)),
            ("bytes=-99999999999999999999", .part(0..<100)), ("bytes=100-", .beyondEnd), ("bytes=-0", .beyondEnd),
            ("bytes=9-3", .whole), ("bytes=0-1,3-4", .whole), ("bytes=", .whole), ("bytes=-", .whole),
            ("bytes=a-b", .whole), ("items=0-1", .whole), ("bytes=--1", .whole), ("bytes=+1-2", .whole),
        ] as [(String, ByteRangeRequest)])
    func ranges(text: String, expected: ByteRangeRequest) {
        expect(ByteRangeRequest(text, size: 100), is: expected)
    }

    @Test func anEmptyFileHasNoRange() {
        expect(ByteRangeRequest("bytes=0-", size: 0), is: .beyondEnd)
        expect(ByteRangeRequest("bytes=-1", size: 0), is: .beyondEnd)
    }

    private struct Site {
        let folder: URL
        let server: HTTPServer
        let client: HTTPClient

        init() throws {
            let folder = try BuiltProgram.temporaryFolder()
            self.folder = folder
            server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) { request in
                let path = folder.path + "/" + (request.target.segments.first ?? "")
                return (try? HTTPServerResponse.file(path, type: "video/mp2t", for: request)) ?? .notFound
            }
            var settings = HTTPSettings(userAgent: "tvplay/test")
            settings.proxy = ""
            settings.retries = 0
            client = try #require(HTTPClient(settings), "libcurl is missing")
        }

        func write(_ bytes: [UInt8], _ name: String = "file") throws {
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }

        func get(
            _ method: HTTPRequest.Method = .get, _ name: String = "file", _ fields: [String: String] = [:]
        ) throws -> HTTPExchange {
            var request = HTTPRequest(try #require(Address("http://127.0.0.1:\(server.port)/\(name)")))
            request.method = method
            request.headers = fields.compactMap { HTTPHeader(name: $0.key, value: $0.value) }
            return client.begin(request, cancel: CancelToken())
        }
    }

    private static let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

    @Test func wholeFilesAndRangesAreServed() throws {
        let site = try Site()
        defer { BuiltProgram.remove(site.folder) }
        try site.write(Self.bytes)
        let whole = try site.get()
        try expect(whole.body(limit: 1 << 20), is: Self.bytes)
        let head = try whole.head()
        #expect(head.status == 200 && head["accept-ranges"] == "bytes" && head["content-type"] == "video/mp2t")
        let tag = try #require(head["etag"])
        let part = try site.get(.get, "file", ["Range": "bytes=1000-50999", "If-Range": tag])
        try expect(part.body(limit: 1 << 20), is: Array(Self.bytes[1000..<51_000]))
        try expect(part.head().status, is: 206)
        try expect(part.head()["content-range"], is: "bytes 1000-50999/100000")
        // A client that has bytes of another file gets all of this one.
        let other = try site.get(.get, "file", ["Range": "bytes=1000-", "If-Range": "\"other\""])
        try expect(other.head().status, is: 200)
        try expect(other.body(limit: 1 << 20), is: Self.bytes)
        let beyond = try site.get(.get, "file", ["Range": "bytes=100000-"]).head()
        #expect(beyond.status == 416 && beyond["content-range"] == "bytes */100000")
        let known = try site.get(.get, "file", ["If-None-Match": tag]).head()
        expect(known.status, is: 304)
        let short = try site.get(.head, "file", ["Range": "bytes=0-1"]).head()
        #expect(short.status == 200 && short.contentLength == 100_000)
        try site.write([])
        try expect(site.get().body(limit: 10), is: [])
    }

    @Test func aGrownFileIsSentWholeForAnOldTag() throws {
        let site = try Site()
        defer { BuiltProgram.remove(site.folder) }
        try site.write(Self.bytes)
        let before = try #require(try site.get().head()["etag"])
        try site.write(Self.bytes + [1])
        let after = try site.get(.get, "file", ["Range": "bytes=0-9", "If-Range": before])
        try expect(after.head().status, is: 200)
        try expect(after.body(limit: 1 << 20).count, is: Self.bytes.count + 1)
    }

    @Test func symbolicLinksAndFoldersAreNotServed() throws {
        let site = try Site()
        defer { BuiltProgram.remove(site.folder) }
        try FileManager.default.createSymbolicLink(
            atPath: site.folder.path + "/link", withDestinationPath: "/etc/passwd")
        try expect(site.get(.get, "link").head().status, is: 404)
        try expect(site.get(.get, "").head().status, is: 404)
    }

    @Test("a large file is sent from the disk without being read into memory")
    func memory() throws {
        let site = try Site()
        defer { BuiltProgram.remove(site.folder) }
        let path = site.folder.path + "/large"
        try Data().write(to: URL(fileURLWithPath: path))
        expect(truncate(path, 400 << 20), is: 0)
        let before = ProcessMemory.resident
        let exchanges = try (0..<8).map { _ in try site.get(.get, "large", ["Range": "bytes=1-"]) }
        for exchange in exchanges { try expect(exchange.head().contentLength, is: (400 << 20) - 1) }
        #expect(ProcessMemory.resident - before < 64 << 20)
        for exchange in exchanges { exchange.cancel() }
    }
}

private enum ProcessMemory {
    /// The resident memory in bytes.
    static var resident: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }
}
