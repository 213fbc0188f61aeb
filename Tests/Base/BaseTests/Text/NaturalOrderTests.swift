import TestSupport
import Testing

@testable import PlayCore

@Suite struct NaturalOrderTests {
    @Test(
        "names with Chinese numerals are ordered by their numbers",
        arguments: [
            ["第一集.mp4", "第二集.mp4", "第三集.mp4", "第九集.mp4", "第十集.mp4", "第十一集.mp4", "第二十集.mp4", "第一百零二集.mp4"],
            ["第二季第三集", "第二季第十集", "第十季第一集"], ["三国 卷二", "三国 卷十", "三国 卷廿一"],
            ["第1集", "第二集", "第３集", "第10集"], ["西游记（二）", "西游记（十）"], ["影 上集", "影 中集", "影 下集"], ["课 1", "课 二", "课 3"],
        ])
    func numerals(names: [String]) {
        expect(names.reversed().sorted(by: NaturalOrder.precedes), is: names)
    }

    @Test(
        "Chinese numerals have their values",
        arguments: [
            ("十", 10), ("二十", 20), ("二十三", 23), ("一百零二", 102), ("二〇二四", 2024), ("廿三", 23), ("一万二千", 12_000),
            ("壹佰贰拾", 120), ("两百", 200),
        ])
    func value(numerals: String, value: Int) {
        expect(ChineseNumber.value(Array(numerals.unicodeScalars)[...]), is: value)
    }

    @Test("numerals within a word are not converted", arguments: ["三体", "七武士", "天下", "万里长城", "一代宗师"])
    func words(name: String) { expect(ChineseNumber.withDigits(name), is: name) }

    @Test("letters beyond ASCII follow the collation, next to their base letter")
    func collation() {
        // A locale that has é beside e, å after z, and Han characters by their sound.
        let ranks: [Unicode.Scalar: UInt32] = ["é": 5, "å": 100, "白": 300, "张": 900, "终": 901]
        let collation = Collation { $0.isASCII ? $0.value - 96 : ranks[$0] }
        let names = ["Ecole", "École 2", "Edda", "Zug", "Åse", "白", "张", "终"]
        let order = NaturalOrder.order(names.reversed(), collation)
        expect(order.map { Array(names.reversed())[$0] }, is: names)
    }

    @Test(
        "a machine with a Chinese locale sorts by pinyin",
        .enabled(if: Collation(locale: "zh_CN.UTF-8") != nil, "the system has no Chinese locale"))
    func pinyin() throws {
        let collation = try #require(Collation(locale: "zh_CN.UTF-8"))
        let names = ["abc", "阿甘", "北京", "长城", "东邪", "张三", "中国"]
        expect(NaturalOrder.order(names.reversed(), collation), is: names.indices.reversed())
    }
}
