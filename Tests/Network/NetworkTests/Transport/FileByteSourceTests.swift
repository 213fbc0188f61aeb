import CPlatform
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@Suite struct FileByteSourceTests {
    private func error(_ path: String) -> ByteSourceError? {
        do {
            _ = try FileByteSource(path: path)
            return nil
        } catch { return error }
    }

    @Test("a path that is missing, invalid or a folder fails with its reason")
    func failures() throws {
        let absent = SourceUnderTest.temporaryPath()
        expect(error(absent), is: ByteSourceError(.notFound, operation: "open", systemError: ENOENT, context: absent))
        let folder = FileManager.default.temporaryDirectory.path
        expect(error(folder), is: ByteSourceError(.notAFile, operation: "open", systemError: EISDIR, context: folder))
        expect(error("/dev/null/x")?.code, is: .notFound)
        expect(error("")?.code, is: .notFound)
        expect(error("/dev/null\0x")?.code, is: .notFound)
        expect(error(String(repeating: "x", count: 5000))?.code, is: .notFound)
    }

    @Test("a file name that is not UTF-8 is opened by its exact bytes")
    func nameOfBytes() throws {
        let path = SourceUnderTest.temporaryPath() + ByteText.text([0xE9, 0xFF])
        let descriptor = ByteText.withCString(path) { tv_open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        try #require(descriptor >= 0)
        defer { _ = ByteText.withCString(path) { unlink($0) } }
        _ = close(descriptor)
        expect(error(path), is: nil)
        expect(error(ByteText.shown(path))?.code, is: .notFound)
    }

    @Test("an unreadable file fails with .notPermitted", .enabled(if: geteuid() != 0, "root may read everything"))
    func rights() throws {
        let path = try SourceUnderTest.temporaryFile([1])
        defer { unlink(path) }
        chmod(path, 0)
        expect(error(path)?.code, is: .notPermitted)
    }

    @Test("a file that grows while it is read shows its new bytes and its new size")
    func growing() throws {
        let path = try SourceUnderTest.temporaryFile([1, 2])
        defer { unlink(path) }
        let source = try FileByteSource(path: path)
        expect(source.size, is: 2)
        #expect(source.canSeek)
        var buffer: [UInt8] = [0, 0, 0, 0]
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 2, into: $0) }, is: 0)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([3, 4, 5]))
        expect(source.size, is: 5)
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 2, into: $0) }, is: 3)
        expect(buffer, is: [3, 4, 5, 0])
        try handle.truncate(atOffset: 1)
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 2, into: $0) }, is: 0)
    }

    @Test("a character device cannot seek")
    func characterDevice() throws {
        let source = try FileByteSource(path: "/dev/null")
        #expect(!source.canSeek)
        expect(source.size, is: nil)
        var buffer: [UInt8] = [1]
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }, is: 0)
    }

    @Test("opening a FIFO without a writer does not block, and cancelling ends a blocked read")
    func fifoWithoutWriter() throws {
        let path = SourceUnderTest.temporaryPath()
        mkfifo(path, 0o600)
        defer { unlink(path) }
        let cancel = CancelToken()
        try expectWaitingReadEnds(FileByteSource(path: path, cancel: cancel), cancel: cancel)
    }

    @Test("cancelling ends a read that waits for a pipe")
    func pipeCancel() throws {
        let pipe = Pipe()
        // Many rounds, so that the token is cancelled before the read, at its start, and while it waits.
        for _ in 0..<200 {
            let cancel = CancelToken()
            let source = try StandardInputByteSource(
                descriptor: pipe.fileHandleForReading.fileDescriptor, cancel: cancel)
            try expectWaitingReadEnds(source, cancel: cancel)
        }
        try pipe.fileHandleForWriting.close()
    }

    /// Checks that a blocked read ends when the token is cancelled, before or after the read begins. Otherwise the test
    /// hangs.
    private func expectWaitingReadEnds(_ source: some ByteSource, cancel: CancelToken) throws {
        let result = Monitor<ByteSourceError?>(nil)
        let started = Monitor(false)
        let reader = WorkerThread(name: "reader") {
            started.update { $0 = true }
            var buffer: [UInt8] = [0]
            do throws(ByteSourceError) {
                var failure: ByteSourceError?
                buffer.withUnsafeMutableBytes { bytes in
                    do throws(ByteSourceError) { _ = try source.read(at: 0, into: bytes) } catch { failure = error }
                }
                if let failure { throw failure }
            } catch { result.update { $0 = error } }
        }
        started.wait { $0 ? () : nil }
        cancel.cancel()
        reader.join()
        expect(result.withLock { $0?.code }, is: .cancelled)
    }
}

