import Testing

@testable import Options

@Suite("TextWrap")
struct TextWrapTests {
    @Test("lines break at spaces and keep to the width")
    func words() {
        #expect(TextWrap.lines("aa bbb c dddd", width: 6) == ["aa bbb", "c dddd"])
        #expect(TextWrap.lines("aaaaaaaa b", width: 4) == ["aaaaaaaa", "b"])
        #expect(TextWrap.lines("", width: 4).isEmpty)
    }

    @Test("Chinese breaks anywhere but before its punctuation, and takes two columns a character")
    func chinese() {
        #expect(TextWrap.columns("画面x") == 5)
        #expect(TextWrap.lines("画面周围的颜色", width: 6) == ["画面周", "围的颜", "色"])
        #expect(TextWrap.lines("画面周。围", width: 6) == ["画面", "周。围"])
        #expect(TextWrap.lines("画面 fit 完整", width: 8) == ["画面 fit", "完整"])
    }
}
