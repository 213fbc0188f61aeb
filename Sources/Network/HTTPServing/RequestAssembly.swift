/// A request being received. Checks its head once complete, and collects its body within the limit.
struct RequestAssembly {
    enum Verdict: Equatable {
        case accepted
        /// Refused at once: the rest is not read, and the connection ends.
        case refused(HTTPServerResponse)
    }

    /// Bytes beyond a body's limit to discard. Without this, a client that is still sending would not see the answer.
    static let patience = 1 << 20

    private let target: HTTPTarget?
    private let bodyLimit: Int
    private(set) var head: HTTPServerRequest?
    private var body: [UInt8] = []
    private var passedOver = 0
    private(set) var refusal: HTTPServerResponse?
    private(set) var hasHead = false
    var isAsked = false

    init(target: String?, limits: HTTPBodyLimits) {
        self.target = target.flatMap(HTTPTarget.init)
        bodyLimit = limits.limit(self.target)
    }

    mutating func judge(method: String, fields: [HTTPField], peer: String) -> Verdict {
        hasHead = true
        guard fields.allSatisfy({ HTTPText.isToken($0.name) && HTTPText.isFieldValue($0.value) }),
            let length = Self.length(fields)
        else { return .refused(.text(400, "malformed head")) }
        if case .exactly(let count) = length, count > bodyLimit + Self.patience {
            return .refused(.text(413, "body too large"))
        }
        if case .exactly(let count) = length, count > bodyLimit { refusal = .text(413, "body too large") }
        guard let method = HTTPServerRequest.Method(rawValue: method) else {
            refusal = .text(501, "method not implemented")
            return .accepted
        }
        guard let target else {
            refusal = .text(400, "malformed address")
            return .accepted
        }
        head = HTTPServerRequest(method, target, fields: fields, peer: peer)
        return .accepted
    }

    /// - Returns: false if enough was discarded and the connection must end.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if refusal == nil, body.count + bytes.count <= bodyLimit {
            body += bytes
            return true
        }
        if refusal == nil { refusal = .text(413, "body too large") }
        body = []
        passedOver += bytes.count
        return passedOver <= Self.patience + bodyLimit
    }

    var request: HTTPServerRequest? {
        guard refusal == nil, var request = head else { return nil }
        request.body = body
        return request
    }

    enum Length: Equatable {
        case exactly(Int)
        case chunked
    }

    /// Returns `nil` if two readers could derive different lengths of the body (RFC 9112, 6.3: request smuggling).
    static func length(_ fields: [HTTPField]) -> Length? {
        let codings = fields.filter { $0.name == "transfer-encoding" }
        let lengths = fields.filter { $0.name == "content-length" }
        if !codings.isEmpty {
            guard lengths.isEmpty, codings.count == 1, codings[0].value.lowercased() == "chunked" else { return nil }
            return .chunked
        }
        guard lengths.count <= 1 else { return nil }
        guard let text = lengths.first?.value else { return .exactly(0) }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text), count <= 1 << 40 else {
            return nil
        }
        return .exactly(count)
    }
}
