import Cells
import Classes
import Commands
import HomeScreen
package import Library
import PlayCore
import Playlists
import ScreenKit

/// The question about pasted or dropped locations: play them, add them, or neither.
package struct OpenQuestion: Sendable, Equatable {
    package let targets: [LocationLook.Target]
}

extension OpenQuestion: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard let question = state.openQuestion else { return nil }
        state.openQuestion = nil
        switch key {
        case KeyPress(.enter), KeyPress(.character("p")), KeyPress(.character("y")):
            if question.targets.count == 1, question.targets[0].kind == .room {
                state.showsHome = false
                return [.room(.attend(question.targets[0].location))]
            }
            return state.play(question.targets)
        case KeyPress(.character("a")):
            let count = question.targets.count
            state.home.hasAdded = true
            state.message = Message(
                trn("%1 item added to the playlist", "%1 items added to the playlist", count), at: now)
            return question.targets.map { .external(.loadFile(path: $0.location, mode: .append)) }
        default: return []
        }
    }

    /// Replaces the question, because something else was dropped.
    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.openQuestion = nil
        return state.ask(aboutPaste: text)
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if case .press = event.kind { state.openQuestion = nil }
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let question = state.openQuestion else { return }
        let columns = state.terminal.columns
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let keys = HintLine.text([tr("Enter play"), tr("a add to the playlist"), tr("Esc cancel")], columns, glyphs)
        canvas.cells.write(question: question.text, keys: keys, row: geometry.messageRow, glyphs)
    }
}

extension OpenQuestion {
    private var text: String {
        let name = targets.first.map { SafeText.phrase(AddressText.title($0.location)) } ?? ""
        guard targets.count > 1 else { return tr("Play %1?", name) }
        return trn("Play %2 and %1 more?", "Play %2 and %1 more?", targets.count - 1, name)
    }
}

extension AppState {
    package internal(set) var openQuestion: OpenQuestion? {
        get { layers.value { if case .openQuestion(let question) = $0 { question } else { nil } } }
        set { layers.set(OpenQuestion.self, newValue.map(Layer.openQuestion)) }
    }

    /// Looks up text pasted where no field is open, because it may name something to play.
    func ask(aboutPaste text: String) -> [Effect] {
        home.isOffered ? [.library(.look(String(text.prefix(Self.pasteLimit)), .pasted))] : []
    }

    /// Enough for a thousand long paths.
    private static let pasteLimit = 1 << 18

    mutating func askAbout(_ look: LocationLook, at now: HostTime) {
        let found = look.targets.filter { $0.kind != .missing && $0.kind != .silent }
        guard found.isEmpty else {
            openQuestion = OpenQuestion(targets: found)
            return
        }
        let name = look.targets.first.map { SafeText.phrase(AddressText.shown($0.location)) }
        message = Message(
            name.map { tr("Cannot open the pasted text: no such file: %1", $0) }
                ?? tr("The pasted text names no file and no address"),
            .warning, outlivesItem: true, at: now)
    }
}
