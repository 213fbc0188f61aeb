import ByteCaches
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import DownloadHarness
@testable import Downloads

/// Downloads in processes that are killed, and downloads to disks that run full.
@Suite(.serialized) struct CrashTests {
    private static let rounds = Rounds.of(10)
    private static let lanes = 4

    private func start(_ address: String, _ root: String, rate: Int, key: String? = nil) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProgram.path("DownloadHarness"))
        process.arguments =
            [address, root + "/state", root + "/videos", "\(Self.lanes)", "\(rate)"] + (key.map { [$0] } ?? [])
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, pipe)
    }

    /// Returns the spans that the journal of the only item lists.
    private func journaled(_ root: String) throws -> SpanSet {
        for name in FolderWalk.names(in: root + "/state", for: "test") where DownloadID(name) != nil {
            guard let bytes = try Disk.contents("\(root)/state/\(name)/0.spans") else { continue }
            return SpanSet(SpanJournal(bytes)?.entries.map(\.span) ?? [])
        }
        return SpanSet()
    }

    @Test(
        "DL-01, DL-04: kill -9 costs each connection a block at most; journaled bytes are not fetched again",
        arguments: [DownloadMode.plain, .secure])
    func killed(_ mode: DownloadMode) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let bytes = DownloadBench.bytes(40 << 20 + 4321)
        let server = try FaultServer(file: bytes)
        let key = mode == .secure ? folder.path + "/key" : nil
        if let key { _ = try SecureKey.make(key) }
        var random = SeededGenerator(seed: 11)
        var kills = 0
        for _ in 0..<Self.rounds {
            let before = try journaled(folder.path)
            let first = server.requests.count
            let (process, pipe) = try start(server.text(), folder.path, rate: 60 << 20, key: key)
            // The kill is timed by progress, not by the clock: the process prints a line for each 256 KiB.
            var left = Int.random(in: 0..<40, using: &random)
            var text = Data()
            while left > 0, let line = try pipe.fileHandleForReading.read(upToCount: 1), !line.isEmpty {
                text += line
                if line.first == 0x0A { left -= 1 }
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            if process.terminationReason == .exit {
                // The download is complete: it starts again from the beginning.
                expect(process.terminationStatus, is: 0)
                let found = try contents(folder.path, key)
                #expect((found == bytes) as Bool)
                for name in ["state", "videos"] {
                    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
                }
                continue
            }
            kills += 1
            let after = try journaled(folder.path)
            let read = String(decoding: text, as: UTF8.self).split(separator: "\n").last.flatMap { Int64($0) } ?? 0
            let loss = Int64(Self.lanes) * (PartFile.block + 256 << 10)
            #expect(after.count >= before.count + read - loss)
            // The resolver's request for the first bytes does not count.
            let asked = server.requests.dropFirst(first).compactMap { $0.range(of: bytes.count) }.filter {
                $0 != 0..<8192
            }
            for span in asked {
                // The first bytes may be requested again: they show whether the file is still the same.
                let twice = before.spans(in: Int64(span.lowerBound)..<Int64(span.upperBound))
                let repeated = Int64(span.lowerBound)..<Int64(span.lowerBound) + PartFile.overlap
                #expect(twice.allSatisfy { $0.clamped(to: repeated) == $0 }, "\(span) again")
            }
        }
        #expect(kills > 0)
        let (process, pipe) = try start(server.text(), folder.path, rate: 0, key: key)
        _ = try pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        expect(process.terminationStatus, is: 0)
        let found = try contents(folder.path, key)
        #expect((found == bytes) as Bool)
    }

    private func contents(_ root: String, _ key: String?) throws -> [UInt8]? {
        guard let key else { return FileManager.default.contents(atPath: root + "/videos/film.bin").map { Array($0) } }
        let source = try EncryptedByteSource(
            path: root + "/videos/film.bin.sealed", key: try SecureKey.read(key), cancel: CancelToken())
        return try source.contents()
    }

    @Test("after a restart of the machine only blocks with a matching hash are kept")
    func powerLoss() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let (part, journal) = (folder.path + "/p", folder.path + "/j")
        let block = [UInt8](repeating: 7, count: 1 << 20)
        do {
            let file = try PartFile(
                new: part, journal: journal, CacheValidator(entityTag: "\"a\"", length: 3 << 20), key: nil)
            for index in 0..<3 {
                try block.withBytes { try file.write($0, at: Int64(index) << 20, isLast: index == 2) }
            }
        }
        // The machine was restarted and has lost the second block.
        let bytes = try #require(try Disk.contents(journal))
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
            let body = String(line[..<(line.lastIndex(of: "\t") ?? line.endIndex)])
            return String(decoding: SpanJournal.closed(body.hasPrefix("B\t") ? "B\tother" : body), as: UTF8.self)
        }.joined()
        try Disk.write(Array(text.utf8), to: journal)
        try [UInt8](repeating: 0, count: 100).withBytes {
            try DiskFile(part, mode: .update).write($0, at: 1 << 20 + 5000)
        }
        let found = try #require(try PartFile(existing: part, journal: journal, key: nil))
        expect(found.found.spans, is: [0..<1 << 20, 2 << 20..<3 << 20])
    }

    @Test("too little disk space is reported before the first byte, and a disk that runs full keeps the part file")
    func full() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let videos = folder.path + "/videos"
        try FileManager.default.createDirectory(atPath: videos, withIntermediateDirectories: true)
        let arguments = ["-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", videos]
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/bin/mount"),
            try BuiltProgram.run("/bin/mount", arguments).status == 0
        else { try Test.cancel("needs the right to mount a file system") }
        defer { _ = try? BuiltProgram.run("/bin/umount", ["-l", videos]) }
        let bytes = DownloadBench.bytes(5 << 20)
        let chunked = Monitor(false)
        let server = try FaultServer { request in
            var reply = FaultReply.file(bytes, for: request)
            if chunked.withLock({ $0 }) {
                reply = FaultReply(200, bytes)
                reply.framing = .chunked
            }
            return reply
        }
        let bench = try DownloadBench()
        let manager = try bench.open()
        let known = try manager.add(bench.request(server.address("/a.bin")) { $0.folder = videos })
        let problem = try #require(bench.finished(known)?.item.problem)
        expect(problem.code, is: .noSpace)
        #expect(problem.number > 1 << 20)
        chunked.update { $0 = true }
        let unknown = try manager.add(bench.request(server.address("/b.bin")) { $0.folder = videos })
        let status = try #require(bench.finished(unknown))
        expect(status.item.label, is: .failed)
        expect(status.item.problem?.code, is: .disk)
        expect(status.item.problem?.number, is: Int64(ENOSPC))
        #expect(Disk.exists(videos + "/b.bin.tvpart"))
        #expect(!Disk.exists(videos + "/b.bin"))
    }
}
