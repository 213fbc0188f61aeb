import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Storage

@Suite struct StorageThreadTests {
    private let patience = Patience.limit

    /// Posts work that blocks until the returned monitor is opened, so that later work stays in the inbox.
    private func gate(_ thread: StorageThread) -> Monitor<Bool> {
        let isOpen = Monitor(false)
        let hasBegun = Monitor(false)
        thread.post { _ in
            hasBegun.update { $0 = true }
            _ = isOpen.wait { $0 ? true : nil }
        }
        _ = hasBegun.wait { $0 ? true : nil }
        return isOpen
    }

    private func insert(_ word: String) -> StorageThread.Work {
        { database throws(StorageError) in try database.run("INSERT INTO one (word) VALUES (?)", .text(word)) }
    }

    @Test("work is done in its order, and closing waits for all of it")
    func order() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        for number in 0..<20 { #expect(thread.post(insert("\(number)"))) }
        #expect(thread.close(within: patience))
        try expect(state.file().open().database.words.dropFirst(), is: (0..<20).map { "\($0)" }[...])
    }

    @Test("waiting work is replaced by newer work with the same tag")
    func replacing() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        let gate = gate(thread)
        for word in ["a1", "b1", "a2", "a3"] { thread.post(replacing: String(word.prefix(1)), insert(word)) }
        gate.update { $0 = true }
        #expect(thread.close(within: patience))
        try expect(state.file().open().database.words, is: ["first", "b1", "a3"])
    }

    @Test("work beyond the limit of the inbox is refused at once, without waiting")
    func bounded() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        let gate = gate(thread)
        for number in 0..<StorageThread.inboxLimit { #expect(thread.post(insert("\(number)"))) }
        #expect(!thread.post(insert("too much")))
        gate.update { $0 = true }
        #expect(thread.close(within: patience))
        try expect(state.file().open().database.words.count, is: 1 + StorageThread.inboxLimit)
    }

    @Test("perform returns the result after earlier work, and throws the error of its own")
    func perform() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        thread.post(insert("posted"))
        let words = try thread.perform(within: patience) { database throws(StorageError) in
            try database.run("SELECT word FROM one ORDER BY id").compactMap { $0.text(0) }
        }
        expect(words, is: ["first", "posted"])
        #expect(throws: StorageError(.busy, operation: "test")) {
            try thread.perform(within: patience) { _ throws(StorageError) -> Int in
                throw StorageError(.busy, operation: "test")
            }
        }
        thread.close(within: patience)
    }

    @Test("perform times out at its deadline, and its work is still done")
    func late() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        let gate = gate(thread)
        let error = #expect(throws: StorageError.self) { try thread.perform(within: .zero, insert("late")) }
        expect(error?.code, is: .late)
        gate.update { $0 = true }
        #expect(thread.close(within: patience))
        try expect(state.file().open().database.words, is: ["first", "late"])
    }

    @Test("a closed thread accepts no work")
    func closed() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        thread.close(within: patience)
        #expect(!thread.post(insert("x")))
        let error = #expect(throws: StorageError.self) { try thread.perform(within: patience, insert("x")) }
        expect(error?.code, is: .closed)
    }

    @Test("after damage the work is done in a new file, with a single notice for the viewer")
    func damaged() throws {
        let state = try TemporaryState()
        try state.write(Data(repeating: 0x20, count: 5000), to: "tvplay.db")
        let thread = StorageThread(state.file())
        for word in ["x", "y"] { try thread.perform(within: patience, insert(word)) }
        expect(thread.takeNotices(), is: [.damaged(path: state.folder + "/tvplay.db.damaged")])
        expect(thread.takeNotices(), is: [])
        thread.close(within: patience)
        try expect(state.file().open().database.words, is: ["first", "x", "y"])
    }

    @Test("damage found later delays the work until there is a new file")
    func damagedLater() throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        try thread.perform(within: patience, insert("x"))
        // Another file of the same name, in which the next open finds rubbish. The log must not restore it.
        try thread.perform(within: patience) { database throws(StorageError) in
            _ = try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try state.write(Data(repeating: 0x20, count: 5000), to: "rubbish")
        try FileManager.default.removeItem(atPath: state.folder + "/tvplay.db")
        try FileManager.default.moveItem(atPath: state.folder + "/rubbish", toPath: state.folder + "/tvplay.db")
        let isFirst = Monitor(true)
        let insert = insert("y")
        try thread.perform(within: patience) { database throws(StorageError) in
            let fails = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if fails { throw StorageError(.damaged, operation: "test") }
            try insert(database)
        }
        expect(thread.takeNotices(), is: [.damaged(path: state.folder + "/tvplay.db.damaged")])
        thread.close(within: patience)
        try expect(state.file().open().database.words, is: ["first", "y"])
    }

    @Test("a lasting write error is reported once, and a temporary one is not", arguments: [true, false])
    func failing(isFull: Bool) throws {
        let state = try TemporaryState()
        let thread = StorageThread(state.file())
        let error = StorageError(isFull ? .full : .busy, operation: "test")
        for _ in 0..<2 { thread.post { _ throws(StorageError) in throw error } }
        #expect(thread.close(within: patience))
        expect(thread.takeNotices(), is: (isFull ? [.unavailable(error)] : []))
    }

    @Test("without a folder every work fails, the viewer is notified once, and closing works")
    func unavailable() throws {
        let told = Monitor(0)
        let file = DatabaseFile(folder: "/proc/none", name: "tvplay.db", migrations: [])
        let thread = StorageThread(file) { told.update { $0 += 1 } }
        for _ in 0..<2 {
            let error = #expect(throws: StorageError.self) { try thread.perform(within: patience, insert("x")) }
            expect(error?.code, is: .noFolder)
        }
        expect(thread.takeNotices().count, is: 1)
        expect(told.withLock { $0 }, is: 1)
        #expect(thread.close(within: patience))
    }
}
