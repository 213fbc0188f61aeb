import Addresses
import DownloadModel
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Downloads

/// Downloads from a real server.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct NginxDownloadTests {
    private func download(_ text: String, _ nginx: NginxServer, _ bytes: [UInt8]) throws -> DownloadStatus {
        let bench = try DownloadBench()
        bench.client.settings.caFile = nginx.authority
        let address = try #require(Address(text))
        let id = try bench.open().add(bench.request(address))
        let status = try #require(bench.finished(id))
        // `as Bool` keeps a failure from printing millions of numbers.
        #expect(bench.has("film.bin", bytes) as Bool)
        return status
    }

    @Test("a file is downloaded by ranges from nginx over TLS and HTTP/2")
    func secure() throws {
        let bytes = DownloadBench.bytes(20 << 20 + 99)
        let nginx = try NginxServer(files: ["film.bin": bytes], locations: "location / { root ROOT; }")
        let status = try download("https://localhost:\(nginx.securePort)/film.bin", nginx, bytes)
        expect(status.item.label, is: .done, "\(String(describing: status.item.problem))")
    }

    @Test("a download succeeds on a server that allows fewer connections than requested")
    func limited() throws {
        let bytes = DownloadBench.bytes(12 << 20)
        let nginx = try NginxServer(
            files: ["film.bin": bytes], locations: "location / { root ROOT; limit_conn each 2; limit_rate 20m; }",
            http: "limit_conn_zone $binary_remote_addr zone=each:1m;")
        let status = try download("http://127.0.0.1:\(nginx.port)/film.bin", nginx, bytes)
        expect(status.item.label, is: .done, "\(String(describing: status.item.problem))")
    }
}
