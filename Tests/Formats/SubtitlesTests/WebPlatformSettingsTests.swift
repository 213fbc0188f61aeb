import Foundation
import TestSupport
import Testing

@testable import Subtitles

/// The web platform tests' files of cue settings and regions, each line of them with the value that WebVTT's parser
/// gives it (W3C WebVTT, 6.3 and 6.4; the values that the tests beside the files ask for).
@Suite(.enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
struct WebPlatformSettingsTests {
    private func text(_ name: String) throws -> String {
        let path = SharedMedia.path("subtitles/wpt_webvtt/wpt-file-parsing/" + name + ".vtt")
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// What stands behind the times, cue after cue.
    private func settings(_ name: String) throws -> [WebVTTSettings] {
        try text(name).split(separator: "\n").compactMap { line in
            let parts = line.components(separatedBy: " --> ")
            return parts.count == 2 ? WebVTTSettings(String(parts[1].dropFirst(12))) : nil
        }
    }

    private func regions(_ name: String) throws -> [WebVTTRegion] {
        try text(name).components(separatedBy: "\n\n").compactMap { block in
            block.hasPrefix("REGION\n") ? WebVTTRegion(String(block.dropFirst(7))) : nil
        }
    }

    @Test("settings-align.vtt")
    func align() throws {
        let expected: [WebVTTSettings.Align] =
            [.center, .start, .center, .end, .left, .right, .end] + Array(repeating: .end, count: 5) + [.center]
        #expect(try settings("settings-align").map(\.align) == expected)
    }

    @Test("settings-vertical.vtt")
    func vertical() throws {
        let expected: [WebVTTSettings.Vertical?] =
            [nil, .leftToRight, .rightToLeft, .leftToRight] + Array(repeating: nil, count: 4)
        #expect(try settings("settings-vertical").map(\.vertical) == expected)
    }

    @Test("settings-size.vtt")
    func size() throws {
        let expected = [100, 2, 0, 0, 100, 50, 1.5] + Array(repeating: 100.0, count: 9)
        #expect(try settings("settings-size").map(\.size) == expected)
    }

    @Test("settings-position.vtt")
    func position() throws {
        let all = try settings("settings-position")
        let valid: [Double?] = [1, 100, 1, 1.5, 1, 1, 1, 1]
        #expect(all.map(\.position) == valid + Array(repeating: nil, count: 14))
        let aligns: [WebVTTSettings.PositionAlign?] = [nil, nil, nil, nil, .left, .center, .right, nil]
        #expect(all.map(\.positionAlign) == aligns + Array(repeating: nil, count: 14))
    }

    @Test("regions-lines.vtt: whole numbers, however large")
    func regionLines() throws {
        let expected = [0, 1, 100, 101, 65_536, 4_294_967_296, .max, .max, 2, 3, 3, 3, 3]
        #expect(try regions("regions-lines").map(\.lines) == expected)
    }

    @Test("regions-scroll.vtt")
    func regionScroll() throws {
        #expect(try regions("regions-scroll").map(\.scrollsUp) == [false, true, true, false, false, true])
    }

    @Test("regions-id.vtt: the last of equal names counts; a blank after the colon, and none at all, is no name")
    func regionNames() throws {
        #expect(try regions("regions-id").map(\.id) == ["bar", "foo", "id", "\u{B}"])
    }

    @Test("regions-regionanchor.vtt, regions-viewportanchor.vtt", arguments: ["regionanchor", "viewportanchor"])
    func anchors(_ name: String) throws {
        let standard = WebVTTRegion.Point(x: 0, y: 100)
        let valid = [(0.0, 0.0), (1, 1), (100, 0), (0, 100), (100, 100)].map { WebVTTRegion.Point(x: $0.0, y: $0.1) }
        let anchors = try regions("regions-" + name).map {
            name == "regionanchor" ? $0.regionAnchor : $0.viewportAnchor
        }
        #expect(anchors == [standard] + valid + Array(repeating: standard, count: 14))
    }
}
