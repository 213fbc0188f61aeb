import Foundation
import PlayCore
import TestSupport
import Testing

@testable import ByteCaches
@testable import CacheHarness

/// Caches in processes that are killed, that compete, or that run out of disk space.
@Suite(.serialized) struct CacheCrashTests {
    private func start(_ mode: String, _ folder: String, seed: Int, _ count: Int? = nil) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProgram.path("CacheHarness"))
        process.arguments = [mode, folder, "\(seed)"] + (count.map { ["\($0)"] } ?? [])
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, pipe)
    }

    private static let rounds = Rounds.of(10)

    @Test("after kill -9 at any moment the index lists only bytes that exist and are right")
    func killed() throws {
        let folder = try TemporaryCache()
        var random = SeededGenerator(seed: 7)
        var most: Int64 = 0
        for round in 0..<Self.rounds {
            let (process, pipe) = try start("write", folder.folder, seed: round)
            // The kill is timed by progress, not by the clock: the process prints a dot for each step.
            var left = Int.random(in: 0..<40, using: &random)
            while left > 0, let dots = try pipe.fileHandleForReading.read(upToCount: left), !dots.isEmpty {
                left -= dots.count
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            expect(process.terminationReason, is: .uncaughtSignal)
            most = max(most, try expectSound(folder))
        }
        // Some bytes were stored.
        #expect(most > 1 << 20)
        // The cache still works with the bytes that it has.
        let cache = folder.open()
        for resource in 0..<Harness.resources {
            let source = folder.source(PatternUpstream(resource, size: Harness.size), cache)
            try expect(
                source.bytes(0..<Harness.size), is: PatternUpstream.bytes(resource, 0..<Harness.size), "\(resource)")
        }
        cache.close()
        try expect(expectSound(folder), is: Int64(Harness.resources) * Harness.size)
    }

    @Test("two processes can read, fill and clean the same cache without a wrong byte")
    func together() throws {
        let folder = try TemporaryCache()
        let programs = try (0..<2).map { try start("mixed", folder.folder, seed: 100 + $0, 60) }
        for (process, pipe) in programs {
            let dots = try pipe.fileHandleForReading.readToEnd()
            process.waitUntilExit()
            expect(process.terminationStatus, is: 0)
            expect(dots?.count, is: 60)
        }
        try expectSound(folder)
    }

    @Test("with a limit on file sizes playback continues, and stored bytes are right")
    func limited() throws {
        let folder = try TemporaryCache()
        let (process, pipe) = try start("full", folder.folder, seed: 5, 40)
        _ = try pipe.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        expect(process.terminationReason, is: .exit)
        expect(process.terminationStatus, is: 0)
        try expectSound(folder)
    }

    /// Mounts a file system of 3 MiB.
    ///
    /// - Returns: Whether mounting was allowed.
    private static func mountSmall(_ path: String) throws -> Bool {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let arguments = ["-t", "tmpfs", "-o", "size=3m,mode=0700", "tmpfs", path]
        return try BuiltProgram.run("/bin/mount", arguments).status == 0
    }

    /// Whether this user may mount. Root may, but not in every container.
    private static let mayMount: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/bin/mount"),
            let folder = try? BuiltProgram.temporaryFolder()
        else { return false }
        defer { BuiltProgram.remove(folder) }
        guard (try? mountSmall(folder.path + "/small")) == true else { return false }
        return (try? BuiltProgram.run("/bin/umount", ["-l", folder.path + "/small"]).status) == 0
    }()

    @Test(
        "a full file system stops caching with a single notice while playback continues",
        .enabled(if: mayMount, "needs the right to mount a file system"))
    func full() throws {
        let folder = try TemporaryCache()
        try #require(try Self.mountSmall(folder.folder))
        defer { _ = try? BuiltProgram.run("/bin/umount", ["-l", folder.folder]) }
        let size: Int64 = 2 << 20
        let cache = folder.open()
        for resource in 0..<4 {
            let source = folder.source(PatternUpstream(resource, size: size), cache)
            try expect(source.bytes(0..<size), is: PatternUpstream.bytes(resource, 0..<size))
        }
        expect(cache.takeNotices().count, is: 1)
        cache.close()
        try expectSound(folder)
        // With free space again the cache stores bytes again.
        folder.open { $0.minimumFree = 2 << 20 }.close()
        let again = folder.open()
        do {
            let source = folder.source(PatternUpstream(9, size: 500_000), again)
            try expect(source.bytes(0..<500_000), is: PatternUpstream.bytes(9, 0..<500_000))
        }
        #expect(again.takeNotices().isEmpty)
        again.close()
        #expect(try expectSound(folder) >= 500_000)
    }
}
