import TestSupport
import Testing

@testable import Encoding

@Suite struct HashTests {
    @Test(
        "XXH64 gives the values of the reference (xxhsum 0.8.1)",
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
            ("The quick brown fox jumps over the lazy dog", 0x0B24_2D36_1FDA_71BC),
        ] as [(String, UInt64)])
    func xxhash(text: String, hash: UInt64) {
        let bytes = Array(text.utf8)
        expect(bytes.withUnsafeBytes { XXHash64.hash($0) }, is: hash)
        // The hash does not depend on the alignment of the bytes.
        let shifted = [0] + bytes
        expect(shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[1...])) }, is: hash)
    }

    @Test("CRC-32 gives the check value of ISO 3309")
    func crc32() { expect(CRC32.sum(Array("123456789".utf8)), is: 0xCBF4_3926) }

    @Test(
        "SHA-256 gives the values of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, digits: String) { expect(SHA256.hexadecimal(text), is: digits) }

    @Test(
        "HMAC-SHA-256 gives the values of RFC 4231, with short and with long keys",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ])
    func hmac(key: [UInt8], text: String, digits: String) {
        expect(Hexadecimal.text(HMACSHA256.code(for: Array(text.utf8), key: key)), is: digits)
    }

    @Test func codesAreEqualOnlyWithTheSameBytes() {
        #expect(HMACSHA256.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(HMACSHA256.areEqual([] as [UInt8], []))
        #expect(!HMACSHA256.areEqual([1, 2, 3], [1, 2, 4]))
        #expect(!HMACSHA256.areEqual([1, 2, 3], [1, 2]))
    }

    @Test func randomBytesHaveTheRequestedLengthAndDiffer() {
        let random = SecureRandom()
        #expect(random.bytes(0).isEmpty)
        expect(random.bytes(32).count, is: 32)
        expect(Set((0..<1000).map { _ in random.bytes(16) }).count, is: 1000)
    }
}
