import Media
package import MediaSources
import PlayCore

/// What was read of a container's subtitles.
package struct SubtitleNews: Sendable, Equatable {
    package let tracks: [SubtitleTextTrack]
    package let texts: [SubtitleText]

    package init(tracks: [SubtitleTextTrack], texts: [SubtitleText]) {
        self.tracks = tracks
        self.texts = texts
    }
}

/// The subtitles of an item's container, as far as they were read. The `demux` thread writes, others read.
///
/// All text tracks are passed on, whether they are shown or not: choosing another one needs no reading again. Of bitmaps
/// only the chosen track is decoded.
final class SubtitleBoard: Sendable {
    struct State: Sendable {
        var tracks: [SubtitleTextTrack] = []
        var texts: [SubtitleText] = []
        /// Texts before these, which are not kept any more.
        var droppedTexts = 0
        var bytes = 0
        /// Of the chosen track, in the order of reading.
        var pictures: [SubtitlePicture] = []
        /// When the last one was that is not kept any more, since reading jumped.
        var droppedPicture: MediaTime?
        /// Stream whose bitmaps are decoded; nil: none.
        var pictureTrack: Int?
    }

    /// A film has two thousand lines, the captions of a day of television some hundred thousand screens; beyond this the
    /// older half is dropped, which everybody has read.
    private static let maximumTexts = 200_000
    private static let maximumBytes = 32 << 20
    /// Several minutes of ordinary discs.
    private static let maximumPictures = 64

    private let state = Monitor(State())

    func add(_ track: SubtitleTextTrack) {
        state.withLock { state in
            if !state.tracks.contains(where: { $0.track == track.track }) { state.tracks.append(track) }
        }
    }

    func add(_ text: SubtitleText) {
        state.withLock { state in
            if state.texts.count >= Self.maximumTexts || state.bytes >= Self.maximumBytes { state.dropTexts() }
            state.texts.append(text)
            state.bytes += text.payload.count
        }
    }

    func add(_ picture: SubtitlePicture) {
        state.withLock { state in
            state.pictures.append(picture)
            if state.pictures.count > Self.maximumPictures { state.droppedPicture = state.pictures.removeFirst().start }
        }
    }

    /// From another place on: what was decoded for the one before may not hold there.
    func dropPictures() {
        state.withLock { state in
            state.pictures = []
            state.droppedPicture = nil
        }
    }

    /// Whether what is to be seen where the request leads is here, if it was read.
    func holdsPictures(of request: DemuxRequest) -> Bool {
        guard request.subtitleTrack != nil, case .time(let target) = request.target else { return true }
        return state.withLock { state in
            guard state.droppedPicture != nil else { return true }
            return state.pictures.first.map { $0.start <= target } ?? false
        }
    }

    var pictureTrack: Int? {
        get { state.withLock { $0.pictureTrack } }
        set {
            state.withLock { state in
                state.pictureTrack = newValue
                state.pictures = []
                state.droppedPicture = nil
            }
        }
    }

    /// What is to be seen at `position`; nil: nothing.
    func picture(at position: MediaTime) -> SubtitlePicture? {
        state.withLock { state in
            guard let last = state.pictures.last(where: { $0.start <= position }) else { return nil }
            if let end = last.end, end <= position { return nil }
            return last.bitmaps.isEmpty ? nil : last
        }
    }

    /// The tracks, and the texts from the one with this number on.
    func news(from count: Int) -> (tracks: [SubtitleTextTrack], texts: ArraySlice<SubtitleText>) {
        state.withLock { ($0.tracks, $0.texts.dropFirst(max(0, count - $0.droppedTexts))) }
    }

    var textCount: Int { state.withLock { $0.droppedTexts + $0.texts.count } }
}

extension SubtitleBoard.State {
    fileprivate mutating func dropTexts() {
        let count = (texts.count + 1) / 2
        bytes -= texts.prefix(count).reduce(0) { $0 + $1.payload.count }
        texts.removeFirst(count)
        droppedTexts += count
    }
}
