import PlayCore
import TestSupport
import Testing

@testable import Playlists

/// Header fields of entries in IPTV lists.
@Suite struct EntryAddressTests {
    private func fields(_ location: String) -> [String] {
        EntryAddress(location).fields.map { "\($0.name): \($0.value)" }
    }

    @Test("a bar followed by fields ends the address, and any other bar belongs to it")
    func splitting() {
        let address = "http://h/b.mp4"
        #expect(EntryAddress.plain(address + "|User-Agent=AgentFour&Referer=http://ref.example/") == address)
        #expect(
            fields(address + "|user-agent=A%20b&referer=http://r/?x=1&y=2&X-Key=k") == [
                "User-Agent: A b", "Referer: http://r/?x=1&y=2", "X-Key: k",
            ])
        #expect(
            EntryAddress.plain(address + "|verifypeer=false") == address && fields(address + "|verifypeer=false") == [])
        for plain in [address + "?a=b|c=d", "http://h/a|b.ts", "/films/a|User", "http://h/a|", "a|b|c"] {
            #expect(EntryAddress(plain).text == plain && fields(plain) == [])
        }
        #expect(fields("http://h/a?q=x|y=1|Origin=http://o") == ["Origin: http://o"])
    }

    @Test("fields written into a location are read back, except invalid and reserved ones")
    func writing() {
        var entry = EntryAddress("http://h/a.m3u8?x=1")
        for (name, value) in [
            ("http-user-agent", "A|b=c&d 100%"), ("Range", "bytes=0-"), ("host", "other"), ("Cookie", "a=1; b=2"),
            ("X-Bad", "a\r\nb"), ("bad name", "x"), ("Referer", ""), ("user-agent", "Second|&%41"),
            ("Origin", "\"http://o\""),
        ] { entry.set(name, value) }
        expect(entry.fields.map(\.name), is: ["User-Agent", "Cookie", "Origin"])
        expect(entry.fields[2].value, is: "http://o")
        expect(EntryAddress(entry.text), is: entry)
        expect(entry.fields[0].value, is: "Second|&%41")
        #expect(AddressText.shown(entry.text) == "http://h/a.m3u8")
        #expect(AddressText.title(entry.text) == AddressText.title("http://h/a.m3u8?x=1"))
        #expect(AddressText.identity(entry.text) == AddressText.identity("http://h/a.m3u8?x=1"))
        #expect(AddressText.resolve("s.ts", against: EntryAddress.plain(entry.text)) == "http://h/s.ts")
    }

    @Test("fields of a list apply only to the next entry, and to its subtitles on the same server")
    func lists() throws {
        let text = """
            #EXTM3U
            #EXTINF:-1 tvg-id="one" http-user-agent="By attribute" http-referrer="http://r/",One
            #EXTVLCOPT:http-user-agent=By option
            #EXTVLCOPT:network-caching=1000
            #EXTVLCOPT:sub-file=http://h/s.vtt
            #EXTVLCOPT:sub-file=http://other/s.vtt
            http://h/1.mp4
            http://h/2.mp4
            #KODIPROP:inputstream.adaptive.license_type=clearkey
            #KODIPROP:inputstream.adaptive.stream_headers=User-Agent=By%20Kodi&Origin=http://o
            http://h/3.mpd
            #EXTHTTP:{"cookie":"a=1","User-Agent":"By object","x":5}
            4.mp4|Referer=http://q/
            #EXTINF:-1 user-agent="Plain",Five
            other.m3u
            """
        var loader = PlaylistLoader()
        let videos = loader.list(Array(text.utf8), at: "http://h/list.m3u|User-Agent=Outer").videos
        #expect(
            videos.map { fields($0.location) } == [
                ["User-Agent: By option", "Referer: http://r/"], ["User-Agent: Outer"],
                ["User-Agent: By Kodi", "Origin: http://o"],
                ["User-Agent: By object", "Cookie: a=1", "Referer: http://q/"], ["User-Agent: Plain"],
            ])
        #expect(
            videos.map { EntryAddress.plain($0.location) } == [
                "http://h/1.mp4", "http://h/2.mp4", "http://h/3.mpd", "http://h/4.mp4", "http://h/other.m3u",
            ])
        expect(videos.map(\.id), is: videos.map { EntryAddress.plain($0.location) })
        expect(videos[0].subtitles.map { fields($0).count }, is: [2, 0])
    }

    @Test("the fields of a list's entry apply to the entries of that list on the same server, but not over their own")
    func nested() {
        let text = "#EXTM3U\na.mp4\nhttp://other/b.mp4\n#EXTVLCOPT:http-user-agent=Own\nc.mp4\n"
        var loader = PlaylistLoader()
        let list = loader.list(Array(text.utf8), at: "http://h/l.m3u|User-Agent=Lists&Cookie=a%3D1")
        expect(
            list.videos.map(\.location),
            is: [
                "http://h/a.mp4|User-Agent=Lists&Cookie=a%3D1", "http://other/b.mp4",
                "http://h/c.mp4|User-Agent=Own&Cookie=a%3D1",
            ])
    }
}
