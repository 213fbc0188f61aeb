import Localization

/// By what an item may be fetched.
package enum CredentialKind: String, Sendable, CaseIterable {
    /// An address alone.
    case url
    /// Video id with temporary key id, key secret, security token and region.
    case vidSts = "sts"
    /// Video id with a play credential.
    case vidAuth = "auth"

    package enum Feature: String, Sendable, CaseIterable {
        case feed, preview, automaticDefinitions, playDomain, preloading, downloading
    }

    /// What the service grants this kind of credential. Where it does not say ("not stated") the feature is not refused.
    ///
    /// - Returns: why the feature is refused, a sentence without its end; nil: it works.
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

    /// - Throws: `.unsupported` with the reason.
    package func require(_ feature: Feature) throws(CatalogueError) {
        if let words = refusal(of: feature) { throw CatalogueError(.unsupported(words)) }
    }
}
