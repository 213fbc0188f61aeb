import Addresses
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import ByteCaches
@testable import Downloads

/// Whole downloads from a server that behaves correctly.
struct FileDownloadTests {
    @Test("DL-10, DL-19, DL-24: a file is downloaded over several ranges at once, complete and without any byte twice")
    func ranges() throws {
        let bytes = DownloadBench.bytes(11 << 20 + 77)
        let server = try FaultServer(file: bytes) { $0.number == 0 ? [] : [.throttle(bytesPerSecond: 40 << 20)] }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()))
        let status = try #require(bench.finished(id))
        expect(status.item.label, is: .done)
        expect(status.fraction, is: 1)
        expect(status.item.totalSize, is: Int64(bytes.count))
        #expect(bench.has("film.bin", bytes) as Bool)
        expect(bench.contents("film.bin.tvpart"), is: nil)
        let spans = server.requests.compactMap { $0.range(of: bytes.count) }
        expect(spans.reduce(0) { $0 + $1.count }, is: bytes.count)
        #expect(server.connectionCount > 2)
    }

    @Test("ADV-74: a download restarts when the content changes on the server, and never mixes versions")
    func changing() throws {
        let old = DownloadBench.bytes(6 << 20, seed: 1)
        let new = DownloadBench.bytes(6 << 20, seed: 2)
        let server = try FaultServer { request in
            request.number < 3
                ? .file(old, for: request, entityTag: "\"1\"") : .file(new, for: request, entityTag: "\"2\"")
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", new) as Bool)
    }

    @Test("a broken connection resumes at the byte where it broke")
    func breaking() throws {
        let bytes = DownloadBench.bytes(5 << 20)
        let server = try FaultServer(file: bytes) { request in
            request.number % 2 == 1 ? [.reset(after: 300_000)] : []
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", bytes) as Bool)
    }

    @Test(
        "files without ranges or without a length are downloaded whole",
        arguments: [true, false])
    func plainServers(_ saysLength: Bool) throws {
        let bytes = DownloadBench.bytes(3 << 20 + 5)
        let server = try FaultServer { _ in
            var reply = FaultReply(200, bytes)
            reply.framing = saysLength ? .length(nil) : .chunked
            return reply
        }
        for mode in [DownloadMode.plain, .secure] {
            let bench = try DownloadBench()
            let id = try bench.open().add(bench.request(server.address()) { $0.mode = mode })
            let status = try #require(bench.finished(id))
            expect(status.item.label, is: .done, "\(String(describing: status.item.problem))")
            if mode == .plain { #expect(bench.has("film.bin", bytes)) }
            expect(status.item.totalSize, is: Int64(bytes.count))
        }
    }

    @Test("an empty file is downloaded as an empty file", arguments: [DownloadMode.plain, .secure])
    func empty(_ mode: DownloadMode) throws {
        let server = try FaultServer(file: [])
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()) { $0.mode = mode })
        let status = try #require(bench.finished(id))
        expect(status.item.label, is: .done, "\(String(describing: status.item.problem))")
        if mode == .plain { expect(bench.contents("film.bin"), is: []) }
    }

    @Test("an empty film is a failure that says so, even if the server announces it as empty")
    func emptyFilm() throws {
        let server = try FaultServer(file: [])
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/film.mp4")))
        let problem = try #require(bench.finished(id)?.item.problem)
        expect(DownloadWords.problem(problem), is: "incomplete; retry: the server sent an empty file")
    }

    @Test("ADV-73, DL-15: a secure download is encrypted on the disk and plays with its key")
    func secure() throws {
        let bytes = DownloadBench.bytes(5 << 20 + 1000)
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address()) { $0.mode = .secure })
        expect(bench.finished(id)?.item.label, is: .done)
        let path = bench.folder + "/film.bin.sealed"
        let key = try SecureKey.read(bench.root.path + "/key")
        let source = try EncryptedByteSource(path: path, key: key, cancel: CancelToken())
        expect(source.size, is: Int64(bytes.count))
        var piece = [UInt8](repeating: 0, count: 1000)
        let count = try piece.withUnsafeMutableBytes { try source.read(at: 3 << 20, into: $0) }
        expect(Array(piece.prefix(count)), is: Array(bytes[3 << 20..<3 << 20 + count]))
        #expect(count > 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "ADV-75: a secure download resumed with another key fails, and resumes with its own key without loss"
    )
    func otherKey() throws {
        let bytes = DownloadBench.bytes(6 << 20)
        let holds = Monitor(true)
        let server = try FaultServer { request in
            .file(bytes, for: request, faults: holds.withLock { $0 } ? [.stall(after: 1_200_000)] : [])
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerItem = 1
        let id = try bench.open().add(bench.request(server.address()) { $0.mode = .secure })
        _ = bench.wait(id) { $0.done >= 1 << 20 }
        bench.close()
        holds.update { $0 = false }
        let part = bench.folder + "/film.bin.sealed" + PartFile.ending
        let before = try Data(contentsOf: URL(fileURLWithPath: part))
        let other = bench.root.path + "/other"
        _ = try SecureKey.make(other)
        bench.keys = SecureKeySource(.file(other))
        let asked = server.requests.count
        try bench.open()
        expect(bench.finished(id)?.item.problem, is: DownloadProblem(.wrongKey))
        #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == before && server.requests.count == asked)
        bench.close()
        bench.keys = nil
        try bench.open().resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        let later = server.requests.dropFirst(asked).compactMap { $0.range(of: bytes.count) }
        // These bytes show whether the file is a stream.
        expect(later.filter { $0.lowerBound == 0 }, is: [0..<8192])
        let source = try EncryptedByteSource(
            path: bench.folder + "/film.bin.sealed", key: try SecureKey.read(bench.keyFile), cancel: CancelToken())
        expect(source.size, is: Int64(bytes.count))
    }

    /// A resolver whose first address expires after some requests.
    private final class Expiring: DownloadResolver {
        let server: FaultServer
        let asked = Monitor(0)
        init(_ server: FaultServer) { self.server = server }

        func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource {
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            return DownloadSource(
                .file(RemoteFile(server.address("/film.bin?key=\(number)"), name: "film.mp4", role: .video)),
                title: "A film")
        }
    }

    @Test("ADV-79: an expired address is resolved again, and the bytes already loaded are kept")
    func expiring() throws {
        let bytes = DownloadBench.bytes(8 << 20)
        let seen = Monitor(0)
        let server = try FaultServer { request in
            let count = seen.withLock { seen in
                seen += 1
                return seen
            }
            if request.query == "key=1", count > 2 { return FaultReply(403) }
            return .file(bytes, for: request)
        }
        let bench = try DownloadBench()
        let resolver = Expiring(server)
        let id = try bench.open(resolver).add(bench.request(server.address()))
        let status = try #require(bench.finished(id))
        expect(status.item.label, is: .done)
        expect(resolver.asked.withLock { $0 }, is: 2)
        #expect(bench.has("A film.mp4", bytes) as Bool)
        // The database holds no resolved address.
        bench.close()
        let database = try #require(FileManager.default.contents(atPath: bench.state + "/downloads.db"))
        expect(database.range(of: Data("key=1".utf8)), is: nil)
    }

    @Test("DL-25: a paused download fetches only the missing bytes, even after many pauses and resumes")
    func pausing() throws {
        let bytes = DownloadBench.bytes(8 << 20)
        let isToggled = Monitor(false)
        let isOver = Monitor(false)
        let server = try FaultServer(file: bytes) { request in
            if isOver.withLock({ $0 }) { return [] }
            return isToggled.withLock { $0 } ? [.hold] : [.stall(after: 900_000)]
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        let half = try #require(bench.wait(id) { $0.done >= 3 << 20 })
        expect(half.item.label, is: .downloading)
        isToggled.update { $0 = true }
        for _ in 0..<20 {
            try manager.pause(id)
            try manager.resume(id)
        }
        try manager.pause(id)
        #expect(bench.wait(id) { $0.item.label == .paused && $0.phase == .idle } != nil)
        let done = try #require(bench.wait(id) { $0.phase == .idle }?.done)
        #expect(done >= half.done)
        bench.close()
        // Another process resumes the download.
        let before = server.requests.count
        isOver.update { $0 = true }
        let again = try bench.open()
        expect(again.snapshot()[id]?.item.label, is: .paused)
        try again.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", bytes) as Bool)
        // The resolver's requests do not count; one of the last process may arrive late.
        let fetched = server.requests.dropFirst(before).compactMap { $0.range(of: bytes.count) }.filter {
            $0 != 0..<8192
        }.map(\.count)
        // Some bytes are requested again to check that the file is the same.
        let repeated = fetched.reduce(0, +) - (bytes.count - Int(done))
        #expect((0...Int(PartFile.overlap)).contains(repeated))
    }

    @Test("DL-25: a download that is paused before the server answers keeps its progress")
    func pausedUnanswered() throws {
        let bytes = DownloadBench.bytes(4 << 20)
        let isResumed = Monitor(false)
        let server = try FaultServer(file: bytes) { request in
            guard isResumed.withLock({ $0 }) else { return [.stall(after: 900_000)] }
            return Self.isResolving(request, bytes) ? [] : [.hold]
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address()))
        #expect(bench.wait(id) { $0.done >= 1 << 20 } != nil)
        try manager.pause(id)
        let done = try #require(bench.wait(id) { $0.phase == .idle }?.done)
        isResumed.update { $0 = true }
        let before = server.requests.count
        try manager.resume(id)
        #expect(server.wait { $0.requests.dropFirst(before).contains { !Self.isResolving($0, bytes) } } as Bool)
        expect(manager.snapshot()[id]?.done, is: done)
        try manager.pause(id)
        expect(bench.wait(id) { $0.phase == .idle }?.done, is: done)
    }

    /// Whether a request reads only the file's beginning to find its type.
    private static func isResolving(_ request: ReceivedRequest, _ bytes: [UInt8]) -> Bool {
        request.range(of: bytes.count) == 0..<8192
    }

    @Test("bytes in the playback cache are copied instead of being fetched")
    func cached() throws {
        let bytes = DownloadBench.bytes(6 << 20)
        let server = try FaultServer(file: bytes)
        let bench = try DownloadBench()
        var settings = CacheSettings()
        settings.isOn = true
        let cache = ByteCache(folder: bench.root.path + "/cache", settings: settings)
        let info = ResourceInfo(
            validator: CacheValidator(entityTag: "\"v1\"", length: Int64(bytes.count)), canSeek: true)
        let item = try #require(cache.findOrCreate(CacheKey(server.address()), info))
        bytes[0..<4 << 20].withUnsafeBytes { item.write($0, at: 0, by: 1) }
        let id = try bench.open(cache: ByteCacheBox(cache: cache)).add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        #expect(bench.has("film.bin", bytes) as Bool)
        // The first request is the resolver's, for the first bytes.
        let fetched = server.requests.dropFirst().compactMap { $0.range(of: bytes.count)?.count }
        expect(fetched.reduce(0, +), is: 2 << 20)
        bench.close()
        cache.close()
    }

    private struct Fixed: DownloadResolver {
        let source: DownloadSource
        func resolve(_ item: DownloadItem, cancel: CancelToken) throws(DownloadProblem) -> DownloadSource { source }
    }

    @Test("a file whose checksum differs is not reported as complete")
    func checksums() throws {
        let server = try FaultServer(file: Array("abc".utf8))
        var file = RemoteFile(server.address(), name: "a.mp4", role: .video)
        // The example of FIPS 180-4.
        file.sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        var bench = try DownloadBench()
        var id = try bench.open(Fixed(source: DownloadSource(.file(file)))).add(bench.request(server.address()))
        expect(bench.finished(id)?.item.label, is: .done)
        file.sha256 = String(repeating: "0", count: 64)
        bench = try DownloadBench()
        id = try bench.open(Fixed(source: DownloadSource(.file(file)))).add(bench.request(server.address()))
        expect(bench.finished(id)?.item.problem?.code, is: .checksum)
        expect(bench.contents("film.mp4"), is: nil)
    }

    @Test(
        "DL-11, DL-18: a set of files is stored in one folder under safe names; optional files may be missing")
    func sets() throws {
        let server = try FaultServer { request in
            request.path == "/gone" ? FaultReply(404) : .file(Array(request.path.utf8), for: request)
        }
        var source = DownloadSource(
            .file(RemoteFile(server.address("/v"), name: "video.mp4", role: .video)), title: "Room")
        source.others = (0..<9).map {
            RemoteFile(server.address("/s\($0)"), name: "../slides/\($0).png", role: .slide)
        }
        var gone = RemoteFile(server.address("/gone"), name: "cover.jpg", role: .cover)
        gone.isOptional = true
        source.others.append(gone)
        let bench = try DownloadBench()
        let identity = DownloadIdentity.playback(classID: "7", sessionID: nil, version: -1)
        let id = try bench.open(Fixed(source: source)).add(DownloadRequest(identity, folder: bench.folder))
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done)
        expect(item.kind, is: .room)
        expect(item.files.count, is: 10)
        expect(bench.contents("Room/video.mp4"), is: Array("/v".utf8))
        expect(bench.contents("Room/slides/8.png"), is: Array("/s8".utf8))
        expect(item.path(of: .cover), is: nil)
        expect(item.mainPath, is: bench.folder + "/Room/video.mp4")
    }
}
