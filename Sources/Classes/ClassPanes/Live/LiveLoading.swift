import Cells
import ClassRules
import PlayCore
import ScreenKit

enum LiveLoading {
    static func lines(_ loading: ClassLoading, place: String, width: Int, _ glyphs: Glyphs) -> [CentredLine] {
        let columns = min(40, max(4, width - 8))
        let done = Int((min(max(loading.progress, 0), 1) * Double(columns)).rounded())
        let bar =
            String(repeating: glyphs.done, count: done) + String(repeating: glyphs.rest, count: columns - done)
        let steps = ClassLoading.Step.allCases
        let current = steps.firstIndex(of: loading.step) ?? 0
        let names = steps.map { TextWidth.columns(of: word($0)) }.max() ?? 0
        let list = steps.enumerated().map { index, step in
            let sign = index < current ? glyphs.checked : index == current ? glyphs.play : " "
            let name = word(step)
            let padding = String(repeating: " ", count: names - TextWidth.columns(of: name))
            return CentredLine(
                text: sign + " " + name + padding,
                style: index == current ? Theme.accentBold : index < current ? Theme.plain : Theme.dim,
                isOptional: index != current)
        }
        return [CentredLine(text: place, style: Theme.bold), CentredLine(text: "")] + list + [
            CentredLine(text: ""), CentredLine(text: bar, style: Theme.accent),
        ]
    }

    static func word(_ step: ClassLoading.Step) -> String {
        switch step {
        case .ticket: tr("asking to be let in")
        case .connection: tr("connecting")
        case .room: tr("entering the room")
        case .snapshot: tr("state of the class")
        case .history: tr("what was written")
        case .media: tr("sound and pictures")
        }
    }
}
