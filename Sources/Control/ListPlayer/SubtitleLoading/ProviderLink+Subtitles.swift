package import PlayCore
package import Playback

extension ProviderLink {
    /// Selects the subtitle files of a video: those that the viewer names, then those that its list names.
    ///
    /// - Parameters:
    ///   - named: those that the viewer named for this video.
    ///   - offered: those of the video's service, with their languages. They are read as such.
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
