import CPlatform
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Playlists

/// A folder with files in it, removed with this object.
private final class Tree {
    let url: URL
    /// The path without links, as the loader sees it.
    var path: String { url.resolvingSymlinksInPath().path }

    init(_ files: [String: String] = [:]) throws {
        url = try BuiltProgram.temporaryFolder()
        for (name, text) in files { try write(name, text) }
    }

    deinit { BuiltProgram.remove(url) }

    func write(_ name: String, _ text: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns the text as the gzip tool compresses it.
    func packed(_ text: String) throws -> [UInt8] {
        try write("packed", text)
        defer { try? FileManager.default.removeItem(at: url.appendingPathComponent("packed.gz")) }
        let outcome = try BuiltProgram.run("/bin/gzip", ["-n", path + "/packed"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return Array(try Data(contentsOf: url.appendingPathComponent("packed.gz")))
    }

    /// Returns the locations of the playable entries, relative to the folder.
    func names(_ playlist: Playlist) -> [String] {
        playlist.videos.map {
            $0.sources[0].location.replacing(path + "/", with: "").replacing(url.path + "/", with: "")
        }
    }
}

@Suite struct PlaylistLoaderTests {
    @Test(
        "ARCH-06: a feed at an address is a list by its name or on request, and names only addresses")
    func feeds() throws {
        let feed = """
            <rss><channel><item><enclosure url="../one.mp3" type="audio/mpeg"/>
            <podcast:chapters url="one.json"/></item>
            <item><enclosure url="https://a/two.mp3" type="audio/mpeg"/><podcast:chapters url="file:///etc/passwd"/></item>
            </channel></rss>
            """
        func loader() -> PlaylistLoader { PlaylistLoader { _ throws(PlaylistError) in Array(feed.utf8) } }
        for (address, isList) in [("https://a/talks/feed.rss?k=1", false), ("https://a/talks/feed", true)] {
            var loader = loader()
            let videos = (isList ? loader.loadList(address) : loader.load(address)).videos
            #expect(videos.map { $0.sources[0].location } == ["https://a/one.mp3", "https://a/two.mp3"])
            #expect(videos.map(\.chapterFile) == ["https://a/talks/one.json", nil])
        }
        var plain = loader()
        #expect(plain.load("https://a/talks/feed").videos.map(\.id) == ["https://a/talks/feed"])
    }

    @Test("a list that is compressed with gzip is unpacked, within the limit", arguments: ["list.m3u.gz", "list.m3u8"])
    func packed(name: String) throws {
        let tree = try Tree()
        let list = "#EXTM3U\n" + (0..<3).map { "#EXTINF:1,Item \($0)\n\($0).mp4\n" }.joined()
        let packed = try tree.packed(list)
        try Data(packed).write(to: tree.url.appendingPathComponent(name))
        let path = tree.path + "/" + name
        var loader = PlaylistLoader()
        expect(tree.names(loader.load(path)), is: ["0.mp4", "1.mp4", "2.mp4"])
        expect(loader.problems, is: [])
        var limits = PlaylistLimits()
        limits.bytes = list.utf8.count - 1
        var strict = PlaylistLoader(limits: limits)
        #expect(strict.load(path).videos.isEmpty)
        expect(strict.problems.map(\.reason), is: [.playlist(.tooLarge)])
        try Data(packed.dropLast(8)).write(to: tree.url.appendingPathComponent(name))
        #expect(loader.load(path).videos.isEmpty)
        expect(loader.problems.map(\.reason), is: [.playlist(.unreadable(reason: "the compressed file is damaged"))])
        var remote = PlaylistLoader { _ throws(PlaylistError) in packed }
        let address = "https://a/" + (name.hasSuffix(".gz") ? name : "list.m3u")
        expect(remote.load(address).videos.count, is: 3)
        let stream = try tree.packed("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n")
        try Data(stream).write(to: tree.url.appendingPathComponent(name))
        var streams = PlaylistLoader()
        #expect(streams.load(path).videos.isEmpty)
        expect(streams.problems.map(\.reason), is: [.playlist(.unsupported(name: "HLS, gzip"))])
    }

    @Test("a film that is named like a list is played", arguments: ["film.asx", "film.m3u", "film.cue"])
    func filmNamedAsList(name: String) throws {
        let tree = try Tree([name: "\u{1A}\u{01}\0 no text at all"])
        var loader = PlaylistLoader()
        expect(tree.names(loader.load(tree.path + "/" + name)), is: [name])
        let bytes: [UInt8] = [0, 0, 0, 1]
        var remote = PlaylistLoader { _ throws(PlaylistError) in bytes }
        #expect(remote.load("https://a/film.asx").videos.map { $0.sources[0].location } == ["https://a/film.asx"])
        #expect(loader.problems.isEmpty && remote.problems.isEmpty)
    }

    @Test("a cue sheet plays its files, and is the chapters of a file with several tracks")
    func cueSheet() throws {
        let album = """
            PERFORMER "The Band"
            TITLE "Live"
            FILE "album.wav" WAVE
              TRACK 01 AUDIO
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                INDEX 01 03:00:00
            """
        let songs = """
            PERFORMER "The Band"
            FILE "one.flac" WAVE
              TRACK 01 AUDIO
                TITLE "First"
                INDEX 01 00:00:00
            FILE "CD2\\two.flac" WAVE
              TRACK 02 AUDIO
                TITLE "Second"
                PERFORMER "A Guest"
                INDEX 01 00:00:00
            """
        let tree = try Tree([
            "album.cue": album, "album.wav": "", "songs.cue": songs, "one.flac": "", "CD2/two.flac": "",
            "renamed.cue": album.replacing("album.wav", with: "gone.wav"), "renamed.ape": "",
        ])
        var loader = PlaylistLoader()
        let one = loader.load(tree.path + "/album.cue")
        expect(tree.names(one), is: ["album.wav"])
        expect(one.title, is: "Live")
        expect(one.videos.map(\.title), is: ["The Band - Live"])
        expect(one.videos.map(\.chapterFile), is: [tree.path + "/album.cue"])
        let several = loader.load(tree.path + "/songs.cue")
        expect(tree.names(several), is: ["one.flac", "CD2/two.flac"])
        expect(several.videos.map(\.title), is: ["The Band - First", "A Guest - Second"])
        expect(several.videos.map(\.chapterFile), is: [nil, nil])
        expect(tree.names(loader.load(tree.path + "/renamed.cue")), is: ["renamed.ape"])
        expect(loader.problems, is: [])
    }

    @Test(
        "a file named by a cue sheet is always looked for in the sheet's folder",
        arguments: [
            "/etc/passwd", "../passwd", "x/../../passwd", "C:\\Music\\passwd", "..\\passwd", "file:///etc/passwd",
            "http://host/passwd", "\\\\host\\share\\passwd", "x:passwd",
        ])
    func cueFolder(name: String) throws {
        let sheet = "FILE \"\(name)\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n"
        let tree = try Tree(["a.cue": sheet, "passwd": ""])
        var loader = PlaylistLoader()
        let names = tree.names(loader.load(tree.path + "/a.cue"))
        expect(names, is: [name == "x:passwd" ? "x:passwd" : "passwd"])
        var remote = PlaylistLoader { _ throws(PlaylistError) in Array(sheet.utf8) }
        let addresses = remote.load("https://host/music/a.cue").videos.map { $0.sources[0].location }
        #expect(addresses.allSatisfy { $0.hasPrefix("https://host/music/") }, "\(addresses)")
        expect(addresses.count, is: 1)
    }

    @Test("a cue sheet in an older encoding has titles, and finds files in either encoding")
    func cueEncoding() throws {
        let gbk: [UInt8] = [0xB8, 0xE8, 0xC7, 0xFA]
        let sheet =
            Array("FILE \"".utf8) + gbk + Array(".flac\" WAVE\nTRACK 01 AUDIO\nTITLE \"".utf8) + gbk
            + Array("\"\nINDEX 01 00:00:00\n".utf8)
        for name in ["歌曲", ByteText.text(gbk)] {
            let tree = try Tree()
            for (file, bytes) in [("a.cue", sheet), (name + ".flac", [])] {
                try WholeFile.replace(tree.path + "/" + file, with: bytes, mode: 0o600, draft: tree.path + "/draft")
            }
            var loader = PlaylistLoader()
            let found = loader.load(tree.path + "/a.cue")
            expect(tree.names(found), is: [name + ".flac"])
            expect(found.videos.map(\.title), is: ["歌曲"])
        }
    }

    @Test("ARCH-06, ARCH-25: files, addresses and standard input become videos")
    func single() throws {
        let tree = try Tree(["film.mkv": ""])
        var loader = PlaylistLoader()
        expect(loader.load("-").videos, is: [Video(id: "-", sources: [Source("-", delivery: .stream)])])
        #expect(
            loader.load("https://me:secret@host/a.mp4").videos
                == [Video(id: "https://host/a.mp4", sources: [Source("https://me:secret@host/a.mp4")])])
        let file = try #require(loader.load(tree.path + "/./film.mkv").videos.first)
        expect(file, is: Video(id: tree.path + "/film.mkv", sources: [Source(tree.path + "/./film.mkv")]))
        #expect(loader.load("file://" + tree.path + "/film.mkv").videos.first?.id == file.id)
        expect(loader.load(tree.path + "/missing.mkv").videos.map(\.id), is: [tree.path + "/missing.mkv"])
        expect(loader.problems, is: [])
    }

    @Test("INFO-07, INFO-06: a video has those subtitles and alternative places that exist and that the list may name")
    func belongings() throws {
        let tree = try Tree([
            "l/one.mp4": "", "l/copy.mp4": "", "l/a b.srt": "",
            "l/list.xspf": """
            <playlist><trackList><track><location>one.mp4</location><location>gone.mp4</location>
            <location>copy.mp4</location><location>/dev/zero</location><location>http://h/one.mp4</location><extension>
            <option>sub-file=a%20b.srt</option><option>sub-file=gone.srt</option><option>sub-file=/dev/zero</option>
            </extension></track><track><location>moved.mp4</location><location>copy.mp4</location></track>
            </trackList></playlist>
            """,
        ])
        var loader = PlaylistLoader()
        let videos = loader.load(tree.path + "/l/list.xspf").videos
        func shown(_ names: [String]) -> [String] { names.map { $0.replacing(tree.path + "/l/", with: "") } }
        #expect(
            videos.map { shown($0.sources.map(\.location)) } == [
                ["one.mp4", "copy.mp4", "http://h/one.mp4"], ["copy.mp4", "moved.mp4"],
            ])
        expect(videos.map { shown($0.subtitles) }, is: [["a b.srt"], []])
        expect(videos.first?.id, is: tree.path + "/l/one.mp4")
    }

    @Test("PLAY-16: a video's id is its real path, independent of links and dots")
    func identity() throws {
        let tree = try Tree(["real/film.mkv": ""])
        try FileManager.default.createSymbolicLink(
            atPath: tree.path + "/link", withDestinationPath: tree.path + "/real")
        let wanted = tree.path + "/real/film.mkv"
        for path in ["/real/film.mkv", "/link/film.mkv", "//real/./film.mkv", "/real/../real/film.mkv"] {
            expect(FileSystemAccess.videoID(of: tree.path + path), is: wanted, "\(path)")
        }
        #expect(FileSystemAccess.videoID(of: "Package.swift").hasSuffix("/Package.swift"))
        #expect(FileSystemAccess.videoID(of: "Package.swift").hasPrefix("/"))
        expect(FileSystemAccess.videoID(of: "/nowhere/./a/../b.mkv"), is: "/nowhere/b.mkv")
    }

    @Test("ARCH-06: a folder lists video and sound in natural order, without hidden files, subfolders on request")
    func folder() throws {
        let tree = try Tree([
            "f/10.mkv": "", "f/9.MKV": "", "f/b/2.mp4": "", "f/b/c/1.ogg": "", "f/cover.jpg": "", "f/.hidden.mkv": "",
            "f/.git/x.mkv": "", "f/note.srt": "", "f/list.m3u": "9.MKV\n", "f/é.flac": "",
        ])
        var loader = PlaylistLoader()
        let playlist = loader.load(tree.path + "/f")
        expect(tree.names(playlist), is: ["f/9.MKV", "f/10.mkv", "f/é.flac"])
        expect(playlist.title, is: "f")
        var deep = PlaylistLoader(isRecursive: true)
        expect(
            tree.names(deep.load(tree.path + "/f/")),
            is: ["f/9.MKV", "f/10.mkv", "f/b/2.mp4", "f/b/c/1.ogg", "f/é.flac"])
    }

    @Test("a folder that links to itself is reported as a cycle")
    func folderCycle() throws {
        let tree = try Tree(["f/1.mkv": "", "f/z/2.mkv": ""])
        try FileManager.default.createSymbolicLink(atPath: tree.path + "/f/z/up", withDestinationPath: "..")
        var loader = PlaylistLoader(isRecursive: true)
        expect(tree.names(loader.load(tree.path + "/f")), is: ["f/1.mkv", "f/z/2.mkv"])
        expect(loader.problems, is: [.init(location: tree.path + "/f/z/up", reason: .refused(.cycle))])
    }

    @Test("a folder without media is reported as empty")
    func emptyFolder() throws {
        let tree = try Tree(["f/readme.txt": ""])
        var loader = PlaylistLoader()
        expect(loader.load(tree.path + "/f").videos, is: [])
        expect(loader.problems, is: [.init(location: tree.path + "/f", reason: .empty)])
    }

    @Test("ARCH-06, INFO-01: a playlist has relative paths, titles, durations and covers, and keeps missing files")
    func playlist() throws {
        let tree = try Tree([
            "l/a b.mkv": "", "m/c.mkv": "", "l/cover.png": "",
            "l/list.m3u8": """
            #EXTM3U
            #PLAYLIST:Evening
            #EXTINF:61 tvg-logo="cover.png",First
            a%20b.mkv
            ../m/c.mkv
            missing.mkv
            http://host/d.mp4
            """,
        ])
        var loader = PlaylistLoader()
        let playlist = loader.load(tree.path + "/l/list.m3u8")
        expect(playlist.title, is: "Evening")
        let first = try #require(playlist.videos.first)
        expect(
            first,
            is: Video(
                id: tree.path + "/l/a b.mkv", title: "First", sources: [Source(tree.path + "/l/a b.mkv")],
                cover: tree.path + "/l/cover.png", duration: .seconds(61)))
        #expect(
            playlist.videos.map(\.id) == [
                tree.path + "/l/a b.mkv", tree.path + "/m/c.mkv", tree.path + "/l/missing.mkv", "http://host/d.mp4",
            ])
        expect(loader.problems, is: [])
    }

