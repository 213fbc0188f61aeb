package import PlayCore

package struct ReceivedRequest: Sendable {
    package let method: String
    package let path: String
    package let query: String?
    package let headers: [String: String]
    package let body: [UInt8]
    /// Earlier requests for this path, over all connections.
    package let number: Int
    /// Counted from 0.
    package let connection: Int

    package subscript(name: String) -> String? { headers[name] }

    /// Returns the range `bytes=a-b` within a body of `count` bytes.
    package func range(of count: Int) -> Range<Int>? {
        guard let field = self["range"], field.hasPrefix("bytes=") else { return nil }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), first < count else { return nil }
        return first..<min(count, (Int(ends[1]) ?? count - 1) + 1)
    }
}

/// The answer of a ``FaultServer``, and the faults in it.
package struct FaultReply: Sendable {
    /// The way in which the client finds the end of the body.
    package enum Framing: Sendable, Equatable {
        /// Content-Length: the length of the body, or a wrong one.
        case length(Int?)
        case chunked
        /// The end of the connection.
        case untilClose
    }

    package enum Fault: Sendable, Equatable {
        /// Sends nothing before this time has passed.
        case delay(HostTime)
        /// Sends nothing before ``FaultServer/release()``.
        case hold
        /// Sends the head byte by byte, with this time between two bytes.
        case slowHead(HostTime)
        /// Limits the rate of the body.
        case throttle(bytesPerSecond: Int)
        /// Sends nothing more before ``FaultServer/release()`` after this many bytes of the body.
        case stall(after: Int)
        /// Ends the connection in order (FIN) after this many bytes of the body.
        case close(after: Int)
        /// Resets the connection (RST) after this many bytes of the body.
        case reset(after: Int)
        /// Resets the connection before the first byte of the head.
        case resetAtOnce
        /// Sends these bytes in place of head and body, then ends the connection.
        case garbage([UInt8])
    }

    package var status: Int
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8]
    package var framing = Framing.length(nil)
    package var faults: [Fault] = []
    /// Whether the server announces the end of the connection, and performs it after the reply.
    package var closes = false
    /// Returns the next piece after the body, or `nil` at the end. For ``Framing/chunked``; may block.
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

    /// Answers like a correct server, with ranges, 206 and 416.
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
    package static func json(_ text: String) -> FaultReply {
        var reply = FaultReply(200, Array(text.utf8))
        reply.headers = [("Content-Type", "application/json")]
        return reply
    }

    /// `videos` and `albums` are JSON.
    package static func manifest(_ videos: String, _ albums: String = "") -> FaultReply {
        json(#"{"tvplay": 1, "title": "Physics", "videos": [\#(videos)], "albums": [\#(albums)]}"#)
    }
}
