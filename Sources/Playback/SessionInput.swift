package import PlayCore
import Synchronization

/// What a session plays: how to get its bytes, and what to call it.
package struct SessionInput: Sendable {
    /// Told apart from every other input of the process: two with one name may be two openings.
    package let serial: Int
    /// Path or address without secrets, as the user gave it.
    package let name: String
    /// What to call it where its container does not say; nil: the last part of the name. Unverified text.
    package var title: String?
    /// Opens the bytes. Called on the `demux` thread; may block; the token ends waits of the source.
    package let open: @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource
    /// INFO-16: the picture that was given for it: shown before the first frame, and wherever it has no picture.
    package var cover: CoverSource?
    /// Pictures beside it, the likeliest first; looked for where it has no picture and no cover of its own.
    package var coversBeside: [CoverSource] = []
    /// Why there is nothing to open; playing fails with this at once.
    package let refusal: PlayError?

    private static let lastSerial = Atomic<Int>(0)

    package init(
        name: String, open: @escaping @Sendable (CancelToken) throws(ByteSourceError) -> any ByteSource
    ) {
        serial = Self.lastSerial.add(1, ordering: .relaxed).newValue
        self.name = name
        self.open = open
        refusal = nil
    }

    package init(name: String, refusal: PlayError) {
        serial = Self.lastSerial.add(1, ordering: .relaxed).newValue
        self.name = name
        self.refusal = refusal
        open = { _ throws(ByteSourceError) in throw ByteSourceError(.notFound, operation: "open", context: name) }
    }
}
