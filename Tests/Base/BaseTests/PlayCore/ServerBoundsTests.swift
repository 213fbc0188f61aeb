import PlayCore
import TestSupport
import Testing

@Suite("Servers that may be contacted") struct ServerBoundsTests {
    private func allows(_ list: String, _ scheme: String, _ host: String, _ port: Int? = nil) throws -> Bool {
        try #require(ServerBounds(list)).allows(scheme: scheme, host: host, port: port)
    }

    private func allows(_ list: String, leadingTo bytes: [UInt8], port: Int? = nil) throws -> Bool {
        try #require(ServerBounds(list)).allows(address: bytes, scheme: "http", port: port)
    }

    @Test("A server is scheme, host and port; without scheme or port both schemes and their ports are allowed")
    func servers() throws {
        let list = "Films.example.org,https://cdn.example.org:8443,*.peer.example,[2001:DB8:0::1]:81,192.168.1.5"
        #expect(try allows(list, "http", "films.example.org"))
        #expect(try allows(list, "https", "films.example.org", 443))
        #expect(try allows(list, "https", "cdn.example.org", 8443))
        #expect(try allows(list, "http", "a.b.peer.example", 80))
        #expect(try allows(list, "http", "[2001:db8::1]", 81))
        #expect(try allows(list, "http", "192.168.1.5"))
        for (scheme, host, port) in [
            ("http", "films.example.org", 8080), ("http", "films.example.org", 443), ("https", "cdn.example.org", nil),
            ("http", "cdn.example.org", 8443), ("http", "peer.example", nil), ("http", "evilpeer.example", nil),
            ("http", "films.example.org.evil.example", nil), ("http", "example.org", nil), ("ftp", "192.168.1.5", 21),
            ("http", "films.example.org.", nil), ("http", "[2001:db8::1]", nil),
        ] as [(String, String, Int?)] { #expect(try !allows(list, scheme, host, port), "\(scheme) \(host)") }
        #expect(!ServerBounds().allows(scheme: "http", host: "films.example.org", port: nil))
        #expect(try allows("any", "https", "whoever.example", 9000))
    }

    @Test("A name may lead to this machine or a private network only if that address is listed, too")
    func addresses() throws {
        for bytes in [
            [127, 0, 0, 1], [10, 1, 2, 3], [172, 16, 0, 1], [192, 168, 1, 5], [169, 254, 169, 254], [100, 64, 0, 1],
            [0, 0, 0, 0], [224, 0, 0, 1], [255, 255, 255, 255], [UInt8](repeating: 0, count: 15) + [1],
            [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], [0xFD] + [UInt8](repeating: 0, count: 14) + [1],
            [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1], [UInt8](repeating: 0, count: 16),
            [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8) + [10, 0, 0, 1],
        ] as [[UInt8]] { #expect(try !allows("any,films.example.org", leadingTo: bytes), "\(bytes)") }
        #expect(try allows("films.example.org", leadingTo: [93, 184, 216, 34]))
        #expect(try allows("films.example.org", leadingTo: [172, 32, 0, 1]))
        #expect(try allows("films.example.org", leadingTo: [0x2A, 0] + [UInt8](repeating: 0, count: 13) + [1]))
        #expect(try allows("any,192.168.1.5", leadingTo: [192, 168, 1, 5]))
        #expect(try !allows("any,192.168.1.5", leadingTo: [192, 168, 1, 5], port: 8080))
        #expect(try allows("http://localhost:8080", leadingTo: [127, 0, 0, 1], port: 8080))
        #expect(try !allows("http://localhost:8080", leadingTo: [127, 0, 0, 1], port: 8081))
    }

    @Test("A malformed list is refused, and a catalogue's server can be added")
    func reading() throws {
        for list in [
            "", "a,", "a b", "ftp://a", "http://", "a:0", "a:65536", "a:x", "http://a/films", "user@a", "a?b", ".a",
            "*",
            "2130706433", "127.1", "1.2.3.4.5", "[::1", "[x]", "a\u{1B}b", "*.",
        ] { expect(ServerBounds(list), is: nil, "\(list)") }
        let bounds = ServerBounds().adding(serverOf: "peertube://Films.example.org/x").adding(
            serverOf: "http://127.0.0.1:8080/a.tvplay.json#b")
        #expect(bounds == ServerBounds("https://films.example.org,http://127.0.0.1:8080"))
        expect(ServerBounds().adding(serverOf: "/srv/films/a.tvplay.json"), is: ServerBounds())
    }
}
