import PlayCore
import TestSupport
import Testing

/// The kinds of sources that are read over a network, each by different code.
enum FaultedSource: String, CaseIterable, Sendable {
    case film, ts, fmp4, key, dash, subtitle, cover, manifest

    /// The address at which playing begins.
    var path: String {
        switch self {
        case .ts: "/ts/low.m3u8"
        case .fmp4: "/mp4/media_0.m3u8"
        case .key: "/aes/index.m3u8"
        case .dash: "/mp4/manifest.mpd"
        default: "/" + rawValue
        }
    }

    /// Returns whether the fault affects this resource. All other resources are served correctly.
    func isStruck(_ path: String) -> Bool {
        switch self {
        case .ts: path == "/ts/low2.ts"
        case .fmp4: path == "/mp4/s0-3.m4s"
        case .key: path == "/aes/key"
        // The picture segment in each size.
        case .dash: ["/mp4/s0-3.m4s", "/mp4/s1-3.m4s", "/mp4/s2-3.m4s"].contains(path)
        default: path == self.path
        }
    }
}

/// A row of the table: a fault, and the outcome for each kind of source.
struct FaultRow: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable, Equatable, CustomStringConvertible {
        /// Every byte and every picture arrives.
        case whole
        /// The unavailable segment is left out.
        case partly
        case fails(String)

        var description: String {
            switch self {
            case .whole: "whole"
            case .partly: "partly"
            case .fails(let words): words
            }
        }
    }

    let name: String
    /// The outcomes in the order of ``FaultedSource``.
    let outcomes: [String]
    /// The duration of silence that ends a try.
    var timeout = HostTime.seconds(30)
    var retries = 0
    /// Changes the good reply. The request holds its number.
    let strike: @Sendable (inout FaultReply, ReceivedRequest) -> Void

    var testDescription: String { name }

    private init(
        _ name: String, _ outcomes: String, timeout: HostTime = .seconds(30), retries: Int = 0,
        strike: @escaping @Sendable (inout FaultReply, ReceivedRequest) -> Void
    ) {
        self.name = name
        self.outcomes = outcomes.split(separator: " ").map(String.init)
        self.timeout = timeout
        self.retries = retries
        self.strike = strike
    }

    private static let all = "whole whole whole whole whole whole whole whole"
    private static let short = HostTime.seconds(1)

    /// Returns a fault of the first request only; a retry succeeds.
    private static func once(
        _ name: String, _ outcomes: String = all, _ fault: @escaping @Sendable (FaultReply) -> FaultReply.Fault
    ) -> FaultRow {
        // A short timeout and many tries, so that one of them succeeds on a slow machine, too.
        FaultRow(name, outcomes, timeout: short, retries: 20) { reply, request in
            if request.number == 0 { reply.faults = [fault(reply)] }
        }
    }

    private static func status(_ status: Int, _ outcomes: String, retries: Int = 20) -> FaultRow {
        FaultRow("\(status)", outcomes, timeout: short, retries: retries) { reply, _ in reply = FaultReply(status) }
    }

    /// Returns a redirect to a server whose certificate no trusted authority has signed.
    static func untrusted(port: Int) -> FaultRow {
        FaultRow("an untrusted certificate", "tls tls tls tls tls tls tls tls", timeout: short, retries: 20) {
            reply, _ in reply = .redirect(to: "https://127.0.0.1:\(port)/film")
        }
    }

    static let table = [
        FaultRow("a late answer", all) { reply, _ in reply.faults = [.delay(.milliseconds(100))] },
        FaultRow("a slow line", all) { reply, _ in reply.faults = [.throttle(bytesPerSecond: 200_000)] },
        once("torn in the middle") { .reset(after: $0.body.count / 2) },
        once("cut off in the middle") { .close(after: $0.body.count / 2) },
        once("silence in the middle") { .stall(after: $0.body.count / 2) },
        once("a head that drips") { _ in .slowHead(.milliseconds(100)) },
        FaultRow("a length that is too long", all, timeout: short, retries: 20) { reply, request in
            if request.number == 0 { reply.framing = .length(reply.body.count + 100) }
        },
        FaultRow("503 with Retry-After", all, timeout: short, retries: 20) { reply, request in
            guard request.number == 0 else { return }
            reply = FaultReply(503)
            reply.headers = [("Retry-After", "1")]
        },
        status(403, "403 403 403 403 403 403 403 refused"),
        status(404, "404 partly partly 404 partly 404 404 missing"),
        status(410, "410 410 410 410 410 410 410 missing"),
        status(500, "500 partly partly 500 partly 500 500 500", retries: 1),
        FaultRow("a loop of redirects", "loop loop loop loop loop loop loop loop") { reply, request in
            reply = .redirect(to: request.path)
        },
        FaultRow("another content type", all) { reply, _ in
            reply.headers = reply.headers.filter { $0.name != "Content-Type" } + [("Content-Type", "text/html")]
        },
    ]
}
