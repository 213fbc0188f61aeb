import Cells
import PlayCore
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Lists")
struct ListStateTests {
    @Test("the selection follows the current row until the viewer moves it away")
    func following() {
        var list = ListState(rows: (0..<5).map { ListRow($0, "\($0)") })
        list.markCurrent { $0 == 2 }
        expect(list.selection, is: 2)
        list.markCurrent { $0 == 3 }
        expect(list.selection, is: 3)
        expect(list.rows.filter(\.isCurrent).map(\.id), is: [3])
        list.move(.first, height: 3)
        list.markCurrent { $0 == 4 }
        expect(list.selection, is: 0)
        // A row hidden by the filter is not selected.
        list.select(4)
        list.type("4")
        list.markCurrent { $0 == 1 }
        expect(list.selection, is: 4)
    }

    typealias List = ListState<Int>
    typealias Row = ListRow<Int>

    private func numbers(_ count: Int) -> List { List(rows: (0..<count).map { Row($0, "row \($0)") }) }

    private func press(_ list: inout List, _ keys: String, height: Int = 5) {
        for key in keys { _ = list.press(KeyPress(.character(key)), height: height) }
    }

    @Test("keys move the selection as in less and vim")
    func moving() {
        var list = numbers(30)
        expect(list.selection, is: 0)
        press(&list, "jj")
        expect(list.selection, is: 2)
        press(&list, "k")
        expect(list.selection, is: 1)
        press(&list, "G")
        expect(list.selection, is: 29)
        press(&list, "g")
        expect(list.selection, is: 0)
        let steps: [(KeyPress, Int)] = [
            (KeyPress(.character("f"), .control), 4), (KeyPress(.character("d"), .control), 6),
            (KeyPress(.character("u"), .control), 4), (KeyPress(.character("b"), .control), 0),
            (KeyPress(.pageDown), 4), (KeyPress(.down), 5), (KeyPress(.up), 4), (KeyPress(.pageUp), 0),
            (KeyPress(.end), 29), (KeyPress(.down), 29), (KeyPress(.home), 0), (KeyPress(.up), 0),
        ]
        for (key, place) in steps {
            expect(list.press(key, height: 5), is: .handled)
            expect(list.selection, is: place)
        }
    }

    @Test("a letter or / starts the filter, whose words must all match in any case")
    func filtering() {
        var list = List(rows: ["Jungle", "River", "Jigsaw", "Quiet river"].enumerated().map { Row($0, $1) })
        press(&list, "ri")
        expect(list.filter, is: "ri")
        expect(list.shown.map(\.label), is: ["River", "Quiet river"])
        expect(list.selection, is: 1)
        press(&list, "ver q")
        expect(list.shown.map(\.label), is: ["Quiet river"])
        expect(list.selection, is: 3)
        expect(list.press(KeyPress(.enter), height: 5), is: .chosen(3))
        expect(list.press(KeyPress(.escape), height: 5), is: .handled)
        expect(list.filter, is: nil)
        expect(list.shownCount, is: 4)
        expect(list.selection, is: 3)
        press(&list, "/j")
        expect(list.filter, is: "j")
        expect(list.shown.map(\.label), is: ["Jungle", "Jigsaw"])
        press(&list, "zzz")
        expect(list.shownCount, is: 0)
        expect(list.selection, is: nil)
        expect(list.press(KeyPress(.enter), height: 5), is: .handled)
        for _ in 0..<4 { _ = list.press(KeyPress(.backspace), height: 5) }
        expect(list.filter, is: "")
        expect(list.shownCount, is: 4)
        expect(list.press(KeyPress(.backspace), height: 5), is: .handled)
        expect(list.filter, is: nil)
        expect(list.press(KeyPress(.backspace), height: 5), is: .closed)
    }

    @Test("n and N select the next and the previous match of the last filter, and wrap around")
    func matches() {
        var list = List(rows: ["one", "two", "three", "two again", "five"].enumerated().map { Row($0, $1) })
        expect(list.selectMatch(1, height: 5), is: false)
        press(&list, "tw")
        _ = list.press(KeyPress(.escape), height: 5)
        expect(list.selection, is: 1)
        press(&list, "n")
        expect(list.selection, is: 3)
        press(&list, "n")
        expect(list.selection, is: 1)
        press(&list, "N")
        expect(list.selection, is: 3)
    }

    @Test("Esc and q close the list, a refused row is not chosen, and a heading is never selected")
    func outcomes() {
        var list = List(rows: [.heading("Group"), Row(1, "a"), .heading("Other"), Row(2, "b", refusal: "no")])
        expect(list.selection, is: 1)
        expect(list.press(KeyPress(.character("q")), height: 9), is: .closed)
        expect(list.press(KeyPress(.escape), height: 9), is: .closed)
        expect(list.press(KeyPress(.character(" ")), height: 9), is: .ignored)
        expect(list.press(KeyPress(.function(8)), height: 9), is: .ignored)
        press(&list, "k")
        expect(list.selection, is: 1)
        press(&list, "j")
        expect(list.selection, is: 2)
        expect(list.press(KeyPress(.enter), height: 9), is: .refused)
        press(&list, "k")
        expect(list.selection, is: 1)
    }

    @Test("the selection stays with its row while rows change, and a removed row passes it to the row in its place")
    func identity() {
        var list = List(rows: [1, 2, 3].map { Row($0, "\($0)", isCurrent: $0 == 2) })
        expect(list.selection, is: 2)
        list.replace(rows: [9, 3, 2, 1].map { Row($0, "\($0)") })
        expect(list.selection, is: 2)
        list.replace(rows: [9, 3, 1].map { Row($0, "\($0)") })
        expect(list.selection, is: 1)
        list.replace(rows: [])
        expect(list.selection, is: nil)
        #expect(list.view(height: 4).isEmpty)
        list.replace(rows: [7, 8].map { Row($0, "\($0)", isCurrent: $0 == 8) })
        expect(list.selection, is: 8)
    }

    @Test("through random keys, rows and heights the selected row is in view and the view is full")
    func laws() {
        var random = SeededGenerator(seed: 23)
        var list = numbers(12)
        let keys: [KeyPress] = Keymap.lists.groups.flatMap(\.entries).flatMap(\.bindings).flatMap(\.keys)
        for _ in 0..<6000 {
            let height = Int(random.next() % 9)
            switch random.next() % 8 {
            case 0:
                let count = Int(random.next() % 40)
                list.replace(
                    rows: (0..<count).map { number in
                        random.next() % 6 == 0
                            ? .heading("h") : Row(Int(random.next() % 3) * 100 + number, "row \(number)")
                    })
            case 1: list.type(["r", "1", " ", "x"][Int(random.next() % 4)])
            case 2: list.endFilter()
            case 3: list.scroll(by: Int(random.next() % 9) - 4, height: height)
            default: _ = list.press(keys[Int(random.next() % UInt64(keys.count))], height: height)
            }
            let view = list.view(height: height)
            var holds = view.count == min(max(1, height), list.shownCount)
            holds = holds && view.upperBound <= list.shownCount
            if let place = list.selectedPlace { holds = holds && view.contains(place) }
            holds = holds && (list.selection == nil) == list.shown.allSatisfy(\.isHeading)
            holds = holds && list.selectedRow?.isHeading != true
            if !holds { Issue.record("\(list), height \(height), view \(view)") }
        }
    }
}
