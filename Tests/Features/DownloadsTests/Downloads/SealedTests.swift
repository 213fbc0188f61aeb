import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

struct SealedTests {
    private func sealed(_ bytes: [UInt8], _ key: SecureKey, at path: String) throws {
        let file = try DiskFile(path, mode: .make(0o600))
        let sink = try PieceSink(file, key)
        for start in stride(from: 0, to: bytes.count, by: 50_000) {
            try sink.add(bytes[start..<min(bytes.count, start + 50_000)])
        }
        try sink.finish()
    }

    private func read(_ source: EncryptedByteSource, _ span: Range<Int>) throws -> [UInt8] {
        var result: [UInt8] = []
        while result.count < span.count {
            var piece = [UInt8](repeating: 0, count: min(10_000, span.count - result.count))
            let count = try piece.withUnsafeMutableBytes {
                try source.read(at: Int64(span.lowerBound + result.count), into: $0)
            }
            if count == 0 { break }
            result += piece.prefix(count)
        }
        return result
    }

    @Test(
        "DL-15: an encrypted file can be read at any offset and holds no plain text",
        arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func roundTrip(_ count: Int) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let key = try SecureKey.make(folder.path + "/key")
        let bytes = DownloadBench.bytes(count)
        let path = folder.path + "/f.sealed"
        try sealed(bytes, key, at: path)
        expect(Disk.size(path), is: SealedFormat.size(ofPlain: Int64(count)))
        let source = try EncryptedByteSource(path: path, key: key, cancel: CancelToken())
        expect(source.size, is: Int64(count))
        let all = try read(source, 0..<count)
        #expect((all == bytes) as Bool)
        if count > 1000 {
            try expect(read(source, count - 700..<count), is: Array(bytes.suffix(700)))
            let disk = try #require(FileManager.default.contents(atPath: path))
            expect(disk.range(of: Data(bytes[500..<532])), is: nil)
        }
        #expect(EncryptedByteSource.recognizes(path))
    }

    @Test("DL-15: a changed, reordered or truncated encrypted file fails to be read")
    func damage() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let key = try SecureKey.make(folder.path + "/key")
        let bytes = DownloadBench.bytes(200_000)
        let path = folder.path + "/f.sealed"
        try sealed(bytes, key, at: path)
        let whole = try #require(FileManager.default.contents(atPath: path))
        func opened(_ data: Data) throws -> [UInt8] {
            try data.write(to: URL(fileURLWithPath: path))
            return try read(try EncryptedByteSource(path: path, key: key, cancel: CancelToken()), 0..<200_000)
        }
        let found = try opened(whole)
        #expect((found == bytes) as Bool)
        var flipped = whole
        flipped[64 + 1000] ^= 1
        #expect(throws: (any Error).self) { try opened(flipped) }
        // The first two chunks are swapped.
        let size = Int(SealedFormat.sealedChunk)
        let swapped =
            whole.prefix(64) + whole[64 + size..<64 + 2 * size] + whole[64..<64 + size]
            + whole.dropFirst(64 + 2 * size)
        #expect(throws: (any Error).self) { try opened(Data(swapped)) }
        // The file is cut at the end of a chunk.
        #expect(throws: (any Error).self) { try opened(whole.prefix(64 + 2 * size)) }
    }

    @Test("ADV-75: a wrong key is reported as such, and a key file that others may read is refused")
    func keys() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let key = try SecureKey.make(folder.path + "/key")
        let other = try SecureKey.make(folder.path + "/other")
        let path = folder.path + "/f.sealed"
        try sealed([1, 2, 3], key, at: path)
        #expect(throws: DownloadProblem(.wrongKey)) {
            try EncryptedByteSource(path: path, key: other, cancel: CancelToken())
        }
        expect("\(key)", is: "…")
        chmod(folder.path + "/key", 0o640)
        let problem = #expect(throws: DownloadProblem.self) { try SecureKey.read(folder.path + "/key") }
        expect(problem?.code, is: .noKey)
    }
}
