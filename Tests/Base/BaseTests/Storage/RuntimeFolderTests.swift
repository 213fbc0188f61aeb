import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("The runtime folder")
struct RuntimeFolderTests {
    @Test("ARCH-33: players are found by their sockets, in a folder that only this user can access")
    func sockets() throws {
        let parent = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(parent) }
        let mode = { try FileManager.default.setAttributes([.posixPermissions: $0], ofItemAtPath: parent.path) }
        try mode(0o700)
        let folder = try #require(RuntimeFolder(parent: parent.path))
        expect(folder.playerSockets(), is: [])
        #expect(folder.make())
        #expect(folder.make())
        for name in ["player-12.sock", "player-7.sock", "terminal-1", "player-1"] {
            try Data().write(to: URL(fileURLWithPath: folder.path + "/" + name))
        }
        expect(folder.playerSockets(), is: [folder.playerSocket(of: 12), folder.playerSocket(of: 7)])
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        expect(folder.playerSockets(), is: [])
        #expect(!folder.make())
        try mode(0o755)
        #expect(RuntimeFolder(parent: parent.path) == nil)
        #expect(RuntimeFolder(parent: nil) == nil)
        #expect(RuntimeFolder(parent: "run") == nil)
    }
}
