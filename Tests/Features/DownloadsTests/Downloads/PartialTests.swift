import ByteCaches
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

struct PartialTests {
    /// A server whose bytes are all 2, and which counts the bytes it sends.
    private final class Twos: CacheUpstream {
        let tag: String
        let count = Monitor(0)
        init(tag: String) { self.tag = tag }

        func resourceInfo() throws(ByteSourceError) -> ResourceInfo {
            ResourceInfo(validator: CacheValidator(entityTag: tag, length: 3 << 20), canSeek: true)
        }

        func read(
            at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
        ) throws(ByteSourceError) -> Int {
            let length = min(buffer.count, Int((end ?? 3 << 20) - offset))
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<length]).initializeMemory(as: UInt8.self, repeating: 2)
            count.withLock { $0 += length }
            return length
        }
    }

    /// A server that answers only with the results that the test queues.
    private final class Silent: CacheUpstream {
        let answers = Monitor<[Result<ResourceInfo, ByteSourceError>]>([])

        func answer(_ result: Result<ResourceInfo, ByteSourceError>) { answers.update { $0.append(result) } }

        func resourceInfo() throws(ByteSourceError) -> ResourceInfo {
            let answer = answers.wait { $0.isEmpty ? nil : $0.removeFirst() }
            return try (answer ?? .failure(ByteSourceError(.cancelled, operation: "read", context: ""))).get()
        }

        func read(
            at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
        ) throws(ByteSourceError) -> Int {
            buffer.initializeMemory(as: UInt8.self, repeating: 3)
            return buffer.count
        }
    }

    private static let gone = ByteSourceError(.unreachable, operation: "read", context: "")

    private static func info(_ tag: String) -> ResourceInfo {
        ResourceInfo(validator: CacheValidator(entityTag: tag, length: 3 << 20), canSeek: true)
    }

    /// Writes a part file whose first MiB is all ones.
    private func begun(_ folder: URL) throws -> PartialFile {
        let place = PartialFile(part: folder.path + "/p", journal: folder.path + "/j", mode: .plain)
        let validator = CacheValidator(entityTag: "\"a\"", length: 3 << 20)
        let file = try PartFile(new: place.part, journal: place.journal, validator, key: nil)
        try [UInt8](repeating: 1, count: 1 << 20).withBytes { try file.write($0, at: 0, isLast: false) }
        return place
    }

    private func byte(_ source: PartialByteSource, at offset: Int64) throws -> UInt8? {
        var piece: [UInt8] = [0]
        return try piece.withUnsafeMutableBytes { try source.read(at: offset, into: $0) } == 1 ? piece[0] : nil
    }

    @Test("DL-27: a playing file stays readable when its download finishes, but not when it restarts")
    func meanwhile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for isFinished in [true, false] {
            let place = try begun(folder)
            let server = Silent()
            server.answer(.success(Self.info("\"a\"")))
            let clock = ManualClock()
            let source = try #require(
                try PartialByteSource(place, key: nil, upstream: server, cancel: CancelToken(), clock: clock))
            #expect(try byte(source, at: 0) == 1 && byte(source, at: 2 << 20) == 3)
            // The rest of the file arrives, as twos.
            let rest = [UInt8](repeating: 2, count: 2 << 20)
            try rest.withBytes { try DiskFile(place.part, mode: .update).write($0, at: 1 << 20) }
            if isFinished {
                try Disk.replace(folder.path + "/film", with: place.part)
                Disk.remove(place.journal)
            } else {
                let other = CacheValidator(entityTag: "\"b\"", length: 3 << 20)
                let file = try PartFile(new: place.part, journal: place.journal, other, key: nil)
                try rest.withBytes { try file.write($0, at: 0, isLast: false) }
            }
            clock.advance(by: .seconds(1))
            try expect(byte(source, at: 2 << 20), is: (isFinished ? 2 : 3))
            try expect(byte(source, at: 1 << 20), is: (isFinished ? 2 : 3))
            try expect(byte(source, at: 0), is: 1)
            Disk.remove(place.journal)
        }
    }

    @Test(
        "DL-27: bytes on the disk play without the server; missing bytes are requested only of the same version"
    )
    func withoutServer() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let place = try begun(folder)
        let server = Silent()
        server.answer(.failure(Self.gone))
        let source = try #require(
            try PartialByteSource(place, key: nil, upstream: server, cancel: CancelToken()))
        expect(source.size, is: 3 << 20)
        #expect(try byte(source, at: 0) == 1 && byte(source, at: (1 << 20) - 1) == 1)
        server.answer(.failure(Self.gone))
        #expect(throws: ByteSourceError.self) { try byte(source, at: 1 << 20) }
        server.answer(.success(Self.info("\"a\"")))
        try expect(byte(source, at: 1 << 20), is: 3)
        // Another version has replaced the file on the server.
        let late = Silent()
        late.answer(.failure(Self.gone))
        let other = try #require(try PartialByteSource(place, key: nil, upstream: late, cancel: CancelToken()))
        late.answer(.success(Self.info("\"b\"")))
        let error = #expect(throws: ByteSourceError.self) { try byte(other, at: 2 << 20) }
        expect(error?.code, is: .changed)
        try expect(byte(other, at: 5), is: 1)
    }

    @Test("DL-27: bytes on the disk play even while the server does not answer")
    func silence() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = Silent()
        let source = try #require(
            try PartialByteSource(
                try begun(folder), key: nil, upstream: server, cancel: CancelToken(), patience: .milliseconds(1)))
        try expect(byte(source, at: 0), is: 1)
        server.answer(.success(Self.info("\"a\"")))
        try expect(byte(source, at: 1 << 20), is: 3)
    }

    @Test("DL-27: after a restart of the machine, bytes on the disk are used only if their hash matches")
    func restarted() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let place = try begun(folder)
        let journal = URL(fileURLWithPath: place.journal)
        let lines = String(decoding: try Data(contentsOf: journal), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let old = lines.flatMap { line in
            line.hasPrefix("B\t") ? SpanJournal.closed(SpanJournal.line(boot: "before")) : Array((line + "\n").utf8)
        }
        try Data(old).write(to: journal)
        func first() throws -> UInt8? {
            let server = Silent()
            server.answer(.failure(Self.gone))
            server.answer(.failure(Self.gone))
            let source = try #require(
                try PartialByteSource(place, key: nil, upstream: server, cancel: CancelToken()))
            return try byte(source, at: 0)
        }
        try expect(first(), is: 1)
        let part = try FileHandle(forUpdating: URL(fileURLWithPath: place.part))
        try part.seek(toOffset: 500)
        try part.write(contentsOf: [2])
        try part.close()
        #expect(throws: ByteSourceError.self) { try first() }
    }

    @Test(
        "DL-27: the boot ID of the machine is the one that the kernel reports")
    func boot() throws {
        let text = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        expect(Disk.bootID, is: text.filter(\.isHexDigit))
        expect(Disk.bootID.count, is: 32)
    }

    @Test(
        "a half-downloaded item plays at once, from the disk and the server, without mixing versions",
        arguments: [DownloadMode.plain, .secure])
    func halves(_ mode: DownloadMode) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let key = mode == .secure ? try SecureKey.make(folder.path + "/key") : nil
        let place = PartialFile(part: folder.path + "/p", journal: folder.path + "/j", mode: mode)
        let validator = CacheValidator(entityTag: "\"a\"", length: 3 << 20)
        let file = try PartFile(new: place.part, journal: place.journal, validator, key: key)
        let block = [UInt8](repeating: 1, count: 1 << 20)
        try block.withBytes { try file.write($0, at: 1 << 20, isLast: false) }
        let clock = ManualClock()
        let upstream = Twos(tag: "\"a\"")
        let source = try #require(
            try PartialByteSource(place, key: key, upstream: upstream, cancel: CancelToken(), clock: clock))
        func sum() throws -> Int {
            var (offset, ones) = (Int64(0), 0)
            var piece = [UInt8](repeating: 0, count: 100_000)
            while true {
                let count = try piece.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
                if count == 0 { return ones }
                ones += piece.prefix(count).count { $0 == 1 }
                offset += Int64(count)
            }
        }
        try expect(sum(), is: 1 << 20)
        expect(upstream.count.withLock { $0 }, is: 2 << 20)
        // More bytes are written to the disk, and the source sees them a second later.
        try block.withBytes { try file.write($0, at: 0, isLast: false) }
        clock.advance(by: .seconds(1))
        try expect(sum(), is: 2 << 20)
        #expect(try PartialByteSource(place, key: key, upstream: Twos(tag: "\"b\""), cancel: CancelToken()) == nil)
    }
}
