import PlayCore
import TestSupport
import Testing

/// The contract of every ``ByteSource``.
@Suite struct ByteSourceContractTests {
    /// More bytes than a pipe buffers (64 KiB), without a short period.
    private static let bytes: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    private func read(_ source: any ByteSource, at offset: Int64, _ count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0xEE, count: count)
        let got = try buffer.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
        #expect((0...count).contains(got))
        #expect(buffer[got...].prefix(64).allSatisfy { $0 == 0xEE })
        return Array(buffer[..<got])
    }

    @Test("reading in pieces of any size returns all bytes and then 0 repeatedly", arguments: SourceKind.allCases)
    func sequential(kind: SourceKind) throws {
        for pieces in [[1, 2, 3, 1000, 7], [65536], [100_000, 1]] {
            let made = try SourceUnderTest.make(kind, Self.bytes)
            var got: [UInt8] = []
            var piece = 0
            while true {
                let next = try read(made.source, at: Int64(got.count), pieces[piece % pieces.count])
                if next.isEmpty { break }
                got += next
                piece += 1
            }
            expect(got, is: Self.bytes)
            #expect(try read(made.source, at: Int64(got.count), 10).isEmpty)
        }
    }

    @Test(
        "a seekable source returns the right bytes at any offset and none beyond its end",
        arguments: SourceKind.allCases)
    func seeking(kind: SourceKind) throws {
        let made = try SourceUnderTest.make(kind, Self.bytes)
        guard made.source.canSeek else {
            #expect(!kind.isSeekable)
            return
        }
        expect(made.source.size, is: Int64(Self.bytes.count))
        for offset in [150_000, 0, 199_999, 5, 70_000, 199_990] {
            let got = try read(made.source, at: Int64(offset), 64)
            #expect(!got.isEmpty)
            expect(got, is: Array(Self.bytes[offset..<offset + got.count]))
        }
        #expect(try read(made.source, at: 200_000, 64).isEmpty)
        #expect(try read(made.source, at: 1 << 40, 64).isEmpty)
        #expect(try read(made.source, at: .max, 64).isEmpty)
    }

    @Test("a source without seeking refuses a jump and can still be read afterwards", arguments: SourceKind.allCases)
    func jump(kind: SourceKind) throws {
        let made = try SourceUnderTest.make(kind, Self.bytes)
        guard !made.source.canSeek else { return }
        expect(made.source.size, is: nil)
        let first = try read(made.source, at: 0, 100)
        #expect(throws: ByteSourceError.self) { try read(made.source, at: 150_000, 10) }
        do {
            _ = try read(made.source, at: 150_000, 10)
        } catch let error as ByteSourceError { expect(error.code, is: .cannotSeek) }
        try expect(read(made.source, at: Int64(first.count), 1), is: [Self.bytes[first.count]])
    }

    @Test("a negative offset is an error, and an empty buffer reads 0 bytes", arguments: SourceKind.allCases)
    func oddRequests(kind: SourceKind) throws {
        let made = try SourceUnderTest.make(kind, Self.bytes)
        #expect(throws: ByteSourceError.self) { try read(made.source, at: -1, 10) }
        #expect(try read(made.source, at: 0, 0).isEmpty)
        try expect(read(made.source, at: 0, 1), is: [Self.bytes[0]])
    }

    @Test("an empty source is at its end at once", arguments: SourceKind.allCases)
    func empty(kind: SourceKind) throws {
        let made = try SourceUnderTest.make(kind, [])
        #expect(try read(made.source, at: 0, 10).isEmpty)
        if made.source.canSeek { expect(made.source.size, is: 0) }
    }

    @Test("after cancelling every read throws .cancelled", arguments: SourceKind.allCases)
    func cancelled(kind: SourceKind) throws {
        let cancel = CancelToken()
        let made = try SourceUnderTest.make(kind, Self.bytes, cancel: cancel)
        _ = try read(made.source, at: 0, 10)
        cancel.cancel()
        for _ in 0..<2 {
            do {
                _ = try read(made.source, at: 0, 10)
                Issue.record("read after cancelling")
            } catch let error as ByteSourceError { expect(error.code, is: .cancelled) }
        }
    }
}
