package import XML

/// An IQ request to this client. Each must be answered (RFC 6120, 8.2.3).
package struct IncomingRequest: Sendable, Equatable {
    package let isSet: Bool
    package let from: XMPPAddress?
    package let payload: XMLElement
    private let id: String
    private let to: String?

    package init?(_ stanza: XMLElement) {
        guard stanza.name == "iq", ["get", "set"].contains(stanza["type"] ?? ""), let id = stanza["id"],
            let payload = stanza.children.first(where: { !$0.name.isEmpty })
        else { return nil }
        isSet = stanza["type"] == "set"
        from = stanza["from"].flatMap { XMPPAddress($0) }
        self.payload = payload
        self.id = id
        to = stanza["to"]
    }

    package func result(_ payload: XMLElement? = nil) -> XMLElement {
        XMLElement("iq", attributes: attributes("result"), children: payload.map { [$0] } ?? [])
    }

    package func refusal(_ error: StanzaError) -> XMLElement {
        XMLElement("iq", attributes: attributes("error"), children: [error.element])
    }

    /// A result for pings, an error for all others.
    package var usualAnswer: XMLElement {
        if !isSet, payload.name == "ping", payload.namespace == Namespace.ping { return result() }
        return refusal(StanzaError(kind: .cancel, condition: "service-unavailable"))
    }

    private func attributes(_ type: String) -> [String: String] {
        var attributes = ["type": type, "id": id]
        attributes["to"] = from?.description
        attributes["from"] = to
        return attributes
    }
}
