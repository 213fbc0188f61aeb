package import ClassAccess
import Encoding
package import HTTPServing

/// A callback of nginx-rtmp when a client publishes or plays, or stops doing so. Its texts are unverified.
package struct MediaHook: Sendable, Equatable {
    package enum Call: String, Sendable {
        case publish, play
        case publishDone = "publish_done"
        case playDone = "play_done"
    }

    package var call: Call
    /// nginx's number, valid until nginx restarts. A second publisher of a stream has its own.
    package var client: String
    package var name: MediaStreamName
    package var token: String

    package init(_ call: Call, client: String, name: MediaStreamName, token: String = "") {
        self.call = call
        self.client = client
        self.name = name
        self.token = token
    }

    private static let maximumFields = 32

    package init?(_ request: HTTPServerRequest) {
        guard request.contentType == "application/x-www-form-urlencoded" else { return nil }
        let fields = Self.fields(request.body)
        guard let call = fields["call"].flatMap(Call.init), let client = fields["clientid"],
            Self.isClient(client), let name = fields["name"].flatMap({ MediaStreamName($0) })
        else { return nil }
        self.init(call, client: client, name: name, token: fields["token"] ?? "")
    }

    static func isClient(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The first of several fields with one name counts, because the server's fields precede the client's.
    private static func fields(_ body: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for part in body.split(separator: UInt8(ascii: "&")).prefix(maximumFields) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = String(validating: sides[0], as: UTF8.self), fields[name] == nil,
                let value = unescaped(sides[1])
            else { continue }
            fields[name] = value
        }
        return fields
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.digit),
                let low = rest.popFirst().flatMap(Hexadecimal.digit)
            else { return nil }
            result.append(high << 4 | low)
        }
        return String(validating: result, as: UTF8.self)
    }
}
