package import PlayCore

/// What a ``FaultServer`` was asked.
package struct ReceivedRequest: Sendable {
    package let method: String
    /// Percent-encoded, without the query.
    package let path: String
    /// Without the question mark.
    package let query: String?
    /// Names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]
    /// How many came for this path before, whichever connection they took.
    package let number: Int
    /// Which connection it came by, counted from 0.
    package let connection: Int

    package subscript(name: String) -> String? { headers[name] }

    /// `bytes=a-b` of a body of `count` bytes; nil: none, or none that lies within.
    package func range(of count: Int) -> Range<Int>? {
        guard let field = self["range"], field.hasPrefix("bytes=") else { return nil }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), first < count else { return nil }
        return first..<min(count, (Int(ends[1]) ?? count - 1) + 1)
    }
}

/// What a ``FaultServer`` answers, and what goes wrong with it. A value.
package struct FaultReply: Sendable {
    /// How the client knows where the body ends.
    package enum Framing: Sendable, Equatable {
        /// Content-Length: the body's, or another one that is a lie.
        case length(Int?)
        case chunked
        /// The connection's end.
        case untilClose
    }

    package enum Fault: Sendable, Equatable {
        /// Nothing is sent before this much time has passed.
        case delay(HostTime)
        /// Nothing is sent before ``FaultServer/release()``.
        case hold
        /// The head comes byte by byte, with this much time between.
        case slowHead(HostTime)
        /// The body comes at this rate.
        case throttle(bytesPerSecond: Int)
        /// After so many bytes of the body nothing more comes before ``FaultServer/release()``.
        case stall(after: Int)
        /// After so many bytes of the body the connection ends in order (FIN).
        case close(after: Int)
        /// After so many bytes of the body the connection is torn (RST).
        case reset(after: Int)
        /// Before a single byte of the head the connection is torn.
        case resetAtOnce
        /// These bytes in place of head and body, then the end.
        case garbage([UInt8])
    }

    package var status: Int
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]
    package var framing = Framing.length(nil)
    package var faults: [Fault] = []
    /// The connection ends after the reply, as it says.
    package var closes = false
    /// What follows the body, piece by piece; nil: its end. For ``Framing/chunked``; it may wait.
    package var more: (@Sendable () -> [UInt8]?)?

    package init(_ status: Int = 200, _ body: [UInt8] = [], faults: [Fault] = []) {
        self.status = status
        self.body = body
        self.faults = faults
    }

    package static func redirect(_ status: Int = 302, to location: String) -> FaultReply {
        var reply = FaultReply(status)
        reply.headers = [("Location", location)]
        return reply
    }

    /// What a good server answers to a request for a file: ranges, 206, 416.
    package static func file(
        _ bytes: [UInt8], for request: ReceivedRequest, entityTag: String? = "\"v1\"", faults: [Fault] = []
    ) -> FaultReply {
        var reply = FaultReply(200, bytes, faults: faults)
        reply.headers = [("Accept-Ranges", "bytes"), ("Content-Type", "application/octet-stream")]
        if let entityTag { reply.headers.append(("ETag", entityTag)) }
        let isOther = request["if-range"].map { $0 != entityTag } ?? false
        guard request["range"] != nil, !isOther else { return reply }
        guard let range = request.range(of: bytes.count) else {
            reply.status = 416
            reply.body = []
            reply.headers.append(("Content-Range", "bytes */\(bytes.count)"))
            return reply
        }
        reply.status = 206
        reply.body = Array(bytes[range])
        reply.headers.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"))
        return reply
    }
}

extension FaultReply {
    /// A document of JSON.
    package static func json(_ text: String) -> FaultReply {
        var reply = FaultReply(200, Array(text.utf8))
        reply.headers = [("Content-Type", "application/json")]
        return reply
    }

    /// tvplay's manifest of these videos and albums, each as JSON.
    package static func manifest(_ videos: String, _ albums: String = "") -> FaultReply {
        json(#"{"tvplay": 1, "title": "Physics", "videos": [\#(videos)], "albums": [\#(albums)]}"#)
    }
}
