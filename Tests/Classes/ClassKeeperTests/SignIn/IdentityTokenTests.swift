import Encoding
import TestSupport
import Testing

@testable import ClassKeeper

@Suite("ID tokens", .enabled(if: TestSigner.isPresent, "\(TestSigner.absentReason)"))
struct IdentityTokenTests {
    static let now: Int64 = 1_800_000_000
    private static let parties = IdentityToken.Parties(issuer: "https://id.test", client: "tvplay")
    private static let claims: [String: JSONValue] = [
        "iss": .string("https://id.test"), "aud": .string("tvplay"), "sub": .string("17"),
        "exp": .integer(now + 300), "iat": .integer(now),
    ]

    private func fault(_ token: String, keys: [SignatureKey]? = nil, at time: Int64 = now) throws -> TokenFault? {
        let known = try keys ?? [TestSigner.rsa.get(), TestSigner.curve.get()].compactMap { SignatureKey($0.json) }
        do throws(TokenFault) {
            _ = try IdentityToken(token).claims(for: Self.parties, keys: known, at: time)
            return nil
        } catch { return error }
    }

    private func token(_ change: [String: JSONValue?], header: [String: JSONValue] = [:]) throws -> String {
        var claims = Self.claims
        for (name, value) in change { claims[name] = value }
        return try TestSigner.curve.get().token(claims, header: header)
    }

    @Test("tokens that OpenSSL has signed with RS256 and ES256 are accepted")
    func good() throws {
        for signer in [try TestSigner.rsa.get(), try TestSigner.curve.get()] {
            try expect(fault(signer.token(Self.claims)), is: nil)
        }
        // An issuer with one key may omit its name.
        try expect(fault(token([:], header: ["kid": .null])), is: nil)
    }

    @Test(
        "a token for other parties, expired or not yet valid is refused, with a minute of tolerance",
        arguments: [
            (["aud": .string("other")], .audience), (["aud": .list([.string("tvplay"), .string("other")])], .audience),
            (["aud": .list([.string("tvplay")])], nil),
            (["aud": .list([.string("tvplay"), .string("other")]), "azp": .string("tvplay")], nil),
            (["azp": .string("other")], .audience), (["iss": .string("https://id.test/")], .issuer),
            (["exp": .integer(now - 60)], .expired), (["exp": .integer(now - 59)], nil), (["exp": nil], .malformed),
            (["exp": .string("1900000000")], .malformed), (["iat": nil], .malformed),
            (["iat": .integer(now + 61)], .notYetValid), (["iat": .integer(now + 60)], nil),
            (["nbf": .integer(now + 61)], .notYetValid), (["sub": nil], .subject), (["sub": .string("")], .subject),
            (["sub": .integer(17)], .subject),
        ] as [([String: JSONValue?], TokenFault?)])
    func parties(change: [String: JSONValue?], expected: TokenFault?) throws {
        try expect(fault(token(change)), is: expected)
    }

    @Test("neither unsigned tokens nor those with a shared key are accepted")
    func algorithms() throws {
        let (rsa, curve) = (try TestSigner.rsa.get(), try TestSigner.curve.get())
        let parts = try token([:]).split(separator: ".").map(String.init)
        for name in ["none", "None", "HS256", "RS512", "PS256", "ES384", ""] {
            let header = Base64.addressText(JSONValue.object(["alg": .string(name), "kid": .string(curve.id)]).bytes)
            try expect(fault(header + "." + parts[1] + "."), is: .algorithm)
            // The public key is used as the secret of an HMAC.
            let key = rsa.json.bytes
            let signed = header + "." + parts[1]
            let code = Base64.addressText(HMACSHA256.code(for: Array(signed.utf8), key: key))
            try expect(fault(signed + "." + code), is: .algorithm)
        }
        try expect(fault(token([:], header: ["crit": .list([.string("b64")])])), is: .algorithm)
        // The key's algorithm counts, not the header's.
        try expect(fault(curve.token(Self.claims, header: ["alg": .string("RS256")])), is: .unknownKey)
    }

    @Test("a signature by another key or of another text is refused")
    func signatures() throws {
        let other = try TestSigner("ES256", id: "second")
        try expect(fault(other.token(Self.claims)), is: .signature)
        try expect(fault(token([:], header: ["kid": .string("third")])), is: .unknownKey)
        let (one, two) = (try token([:]), try token(["sub": .string("18")]))
        let mixed = one.split(separator: ".").prefix(2) + two.split(separator: ".").suffix(1)
        try expect(fault(mixed.joined(separator: ".")), is: .signature)
        try expect(fault(String(one.dropLast())), is: .malformed)
    }

    @Test("the examples of RFC 7515, A.2 and A.3, are verified")
    func examples() throws {
        let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        func check(_ header: String, _ key: JSONValue, _ signature: String) throws {
            let key = try #require(SignatureKey(key))
            let code = try #require(Base64.decoded(signature[...]))
            #expect(key.hasSigned(Array("\(header).\(claims)".utf8), code))
            #expect(!key.hasSigned(Array("\(header).\(claims) ".utf8), code))
            #expect(!key.hasSigned(Array("\(header).\(claims)".utf8), Array(code.reversed())))
        }
        try check(
            "eyJhbGciOiJFUzI1NiJ9",
            .object([
                "kty": .string("EC"), "crv": .string("P-256"),
                "x": .string("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
                "y": .string("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"),
            ]), "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        try check(
            "eyJhbGciOiJSUzI1NiJ9",
            .object([
                "kty": .string("RSA"), "e": .string("AQAB"),
                "n": .string(
                    "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4Q"
                        + "lL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBY"
                        + "UsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNm"
                        + "oudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"),
            ]),
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9"
                + "CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN938"
                + "3LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIh"
                + "WkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw")
    }

    @Test("short keys, keys for encryption and keys of other kinds are not used")
    func keys() throws {
        let good = try TestSigner.rsa.get().json
        #expect(SignatureKey(good) != nil)
        for change: [String: JSONValue] in [
            ["n": .string(Base64.addressText([UInt8](repeating: 0xC1, count: 128)))], ["use": .string("enc")],
            ["kty": .string("oct")], ["alg": .string("RS512")], ["alg": .string("none")], ["e": .string("")],
            ["n": .string("*")], ["kty": .string("EC")],
        ] {
            expect(SignatureKey(.object(sorting: good.fields.merging(change) { $1 })), is: nil, "\(change)")
        }
        // This point is not on the curve.
        let curve = try TestSigner.curve.get()
        let bent = try #require(
            SignatureKey(
                .object(
                    sorting: curve.json.fields.merging([
                        "x": .string(Base64.addressText([UInt8](repeating: 1, count: 32)))
                    ]) { $1 })))
        try expect(fault(curve.token(Self.claims), keys: [bent]), is: .signature)
    }

    @Test("ten thousand mutated tokens are refused")
    func mutated() throws {
        let originals = try [TestSigner.rsa.get(), TestSigner.curve.get()].map { Array(try $0.token(Self.claims).utf8) }
        let letters = Array("{}[]\":,.-_AQeyJ09=\\\u{0}".utf8)
        var random = SeededGenerator(seed: 7)
        for number in 0..<10_000 {
            var bytes = originals[number % 2]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(letters.randomElement(using: &random) ?? 0, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
                default: bytes[place] = letters.randomElement(using: &random) ?? 0
                }
                if bytes.isEmpty { bytes = [0x2E] }
            }
            guard bytes != originals[number % 2] else { continue }
            try #expect(fault(String(decoding: bytes, as: UTF8.self)) != nil)
        }
    }
}
