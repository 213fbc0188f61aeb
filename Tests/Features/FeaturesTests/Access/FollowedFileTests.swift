import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Access

@Suite("Files that another program writes", .timeLimit(.minutes(5)))
struct FollowedFileTests {
    private let path = NSTemporaryDirectory() + "followed-" + UUID().uuidString

    /// Opens the file as the player does.
    private func follow(_ cancel: CancelToken = CancelToken()) throws -> FollowedFile {
        FollowedFile(try FileByteSource(path: path, cancel: cancel), path: path, cancel: cancel)
    }

    /// Dates the file an hour ahead, so that it never counts as old on a slow machine.
    private func renew() throws {
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: path)
    }

    private static func read(_ file: FollowedFile, at offset: Int64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try bytes.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
        return Array(bytes.prefix(count))
    }

    @Test("a read waits at the end of a growing file until its writer closes it")
    func waits() async throws {
        defer { unlink(path) }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let writer = try #require(FileHandle(forWritingAtPath: path))
        try writer.seekToEnd()
        try renew()
        let file = try follow()
        #expect(file.isGrowing)
        try expect(Self.read(file, at: 3), is: [], "nothing is waited for unless it is asked for")
        file.setWaiting(true)
        let found = Monitor<[[UInt8]]>([])
        let reader = Task.detached {
            var offset: Int64 = 3
            while case let bytes = try Self.read(file, at: offset), !bytes.isEmpty {
                offset += Int64(bytes.count)
                found.update { $0.append(bytes) }
            }
        }
        for number in 4...6 {
            try writer.write(contentsOf: Data([UInt8(number)]))
            try renew()
            #expect(eventually { found.withLock { $0.last?.last == UInt8(number) } })
        }
        try writer.close()
        try await reader.value
        expect(found.withLock { $0 }, is: [[4], [5], [6]])
        #expect(file.isGrowing)
    }

    @Test("a file without a writer ends at once, and a seek ends the wait in a growing file")
    func ends() async throws {
        defer { unlink(path) }
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let whole = try follow()
        whole.setWaiting(true)
        #expect(!whole.isGrowing)
        try expect(Self.read(whole, at: 3), is: [])
        let writer = try #require(FileHandle(forWritingAtPath: path))
        defer { try? writer.close() }
        try renew()
        let cancel = CancelToken()
        let file = try follow(cancel)
        file.setWaiting(true)
        cancel.interrupt(1)
        #expect(throws: ByteSourceError.self) { try Self.read(file, at: 3) }
    }
}
