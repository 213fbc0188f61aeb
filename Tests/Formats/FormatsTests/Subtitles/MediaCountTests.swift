import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// The number of cues of every file in the folder of real subtitles.
///
/// The numbers were counted without this code: by ffprobe 5.1 (`-count_packets`) where it reads the file, else by hand
/// after the specification of the format. Where they differ the line says why.
@Suite(.enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
struct MediaCountTests {
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        let count: Int
        var testDescription: String { path }
    }

    @Test("ADV-18: every SRT, WebVTT, SSA and ASS file has its number of cues", arguments: files)
    func count(_ file: File) throws {
        try expect(Self.cues(file.path).count, is: file.count)
    }

    @Test("the table lists every subtitle file of the folder and a file that only looks like one")
    func complete() throws {
        let folder = SharedMedia.path("subtitles")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            SubtitleFormat.fileExtensions.contains { name.hasSuffix("." + $0) } || name == "peertube_subtitle-bad.txt"
        }
        expect(Set(names), is: Set(Self.files.map(\.path)))
    }

    @Test("files that are no subtitles, such as web pages and plain text, are refused")
    func others() throws {
        let folder = SharedMedia.path("subtitles")
        let known = Set(Self.files.map(\.path))
        let others = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            var isFolder: ObjCBool = false
            let isBroadcast = [".ttml", ".stl", ".xml"].contains { name.hasSuffix($0) }
            return !known.contains(name) && !isBroadcast
                && FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(!others.isEmpty)
        for name in others { #expect(try Self.cues(name).isEmpty, "\(name)") }
    }

    /// Returns the cues of a file, or none if it is refused.
    static func cues(_ path: String) throws -> [Cue] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/" + path)))
        do {
            return try SubtitleFile.track(Array(bytes), path: path).cues
        } catch {
            return []
        }
    }

    static let files: [File] = table.split(separator: "\n").map { line in
        let words = line.split(separator: " ")
        return File(path: String(words[0]), count: Int(words[1]) ?? -1)
    }

    private static let table = """
        astisub/broken-1-in.vtt 0
        astisub/example-in-carriage-return.srt 3
        astisub/example-in-carriage-return.ssa 3 ffprobe does not read line ends of CR in SSA; 3 lines Dialogue
        astisub/example-in-carriage-return.vtt 3 ffprobe finds 2 (CR)
        astisub/example-in-html-entities.srt 3
        astisub/example-in-html-entities.vtt 3
        astisub/example-in-non-utf8.srt 6 ffprobe does not read times without thousandths
        astisub/example-in-non-utf8.vtt 0 times without thousandths are none
        astisub/example-in-styled.srt 10
        astisub/example-in.srt 6 ffprobe does not read times without thousandths
        astisub/example-in.ssa 6
        astisub/example-in.vtt 0 times without thousandths are none
        astisub/missing-sequence-in.srt 6 ffprobe finds 3 (fractions of two digits)
        chapters.srt 3 ffprobe does not read times without hours
        chapters.vtt 3
        chapters2.vtt 3
        elephants-dream-chapters-en.vtt 7
        elephants-dream-subtitles-de.vtt 77
        elephants-dream-subtitles-en.vtt 89
        encodings/bom-utf-16-be.srt 7
        encodings/bom-utf-16-le.srt 7
        encodings/bom-utf-8.srt 7
        encodings/sintel_zh_gb18030.srt 5
        encodings/sintel_zh_utf16le_bom_crlf.srt 5
        gbk.srt 3
        media3_ssa/empty.ssa 0
        media3_ssa/empty_style_line.ssa 1 ffprobe wants all fields
        media3_ssa/invalid_layer.ssa 3 ffprobe finds 2 (the layer is no number)
        media3_ssa/invalid_positioning.ssa 4
        media3_ssa/invalid_timecodes.ssa 4
        media3_ssa/layer.ssa 2
        media3_ssa/overlapping_cues_different_layers.ssa 2
        media3_ssa/overlapping_timecodes.ssa 7 ffprobe wants a layer
        media3_ssa/positioning.ssa 6
        media3_ssa/positioning_without_playres.ssa 1
        media3_ssa/style_bold_italic.ssa 3
        media3_ssa/style_font_size.ssa 2
        media3_ssa/style_outline_color.ssa 2
        media3_ssa/style_primary_color.ssa 7
        media3_ssa/style_strikeout.ssa 2
        media3_ssa/style_underline.ssa 2
        media3_ssa/typical.ssa 3
        media3_ssa/typical_dialogue.ssa 0 six fields, and no line Format that says which
        media3_ssa/typical_format.ssa 0
        media3_ssa/typical_header.ssa 0
        media3_ssa/typical_utf16be.ssa 3
        media3_ssa/typical_utf16le.ssa 3
        media3_subrip/empty.srt 0
        media3_subrip/typical.srt 3
        media3_subrip/typical_bad_timestamps.srt 3
        media3_subrip/typical_extra_blank_line.srt 3
        media3_subrip/typical_missing_sequence.srt 3
        media3_subrip/typical_missing_timecode.srt 2
        media3_subrip/typical_negative_timestamps.srt 3
        media3_subrip/typical_no_hours_and_millis.srt 3 ffprobe does not read times without hours
        media3_subrip/typical_unexpected_end.srt 2
        media3_subrip/typical_utf16be.srt 3
        media3_subrip/typical_utf16le.srt 3
        media3_subrip/typical_with_byte_order_mark.srt 3
        media3_subrip/typical_with_tags.srt 14
        media3_webvtt/empty.vtt 0
        media3_webvtt/typical.vtt 2
        media3_webvtt/typical_with_bad_timestamps.vtt 0
        media3_webvtt/typical_with_comments.vtt 2
        media3_webvtt/typical_with_identifiers.vtt 2
        media3_webvtt/with_bad_cue_header.vtt 2 ffprobe stops at the bad one
        media3_webvtt/with_bom.vtt 2
        media3_webvtt/with_consecutive_cues.vtt 2
        media3_webvtt/with_css_complex_selectors.vtt 5
        media3_webvtt/with_css_styles.vtt 4
        media3_webvtt/with_css_text_combine_upright.vtt 2
        media3_webvtt/with_font_size.vtt 6
        media3_webvtt/with_overlapping_timestamps.vtt 4
        media3_webvtt/with_positioning.vtt 8
        media3_webvtt/with_rubies.vtt 4
        media3_webvtt/with_tags.vtt 4
        media3_webvtt/with_vertical.vtt 3
        media3_webvtt/with_wide_unicode_chars_and_cr_endings.vtt 1
        media3_webvtt/with_x-timestamp-map_header.vtt 2
        peertube_subtitle-bad.txt 3 SRT under another name
        peertube_subtitle-good.srt 3
        peertube_subtitle-good1.vtt 2
        pysrt/capability_tester.srt 37
        pysrt/empty.srt 5
        pysrt/invalid.srt 1 times without thousandths
        pysrt/no-indexes.srt 7 ffprobe wants the numbers
        sintel-en.vtt 5
        sintel-zh.vtt 5
        sintel_bilingual_zh_en.ass 5
        sintel_bilingual_zh_en.srt 5
        wpt_webvtt/wpt-cue-parsing/entities.vtt 23 25, two of which are a space only
        wpt_webvtt/wpt-cue-parsing/tags.vtt 20 28, eight of which show nothing
        wpt_webvtt/wpt-cue-parsing/text.vtt 5
        wpt_webvtt/wpt-cue-parsing/timestamps.vtt 4 10, six of which are a time only
        wpt_webvtt/wpt-cue-parsing/tree-building.vtt 9
        wpt_webvtt/wpt-file-parsing/arrows.vtt 6
        wpt_webvtt/wpt-file-parsing/header-garbage.vtt 1
        wpt_webvtt/wpt-file-parsing/header-space.vtt 1
        wpt_webvtt/wpt-file-parsing/header-tab.vtt 1
        wpt_webvtt/wpt-file-parsing/header-timings.vtt 1
        wpt_webvtt/wpt-file-parsing/ids.vtt 5
        wpt_webvtt/wpt-file-parsing/newlines.vtt 4
        wpt_webvtt/wpt-file-parsing/nulls.vtt 7
        wpt_webvtt/wpt-file-parsing/regions-id.vtt 4
        wpt_webvtt/wpt-file-parsing/regions-lines.vtt 13
        wpt_webvtt/wpt-file-parsing/regions-old.vtt 2
        wpt_webvtt/wpt-file-parsing/regions-regionanchor.vtt 20
        wpt_webvtt/wpt-file-parsing/regions-scroll.vtt 6
        wpt_webvtt/wpt-file-parsing/regions-viewportanchor.vtt 20
        wpt_webvtt/wpt-file-parsing/settings-align.vtt 13
        wpt_webvtt/wpt-file-parsing/settings-line.vtt 46
        wpt_webvtt/wpt-file-parsing/settings-multiple.vtt 2
        wpt_webvtt/wpt-file-parsing/settings-position.vtt 22
        wpt_webvtt/wpt-file-parsing/settings-region.vtt 9
        wpt_webvtt/wpt-file-parsing/settings-size.vtt 16
        wpt_webvtt/wpt-file-parsing/settings-vertical.vtt 8
        wpt_webvtt/wpt-file-parsing/signature-bom.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-no-newline.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-space-no-newline.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-space.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-tab-no-newline.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-tab.vtt 0
        wpt_webvtt/wpt-file-parsing/signature-timings.vtt 0
        wpt_webvtt/wpt-file-parsing/stylesheets.vtt 2
        wpt_webvtt/wpt-file-parsing/timings-60.vtt 2
        wpt_webvtt/wpt-file-parsing/timings-eof.vtt 0
        wpt_webvtt/wpt-file-parsing/timings-garbage.vtt 0
        wpt_webvtt/wpt-file-parsing/timings-negative.vtt 4
        wpt_webvtt/wpt-file-parsing/timings-omitted-hours.vtt 3
        wpt_webvtt/wpt-file-parsing/timings-too-long.vtt 2
        wpt_webvtt/wpt-file-parsing/timings-too-short.vtt 2
        wpt_webvtt/wpt-file-parsing/whitespace-chars.vtt 3
        """
}
