import Addresses
import TestSupport
import Testing

@Suite("Address")
struct AddressTests {
    private static let base = Address("http://a/b/c/d;p?q")

    /// The examples of RFC 3986, 5.4.1 and 5.4.2, without fragments and without "http:g", which is read strictly.
    @Test(
        "references are resolved as in the examples of RFC 3986",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ])
    func resolves(reference: String, expected: String) throws {
        let base = try #require(Self.base)
        // "g:h" has no host, which an address to fetch from must have.
        guard expected.hasPrefix("http") else {
            #expect(Address(reference, relativeTo: base)?.isHTTP != true)
            return
        }
        expect(Address(reference, relativeTo: base)?.text, is: expected)
    }

    @Test(
        "INFO-01: the title of an address is its decoded last part, and a stream's is its folder",
        arguments: [
            ("http://h/films/A%20film.mp4?t=1", "A film.mp4"), ("http://h/Sintel/master.m3u8", "Sintel"),
            ("http://h/a/Sintel%C3%A9/Manifest.mpd", "Sintelé"), ("http://h/master.m3u8", "master.m3u8"),
            ("http://h/mastery.mp4", "mastery.mp4"), ("http://h/", "h"), ("http://h/a/", "a"),
            ("http://h/x%1B%5B2J", "x%1B%5B2J"), ("http://h/x/y%2E%2E/video.mp4", "y.."),
        ])
    func titles(address: String, title: String) throws {
        try expect(#require(Address(address)).title, is: title)
    }

    @Test("an address is split into its parts")
    func parts() throws {
        let address = try #require(Address("HTTPS://user:word@Example.ORG:8443/A/film.MP4?token=1.2#t=3"))
        expect(address.scheme, is: "https")
        expect(address.host, is: "example.org")
        expect(address.port, is: 8443)
        expect(address.path, is: "/A/film.MP4")
        expect(address.query, is: "token=1.2")
        #expect(address.hasUser)
        #expect(address.origin == "https://example.org:8443")
        #expect(address.text == "https://user:word@example.org:8443/A/film.MP4?token=1.2")
    }

    @Test("a protocol-relative reference keeps only the scheme")
    func protocolRelative() throws {
        let base = try #require(Address("https://a/b"))
        #expect(Address("//cdn.example/x.ts", relativeTo: base)?.text == "https://cdn.example/x.ts")
    }

    @Test("INFO-06: the extension of an address ignores the query")
    func pathExtension() {
        #expect(Address("http://a/film.mp4?sign=x.m3u8")?.pathExtension == "mp4")
        #expect(Address("http://a/live.M3U8")?.pathExtension == "m3u8")
        #expect(Address("http://a/v1.2/film")?.pathExtension == nil)
        #expect(Address("http://a/x.")?.pathExtension == nil)
        #expect(Address("http://a/")?.pathExtension == nil)
    }

    @Test("CFG-04: an address without secrets has neither user, password nor query")
    func withoutSecrets() throws {
        let address = try #require(Address("https://user:word@a.example:1/x/y.m3u8?token=s3cr3t"))
        #expect(address.withoutSecrets == "https://a.example:1/x/y.m3u8?…")
        #expect(Address("http://a.example/x")?.withoutSecrets == "http://a.example/x")
    }

    @Test("blanks and letters beyond ASCII are encoded")
    func encodes() throws {
        let base = try #require(Address("http://a/b/list.m3u8"))
        #expect(Address("my film ü.ts", relativeTo: base)?.text == "http://a/b/my%20film%20%c3%bc.ts")
    }

    @Test(
        "a malformed or incomplete address is refused",
        arguments: [
            "", "film.mp4", "/film.mp4", "http://", "http://a\u{1B}[31m/", "http://a/\r\nHost: b", "://a/",
            "http://a:99999/", "http://" + String(repeating: "a", count: 70_000),
        ])
    func refuses(text: String) { expect(Address(text), is: nil) }
}
