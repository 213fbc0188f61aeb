import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Playlists

extension PlaylistFormatTests {
    @Test("XSPF is read with namespaces, several locations, entities and other encodings")
    func xspf() throws {
        let plain = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title> My list </title><trackList>
            <track><location>a%20b.mp4</location><location>c.mp4</location><title>A &amp; B &#x4E2D;</title>
              <duration>1500</duration><extension application="x"><location>no.mp4</location></extension></track>
            <track><title>nowhere</title></track>
            </trackList></playlist>
            """)
        expect(plain.title, is: "My list")
        expect(
            plain.entries,
            is: [
                .init(location: "a%20b.mp4", title: "A & B 中", duration: .milliseconds(1500)).with {
                    $0.alternatives = ["c.mp4"]
                }
            ])
        let prefixed = try parse(
            "<x:playlist xmlns:x='u'><x:trackList><x:track><x:location>a</x:location></x:track></x:trackList></x:playlist>",
            named: "l.xspf")
        expect(prefixed.entries, is: [.init(location: "a")])
        let latin =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><playlist><trackList><track><location>caf".utf8)
            + [0xE9] + Array("</location></track></trackList></playlist>".utf8)
        try expect(PlaylistFormat.xspf.parse(latin).entries, is: [.init(location: "café")])
    }

    @Test("xml:base of an XSPF list, entry or location applies to relative locations")
    func xspfBase() throws {
        let list = try parse(
            """
            <playlist xml:base="https://a.example/music/list"><trackList>
            <track><location>one.mp3</location><image>/cover.png</image></track>
            <track xml:base="live/"><location>two.mp3</location></track>
            <track><location xml:base="http://b.example/">three.mp3</location></track>
            <track xml:base="../"><location>file:///four.mp3</location></track></trackList></playlist>
            """, named: "l.xspf")
        #expect(
            list.entries.map(\.location) == [
                "https://a.example/music/one.mp3", "https://a.example/music/live/two.mp3", "http://b.example/three.mp3",
                "file:///four.mp3",
            ])
        #expect(list.entries[0].cover == "https://a.example/cover.png")
        let beside = try parse(
            "<playlist xml:base='films/'><trackList><track><location>a.mp4</location></track></trackList></playlist>",
            named: "l.xspf")
        expect(beside.entries.map(\.location), is: ["films/a.mp4"])
    }

    @Test("XSPF with document types or endless depth is refused, and errors name the line")
    func hostileXML() throws {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>
            <playlist><trackList><track><location>&b;</location></track></trackList></playlist>
            """
        #expect(throws: PlaylistError.malformed(line: 2, reason: "a document type declaration")) { try parse(bomb) }
        let external = "<!DOCTYPE p SYSTEM 'file:///etc/passwd'><playlist/>"
        #expect(throws: PlaylistError.self) { try parse(external, named: "l.xspf") }
        let deep = "<playlist>" + String(repeating: "<a>", count: 100_000)
        #expect(throws: PlaylistError.self) { try parse(deep) }
        #expect(throws: PlaylistError.malformed(line: 2, reason: "mismatched tag")) { try parse("<playlist>\n</a>") }
    }
}
