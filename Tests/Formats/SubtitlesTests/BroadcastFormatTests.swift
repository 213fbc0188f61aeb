import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Formats of broadcasters: real files, and made ones.
@Suite("TTML and EBU STL as files")
struct BroadcastFormatTests {
    private func track(_ path: String) throws -> SubtitleTrack {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/astisub/" + path)))
        return try SubtitleFile.track(Array(bytes), path: path)
    }

    @Test(
        "ADV-18: EBU STL has its lines at its times, also where its programme begins at ten o'clock",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func ebu() throws {
        let track = try track("example-in.stl")
        #expect(track.format == .ebu)
        #expect(track.cues.first?.text == "(deep rumbling)")
        #expect(track.cues.first?.start == .seconds(99))
        #expect(track.cues.count == 6)
        let shifted = try self.track("example-in-nonzero-offset.stl")
        #expect(shifted.cues.map(\.text) == track.cues.map(\.text))
    }

    @Test(
        "ADV-18: TTML has its lines at its times",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func ttml() throws {
        let track = try track("example-in.ttml")
        #expect(track.format == .ttml)
        #expect(track.cues.first?.text == "(deep rumbling)")
        #expect(track.cues.first?.start == .seconds(99))
    }

    @Test("ADV-18: TTML is told by its root, whatever it is called")
    func root() throws {
        let dfxp =
            "<?xml version=\"1.0\"?><!-- x --><t:tt xmlns:t=\"http://www.w3.org/ns/ttml\"><t:body><t:div>"
            + "<t:p begin=\"1s\" end=\"2s\">one</t:p></t:div></t:body></t:tt>"
        let named = try SubtitleFile.track(Array(dfxp.utf8), path: "/films/a.en.dfxp")
        #expect(named.cues.map(\.text) == ["one"])
        #expect(named.language == "en")
    }

    @Test(
        "an EBU file that is cut or changed gives no more cues than it has blocks",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func hostile() throws {
        let bytes = Array(
            try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/astisub/example-in.stl"))))
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var changed = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            for _ in 0..<8 where !changed.isEmpty {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // A block of text and timing takes 128 bytes.
            #expect(EBUSubtitles.cues(changed).count <= changed.count / 128)
        }
    }
}
