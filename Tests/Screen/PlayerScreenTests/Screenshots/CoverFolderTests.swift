import Foundation
import Media
import PlayCore
import TestSupport
import Testing

@testable import PlayerScreen

@Suite("Cached covers")
struct CoverFolderTests {
    private let root: URL

    init() throws { root = try BuiltProgram.temporaryFolder() }

    private var path: String { root.path + "/cache/tvplay/covers" }

    private func names() -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            return []
        }
    }

    private func setUsed(_ path: String, _ seconds: Int) throws {
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test("PLAY-22: covers are stored in the user's cache folder, and relative paths are ignored")
    func place() {
        expect(CoverFolder.standardPath { ["XDG_CACHE_HOME": "/c", "HOME": "/h"][$0] }, is: "/c/tvplay/covers")
        expect(CoverFolder.standardPath { ["XDG_CACHE_HOME": "c", "HOME": "/h"][$0] }, is: "/h/.cache/tvplay/covers")
        expect(CoverFolder.standardPath { _ in nil }, is: nil)
    }

    @Test("PLAY-22: the same picture is stored as one private file, named by its bytes")
    func once() throws {
        defer { BuiltProgram.remove(root) }
        let folder = CoverFolder(path)
        let first = try #require(folder.store([1, 2, 3], ending: ".jpg"))
        expect(first, is: path + "/" + CoverFolder.name(of: [1, 2, 3]) + ".jpg")
        expect(FileManager.default.contents(atPath: first), is: Data([1, 2, 3]))
        expect(folder.store([1, 2, 3], ending: ".jpg"), is: first)
        #expect(folder.store([1, 2, 4], ending: ".jpg") != first)
        expect(names().count, is: 2)
        #expect(names().allSatisfy { $0.count == 36 })
        let mode = try FileManager.default.attributesOfItem(atPath: first)[.posixPermissions] as? Int
        expect(mode, is: 0o600)
    }

    @Test("PLAY-22: beyond the bounds the least recently used covers are removed, and other files stay")
    func bounds() throws {
        defer { BuiltProgram.remove(root) }
        let folder = CoverFolder(path, mostFiles: 3, mostBytes: 1000)
        var paths: [String] = []
        for number in 0..<3 {
            paths.append(try #require(folder.store([UInt8(number)], ending: ".jpg")))
            try setUsed(paths[number], 1000 + number)
        }
        try Data([9]).write(to: URL(fileURLWithPath: path + "/notes.txt"))
        // A repeated store counts as use, so now the second one is the oldest.
        expect(folder.store([0], ending: ".jpg"), is: paths[0])
        let fourth = try #require(folder.store([3], ending: ".jpg"))
        let left = ([paths[0], paths[2], fourth].map { String($0.dropFirst(path.count + 1)) } + ["notes.txt"]).sorted()
        expect(names(), is: left)
        // A cover larger than the whole space is stored all the same.
        let large = try #require(folder.store([UInt8](repeating: 7, count: 2000), ending: ".jpg"))
        expect(names(), is: [String(large.dropFirst(path.count + 1)), "notes.txt"].sorted())
    }

    @Test("PLAY-22: without a writable folder there is no cover")
    func refused() throws {
        defer { BuiltProgram.remove(root) }
        try Data().write(to: URL(fileURLWithPath: root.path + "/cache"))
        expect(CoverFolder(path).store([1], ending: ".jpg"), is: nil)
    }

    @Test("PLAY-22: a cover is written as a JPEG file and returned with its number")
    func writer() throws {
        defer { BuiltProgram.remove(root) }
        let bytes = Fixtures.source("still.png")
        let frame = try #require(try StillPicture.decode(bytes, name: "still.png", cancel: CancelToken()))
        let wakeUp = WakeUp()
        let writer = CoverWriter(CoverFolder(path), wakeUp: wakeUp)
        writer.enqueue(frame, number: 5)
        var polled = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
        expect(poll(&polled, 1, 20_000), is: 1)
        let file = try #require(writer.takeFile())
        expect(file.number, is: 5)
        #expect(writer.takeFile() == nil)
        let written = try #require(FileManager.default.contents(atPath: file.path))
        expect(written.prefix(2), is: Data([0xFF, 0xD8]))
        writer.close()
    }
}
