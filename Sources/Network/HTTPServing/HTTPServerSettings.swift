package import PlayCore

package struct HTTPServerSettings: Sendable {
    package struct TLS: Sendable {
        /// PEM, followed by the intermediate certificates.
        package var certificate: [UInt8]
        /// PEM, without a password.
        package var key: [UInt8]

        package init(certificate: [UInt8], key: [UInt8]) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// A numeric address, or a name that this machine resolves. `::` is every address of both families.
    package var host: String
    /// 0 for any free port.
    package var port: Int
    package var tls: TLS?
    /// A further connection replaces the one with the slowest request, or waits if none is incomplete.
    package var connections = 1000
    /// A further connection is closed if all requests are complete. A school behind one address has hundreds of
    /// viewers. IPv6 addresses with the same first 64 bits count as one.
    package var connectionsPerAddress = 200
    /// Bytes of a head, and of each read of a body.
    package var headLimit = 16 << 10
    package var bodyLimits = HTTPBodyLimits()
    /// The time for TLS, head and body, from the connection or the previous answer on.
    package var requestTimeout = HostTime.seconds(15)
    package var responseTimeout = HostTime.seconds(60)
    /// Bytes per second. A slower receiver of a file is disconnected.
    package var slowestRate = 16 << 10
    /// Addresses of proxies whose `X-Forwarded-For` is trusted.
    package var trustedProxies: Set<String> = []

    package init(host: String, port: Int, tls: TLS? = nil) {
        self.host = host
        self.port = port
        self.tls = tls
    }

    func responseTimeout(for count: Int) -> HostTime {
        responseTimeout + .seconds(count / max(1, slowestRate))
    }
}

package struct HTTPBodyLimits: Sendable, Equatable {
    package var standard = 64 << 10
    package var exceptions: [String: Int] = [:]

    package init() {}

    func limit(_ target: HTTPTarget?) -> Int { target?.segments.first.flatMap { exceptions[$0] } ?? standard }
}
