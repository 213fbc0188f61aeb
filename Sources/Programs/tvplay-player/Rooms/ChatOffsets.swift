import History
import PlayCore
import Storage

/// What is remembered of chats beside videos. Main thread, which waits for the disk a second at most.
struct ChatOffsets {
    private static let patience = HostTime.seconds(1)
    private let memory: PlayerMemory?

    init(_ memory: PlayerMemory?) { self.memory = memory }

    func offset(of key: ResumeKey?) -> MediaTime {
        guard let memory, let key else { return .zero }
        do {
            return try memory.storage.perform(within: Self.patience) { database throws(StorageError) in
                try ChatOffsetStore(database).offset(of: key)
            } ?? .zero
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
            return .zero
        }
    }

    func keep(_ offset: MediaTime, of key: ResumeKey?) {
        guard let memory, let key else { return }
        memory.storage.post(replacing: "chat-offset " + key.text) { database throws(StorageError) in
            try ChatOffsetStore(database).set(offset, of: key)
        }
    }
}
