import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite struct PlaylistOriginTests {
    private static let folder = PlaylistOrigin.folder("/lists")
    private static let site = PlaylistOrigin.address("https://host:8080/a/b/list.m3u?x=/y")

    @Test(
        "entries of a local list are relative to it",
        arguments: [
            ("film.mkv", ["/lists/film.mkv"]), ("../film.mkv", ["/lists/../film.mkv"]),
            ("/abs/film.mkv", ["/abs/film.mkv"]),
            ("file:///a%20b.mkv", ["/a b.mkv"]), ("file:/x", ["/x"]), ("FILE://localhost/x", ["/x"]),
            ("50% off.mkv", ["/lists/50% off.mkv"]), ("a%20b.mkv", ["/lists/a%20b.mkv", "/lists/a b.mkv"]),
            ("dir\\film.mkv", ["/lists/dir\\film.mkv", "/lists/dir/film.mkv"]),
            ("Artist: Song.mp3", ["/lists/Artist: Song.mp3"]), ("./-x.mkv", ["/lists/./-x.mkv"]),
            ("concat:/etc/passwd|/etc/group", ["/lists/concat:/etc/passwd|/etc/group"]),
            ("a%00b", ["/lists/a%00b"]), (" blank ", ["/lists/blank"]),
        ])
    func files(location: String, paths: [String]) { expect(Self.folder.target(of: location), is: .file(paths)) }

    @Test("a local list may name a multicast stream", arguments: ["udp", "rtp", "UDP"])
    func received(scheme: String) {
        let location = scheme + "://@239.1.1.1:5000"
        expect(Self.folder.target(of: location), is: .address(location))
    }

    @Test("XSPF entries are URIs, so escapes are decoded first")
    func uri() {
        expect(Self.folder.target(of: "a%20b", isURI: true), is: .file(["/lists/a b", "/lists/a%20b"]))
    }

    @Test(
        "standard input, options, devices and foreign paths are refused",
        arguments: [
            ("-", EntryRefusal.standardInput), (" - ", .standardInput), ("--input-ipc-server=/x", .optionLike),
            ("-x.mkv", .optionLike), ("/dev/sda", .device), ("/dev/stdin", .device), ("//dev/./sda", .device),
            ("../dev/video0", .device), ("/proc/self/fd/0", .device), ("file:///dev/zero", .device),
            ("file://other/x", .otherSystem), ("C:\\Music\\a.mp3", .otherSystem), ("d:/a.mp3", .otherSystem),
            ("", .empty), ("  ", .empty), ("%2e%2e/dev/sda", .device), ("av://v4l2:/dev/video0", .unknownScheme("av")),
            ("smb://host/x", .unknownScheme("smb")), ("a\0b", .empty),
        ])
    func refused(location: String, reason: EntryRefusal) {
        expect(Self.folder.target(of: location), is: .refused(reason))
    }

    @Test(
        "entries of a list from an address are addresses and never local files",
        arguments: [
            ("c.mp4", "https://host:8080/a/b/c.mp4"), ("../c.mp4", "https://host:8080/a/c.mp4"),
            ("../../../../etc/passwd", "https://host:8080/etc/passwd"), ("/etc/passwd", "https://host:8080/etc/passwd"),
            ("//other/x", "https://other/x"), ("?q=1", "https://host:8080/a/b/list.m3u?q=1"),
            ("http://h/x", "http://h/x"), ("rtsp://h/x", "rtsp://h/x"), ("./", "https://host:8080/a/b/"),
            ("c.mp4?a=../b#t", "https://host:8080/a/b/c.mp4?a=../b#t"),
        ])
    func addresses(location: String, address: String) {
        expect(Self.site.target(of: location), is: .address(address))
    }

    @Test(
        "a list from an address may not name local files, standard input or devices",
        arguments: [
            ("file:///etc/passwd", EntryRefusal.localFromAddress), ("FILE:/etc/passwd", .localFromAddress),
            ("file://localhost/etc/passwd", .localFromAddress), ("-", .standardInput), ("--x", .optionLike),
            ("C:/x", .otherSystem), ("subfile://x", .unknownScheme("subfile")),
            ("udp://@239.1.1.1:5000", .unknownScheme("udp")), ("RTP://@239.1.1.1:5000", .unknownScheme("rtp")),
        ])
    func hostile(location: String, reason: EntryRefusal) {
        expect(Self.site.target(of: location), is: .refused(reason))
    }

    @Test(
        "user names and passwords are removed from addresses",
        arguments: [
            ("https://user:pa@ss@host/x@y", "https://host/x@y"), ("http://host/a@b", "http://host/a@b"),
            ("/path/a@b", "/path/a@b"), ("http://user@host", "http://host"),
        ])
    func secrets(address: String, clean: String) { expect(AddressText.withoutSecrets(address), is: clean) }
}

@Suite struct NaturalOrderTests {
    @Test("a name precedes its continuations, with any extension or year behind it")
    func series() {
        for series in [
            ["Alder.mkv", "Alder 2.avi", "Alder 10.mkv"],
            ["Harbour (2003).mkv", "Harbour 2 - Low Tide (2006).mkv", "Harbour 3 - High Tide (2009).mkv"],
            ["Harbour.mp4", "Harbour [1080p].mkv", "Harbour 2.mkv", "Harbour Tales.mkv"],
            ["talk.mkv", "talk.srt", "talk 1.5.mkv", "talk 1.25.mkv"], ["v1.2", "v1.10"], [".b", "a.zip", "a.tar.gz"],
        ] {
            expect(series.reversed().sorted(by: NaturalOrder.precedes), is: series)
            expect(NaturalOrder.order(series.reversed()), is: Array(series.indices.reversed()))
        }
    }

    @Test("names are in a strict order, with numbers by value and upper case beside lower case")
    func order() {
        let sorted = [
            "", "1.mp4", "01.mp4", "2.mp4", "10.mp4", "99999999999999999999999.mp4", "100000000000000000000000.mp4",
            "a",
            "A1", "a2", "B", "Folge 2 Teil 10", "Folge 10 Teil 2", "Zebra", "ä", "片 2", "片 10",
        ]
        let expected = ["1.mp4", "01.mp4"].sorted { NaturalOrder.precedes($0, $1) }
        var wanted = sorted
        wanted.replaceSubrange(1...2, with: expected)
        expect(sorted.reversed().sorted(by: NaturalOrder.precedes), is: wanted)
        for a in sorted {
            for b in sorted { #expect(!(NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, a))) }
            #expect(!NaturalOrder.precedes(a, a))
        }
    }

    @Test(
        "media files are recognised by their extension",
        arguments: [
            ("a.MKV", true), ("b.opus", true), ("c.srt", false), ("d.jpg", false), (".mp4", false), ("mp4", false),
            ("e.m3u", false),
        ])
    func media(name: String, isMedia: Bool) { expect(MediaName.isMedia(name), is: isMedia) }
}
