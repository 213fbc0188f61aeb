import DownloadModel
import Downloads
import Encoding
import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import DownloadClient

@Suite("Paths, locks and words of the download client")
struct ControlTests {
    @Test("DL-05: each account has its own state folder, and its name is a single path component")
    func accounts() {
        let places = DownloadPlaces(stateFolder: "/s", runtimeFolder: nil)
        expect(places.folder(ofAccount: "me@example.org"), is: "/s/downloads/accounts/me@example.org")
        for name in ["", ".", "..", "a/b", ".hidden", "a b", String(repeating: "a", count: 65), "é"] {
            expect(places.folder(ofAccount: name), is: nil, "\(name)")
        }
    }

    @Test("the socket of a running daemon is tried before the one at which systemd may start it")
    func sockets() {
        let both = DownloadPlaces(stateFolder: "/s", runtimeFolder: "/r/tvplay")
        expect(both.sockets, is: ["/s/downloads/daemon.sock", "/r/tvplay/downloads.sock"])
        expect(DownloadPlaces(stateFolder: "/s", runtimeFolder: nil).sockets, is: ["/s/downloads/daemon.sock"])
    }

    @Test("a client that must not start a daemon tries the socket of systemd only while a daemon runs")
    func socketsOfRunning() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let places = DownloadPlaces(stateFolder: folder.path, runtimeFolder: folder.path)
        expect(places.socketsOfRunning, is: [places.stateSocket])
        try FileManager.default.createDirectory(atPath: places.folder, withIntermediateDirectories: true)
        expect(places.socketsOfRunning, is: [places.stateSocket])
        let lock = FileLock.acquire(places.lock, .exclusive)
        expect(places.socketsOfRunning, is: places.sockets)
        withExtendedLifetime(lock) {}
    }

    @Test("DL-06: downloads go to the user's own folder, or below the cache if the system may delete them")
    func folders() {
        let home: @Sendable (String) -> String? = { ["HOME": "/h"][$0] }
        expect(DownloadFolder.path(inCache: false, environment: home), is: "/h/Downloads")
        expect(DownloadFolder.path(inCache: true, environment: home), is: "/h/.cache/tvplay/downloads")
        let all: @Sendable (String) -> String? = {
            ["HOME": "/h", "XDG_DOWNLOAD_DIR": "/d", "XDG_CACHE_HOME": "relative"][$0]
        }
        expect(DownloadFolder.path(inCache: false, environment: all), is: "/d")
        expect(DownloadFolder.path(inCache: true, environment: all), is: "/h/.cache/tvplay/downloads")
        expect(DownloadFolder.path(inCache: false, environment: { _ in nil }), is: nil)
    }

    @Test("the download folder comes from user-dirs.dirs, where the home folder itself means none")
    func userFolders() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let environment = ["HOME": "/h", "XDG_CONFIG_HOME": root.path]
        func folder(_ text: String) throws -> String? {
            try Data(text.utf8).write(to: root.appendingPathComponent("user-dirs.dirs"))
            return DownloadFolder.path(inCache: false) { environment[$0] }
        }
        let spaced = try folder("# x\nXDG_DOWNLOAD_DIR=\"$HOME/Herunter geladen\"\n")
        expect(spaced, is: "/h/Herunter geladen")
        let quoted = try folder("XDG_DESKTOP_DIR=\"$HOME/d\"\n XDG_DOWNLOAD_DIR=\"/data/\\\"x\\\"\"")
        expect(quoted, is: "/data/\"x\"")
        for none in ["", "XDG_DOWNLOAD_DIR=\"$HOME/\"", "XDG_DOWNLOAD_DIR=\"relative\""] {
            let path = try folder(none)
            expect(path, is: "/h/Downloads", "\(none)")
        }
    }

    @Test("DL-24: every problem code has its own words, and every state has words")
    func words() {
        var seen: Set<String> = []
        for code in DownloadProblem.Code.allCases where code != .unknown {
            let text = DownloadWords.problem(DownloadProblem(code))
            #expect(text != code.rawValue, "\(code)")
            #expect(!text.hasPrefix(code.rawValue + ":"), "\(code)")
            #expect(seen.insert(text).inserted, "\(code)")
        }
        for label in DownloadLabel.allCases { #expect(DownloadWords.label(label) != "") }
        expect(DownloadWords.label(.fileLost), is: "file lost")
        #expect(
            DownloadWords.problem(DownloadProblem(.network, detail: "timed out")).hasSuffix(": timed out"))
    }

    @Test("a lock belongs to one process, and shared locks are visible to every process")
    func locks() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let places = DownloadPlaces(stateFolder: folder.path, runtimeFolder: nil)
        #expect(PlayingFlag.hold(places) == nil)
        #expect(!PlayingFlag.isHeld(places))
        try FileManager.default.createDirectory(atPath: places.folder, withIntermediateDirectories: true)
        #expect(!PlayingFlag.isHeld(places))
        do {
            let one = PlayingFlag.hold(places)
            let other = PlayingFlag.hold(places)
            #expect(one != nil)
            #expect(other != nil)
            #expect(PlayingFlag.isHeld(places))
            withExtendedLifetime((one, other)) {}
        }
        #expect(!PlayingFlag.isHeld(places))
        let lock = FileLock.acquire(places.lock, .exclusive)
        if case .held = FileLock.acquire(places.lock, .exclusive) {} else { Issue.record("acquired twice") }
        withExtendedLifetime(lock) {}
    }

    @Test("DL-19: unknown members of a newer daemon's row are ignored")
    func rows() throws {
        let text = #"""
            {"gid":"00000000000000ab","label":"failed","errorCode":"network","errorMessage":"x","completedLength":5,
             "files":[{"path":"/d/film.mp4","role":"video","length":7}],"new":{"a":1},"notes":{"k":"v"}}
            """#
        let row = try #require(DownloadRecord(try JSONValue(document: Array(text.utf8))))
        expect(row.name, is: "film.mp4")
        expect(row.figures.done, is: 5)
        expect(row.figures.total, is: nil)
        expect(row.priority, is: 0.5)
        expect(row.problem, is: DownloadProblem(.network, detail: "x"))
        expect(DownloadRecord(.object(["gid": .string("1")])), is: nil)
    }

    @Test("DL-18: an item without a title is named after its file, and a stream after its folder")
    func names() throws {
        for (path, title) in [("/d/film.mp4", "film.mp4"), ("/d/class 3/index.m3u8", "class 3"), ("index.m3u8", "ab")] {
            let text =
                #"{"gid":"00000000000000ab","label":"done","files":[{"path":"\#(path)","role":"video"}],"reference":"ab"}"#
            let row = try #require(DownloadRecord(try JSONValue(document: Array(text.utf8))))
            expect(row.name, is: title)
        }
    }
}
