import Addresses
import HTTPServing
import PlayCore
import Transport

/// A proxy for a keeper's WHIP and WHEP that redirects the described media over impaired lines. Any thread.
final class ImpairedStreams: Sendable {
    private let server: HTTPServer
    private let lines = Monitor<[ImpairedLine]>([])

    /// - Parameter keeper: the address that answers its requests: `http://127.0.0.1:PORT`.
    init(before keeper: String, _ fault: ImpairedLine.Fault) throws {
        guard let client = HTTPClient(HTTPSettings(userAgent: "tvplay-bench")) else {
            throw BenchError("needs libcurl")
        }
        server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) { [lines] request in
            do { return try Self.answer(request, keeper, client, fault, lines) } catch { return .text(503, "\(error)") }
        }
    }

    var address: String { "http://127.0.0.1:\(server.port)" }

    func close() {
        server.close()
        for line in lines.withLock({ $0 }) { line.end() }
    }

    private static func answer(
        _ request: HTTPServerRequest, _ keeper: String, _ client: HTTPClient, _ fault: ImpairedLine.Fault,
        _ lines: Monitor<[ImpairedLine]>
    ) throws -> HTTPServerResponse {
        let path = "/" + request.target.segments.joined(separator: "/")
        guard let address = Address(keeper + path), let method = HTTPRequest.Method(rawValue: request.method.rawValue)
        else { return .notFound }
        var passed = HTTPRequest(address)
        passed.method = method
        passed.trustedOrigin = address.origin
        passed.body = request.body
        passed.headers = ["authorization", "content-type"].compactMap { name in
            request[name].flatMap { HTTPHeader(name: name, value: $0) }
        }
        let exchange = client.begin(passed, cancel: CancelToken())
        let head = try exchange.head()
        let text = String(decoding: try bytes(of: exchange), as: UTF8.self)
        return HTTPServerResponse(
            head.status, type: head["content-type"] ?? "text/plain",
            body: Array(try impaired(text, path.hasPrefix("/whep") ? fault : fault.outward, lines).utf8),
            fields: head["location"].map { [HTTPField("location", $0)] } ?? [])
    }

    /// Returns the body also of answers that are usually errors: 406 has an offer.
    private static func bytes(of exchange: HTTPExchange) throws -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        var bytes: [UInt8] = []
        while bytes.count < 64 << 10 {
            let count = try piece.withUnsafeMutableBytes { try exchange.read(into: $0) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    private static func impaired(
        _ text: String, _ fault: ImpairedLine.Fault, _ lines: Monitor<[ImpairedLine]>
    ) throws -> String {
        let candidates = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("a=candidate:") }
        let words = candidates.map { $0.split(separator: " ") }.first { $0.count > 5 && $0[4].contains(".") }
        guard let words, let port = Int(words[5]) else { return text }
        let line = try ImpairedLine(to: String(words[4]), port: port, fault)
        lines.withLock { $0.append(line) }
        // One is enough, and the others would bypass the line.
        var rest = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        rest.removeAll { $0.hasPrefix("a=candidate:") }
        let place = rest.firstIndex { $0.hasPrefix("a=ice-ufrag") } ?? rest.count
        rest.insert("a=candidate:1 1 udp 2130706431 127.0.0.1 \(line.port) typ host", at: place)
        return rest.joined(separator: "\r\n")
    }
}
