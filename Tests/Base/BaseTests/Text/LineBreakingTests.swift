import PlayCore
import TestSupport
import Testing

@Suite struct LineBreakingTests {
    @Test("lines break at spaces, and a longer word is cut or sticks out")
    func spaces() {
        expect(LineBreaking.lines("aa  bbb c dddd ", width: 6), is: ["aa bbb", "c dddd"])
        expect(LineBreaking.lines("aaaaaaaa b", width: 4), is: ["aaaa", "aaaa", "b"])
        expect(LineBreaking.lines("aaaaaaaa b", width: 4, cutsWords: false), is: ["aaaaaaaa", "b"])
        expect(LineBreaking.lines("x aaaaaaaa", width: 4), is: ["x", "aaaa", "aaaa"])
        #expect(LineBreaking.lines("", width: 4).isEmpty)
        #expect(LineBreaking.lines("a", width: 0).isEmpty)
    }

    @Test("Chinese breaks anywhere except before closing and after opening punctuation")
    func chinese() {
        expect(LineBreaking.lines("画面周围的颜色", width: 6), is: ["画面周", "围的颜", "色"])
        expect(LineBreaking.lines("画面周。围", width: 6), is: ["画面", "周。围"])
        expect(LineBreaking.lines("画面 fit 完整", width: 8), is: ["画面 fit", "完整"])
        expect(LineBreaking.lines("他说“好的”，走了", width: 6), is: ["他说", "“好", "的”，", "走了"])
        expect(LineBreaking.lines("等等啊……再来", width: 6), is: ["等等", "啊……再", "来"])
        expect(LineBreaking.lines("我看《三体》吗？", width: 6), is: ["我看", "《三", "体》", "吗？"])
        expect(LineBreaking.lines("涨了20％左右", width: 7), is: ["涨了", "20％左", "右"])
    }

    @Test("no line of broken text begins or ends with the wrong punctuation")
    func law() {
        let text = "老师（王）说：“今天讲《第三课》，页码是12～20，作业：做完1、2、3题！”学生问：“真的吗？？”"
        for width in 8...40 {
            let lines = LineBreaking.lines(text, width: width)
            expect(lines.joined(), is: text)
            for line in lines.dropFirst() {
                #expect(!"，。！？：”》）～、".contains(line.first ?? " "), "\(width): \(line)")
            }
            for line in lines.dropLast() { #expect(!"（《“".contains(line.last ?? " "), "\(width): \(line)") }
        }
    }
}
