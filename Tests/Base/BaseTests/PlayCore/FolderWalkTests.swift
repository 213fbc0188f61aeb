import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@Suite("Walking through folders")
struct FolderWalkTests {
    private let root: URL

    init() throws { root = try BuiltProgram.temporaryFolder() }

    private func make(_ files: String...) throws {
        for file in files {
            let url = root.appendingPathComponent(file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(file.utf8).write(to: url)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: root.path + "/" + name, withDestinationPath: target)
    }

    /// Returns the events of a walk, a line each.
    private func told(_ walk: FolderWalk, before: (String) throws -> Void = { _ in }) -> [String] {
        var lines: [String] = []
        do {
            try walk.visit(root.path) { event in
                switch event {
                case .entry(let entry):
                    lines.append("\(entry.kind) \(entry.path)")
                    // The effect shows in the events of the walk.
                    try? before(entry.path)
                case .unreadable(let entry, let error): lines.append("unreadable \(entry.path) \(error.number)")
                case .cycle(let entry): lines.append("cycle \(entry.path)")
                }
                return .proceed
            }
        } catch {
            Issue.record(error)
        }
        return lines
    }

    @Test("Each folder precedes its contents, in the given order and down to the given depth")
    func orderAndDepth() throws {
        defer { BuiltProgram.remove(root) }
        try make("b", "a/z", "a/y/deep", "c/only")
        let two = told(FolderWalk(depth: 2, order: <))
        expect(two, is: ["folder a", "folder a/y", "file a/z", "file b", "folder c", "file c/only"])
        expect(told(FolderWalk(order: >)), is: ["folder c", "file b", "folder a"])
        #expect(told(FolderWalk(depth: 3, order: <)).contains("file a/y/deep"))
    }

    @Test("Links are listed but not entered unless followed, and cycles are never entered")
    func links() throws {
        defer { BuiltProgram.remove(root) }
        try make("a/file", "b/other")
        try link("a/up", to: "..")
        try link("a/side", to: "../b")
        try link("lost", to: "nowhere")
        try link("self", to: "self")
        let listed = told(FolderWalk(depth: 9, order: <))
        expect(
            listed,
            is: [
                "folder a", "file a/file", "link a/side", "link a/up", "folder b", "file b/other", "link lost",
                "link self",
            ])
        let followed = told(FolderWalk(depth: 9, links: .followed, order: <))
        expect(
            followed,
            is: [
                "folder a", "file a/file", "folder a/side", "file a/side/other", "folder a/up", "cycle a/up",
                "folder b", "file b/other", "link lost", "link self",
            ])
    }

    @Test("An entry that vanishes is skipped, and one that becomes a link during the walk is not entered")
    func changes() throws {
        defer { BuiltProgram.remove(root) }
        try make("a/file", "b/file", "c/file", "outside/secret")
        let lines = told(FolderWalk(depth: 2, order: <)) { path in
            guard path == "a" || path == "b" else { return }
            try FileManager.default.removeItem(atPath: root.path + "/" + path)
            if path == "b" { try link("b", to: "outside") }
        }
        #expect(!lines.contains { $0.hasPrefix("file a") || $0.hasPrefix("file b") || $0.hasSuffix("b/secret") })
        expect(lines.filter { $0.hasPrefix("unreadable") }, is: ["unreadable b \(ENOTDIR)"])
        expect(lines.suffix(3), is: ["file c/file", "folder outside", "file outside/secret"])
    }

    @Test("An unreadable folder is reported", .enabled(if: geteuid() != 0, "root reads everything"))
    func unreadable() throws {
        defer { BuiltProgram.remove(root) }
        try make("a/file", "b/file")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: root.path + "/a")
        defer { chmod(root.path + "/a", 0o700) }
        expect(
            told(FolderWalk(depth: 2, order: <)), is: ["folder a", "unreadable a \(EACCES)", "folder b", "file b/file"])
        #expect(throws: FileError.self) { try FolderWalk.names(in: root.path + "/a") }
    }

    @Test("A file and a missing folder are errors")
    func noFolder() throws {
        defer { BuiltProgram.remove(root) }
        try make("file")
        #expect(throws: FileError("open", ENOTDIR, root.path + "/file")) {
            try FolderWalk().visit(root.path + "/file") { _ in .proceed }
        }
        #expect(throws: FileError("open", ENOENT, root.path + "/none")) {
            try FolderWalk.names(in: root.path + "/none")
        }
        expect(FolderWalk.names(in: root.path + "/none", for: "test"), is: [])
        // Opening a pipe would block until it has a writer.
        expect(mkfifo(root.path + "/pipe", 0o600), is: 0)
        #expect(throws: FileError("open", ENOTDIR, root.path + "/pipe")) {
            try FolderWalk.names(in: root.path + "/pipe")
        }
    }

    @Test("The limit counts all entries, and the walk reports whether there are more", arguments: 0...5)
    func limit(limit: Int) throws {
        defer { BuiltProgram.remove(root) }
        try make("a/1", "a/2", "b")
        var count = 0
        let end = try FolderWalk(depth: 2, limit: limit, order: <).visit(root.path) { _ in
            count += 1
            return .proceed
        }
        #expect(count <= limit)
        expect(end, is: (limit < 4 ? .cut : .complete))
        try expect(FolderWalk.names(in: root.path, limit: limit).count, is: min(limit, 2))
    }

    @Test("A visitor can skip a folder or end the walk")
    func steps() throws {
        defer { BuiltProgram.remove(root) }
        try make("a/1", "b/1", "c/1")
        var paths: [String] = []
        let end = try FolderWalk(depth: 2, order: <).visit(root.path) { event in
            guard case .entry(let entry) = event else { return .proceed }
            paths.append(entry.path)
            return entry.path == "a" ? .skip : entry.path == "b/1" ? .stop : .proceed
        }
        expect(end, is: .stopped)
        expect(paths, is: ["a", "b", "b/1"])
    }

    @Test("Names that are no valid text are returned byte for byte")
    func oddNames() throws {
        defer { BuiltProgram.remove(root) }
        let names: [[UInt8]] = [
            [0xFF, 0xFE], [0x0A], Array("-rf".utf8), Array("...".utf8), Array("a b\t'\"".utf8), [0xE4, 0xB8],
            [UInt8](repeating: 0x78, count: 255),
        ]
        for name in names {
            let path = ByteText.text(Array(root.path.utf8) + [0x2F] + name)
            expect(ByteText.withCString(path) { mkdir($0, 0o700) }, is: 0)
        }
        let found = try FolderWalk(depth: 2).entries(of: root.path)
        expect(Set(found.map { ByteText.bytes($0.name) }), is: Set(names))
        expect(FolderRemoval.remove(root.path), is: [])
        #expect(!FileManager.default.fileExists(atPath: root.path))
    }

    @Test("Entries have size and time if requested")
    func status() throws {
        defer { BuiltProgram.remove(root) }
        try make("12345678")
        let entry = try #require(FolderWalk(readsStatus: true).entries(of: root.path).first)
        expect(entry.status?.size, is: 8)
        #expect(abs((entry.status?.modified ?? 0) - Int64(time(nil)) * 1_000_000_000) < 3_600_000_000_000)
        try expect(FolderWalk().entries(of: root.path).first?.status, is: nil)
    }
}
