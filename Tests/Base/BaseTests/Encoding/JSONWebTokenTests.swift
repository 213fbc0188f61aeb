import TestSupport
import Testing

@testable import Encoding

struct JSONWebTokenTests {
    private static let key = Array("a key of the class server's own, 32 bytes and more".utf8)
    private static let claims = TokenClaims(
        subject: "n-17", issued: 900, notBefore: 940, expires: 2000, others: ["jid": .string("n-17@join.tv.test")])

    private func problem(_ token: String, key: [UInt8] = key, at time: Int64 = 1000) -> JSONWebToken.Problem? {
        do throws(JSONWebToken.Problem) {
            _ = try JSONWebToken.claims(of: token, key: key, at: time)
            return nil
        } catch { return error }
    }

    private func signed(_ header: String, _ payload: String) -> String {
        let text = [header, payload].map { Base64.addressText(Array($0.utf8)) }.joined(separator: ".")
        return text + "." + Base64.addressText(HMACSHA256.code(for: Array(text.utf8), key: Self.key))
    }

    @Test("the token of RFC 7515, A.1 is verified, and its claims are read")
    func example() throws {
        let key = try #require(
            Base64.decoded("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"))
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
            + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
            + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        // The claims have no subject, so reading fails only after the signature was accepted.
        expect(problem(token, key: key), is: .malformed)
        expect(problem(token, key: key + [1]), is: .wrongSignature)
    }

    @Test func aTokenReturnsItsClaimsForItsKeyOnly() throws {
        let token = JSONWebToken.make(Self.claims, key: Self.key)
        try expect(JSONWebToken.claims(of: token, key: Self.key, at: 1000), is: Self.claims)
        expect(problem(token, key: Array("another".utf8)), is: .wrongSignature)
    }

    @Test func aTokenIsRefusedBeforeItsStartAndFromItsExpiryOn() {
        let token = JSONWebToken.make(Self.claims, key: Self.key)
        expect(problem(token, at: 939), is: .notYetValid)
        expect(problem(token, at: 940), is: nil)
        expect(problem(token, at: 1999), is: nil)
        expect(problem(token, at: 2000), is: .expired)
    }

    @Test(
        "another algorithm or type in a token's header is never accepted",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"HS512"}"#, #"{"alg":"RS256"}"#, #"{"alg":"hs256"}"#, "{}",
            #"{"alg":"HS256","crit":["x"]}"#, #"{"alg":"HS256","typ":"JWE"}"#, #"{"alg":["HS256"]}"#,
        ])
    func otherAlgorithms(header: String) {
        expect(problem(signed(header, #"{"sub":"a","exp":2000}"#)), is: .unsupported)
        // The same without a signature, as for `none`.
        let bare = [header, #"{"sub":"a","exp":2000}"#].map { Base64.addressText(Array($0.utf8)) }
        expect(problem(bare.joined(separator: ".") + "."), is: .unsupported)
    }

    @Test(
        "signed but malformed claims are refused",
        arguments: [
            #"{"sub":"a"}"#, #"{"exp":2000}"#, #"{"sub":7,"exp":2000}"#, #"{"sub":"a","exp":"2000"}"#,
            #"{"sub":"a","exp":2000,"nbf":"x"}"#, #"{"sub":"a","exp":1e300}"#, "[]", "7", "", "{",
        ])
    func wrongClaims(payload: String) {
        expect(problem(signed(#"{"alg":"HS256"}"#, payload)), is: .malformed)
    }

    @Test func aTokenWithAnyChangedByteNeverVerifies() {
        let token = Array(JSONWebToken.make(Self.claims, key: Self.key).utf8)
        for place in token.indices {
            for value in UInt8(0x20)...0x7E where value != token[place] {
                var changed = token
                changed[place] = value
                #expect(problem(String(decoding: changed, as: UTF8.self)) != nil)
            }
            var shorter = token
            shorter.remove(at: place)
            #expect(problem(String(decoding: shorter, as: UTF8.self)) != nil)
        }
    }

    @Test func hostileTokensAreRefused() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let text = RandomText.make(using: &random, length: 0...80)
            #expect(problem(text + "." + text + "." + text) != nil)
            #expect(problem(text) != nil)
        }
        expect(problem(String(repeating: "A", count: 5000)), is: .malformed)
        expect(problem(String(repeating: ".", count: 4000)), is: .malformed)
    }
}
