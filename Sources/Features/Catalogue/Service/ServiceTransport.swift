package import Addresses
package import Encoding
package import PlayCore
package import Transport

package struct ServiceRequest: Sendable {
    package var address: String
    package var method = HTTPRequest.Method.get
    package var headers: [HTTPHeader] = []
    package var body: [UInt8]?
    package var limit: Int

    package init(_ address: String, limit: Int = 16 << 20) {
        self.address = address
        self.limit = limit
    }

    package static func json(_ method: HTTPRequest.Method, _ address: String, _ document: JSONValue) -> ServiceRequest {
        var request = ServiceRequest(address)
        request.method = method
        request.body = document.shown.bytes
        request.set("Content-Type", "application/json")
        return request
    }

    /// Ignores an invalid header (control characters).
    package mutating func set(_ name: String, _ value: String) {
        if let header = HTTPHeader(name: name, value: value) { headers.append(header) }
    }

    package mutating func authorize(_ token: Token?) {
        if let token { set("Authorization", "Bearer " + token.secret) }
    }
}

/// A successful answer: the status is 200 … 299.
package struct ServiceAnswer: Sendable {
    package let status: Int
    /// In lower case, such as `application/json`.
    package let contentType: String?
    package let body: [UInt8]
    /// The address after redirects.
    package let address: Address

    package init(status: Int, contentType: String?, body: [UInt8], address: Address) {
        self.status = status
        self.contentType = contentType
        self.body = body
        self.address = address
    }

    package var context: String { address.withoutSecrets }
}

/// Blocks; for worker threads.
package protocol ServiceTransport: Sendable {
    /// Throws for an unsuccessful status (``CatalogueError/init(status:context:)``) and for earlier errors.
    func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer
}

package struct HTTPServiceTransport: ServiceTransport {
    private let client: HTTPClient
    private let patience: HostTime

    package init(_ client: HTTPClient, patience: HostTime = .seconds(60)) {
        self.client = client
        self.patience = patience
    }

    package func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
        guard let address = Address(request.address), address.isHTTP else {
            throw CatalogueError(.network(.forbiddenScheme), context: "address")
        }
        var message = HTTPRequest(address)
        message.method = request.method
        message.body = request.body
        message.headers = request.headers
        message.acceptsCompression = true
        let deadline = SystemClock().now + patience
        let settings = client.settings
        // A request that changes data is sent once: the server may have performed it before the failure.
        let retries = request.method == .get ? settings.retries : 0
        let retrier = HTTPRetrier(
            RetryPolicy(retries: retries, interval: settings.timeout), client: client, cancel: cancel)
        do throws(ByteSourceError) {
            while true {
                let exchange = client.begin(message, cancel: cancel)
                do throws(ByteSourceError) {
                    return try Self.answer(exchange, request.limit, deadline)
                } catch {
                    guard SystemClock().now < deadline else { throw error }
                    try retrier.waitForRetry(after: error, began: exchange.began, gained: 0)
                }
            }
        } catch {
            throw CatalogueError(error)
        }
    }

    private static func answer(
        _ exchange: HTTPExchange, _ limit: Int, _ deadline: HostTime
    ) throws(ByteSourceError) -> ServiceAnswer {
        let head = try exchange.successfulHead()
        let body = try body(exchange, limit, deadline)
        return ServiceAnswer(status: head.status, contentType: head.contentType, body: body, address: head.address)
    }

    /// Applies the deadline, since a server may send a byte at a time.
    private static func body(
        _ exchange: HTTPExchange, _ limit: Int, _ deadline: HostTime
    ) throws(ByteSourceError) -> [UInt8] {
        let context = exchange.request.address.withoutSecrets
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
        defer { piece.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try exchange.read(into: piece)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= limit else {
                throw ByteSourceError(.tooLarge, operation: "read", context: context)
            }
            guard SystemClock().now < deadline else {
                throw ByteSourceError(.timedOut, operation: "read", context: context)
            }
        }
    }
}

/// `application/x-www-form-urlencoded`, and the encoding of parts of addresses.
package enum FormText {
    package static func encoded(_ items: [(name: String, value: String)]) -> String {
        items.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&")
    }

    /// Percent-encodes all but RFC 3986's unreserved characters.
    package static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
