import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Kiosk

@Suite("Viewers of a kiosk and their data") struct ViewerTests {
    private static let blob = "AAAAC3NzaC1lZDI1NTE5AAAAIEvFiqTBG8uJ1XaHLGYZcXFlpZJTGQDAtzKWQEZ8qWRh"

    @Test("A viewer is identified by the key that logged in, and other text contains no key")
    func keys() throws {
        let line = "publickey ssh-ed25519 " + Self.blob
        let viewer = try #require(ViewerIdentity.key(inAuthenticationInfo: "none\n" + line + "\n"))
        expect(viewer, is: ViewerIdentity.key(inAuthenticationInfo: line))
        let name = try #require(viewer.folderName)
        #expect(name.hasPrefix("key-"))
        expect(name.count, is: 44)
        #expect(viewer.logText.hasPrefix("SHA256:"))
        for text in ["", "password", "publickey ssh-ed25519", "publickey x ../../etc", "publickey  \n" + "password"] {
            expect(ViewerIdentity.key(inAuthenticationInfo: text), is: nil, "\(text)")
        }
    }

    @Test("A name becomes neither a path nor an escape sequence, and an empty name is a guest")
    func names() {
        for text in ["../../etc/passwd", "/", "..", "a\u{1B}[2Jb", "\u{202E}x", String(repeating: "x", count: 5000)] {
            let viewer = ViewerIdentity(typed: text)
            let folder = viewer.folderName ?? ""
            #expect(folder.hasPrefix("name-"))
            #expect(folder.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
            expect(viewer.shownName?.unicodeScalars.contains { $0.value < 32 }, is: false)
            #expect((viewer.shownName ?? "").count <= 40)
        }
        for text in ["", "   ", "\u{1B}\u{7}"] { expect(ViewerIdentity(typed: text), is: .guest, "\(text)") }
        expect(ViewerIdentity(typed: "Anna ").folderName, is: ViewerIdentity(typed: "Anna").folderName)
        #expect(ViewerIdentity(typed: "Anna").folderName != ViewerIdentity(typed: "Bert").folderName)
    }

    @Test("A viewer's data can be erased except while they watch, and a guest leaves none")
    func store() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let store = ViewerStore(in: folder.path, most: 10)
        let anna = ViewerIdentity.nickname("Anna")
        expect(store.erase(anna), is: .nothingKept)
        do {
            let entry = try store.open(anna)
            try Data("x".utf8).write(to: URL(fileURLWithPath: entry.path + "/tvplay.db"))
            expect(store.erase(anna), is: .inUse)
            try store.keep(entry)
            #expect(store.close(entry).isEmpty)
        }
        expect(store.count, is: 1)
        expect(store.erase(anna), is: .done)
        expect(store.count, is: 0)
        let guest = try store.open(.guest)
        expect(store.count, is: 1)
        #expect(store.close(guest).isEmpty)
        expect(store.erase(.guest), is: .nothingKept)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path + "/viewers"), is: [])
    }

    @Test(
        "A viewer who watched nothing leaves no data after the last of their sessions")
    func nothingWatched() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let store = ViewerStore(in: folder.path, most: 10)
        let anna = ViewerIdentity.nickname("Anna")
        let (first, second) = (try store.open(anna), try store.open(anna))
        #expect(store.close(first).isEmpty)
        #expect(FileManager.default.fileExists(atPath: second.path))
        try store.keep(second)
        #expect(store.close(second).isEmpty)
        #expect(store.close(try store.open(anna)).isEmpty)
        expect(store.count, is: 1)
        #expect(store.close(try store.open(.nickname("Bert"))).isEmpty)
        expect(store.count, is: 1)
        expect(store.erase(anna), is: .done)
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path + "/viewers"), is: [])
    }

    @Test("Viewers who watch nothing displace no others, and leftovers of killed sessions go first")
    func throwawayKeys() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let store = ViewerStore(in: folder.path, most: 2)
        for name in ["Anna", "Bert"] {
            let entry = try store.open(.nickname(name))
            try store.keep(entry)
            _ = store.close(entry)
        }
        // These sessions are never closed, like killed ones.
        for number in 0..<20 { _ = try store.open(.nickname("throwaway \(number)")) }
        expect(store.count, is: 3)
        for name in ["Anna", "Bert"] { expect(store.erase(.nickname(name)), is: .done) }
    }

    @Test("No more viewers are stored than the limit, and those who watch are never removed")
    func most() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let store = ViewerStore(in: folder.path, most: 3)
        let watching = try store.open(.nickname("watching"))
        try store.keep(watching)
        for number in 0..<6 {
            let entry = try store.open(.nickname("viewer \(number)"))
            try store.keep(entry)
            #expect(store.close(entry).isEmpty)
        }
        expect(store.count, is: 3)
        #expect(FileManager.default.fileExists(atPath: watching.path))
    }
}
