import PlayCore

package enum CredentialKind: String, Sendable, CaseIterable {
    /// An address alone.
    case url
    /// A video ID with temporary key ID, key secret, security token and region.
    case vidSts = "sts"
    case vidAuth = "auth"

    package enum Feature: String, Sendable, CaseIterable {
        case feed, preview, automaticDefinitions, playDomain, preloading, downloading
    }

    /// Returns the reason without final punctuation. Does not refuse features about which the service's documentation
    /// says nothing.
    package func refusal(of feature: Feature) -> String? {
        switch (feature, self) {
        case (.feed, .vidAuth): tr("an item with a play credential cannot be played in a feed; give its address")
        case (.preview, .url): tr("an address alone has no preview; it needs a video id with a credential")
        case (.playDomain, .url): tr("an address alone has its domain already; a play domain needs a play credential")
        case (.preloading, .vidSts), (.preloading, .vidAuth): tr("only an address alone can be loaded ahead")
        case (.downloading, .url): tr("an address alone cannot be downloaded; it needs a video id with a credential")
        default: nil
        }
    }

    package func require(_ feature: Feature) throws(CatalogueError) {
        if let words = refusal(of: feature) { throw CatalogueError(.unsupported(words)) }
    }
}
