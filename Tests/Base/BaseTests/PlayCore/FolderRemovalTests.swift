import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@Suite("Removing folders")
struct FolderRemovalTests {
    private let root: URL
    private var outside: String { root.path + "/outside" }
    private var inside: String { root.path + "/inside" }

    init() throws {
        root = try BuiltProgram.temporaryFolder()
        for folder in [outside, inside] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try Data("keep".utf8).write(to: URL(fileURLWithPath: outside + "/file"))
    }

    private func exists(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0
    }

    @Test("A link is removed, and its target is kept at any place in the tree")
    func links() throws {
        defer { BuiltProgram.remove(root) }
        try FileManager.default.createSymbolicLink(atPath: inside + "/link", withDestinationPath: outside)
        expect(FolderRemoval.remove(inside), is: [])
        #expect(!exists(inside))
        try FileManager.default.createSymbolicLink(atPath: inside, withDestinationPath: outside)
        expect(FolderRemoval.empty(inside).map(\.number), is: [ENOTDIR])
        expect(FolderRemoval.remove(inside), is: [])
        #expect(!exists(inside))
        #expect(exists(outside + "/file"))
    }

    @Test("A folder that is repeatedly swapped for a link never leads outside")
    func swapped() throws {
        defer { BuiltProgram.remove(root) }
        let (path, link, outside) = (inside + "/sub", inside + ".link", outside)
        let deadline = Date() + 0.5
        let swapper = Thread {
            while Date() < deadline {
                _ = rename(path, path + ".away")
                _ = symlink(outside, path)
                _ = rename(path, link)
                _ = rename(path + ".away", path)
            }
        }
        swapper.start()
        while Date() < deadline {
            mkdir(inside, 0o700)
            mkdir(path, 0o700)
            close(creat(path + "/file", 0o600))
            // Which calls fail depends on the timing.
            _ = FolderRemoval.remove(inside)
            #expect(exists(outside + "/file"))
        }
    }

    @Test("Only the given number of levels is removed, and deeper entries are reported")
    func depth() throws {
        defer { BuiltProgram.remove(root) }
        try FileManager.default.createDirectory(atPath: inside + "/a/b/c", withIntermediateDirectories: true)
        for path in ["/1", "/a/2", "/a/b/3"] { try Data().write(to: URL(fileURLWithPath: inside + path)) }
        expect(FolderRemoval.empty(inside), is: [])
        #expect(!exists(inside + "/1"))
        #expect(exists(inside + "/a/2"))
        let problems = FolderRemoval.remove(inside, depth: 2)
        expect(problems.map(\.number), is: [ENOTEMPTY, ENOTEMPTY])
        expect(problems.map(\.path), is: [inside + "/a", inside])
        #expect(!exists(inside + "/a/2"))
        #expect(exists(inside + "/a/b/3"))
        expect(FolderRemoval.remove(inside), is: [])
        #expect(!exists(inside))
    }

    @Test("Too deep a tree is kept, and everything else in the folder is removed")
    func deepTree() throws {
        defer { BuiltProgram.remove(root) }
        let deep = inside + String(repeating: "/d", count: FolderRemoval.mostLevels + 3)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: inside + "/file"))
        expect(Set(FolderRemoval.remove(inside).map(\.number)), is: [ENOTEMPTY])
        #expect(exists(deep))
        #expect(!exists(inside + "/file"))
    }

    @Test("A missing folder is no error, and a file is removed")
    func others() throws {
        defer { BuiltProgram.remove(root) }
        expect(FolderRemoval.remove(root.path + "/none"), is: [])
        expect(FolderRemoval.empty(root.path + "/none"), is: [])
        try Data().write(to: URL(fileURLWithPath: root.path + "/file"))
        expect(FolderRemoval.remove(root.path + "/file"), is: [])
        #expect(!exists(root.path + "/file"))
    }
}
