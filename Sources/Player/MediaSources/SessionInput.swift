import Media
package import PlayCore
import Synchronization

package struct SessionInput: Sendable {
    package typealias ByteOpener = @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    /// Distinguishes inputs of the same name, which may open different media. Unique in this process.
    package let serial: Int
    /// The path or address without secrets, as the user entered it.
    package let name: String
    /// Used if the container has no title. `nil` for the last part of the name. Unverified text.
    package var title: String?
    /// Runs on the `demux` thread. May block; the token ends waits.
    package let open: MediaOpener
    /// Opens the item again as one container. `nil` if it may be something else. Any thread; may block.
    package let openBytes: ByteOpener?
    /// Shown before the first frame, and if there is no picture.
    package var cover: CoverSource?
    /// The length of the service's preview, or `nil` if it offers the whole item.
    package var preview: MediaTime?
    /// Picture files beside the item, the likeliest first. Used if it has neither a picture nor a cover of its own.
    package var coversBeside: [CoverSource] = []
    /// The service's chapters, for an item whose container has none.
    package var chapters: [Chapter] = []
    /// A separate file, with priority over ``chapters``.
    package var chapterFile: ChapterSource?
    package var regions: RegionSource?
    /// Returns the separate sound files, in the order of lists. Runs on the `demux` thread; may block.
    package var sounds: (@Sendable () -> [ExternalSound])?
    package var mayLoadAhead = true
    /// Returns the item in another coding if this codec (FFmpeg's name) fails here. `playback` thread; must not block.
    package var spare: (@Sendable (_ codec: String) -> SessionInput?)?
    /// Whether the input is a transmission without a way back. After an interruption it resumes at the present moment.
    package var isTransmission = false
    /// Whether the item plays even without picture and sound, because something else follows its clock.
    package var playsWithoutTracks = false
    /// Creates the watch of the line to the item's server, for a live item. `nil` if its server may not be probed.
    package var watchLine: LineWatchMaker?
    package let refusal: PlayError?

    /// Returns whether the media ends with the preview, not with the item: within half a second, because segments
    /// round. Media beyond the preview still plays.
    package func isPreview(_ duration: MediaTime?) -> Bool {
        guard let preview, let duration else { return false }
        return duration <= preview + .milliseconds(500)
    }

    private static let lastSerial = Atomic<Int>(0)

    package init(name: String, open: @escaping ByteOpener) {
        self.init(
            name: name,
            open: { cancel throws(MediaError) in
                do throws(ByteSourceError) {
                    return .bytes(try open(cancel))
                } catch {
                    throw MediaError(.source(error), operation: error.operation)
                }
            }, openBytes: open)
    }

    package static func media(
        name: String, openBytes: ByteOpener? = nil, open: @escaping MediaOpener
    ) -> SessionInput {
        SessionInput(name: name, open: open, openBytes: openBytes)
    }

    package init(name: String, refusal: PlayError) {
        self.init(
            name: name,
            open: { _ throws(MediaError) in
                throw MediaError(
                    .source(ByteSourceError(.notFound, operation: "open", context: name)), operation: "open")
            },
            openBytes: nil, refusal: refusal)
    }

    private init(name: String, open: @escaping MediaOpener, openBytes: ByteOpener?, refusal: PlayError? = nil) {
        serial = Self.lastSerial.add(1, ordering: .relaxed).newValue
        self.name = name
        self.open = open
        self.openBytes = openBytes
        self.refusal = refusal
    }
}
