internal import COpenSSL
import Encoding
import PlayCore

/// OpenSSL's functions for signatures, loaded once per process. Any thread.
struct SignatureLibrary: @unchecked Sendable {
    // Sendable, because the table is filled before it is shared, and never changed or freed.
    let functions: UnsafePointer<tv_signature>

    /// `nil` if the library is not installed or lacks a function. The log has the reason.
    static let shared = SignatureLibrary()

    private init?() {
        let table = FunctionTable.loaded(tv_signature(), library: "OpenSSL", log: "keeper") { tv_signature_load($0) }
        guard let table else { return nil }
        functions = table
    }
}

/// A public key that verifies signatures of tokens (RFC 7518, 3.3 and 3.4). A token's header cannot change its
/// algorithm.
struct SignatureKey: Sendable, Equatable {
    enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    /// Of RSA keys, in bytes. Shorter keys are weak, longer ones too slow.
    private static let sizes = 256...1024

    let id: String?
    let algorithm: Algorithm
    /// SubjectPublicKeyInfo (RFC 5280, 4.1), DER.
    private let info: [UInt8]

    /// Reads a JSON Web Key (RFC 7517). Returns `nil` for keys of other algorithms or for encryption.
    init?(_ json: JSONValue) {
        guard json["use"]?.text ?? "sig" == "sig" else { return nil }
        switch json["kty"]?.text {
        case "RSA":
            guard let modulus = Self.number(json["n"]), let exponent = Self.number(json["e"]),
                Self.sizes.contains(modulus.count), (1...8).contains(exponent.count)
            else { return nil }
            algorithm = .rs256
            let numbers = DER.sequence([DER.integer(modulus), DER.integer(exponent)])
            info = DER.sequence([DER.sequence([DER.rsa, [0x05, 0]]), DER.bits(numbers)])
        case "EC":
            guard json["crv"]?.text == "P-256", let x = Self.bytes(json["x"]), let y = Self.bytes(json["y"]),
                x.count == 32, y.count == 32
            else { return nil }
            algorithm = .es256
            info = DER.sequence([DER.sequence([DER.ellipticCurve, DER.p256]), DER.bits([4] + x + y)])
        default: return nil
        }
        guard json["alg"]?.text ?? algorithm.rawValue == algorithm.rawValue else { return nil }
        id = json["kid"]?.text
    }

    func hasSigned(_ text: [UInt8], _ signature: [UInt8]) -> Bool {
        guard let functions = SignatureLibrary.shared?.functions.pointee, let signature = encoded(signature) else {
            return false
        }
        return info.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            guard let key = functions.d2i_PUBKEY(nil, &place, bytes.count), let context = functions.EVP_MD_CTX_new()
            else { return false }
            defer {
                functions.EVP_MD_CTX_free(context)
                functions.EVP_PKEY_free(key)
                functions.ERR_clear_error()
            }
            return functions.EVP_DigestVerifyInit(context, nil, functions.EVP_sha256(), nil, key) == 1
                && functions.EVP_DigestVerify(context, signature, signature.count, text, text.count) == 1
        }
    }

    /// Returns a signature in OpenSSL's form, or `nil` if its length is wrong. In tokens, an ECDSA signature is the
    /// concatenation of its two numbers.
    private func encoded(_ signature: [UInt8]) -> [UInt8]? {
        switch algorithm {
        case .rs256: return Self.sizes.contains(signature.count) ? signature : nil
        case .es256:
            guard signature.count == 64 else { return nil }
            return DER.sequence([DER.integer(Array(signature[..<32])), DER.integer(Array(signature[32...]))])
        }
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.text, text.utf8.count <= 2048 else { return nil }
        return Base64.decoded(text[...])
    }

    private static func number(_ value: JSONValue?) -> [UInt8]? {
        bytes(value).map { Array($0.drop { $0 == 0 }) }
    }
}

private enum DER {
    static let rsa: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]
    static let ellipticCurve: [UInt8] = [0x06, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
    static let p256: [UInt8] = [0x06, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { item(0x30, parts.flatMap(\.self)) }

    static func bits(_ bytes: [UInt8]) -> [UInt8] { item(0x03, [0] + bytes) }

    /// The extra zero byte prevents a leading one bit from being a sign.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let digits = bytes.drop { $0 == 0 }
        return item(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : Array(digits))
    }

    private static func item(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        return [tag, 0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] + content
    }
}
