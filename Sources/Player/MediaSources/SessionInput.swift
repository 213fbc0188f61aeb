import Media
package import PlayCore
import Synchronization

package struct SessionInput: Sendable {
    package typealias ByteOpener = @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    /// A number that distinguishes the inputs of this process; two inputs with one name may open different media.
    package let serial: Int
    /// The path or address without secrets, as the user entered it.
    package let name: String
    /// The title if the container has none, or `nil` to use the last part of the name. Unverified text.
    package var title: String?
    /// Opens the item on the `demux` thread. May block; the token ends waits.
    package let open: MediaOpener
    /// Opens the item as one container again, or `nil` if it may be something else. Called on any thread; may block.
    package let openBytes: ByteOpener?
    /// The cover chosen for the item, shown before the first frame and when there is no picture.
    package var cover: CoverSource?
    /// The length of the preview that the service offers, or `nil` if it offers the whole item.
    package var preview: MediaTime?
    /// Picture files beside the item, the likeliest first. Searched if it has no picture and no cover of its own.
    package var coversBeside: [CoverSource] = []
    /// The chapters of the service, for an item whose container has none.
    package var chapters: [Chapter] = []
    /// Chapters in a separate file, which have priority over those of the service.
    package var chapterFile: ChapterSource?
    package var regions: RegionSource?
    /// Returns the separate sound files, in the order of lists. Called on the `demux` thread; may block.
    package var sounds: (@Sendable () -> [ExternalSound])?
    /// Whether the item may be opened before its turn.
    package var mayLoadAhead = true
    /// Returns the item in another coding if this codec (FFmpeg's name) fails here. `playback` thread; must not block.
    package var spare: (@Sendable (_ codec: String) -> SessionInput?)?
    /// Whether the item is a transmission without a way back: after a break it resumes at the present moment.
    package var isTransmission = false
    /// The error with which playback fails at once, or `nil` if the item can be opened.
    package let refusal: PlayError?

    /// Returns whether the end of the media is that of the preview and not of the item. Half a second allows for the
    /// rounding of segments. If the service sends more than the preview, nothing is cut off here.
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

    /// Creates an input whose kind, container or stream, is found when it is opened.
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
