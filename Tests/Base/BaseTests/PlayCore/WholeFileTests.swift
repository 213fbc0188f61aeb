import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@Suite("Whole files")
struct WholeFileTests {
    @Test("A file is read up to its limit, and a longer one or one of another kind is an error")
    func reading() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/file"
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try expect(WholeFile.read(path, limit: 200_000), is: bytes)
        #expect(throws: FileError("read", EFBIG, path)) { try WholeFile.read(path, limit: 199_999) }
        #expect(throws: FileError("open", ENOENT, path + "x")) { try WholeFile.read(path + "x", limit: 1) }
        #expect(throws: FileError("open", EINVAL, "/dev/null")) { try WholeFile.read("/dev/null", limit: 1) }
        try expect(WholeFile.read("/dev/null", limit: 1, kind: .ready), is: [])
        // A pipe without a writer does not block.
        let pipe = folder.path + "/pipe"
        expect(mkfifo(pipe, 0o600), is: 0)
        #expect(throws: FileError("open", EINVAL, pipe)) { try WholeFile.read(pipe, limit: 1) }
        try expect(WholeFile.read(pipe, limit: 1, kind: .ready), is: [])
    }

    @Test("A file is replaced as a whole with its mode, or kept")
    func replacing() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let (path, draft) = (folder.path + "/file", folder.path + "/file.new")
        try Data("left by a crash".utf8).write(to: URL(fileURLWithPath: draft))
        try WholeFile.replace(path, with: [1, 2], draft: draft, synchronizes: true)
        try WholeFile.replace(path, with: [3], draft: draft)
        try expect(WholeFile.read(path, limit: 9), is: [3])
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expect(mode, is: 0o600)
        #expect(access(draft, F_OK) != 0)
        let other = folder.path + "/folder"
        mkdir(other, 0o700)
        #expect(throws: FileError("write", EISDIR, other)) { try WholeFile.replace(other, with: [1], draft: draft) }
        #expect(access(draft, F_OK) != 0)
        // The device behaves like a full disk.
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        expect(WholeFile.write([1], to: full), is: ENOSPC)
    }

    @Test("Missing parent folders are created, and a file in the way is an error")
    func folders() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/a/b//c"
        for _ in 0..<2 { try FolderMaking.make(path, mode: 0o700) }
        expect(access(path, X_OK), is: 0)
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        #expect(throws: FileError("mkdir", ENOTDIR, folder.path + "/file")) {
            try FolderMaking.make(folder.path + "/file", mode: 0o700)
        }
        #expect(throws: FileError("mkdir", ENOTDIR, folder.path + "/file")) {
            try FolderMaking.make(folder.path + "/file/below", mode: 0o700)
        }
    }

    @Test("Base folders follow the XDG variables, and relative paths are ignored")
    func baseFolders() {
        let home = ["HOME": "/h", "XDG_CACHE_HOME": "relative"]
        let set = ["HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/k", "XDG_DATA_HOME": "/d"]
        let all = [BaseFolder.cache, .configuration, .data, .state]
        expect(all.map { $0.path { home[$0] } }, is: ["/h/.cache", "/h/.config", "/h/.local/share", "/h/.local/state"])
        expect(all.map { $0.path { set[$0] } }, is: ["/c", "/k", "/d", "/h/.local/state"])
        expect(all.map { $0.path { ["HOME": "h"][$0] } }, is: [nil, nil, nil, nil])
        expect(ProcessEnvironment.text("PATH")?.isEmpty, is: false)
        expect(ProcessEnvironment.text("TVPLAY_NO_SUCH_VARIABLE"), is: nil)
    }
}
