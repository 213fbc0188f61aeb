package import PlayCore

/// What the command line says about services that know videos, and about tokens (CFG-02 … CFG-10). A value; it holds
/// secrets and must not be printed.
package struct ServiceOptions: Sendable, Equatable {
    /// CFG-04: of each item that has no other.
    package var token: String?
    /// CFG-06: program and arguments, with blanks between them.
    package var tokenCommand: String?
    package var tokenEndpoint: String?
    /// CAT-03: the viewer's own.
    package var commentToken: String?
    /// ARCH-11: a manifest, the address of a service, or `peertube://HOST`.
    package var catalogue: String?
    /// ARCH-12: a secret.
    package var policyKey: String?
    /// The viewer's account.
    package var peerTubeUser: PeerTubeUser?
    /// Program and arguments, with blanks between them.
    package var peerTubePasswordCommand: String?
    /// CFG-10.
    package var accessKey: String?
    /// PLAY-05.
    package var isEncrypted = false
    /// ARCH-16.
    package var source = SourceWish.hlsHTTPS
    /// INFO-02; nil: the service's choice.
    package var clippedVersion: Int?
    /// CFG-02.
    package var domainPrefix: String?
    /// ADV-30: seconds.
    package var previewSeconds: Int?
    /// ADV-31.
    package var parameters: [String: String] = [:]
    /// ADV-51.
    package var playDomain: String?
    /// ADV-25.
    package var isH265Adaptive = false
    package var usesYtDlp = true
    package var ytDlpPath: String?
    package var ytDlpFormat: String?
    /// Names without dashes; an empty value: none.
    package var ytDlpRawOptions: [NamedValue] = []
    /// PLAY-20, ARCH-41.
    package var report = ReportOptions()

    package init() {}

    package struct NamedValue: Sendable, Equatable {
        package let name: String
        package let value: String
    }
}

/// PLAY-20, ARCH-41: figures of use for an address that the user names; nothing is sent without it.
package struct ReportOptions: Sendable, Equatable {
    package var address: String?
    package var customText: String?
    package var interval = MediaTime.seconds(30)

    package init() {}
}

/// ARCH-16: which of several sources.
package enum SourceWish: String, Sendable, CaseIterable {
    case hlsHTTPS = "hls-https"
    case hlsHTTP = "hls-http"
    case mp4, first
}
