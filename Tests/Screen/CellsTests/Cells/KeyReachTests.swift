import Cells
import PlayCore
import Testing

@Suite struct KeyReachTests {
    @Test("every terminal sends keys without modifiers, Ctrl with a letter, and Shift+Tab")
    func everywhere() {
        for key in [
            KeyPress(.left), KeyPress(.character("q")), KeyPress(.function(8)), KeyPress(.backspace),
            KeyPress(.character("s"), .control), KeyPress(.tab, .shift),
        ] { #expect(KeyReach().contains(key)) }
    }

    @Test("a key with a modifier is available exactly where its kind is")
    func kinds() {
        let kinds: [(KeyPress, KeyReach)] = [
            (KeyPress(.left, .shift), .arrows), (KeyPress(.right, .control), .arrows),
            (KeyPress(.function(10), .shift), .arrows), (KeyPress(.pageUp, .shift), .pages),
            (KeyPress(.character("5"), .alt), .alt), (KeyPress(.character("-"), .control), .others),
            (KeyPress(.backspace, .shift), .edits),
        ]
        for (key, kind) in kinds {
            #expect(kind.contains(key), "\(key)")
            #expect(!KeyReach.all.subtracting(kind).contains(key), "\(key)")
        }
    }
}
