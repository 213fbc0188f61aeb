import History
package import PlayCore

package struct ChatFile: Sendable, Equatable {
    package let location: String
    package let offset: MediaTime?

    package init(location: String, offset: MediaTime?) {
        self.location = location
        self.offset = offset
    }
}

struct ChatBeside {
    private let offsets: ChatOffsets
    private var current: (file: String, key: ResumeKey?)?

    init(_ offsets: ChatOffsets) { self.offsets = offsets }

    /// Returns the delay of the chat, or `nil` if it is already shown. `video` is a ``Video/id``.
    mutating func begin(_ chat: ChatFile, beside video: String) -> MediaTime? {
        let key = ResumeKey.video(id: video)
        guard current?.file != chat.location || current?.key != key else { return nil }
        current = (chat.location, key)
        if let offset = chat.offset { offsets.keep(offset, of: key) }
        return chat.offset ?? offsets.offset(of: key)
    }

    func keep(_ offset: MediaTime) { offsets.keep(offset, of: current?.key) }

    mutating func end() { current = nil }
}
