package import PlayCore
package import Playback

extension ProviderLink {
    /// Adds the viewer's `named` files, then those of the video's list, then the service's `offered` ones.
    package static func subtitles(
        named: @escaping (Video) -> [String], offered: @escaping (Video) -> [String]
    ) -> ProviderLink {
        ProviderLink(.subtitles) { plan in
            let files = named(plan.video)
            let known = Set(files + offered(plan.video))
            plan.video.subtitles = files + plan.video.subtitles.filter { !known.contains($0) }
        }
    }
}
