package import PlayCore

package struct XMPPAccount: Sendable, Equatable {
    package enum Identity: Sendable, Equatable {
        /// A password or a token (RFC 6120; SASL PLAIN). The address may have a preferred resource.
        case client(XMPPAddress, password: String)
        /// The server assigns the address (SASL ANONYMOUS).
        case guest(domain: String)
        /// XEP-0114. Unencrypted, so only for this machine or a trusted network.
        case component(domain: String, secret: String)
    }

    package var identity: Identity
    /// `nil` for the domain's records, or the domain itself.
    package var host: String?
    /// `nil` for the default: 5222, or 5223 with ``isTLSFirst``, or 5347 for components.
    package var port: Int?
    /// Whether TLS starts with the first byte (XEP-0368), which saves two round trips. Requires a ``host``.
    package var isTLSFirst = false
    /// A PEM file with authorities trusted in addition to the system's.
    package var authorityFile: String?
    /// PEM text, as in tickets. Takes precedence over the file.
    package var authority: String?
    /// From connecting to being online.
    package var loginLimit = HostTime.seconds(20)
    /// After this silence an acknowledgement is requested. ``answerLimit`` is the time for the answer.
    package var silenceLimit = HostTime.seconds(30)
    package var answerLimit = HostTime.seconds(10)

    package init(_ identity: Identity, host: String? = nil, port: Int? = nil) {
        self.identity = identity
        self.host = host
        self.port = port
    }

    package var domain: String {
        switch identity {
        case .client(let address, _): address.domain
        case .guest(let domain), .component(let domain, _): domain
        }
    }

    var isComponent: Bool { if case .component = identity { true } else { false } }

    var usedPort: Int { port ?? (isComponent ? 5347 : isTLSFirst ? 5223 : 5222) }

    /// Adds host and port, because a firewall may block the port.
    func unreachable(_ words: String) -> XMPPFailure {
        let host = host ?? domain
        return .unreachable("\(host.contains(":") ? "[\(host)]" : host):\(usedPort): \(words)")
    }
}
