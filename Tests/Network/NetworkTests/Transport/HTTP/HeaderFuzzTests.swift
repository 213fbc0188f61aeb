import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

/// Fields of servers: random input ends in clean values or nothing.
@Suite(.serialized)
struct HeaderFuzzTests {
    private func bytes(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    @Test("the file name of a mutated field never leads to a folder")
    func names() {
        let seeds = bytes(
            "attachment; filename=\"Evening talk 7.mp4\";",
            "attachment; filename=\"x.mp4\"; filename*=UTF-8''%E6%B8%AF%209.mp4",
            "inline; filename=\"../..\\\\a\\\"b.mp4\"", "attachment; filename*=iso-8859-1'de'%FCber.mp4; filename=a;b")
        ReaderFuzz.run("ContentDisposition", 3000, of: seeds) { bytes in
            guard let name = ContentDisposition.fileName(String(decoding: bytes, as: UTF8.self)) else { return false }
            #expect(!name.isEmpty && !name.contains("/") && !name.contains("\\") && name != "..")
            return true
        }
    }

    @Test("mutated cookies are bounded in number, and none belongs to a foreign host without a dot")
    func cookies() throws {
        let address = try #require(Address("https://media.site.example/a/b?c"))
        let other = try #require(Address("https://localhost/"))
        let seeds = bytes(
            "pass=7; Domain=.site.example; Path=/a; Secure; Expires=4102444800; b=\"x y\"; Domain=com; c=1")
        ReaderFuzz.run("CookieScope", 1500, of: seeds) { bytes in
            let found = CookieScope.cookies(String(decoding: bytes, as: UTF8.self), with: address, now: 1)
            #expect(found.count <= 101 && found.allSatisfy { $0.scope?.contains(other) != true })
            return !found.isEmpty
        }
    }

    @Test("mutated heads yield a status and fields within the limit")
    func heads() {
        let seeds = bytes(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 206 Partial\r\nContent-Range: bytes 0-9/20\r\nRetry-After: 5\r\n\r\n",
            "ICY 200 OK\r\nicy-name: Radio\r\nicy-metaint:8192\r\n\r\n")
        ReaderFuzz.run("HeadReader", 1500, of: seeds) { bytes in
            var reader = HeadReader()
            var heads = 0
            for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                if case .head = line.withUnsafeBytes({ reader.read($0) }) { heads += 1 }
            }
            return heads > 0
        }
    }

    @Test("the titles of a mutated station are removed without leaving the piece")
    func stations() throws {
        let address = try #require(Address("http://radio.example/"))
        let head = HTTPHead(status: 200, fields: [HTTPHead.Field(name: "icy-metaint", value: "16")], address: address)
        let sound = [UInt8](repeating: 7, count: 16)
        let seed =
            sound + [2] + Array("StreamTitle='A; b's - c';".utf8) + [0, 0, 0, 0, 0, 0, 0] + sound + [0] + sound + [255]
        try ReaderFuzz.run("StationTitles", 3000, of: [seed]) { bytes in
            var titles = try #require(StationTitles(head))
            var piece = bytes
            let count = piece.withUnsafeMutableBytes { titles.removeTitles(from: $0) }
            #expect(count <= bytes.count)
            return titles.title != nil
        }
    }

    @Test("a mutated address is refused, or is read again from its own text")
    func addresses() throws {
        let base = try #require(Address("https://h.example/a/b?c#d"))
        let seeds = bytes(
            "https://user:p%40ss@[fe80::1%25eth0]:8443/a/../b%20c?x=1&y#z", "//h/x", "../q?s", "http://é.example/ü")
        ReaderFuzz.run("Address", 1500, of: seeds) { bytes in
            guard let address = Address(String(decoding: bytes, as: UTF8.self), relativeTo: base) else { return false }
            expect(Address(address.text)?.host, is: address.host)
            return true
        }
    }
}
