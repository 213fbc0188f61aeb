import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct DatabaseFileTests {
    @Test("a missing folder and database file are created for this user only, with its companions")
    func made() throws {
        let state = try TemporaryState()
        let opened = try state.file().open()
        try opened.database.run("INSERT INTO one (word) VALUES ('x')")
        expect(opened.damaged, is: nil)
        #expect(try FileManager.default.attributesOfItem(atPath: state.folder)[.posixPermissions] as? Int == 0o700)
        for name in try state.names { try expect(state.permissions(name), is: 0o600, "\(name)") }
        try expect(state.names.first, is: "tvplay.db")
    }

    @Test("a file that others can read is closed to them")
    func closed() throws {
        let state = try TemporaryState()
        try state.write(Data(), to: "tvplay.db")
        #expect(try state.permissions("tvplay.db") != 0o600)
        _ = try state.file().open()
        try expect(state.permissions("tvplay.db"), is: 0o600)
    }

    @Test("each migration runs once, and only if the file has not seen it")
    func migrations() throws {
        let state = try TemporaryState()
        let first = try state.file([TemporaryState.migrations[0]]).open().database
        try expect(first.version(), is: 1)
        try first.run("INSERT INTO one (word) VALUES ('kept')")
        let second = try state.file().open().database
        try expect(second.version(), is: 2)
        try expect(second.words, is: ["kept", "first"])
        let third = try state.file().open().database
        try expect(third.words, is: ["kept", "first"])
    }

    @Test("a copy has the content of one moment, is private, replaces no file, and can replace all content")
    func copied() throws {
        let state = try TemporaryState()
        let database = try state.file().open().database
        let other = try state.file().open().database
        let copy = state.folder + "/copy.db"
        try other.transaction { () throws(StorageError) in
            try other.run("INSERT INTO one (word) VALUES ('later')")
            try database.copy(to: copy)
        }
        try expect(state.permissions("copy.db"), is: 0o600)
        #expect(try !state.names.contains { $0.hasPrefix("copy.db-") })
        let error = #expect(throws: StorageError.self) { try database.copy(to: copy) }
        expect(error?.number, is: EEXIST)
        try expect(Database(reading: copy).words, is: ["first"])
        #expect(throws: StorageError.self) { try Database(reading: copy).run("DELETE FROM one") }
        try expect(other.words, is: ["first", "later"])
        try database.replaceAll(by: Database(reading: copy))
        // Other connections see it, too.
        try expect(other.words, is: ["first"])
        #expect(throws: StorageError.self) { try database.copy(to: state.folder + "/missing/copy.db") }
    }

    @Test("a failing migration leaves the file unchanged")
    func failedMigration() throws {
        let state = try TemporaryState()
        _ = try state.file([TemporaryState.migrations[0]]).open()
        let broken = TemporaryState.migrations + [Migration(["INSERT INTO one (word) VALUES ('y')", "NONSENSE"])]
        #expect(throws: StorageError.self) { try state.file(broken).open() }
        let database = try state.file([TemporaryState.migrations[0]]).open().database
        try expect(database.version(), is: 1)
        try expect(database.words, is: [])
    }

    @Test("a file of a newer program is refused and left alone")
    func tooNew() throws {
        let state = try TemporaryState()
        try state.file().open().database.run("INSERT INTO one (word) VALUES ('new')")
        let error = #expect(throws: StorageError.self) { try state.file([TemporaryState.migrations[0]]).open() }
        expect(error?.code, is: .tooNew)
        try expect(state.file().open().database.words, is: ["first", "new"])
        #expect(try !state.names.contains { $0.contains("damaged") })
    }

    @Test("a damaged file is moved aside whole and replaced, and other files stay", arguments: [false, true])
    func damaged(isTruncated: Bool) throws {
        let state = try TemporaryState()
        var rubbish = Data("This is no database, and longer than a page: ".utf8)
        if isTruncated {
            do {
                let database = try state.file().open().database
                for number in 0..<500 { try database.run("INSERT INTO one (word) VALUES (?)", .text("word \(number)")) }
            }
            rubbish = try #require(FileManager.default.contents(atPath: state.folder + "/tvplay.db"))
            #expect(rubbish.count > 8192)
            rubbish.replaceSubrange(4096..<8192, with: Data(repeating: 0xA5, count: 4096))
        } else {
            rubbish.append(Data(repeating: 0x41, count: 5000))
        }
        try state.write(rubbish, to: "tvplay.db")
        try state.write(Data("other".utf8), to: "other")
        let opened = try state.file().open()
        expect(opened.damaged, is: state.folder + "/tvplay.db.damaged")
        try expect(opened.database.words, is: ["first"])
        expect(FileManager.default.contents(atPath: state.folder + "/tvplay.db.damaged"), is: rubbish)
        expect(FileManager.default.contents(atPath: state.folder + "/other"), is: Data("other".utf8))
    }

    @Test("a second damaged file does not overwrite the first")
    func damagedTwice() throws {
        let state = try TemporaryState()
        for number in 1...2 {
            try state.write(Data(repeating: UInt8(number), count: 3000), to: "tvplay.db")
            for companion in ["-wal", "-shm"] {
                // These are the files that SQLite left of the previous database.
                try? FileManager.default.removeItem(atPath: state.folder + "/tvplay.db" + companion)
            }
            _ = try state.file().open()
        }
        expect(FileManager.default.contents(atPath: state.folder + "/tvplay.db.damaged")?.first, is: 1)
        expect(FileManager.default.contents(atPath: state.folder + "/tvplay.db.damaged-2")?.first, is: 2)
    }

    @Test("a folder that cannot be created is an error")
    func noFolder() throws {
        let file = DatabaseFile(folder: "/proc/tvplay/state", name: "tvplay.db", migrations: [])
        let error = #expect(throws: StorageError.self) { try file.open() }
        expect(error?.code, is: .noFolder)
    }

    @Test(
        "a write-ahead log is used only on local file systems",
        arguments: [
            (0xEF53, Database.Journal.wal), (0x0102_1994, .wal), (0x9123_683E, .wal), (0x5846_5342, .wal),
            (0x6969, .delete),  // NFS
            (0xFF53_4D42, .delete), (0xFE53_4D42, .delete),  // CIFS, SMB2
            (0x6573_5546, .delete),  // FUSE (sshfs)
            (0x0BD0_0BD0, .delete), (0x4750_4653, .delete),  // Lustre, GPFS
            (0x0102_1997, .delete),  // 9p
            (-1, .delete),
        ])
    func journal(type: Int, journal: Database.Journal) { expect(FileSystemKind.journal(type: type), is: journal) }

    @Test("the file uses the journal that it was opened with", arguments: [Database.Journal.wal, .delete])
    func journalOfFile(journal: Database.Journal) throws {
        let state = try TemporaryState()
        try state.write(Data(), to: "tvplay.db")
        let database = try Database(path: state.folder + "/tvplay.db", journal: journal)
        try database.migrate(TemporaryState.migrations)
        try expect(database.journal(), is: journal)
    }

    @Test("every write of two simultaneous connections is stored", arguments: [Database.Journal.wal, .delete])
    func concurrent(journal: Database.Journal) async throws {
        let state = try TemporaryState()
        _ = try state.file().open()
        let path = state.folder + "/tvplay.db"
        try await withThrowingTaskGroup { group in
            for writer in 0..<2 {
                group.addTask {
                    let database = try Database(path: path, journal: journal)
                    for number in 0..<20 {
                        try database.transaction { () throws(StorageError) in
                            try database.run("INSERT INTO one (word) VALUES (?)", .text("\(writer)-\(number)"))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try expect(Set(state.file().open().database.words).count, is: 41)
    }

    @Test("a transaction that throws leaves nothing behind, and the next one works")
    func rollback() throws {
        let state = try TemporaryState()
        let database = try state.file().open().database
        #expect(throws: StorageError.self) {
            try database.transaction { () throws(StorageError) in
                try database.run("INSERT INTO one (word) VALUES ('gone')")
                throw StorageError(.other, operation: "test")
            }
        }
        try database.transaction { () throws(StorageError) in
            try database.run("INSERT INTO one (word) VALUES ('kept')")
        }
        try expect(database.words, is: ["first", "kept"])
    }

    @Test("texts with quotes, NUL or bytes that are not UTF-8 and null values are stored unchanged")
    func texts() throws {
        let state = try TemporaryState()
        let database = try state.file([TemporaryState.migrations[0]]).open().database
        let texts = ["it's; DROP TABLE one", "a\0b", "", "片头 🎬", "caf\u{10FEE9}"]
        for text in texts { try database.run("INSERT INTO one (word) VALUES (?)", .text(text)) }
        try database.run("INSERT INTO one (word) VALUES (?)", .null)
        try expect(database.words, is: texts + [nil])
    }

    @Test("an error has SQLite's extended code and the statement")
    func errors() throws {
        let state = try TemporaryState()
        let database = try state.file([TemporaryState.migrations[0]]).open().database
        try database.run("INSERT INTO one (id) VALUES (1)")
        let error = #expect(throws: StorageError.self) { try database.run("INSERT INTO one (id) VALUES (1)") }
        // The number of SQLITE_CONSTRAINT_PRIMARYKEY.
        expect(error?.number, is: 1555)
        expect(error?.context, is: "INSERT INTO one (id) VALUES (1)")
    }
}

@Suite struct StateFolderTests {
    @Test(
        "the state folder is from TVPLAY_HOME, XDG_STATE_HOME or HOME, in this order and absolute",
        arguments: [
            (["TVPLAY_HOME": "/t", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/t"),
            (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/tvplay"), (["HOME": "/h"], "/h/.local/state/tvplay"),
            (["TVPLAY_HOME": "t", "XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/tvplay"),
        ])
    func path(environment: [String: String], path: String) {
        expect(StateFolder.path(environment: environment), is: path)
    }

    @Test("without an absolute path there is no state folder")
    func none() { expect(StateFolder.path(environment: ["HOME": "h"]), is: nil) }
}
