import Addresses
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Transport

/// File transfers from OpenSSH's SFTP server and from an FTP server in Python.
@Suite(
    .enabled(if: SFTPServer.isPresent, Comment(rawValue: SFTPServer.absentReason)),
    .enabled(if: FTPServer.isPresent, Comment(rawValue: FTPServer.absentReason)))
final class FileServerTests {
    private static let film: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 10) }
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Self.film).write(to: folder.appendingPathComponent("a film.bin"))
        try Data().write(to: folder.appendingPathComponent("empty"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 784_111_777)],
            ofItemAtPath: folder.appendingPathComponent("a film.bin").path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    enum Kind: CaseIterable { case ftp, sftp }

    private struct Bench {
        let client: HTTPClient
        /// The address up to the name of a file.
        let base: String
        let server: AnyObject
    }

    private func bench(_ kind: Kind, _ change: (inout HTTPSettings) -> Void = { _ in }) throws -> Bench {
        switch kind {
        case .ftp:
            let server = try FTPServer(folder: folder.path)
            return Bench(
                client: try NetworkBench.client(change), base: "ftp://127.0.0.1:\(server.port)/", server: server)
        case .sftp:
            let server = try SFTPServer()
            let client = try NetworkBench.client {
                $0.sshFolder = server.sshFolder
                change(&$0)
            }
            return Bench(client: client, base: "sftp://127.0.0.1:\(server.port)\(folder.path)/", server: server)
        }
    }

    private func source(_ bench: Bench, _ name: String) throws -> HTTPByteSource {
        HTTPByteSource(
            HTTPRequest(try #require(Address(bench.base + name))), client: bench.client, cancel: CancelToken())
    }

    private func code(_ body: () throws -> Void) -> ByteSourceError.Code? {
        #expect(throws: ByteSourceError.self) { try body() }?.code
    }

    @Test(
        "A file server returns bytes at any offset, the length and the modification time", arguments: Kind.allCases)
    func ranges(_ kind: Kind) throws {
        let bench = try bench(kind)
        let source = try source(bench, "a%20film.bin")
        expect(source.size, is: 3_000_000)
        #expect(source.canSeek)
        try expect(source.validator().lastModified, is: "Sun, 06 Nov 1994 08:49:37 GMT")
        for offset in [2_999_000, 0, 1_500_000, 700] {
            let got = try NetworkBench.read(source, at: offset, 5000)
            #expect(!got.isEmpty)
            expect(got, is: Array(Self.film[offset..<offset + got.count]))
        }
        #expect(try NetworkBench.read(source, at: 3_000_000, 10).isEmpty)
        try expect(source.contents(), is: Self.film)
        #expect(try self.source(bench, "empty").contents().isEmpty)
    }

    @Test("A range of a file ends where requested, and its head has the file's whole length", arguments: Kind.allCases)
    func part(_ kind: Kind) throws {
        let bench = try bench(kind)
        var request = HTTPRequest(try #require(Address(bench.base + "a%20film.bin")))
        request.range = ByteRange(offset: 1000, end: 201_000)
        let exchange = bench.client.begin(request, cancel: CancelToken())
        let head = try exchange.successfulHead()
        expect(head.status, is: 206)
        expect(head.totalSize, is: 3_000_000)
        expect(head.contentRange?.range, is: request.range)
        try expect(exchange.body(limit: 1 << 20), is: Array(Self.film[1000..<201_000]))
        request.range = ByteRange(offset: 3_000_000, end: 3_000_100)
        try expect(bench.client.begin(request, cancel: CancelToken()).head().status, is: 416)
        request.range = ByteRange(offset: 4_000_000, end: nil)
        try expect(bench.client.begin(request, cancel: CancelToken()).head().status, is: 416)
    }

    @Test("A missing file on a file server is reported as not found", arguments: Kind.allCases)
    func missing(_ kind: Kind) throws {
        let bench = try bench(kind)
        expect(code { _ = try source(bench, "none.bin").contents() }, is: .notFound)
    }

    @Test("An SFTP server with an unknown key is refused, and a refused sign-in is reported")
    func strangers() throws {
        let bench = try bench(.sftp)
        let server = try #require(bench.server as? SFTPServer)
        let known = server.sshFolder + "/known_hosts"
        let line = try String(contentsOfFile: known, encoding: .utf8)
        try "".write(toFile: known, atomically: true, encoding: .utf8)
        expect(code { _ = try source(bench, "empty").contents() }, is: .unknownServerKey)
        bench.client.settings.sshFolder = nil
        expect(code { _ = try source(bench, "empty").contents() }, is: .unknownServerKey)
        try line.write(toFile: known, atomically: true, encoding: .utf8)
        bench.client.settings.sshFolder = server.sshFolder
        try FileManager.default.removeItem(atPath: server.sshFolder + "/id_ed25519")
        expect(code { _ = try source(bench, "empty").contents() }, is: .signInRefused)
    }

    @Test("The FTP user and password come from the address, and a wrong password is reported")
    func password() throws {
        let bench = try bench(.ftp)
        let place = bench.base.dropFirst("ftp://".count)
        func read(_ user: String) throws -> [UInt8] {
            let address = try #require(Address("ftp://\(user)@\(place)a%20film.bin"))
            return try HTTPByteSource(HTTPRequest(address), client: bench.client, cancel: CancelToken()).contents()
        }
        try expect(read("viewer:secret"), is: Self.film)
        expect(code { _ = try read("viewer:wrong") }, is: .signInRefused)
    }

    @Test("File servers cannot be reached through a redirect or by a kiosk with server bounds")
    func forbidden() throws {
        let bench = try bench(.ftp) { $0.servers = ServerBounds("any") }
        expect(code { _ = try source(bench, "empty").contents() }, is: .forbiddenScheme)
        let target = bench.base + "empty"
        let server = try FaultServer { _ in .redirect(to: target) }
        let address = try #require(Address("http://127.0.0.1:\(server.port)/film"))
        let client = try NetworkBench.client()
        expect(
            code { _ = try HTTPByteSource(HTTPRequest(address), client: client, cancel: CancelToken()).contents() },
            is: .forbiddenScheme)
    }

    @Test("A file server that reports an impossible length gives a file of unknown length")
    func impossibleLength() throws {
        let address = try #require(Address("ftp://127.0.0.1/a"))
        for rest in [Int64.max, .min, -1] {
            let head = HTTPHead(
                ofFile: ByteRange(offset: 1000, end: nil), rest: rest, changed: rest, at: address, isBehindEnd: false)
            expect(head.status, is: 200)
            expect(head.totalSize, is: nil)
        }
    }

    @Test("A file server behind an HTTP proxy is reached through a tunnel")
    func proxy() throws {
        let proxy = try ProxyServer()
        for kind in Kind.allCases {
            let bench = try bench(kind) { $0.proxy = "http://127.0.0.1:\(proxy.port)" }
            try expect(source(bench, "a%20film.bin").contents(), is: Self.film)
        }
        #expect(!proxy.orders.isEmpty && proxy.orders.allSatisfy { $0.kind == .connect })
    }
}
