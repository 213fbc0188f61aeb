import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import History

@Suite struct ChatOffsetStoreTests {
    @Test("ROOM-67: by how much a chat was moved is kept for its video alone, and zero is forgotten")
    func offsets() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let database = try HistorySchema.file(in: folder.path).open().database
        let store = ChatOffsetStore(database)
        let (one, other) = (ResumeKey.video(id: "/one.mkv"), ResumeKey.video(id: "/other.mkv"))
        try store.set(.milliseconds(-2500), of: one)
        #expect(try store.offset(of: one) == .milliseconds(-2500))
        #expect(try store.offset(of: other) == nil)
        try store.set(.zero, of: one)
        #expect(try store.offset(of: one) == nil)
    }
}