    @Test("a file name that is not UTF-8 is found")
    func bytes() throws {
        let tree = try Tree()
        let name: [UInt8] = [0x63, 0xE9, 0x2E, 0x6D, 0x6B, 0x76]
        let path = ByteText.text(Array(tree.path.utf8) + [0x2F] + name)
        let descriptor = ByteText.withCString(path) { tv_open($0, O_CREAT | O_WRONLY, 0o600) }
        #expect(descriptor >= 0)
        close(descriptor)
        try Data(name + [0x0A]).write(to: tree.url.appendingPathComponent("l.m3u"))
        var loader = PlaylistLoader()
        expect(loader.load(tree.path + "/l.m3u").videos.map(\.sources[0].location), is: [path])
        expect(loader.load(tree.path).videos.map { ByteText.bytes($0.sources[0].location) }, is: [ByteText.bytes(path)])
    }

    @Test("lists can be nested, and a list within itself is reported and skipped")
    func nested() throws {
        let tree = try Tree([
            "a.m3u": "1.mkv\nsub/b.pls\n2.mkv\n",
            "sub/b.pls": "[playlist]\nFile1=3.mkv\nFile2=../a.m3u\nFile3=c.xspf\n",
            "sub/c.xspf":
                "<playlist><trackList><track><location>../f</location></track></trackList></playlist>",
            "f/4.mkv": "", "f/5.mkv": "",
        ])
        var loader = PlaylistLoader()
        expect(
            tree.names(loader.load(tree.path + "/a.m3u")).map { $0.replacing("sub/../", with: "") },
            is: ["1.mkv", "sub/3.mkv", "f/4.mkv", "f/5.mkv", "2.mkv"])
        expect(loader.problems, is: [.init(location: tree.path + "/sub/../a.m3u", reason: .refused(.cycle))])
    }

