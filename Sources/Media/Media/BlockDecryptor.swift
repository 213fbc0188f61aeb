internal import CFFmpeg

/// AES-128 in CBC mode, piece by piece, by FFmpeg. One thread at a time.
package final class BlockDecryptor {
    package static let blockSize = 16

    private let context: OpaquePointer
    private var iv: [UInt8]

    /// Nil unless both have sixteen bytes.
    package init?(key: [UInt8], iv: [UInt8]) {
        guard key.count == Self.blockSize, iv.count == Self.blockSize else { return nil }
        let context = allocated(av_aes_alloc(), "decryption")
        guard av_aes_init(context, key, 128, 1) >= 0 else {
            av_free(UnsafeMutableRawPointer(context))
            return nil
        }
        self.context = context
        self.iv = iv
    }

    deinit { av_free(UnsafeMutableRawPointer(context)) }

    /// What follows what was decrypted before. The count of `bytes` is a multiple of ``blockSize``.
    package func decrypt(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let source = Array(bytes)
        precondition(source.count.isMultiple(of: Self.blockSize), "whole blocks are decrypted")
        guard !source.isEmpty else { return [] }
        var result = [UInt8](repeating: 0, count: source.count)
        av_aes_crypt(context, &result, source, Int32(source.count / Self.blockSize), &iv, 1)
        return result
    }
}
