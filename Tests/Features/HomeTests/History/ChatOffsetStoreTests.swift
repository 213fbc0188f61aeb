import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import History

@Suite struct ChatOffsetStoreTests {
    @Test("ROOM-67: the offset of a chat is stored for its video alone, and an offset of zero is removed")
    func offsets() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let database = try HistorySchema.file(in: folder.path).open().database
        let store = ChatOffsetStore(database)
        let (one, other) = (ResumeKey.video(id: "/one.mkv"), ResumeKey.video(id: "/other.mkv"))
        try store.set(.milliseconds(-2500), of: one)
        try expect(store.offset(of: one), is: .milliseconds(-2500))
        try expect(store.offset(of: other), is: nil)
        try store.set(.zero, of: one)
        try expect(store.offset(of: one), is: nil)
    }
}
