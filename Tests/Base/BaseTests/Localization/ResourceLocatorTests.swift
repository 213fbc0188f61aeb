import Foundation
import TestSupport
import Testing

@testable import PlayCore

@Suite("ResourceLocator")
struct ResourceLocatorTests {
    @Test("data is found beside the executable and in the four folders above it", arguments: 0...5)
    func ancestors(depth: Int) throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let share = root.appendingPathComponent("share/tvplay")
        try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
        let folder = (0..<depth).reduce(root.path) { path, _ in path + "/x" }
        let locator = ResourceLocator(executableFolder: folder, override: nil)
        expect(locator.path("demo"), is: (depth <= 4 ? root.path + "/share/tvplay/demo" : nil))
        expect(locator.localeDirectory, is: (depth <= 4 ? root.path + "/share/locale" : nil))
    }

    @Test("TVPLAY_DATA replaces the search, unless it is empty")
    func override() {
        expect(ResourceLocator(executableFolder: nil, override: "/a").path("demo"), is: "/a/tvplay/demo")
        expect(ResourceLocator(executableFolder: "/nonexistent", override: "").localeDirectory, is: nil)
    }

    @Test("an executable is found beside this one, else in ../libexec/tvplay, if it can be run")
    func executables() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let locator = ResourceLocator(executableFolder: root.path + "/bin", override: nil)
        for folder in ["libexec/tvplay", "bin"] {
            let file = root.appendingPathComponent(folder + "/player")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
            #expect(locator.executable("player") != file.path)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            expect(locator.executable("player"), is: file.path)
        }
    }

    @Test("a folder at the root of the file system ends the search")
    func rootFolders() {
        expect(ResourceLocator(executableFolder: "", override: nil).executable("no-such-program"), is: nil)
        expect(ResourceLocator(executableFolder: "/", override: nil).executable("no-such-program"), is: nil)
    }
}
