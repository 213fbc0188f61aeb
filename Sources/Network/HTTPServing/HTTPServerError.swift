import PlayCore

package struct HTTPServerError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        case noLibrary
        case noTLS
        case unknownHost
        /// The system refused, because the port is in use or reserved.
        case cannotListen
        case cannotStart
    }

    package let code: Code
    /// `host:port`.
    package let context: String
    /// The system's or the library's words; unverified.
    package let detail: String

    init(_ code: Code, _ context: String, detail: String = "") {
        self.code = code
        self.context = context
        self.detail = detail
    }

    /// For the administrator, with a remedy.
    package var reason: String {
        switch code {
        case .noLibrary: tr("libmicrohttpd is not installed (Debian: libmicrohttpd12)")
        case .noTLS: tr("this libmicrohttpd has no TLS; install one that is built with GnuTLS")
        case .unknownHost: tr("%1 is not an address of this machine", context)
        case .cannotListen: tr("cannot listen at %1: %2", context, detail)
        case .cannotStart: tr("cannot serve at %1: %2; check the certificate and its key", context, detail)
        }
    }
}
