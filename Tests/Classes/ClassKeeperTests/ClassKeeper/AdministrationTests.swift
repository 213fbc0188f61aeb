import ClassRules
import ClassWire
import Classes
import Encoding
import Foundation
import PlayCore
import Signalling
import Storage
import TestSupport
import Testing

@testable import ClassKeeper

@Suite("Bans, the audit log and retention")
struct AdministrationTests {
    private typealias Script = ClassScript

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try body(folder.path)
    }

    private func withStore(_ body: (ClassStore) throws -> Void) throws {
        try withFolder { folder in
            let store = ClassStore(try ClassSchema.file(in: folder).open().database)
            try store.create(ClassPlan(name: "botany", title: "Botany"), epoch: 0)
            try body(store)
        }
    }

    private func entry(_ act: String, at time: Int64 = 1, target: String? = nil) -> AuditEntry {
        var entry = AuditEntry(time: time, id: "1", name: "Wang", role: "teacher", act: act)
        entry.target = target
        return entry
    }

    // MARK: Store

    @Test("a store of the first version is read, and then has an audit log")
    func migration() throws {
        try withFolder { folder in
            let anna = ClassPerson(ClassUser(id: "2", name: "Anna"), isExcluded: true)
            do {
                let old = DatabaseFile(
                    folder: folder, name: ClassSchema.fileName, migrations: Array(ClassSchema.migrations.prefix(1)))
                let store = ClassStore(try old.open().database)
                try store.create(ClassPlan(name: "botany", title: "Botany"), epoch: 0)
                try store.admit([("botany", anna)], codes: [:])
                try store.set("ABC", to: .integer(1))
            }
            let store = ClassStore(try ClassSchema.file(in: folder).open().database)
            try expect(store.plans().map(\.title), is: ["Botany"])
            try expect(store.people(of: "botany"), is: [anna])
            try expect(store.codes(), is: ["ABC": .integer(1)])
            try store.write([.audit(entry("start"))], to: "botany")
            try expect(store.audit().map(\.entry.act), is: ["start"])
            try expect(store.bans(of: "botany", at: 0).map(\.person), is: ["2"])
        }
    }

    @Test("the audit log keeps the newest entries of each class, in the order of their times")
    func bound() throws {
        try withStore { store in
            try store.note(entry("old"), in: "botany")
            try store.note(entry("other", at: 3), in: "zoology")
            try store.database.run(
                "INSERT INTO audit SELECT room, ?, entry FROM audit WHERE room = 'botany'",
                .integer(ClassStore.auditLimit))
            try store.note(entry("new", at: 4), in: "botany")
            try store.note(entry("newest", at: 2), in: "botany")
            try expect(store.audit(of: "botany").map(\.entry.act), is: ["old", "newest", "new"])
            try expect(store.audit().map(\.entry.act), is: ["old", "newest", "other", "new"])
            try expect(store.audit(of: "chemistry").count, is: 0)
        }
    }

    @Test("a change that fails leaves no entry in the audit log")
    func failure() throws {
        try withStore { store in
            #expect(throws: StorageError.self) {
                try store.change("botany", entry("class add")) { () throws(StorageError) in
                    throw StorageError(.full, operation: "test")
                }
            }
            try expect(store.audit().count, is: 0)
        }
    }

    @Test("bans are listed with end and author, except ended bans and those that an administrator removed")
    func bans() throws {
        try withStore { store in
            let people = [Script.teacher, Script.anna, Script.bert].map { ("botany", ClassPerson($0)) }
            try store.admit(people, codes: [:])
            var chain = EventChain()
            let bans = [ChatBan(user: "2", until: 900, by: "1"), ChatBan(user: "3", until: 500)]
            let events = bans.map { chain.append(ClassEvent(.zero, .live(.chatBanned($0)))) }
            try store.write(
                [.turn(events, nil, nil), .exclude(person: "3"), .audit(entry("expel", target: "3"))], to: "botany")
            let chat = ClassBan(person: "2", name: "Anna", kind: .chat, until: 900, by: "1", byName: "Wang")
            let room = ClassBan(person: "3", name: "Bert", kind: .room, until: nil, by: "1", byName: "Wang")
            try expect(store.bans(of: "botany", at: 500), is: [chat, room])
            try expect(store.bans(of: "botany", at: 900), is: [room])
            try store.removeBans(of: "2", in: "botany")
            try store.removeBans(of: "3", in: "botany")
            try store.removeBans(of: "3", in: "botany")
            try expect(store.bans(of: "botany", at: 500), is: [])
            #expect(try store.people(of: "botany").allSatisfy { !$0.isExcluded })
            try expect(store.lifts().map(\.person).sorted(), is: ["2", "3"])
            try store.write([.lift(person: "3")], to: "botany")
            try expect(store.lifts(), is: [BanLift(room: "botany", person: "2")])
        }
    }

    // MARK: Room

    @Test("acts of teachers and assistants are logged with actor and target, but ordinary or refused wishes are not")
    func audited() throws {
        var script = Script.started()
        _ = script.act(.banFromChat(ChatBanWish(user: "2", seconds: 60)), Script.teacher, id: "1")
        _ = script.act(.slowChat(5), Script.teacher, id: "2")
        _ = script.act(.removeMessage("m7"), Script.teacher, id: "3")
        _ = script.act(.notice(PostedNotice(text: "Hello")), Script.teacher, id: "4")
        _ = script.act(.expel("2"), Script.anna, id: "5")
        _ = script.act(.start(false), Script.teacher, id: "6")
        _ = script.act(.expel("2"), Script.teacher, id: "7")
        let entries = script.writes.compactMap { if case .audit(let entry) = $0 { entry } else { nil } }
        expect(entries.map(\.act), is: ["banFromChat", "slowChat", "removeMessage", "start", "expel"])
        expect(entries.map(\.value), is: [60, 5, nil, 0, nil])
        expect(entries.map(\.targetName), is: ["Anna", nil, nil, nil, "Anna"])
        expect(entries.map(\.detail), is: [nil, nil, "m7", nil, nil])
        #expect(entries.allSatisfy { $0.id == "1" && $0.name == "Wang" && $0.role == "teacher" })
    }

    @Test("a person whose bans are lifted may write and enter again, in a class for members and in an open class")
    func lifting() {
        for (isOpen, affiliation) in [(false, "member"), (true, "none")] {
            var script = Script(ClassPlan(name: "botany", title: "Botany", allowsGuests: isOpen))
            script.enter()
            script.comes(Script.teacher)
            script.comes(Script.anna)
            _ = script.act(.banFromChat(ChatBanWish(user: "2", seconds: 60)), Script.teacher, id: "1")
            _ = script.act(.expel("2"), Script.teacher, id: "2")
            script.goes("Anna")
            _ = script.answerAll()
            script.forget()
            script.change { $0.lift("2", at: $1) }
            #expect(script.events == [.live(.chatBanEnded("2"))] && script.writes.contains(.lift(person: "2")))
            #expect(script.orders.contains("n-2@join.test " + affiliation))
            script.forget()
            script.comes(Script.anna)
            expect(script.present, is: ["1", "2"])
        }
    }

    // MARK: Retention

    private static let day: Int64 = 86_400_000

    /// Without `hours`, the recording is in progress.
    private func record(_ name: String, day: Double, hours: Int?, in folder: String) throws -> String {
        let start = Int64(day * Double(Self.day))
        var info = ClassInfo(playbackID: "\(name)-\(start)")
        (info.classID, info.startWallTime, info.isOngoing) = (name, start, true)
        let writer = try RecordingWriter(info, [], in: folder, hasMedia: false)
        if let hours { try writer.end(.seconds(hours * 3600)) }
        return info.playbackID
    }

    @Test("recordings are deleted some days after their end, but none that is in progress or in use")
    func oldRecordings() throws {
        try withFolder { folder in
            let old = try record("botany", day: 1, hours: 1, in: folder)
            let long = try record("two-words", day: 7.9, hours: 12, in: folder)
            let kept = [
                try record("botany", day: 2, hours: 1, in: folder),
                try record("botany", day: 3, hours: nil, in: folder),
                try record("botany", day: 9, hours: 1, in: folder), "notes-1",
            ]
            try FolderMaking.make(folder + "/notes-1", mode: 0o700)
            var retention = RecordingRetention(folder, days: 2)
            var now = KeeperTime(host: .seconds(1000), wall: 10 * Self.day)
            func remove() throws -> Set<String> {
                for _ in 0..<8 {
                    now.host = now.host + .seconds(1)
                    retention.removeNext(at: now) { $0 == kept[0] }
                }
                return Set(try FolderWalk.names(in: folder))
            }
            try expect(remove(), is: Set(kept + [long]))
            #expect(old != long)
            now.wall += Self.day
            try expect(remove(), is: Set(kept + [long]))
            // Old recordings are searched for once an hour.
            now.host = now.host + .seconds(3600)
            try expect(remove(), is: Set(kept))
        }
    }

    @Test("a class that has used its own space cannot record, but other classes can")
    func classSpace() throws {
        try withFolder { folder in
            _ = try record("botany", day: 1, hours: 1, in: folder)
            var space = RecordingSpace(folder, limit: nil)
            space.measure([])
            #expect(space.refusal(of: "botany", limit: 10)?.contains("the space for recordings of this class") == true)
            expect(space.refusal(of: "botany", limit: 1 << 20), is: nil)
            expect(space.refusal(of: "bot", limit: 10), is: nil)
            expect(space.refusal(of: "botany", limit: nil), is: nil)
        }
    }

    @Test("the chat server deletes chat and files after the configured days, and keeps them without a setting")
    func chatServer() throws {
        try withFolder { folder in
            let ports = ProsodyConfiguration.Ports(clients: 1, secureClients: 2, http: 3, components: 4)
            var configuration = ProsodyConfiguration(
                folder: folder, domain: "tv.test", ports: ports, tokenSecret: "a", componentSecret: "b")
            configuration.certificate = .files(certificate: "/c", key: "/k")
            func lines() throws -> [Substring] {
                try configuration.write()
                return try String(contentsOfFile: configuration.configurationPath, encoding: .utf8)
                    .split(separator: "\n").filter { $0.contains("expires_after") || $0.contains("global_quota") }
                    .map { $0.drop { $0 == " " } }
            }
            let never = ["muc_log_expires_after = \"never\"", "http_file_share_expires_after = -1"]
            try expect(lines().map(String.init), is: never)
            (configuration.chatDays, configuration.uploadDays, configuration.uploadSpace) = (30, 2, 5_000_000)
            try expect(
                lines().map(String.init),
                is: [
                    "muc_log_expires_after = \"30d\"", "http_file_share_expires_after = 172800",
                    "http_file_share_global_quota = 5000000",
                ])
        }
    }

    // MARK: Backup

    @Test("a backup restores classes, even into another folder, and a file without classes is refused")
    func backup() throws {
        try withFolder { folder in
            let backup = folder + "/backup.db"
            try withStore { store in
                try store.copy(to: backup)
                try store.change(ClassPlan(name: "botany", title: "Changed"))
                try store.restore(try ClassStore.openCopy(backup))
                try expect(store.plans().map(\.title), is: ["Botany"])
            }
            let store = ClassStore(try ClassSchema.file(in: folder + "/new").open().database)
            try store.restore(try ClassStore.openCopy(backup))
            try expect(store.plans().map(\.title), is: ["Botany"])
            _ = try DatabaseFile(folder: folder, name: "other.db", migrations: [Migration(["CREATE TABLE a (b)"])])
                .open()
            try WholeFile.replace(folder + "/text", with: Array("no database".utf8), draft: folder + "/draft")
            for (name, code) in [("other.db", StorageError.Code.damaged), ("text", .damaged), ("missing", .cannotOpen)]
            {
                let error = #expect(throws: StorageError.self) { try ClassStore.openCopy(folder + "/" + name) }
                expect(error?.code, is: code)
            }
        }
    }

    @Test("a backup of the first version is migrated")
    func oldBackup() throws {
        try withFolder { folder in
            let migrations = Array(ClassSchema.migrations.prefix(1))
            try ClassStore(try DatabaseFile(folder: folder, name: "old.db", migrations: migrations).open().database)
                .copy(to: folder + "/backup.db")
            try withStore { store in
                try store.restore(try ClassStore.openCopy(folder + "/backup.db"))
                try store.note(entry("start"), in: "botany")
                try expect(store.plans(), is: [])
            }
        }
    }
}