    @Test("the depth of nested lists is limited")
    func depth() throws {
        let tree = try Tree()
        for number in 1...12 { try tree.write("\(number).m3u", "\(number).mkv\n\(number + 1).m3u\n") }
        var loader = PlaylistLoader()
        expect(tree.names(loader.load(tree.path + "/1.m3u")), is: (1...8).map { "\($0).mkv" })
        #expect(loader.problems.contains(.init(location: tree.path + "/9.m3u", reason: .refused(.tooDeep))))
    }

    @Test("lists that repeat lists many times stop at the limits")
    func explosion() throws {
        let tree = try Tree()
        for level in 0..<6 {
            try tree.write("\(level).m3u", String(repeating: "\(level + 1).m3u\n", count: 20))
        }
        try tree.write("6.m3u", String(repeating: "x.mkv\n", count: 20))
        var limits = PlaylistLimits()
        limits.entries = 500
        var loader = PlaylistLoader(limits: limits)
        expect(loader.load(tree.path + "/0.m3u").videos.count, is: 500)
        #expect(loader.problems.contains { $0.reason == .cut })
        limits.entries = 1_000_000
        limits.opened = 50
        var other = PlaylistLoader(limits: limits)
        #expect(other.load(tree.path + "/0.m3u").videos.count <= 50 * 20)
        #expect(other.problems.count <= 100)
    }

