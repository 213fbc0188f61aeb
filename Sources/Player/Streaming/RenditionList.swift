import Manifests
import PlayCore
import Transport

/// A rendition's list as last read, and how its server responds.
struct RenditionList {
    /// After this many empty responses, the server counts as not delaying responses, and its list is read plainly.
    private static let mostEmptyResponses = 2
    private static let fewestPlainReadings = 3
    private static let mostPlainReadings = 200

    /// The CDN entry in use; ``failed`` are those that have failed.
    var source = 0
    var playlist: MediaPlaylist?
    var list: SegmentList?
    var loaded = HostTime.zero
    /// Consecutive readings without news.
    var unchanged = 0
    var failed: Set<Int> = []
    var failure: (since: HostTime, nextReading: HostTime)?
    /// A request whose response the server delays, with its directives.
    var held: (exchange: HTTPExchange, directives: DeliveryDirectives)?
    /// Consecutive responses without the requested media.
    var emptyResponses = 0
    /// How many plain readings with news follow such responses, and how many of them are left.
    var plainReadings = (number: Self.fewestPlainReadings, left: 0)

    var isLocal = false

    /// Whether parts of segments are read, which requires a server that delays responses.
    var readsParts: Bool {
        playlist?.partHoldBack != nil && emptyResponses < Self.mostEmptyResponses && !isLocal
    }

    /// Notes whether a response has the media that the request named.
    mutating func note(hasReached: Bool) {
        emptyResponses = hasReached ? 0 : emptyResponses + 1
        if hasReached { plainReadings.number = Self.fewestPlainReadings }
        guard emptyResponses == Self.mostEmptyResponses else { return }
        Log.shared.write(.info, "net", "a server does not hold requests back")
        plainReadings.left = plainReadings.number
        plainReadings.number = min(plainReadings.number * 2, Self.mostPlainReadings)
    }

    /// Counts a plain reading that brought news. After the last one, a request tests again whether the server delays
    /// responses, since its encoder may only have paused.
    mutating func noteProgress() {
        guard emptyResponses >= Self.mostEmptyResponses else { return }
        plainReadings.left -= 1
        if plainReadings.left <= 0 { emptyResponses = Self.mostEmptyResponses - 1 }
    }

    mutating func use(_ playlist: MediaPlaylist) {
        self.playlist = playlist
        list = readsParts ? playlist.listWithParts : playlist.list
    }

    mutating func place(_ placed: SegmentList) {
        list = placed
        playlist?.place(placed)
    }
}
