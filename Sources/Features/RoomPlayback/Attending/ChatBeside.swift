import History
package import PlayCore

/// The file of a chat that is shown beside a video. A value.
package struct ChatFile: Sendable, Equatable {
    package let location: String
    /// The chat comes so much later than the video; nil: as it was left the last time.
    package let offset: MediaTime?

    package init(location: String, offset: MediaTime?) {
        self.location = location
        self.offset = offset
    }
}

/// Which chat is beside which video, and by how much it is moved.
struct ChatBeside {
    private let offsets: ChatOffsets
    private var current: (file: String, key: ResumeKey?)?

    init(_ offsets: ChatOffsets) { self.offsets = offsets }

    /// - Parameter video: ``Video/id`` of what plays.
    /// - Returns: by how much the chat is moved; nil: it is there already.
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
