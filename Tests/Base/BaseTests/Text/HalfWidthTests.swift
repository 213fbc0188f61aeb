import PlayCore
import TestSupport
import Testing

@Suite struct HalfWidthTests {
    @Test("full-width text becomes ASCII, half-width katakana becomes full-width, and the rest stays")
    func folded() {
        expect(HalfWidth.folded("ＢＡＳＥ　１：２０～"), is: "BASE 1:20~")
        expect(HalfWidth.folded("ｶﾞｰﾄﾞ￥"), is: "ガード¥")
        expect(HalfWidth.folded("第一集 é、。"), is: "第一集 é、。")
    }

    @Test(
        "a character of an input method stands for the key that types it",
        arguments: [
            ("？", "?"), ("／", "/"), ("ｑ", "q"), ("Ｑ", "Q"), ("０", "0"), ("　", " "), ("：", ":"), ("，", ","), ("。", "."),
            ("【", "["), ("》", ">"), ("、", "/"), ("＃", "#"), ("本", "本"), ("é", "é"), ("x", "x"),
        ] as [(Character, Character)])
    func key(typed: Character, meant: Character) { expect(HalfWidth.key(typed), is: meant) }
}
