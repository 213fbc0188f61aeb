import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("Cancelling unanswered waits", .timeLimit(.minutes(10)))
struct CancelTests {
    enum Silence: CaseIterable, Sendable { case connection, name, tunnel }

    @Test(
        "cancelling ends a wait for a connection, a name or a tunnel that never answers",
        arguments: Silence.allCases)
    func ends(silence: Silence) throws {
        let deaf = try DeafListener()
        let client = try NetworkBench.client {
            $0.timeout = .seconds(3600)
            if silence == .name { $0.dnsOverHTTPS = "https://127.0.0.1:\(deaf.port)/dns-query" }
            if silence == .tunnel { $0.proxy = "http://127.0.0.1:\(deaf.port)" }
        }
        defer { withExtendedLifetime(client) {} }
        let address = try #require(
            Address(silence == .connection ? "http://127.0.0.1:\(deaf.port)/" : "https://film.test/"))
        let cancel = CancelToken()
        let source = HTTPByteSource(HTTPRequest(address), client: client, cancel: cancel)
        let begun = Monitor(false)
        let outcome = Monitor<ByteSourceError?>(nil)
        let reader = WorkerThread(name: "reader") {
            begun.update { $0 = true }
            do throws(ByteSourceError) {
                _ = try NetworkBench.read(source, at: 0, 10)
            } catch let error { outcome.withLock { $0 = error } }
        }
        _ = begun.wait { $0 ? () : nil }
        cancel.cancel()
        reader.join()
        expect(outcome.withLock { $0 }?.code, is: .cancelled)
    }
}
