package import PlayCore

/// The server and identity of a connection. Its secrets are used for nothing else.
package struct XMPPAccount: Sendable, Equatable {
    package enum Identity: Sendable, Equatable {
        /// A person with a password or a token (RFC 6120; SASL PLAIN). The address may have a preferred resource.
        case client(XMPPAddress, password: String)
        /// A guest, whose address the server assigns (SASL ANONYMOUS).
        case guest(domain: String)
        /// A component with its own domain (XEP-0114). Unencrypted, so only for this machine or a trusted network.
        case component(domain: String, secret: String)
    }

    package var identity: Identity
    /// The server's host, or `nil` for the domain's records or the domain itself.
    package var host: String?
    /// The server's port, or `nil` for the default: 5222, 5223 with ``isTLSFirst``, and 5347 for components.
    package var port: Int?
    /// Whether TLS starts with the first byte (XEP-0368), which saves two round trips. Requires a ``host``.
    package var isTLSFirst = false
    /// A PEM file with authorities to trust in addition to the system's, or `nil` for the system's only.
    package var authorityFile: String?
    /// The same as text, as in tickets. Takes precedence over the file.
    package var authority: String?
    /// Bound of the whole time from connecting to being online.
    package var loginLimit = HostTime.seconds(20)
    /// How long the server may be silent before an acknowledgement is requested; ``answerLimit`` is for its answer.
    package var silenceLimit = HostTime.seconds(30)
    package var answerLimit = HostTime.seconds(10)

    package init(_ identity: Identity, host: String? = nil, port: Int? = nil) {
        self.identity = identity
        self.host = host
        self.port = port
    }

    /// The domain that is requested from the server and that its certificate must have.
    package var domain: String {
        switch identity {
        case .client(let address, _): address.domain
        case .guest(let domain), .component(let domain, _): domain
        }
    }

    var isComponent: Bool { if case .component = identity { true } else { false } }

    var usedPort: Int { port ?? (isComponent ? 5347 : isTLSFirst ? 5223 : 5222) }

    /// Returns a failure with host and port, so that a viewer behind a firewall knows which port is closed.
    func unreachable(_ words: String) -> XMPPFailure {
        let host = host ?? domain
        return .unreachable("\(host.contains(":") ? "[\(host)]" : host):\(usedPort): \(words)")
    }
}
