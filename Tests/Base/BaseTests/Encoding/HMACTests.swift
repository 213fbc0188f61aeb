import TestSupport
import Testing

@testable import Encoding

@Suite("HMAC")
struct HMACTests {
    @Test("HMAC gives the values of RFC 4231 for a short key and for one longer than a block")
    func examples() {
        expect(
            Hexadecimal.text(HMACSHA256.code(for: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))),
            is: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let text = "Test Using Larger Than Block-Size Key - Hash Key First"
        expect(
            Hexadecimal.text(HMACSHA256.code(for: Array(text.utf8), key: [UInt8](repeating: 0xAA, count: 131))),
            is: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
