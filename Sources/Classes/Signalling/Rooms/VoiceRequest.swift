package import XML

/// A visitor's request for a voice, and the answer (XEP-0045, 7.13 and 8.6).
package struct VoiceRequest: Sendable, Equatable {
    package let nick: String
    package let address: XMPPAddress?
    private let room: XMPPAddress
    private let form: DataForm

    package static func ask(_ room: XMPPAddress, from sender: XMPPAddress? = nil) -> XMLElement {
        let form = DataForm(kind: .submit, type: Namespace.roomRequest, values: ["muc#role": "participant"])
        return message(room, form, sender)
    }

    /// Reads the request that moderators receive. Returns `nil` for messages that are not from the room itself.
    init?(_ stanza: XMLElement, room: XMPPAddress) {
        guard stanza.name == "message", stanza["from"].flatMap({ XMPPAddress($0) }) == room,
            let form = stanza.children("x").lazy.compactMap({ DataForm($0) }).first, form.kind == .form,
            form.type == Namespace.roomRequest, let nick = form["muc#roomnick"], !nick.isEmpty
        else { return nil }
        self.nick = nick
        address = form["muc#jid"].flatMap { XMPPAddress($0) }
        self.room = room
        self.form = form
    }

    /// A request without an answer is refused, too, but the visitor is not notified.
    package func answer(isAllowed: Bool, from sender: XMPPAddress? = nil) -> XMLElement {
        var values = ["muc#request_allow": [isAllowed ? "true" : "false"]]
        for name in ["muc#role", "muc#jid", "muc#roomnick"] {
            if let value = form[name] { values[name] = [value] }
        }
        return Self.message(room, form.answer(values), sender)
    }

    private static func message(_ room: XMPPAddress, _ form: DataForm, _ sender: XMPPAddress?) -> XMLElement {
        var attributes = ["to": room.description]
        attributes["from"] = sender?.description
        return XMLElement("message", attributes: attributes, children: [form.element])
    }
}
