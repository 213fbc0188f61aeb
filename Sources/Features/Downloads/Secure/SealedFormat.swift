import DownloadModel
import Encoding
import PlayCore

/// The format of an encrypted file on the disk.
///
///     header: magic (8), salt (32), check (16), reserved (8)        64 bytes
///     chunk 0, chunk 1, …: 64 KiB of the file and a tag (16); the last one is shorter, or empty
///
/// The file's own key is BLAKE2b of the salt, keyed with the key of the key file. No key is stored beside the files. A
/// chunk is encrypted by XChaCha20-Poly1305 with its number as the nonce. The header, the number and a flag for the
/// last chunk are authenticated, so chunks cannot be exchanged, taken from other files, or cut off at the end. Unlike
/// libsodium's `secretstream`, the format supports random access.
enum SealedFormat {
    static let magic = Array("TVSEAL01".utf8)
    static let headerSize: Int64 = 64
    /// In plain bytes.
    static let chunk: Int64 = 64 << 10
    static let sealedChunk = chunk + Int64(Sodium.tagSize)

    /// An empty file has one chunk.
    static func chunkCount(ofPlain length: Int64) -> Int64 { max(1, (length + chunk - 1) / chunk) }

    static func size(ofPlain length: Int64) -> Int64 {
        headerSize + length + chunkCount(ofPlain: length) * Int64(Sodium.tagSize)
    }

    static func plainLength(ofSize size: Int64) -> Int64? {
        let body = size - headerSize
        let rest = body % sealedChunk
        guard body >= Int64(Sodium.tagSize), rest == 0 || rest >= Int64(Sodium.tagSize) else { return nil }
        // Only an empty file has an empty chunk.
        if rest == Int64(Sodium.tagSize), body > rest { return nil }
        return body / sealedChunk * chunk + max(0, rest - Int64(Sodium.tagSize))
    }

    static func place(ofChunkAt offset: Int64) -> Int64 { headerSize + offset / chunk * sealedChunk }

    /// Returns the range of whole chunks that contain the span, or of the last one.
    static func place(of span: Range<Int64>) -> Range<Int64> {
        let start = place(ofChunkAt: span.lowerBound)
        return start..<start + Int64(span.count) + chunkCount(ofPlain: Int64(span.count)) * Int64(Sodium.tagSize)
    }
}

struct SealedHeader: Sendable, Equatable {
    let bytes: [UInt8]

    var salt: [UInt8] { Array(bytes[8..<40]) }
    var check: [UInt8] { Array(bytes[40..<56]) }
    var saltText: String { Hexadecimal.text(salt) }

    init(_ key: SecureKey, _ sodium: Sodium) {
        let salt = sodium.random(32)
        let check = Self.check(of: Self.fileKey(salt, key, sodium), sodium)
        bytes = SealedFormat.magic + salt + check + [UInt8](repeating: 0, count: 8)
    }

    /// - Throws: `.damaged` if the file is not in this format.
    init(reading file: DiskFile) throws(DownloadProblem) {
        var bytes = [UInt8](repeating: 0, count: Int(SealedFormat.headerSize))
        guard try file.read(at: 0, &bytes) == bytes.count, bytes.starts(with: SealedFormat.magic) else {
            throw DownloadProblem(.damaged, detail: "no header of an encrypted file: \(file.path)")
        }
        self.bytes = bytes
    }

    static func fileKey(_ salt: [UInt8], _ key: SecureKey, _ sodium: Sodium) -> [UInt8] {
        sodium.hash(Array("tvplay file key".utf8) + salt, key: key.bytes, count: Sodium.keySize)
    }

    static func check(of fileKey: [UInt8], _ sodium: Sodium) -> [UInt8] {
        sodium.hash(Array("tvplay key check".utf8), key: fileKey, count: 16)
    }
}

/// Encrypts and decrypts the chunks of one file. Any thread.
struct Sealer: Sendable {
    let header: SealedHeader
    private let key: [UInt8]
    private let sodium: Sodium

    init(_ key: SecureKey) throws(DownloadProblem) {
        let sodium = Sodium.shared
        try self.init(key, header: SealedHeader(key, sodium))
    }

