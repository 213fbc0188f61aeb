import Foundation
import Library
import PlayCore
import TestSupport
import Testing

@Suite("Locations in typed and dropped text")
struct LocationTests {
    @Test(
        "A dropped file is the same path whether it comes quoted, escaped or as an address",
        arguments: [
            ("'/films/a b.mkv' ", ["/films/a b.mkv"]), ("/films/a\\ b.mkv ", ["/films/a b.mkv"]),
            ("\"/films/a b.mkv\"", ["/films/a b.mkv"]), ("file:///films/a%20b.mkv\r\n", ["/films/a b.mkv"]),
            ("/films/a b.mkv", ["/films/a b.mkv"]), ("'/films/Ocean'\\''s 11.mkv'", ["/films/Ocean's 11.mkv"]),
            ("'/a.mkv' '/b.mkv' ", ["/a.mkv", "/b.mkv"]), ("/a.mkv /b.mkv", ["/a.mkv", "/b.mkv"]),
            ("file:///a.mkv\nfile:///b.mkv\n", ["/a.mkv", "/b.mkv"]), ("~/a.mkv", ["/home/mei/a.mkv"]),
            ("$'/films/caf\\351.mkv'", [ByteText.text(Array("/films/caf".utf8) + [0xE9] + Array(".mkv".utf8))]),
            ("https://x.example/w?v=1", ["https://x.example/w?v=1"]), (" \n\t\r\n", []),
            ("'/open", ["/open"]), ("\\", [""]), ("file://other/x.mkv", ["file://other/x.mkv"]),
        ])
    func dropped(_ text: String, _ wanted: [String]) {
        expect(DroppedText.locations(in: text, home: "/home/mei"), is: wanted)
    }

    @Test("A megabyte of quoted text yields at most a thousand locations")
    func bounded() {
        let text = String(repeating: "'/a' ", count: 50_000)
        expect(DroppedText.locations(in: text, home: nil).count, is: DroppedText.most)
    }

    private func folder(_ names: String...) throws -> URL {
        let root = try BuiltProgram.temporaryFolder()
        for name in names {
            let url = root.appendingPathComponent(name)
            if name.hasSuffix("/") {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } else {
                try Data().write(to: url)
            }
        }
        return root
    }

    @Test("Tab completes an unambiguous name, lists several, expands ~, and omits hidden files")
    func completion() throws {
        let root = try folder("Films/", "Film 2.mkv", "film 10.mkv", ".secret")
        defer { BuiltProgram.remove(root) }
        func complete(_ text: String) -> PathCompletion.Answer {
            PathCompletion.complete(text, home: root.path)
        }
        let several = complete("~/Fil")
        #expect(several.completed == "~/Film" && several.candidates == ["Film 2.mkv", "Films/"])
        expect(complete("~/Film ").completed, is: "~/Film 2.mkv")
        expect(complete("~/films").completed, is: "~/Films/")
        expect(complete("~/FILM 1").completed, is: "~/film 10.mkv")
        #expect(complete("~/.s").completed == "~/.secret" && complete("~/").candidates.count == 3)
        expect(complete("~").completed, is: "~/")
        let chinese = try folder("视频一.mkv", "视频二.mkv", "水瓶/")
        defer { BuiltProgram.remove(chinese) }
        expect(PathCompletion.complete("~/shipin", home: chinese.path).completed, is: "~/视频")
        let both = PathCompletion.complete("~/sp", home: chinese.path)
        #expect(both.completed == "~/sp" && both.candidates == ["水瓶/", "视频一.mkv", "视频二.mkv"])
        expect(complete("~/nothing/x").completed, is: "~/nothing/x")
    }

    @Test("Durations are probed once for the same file, and again when it has changed")
    func lengths() throws {
        let root = try folder(
            "a.mkv", "Films/", "Films/1.mkv", "Films/2.mp4", "Films/x.txt", "Class/", "broken.mkv", "Stream/",
            "Stream/a.m3u8", "Stream/a0.ts", "Stream/a1.ts", "Stream/a2.ts", "Stream/trailer.mp4")
        defer { BuiltProgram.remove(root) }
        let asked = Monitor(0)
        let finder = EntryProbe.Finder(
            duration: { path, _ in
                asked.update { $0 += 1 }
                return path.hasSuffix("broken.mkv") ? nil : .some(.seconds(90))
            }, isRoom: { $0.hasSuffix("/Class") })
        func details(_ name: String, isFolder: Bool = false) -> EntryDetails {
            // A new run of the program reads its knowledge from the disk.
            let probe = EntryProbe(finder, cacheFolder: root.path + "/cache")
            return probe.details(.init(path: root.path + "/" + name, isFolder: isFolder), CancelToken())
        }
        expect(details("a.mkv"), is: .media(duration: .seconds(90)))
        #expect(details("a.mkv") == .media(duration: .seconds(90)) && asked.withLock { $0 } == 1)
        try Data("more".utf8).write(to: root.appendingPathComponent("a.mkv"))
        #expect(details("a.mkv") == .media(duration: .seconds(90)) && asked.withLock { $0 } == 2)
        #expect(details("broken.mkv") == .unknown && details("gone.mkv") == .unknown)
        expect(details("Films", isFolder: true), is: .folder(media: 2))
        expect(details("Stream", isFolder: true), is: .folder(media: 2))
        expect(details("Class", isFolder: true), is: .room)
        expect(details("none", isFolder: true), is: .unknown)
    }

    @Test("The library is the named folders, else the videos folder, else the working folder")
    func folders() {
        func folders(_ named: [String], videos: String? = nil) -> [String] {
            LibraryFolders.folders(named: named, videos: videos, home: "/home/mei", workingFolder: "/srv/x")
        }
        expect(folders(["~/Films", "b/../c", "/d", "/d"]), is: ["/home/mei/Films", "/srv/x/c", "/d"])
        expect(folders([], videos: "/home/mei/Videos"), is: ["/home/mei/Videos"])
        expect(folders([], videos: "/home/mei"), is: ["/srv/x"])
        expect(folders([]), is: ["/srv/x"])
    }
}
