/// Strings that are known to break parsers, fonts, terminals and file systems.
enum HostileStrings {
    static let all: [[UInt8]] =
        (words + controls + marks + scripts + pictures + markup + paths + long).map { Array($0.utf8) } + notUTF8

    private static let words = [
        "undefined", "null", "nil", "None", "true", "NaN", "-Infinity", "0x7fffffff", "-9223372036854775808", "1e309",
        "0.0/0",
        "1,000.00", "--", "-v", "--help", "$HOME", "`id`", "$(id)", "%s%n%x", "%1$@", "{0}", "\\u001b[2J", "\\e[2J",
        "\\x9b2J",
        "^[[2J", "' OR 1=1; --", "\";:q!", "=1+1", "@", "#", ",./;'[]\\-=", "<>?:\"{}|_+", "!@#$%^&*()`~", "'\"''''\"",
    ]

    /// Each control of C0 and C1 by itself, and all of them in one line.
    private static let controls: [String] = {
        let all = (Array(0...0x1F) + Array(0x7F...0x9F)).compactMap { Unicode.Scalar(UInt32($0)).map { String($0) } }
        return all.map { "a" + $0 + "b" } + [all.joined(), "\r\n\r\n", "a\rb", "\t\t\t", "back\u{8}\u{8}\u{8}\u{8}"]
    }()

    /// Direction, zero width, languages, and line ends.
    private static let marks: [String] = {
        let ranges: [ClosedRange<UInt32>] = [
            0xAD...0xAD, 0x34F...0x34F, 0x600...0x605, 0x61C...0x61C, 0x180B...0x180E, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFF9...0xFFFD, 0xE0001...0xE0001, 0xE0041...0xE0043,
        ]
        let all = ranges.joined().compactMap { Unicode.Scalar($0).map { String($0) } }
        return all.map { "x" + $0 + "y" } + [
            all.joined(), "\u{202E}txt.exe\u{202C} ends", "\u{2066}\u{2067}\u{2068} open",
        ]
    }()

    private static let scripts = [
        "Ω≈ç√∫˜µ≤≥÷", "åß∂ƒ©˙∆˚¬…æ", "⅛⅜⅝⅞", "⁰⁴⁵₀₁₂", "ЁЂЃЄЅІЇабвгд", "٠١٢٣٤٥٦٧٨٩", "مرحبا بالعالم", "אבגד הוז",
        "שלום abc مرحبا",
        "สวัสดีชาวโลก", "ก็็็็็็็็", "नमस्ते दुनिया", "ᠮᠣᠩᠭᠣᠯ", "각ᄂ", "안녕하세요", "田中さん", "社會科學院", "𠜎𠜱𠝹", "𐐜𐐔𐐇", "ﬀﬁﬂﬃ", "ȺȾ", "İıſK",
        "表ポあA鷗ŒéＢ逍Üß", "ﾊﾝｶｸ ＦＵＬＬ　ＷＩＤＴＨ", "ಠ_ಠ", "▀▄█▌▐░▒▓", "┌─┐│└┘╬", "\u{E000}\u{F8FF}",
        "\u{10FFFD}\u{FFFC}\u{FFFD}",
        "e" + String(repeating: "\u{301}", count: 40), "Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯G̻O̭̗̮", "\u{301}starts with a mark",
    ]

    private static let pictures = [
        "😀😁😂", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🇩🇪🇫🇷🇪", "1️⃣2️⃣#️⃣", "☺︎☺️", "✋🏿✋🏻",
        "🏿", "\u{200D}\u{200D}👩", "👩\u{200D}", "❤\u{FE0F}\u{FE0F}",
    ]

    private static let markup = [
        "<script>alert(1)</script>", "<b><i>unclosed", "</b></i></u>", "<font color=\"#ff0000\">red</font>",
        "<c.yellow.bg_blue>x</c>",
        "<v Ann>voice</v>", "<00:00:01.000>timed", "<ruby>base<rt>top</rt></ruby>", "<lang en-US>x", "<1:>",
        "&lt;&gt;&amp;&nbsp;&shy;",
        "&#27;[2J", "&#x1b;]0;x&#7;", "&#0;&#xFFFFFFFF;&#xD800;", "&unknown;&", "{\\an8\\pos(1,1)\\fad(9,9)}x",
        "{\\p1}m 0 0 l 9 9{\\p0}",
        "{\\k50}ka{\\kf30}ra", "{\\c&H0000FF&\\alpha&HFF&}", "{\\", "}{", "a\\Nb\\nc\\hd", "{y:i}{c:$0000FF}x",
        "|one|two", "00:00:01,000 --> 00:00:02,000",
        "--> -->", "WEBVTT", "NOTE x", "STYLE\n::cue { color: red }", "#EXTM3U", "#EXTINF:-1 a=\"b\",c",
        "<?xml version='1.0'?>", "<!DOCTYPE a [<!ENTITY b 'c'>]>",
        "<![CDATA[x]]>", "[[[[{{{{", "{\"a\":[1,{\"b\":null}]}", "1\n2\n3",
    ]

    private static let paths = [
        "../../../../etc/passwd", "/dev/null", "CON", "C:\\a\\b", "file:///x", "http://[::1]:99999/", "http://a@b:c@d/",
        "javascript:alert(1)",
        "http://e.org/%00%0a%1b[2J", "~", ".", "..", " ", "a/b/../c", "name.", "name ", "*?[a]",
    ]

    private static let long = [
        String(repeating: "a", count: 3000), String(repeating: "本", count: 900),
        String(repeating: "\u{1B}[1m", count: 700),
        String(repeating: "\u{301}", count: 1200), String(repeating: "👨‍👩‍👧", count: 150),
        String(repeating: "a ", count: 1500),
        String(repeating: "[", count: 2000), String(repeating: "\u{202E}", count: 900),
        String(repeating: "\n", count: 500),
    ]

    /// Noncharacters, invalid UTF-8, and other encodings.
    private static let notUTF8: [[UInt8]] = [
        [0xEF, 0xB7, 0x90], [0xEF, 0xBF, 0xBE], [0xF4, 0x8F, 0xBF, 0xBF],
        [0x80], [0xBF, 0xBF], [0xC0, 0x80], [0xC0, 0x9B, 0x32, 0x4A], [0xC1, 0x9B], [0xC2], [0xC3, 0x28],
        [0xE0, 0x80, 0x9B],
        [0xE2, 0x82], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xEF, 0xBB, 0xBF, 0x78], [0xF0, 0x80, 0x80, 0x9B],
        [0xF0, 0x9F, 0x98],
        [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x9B],
        [0xFE, 0xFF, 0x00, 0x78],
        [0xFF, 0xFE, 0x78, 0x00], [0x9B, 0x32, 0x4A], [0x9D, 0x30, 0x3B, 0x78, 0x9C], [0x90, 0x71, 0x9C],
        [0x84, 0x85, 0x8D],
        [0xC4, 0xE3, 0xBA, 0xC3], [0x83, 0x6E, 0x83, 0x8D, 0x81, 0x5B],
        [0x1B, 0x24, 0x42, 0x25, 0x4F, 0x1B, 0x28, 0x42],
        Array(0x80...0xFF), Array(0...0xFF),
    ]
}
