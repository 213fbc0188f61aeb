import ByteCaches
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

struct PartialTests {
    /// A server whose bytes are all 2, and which counts them.
    private final class Twos: CacheUpstream {
        let tag: String
        let count = Monitor(0)
        init(tag: String) { self.tag = tag }

        func facts() throws(ByteSourceError) -> ResourceFacts {
            ResourceFacts(validator: CacheValidator(entityTag: tag, length: 3 << 20), canSeek: true)
        }

        func read(
            at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
        ) throws(ByteSourceError) -> Int {
            let room = min(buffer.count, Int((end ?? 3 << 20) - offset))
            UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]).initializeMemory(as: UInt8.self, repeating: 2)
            count.withLock { $0 += room }
            return room
        }
    }

    @Test(
        "DL-27: all processes of one start of the machine know it by the same name: each believes the other's journals")
    func boot() throws {
        let text = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        #expect(Disk.bootID == text.filter(\.isHexDigit) && Disk.bootID.count == 32)
    }

    @Test(
        "a half-downloaded item plays at once: what is there from the disk, the rest from the server, versions apart",
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
        #expect(try sum() == 1 << 20)
        #expect(upstream.count.withLock { $0 } == 2 << 20)
        // More comes, and is seen in time.
        try block.withBytes { try file.write($0, at: 0, isLast: false) }
        clock.advance(by: .seconds(1))
        #expect(try sum() == 2 << 20)
        #expect(try PartialByteSource(place, key: key, upstream: Twos(tag: "\"b\""), cancel: CancelToken()) == nil)
    }
}
