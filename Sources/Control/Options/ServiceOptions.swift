package import PlayCore

/// Contains secrets: never print it.
package struct ServiceOptions: Sendable, Equatable {
    package var token: String?
    /// A program and its arguments, separated by blanks.
    package var tokenCommand: String?
    package var tokenEndpoint: String?
    package var commentToken: String?
    package var commentAvatar: String?
    /// A manifest, the address of a service, or `peertube://HOST`.
    package var catalogue: String?
    /// A secret.
    package var policyKey: String?
    package var peerTubeUser: PeerTubeUser?
    /// A program and its arguments, separated by blanks.
    package var peerTubePasswordCommand: String?
    package var accessKey: String?
    package var isEncrypted = false
    package var source = SourceWish.hlsHTTPS
    /// `nil` to let the service choose.
    package var clippedVersion: Int?
    package var domainPrefix: String?
    /// In seconds.
    package var previewSeconds: Int?
    package var parameters: [String: String] = [:]
    package var playDomain: String?
    package var isH265Adaptive = false
    package var usesYtDlp = true
    package var ytDlpPath: String?
    package var ytDlpFormat: String?
    /// The options without dashes. The value is empty for options without one.
    package var ytDlpRawOptions: [NamedValue] = []
    package var report = ReportOptions()

    package init() {}

    package struct NamedValue: Sendable, Equatable {
        package let name: String
        package let value: String
    }
}

/// Reports to the user's address. Without an address none are sent.
package struct ReportOptions: Sendable, Equatable {
    package var address: String?
    package var customText: String?
    package var interval = MediaTime.seconds(30)

    package init() {}
}

package enum SourceWish: String, Sendable, CaseIterable {
    case hlsHTTPS = "hls-https"
    case hlsHTTP = "hls-http"
    case mp4, first
}
