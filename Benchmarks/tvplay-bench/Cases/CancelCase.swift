import Addresses
import PlayCore
import Transport

/// The time from cancelling a read to its end, for each kind of wait.
enum CancelCase {
    static let cancel = BenchCase("cancel", "from cancelling to the end of a wait for a server", isSlow: true) { _ in
        try waits.flatMap { wait in
            let times = try (0..<count).map { _ in try measure(wait) }
            return [
                Figure(subject: wait.name, name: "median", unit: "ms", value: Report.median(times)),
                Figure(subject: wait.name, name: "worst", unit: "ms", value: times.max() ?? 0),
            ]
        }
    }

    private static let count = 20

    private struct Wait {
        let name: String
        let manner: SilentServer.Manner
        var isForName = false
    }

    private static let waits = [
        Wait(name: "connection", manner: .deaf), Wait(name: "name", manner: .deaf, isForName: true),
        Wait(name: "head", manner: .mute), Wait(name: "body", manner: .stalls),
        Wait(name: "next try", manner: .refuses),
    ]

    /// Returns milliseconds.
    private static func measure(_ wait: Wait) throws -> Double {
        let server = try SilentServer(wait.manner)
        var settings = HTTPSettings(userAgent: "tvplay-bench")
        settings.proxy = ""
        settings.timeout = .seconds(60)
        if wait.isForName { settings.dnsOverHTTPS = "https://127.0.0.1:\(server.port)/dns-query" }
        guard let client = HTTPClient(settings),
            let address = Address(wait.isForName ? "http://film.test/" : "http://127.0.0.1:\(server.port)/")
        else { throw BenchError("libcurl is missing") }
        let cancel = CancelToken()
        let source = HTTPByteSource(HTTPRequest(address), client: client, cancel: cancel)
        let end = Monitor<HostTime?>(nil)
        let reader = WorkerThread(name: "reader") {
            var buffer = [UInt8](repeating: 0, count: 4096)
            var place: Int64 = 0
            while let read = try? buffer.withUnsafeMutableBytes({ try source.read(at: place, into: $0) }), read > 0 {
                place += Int64(read)
            }
            end.withLock { $0 = SystemClock().now }
        }
        // Long enough for all other waits to end.
        _ = Monitor(()).wait(until: SystemClock().now + .milliseconds(100)) { _ in nil as Void? }
        let start = SystemClock().now
        cancel.cancel()
        reader.join()
        withExtendedLifetime((client, server)) {}
        guard let end = end.withLock({ $0 }), end >= start else { throw BenchError("\(wait.name): it did not wait") }
        return (end - start).inMilliseconds
    }
}
