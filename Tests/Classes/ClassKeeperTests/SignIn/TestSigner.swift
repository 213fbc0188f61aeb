import Encoding
import Foundation
import TestSupport
import Testing

/// A key of a sign-in service, created and used with OpenSSL's program.
struct TestSigner {
    static let isPresent = TestCertificates.isPresent
    static let absentReason = "needs openssl (Scripts/install-deps test)"

    /// The tests of this process share the keys, because creating them takes time.
    static let rsa = Result { try TestSigner("RS256", id: "first") }
    static let curve = Result { try TestSigner("ES256", id: "second") }

    let algorithm: String
    let id: String
    let json: JSONValue
    private let folder: URL

    init(_ algorithm: String, id: String) throws {
        folder = try BuiltProgram.temporaryFolder()
        let kind =
            algorithm == "RS256"
            ? ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"] : ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
        let (key, shown) = (folder.path + "/key", folder.path + "/public")
        try Self.run(["genpkey", "-algorithm"] + kind + ["-out", key])
        try Self.run(["pkey", "-in", key, "-pubout", "-outform", "DER", "-out", shown])
        let info = [UInt8](try Data(contentsOf: URL(fileURLWithPath: shown)))
        func text(_ bytes: ArraySlice<UInt8>) -> JSONValue { .string(Base64.addressText(Array(bytes))) }
        // The positions of the numbers in SubjectPublicKeyInfo (RFC 5280) for keys of these sizes.
        json =
            algorithm == "RS256"
            ? .object([
                "kty": .string("RSA"), "kid": .string(id), "alg": .string(algorithm), "use": .string("sig"),
                "n": text(info[33..<289]), "e": text(info.suffix(3)),
            ])
            : .object([
                "kty": .string("EC"), "kid": .string(id), "crv": .string("P-256"),
                "x": text(info.suffix(64).prefix(32)), "y": text(info.suffix(32)),
            ])
        self.algorithm = algorithm
        self.id = id
    }

    func token(_ claims: [String: JSONValue], header: [String: JSONValue] = [:]) throws -> String {
        let own: [String: JSONValue] = ["alg": .string(algorithm), "kid": .string(id)]
        let signed = [own.merging(header) { $1 }, claims].map {
            Base64.addressText(JSONValue.object(sorting: $0).bytes)
        }
        .joined(separator: ".")
        // Parallel tests share a signer.
        let name = UUID().uuidString
        let (text, code) = (folder.appendingPathComponent(name), folder.appendingPathComponent(name + ".signature"))
        try Data(signed.utf8).write(to: text)
        try Self.run(["dgst", "-sha256", "-sign", folder.path + "/key", "-out", code.path, text.path])
        let bytes = [UInt8](try Data(contentsOf: code))
        return signed + "." + Base64.addressText(algorithm == "RS256" ? bytes : Self.sides(bytes))
    }

    /// Concatenates the two numbers of an ECDSA signature, the form in tokens.
    private static func sides(_ der: [UInt8]) -> [UInt8] {
        var (rest, result) = (der.dropFirst(2), [UInt8]())
        while let count = rest.dropFirst().first.map(Int.init) {
            let number = rest.dropFirst(2).prefix(count).drop { $0 == 0 }
            result += [UInt8](repeating: 0, count: 32 - number.count) + number
            rest = rest.dropFirst(2 + count)
        }
        return result
    }

    private static func run(_ words: [String]) throws {
        let outcome = try BuiltProgram.run("/usr/bin/openssl", words)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }
}
