internal import COpenSSL
import Encoding

/// A certificate and key (P-256, created in 0.25 ms) for one peer. A new one each time prevents recognition.
final class PeerIdentity: @unchecked Sendable {
    // Sendable: immutable after `init`; OpenSSL counts references to both atomically.
    let fingerprint: CertificateFingerprint
    let context: OpaquePointer
    private let library: OpenSSLLibrary
    private let key: OpaquePointer
    private let certificate: OpaquePointer

    init() throws(WebRTCError) {
        library = try OpenSSLLibrary.required()
        let functions = library.functions
        var key: OpaquePointer?
        var certificate: OpaquePointer?
        let random = SecureRandom()
        let isMade = tv_ssl_make_identity(functions, Int(random.next() >> 2), &key, &certificate)
        guard isMade == 1, let key, let certificate else {
            functions.pointee.EVP_PKEY_free(key)
            throw library.error("make a certificate")
        }
        guard let context = tv_ssl_context(functions, key, certificate) else {
            functions.pointee.X509_free(certificate)
            functions.pointee.EVP_PKEY_free(key)
            throw library.error("make a context")
        }
        (self.key, self.certificate, self.context) = (key, certificate, context)
        let bytes = Self.digest(of: certificate, "sha256", library) ?? []
        fingerprint = CertificateFingerprint(algorithm: "sha-256", bytes: bytes)
    }

    deinit {
        library.functions.pointee.SSL_CTX_free(context)
        library.functions.pointee.X509_free(certificate)
        library.functions.pointee.EVP_PKEY_free(key)
    }

    /// - Parameter name: OpenSSL's name of the hash.
    static func digest(of certificate: OpaquePointer, _ name: String, _ library: OpenSSLLibrary) -> [UInt8]? {
        guard let kind = library.functions.pointee.EVP_get_digestbyname(name) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard library.functions.pointee.X509_digest(certificate, kind, &bytes, &count) == 1 else { return nil }
        return Array(bytes.prefix(Int(count)))
    }
}
