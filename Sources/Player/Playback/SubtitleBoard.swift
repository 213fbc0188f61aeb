import Media
package import MediaSources
import PlayCore

package struct SubtitleNews: Sendable, Equatable {
    package let tracks: [SubtitleTextTrack]
    package let texts: [SubtitleText]

    package init(tracks: [SubtitleTextTrack], texts: [SubtitleText]) {
        self.tracks = tracks
        self.texts = texts
    }
}

/// The subtitles of an item's container read so far. The `demux` thread writes, other threads read. Holds every text
/// track, so that another choice needs no second reading, but only the chosen track's bitmaps.
final class SubtitleBoard: Sendable {
    struct State: Sendable {
        var tracks: [SubtitleTextTrack] = []
        var texts: [SubtitleText] = []
        var droppedTexts = 0
        var bytes = 0
        var pictures: [SubtitlePicture] = []
        /// The start of the last dropped bitmap since the last seek, or `nil`.
        var droppedPicture: MediaTime?
        var pictureTrack: Int?
    }

    /// A film has two thousand lines, a day of television some hundred thousand screens of captions. Beyond the limit
    /// the older half is dropped, which all readers have received.
    private static let maximumTexts = 200_000
    private static let maximumBytes = 32 << 20
    /// Several minutes of usual discs.
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

    /// Called at a seek: bitmaps may be invalid at the new place.
    func dropPictures() {
        state.withLock { state in
            state.pictures = []
            state.droppedPicture = nil
        }
    }

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

    func picture(at position: MediaTime) -> SubtitlePicture? {
        state.withLock { state in
            guard let last = state.pictures.last(where: { $0.start <= position }) else { return nil }
            if let end = last.end, end <= position { return nil }
            return last.bitmaps.isEmpty ? nil : last
        }
    }

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
