package import PlayCore

/// How a server listens, and what it bears. A value.
package struct HTTPServerSettings: Sendable {
    package struct TLS: Sendable {
        /// PEM, with the certificates that lead to an authority behind it.
        package var certificate: [UInt8]
        /// PEM, without a password.
        package var key: [UInt8]

        package init(certificate: [UInt8], key: [UInt8]) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// A number, or a name that this machine knows; `::` is every address of both kinds.
    package var host: String
    /// 0: any that is free.
    package var port: Int
    /// Nil: plain HTTP.
    package var tls: TLS?
    /// Those beyond take the places of the slowest requests; where all have come, they wait until others end.
    package var connections = 1000
    /// As with ``connections``, but those beyond are closed where all requests have come. A school behind one address has
    /// hundreds of viewers, each with one request at a time. IPv6 addresses with the same first 64 bits are one.
    package var connectionsPerAddress = 200
    /// Bytes of a head, and of what is read of a body at a time.
    package var headLimit = 16 << 10
    package var bodyLimits = HTTPBodyLimits()
    /// How long a request may take to come, from the connection or the answer before on: TLS, head and body.
    package var requestTimeout = HostTime.seconds(15)
    /// How long an answer may take to go.
    package var responseTimeout = HostTime.seconds(60)
    /// Bytes a second: who takes a file slower than this is not waited for.
    package var slowestRate = 16 << 10
    /// Addresses of proxies whose `X-Forwarded-For` says who asks.
    package var trustedProxies: Set<String> = []

    package init(host: String, port: Int, tls: TLS? = nil) {
        self.host = host
        self.port = port
        self.tls = tls
    }

    /// - Parameter count: bytes of a file.
    func responseTimeout(for count: Int) -> HostTime {
        responseTimeout + .seconds(count / max(1, slowestRate))
    }
}

/// How many bytes a request may bring. A value.
package struct HTTPBodyLimits: Sendable, Equatable {
    package var standard = 64 << 10
    /// Where more, or less, is allowed: by the first part of the path.
    package var exceptions: [String: Int] = [:]

    package init() {}

    func limit(_ target: HTTPTarget?) -> Int { target?.segments.first.flatMap { exceptions[$0] } ?? standard }
}