    /// - Throws: `.wrongKey` if the file was encrypted with another key.
    init(_ key: SecureKey, header: SealedHeader) throws(DownloadProblem) {
        sodium = Sodium.shared
        self.header = header
        self.key = SealedHeader.fileKey(header.salt, key, sodium)
        guard SealedHeader.check(of: self.key, sodium) == header.check else { throw DownloadProblem(.wrongKey) }
    }

    private func nonce(_ number: Int64) -> [UInt8] {
        [UInt8](repeating: 0, count: Sodium.nonceSize - 8) + Self.bytes(number)
    }

    private func associated(_ number: Int64, _ isLast: Bool) -> [UInt8] {
        header.bytes + Self.bytes(number) + [isLast ? 1 : 0]
    }

    private static func bytes(_ number: Int64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Unless `isLast` is set, the chunks must be whole.
    func seal(
        _ bytes: UnsafeRawBufferPointer, at offset: Int64, isLast: Bool
    ) throws(DownloadProblem) -> [UInt8] {
        let chunk = Int(SealedFormat.chunk)
        precondition(offset % SealedFormat.chunk == 0 && (isLast || bytes.count % chunk == 0), "whole chunks")
        let count = isLast ? Int(SealedFormat.chunkCount(ofPlain: Int64(bytes.count))) : bytes.count / chunk
        let size = bytes.count + count * Sodium.tagSize
        return [UInt8](unsafeUninitializedCapacity: size) { space, initialized in
            let output = UnsafeMutableRawBufferPointer(space)
            for index in 0..<count {
                let number = offset / SealedFormat.chunk + Int64(index)
                let plain = UnsafeRawBufferPointer(
                    rebasing: bytes[index * chunk..<min(bytes.count, (index + 1) * chunk)])
                let start = index * (chunk + Sodium.tagSize)
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: output[start..<start + plain.count + Sodium.tagSize])
                sodium.encrypt(
                    plain, into: target, associated: associated(number, isLast && index == count - 1),
                    nonce: nonce(number), key: key)
            }
            initialized = size
        }
    }

    func sealed(_ bytes: [UInt8]) throws(DownloadProblem) -> [UInt8] {
        header.bytes + (try bytes.withBytes { bytes throws(DownloadProblem) in try seal(bytes, at: 0, isLast: true) })
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, number: Int64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) throws(DownloadProblem) {
        guard
            sodium.decrypt(
                sealed, into: output, associated: associated(number, isLast), nonce: nonce(number), key: key)
        else { throw DownloadProblem(.damaged, number: number) }
    }
}

/// Reads at any offset, even of an incomplete file. Caches the last chunk. One thread.
final class SealedReader {
    private let file: DiskFile
    private let sealer: Sealer
    private var chunk = [UInt8](repeating: 0, count: Int(SealedFormat.chunk))
    private var sealed = [UInt8](repeating: 0, count: Int(SealedFormat.sealedChunk))
    private var number: Int64 = -1
    private var count = 0

    private let known: Int64?

    /// - Parameter length: plain length of the whole file, if it is still incomplete.
    init(_ file: DiskFile, _ sealer: Sealer, length: Int64? = nil) {
        self.file = file
        self.sealer = sealer
        known = length
    }

    /// Returns the plain length, or `nil` if the file's size is not valid in this format.
    func length() throws(DownloadProblem) -> Int64? { SealedFormat.plainLength(ofSize: try file.size()) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(DownloadProblem) -> Int {
        try load(offset / SealedFormat.chunk)
        let start = Int(offset % SealedFormat.chunk)
        guard start < count, !buffer.isEmpty else { return 0 }
        let taken = min(buffer.count, count - start)
        chunk.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + taken])) }
        return taken
    }

    private func load(_ wanted: Int64) throws(DownloadProblem) {
        guard wanted != number else { return }
        number = -1
        let place = SealedFormat.place(ofChunkAt: wanted * SealedFormat.chunk)
        let found = try file.read(at: place, &sealed)
        guard found > 0 else { return count = 0 }
        let size = if let known { SealedFormat.size(ofPlain: known) } else { try file.size() }
        let isLast = place + Int64(found) >= size
        try sealed.withBytes { sealed throws(DownloadProblem) in
            try chunk.withMutableBytes { chunk throws(DownloadProblem) in
                try sealer.open(
                    UnsafeRawBufferPointer(rebasing: sealed[..<found]), number: wanted, isLast: isLast, into: chunk)
            }
        }
        count = found - Sodium.tagSize
        number = wanted
    }
}
