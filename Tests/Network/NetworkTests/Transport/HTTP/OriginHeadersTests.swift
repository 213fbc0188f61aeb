import Addresses
import TestSupport
import Testing
import Transport

@Suite struct OriginHeadersTests {
    @Test("CFG-10, ROOM-03: a key is sent only to its own scheme, host and port")
    func origins() throws {
        let key = try #require(HTTPHeader(name: "X-Access-Key", value: "k"))
        let own = try #require(HTTPHeader(name: "x-access-key", value: "own"))
        func address(_ text: String) throws -> Address { try #require(Address(text)) }
        var headers = OriginHeaders()
        headers.set([key], for: try address("https://a.example/class/room.json?x=1"))
        #expect(headers.adding(to: [], for: try address("https://a.example/other/clip.mp4")) == [key])
        #expect(headers.adding(to: [], for: try address("https://a.example:443/")) == [key])
        for other in ["http://a.example/", "https://b.example/", "https://a.example:8443/", "https://a.example.b.c/"] {
            try expect(headers.adding(to: [], for: try address(other)), is: [])
        }
        #expect(headers.adding(to: [own], for: try address("https://a.example/")) == [own])
        headers.set([], for: try address("https://a.example/"))
        #expect(headers.adding(to: [], for: try address("https://a.example/")) == [])
    }
}
