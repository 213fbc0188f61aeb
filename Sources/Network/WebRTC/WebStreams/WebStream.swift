package import Addresses
package import PlayCore
package import Transport

/// A server's stream for WHIP or WHEP. Each call opens its own connection and blocks.
package struct WebStream: Sendable {
    package var address: Address
    /// Identifies the client to the server, or `nil` if the server does not require it. A secret.
    package var token: String?
    /// Sent with each request; they may be secrets.
    package var headers: [HTTPHeader]
    private let client: HTTPClient

    package init(_ address: Address, token: String? = nil, headers: [HTTPHeader] = [], client: HTTPClient) {
        self.headers = headers
        self.address = address
        self.token = token
        self.client = client
    }

    /// Starts to send (WHIP). Frames may be passed at once.
    package func publish(
        _ kinds: [MediaDescription.Kind], cancel: CancelToken
    ) throws(WebStreamError) -> WebStreamConnection {
        let (peer, news) = try makePeer("publish")
        let answer = try ask(.post, address, peer.offer(kinds, sends: true).text, "publish", cancel)
        guard answer.status == 201 else { throw .of(status: answer.status, "publish") }
        let connection = connection(peer, news, answer)
        try connection.begin("publish") { peer throws(WebRTCError) in
            try peer.accept(try Self.description(answer))
        }
        return connection
    }

    /// Starts to receive (WHEP). Also answers a server that makes its own offer (406).
    package func play(
        _ kinds: [MediaDescription.Kind], cancel: CancelToken
    ) throws(WebStreamError) -> WebStreamConnection {
        let (peer, news) = try makePeer("play")
        let answer = try ask(.post, address, peer.offer(kinds, sends: false).text, "play", cancel)
        guard answer.status == 201 || answer.status == 406 && answer.resource != nil else {
            throw .of(status: answer.status, "play")
        }
        let connection = connection(peer, news, answer)
        if answer.status == 201 {
            try connection.begin("play") { peer throws(WebRTCError) in
                try peer.accept(try Self.description(answer))
            }
            return connection
        }
        var own = ""
        try connection.begin("play") { peer throws(WebRTCError) in
            own = try peer.answer(try Self.description(answer)).text
        }
        guard let resource = answer.resource else { return connection }
        do throws(WebStreamError) {
            let taken = try ask(.patch, resource, own, "play", cancel)
            guard (200...299).contains(taken.status) else { throw .of(status: taken.status, "play") }
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    // MARK: The peer

    private func makePeer(_ operation: String) throws(WebStreamError) -> (WebRTCPeer, WakeUp) {
        let news = WakeUp()
        do throws(WebRTCError) { return (try WebRTCPeer(news: news), news) } catch { throw .of(error, operation) }
    }

    private func connection(_ peer: WebRTCPeer, _ news: WakeUp, _ answer: Answer) -> WebStreamConnection {
        let fields = fields
        let client = client
        let resource = answer.resource
        return WebStreamConnection(peer, news) { cancel in
            guard let resource else { return }
            let request = Self.request(.delete, resource, fields, origin: resource.origin)
            do throws(ByteSourceError) {
                _ = try client.begin(request, cancel: cancel).head()
            } catch {
                Log.shared.write(.info, "live", "the end of a stream was not told: \(error.code)")
            }
        }
    }

    private static func description(_ answer: Answer) throws(WebRTCError) -> SessionDescription {
        guard let description = SessionDescription(answer.text) else {
            throw WebRTCError(.disagreement, operation: "read the description", reason: "it is none")
        }
        return description
    }

    // MARK: HTTP

    private struct Answer {
        var status: Int
        var text: String
        /// The created resource's address, or `nil` if the server names none of its own.
        var resource: Address?
    }

    private static let sizeLimit = 64 << 10
    private static let patience = HostTime.seconds(4)

    private var fields: [HTTPHeader] {
        headers + [token.flatMap { HTTPHeader(name: "Authorization", value: "Bearer " + $0) }].compactMap(\.self)
    }

    private static func request(
        _ method: HTTPRequest.Method, _ address: Address, _ fields: [HTTPHeader], origin: String
    ) -> HTTPRequest {
        var request = HTTPRequest(address)
        request.method = method
        request.trustedOrigin = origin
        request.headers = fields
        return request
    }

    private func ask(
        _ method: HTTPRequest.Method, _ target: Address, _ text: String, _ operation: String, _ cancel: CancelToken
    ) throws(WebStreamError) -> Answer {
        var request = Self.request(method, target, fields, origin: address.origin)
        request.body = Array(text.utf8)
        request.headers += [HTTPHeader(name: "Content-Type", value: "application/sdp")].compactMap(\.self)
        let wait = BoundedWait(Self.patience, with: cancel)
        defer { wait.end() }
        do throws(ByteSourceError) {
            let exchange = client.begin(request, cancel: wait.token)
            let head = try exchange.head()
            // An address on another server is not its resource.
            let resource = head["location"].flatMap { Address($0, relativeTo: target) }
            return Answer(
                status: head.status, text: try Self.text(exchange),
                resource: resource?.origin == address.origin ? resource : nil)
        } catch {
            throw WebStreamError(cancel.isCancelled ? .cancelled : .noServer(error.code), operation: operation)
        }
    }

    private static func text(_ exchange: HTTPExchange) throws(ByteSourceError) -> String {
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { piece.deallocate() }
        while bytes.count <= sizeLimit {
            let count = try exchange.read(into: piece)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes.prefix(sizeLimit), as: UTF8.self)
    }
}
