import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

extension NameService {
    fileprivate func client(domains: [String] = []) throws -> HTTPClient {
        try NetworkBench.client {
            $0.dnsOverHTTPS = address
            $0.dnsOverHTTPSDomains = domains
            $0.caFile = authority
        }
    }
}

@Suite(.enabled(if: NginxServer.isPresent, "needs nginx and openssl (Scripts/install-deps test)"))
struct NameTests {
    private let server: FaultServer

    init() throws { server = try FaultServer { _ in FaultReply(200, [7]) } }

    private func ask(_ host: String, _ client: HTTPClient) throws -> [UInt8] {
        let address = try #require(Address("http://\(host):\(server.port)/film.bin"))
        return try client.begin(HTTPRequest(address), cancel: CancelToken()).body(limit: 10)
    }

    @Test("ADV-70: names are resolved over HTTPS, and the Host field keeps the name")
    func overHTTPS() throws {
        let service = try NameService()
        let client = try service.client()
        try expect(ask("cdn.film.test", client), is: [7])
        expect(service.asked, is: ["cdn.film.test"])
        expect(server.requests.first?["host"], is: "cdn.film.test:\(server.port)")
        let error = #expect(throws: ByteSourceError.self) { try ask("nowhere.test", client) }
        expect(error?.code, is: .unresolved)
    }

    @Test("ADV-70: only listed domains are resolved over HTTPS, the others by the system")
    func domains() throws {
        let service = try NameService()
        let client = try service.client(domains: ["film.test"])
        try expect(ask("localhost", client), is: [7])
        expect(service.asked, is: [])
        try expect(ask("film.test", client), is: [7])
        expect(service.asked, is: ["film.test"])
    }

    @Test("ADV-70: a name resolved ahead is not resolved again, and no connection is opened for it")
    func ahead() throws {
        let service = try NameService()
        let client = try service.client()
        client.preresolve("cdn.film.test:\(server.port);; /nonsense")
        #expect(service.responder.wait { _ in client.pendingNameCount == 0 })
        expect(service.asked, is: ["cdn.film.test"])
        expect(server.connectionCount, is: 0)
        try expect(ask("cdn.film.test", client), is: [7])
        expect(service.asked, is: ["cdn.film.test"])
    }

    @Test("ADV-70: an override is used instead of the name service")
    func override() throws {
        let service = try NameService()
        let client = try service.client()
        client.settings.resolveOverrides = ["film.test:\(server.port):127.0.0.1"]
        try expect(ask("film.test", client), is: [7])
        expect(service.asked, is: [])
    }

    @Test("ADV-70: a name without a port is resolved ahead for http and https")
    func lists() {
        #expect(
            Preresolutions.addresses("a.test; b.test:8080;c/d").map(\.text).sorted() == [
                "http://a.test/", "http://b.test:8080/", "https://a.test/",
            ])
    }
}
