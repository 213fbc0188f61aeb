import Commands
import Encoding
import PlayCore

enum IPCRequest: Sendable, Equatable {
    /// `{"command": […], "request_id": n}`. The number may be any value, and is returned with the answer.
    case call(words: [JSONValue], id: JSONValue)
    /// A line of input.conf. It has no answer.
    case line(String)
    /// A malformed request, answered with "invalid parameter".
    case wrong(id: JSONValue)
    case nothing

    init(_ bytes: [UInt8]) {
        guard let first = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }), first != UInt8(ascii: "#") else {
            self = .nothing
            return
        }
        guard first == UInt8(ascii: "{") else {
            self = .line(ByteText.text(bytes))
            return
        }
        let fields: [String: JSONValue]
        do throws(JSONValue.Problem) {
            fields = try JSONValue(document: bytes).fields
        } catch {
            // The client learns that its line was no JSON. The exact place would not help.
            self = .wrong(id: .integer(0))
            return
        }
        let id = fields["request_id"] ?? .integer(0)
        switch fields["command"] {
        case .list(let words)? where !words.isEmpty: self = .call(words: words, id: id)
        case .object? where fields["command"]?["name"]?.text != nil:
            let words = NamedArguments.words(fields["command"]?.fields ?? [:])
            self = words.map { .call(words: $0, id: id) } ?? .wrong(id: id)
        default: self = .wrong(id: id)
        }
    }

    /// For a request beyond the limit. `nil` for a request without an answer.
    var refusal: JSONValue? {
        switch self {
        case .call(_, let id), .wrong(let id):
            .object(sorting: ["request_id": id, "error": .string(CommandError.failed("").protocolText)])
        case .line, .nothing: nil
        }
    }
}
