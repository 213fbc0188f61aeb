import TestSupport
import Testing

@testable import PlayCore

@Suite struct SearchTermTests {
    @Test(
        "a search ignores case, width and diacritics",
        arguments: [
            ("ＢＡＳＥ", "Database.mkv"), ("base", "ＢＡＳＥ　１.mkv"), ("école", "L'ECOLE.mp4"), ("ecole", "E\u{301}cole"),
            ("viet nam", "Việt Nam"), ("strasse", "Straße"), ("oe", "Œuvre"), ("lodz", "Łódź"), ("Στίγμα", "στιγμα"),
            ("елка", "Ёлка"), ("ガード", "ｶﾞｰﾄﾞ"),
        ])
    func forms(typed: String, text: String) { #expect(SearchTerm(typed).occurs(in: text)) }

    @Test(
        "Chinese is found by the beginnings of its syllables at any place of the text",
        arguments: [
            ("sp", "视频"), ("shipin", "视频"), ("SHIPIN", "我的视频.mkv"), ("ship", "视频"), ("spin", "视频"), ("shp", "視頻"),
            ("changcheng", "长城"), ("zhangda", "长大"), ("yuedui", "乐队"), ("nver", "女儿"), ("nuer", "女儿"), ("lvxing", "旅行"),
            ("lue", "策略"), ("xian", "西安"), ("ling", "二〇二四"), ("di2ji", "第2集"), ("std3", "三体 第3季"), ("3dsp", "3D 视频"),
            ("slyd", "《狮子、老鹰》与《少林：英豪》 狮林远渡"), ("pin", "视频"),
        ])
    func pinyin(typed: String, text: String) { #expect(SearchTerm(typed).occurs(in: text)) }

    @Test(
        "letters that do not begin the syllables find nothing",
        arguments: [
            ("hipin", "视频"), ("sipin", "视频"), ("shpp", "视频"), ("spn", "视频"), ("sp", "频视"), ("s-p", "视频"), ("sp", "さぴ"),
            (String(repeating: "s", count: 64), String(repeating: "视", count: 64)), ("s", "兙"),
        ])
    func others(typed: String, text: String) { #expect(!SearchTerm(typed).occurs(in: text)) }

    @Test("a text begins with a term by its letters or its sound")
    func beginnings() {
        #expect(SearchTerm("sp").begins("视频.mkv") && SearchTerm("E").begins("école"))
        #expect(!SearchTerm("sp").begins("我的视频") && !SearchTerm("cole").begins("école"))
        #expect(SearchTerm("").begins("视频"))
    }

    @Test("a search requires all its words in any order, and literal search ignores sound")
    func words() {
        #expect(SearchWords("2 sp").occur(in: "视频 2") && !SearchWords("3 sp").occur(in: "视频 2"))
        #expect(SearchWords(" ").isEmpty && SearchWords("").occur(in: "视频"))
        #expect(SearchTerm("频").isWritten(in: "视频") && !SearchTerm("sp").isWritten(in: "视频"))
    }

    @Test("the table has the first and last characters of GB 2312 and traditional ones")
    func table() {
        // Rows 16 to 87 of GB 2312 begin and end with the first four.
        for character: Character in ["啊", "座", "亍", "齄", "龍", "國", "學"] {
            let text = String(character)
            let initials = (UInt8(ascii: "a")...UInt8(ascii: "z")).filter {
                Pinyin.matches([$0], text, anywhere: true)
            }
            expect(initials.count, is: 1, "\(character)")
        }
    }
}
