import Catalogue
import MediaSources
import PlayCore
package import Playback
import Playlists

extension ProviderLink {
    /// Adds services' protection: no capture of pictures; for some credentials no feed, and no opening in advance.
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
