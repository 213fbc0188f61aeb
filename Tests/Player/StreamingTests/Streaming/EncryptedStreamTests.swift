import COpenSSL
import Manifests
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing

@testable import Streaming

/// Streams whose whole segments are encrypted, with OpenSSL as servers do it.
@Suite("Encrypted streams", .timeLimit(.minutes(10)))
struct EncryptedStreamTests {
    private static let key = Array(UInt8(0)..<32)
    private static let iv = Array(UInt8(100)..<116)
    private static let hexadecimal = "0x6465666768696a6b6c6d6e6f70717273"

    /// Returns the encrypted bytes. AES-256-GCM has its vector in front and its tag at the end.
    private static func encrypted(
        _ bytes: [UInt8], _ cipher: SegmentKey.Cipher = .aes128, key: [UInt8] = key, iv: [UInt8] = iv
    ) throws -> [UInt8] {
        let openSSL = try #require(CipherLibrary.shared).functions.pointee
        let context = try #require(openSSL.EVP_CIPHER_CTX_new())
        defer { openSSL.EVP_CIPHER_CTX_free(context) }
        let isGCM = cipher == .aes256GCM
        let name = [.aes256CTR, .aes256GCM].contains(cipher) ? cipher.rawValue : cipher.rawValue + "-CBC"
        try #require(openSSL.EVP_CipherInit_ex(context, openSSL.EVP_get_cipherbyname(name), nil, nil, nil, 1) == 1)
        if isGCM { _ = openSSL.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 16, nil) }
        try #require(openSSL.EVP_CipherInit_ex(context, nil, nil, key, iv, 1) == 1)
        var result = [UInt8](repeating: 0, count: bytes.count + 16)
        var count: Int32 = 0
        try #require(openSSL.EVP_CipherUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1)
        var rest = [UInt8](repeating: 0, count: 16)
        var last: Int32 = 0
        try #require(openSSL.EVP_CipherFinal_ex(context, &rest, &last) == 1)
        let text = result.prefix(Int(count)) + rest.prefix(Int(last))
        guard isGCM else { return Array(text) }
        var tag = [UInt8](repeating: 0, count: 16)
        try #require(openSSL.EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1)
        return iv + text + tag
    }

    private static func segment(_ number: Int) -> [UInt8] { StreamBytes.file("mp4/s0-\(number).m4s") }

    private static func number(_ value: Int) -> [UInt8] { [UInt8](repeating: 0, count: 15) + [UInt8(value)] }

    /// Plays the whole stream and checks the place of every picture.
    private func check(_ name: String, _ text: String, _ files: [String: [UInt8]]) throws {
        let folder = try StreamFolder(["mp4"], files.merging([name: Array(text.utf8)]) { $1 })
        let film = try PlayedFilm(try StreamPlayer(path: folder.path(name)))
        expect(film.pictures.count, is: 250)
        for index in [0, 60, 249] {
            let player = try StreamPlayer(path: folder.path(name))
            try expect(player.picture(at: .milliseconds(index * 40 + 5))?.number, is: index)
        }
    }

    @Test(
        "ADV-81: HLS with longer keys and other ciphers plays and can be sought",
        arguments: [SegmentKey.Cipher.aes128, .aes256, .aes256CTR, .aes256GCM], [true, false])
    func playlist(_ cipher: SegmentKey.Cipher, _ hasVector: Bool) throws {
        let key = Array(Self.key.prefix(cipher.keyLength))
        var files = ["key": key]
        // One of the two variants leaves the section in the clear, as many packagers do.
        let section = StreamBytes.file("mp4/init0.m4s")
        files["init.mp4"] = try hasVector ? Self.encrypted(section, cipher, key: key) : section
        for index in 0..<5 {
            files["e\(index).m4s"] = try Self.encrypted(
                Self.segment(index + 1), cipher, key: key, iv: hasVector ? Self.iv : Self.number(index + 7))
        }
        let vector = hasVector && cipher != .aes256GCM ? ",IV=\(Self.hexadecimal)" : ""
        try check(
            "a.m3u8",
            FormStream.list(
                (0..<5).map { "#EXTINF:2,\ne\($0).m4s\n" }.joined(),
                "#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-KEY:METHOD=\(cipher.rawValue),URI=\"key\"\(vector)\n"
                    + "#EXT-X-MAP:URI=\"init.mp4\"\n"), files)
    }

    private static func protected(_ inner: String) -> String {
        "<ContentProtection xmlns:sea=\"urn:mpeg:dash:schema:sea:2012\" schemeIdUri=\"urn:mpeg:dash:sea:2012\">\(inner)"
            + "</ContentProtection>"
    }

    private static func manifest(_ inner: String, initialization: String = "mp4/init0.m4s") -> String {
        let template = FormStream.template("e$Number$.m4s").replacing("mp4/init0.m4s", with: initialization)
        return FormStream.mpd("<Period>\(FormStream.video(template, before: protected(inner)))</Period>")
    }

    private static let system =
        "<sea:SegmentEncryption schemeIdUri=\"urn:mpeg:dash:sea:aes128-cbc:2013\"/>"
        + "<sea:KeySystem keySystemUri=\"urn:mpeg:dash:sea:keysys:http:2013\"/>"

    @Test(
        "ADV-81: DASH whose segments share one key and one vector plays, with or without an encrypted section",
        arguments: [true, false])
    func period(_ isSectionEncrypted: Bool) throws {
        let key = Array(Self.key.prefix(16))
        var files: [String: [UInt8]] = [:]
        files["init.mp4"] = try Self.encrypted(StreamBytes.file("mp4/init0.m4s"), key: key)
        for number in 1...5 { files["e\(number).m4s"] = try Self.encrypted(Self.segment(number), key: key) }
        try check(
            "a.mpd",
            Self.manifest(
                "\(Self.system)<sea:CryptoPeriod IV=\"\(Self.hexadecimal)\" "
                    + "keyUriTemplate=\"data:;base64,AAECAwQFBgcICQoLDA0ODw==\"/>",
                initialization: isSectionEncrypted ? "init.mp4" : "mp4/init0.m4s"), files)
    }

    @Test("DASH with keys from a timeline plays, with a clear first segment and the numbers as vectors")
    func timeline() throws {
        var files = ["e1.m4s": Self.segment(1)]
        for number in 2...5 {
            let first = number < 4 ? 2 : 4
            let key = [UInt8](repeating: UInt8(first), count: 16)
            files["k-0-\(first)"] = key
            files["e\(number).m4s"] = try Self.encrypted(Self.segment(number), key: key, iv: Self.number(number))
        }
        try check(
            "a.mpd",
            Self.manifest(
                "<sea:CryptoTimeline offset=\"1\" numSegments=\"2\" keyUriTemplate=\"k-$RepresentationID$-$Number$\"/>"),
            files)
    }

    @Test("DASH with vectors on the server plays, and segments after the last crypto period are in the clear")
    func vectors() throws {
        let key = Array(Self.key.prefix(16))
        var files = ["key": key, "v1": Self.iv, "v4": Self.number(9), "e5.m4s": Self.segment(5)]
        for number in 1...4 {
            files["e\(number).m4s"] = try Self.encrypted(
                Self.segment(number), key: key, iv: number < 4 ? Self.iv : Self.number(9))
        }
        try check(
            "a.mpd",
            Self.manifest(
                Self.system + "<sea:CryptoPeriod numSegments=\"3\" keyUriTemplate=\"key\" ivUriTemplate=\"v$Number$\"/>"
                    + "<sea:CryptoPeriod numSegments=\"1\" keyUriTemplate=\"key\" ivUriTemplate=\"v$Number$\"/>"), files
        )
    }

    @Test(
        "DASH with an unsupported encryption reports that it is protected",
        arguments: [
            "<sea:SegmentEncryption schemeIdUri=\"urn:mpeg:dash:sea:aes128-gcm:2013\"/><sea:CryptoPeriod keyUriTemplate=\"k\"/>",
            "\(system)<sea:CryptoPeriod keyUriTemplate=\"tag:example.org,2016:drm\"/>", system,
            "\(system)<sea:CryptoTimeline keyUriTemplate=\"k\"/>",
            "\(system)<sea:CryptoPeriod keyUriTemplate=\"k-$Time$\"/>",
            "\(system)<sea:CryptoPeriod IV=\"0x1G\" keyUriTemplate=\"k\"/>",
        ])
    func refused(_ inner: String) throws {
        let folder = try StreamFolder(["mp4"], ["a.mpd": Array(Self.manifest(inner).utf8)])
        let error = #expect(throws: MediaError.self) { _ = try StreamPlayer(path: folder.path("a.mpd")) }
        expect(error?.reason.contains("protected: urn:mpeg:dash:sea:2012"), is: true, "\(String(describing: error))")
    }

    @Test("a segment with a wrong tag yields no bytes, and a key of the wrong length is refused")
    func damaged() throws {
        let whole = try Self.encrypted(Array(repeating: 7, count: 100), .aes256GCM)
        let good = try SegmentCipher(.aes256GCM, key: Self.key, iv: Self.iv)
        try expect(good.add(whole), is: [])
        try expect(good.finish(), is: Array(repeating: 7, count: 100))
        for place in [0, 20, whole.count - 1] {
            var broken = whole
            broken[place] ^= 1
            let cipher = try SegmentCipher(.aes256GCM, key: Self.key, iv: Self.iv)
            try expect(cipher.add(broken), is: [])
            #expect(throws: ByteSourceError.self) { try cipher.finish() }
        }
        #expect(throws: ByteSourceError.self) {
            try SegmentCipher(.aes256, key: Array(Self.key.prefix(16)), iv: Self.iv)
        }
    }
}
