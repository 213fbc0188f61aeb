import Addresses
import TestSupport
import Testing

@testable import Transport

/// The addresses that cookies of items are sent to.
@Suite struct CookieScopeTests {
    private func address(_ text: String) throws -> Address { try #require(Address(text)) }

    /// Returns the cookies in a request for `target`, from those that came with `origin`.
    private func sent(_ cookies: String, with origin: String, to target: String) throws -> [String] {
        let fields = CookieScope.cookies(cookies, with: try address(origin), now: 1000)
        let place = try address(target)
        return CookieScope.joined(RedirectRule.headers(fields, at: place, trusted: place.origin)).map(\.value)
    }

    @Test("a cookie is sent only to its domain, path and scheme")
    func scopes() throws {
        let text = "pass=7; Domain=.site.example; Path=/v; Secure; Expires=4102444800; own=1; old=2; Expires=999"
        let origin = "https://cdn.site.example/v/a.mp4"
        try expect(sent(text, with: origin, to: origin), is: ["pass=7; own=1"])
        #expect(try sent(text, with: origin, to: "https://other.site.example/v/a.ts") == ["pass=7"])
        #expect(try sent(text, with: origin, to: "https://other.site.example/vv/a.ts") == [])
        #expect(try sent(text, with: origin, to: "http://cdn.site.example/v/a.ts") == ["own=1"])
        #expect(try sent(text, with: origin, to: "https://evilsite.example/v/a.ts") == [])
        #expect(
            try sent("a=1; Domain=127.0.0.1; Path=/", with: "http://127.0.0.1/x", to: "http://127.0.0.1:81/y") == [
                "a=1"
            ])
        #expect(try sent("a=1; Domain=0.0.1", with: "http://127.0.0.1/x", to: "http://127.0.0.1/y") == [])
        #expect(try sent("a=1; Domain=example", with: "http://h.example/x", to: "http://h.example/x") == [])
    }

    @Test("of two cookies with the same name only the first is sent, and other fields stay unchanged")
    func joining() throws {
        let fields = try ["Cookie: a=1", "Accept: x", "Cookie: a=2", "cookie: b=3"].map {
            try #require(HTTPHeader(line: $0))
        }
        expect(CookieScope.joined(fields).map(\.line), is: ["Accept: x", "Cookie: a=1; b=3"])
    }
}
