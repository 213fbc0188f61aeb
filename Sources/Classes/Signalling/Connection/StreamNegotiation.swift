import Encoding
import XML

/// The negotiation from a connected socket to an online session (RFC 6120, XEP-0114, XEP-0198). Turns the server's
/// elements into steps.
///
/// libstrophe's own negotiation (0.12.2) is not used for four reasons. It reports no reason for a refused password, and
/// never uses PLAIN if SCRAM is offered. It miscounts stanzas after a session that could not be resumed. As a
/// component, it crashes on a null pointer, because it creates `sm_state` only for clients.
struct StreamNegotiation {
    enum Step: Equatable {
        /// Earlier unprocessed input must be dropped.
        case openStream
        /// The stream head is a separate step.
        case startTLS
        case write([UInt8])
        /// The server has authenticated this client, and the connection is encrypted as negotiated.
        case online(XMPPAddress, Outcome)
        case fail(XMPPFailure)
    }

    enum Outcome: Equatable {
        case fresh(StreamManagement.Grant?)
        case resumed(handled: UInt32)
    }

    struct Resumption: Equatable {
        let id: String
        let handled: UInt32
        let address: XMPPAddress
    }

    private enum Place: Equatable {
        case opening
        case tls
        case sasl
        case resuming
        case binding
        case enabling(XMPPAddress)
        case handshake
        case done
    }

    private let account: XMPPAccount
    private let resumption: Resumption?
    private let sha1: (String) -> String
    private var place = Place.opening
    private var isEncrypted = false
    private var isAuthenticated = false
    private var features: XMLElement?
    /// For a session that could not be resumed.
    private(set) var handledBefore: UInt32?

    /// - Parameter sha1: returns hexadecimal digits, for XEP-0114.
    init(_ account: XMPPAccount, resumption: Resumption?, sha1: @escaping (String) -> String) {
        self.account = account
        self.resumption = resumption
        self.sha1 = sha1
    }

    mutating func connected() -> [Step] {
        guard account.isTLSFirst, !account.isComponent else { return [.openStream] }
        isEncrypted = true
        return [.startTLS, .openStream]
    }

    mutating func opened(id: String?) -> [Step] {
        guard case .component(_, let secret) = account.identity else { return [] }
        guard let id else { return [.fail(.malformed)] }
        place = .handshake
        return [write(XMLElement("handshake", text: sha1(id + secret)))]
    }

    mutating func received(_ element: XMLElement) -> [Step] {
        switch (place, element.name) {
        case (_, "error") where element.namespace == Namespace.streams: [.fail(Self.failure(element))]
        case (.handshake, "handshake"): finish(XMPPAddress(domain: account.domain), .fresh(nil))
        case (.opening, "features"): choose(element)
        case (.tls, "proceed") where element.namespace == Namespace.tls: encrypt()
        case (.tls, _): [.fail(.noEncryption)]
        case (.sasl, "success") where element.namespace == Namespace.sasl: authenticated()
        case (.sasl, "failure") where element.namespace == Namespace.sasl: [.fail(Self.refusal(element))]
        case (.resuming, "resumed"): resumed(element)
        case (.resuming, "failed"): notResumed(element)
        case (.binding, "iq"): bound(element)
        case (.enabling(let address), "enabled"): finish(address, .fresh(StreamManagement.Grant(element)))
        case (.enabling(let address), "failed"): finish(address, .fresh(nil))
        default: []
        }
    }

    // MARK: Steps

    private mutating func choose(_ features: XMLElement) -> [Step] {
        self.features = features
        if !isEncrypted {
            guard features.first("starttls", in: Namespace.tls) != nil else { return [.fail(.noEncryption)] }
            place = .tls
            return [write(XMLElement("starttls", namespace: Namespace.tls))]
        }
        guard isAuthenticated else { return authenticate(features) }
        if let resumption, features.first("sm", in: Namespace.streamManagement) != nil {
            place = .resuming
            let attributes = ["previd": resumption.id, "h": String(resumption.handled)]
            return [write(XMLElement("resume", namespace: Namespace.streamManagement, attributes: attributes))]
        }
        return bind()
    }

    private mutating func encrypt() -> [Step] {
        isEncrypted = true
        place = .opening
        return [.startTLS, .openStream]
    }

    private mutating func authenticate(_ features: XMLElement) -> [Step] {
        let offered = features.first("mechanisms", in: Namespace.sasl)?.children("mechanism").map(\.wholeText) ?? []
        let mechanism: String
        var answer = ""
        switch account.identity {
        case .client(let address, let password):
            mechanism = "PLAIN"
            let words = "\0" + (address.local ?? "") + "\0" + password
            answer = String(decoding: Base64.encoded(Array(words.utf8)), as: UTF8.self)
        case .guest: mechanism = "ANONYMOUS"
        case .component: return [.fail(.malformed)]
        }
        guard offered.contains(mechanism) else { return [.fail(.noMechanism)] }
        place = .sasl
        return [
            write(
                XMLElement("auth", namespace: Namespace.sasl, attributes: ["mechanism": mechanism], text: answer))
        ]
    }

    private mutating func authenticated() -> [Step] {
        isAuthenticated = true
        place = .opening
        return [.openStream]
    }

    private mutating func bind() -> [Step] {
        place = .binding
        var bind = XMLElement("bind", namespace: Namespace.bind)
        if case .client(let address, _) = account.identity, let resource = address.resource {
            bind.add(XMLElement("resource", text: resource))
        }
        return [write(XMLElement("iq", attributes: ["type": "set", "id": "bind"], children: [bind]))]
    }

    private mutating func bound(_ element: XMLElement) -> [Step] {
        guard element["id"] == "bind" else { return [] }
        let text = element.first("bind")?.first("jid")?.wholeText
        guard element["type"] == "result", let address = text.flatMap({ XMPPAddress($0) }) else {
            let error = StanzaError(element)
            return [.fail(.refused(condition: error?.condition ?? "bind", text: error?.text ?? ""))]
        }
        guard features?.first("sm", in: Namespace.streamManagement) != nil else { return finish(address, .fresh(nil)) }
        place = .enabling(address)
        return [
            write(XMLElement("enable", namespace: Namespace.streamManagement, attributes: ["resume": "true"]))
        ]
    }

    private mutating func resumed(_ element: XMLElement) -> [Step] {
        guard let resumption, element["previd"] == resumption.id,
            let handled = element["h"].flatMap({ UInt32($0) })
        else { return [.fail(.malformed)] }
        return finish(resumption.address, .resumed(handled: handled))
    }

    private mutating func notResumed(_ element: XMLElement) -> [Step] {
        handledBefore = element["h"].flatMap { UInt32($0) }
        return bind()
    }

    private mutating func finish(_ address: XMPPAddress, _ outcome: Outcome) -> [Step] {
        place = .done
        return [.online(address, outcome)]
    }

    private func write(_ element: XMLElement) -> Step { .write(element.written() ?? []) }

    // MARK: Failures

    static func failure(_ element: XMLElement) -> XMPPFailure {
        let (condition, text) = words(element, in: Namespace.streamErrors)
        return .ended(condition: condition, text: text)
    }

    private static func refusal(_ element: XMLElement) -> XMPPFailure {
        let (condition, text) = words(element, in: Namespace.sasl)
        return .refused(condition: condition, text: text)
    }

    private static func words(_ element: XMLElement, in namespace: String) -> (String, String) {
        let condition = element.children.first { $0.namespace == namespace && $0.name != "text" }?.name
        let text = element.first("text", in: namespace)?.wholeText ?? ""
        return (condition ?? "undefined-condition", String(text.prefix(1000)))
    }
}
