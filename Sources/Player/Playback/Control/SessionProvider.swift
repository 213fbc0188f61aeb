import Localization
package import MediaSources
package import PlayCore

/// Says how a video is played: where its bytes come from, and with which settings. The controller asks for each
/// video it comes to, and for those that it loads ahead.
///
/// Providers that add something wrap one further upstream, in the order of their ``ProviderStage``. Called on
/// the main thread; returns at once.
package protocol SessionProvider: AnyObject {
    var stage: ProviderStage { get }

    /// - Throws: when the video cannot be played at all: no source, not allowed.
    func plan(for video: Video) throws(PlayError) -> SessionPlan
}

/// Where in the chain a provider stands; the controller asks the last one.
package enum ProviderStage: Int, Sendable, Comparable {
    /// Sources to byte sources. The first of each chain.
    case source = 0
    /// Decryption.
    case protection = 1
    /// Subtitles from beside the video.
    case subtitles = 2
    /// What plays before, after and within.
    case adverts = 3
    /// Where the viewer left off: the last, so that it knows of all that plays.
    case position = 4

    package static func < (a: ProviderStage, b: ProviderStage) -> Bool { a.rawValue < b.rawValue }
}

/// A chain was put together in the wrong order.
package struct ProviderOrderError: Error, Sendable, Equatable {
    package let stage: ProviderStage
    package let upstream: ProviderStage
}

/// A provider that changes what one further upstream says.
package final class WrappingSessionProvider: SessionProvider {
    package let stage: ProviderStage
    private let upstream: any SessionProvider
    private let change: (inout SessionPlan) throws(PlayError) -> Void

    /// - Parameter change: called for each plan of `upstream`.
    /// - Throws: when `upstream` does not belong before `stage`.
    package init(
        _ stage: ProviderStage, around upstream: any SessionProvider,
        change: @escaping (inout SessionPlan) throws(PlayError) -> Void
    ) throws(ProviderOrderError) {
        guard upstream.stage < stage else { throw ProviderOrderError(stage: stage, upstream: upstream.stage) }
        self.stage = stage
        self.upstream = upstream
        self.change = change
    }

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var plan = try upstream.plan(for: video)
        try change(&plan)
        return plan
    }
}

/// The provider of files and whatever else opens by its location: takes a video's best source, by the definitions that
/// are wished for and by those that the service prefers.
package final class BasicSessionProvider: SessionProvider {
    package let stage = ProviderStage.source
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
