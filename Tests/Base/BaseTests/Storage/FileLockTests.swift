import Foundation
import Glibc
import Storage
import TestSupport
import Testing

/// Locks of files, which the kernel holds for open file descriptions.
struct FileLockTests {
    private func acquire(_ path: String) throws -> FileLock {
        guard case .acquired(let lock) = FileLock.acquire(path, .exclusive) else { throw Held() }
        return lock
    }

    private struct Held: Error {}

    @Test("a released lock is free at once, even if a starting program still has its descriptor")
    func released() throws {
        let state = try TemporaryState()
        try state.write(Data(), to: "lock")
        let path = state.folder + "/lock"
        var lock: FileLock? = try acquire(path)
        // The descriptor exists between `fork` and `exec`, which closes it.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.filter
        {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }
        let copies = open.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        expect(copies.count, is: 1)
        #expect(throws: Held.self) { try acquire(path) }
        lock = nil
        lock = try acquire(path)
        withExtendedLifetime(lock) {}
    }
}