    @Test("a FIFO and a link to a device are refused as entries")
    func devices() throws {
        let tree = try Tree(["l.m3u": "pipe\nnull\nok.mkv\n-\n"])
        expect(mkfifo(tree.path + "/pipe", 0o600), is: 0)
        try FileManager.default.createSymbolicLink(atPath: tree.path + "/null", withDestinationPath: "/dev/null")
        var loader = PlaylistLoader()
        expect(tree.names(loader.load(tree.path + "/l.m3u")), is: ["ok.mkv"])
        expect(
            loader.problems,
            is: [
                .init(location: "pipe", reason: .refused(.device)), .init(location: "null", reason: .refused(.device)),
                .init(location: "-", reason: .refused(.standardInput)),
            ])
    }

    @Test("a list of segments is a single video, recognised by its tags")
    func hls() throws {
        let tree = try Tree(["s.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"])
        var loader = PlaylistLoader()
        expect(
            loader.load(tree.path + "/s.m3u8").videos,
            is: [Video(id: tree.path + "/s.m3u8", sources: [Source(tree.path + "/s.m3u8", delivery: .hls)])])
    }

    @Test("--playlist reads a list under any name, and unsupported formats are reported")
    func explicit() throws {
        let tree = try Tree(["list": "a.mkv\nb.mkv\n", "l.wpl": "<?wpl?><smil></smil>", "bad.xspf": "<playlist>"])
        var loader = PlaylistLoader()
        expect(tree.names(loader.loadList(tree.path + "/list")), is: ["a.mkv", "b.mkv"])
        expect(tree.names(loader.load(tree.path + "/list")), is: ["list"])
        expect(loader.load(tree.path + "/l.wpl").videos, is: [])
        expect(loader.load(tree.path + "/bad.xspf").videos, is: [])
        expect(loader.problems.count, is: 2)
        expect(
            loader.problems.first,
            is: .init(location: tree.path + "/l.wpl", reason: .playlist(.unsupported(name: "WPL"))))
        expect(loader.loadList(tree.path + "/nothing").videos.map(\.id), is: [tree.path + "/nothing"])
    }

