internal import COpenSSL
import Manifests
import PlayCore

/// OpenSSL's ciphers, loaded once per process for the first encrypted segment. Any thread.
struct CipherLibrary: @unchecked Sendable {
    // Sendable: the table is filled before it is shared, and never changed or freed.
    let functions: UnsafePointer<tv_cipher>

    /// `nil` if it is not installed or lacks a function; the log says why.
    static let shared = CipherLibrary()

    private init?() {
        guard let table = FunctionTable.loaded(tv_cipher(), library: "OpenSSL", log: "net", by: { tv_cipher_load($0) })
        else { return nil }
        functions = table
    }
}

final class SegmentCipher {
    private static let block = 16

    private let openSSL: tv_cipher
    private let context: OpaquePointer
    private let cipher: SegmentKey.Cipher
    /// Bytes not decrypted yet: the last block, which may contain padding; for GCM all bytes, until the tag arrives.
    private var held: [UInt8] = []

    /// - Throws: `.noLibrary`; `.invalidReply` for keys of another length.
    init(_ cipher: SegmentKey.Cipher, key: [UInt8], iv: [UInt8]) throws(ByteSourceError) {
        guard key.count == cipher.keyLength, iv.count == Self.block else { throw Self.failure }
        guard let openSSL = CipherLibrary.shared?.functions.pointee, let context = openSSL.EVP_CIPHER_CTX_new() else {
            var error = ByteSourceError(.noLibrary, operation: "decrypt", context: "")
            error.detail = "OpenSSL"
            throw error
        }
        (self.openSSL, self.context, self.cipher) = (openSSL, context, cipher)
        let name = cipher == .aes128 || cipher == .aes256 ? cipher.rawValue + "-CBC" : cipher.rawValue
        // GCM needs the vector's length first.
        guard
            openSSL.EVP_CipherInit_ex(context, openSSL.EVP_get_cipherbyname(name), nil, nil, nil, 0) == 1,
            cipher != .aes256GCM
                || openSSL.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(Self.block), nil) == 1,
            openSSL.EVP_CipherInit_ex(context, nil, nil, key, iv, 0) == 1,
            openSSL.EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { throw Self.failure }
    }

    deinit { openSSL.EVP_CIPHER_CTX_free(context) }

    private static var failure: ByteSourceError { ByteSourceError(.invalidReply, operation: "decrypt", context: "") }

    func add(_ bytes: [UInt8]) throws(ByteSourceError) -> [UInt8] {
        held += bytes
        let ready =
            switch cipher {
            case .aes128, .aes256: max(0, (held.count - 1) / Self.block * Self.block)
            case .aes256CTR: held.count
            case .aes256GCM: 0
            }
        defer { held.removeFirst(ready) }
        return try decrypted(held.prefix(ready))
    }

    /// - Returns: the remaining bytes without padding.
    /// - Throws: `.invalidReply` if the tag does not match.
    func finish() throws(ByteSourceError) -> [UInt8] {
        switch cipher {
        case .aes128, .aes256:
            let rest = try decrypted(held.prefix(held.count / Self.block * Self.block))
            guard let count = rest.last, (1...Self.block).contains(Int(count)),
                rest.suffix(Int(count)).allSatisfy({ $0 == count })
            else { return rest }
            return rest.dropLast(Int(count))
        case .aes256CTR: return []
        case .aes256GCM: return try verified()
        }
    }

    private func verified() throws(ByteSourceError) -> [UInt8] {
        guard held.count >= 2 * Self.block else { throw Self.failure }
        var tag = Array(held.suffix(Self.block))
        guard
            openSSL.EVP_CipherInit_ex(context, nil, nil, nil, Array(held.prefix(Self.block)), 0) == 1,
            openSSL.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.block), &tag) == 1
        else { throw Self.failure }
        let result = try decrypted(held.dropFirst(Self.block).dropLast(Self.block))
        var (nothing, count): ([UInt8], Int32) = ([UInt8](repeating: 0, count: Self.block), 0)
        guard openSSL.EVP_CipherFinal_ex(context, &nothing, &count) == 1 else { throw Self.failure }
        return result
    }

    private func decrypted(_ bytes: ArraySlice<UInt8>) throws(ByteSourceError) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        var result = [UInt8](repeating: 0, count: bytes.count + Self.block)
        var count: Int32 = 0
        guard openSSL.EVP_CipherUpdate(context, &result, &count, Array(bytes), Int32(clamping: bytes.count)) == 1 else {
            throw Self.failure
        }
        return Array(result.prefix(Int(count)))
    }
}
