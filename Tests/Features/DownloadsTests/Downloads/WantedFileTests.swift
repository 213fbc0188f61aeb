import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// Wishes of the user about the downloaded file, and what servers report of it.
struct WantedFileTests {
    private static let film = DownloadBench.bytes(3 << 20)

    @Test(
        "a requested file name is made safe, stays within the folder, and never replaces a file",
        arguments: [
            ("mine.mp4", "mine.mp4"), ("mine", "mine"), ("..", "video"), ("../../up.mp4", "_.._up.mp4"),
            ("/etc/x.mp4", "_etc_x.mp4"), ("a\u{1B}[2Jb\u{202E}.mp4", "a[2Jb.mp4"), ("there.mp4", "there (2).mp4"),
        ])
    func names(_ name: String, _ file: String) throws {
        let server = try FaultServer(file: [1, 2, 3])
        let bench = try DownloadBench()
        try FileManager.default.createDirectory(atPath: bench.folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: bench.folder + "/there.mp4"))
        let id = try bench.open().add(bench.request(server.address()) { $0.wishes.name = name })
        expect(bench.finished(id)?.item.files.map(\.name), is: [file])
        expect(bench.contents(file), is: [1, 2, 3])
    }

    @Test("a requested checksum decides whether a file is complete, and a stream with one fails")
    func checksums() throws {
        let bytes = Array("abc".utf8)
        let server = try FaultServer { request in
            request.path == "/a.m3u8"
                ? FaultReply(200, Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n".utf8))
                : .file(bytes, for: request)
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        func outcome(_ path: String, _ digits: String) throws -> DownloadProblem? {
            let checksum = try #require(DownloadChecksum("SHA-256=" + digits))
            let id = try manager.add(bench.request(server.address(path)) { $0.wishes.checksum = checksum })
            return try #require(bench.finished(id)).item.problem
        }
        // The example of FIPS 180-4.
        let right = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
        try expect(outcome("/right.mp4", right), is: nil)
        let problem = try #require(try outcome("/wrong.mp4", String(repeating: "0", count: 64)))
        #expect(problem == DownloadProblem(.checksum, detail: right.lowercased()) && problem.exitStatus == 32)
        expect(bench.contents("wrong.mp4"), is: nil)
        try expect(outcome("/a.m3u8", right)?.code, is: .checksum)
        for text in ["", "sha-256", "sha-256=00", "md5=" + right, right] { expect(DownloadChecksum(text), is: nil) }
    }

    @Test("wishes about the file survive a restart of the service")
    func kept() throws {
        let bench = try DownloadBench()
        let server = try FaultServer(file: [1])
        var wishes = DownloadWishes()
        wishes.name = "mine.mp4"
        wishes.checksum = DownloadChecksum("sha-256=" + String(repeating: "a", count: 64))
        (wishes.keepsServerTime, wishes.umask) = (true, 0o027)
        let id = try bench.open().add(
            bench.request(server.address()) { ($0.wishes, $0.startsPaused) = (wishes, true) })
        bench.close()
        try expect(bench.open().status(of: id)?.status.item.wishes, is: wishes)
    }

    @Test("files and folders get the umask of the user who requested them, also at the same time")
    func rights() throws {
        let server = try FaultServer(file: [1, 2, 3])
        let bench = try DownloadBench()
        let manager = try bench.open()
        let masks: [UInt32?] = [0o027, 0o077, 0o002, nil]
        let ids = try masks.enumerated().map { number, mask in
            try manager.add(
                bench.request(server.address("/\(number).mp4")) {
                    $0.wishes.umask = mask
                    $0.folder += "/\(number)"
                })
        }
        let own = umask(0o022)
        umask(own)
        for (number, (id, mask)) in zip(ids, masks).enumerated() {
            expect(bench.finished(id)?.item.label, is: .done)
            let free = 0o777 & ~(mask ?? UInt32(own))
            for (name, rights) in [("\(number)", free), ("\(number)/\(number).mp4", free & 0o666)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder + "/" + name)
                #expect(attributes[.posixPermissions] as? Int == Int(rights), "\(name)")
            }
        }
    }

    @Test("a file gets the server's modification time only if that is requested", arguments: [true, false])
    func time(_ isWanted: Bool) throws {
        let server = try FaultServer { request in
            var reply = FaultReply.file([1, 2, 3], for: request)
            reply.headers.append(("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"))
            return reply
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()) { $0.wishes.keepsServerTime = isWanted })
        expect(bench.finished(id)?.item.label, is: .done)
        let path = bench.folder + "/film.bin"
        let date = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        expect((date.timeIntervalSince1970 == 784_111_777), is: isWanted)
    }

    // MARK: answers of servers

    /// `film ` two thousand times, compressed with gzip.
    private static let packed =
        "H4sIAAAAAAACA+3EQQkAAAgEsCqmOxC0/9ccwvZYerYiSZIkSZIkSZIkSZIkSdLvDm53dnsQJwAA"
    private static let plain = Array(String(repeating: "film ", count: 2000).utf8)

    private func coded(_ coding: String, _ bytes: [UInt8]) throws -> FaultServer {
        try FaultServer { request in
            var reply = FaultReply.file(bytes, for: request)
            reply.headers.append(("Content-Encoding", coding))
            return reply
        }
    }

    @Test("a file sent compressed without request is unpacked except for archives; other codings fail")
    func codings() throws {
        let packed = Array(try #require(Data(base64Encoded: Self.packed)))
        for (coding, path, sent, kept) in [
            ("gzip", "film.mp4", packed, Self.plain), ("X-GZIP", "b.mp4", packed + packed, Self.plain + Self.plain),
            ("gzip", "film.tar.gz", packed, packed), ("gzip", "lie.mp4", [1, 2, 3], [1, 2, 3]),
        ] {
            let server = try coded(coding, sent)
            let bench = try DownloadBench()
            let id = try bench.open().add(bench.request(server.address("/" + path)))
            let item = try #require(bench.finished(id)).item
            #expect(item.label == .done && item.totalSize == Int64(kept.count), "\(path)")
            #expect(bench.has(path, kept), "\(path)")
            try expect(FileManager.default.contentsOfDirectory(atPath: bench.folder), is: [path])
        }
        let server = try coded("br", packed)
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/film.mp4")))
        let problem = try #require(bench.finished(id)?.item.problem)
        expect(problem, is: DownloadProblem(.unreadable, detail: "compressed (br) without being asked to"))
        expect(server.requests.count, is: 1)
        let damaged = try coded("gzip", Array(packed.dropLast(12)))
        let other = try DownloadBench()
        let broken = try other.open().add(other.request(damaged.address("/film.mp4")))
        expect(other.finished(broken)?.item.problem?.code, is: .unreadable)
        expect(other.contents("film.mp4"), is: nil)
    }

    @Test("a response without a length and without bytes is not a complete file")
    func nothing() throws {
        let server = try FaultServer { _ in
            var reply = FaultReply(200)
            reply.framing = .untilClose
            return reply
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/film.mp4")))
        expect(bench.finished(id)?.item.problem?.code, is: .incomplete)
        expect(bench.contents("film.mp4"), is: nil)
    }

    @Test(
        "changed bytes under the same tag and length are noticed on resuming, and replace the old ones")
    func sameTag() throws {
        let (old, new) = (Self.film, DownloadBench.bytes(3 << 20, seed: 2))
        let isNew = Monitor(false)
        let server = try FaultServer { request in
            isNew.withLock { $0 }
                ? .file(new, for: request) : .file(old, for: request, faults: [.stall(after: 600_000)])
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerHost = 1
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        #expect(bench.wait(id) { $0.done >= 500_000 } != nil)
        try manager.pause(id)
        #expect(bench.wait(id) { $0.item.state == .paused && $0.phase == .idle } != nil)
        isNew.update { $0 = true }
        let count = server.requests.count
        server.release()
        try manager.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        let ranges = server.requests.map { $0["range"] ?? "" }
        #expect(bench.has("film.bin", new), "\(ranges[..<count]), then \(ranges[count...])")
    }

    @Test("changed bytes are noticed when a connection is made again within a run")
    func sameTagAfterACut() throws {
        let (old, new) = (Self.film, DownloadBench.bytes(3 << 20, seed: 2))
        let server = try FaultServer { request in
            request.number == 0
                ? .file(old, for: request, faults: [.reset(after: 600_000)]) : .file(new, for: request)
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerHost = 1
        let id = try bench.open().add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", new) as Bool)
    }
}
