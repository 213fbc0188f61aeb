import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Encodings")
struct EncodingTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let file: String
        /// The encoding's name in iconv, whose decoding is compared, and a piece of the text.
        let encoding: String
        let piece: String
        var testDescription: String { file }
    }

    @Test(
        "a file is decoded without a hint of its encoding",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: [
            Sample(file: "gbk.srt", encoding: "GBK", piece: "还有更多的中文"),
            Sample(file: "encodings/sintel_zh_gb18030.srt", encoding: "GB18030", piece: "你要自己做出选择"),
            Sample(file: "encodings/sintel_zh_utf16le_bom_crlf.srt", encoding: "UTF-16", piece: "你要自己做出选择"),
            Sample(file: "encodings/bom-utf-8.srt", encoding: "UTF-8", piece: "-->"),
            Sample(file: "encodings/bom-utf-16-le.srt", encoding: "UTF-16", piece: "-->"),
            Sample(file: "encodings/bom-utf-16-be.srt", encoding: "UTF-16", piece: "-->"),
            Sample(file: "encodings/Big5_0804.blogspot.com.xml", encoding: "BIG5", piece: "月的蕭邦"),
            Sample(
                file: "encodings/Big5__chromium_Big5_with_no_encoding_specified.html", encoding: "BIG5",
                piece: "台北看守所昨天抽查前總統"),
            Sample(
                file: "encodings/EUC-KR__chromium_windows-949_with_no_encoding_specified.html", encoding: "CP949",
                piece: "한나라당은"),
            Sample(file: "encodings/EUC-KR__mozilla_bug9357_text.html", encoding: "CP949", piece: "되었습니다"),
            Sample(file: "encodings/GB2312_14.blog.westca.com.xml", encoding: "GB18030", piece: "清风的声音轻轻扫过地面"),
            Sample(file: "encodings/GB2312_2.blog.westca.com.xml", encoding: "GB18030", piece: "有什么歌能够比它更让你更"),
            Sample(
                file: "encodings/GB2312__chromium_gb18030_with_no_encoding_specified.html.xml", encoding: "GB18030",
                piece: "中国制造的领军者"),
            Sample(
                file: "encodings/SHIFT_JIS__chromium_Shift-JIS_with_no_encoding_specified.html", encoding: "CP932",
                piece: "衆院議院運営委員会は"),
            Sample(file: "encodings/SHIFT_JIS__ude_1.txt", encoding: "CP932", piece: "芥川龍之介"),
            Sample(file: "encodings/SHIFT_JIS__ude_2.txt", encoding: "CP932", piece: "プロジェクトの概要"),
            Sample(
                file: "encodings/windows-1251-russian__chromium_windows-1251_with_no_encoding_specified.html",
                encoding: "WINDOWS-1251", piece: "Новости"),
        ])
    func files(_ sample: Sample) throws {
        let path = SharedMedia.path("subtitles/" + sample.file)
        let decoded = TextDecoding(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
        let text = String(decoding: decoded.text, as: UTF8.self)
        try expect(text, is: (try Self.iconv(path, from: sample.encoding)), "taken for \(decoded.encoding)")
        #expect(text.contains(sample.piece))
    }

    /// Returns the text as decoded by the program iconv, which this code does not use, without a byte order mark.
    private static func iconv(_ path: String, from encoding: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        process.arguments = ["-c", "-f", encoding, "-t", "UTF-8", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    private static let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xBA, 0xC3, 0xB5, 0xC4]

    @Test("a few Chinese words are not taken for Cyrillic, and a few Russian words are not taken for Chinese")
    func shortTexts() throws {
        // The names of iconv differ, so only the text is compared.
        func bytes(_ text: String, _ table: (Unicode.Scalar) -> UInt8?) throws -> [UInt8] {
            try text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : try #require(table($0)) }
        }
        // 你好 吗 我们走吧 他来了, by the rows of GB 2312.
        let chinese: [[UInt8]] = [
            [0xC4, 0xE3, 0xBA, 0xC3, 0xC2, 0xF0], [0xCE, 0xD2, 0xC3, 0xC7, 0xD7, 0xDF, 0xB0, 0xC9],
            [0xCB, 0xFB, 0xC0, 0xB4, 0xC1, 0xCB, 0xA1, 0xA3],
        ]
        for (text, wanted) in zip(chinese, ["你好吗", "我们走吧", "他来了。"]) {
            expect(String(decoding: TextDecoding(text).text, as: UTF8.self), is: wanted)
            expect(String(decoding: TextDecoding(text + [0x0A] + text).text, as: UTF8.self), is: wanted + "\n" + wanted)
        }
        let windows = { (scalar: Unicode.Scalar) -> UInt8? in
            (0x410...0x44F).contains(scalar.value) ? UInt8(scalar.value - 0x410 + 0xC0) : nil
        }
        for text in ["ПРИВЕТ, МОСКВА", "Привет, как дела?", "Иди сюда"] {
            #expect(try TextDecoding(bytes(text, windows)).encoding != "GB18030", "\(text)")
        }
    }

    @Test("two Chinese characters are not taken for Latin letters, and accented letters are not taken for Chinese")
    func shortestTexts() {
        // 你好 in GB 2312, which is "ÄãºÃ" in windows-1252.
        expect(String(decoding: TextDecoding([0xC4, 0xE3, 0xBA, 0xC3]).text, as: UTF8.self), is: "你好")
        // "GÄÖ DÄÖ", "ÄÄÄÄ!" and "¿Él? ¿Ésa?" in windows-1252.
        for text: [UInt8] in [
            [0x47, 0xC4, 0xD6, 0x20, 0x44, 0xC4, 0xD6], [0xC4, 0xC4, 0xC4, 0xC4, 0x21],
            [0xBF, 0xC9, 0x6C, 0x3F, 0x20, 0xBF, 0xC9, 0x73, 0x61, 0x3F],
        ] {
            #expect(TextDecoding(text).encoding != "GB18030", "\(text)")
        }
    }

    @Test(
        "a line or two in GBK is Chinese, also with an interjection",
        arguments: ["走吧。\n嗯。", "什么？\n没什么。", "嗯，好的。", "谢谢。\n呃……不用。", "喂？\n是我。", "好。", "哎呀，怎么办？", "妈妈"])
    func interjections(text: String) throws {
        let decoded = TextDecoding(try Self.iconv(Array(text.utf8), to: "GBK"))
        expect(String(decoding: decoded.text, as: UTF8.self), is: text, "taken for \(decoded.encoding)")
    }

    @Test(
        "a line of Thai, Greek, Hebrew or Cyrillic letters is not Chinese",
        arguments: [
            ("TIS-620", "สวัสดีครับ"), ("TIS-620", "ไปกันเถอะ"), ("ISO-8859-7", "Γεια σου"), ("WINDOWS-1255", "שלום לך"),
            ("WINDOWS-1251", "Да.\nНет."), ("KOI8-R", "Пойдём!"), ("WINDOWS-1256", "مرحبا بكم"),
        ])
    func scripts(encoding: String, text: String) throws {
        #expect(TextDecoding(try Self.iconv(Array(text.utf8), to: encoding)).encoding != "GB18030")
    }

    @Test("UTF-8 with a damaged character stays UTF-8")
    func damaged() {
        let bytes = Array("1\nПривет, как дела?\n".utf8) + [0xD0] + Array("\n2\nЗдравствуйте\n".utf8)
        #expect(TextDecoding(bytes).isBroken || TextDecoding(bytes).encoding == "UTF-8")
    }

    @Test("a code page with a plus always applies, and one without only if the text is not UTF-8")
    func codePages() {
        let utf8 = Array("é".utf8)
        expect(TextDecoding(utf8, codePage: "+latin1").text, is: Array("Ã©".utf8))
        expect(TextDecoding(utf8, codePage: "latin1").text, is: utf8)
        expect(TextDecoding([0xE9], codePage: "latin1").text, is: utf8)
        expect(TextDecoding([0xE9], codePage: "latin1").encoding, is: "LATIN1")
        expect(TextDecoding(Self.chinese, codePage: "gbk").text, is: Array("中文好的".utf8))
        expect(TextDecoding(Self.chinese, codePage: "auto").text, is: Array("中文好的".utf8))
    }

    @Test("an unknown code page is ignored, and its name cannot contain options")
    func unknownCodePage() {
        expect(TextDecoding(Self.chinese, codePage: "no-such-page").text, is: Array("中文好的".utf8))
        #expect(TextDecoding(Array("ab".utf8), codePage: "+ASCII//TRANSLIT").encoding == "UTF-8")
    }

    @Test("invalid bytes do not spoil the text around them")
    func broken() {
        let decoded = TextDecoding(Array("abc".utf8) + [0x81, 0xFF] + Array("def".utf8))
        let text = String(decoding: decoded.text, as: UTF8.self)
        #expect(text.hasPrefix("abc"))
        #expect(text.hasSuffix("def"))
        expect(TextDecoding([]).text, is: [])
    }

    @Test(
        "Windows extensions of a standard encoding are decoded",
        arguments: [
            ("CP932", "①㈱髙橋～今日はとても天気がいいですね。明日は学校に行かなければなりません。私たちは日本語の字幕を読みます。"),
            ("CP932", "髙橋さん、おはようございます。"), ("CP949", "펲시콜라 주세요."),
            ("CP949", "똠방각하 펲시콜라. 오늘은 날씨가 좋습니다. 우리는 한국어 자막을 읽습니다. 그 사람은 어디에 있습니까?"),
            ("WINDOWS-1252", "“C’est déjà l’été”, dit-elle – à côté de la forêt… très âgée, œuvre"),
        ])
    func extended(encoding: String, text: String) throws {
        let bytes = try Self.iconv(Array(text.utf8), to: encoding)
        let decoded = TextDecoding(bytes)
        expect(String(decoding: decoded.text, as: UTF8.self), is: text, "taken for \(decoded.encoding)")
    }

    @Test(
        "a subtitle file in a national encoding is decoded without a hint",
        arguments: [
            ("GBK", "今天天气很好，我们一起去公园散步吧。\n他说明天会下雨，所以我们应该早点出发。\n请问火车站怎么走？谢谢您的帮助。"),
            ("GB18030", "前面的路还很长，你必须自己决定。\n我不知道他为什么没有来参加会议。\n这个字很少见：㐀。请把门关上。"),
            ("BIG5", "今天天氣很好，我們一起去公園散步吧。\n他說明天會下雨，所以我們應該早點出發。\n請問火車站怎麼走？謝謝您的幫助。"),
            ("CP949", "오늘은 날씨가 아주 좋습니다. 같이 산책하러 갑시다.\n내일은 비가 온다고 합니다.\n기차역은 어디에 있습니까? 도와 주셔서 감사합니다."),
            ("SHIFT_JIS", "今日はとても天気がいいですね。\n明日は雨が降るそうですから、早く出かけましょう。\n駅はどこにありますか。ありがとうございます。"),
            (
                "WINDOWS-1251",
                "Сегодня очень хорошая погода.\nЗавтра, говорят, будет дождь, поэтому выйдем пораньше.\nСкажите, где вокзал? Большое спасибо."
            ),
            ("UTF-16", "前路漫漫\nThere is a long way to go."), ("UTF-8", "前路漫漫\nThere is a long way to go."),
        ])
    func countries(encoding: String, text: String) throws {
        let file = text.split(separator: "\n").enumerated().map { index, line in
            "\(index + 1)\r\n00:00:0\(index),000 --> 00:00:0\(index + 1),000\r\n\(line)\r\n\r\n"
        }.joined()
        let bytes = try Self.iconv(Array(file.utf8), to: encoding)
        let decoded = TextDecoding(bytes)
        expect(String(decoding: decoded.text, as: UTF8.self), is: file, "taken for \(decoded.encoding)")
        let page = try Self.iconv(
            Array("<html><head><title>a page</title></head><body>\n\(text)\n</body></html>".utf8), to: encoding)
        #expect(String(decoding: TextDecoding(page).text, as: UTF8.self).contains(text))
        let track = try SubtitleFile.track(bytes, path: "film.srt")
        expect(track.cues.map(\.text).joined(separator: "\n"), is: text)
    }

    private static func iconv(_ text: [UInt8], to encoding: String) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/iconv")
        process.arguments = ["-f", "UTF-8", "-t", encoding]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(text))
        input.fileHandleForWriting.closeFile()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return Array(data)
    }

    @Test("trailing zeros of a file or a packet are not part of the text")
    func zeros() throws {
        expect(TextDecoding(Array("ab\n".utf8) + [0, 0, 0]).text, is: Array("ab\n".utf8))
        expect(TextDecoding([0, 0]).text, is: [])
        let packet = Array("Hello".utf8) + [0, 0, 0, 0, 0]
        for format in [SubtitleFormat.subRip, .webVTT] {
            let cue = try #require(
                SubtitlePackets(format: format).cue(packet, start: .zero, end: .seconds(1)))
            expect(cue.text, is: "Hello")
        }
    }

    @Test("UTF-16 without a byte order mark is recognised by its zeros")
    func unmarked() {
        let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\nHello\n".utf16).flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        expect(TextDecoding(bytes).encoding, is: "UTF-16LE")
        #expect(TextDecoding(bytes).text.starts(with: Array("1\n00".utf8)))
    }
}
