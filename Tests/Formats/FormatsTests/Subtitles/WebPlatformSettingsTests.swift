import Foundation
import TestSupport
import Testing

@testable import Subtitles

/// Cue settings and regions in the files of the web platform tests. Each line has the value that WebVTT's parser
/// returns (W3C WebVTT, 6.3 and 6.4; the values that the tests beside the files expect).
@Suite("Settings of WebVTT's web platform tests", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
struct WebPlatformSettingsTests {
    private func text(_ name: String) throws -> String {
        let path = SharedMedia.path("subtitles/wpt_webvtt/wpt-file-parsing/" + name + ".vtt")
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    /// Returns the settings behind the times of each cue.
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

    @Test("settings-align.vtt has the expected alignments")
    func align() throws {
        let expected: [WebVTTSettings.Align] =
            [.center, .start, .center, .end, .left, .right, .end] + Array(repeating: .end, count: 5) + [.center]
        try expect(settings("settings-align").map(\.align), is: expected)
    }

    @Test("settings-vertical.vtt has the expected writing directions")
    func vertical() throws {
        let expected: [WebVTTSettings.Vertical?] =
            [nil, .leftToRight, .rightToLeft, .leftToRight] + Array(repeating: nil, count: 4)
        try expect(settings("settings-vertical").map(\.vertical), is: expected)
    }

    @Test("settings-size.vtt has the expected sizes")
    func size() throws {
        let expected = [100, 2, 0, 0, 100, 50, 1.5] + Array(repeating: 100.0, count: 9)
        try expect(settings("settings-size").map(\.size), is: expected)
    }

    @Test("settings-position.vtt has the expected positions")
    func position() throws {
        let all = try settings("settings-position")
        let valid: [Double?] = [1, 100, 1, 1.5, 1, 1, 1, 1]
        expect(all.map(\.position), is: valid + Array(repeating: nil, count: 14))
        let aligns: [WebVTTSettings.PositionAlign?] = [nil, nil, nil, nil, .left, .center, .right, nil]
        expect(all.map(\.positionAlign), is: aligns + Array(repeating: nil, count: 14))
    }

    @Test("regions-lines.vtt has whole numbers of any size")
    func regionLines() throws {
        let expected = [0, 1, 100, 101, 65_536, 4_294_967_296, .max, .max, 2, 3, 3, 3, 3]
        try expect(regions("regions-lines").map(\.lines), is: expected)
    }

    @Test("regions-scroll.vtt has the expected scrolling")
    func regionScroll() throws {
        try expect(regions("regions-scroll").map(\.scrollsUp), is: [false, true, true, false, false, true])
    }

    @Test("regions-id.vtt uses the last valid name of a region")
    func regionNames() throws {
        try expect(regions("regions-id").map(\.id), is: ["bar", "foo", "id", "\u{B}"])
    }

    @Test("the anchor files have the expected anchors", arguments: ["regionanchor", "viewportanchor"])
    func anchors(_ name: String) throws {
        let standard = WebVTTRegion.Point(x: 0, y: 100)
        let valid = [(0.0, 0.0), (1, 1), (100, 0), (0, 100), (100, 100)].map { WebVTTRegion.Point(x: $0.0, y: $0.1) }
        let anchors = try regions("regions-" + name).map {
            name == "regionanchor" ? $0.regionAnchor : $0.viewportAnchor
        }
        expect(anchors, is: [standard] + valid + Array(repeating: standard, count: 14))
    }
}

/// The same values in made texts.
@Suite("Settings of WebVTT")
struct WebVTTSettingsTests {
    private func settings(_ text: String) -> WebVTTSettings { WebVTTSettings(text) }

    /// Returns the region with these lines.
    private func region(_ lines: String...) throws -> WebVTTRegion {
        try #require(WebVTTRegion(lines.joined(separator: "\n")))
    }

    @Test(
        "the alignment is one of five words, and the last valid one counts",
        arguments: [
            ("", WebVTTSettings.Align.center), ("align:start", .start), ("align:center", .center), ("align:end", .end),
            ("align:left", .left), ("align:right", .right), ("align:start align:end", .end),
            ("align:end align:CENTER", .end), ("align:end align: center", .end), ("align:end align:", .end),
            ("align:end align:middle", .end), ("align:end align", .end), ("align:end :center", .end),
            (String(repeating: "align:end ", count: 2000) + "align:center", .center),
        ])
    func align(_ text: String, _ expected: WebVTTSettings.Align) { expect(settings(text).align, is: expected) }

    @Test(
        "the writing direction is one of two words, and the last valid one counts",
        arguments: [
            ("", nil), ("vertical:lr", .leftToRight), ("vertical:rl", .rightToLeft),
            ("vertical:rl vertical:lr", .leftToRight), ("vertical:", nil), ("vertical:RL", nil), ("vertical: rl", nil),
            ("vertical:vertical-rl", nil), ("vertical:rl vertical:x", .rightToLeft),
        ] as [(String, WebVTTSettings.Vertical?)])
    func vertical(_ text: String, _ expected: WebVTTSettings.Vertical?) {
        expect(settings(text).vertical, is: expected)
    }

    @Test(
        "a size is a percentage up to 100",
        arguments: [
            ("", 100.0), ("size:1xx size:2%", 2), ("size:0%", 0), ("size:00%", 0), ("size:50% size:100%", 100),
            ("size:50% size:101%", 50), ("size:1.5%", 1.5), ("size:200%", 100), ("size:65536%", 100), ("size:1", 100),
        ])
    func size(_ text: String, _ expected: Double) { expect(settings(text).size, is: expected) }

    @Test(
        "a position is a percentage up to 100, optionally with an alignment",
        arguments: [
            ("1%", 1, nil), ("100%", 100, nil), ("1% position:x", 1, nil), ("1.5%", 1.5, nil),
            ("1%,line-left", 1, .left),
            ("1%,center", 1, .center), ("1%,line-right", 1, .right), ("1% ,center", 1, nil), ("65536%", nil, nil),
            ("4294967296%", nil, nil), ("101%,line-left", nil, nil), ("101%,line-right", nil, nil), ("%", nil, nil),
        ] as [(String, Double?, WebVTTSettings.PositionAlign?)])
    func position(_ value: String, _ position: Double?, _ align: WebVTTSettings.PositionAlign?) {
        let settings = settings("position:" + value)
        expect(settings.position, is: position)
        expect(settings.positionAlign, is: align)
    }

    @Test(
        "lines of a region are whole numbers of any size",
        arguments: [
            ("0", 0), ("1", 1), ("101", 101), ("65536", 65_536), ("4294967296", 4_294_967_296),
            ("18446744073709552000", Int.max), ("1" + String(repeating: "0", count: 34), .max), ("-0", 3), ("1.5", 3),
            ("-1", 3), (" 1", 3), ("x", 3), ("", 3),
        ])
    func regionLines(_ value: String, _ expected: Int) throws {
        try expect(region("id:a", "lines:" + value).lines, is: expected)
        try expect(
            region("id:a", "lines:1 lines:4", "lines:2", "lines:" + value).lines, is: (expected == 3 ? 2 : expected))
    }

    @Test("a region scrolls up only with exactly that setting")
    func scroll() throws {
        #expect(try !region("id:a").scrollsUp)
        #expect(try region("id:a", "scroll:up").scrollsUp)
        #expect(try region("id:a", "scroll:up scroll:up", "scroll:up").scrollsUp)
        #expect(try region("id:a", "scroll:up scroll:").scrollsUp)
        for bad in ["scroll:down", "scroll:left", "scroll: up", "scroll :up", "scroll:UP"] {
            #expect(try !region("id:a", bad).scrollsUp, "\(bad)")
        }
    }

    @Test("the last valid name of a region counts, and an empty name or one after a blank is invalid")
    func regionNames() throws {
        try expect(region("id:foo", "id:bar", "lines:1").id, is: "bar")
        try expect(region("id:bar id:foo").id, is: "foo")
        try expect(region("id:id", "id: foo", "id :bar").id, is: "id")
        try expect(region("id:\u{B}").id, is: "\u{B}")
        expect(WebVTTRegion("lines:4"), is: nil)
    }

    @Test("an anchor is two percentages up to 100", arguments: ["regionanchor", "viewportanchor"])
    func anchors(_ name: String) throws {
        func anchor(_ value: String) throws -> WebVTTRegion.Point {
            let region = try region("id:a", name + ":" + value)
            return name == "regionanchor" ? region.regionAnchor : region.viewportAnchor
        }
        for (x, y) in [(0, 0), (1, 1), (100, 0), (0, 100), (100, 100)] {
            try expect(anchor("\(x)%,\(y)%"), is: WebVTTRegion.Point(x: Double(x), y: Double(y)))
        }
        let huge = "1" + String(repeating: "0", count: 34)
        for bad in [
            "0,0", "0%,0", "0,0%", "1%", ",1%", "101%,1%", "1%,101%", "-0%,0%", "0%,-0%", "65536%,65536%",
            "4294967296%,4294967296%", "18446744073709552000%,18446744073709552000%", "\(huge)%,\(huge)%",
            " 100%,100%", "100% ,100%", "100%, 100%", "100 %,100%", "100%,100 %", "",
        ] {
            try expect(anchor(bad), is: WebVTTRegion.Point(x: 0, y: 100), "\(bad)")
        }
    }
}
