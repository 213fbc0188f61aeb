package import XML

/// RFC 6120, 8.3.
package struct StanzaError: Error, Sendable, Equatable {
    package enum Kind: String, Sendable {
        case auth, cancel, modify, wait
        case warning = "continue"
    }

    package let kind: Kind
    package let condition: String
    /// Unverified.
    package let text: String
    package let detail: XMLElement?

    package init(kind: Kind, condition: String, text: String = "", detail: XMLElement? = nil) {
        self.kind = kind
        self.condition = condition
        self.text = text
        self.detail = detail
    }

    package init?(_ stanza: XMLElement) {
        guard stanza["type"] == "error" else { return nil }
        let error = stanza.first("error")
        let children = error?.children ?? []
        kind = error?["type"].flatMap(Kind.init(rawValue:)) ?? .cancel
        condition =
            children.first { $0.namespace == Namespace.stanzaErrors && $0.name != "text" }?.name
            ?? "undefined-condition"
        text = String((error?.first("text", in: Namespace.stanzaErrors)?.wholeText ?? "").prefix(1000))
        detail = children.first { $0.namespace != nil && $0.namespace != Namespace.stanzaErrors }
    }

    package var element: XMLElement {
        var error = XMLElement("error", attributes: ["type": kind.rawValue])
        error.add(XMLElement(condition, namespace: Namespace.stanzaErrors))
        if !text.isEmpty { error.add(XMLElement("text", namespace: Namespace.stanzaErrors, text: text)) }
        if let detail { error.add(detail) }
        return error
    }
}
