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
        #expect(bytes.withUnsafeBytes { XXHash64.hash($0) } == hash)
        // Wherever it lies in memory.
        let shifted = [0] + bytes
        #expect(shifted.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[1...])) } == hash)
    }

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
    func sha256(text: String, digits: String) { #expect(SHA256.hexadecimal(text) == digits) }
}
