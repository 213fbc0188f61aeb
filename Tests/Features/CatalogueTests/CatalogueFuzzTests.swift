import Addresses
import Encoding
import PlayCore
import TestSupport
import Testing

@testable import Catalogue

/// Answers of services: random input ends in values or errors.
@Suite(.serialized)
struct CatalogueFuzzTests {
    @Test("a mutated manifest yields videos or an error")
    func manifests() throws {
        let place = ManifestPlace.network(try #require(Address("https://h.example/cat/all.tvplay.json")))
        ReaderFuzz.run("TvplayManifest", 400, of: [Array(ManifestTests.full.utf8)]) {
            (try? TvplayManifest($0, at: place, token: nil)) != nil
        }
    }

    @Test("a mutated answer of yt-dlp yields a video, a list or an error, and no entry has its own page's address")
    func pages() {
        let page = "https://site.example/x"
        let lists = [
            #"{"_type":"playlist","webpage_url":"https://site.example/x","entries":[{"id":"a","webpage_url":"https://site.example/x","formats":[{"url":"https://c/a.mp4"}]},{"url":"https://site.example/y","id":"b"},null]}"#,
            #"{"_type":"multi_video","webpage_url":"https://site.example/x","entries":[{"id":"a","duration":5,"formats":[{"url":"https://c/a.mp4"}]},{"id":"b","duration":6,"formats":[{"url":"https://c/b.mp4"}]}]}"#,
            #"{"id":"f","formats":[{"protocol":"http_dash_segments","fragment_base_url":"https://c/","cookies":"a=1; Domain=c","fragments":[{"path":"i.mp4"},{"url":"https://c/1.m4s","duration":4}]}]}"#,
        ]
        ReaderFuzz.run("YtDlpAnswer", 300, of: ([YtDlpTests.video] + lists).map { Array($0.utf8) }) { bytes in
            guard let tree = try? JSONValue.parse(bytes) else { return false }
            _ = try? YtDlpInfo.playInfo(tree, address: page)
            switch try? YtDlpAnswer(tree, address: page).found() {
            case .album(let album)?:
                #expect(album.items.allSatisfy { $0.vid != page && $0.reference != "ytdl://" + page })
                return true
            case .video?: return true
            case nil: return false
            }
        }
    }

    @Test("a mutated answer of PeerTube yields a video or an error, and comments are plain text")
    func peerTube() throws {
        let place = try #require(PeerTubePlace("peertube://h/w/1"))
        let seed =
            #"{"uuid":"u","name":"n","duration":12,"commentsEnabled":true,"previewPath":"/p.jpg","isLive":false,"streamingPlaylists":[{"playlistUrl":"https://h/m.m3u8","redundancies":[{"baseUrl":"https://r/x"}],"files":[{"fileUrl":"https://h/1.mp4","resolution":{"id":720,"label":"720p"},"fps":25}]}],"files":[]}"#
        ReaderFuzz.run("PeerTubeVideo", 1000, of: [Array(seed.utf8)]) { bytes in
            guard let tree = try? JSONValue.parse(bytes) else { return false }
            return (try? PeerTubeVideo.playInfo(tree, at: place, fileToken: nil)) != nil
        }
        let comment = "<p>a &amp; <a href=\"x\">b</a><br>c &#x1F600;</p><p>&nbsp;d</p>"
        ReaderFuzz.run("CommentHTML", 1500, of: [Array(comment.utf8)]) {
            !CommentHTML.text(String(decoding: $0, as: UTF8.self)).isEmpty
        }
    }
}
