package import History
package import PlayCore
package import Storage

/// The stored offsets of chats beside videos. For one thread, which blocks for the disk for at most a second.
package struct ChatOffsets {
    private static let patience = HostTime.seconds(1)
    private let storage: StorageThread?

    package init(_ storage: StorageThread?) { self.storage = storage }

    package func offset(of key: ResumeKey?) -> MediaTime {
        guard let storage, let key else { return .zero }
        do {
            return try storage.perform(within: Self.patience) { database throws(StorageError) in
                try ChatOffsetStore(database).offset(of: key)
            } ?? .zero
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return .zero
        }
    }

    package func keep(_ offset: MediaTime, of key: ResumeKey?) {
        guard let storage, let key else { return }
        storage.post(replacing: "chat-offset " + key.text) { database throws(StorageError) in
            try ChatOffsetStore(database).set(offset, of: key)
        }
    }
}
