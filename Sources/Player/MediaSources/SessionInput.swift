import Media
package import PlayCore
import Synchronization

/// What a session plays: how to get its bytes, and what to call it.
package struct SessionInput: Sendable {
    package typealias ByteOpener = @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource

    /// Told apart from every other input of the process: two with one name may be two openings.
    package let serial: Int
    /// Path or address without secrets, as the user gave it.
    package let name: String
    /// What to call it where its container does not say; nil: the last part of the name. Unverified text.
    package var title: String?
    /// Opens the item. Called on the `demux` thread; may block; the token ends waits.
    package let open: MediaOpener
    /// Opens it as one container, once more; nil where it may be something else. Any thread; may block.
    package let openBytes: ByteOpener?
    /// The picture that was given for it: shown before the first frame, and wherever it has no picture.
    package var cover: CoverSource?
    /// What the service gives of it is a preview of so much; nil: all of it is there.
    package var preview: MediaTime?
    /// Pictures beside it, the likeliest first; looked for where it has no picture and no cover of its own.
    package var coversBeside: [CoverSource] = []
    /// Those of a service, for an item whose container has none.
    package var chapters: [Chapter] = []
    /// Chapters in a file of their own; before those of a service.
    package var chapterFile: ChapterSource?
    /// Marks of its parts; nil: none are looked for.
    package var regions: RegionSource?
    /// Sounds in files of their own, in the order of lists. Called on the `demux` thread; may block.
    package var sounds: (@Sendable () -> [ExternalSound])?
    /// Whether it may be opened before its turn.
    package var mayLoadAhead = true
    /// The same in another coding, to go over to where the machine fails to decode this one; nil: none
    /// for this codec (FFmpeg's name). `playback` thread; must not block.
    package var spare: (@Sendable (_ codec: String) -> SessionInput?)?
    /// A transmission in which nothing is ever found again: when it breaks off, it goes on where it is then.
    package var isTransmission = false
    /// Why there is nothing to open; playing fails with this at once.
    package let refusal: PlayError?

    /// Whether the end of what was given is that of the preview and not of the item. Half a second is a segment's
    /// rounding; where the service gave more than was asked for, nothing is cut off here.
    package func isPreview(_ duration: MediaTime?) -> Bool {
        guard let preview, let duration else { return false }
        return duration <= preview + .milliseconds(500)
    }

    private static let lastSerial = Atomic<Int>(0)

    /// One container.
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

    /// A container or a stream: opening tells.
    ///
    /// - Parameter openBytes: see ``openBytes``.
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
