internal import CStrophe
import XML

enum StropheElement {
    /// A stanza of 256 KiB may have 65,000 elements. The rest is dropped.
    static let limit = 10_000
    private static let deepest = 48

    static func read(_ stanza: OpaquePointer, depth: Int, left: inout Int) -> XMLElement? {
        guard depth < deepest, left > 0, xmpp_stanza_is_tag(stanza) == 1, let name = xmpp_stanza_get_name(stanza) else {
            return nil
        }
        left -= 1
        var attributes = attributes(of: stanza)
        var namespace = attributes.removeValue(forKey: "xmlns")
        if namespace == Namespace.client || namespace == Namespace.component { namespace = nil }
        var element = XMLElement(String(cString: name), namespace: namespace, attributes: attributes)
        var text = ""
        var next = xmpp_stanza_get_children(stanza)
        while let child = next {
            next = xmpp_stanza_get_next(child)
            if xmpp_stanza_is_text(child) == 1 {
                if let words = xmpp_stanza_get_text_ptr(child) { text += String(cString: words) }
            } else {
                if !text.isEmpty { element.add(XMLElement(text: text)) }
                text = ""
                if let child = read(child, depth: depth + 1, left: &left) { element.add(child) }
            }
        }
        element.finish(text)
        return element
    }

    private static func attributes(of stanza: OpaquePointer) -> [String: String] {
        let count = Int(xmpp_stanza_get_attribute_count(stanza))
        guard count > 0 else { return [:] }
        var words = [UnsafePointer<CChar>?](repeating: nil, count: 2 * count)
        let filled = Int(xmpp_stanza_get_attributes(stanza, &words, Int32(2 * count)))
        var result: [String: String] = [:]
        for place in stride(from: 0, to: filled - 1, by: 2) {
            if let name = words[place], let value = words[place + 1] {
                result[String(cString: name)] = String(cString: value)
            }
        }
        return result
    }
}
