import Encoding
import XML

package enum WireName {
    /// See docs/live-wire.md.
    package static let live = "urn:tvplay:room:1"
    /// XEP-0335: JSON in an element.
    static let json = "urn:xmpp:json:0"
}

extension XMLElement {
    static func live(
        _ name: String, _ attributes: [String: String?] = [:], children: [XMLElement] = []
    ) -> XMLElement {
        XMLElement(
            name, namespace: WireName.live, attributes: attributes.compactMapValues(\.self), children: children)
    }

    static func json(_ text: String) -> XMLElement { XMLElement("json", namespace: WireName.json, text: text) }

    static func json(_ value: JSONValue) -> XMLElement { json(String(decoding: value.bytes, as: UTF8.self)) }

    /// Returns the JSON text as it was sent, or `nil` if it exceeds `limit` bytes.
    func jsonText(limit: Int) -> String? {
        guard let text = first("json", in: WireName.json)?.wholeText, text.utf8.count <= limit else { return nil }
        return text
    }

    /// Returns `nil` for JSON that is invalid or exceeds `limit` bytes.
    func jsonValue(limit: Int) -> JSONValue? {
        guard let text = jsonText(limit: limit) else { return nil }
        do throws(JSONValue.Problem) {
            return try JSONValue(document: Array(text.utf8))
        } catch {
            return nil
        }
    }

    /// Accepts 0 to 2^53, which all JSON readers preserve.
    func liveNumber(_ attribute: String) -> Int64? {
        guard let text = self[attribute], text.utf8.count <= 16, let number = Int64(text),
            (0...(1 << 53)).contains(number)
        else { return nil }
        return number
    }
}
