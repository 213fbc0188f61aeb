import Catalogue
import MediaSources
import PlayCore
package import Playback
import Playlists

extension ProviderLink {
    /// What a service asks for the protection of its videos: that their pictures are not captured and, with some kinds
    /// of credentials, that they play in no feed and are not opened before their turn.
    ///
    /// - Parameter isFeed: what plays is a feed.
    package static func protection(of services: ServiceSessionProvider, isFeed: Bool) -> ProviderLink {
        ProviderLink(.protection) { plan throws(PlayError) in
            guard let item = services.item(of: plan.video.entry) else { return }
            let info = item.info
            if isFeed, let words = info.credentialKind?.refusal(of: .feed) {
                throw PlayError(.playFailed, reason: words, item: AddressText.shown(item.request.reference))
            }
            if info.credentialKind?.refusal(of: .preloading) != nil { plan.input.mayLoadAhead = false }
            plan.options.forbidsCapture = info.enablePreventScreenCapture
        }
    }
}
