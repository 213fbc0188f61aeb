package import PlayCore

/// What the command line says about services that know videos, and about tokens. A value; it holds
/// secrets and must not be printed.
package struct ServiceOptions: Sendable, Equatable {
    /// Of each item that has no other.
    package var token: String?
    /// Program and arguments, with blanks between them.
    package var tokenCommand: String?
    package var tokenEndpoint: String?
    /// The viewer's own.
    package var commentToken: String?
    /// The address of the viewer's picture.
    package var commentAvatar: String?
    /// A manifest, the address of a service, or `peertube://HOST`.
    package var catalogue: String?
    /// A secret.
    package var policyKey: String?
    /// The viewer's account.
    package var peerTubeUser: PeerTubeUser?
    /// Program and arguments, with blanks between them.
    package var peerTubePasswordCommand: String?
    package var accessKey: String?
    package var isEncrypted = false
    package var source = SourceWish.hlsHTTPS
    /// Nil: the service's choice.
    package var clippedVersion: Int?
    package var domainPrefix: String?
    /// Seconds.
    package var previewSeconds: Int?
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    package var isH265Adaptive = false
    package var usesYtDlp = true
    package var ytDlpPath: String?
    package var ytDlpFormat: String?
    /// Names without dashes; an empty value: none.
    package var ytDlpRawOptions: [NamedValue] = []
    package var report = ReportOptions()

    package init() {}

    package struct NamedValue: Sendable, Equatable {
        package let name: String
        package let value: String
    }
}

/// Figures of use for an address that the user names; nothing is sent without it.
package struct ReportOptions: Sendable, Equatable {
    package var address: String?
    package var customText: String?
    package var interval = MediaTime.seconds(30)

    package init() {}
}

/// Which of several sources.
package enum SourceWish: String, Sendable, CaseIterable {
    case hlsHTTPS = "hls-https"
    case hlsHTTP = "hls-http"
    case mp4, first
}