@Suite struct StandardInputByteSourceTests {
    @Test("a redirected file keeps its offset, and the descriptor stays open")
    func borrowed() throws {
        let path = try SourceUnderTest.temporaryFile([1, 2, 3, 4])
        defer { unlink(path) }
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try handle.seek(toOffset: 1)
        do {
            let source = try StandardInputByteSource(descriptor: handle.fileDescriptor, cancel: CancelToken())
            expect(source.size, is: 3)
            #expect(source.canSeek)
            var buffer: [UInt8] = [0, 0]
            try expect(buffer.withUnsafeMutableBytes { try source.read(at: 1, into: $0) }, is: 2)
            expect(buffer, is: [3, 4])
        }
        try expect(handle.offset(), is: 1)
    }

    @Test("a closed descriptor and a folder are errors")
    func unusable() throws {
        func code(_ descriptor: Int32) -> ByteSourceError.Code? {
            do {
                _ = try StandardInputByteSource(descriptor: descriptor, cancel: CancelToken())
                return nil
            } catch { return error.code }
        }
        expect(code(-1), is: .io)
        let folder = try #require(opendir("/"))
        defer { closedir(folder) }
        expect(code(dirfd(folder)), is: .notAFile)
    }

    @Test("only the first MiB and the last 256 KiB of a pipe can be read again")
    func window() throws {
        let count = 3 << 20
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            for at in 0..<count { buffer[at] = UInt8(truncatingIfNeeded: at &* 167 &+ at >> 10) }
            used = count
        }
        let made = try SourceUnderTest.make(.standardInputPipe, bytes)
        var buffer = [UInt8](repeating: 0, count: 100_003)
        func read(at offset: Int) throws -> ArraySlice<UInt8> {
            let got = try buffer.withUnsafeMutableBytes { try made.source.read(at: Int64(offset), into: $0) }
            return buffer[..<got]
        }
        var next = 0
        while next < count {
            let got = try read(at: next)
            expect(got, is: bytes[next..<next + got.count])
            next += got.count
        }
        for offset in [0, 5, 1 << 19, (1 << 20) - 1, count - (256 << 10), count - 70_000, count - 1] {
            let got = try read(at: offset)
            #expect(!got.isEmpty)
            expect(got, is: bytes[offset..<offset + got.count])
        }
        for offset in [1 << 20, 2 << 20, count - (256 << 10) - 1] {
            #expect(throws: ByteSourceError.self) { try read(at: offset) }
        }
        #expect(try read(at: count).isEmpty)
    }
}

@Suite struct ScriptedByteSourceTests {
    @Test("a scripted stall lasts until it is released or cancelled, and a failure occurs at its offset")
    func script() throws {
        var script = ScriptedByteSource.Script()
        script.stall = 2
        let failure = ByteSourceError(.io, operation: "read", systemError: EIO, context: "script")
        script.failure = (4, failure)
        let source = ScriptedByteSource([1, 2, 3, 4, 5, 6], script: script)
        var buffer = [UInt8](repeating: 0, count: 8)
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }, is: 2)
        let reader = WorkerThread(name: "reader") {
            var inner = [UInt8](repeating: 0, count: 8)
            // Only the wait matters here, not its result.
            _ = try? inner.withUnsafeMutableBytes { try source.read(at: 2, into: $0) }
        }
        source.waitUntilStalled()
        source.release()
        reader.join()
        try expect(buffer.withUnsafeMutableBytes { try source.read(at: 2, into: $0) }, is: 2)
        #expect(throws: failure) { try buffer.withUnsafeMutableBytes { try source.read(at: 4, into: $0) } }
        source.cancel()
        #expect(throws: ByteSourceError.self) { try buffer.withUnsafeMutableBytes { try source.read(at: 0, into: $0) } }
        expect(source.reads, is: [0, 2, 2, 4, 0])
    }
}
