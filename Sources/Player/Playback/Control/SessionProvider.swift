package import MediaSources
package import PlayCore

/// Decides how to play a video. Called on the main thread for each video to play or preload; returns at once.
package protocol SessionProvider: AnyObject {
    /// - Throws: if the video cannot be played: it has no source, or is not permitted.
    func plan(for video: Video) throws(PlayError) -> SessionPlan
}

/// The provider for everything that opens by its location. Selects the best source by preferences.
package final class BasicSessionProvider: SessionProvider {
    private let open: (Source) -> SessionInput?
    private let options: (Video) -> SessionOptions

    /// `options` apply before the viewer changes any. `open` returns `nil` for a source that it cannot open.
    package init(
        options: @escaping (Video) -> SessionOptions = { _ in SessionOptions() },
        open: @escaping (Source) -> SessionInput?
    ) {
        self.options = options
        self.open = open
    }

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var options = options(video)
        for selection in video.selections(preferring: options.preferredDefinitions) {
            guard var input = open(video.sourceWithAlternates(selection.source)) else { continue }
            options.selection = selection
            // Audio only: no picture is decoded.
            if selection.definition?.isAudio == true { options.videoTrack = .none }
            // Standard input belongs to the film.
            if let cover = video.cover, cover != "-", let picture = open(Source(cover)), let bytes = picture.openBytes {
                input.cover = CoverSource(name: picture.name, open: bytes)
            }
            return SessionPlan(
                video: video, input: input, options: options, intro: video.startVideo.flatMap(open),
                outro: video.endVideo.flatMap(open))
        }
        throw PlayError(.invalidVideoURL, reason: tr("no playable address"), item: video.id)
    }
}

package struct SessionPlan: Sendable {
    package var video: Video
    package var input: SessionInput
    package var options: SessionOptions
    package var intro: SessionInput?
    package var outro: SessionInput?
    package var adverts: (any AdvertBreaks)?

    package init(
        video: Video, input: SessionInput, options: SessionOptions = SessionOptions(), intro: SessionInput? = nil,
        outro: SessionInput? = nil
    ) {
        self.video = video
        self.input = input
        self.options = options
        self.intro = intro
        self.outro = outro
    }
}
