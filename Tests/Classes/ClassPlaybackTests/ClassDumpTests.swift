import ClassPlayback
import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

@Suite("The dump of classes and chats as lines of events", .timeLimit(.minutes(10)))
struct ClassDumpTests {
    // MARK: Running

    private struct Dump {
        /// `nil` if the class was read.
        var failure: ClassReadError?
        var counts: [String: Int] = [:]
        var texts: [String] = []
        /// Reported in addition to the events.
        var problems: [String] = []
        var isFitForTerminals = true
    }

    private func dump(_ path: String) throws -> Dump {
        var dump = Dump()
        let contents: ClassContents
        do throws(ClassReadError) {
            contents = try ClassSource(path, access: FileAccess()).contents(0, cancel: CancelToken())
        } catch {
            dump.failure = error
            dump.problems = ["\(error.playError.code.rawValue) \(error.playError.code.name)"]
            return dump
        }
        let text = String(decoding: contents.dump, as: UTF8.self)
        for line in text.split(separator: "\n") {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let kind = try #require(object["kind"] as? String)
            #expect(object["t"] is Int)
            dump.counts[kind, default: 0] += 1
            if kind == "message", let value = object["value"] as? [String: Any] {
                // A message without text has no such member in its line.
                dump.texts.append(try #require((value["text"] ?? "") as? String))
            }
        }
        dump.problems = contents.problems
        dump.isFitForTerminals = (dump.problems + [text]).joined().unicodeScalars.allSatisfy(Self.isFit)
        return dump
    }

    private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: true
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF: false
        default: true
        }
    }

    private func inFolder(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        try body(folder.path)
    }

    // MARK: Whole ones

    private func expectCounts(_ file: DumpedClasses.File, of rooms: DumpedClasses) throws {
        let dump = try dump(rooms.path(file))
        expect((dump.failure != nil), is: (file.counts == nil), "\(file.path)")
        expect(dump.counts, is: file.counts ?? [:], "\(file.path)")
        #expect(dump.isFitForTerminals, "\(file.path)")
    }

    @Test(
        "ROOM-25, ROOM-58: every class and chat of the checkout is dumped with its number of events of each kind",
        arguments: DumpedClasses.fixtures.files)
    func whole(file: DumpedClasses.File) throws { try expectCounts(file, of: .fixtures) }

    @Test(
        "ROOM-25, ROOM-58: every real class and chat is dumped with its number of events of each kind",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: DumpedClasses.real.files)
    func real(file: DumpedClasses.File) throws { try expectCounts(file, of: .real) }

    private func expectComplete(_ rooms: DumpedClasses) throws {
        try expect(rooms.found(), is: Set(rooms.files.map(\.path)).subtracting(rooms.folders))
    }

    @Test("ROOM-25, ROOM-58: the table contains all files of the checkout's folders")
    func complete() throws { try expectComplete(.fixtures) }

    @Test(
        "ROOM-25, ROOM-58: the table contains all real files",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func realComplete() throws { try expectComplete(.real) }

    private func damage(_ index: Int, of rooms: DumpedClasses) throws {
        let file = rooms.texts[index]
        let bytes = Array(try #require(FileManager.default.contents(atPath: rooms.path(file))))
        var random = SeededGenerator(seed: UInt64(index))
        var wrong = bytes
        for _ in 0..<8 {
            wrong[Int.random(in: wrong.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let name = (file.path as NSString).lastPathComponent
        for (what, bytes) in [("cut", Array(bytes.prefix(bytes.count * 2 / 3))), ("damaged", wrong)] {
            try inFolder([name: bytes]) { folder in
                let dump = try dump(folder + "/" + name)
                #expect(dump.isFitForTerminals, "\(what) \(file.path)")
                if what == "cut" {
                    for (kind, count) in dump.counts { #expect(count <= file.counts?[kind] ?? 0, "\(kind)") }
                }
            }
        }
    }

    @Test(
        "ROOM-58: the dump of a truncated or damaged class or chat is safe for terminals",
        arguments: DumpedClasses.fixtures.texts.indices)
    func damaged(index: Int) throws { try damage(index, of: .fixtures) }

    @Test(
        "ROOM-58: the dump of a truncated or damaged real class or chat is safe for terminals",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: DumpedClasses.real.texts.indices)
    func realDamaged(index: Int) throws { try damage(index, of: .real) }

    // MARK: Hostile ones

    @Test(
        "ROOM-18, ROOM-58: the dump of a hostile class or chat reports the problem and loses no valid event",
        arguments: HostileClasses.all)
    func attacked(_ hostile: HostileClasses.Room) throws {
        try inFolder(hostile.files.mapValues { Array($0.utf8) }) { folder in
            let dump = try dump(hostile.path.isEmpty ? folder : folder + "/" + hostile.path)
            #expect(dump.isFitForTerminals)
            expect((dump.failure != nil), is: hostile.isRefused)
            expect(dump.counts, is: hostile.counts)
            expect(dump.texts, is: hostile.texts)
            #expect(dump.problems.contains { $0.contains(hostile.says) } || hostile.says.isEmpty, "\(dump.problems)")
        }
    }
}
