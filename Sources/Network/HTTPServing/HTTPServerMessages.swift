package import Encoding

package struct HTTPField: Sendable, Hashable {
    /// In lower case.
    package let name: String
    /// Unverified text.
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Unverified texts.
package struct HTTPServerRequest: Sendable, Equatable {
    package enum Method: String, Sendable, CaseIterable {
        case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE", options =
            "OPTIONS"
    }

    package var method: Method
    package var target: HTTPTarget
    package var fields: [HTTPField]
    package var body: [UInt8]
    /// Numeric, without a port.
    package var peer: String

    package init(
        _ method: Method, _ target: HTTPTarget, fields: [HTTPField] = [], body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
    }

    /// - Parameter name: in lower case. The first field counts.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// `application/json`, in lower case, without parameters.
    package var contentType: String? {
        self["content-type"]?.split(separator: ";", omittingEmptySubsequences: false).first.map {
            HTTPText.trimmed($0).lowercased()
        }
    }

    /// `nil` if the body is invalid or declared as another type.
    package var json: JSONValue? {
        guard contentType == "application/json" else { return nil }
        return try? JSONValue(document: body)
    }

    package var form: [String: String]? {
        guard contentType == "application/x-www-form-urlencoded" else { return nil }
        return HTTPTarget.form(body)
    }

    package func accepts(_ type: String) -> Bool {
        fields.contains { field in
            field.name == "accept"
                && field.value.split(separator: ",").contains {
                    let name = $0.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
                    return HTTPText.trimmed(name).lowercased() == type
                }
        }
    }
}

package struct HTTPServerResponse: Sendable, Equatable {
    package var status: Int
    package var fields: [HTTPField]
    package var body: [UInt8]
    let part: HTTPFilePart?

    package init(_ status: Int, fields: [HTTPField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
        part = nil
    }

    init(_ status: Int, fields: [HTTPField], part: HTTPFilePart) {
        (self.status, self.fields, self.part) = (status, fields, part)
        body = []
    }

    /// Adds fields that forbid clients to store the answer or to interpret it as another type.
    package init(_ status: Int, type: String, body: [UInt8], fields: [HTTPField] = []) {
        let own = [
            HTTPField("content-type", type), HTTPField("cache-control", "no-store"),
            HTTPField("x-content-type-options", "nosniff"),
        ]
        self.init(status, fields: own + fields, body: body)
    }

    package static func json(_ status: Int, _ value: JSONValue, fields: [HTTPField] = []) -> Self {
        Self(status, type: "application/json", body: value.bytes + [0x0A], fields: fields)
    }

    package static func text(_ status: Int, _ text: String, fields: [HTTPField] = []) -> Self {
        Self(status, type: "text/plain; charset=utf-8", body: Array(text.utf8) + [0x0A], fields: fields)
    }

    package static let notFound = text(404, "not found")

    package static func methodNotAllowed(_ allowed: [HTTPServerRequest.Method]) -> Self {
        text(405, "method not allowed", fields: [HTTPField("allow", allowed.map(\.rawValue).joined(separator: ", "))])
    }
}

enum HTTPText {
    static func trimmed(_ text: some StringProtocol) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        return String(
            decoding: text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }

    /// RFC 9110, 5.6.2.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    static func isFieldValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}
