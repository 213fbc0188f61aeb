import Localization
package import MediaSources
package import PlayCore

/// Says how a video is played: where its bytes come from, and with which settings. The controller asks for each
/// video it comes to, and for those that it loads ahead. Called on the main thread; returns at once.
package protocol SessionProvider: AnyObject {
    /// - Throws: when the video cannot be played at all: no source, not allowed.
    func plan(for video: Video) throws(PlayError) -> SessionPlan
}

/// The provider of files and whatever else opens by its location: takes a video's best source, by the definitions that
/// are wished for and by those that the service prefers.
package final class BasicSessionProvider: SessionProvider {
    private let open: (Source) -> SessionInput?
    private let options: (Video) -> SessionOptions

    /// - Parameters:
    ///   - options: the settings of a video before the viewer has changed any.
    ///   - open: nil for a source that nothing here can open.
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
            // Sound only from the start: nothing of a picture is decoded.
            if selection.definition?.isAudio == true { options.videoTrack = .none }
            // Standard input is the film's.
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

/// How a video is to be played.
package struct SessionPlan: Sendable {
    package var video: Video
    package var input: SessionInput
    package var options: SessionOptions
    /// Played before and after the main content.
    package var intro: SessionInput?
    package var outro: SessionInput?
    /// Nil: no advert is played.
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
