package import PlayCore

/// Where and as whom a connection logs in. A value; what it holds of secrets goes nowhere else.
package struct XMPPAccount: Sendable, Equatable {
    package enum Identity: Sendable, Equatable {
        /// A person's: with a password or a token (RFC 6120: STARTTLS, or TLS from the first byte on; SASL PLAIN). The
        /// address may have a resource that is wished for.
        case client(XMPPAddress, password: String)
        /// A guest whose address the server makes up (SASL ANONYMOUS).
        case guest(domain: String)
        /// A part of the server under a name of its own (XEP-0114): without encryption, so on this machine or on a line
        /// that is safe.
        case component(domain: String, secret: String)
    }

    package var identity: Identity
    /// Of the server; nil: what the domain's records say, or the domain itself.
    package var host: String?
    /// Nil: 5222, 5223 with ``isTLSFirst``, and 5347 for components.
    package var port: Int?
    /// TLS from the first byte on (XEP-0368): two round trips less. Needs a ``host``.
    package var isTLSFirst = false
    /// A PEM file whose authorities count beside the system's; nil: the system's alone.
    package var authorityFile: String?
    /// The same as text, which a ticket has; goes before the file.
    package var authority: String?
    /// How long the way to being online may take in all.
    package var loginLimit = HostTime.seconds(20)
    /// How long the server may be silent before it is asked whether it is there, and how long it has for its answer.
    package var silenceLimit = HostTime.seconds(30)
    package var answerLimit = HostTime.seconds(10)

    package init(_ identity: Identity, host: String? = nil, port: Int? = nil) {
        self.identity = identity
        self.host = host
        self.port = port
    }

    /// What the server is asked for, and what its certificate must name.
    package var domain: String {
        switch identity {
        case .client(let address, _): address.domain
        case .guest(let domain), .component(let domain, _): domain
        }
    }

    var isComponent: Bool { if case .component = identity { true } else { false } }

    var usedPort: Int { port ?? (isComponent ? 5347 : isTLSFirst ? 5223 : 5222) }

    /// Names host and port: a viewer behind a firewall has to know which port is closed.
    func unreachable(_ words: String) -> XMPPFailure {
        let host = host ?? domain
        return .unreachable("\(host.contains(":") ? "[\(host)]" : host):\(usedPort): \(words)")
    }
}
