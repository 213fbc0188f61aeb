package import PlayCore
package import Playback

extension ProviderLink {
    /// Which files of subtitles go with a video: those that the viewer names, then those that its list names.
    ///
    /// - Parameters:
    ///   - named: by the viewer, for this video.
    ///   - offered: by the video's service, which says their language, too. They are read as such.
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