    @Test(
        "a list from an address has relative addresses, no local files, and nested lists are not loaded")
    func addresses() throws {
        let tree = try Tree(["secret.mkv": ""])
        let secret = tree.path + "/secret.mkv"
        let pages = ["http://h/a/l.m3u": "x.mp4\nfile://\(secret)\n\(secret)\n../b/m.m3u8?t=1\n-\nl.m3u\n"]
        var loader = PlaylistLoader(readAddress: { address throws(PlaylistError) in
            guard let page = pages[address] else { throw .unreadable(reason: "404") }
            return Array(page.utf8)
        })
        #expect(
            loader.load("http://h/a/l.m3u").videos.map(\.location)
                == ["http://h/a/x.mp4", "http://h" + secret, "http://h/b/m.m3u8?t=1", "http://h/a/l.m3u"])
        expect(loader.problems.map(\.reason), is: [.refused(.localFromAddress), .refused(.standardInput)])
        try tree.write("stations.m3u", "#EXTINF:-1,News\nhttp://h/c/news.m3u8\nhttp://h/c/more.pls\n")
        let stations = loader.load(tree.path + "/stations.m3u").videos
        #expect(stations.map(\.id) == ["http://h/c/news.m3u8", "http://h/c/more.pls"])
        expect(stations.first?.title, is: "News")
        // A stream that is recognised by its name is not requested before it plays.
        #expect(loader.load("http://h/live/x.m3u8?t=1").videos.map(\.location) == ["http://h/live/x.m3u8?t=1"])
        expect(loader.problems.count, is: 2)
        // This list has already been read by the caller.
        let list = loader.list(Array("a.mp4\n\(secret)\n".utf8), at: "http://h/d/l.m3u")
        #expect(list.videos.map(\.id) == ["http://h/d/a.mp4", "http://h" + secret])
    }

    @Test("a list that is too large is refused")
    func tooLarge() throws {
        let tree = try Tree(["l.m3u": String(repeating: "a.mkv\n", count: 1000)])
        var limits = PlaylistLimits()
        limits.bytes = 5999
        var loader = PlaylistLoader(limits: limits)
        expect(loader.load(tree.path + "/l.m3u").videos, is: [])
        expect(loader.problems, is: [.init(location: tree.path + "/l.m3u", reason: .playlist(.tooLarge))])
    }
}
