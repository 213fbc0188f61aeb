import Addresses
import Manifests
import PlayCore
import TestSupport
import Testing

@Suite("References in manifests")
struct ReferenceTests {
    @Test(
        "a local list may name files in its folder and below",
        arguments: [
            ("a.ts", "720p/a.ts"), ("./b/../a.ts", "720p/a.ts"), ("../360p/a.ts", "360p/a.ts"),
            ("a%20b.ts", "720p/a b.ts"),
            ("100%.ts", "720p/100%.ts"), ("a.ts?token=1#x", "720p/a.ts"), ("b//c.ts", "720p/b/c.ts"),
        ])
    func local(reference: String, expected: String) {
        expect(ManifestLocation.file("720p/index.m3u8").resolve(reference), is: .file(expected))
    }

    @Test(
        "a reference cannot leave the folder or name anything but a file",
        arguments: [
            "/etc/passwd", "../../a", "..", "../..", "%2e%2e/%2e%2e/a", "..%2F..%2Fa", "file:///etc/passwd",
            "FILE:a", "ftp://a/b", "//host/a", "data:,x", "b/", ".", "a%00b", "a\u{7}b", "%2Fetc/passwd", "pipe:0",
        ])
    func escapes(reference: String) {
        expect(ManifestLocation.file("720p/index.m3u8").resolve(reference), is: nil)
    }

    @Test("a local list may name addresses, and a list from an address only addresses")
    func addresses() throws {
        let address = try #require(Address("https://a.example/x/y.m3u8"))
        #expect(ManifestLocation.file("i.m3u8").resolve("https://a.example/x/y.m3u8") == .address(address))
        let nested = try #require(ResourceReference.address(address).location)
        #expect(nested.resolve("z.ts") == Address("https://a.example/x/z.ts").map { .address($0) })
        #expect(nested.resolve("file:///z.ts") == nil)
        expect(ResourceReference.file("a/b.m3u8").location?.resolve("c.ts"), is: .file("a/c.ts"))
        expect(ResourceReference.data([1]).location, is: nil)
    }

    @Test(
        "UTC times are read with their time zones",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56.789123456Z", 951_827_696_789_123_456),
            ("2018-10-12T22:33:49.037+00:00", 1_539_383_629_037_000_000), ("1969-12-31T23:59:59,5Z", -500_000_000),
            ("2024-01-01T00:00:00+0130", 1_704_061_800_000_000_000), ("2016-10-14T17:00:17", 1_476_464_417_000_000_000),
            ("2024-01-01T00:00-01", 1_704_070_800_000_000_000),
        ] as [(String, Int64)])
    func instants(text: String, nanoseconds: Int64) {
        expect(UTCTime(text)?.nanoseconds, is: nanoseconds)
    }

    @Test(
        "malformed times are rejected",
        arguments: [
            "", "2024", "2024-13-01T00:00:00Z", "2024-01-01", "9999-01-01T00:00:00Z", "2024-01-01T00:00:00X", "now",
        ])
    func noInstants(text: String) { expect(UTCTime(text), is: nil) }
}
