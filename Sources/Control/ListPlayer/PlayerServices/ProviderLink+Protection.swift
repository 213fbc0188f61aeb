import Catalogue
import MediaSources
import PlayCore
package import Playback
import Playlists

extension ProviderLink {
    /// Adds the protection that services require: no capture of pictures and, with some kinds of credentials, no
    /// playing in a feed and no opening before their turn.
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
