import Cells
import Classes
import Commands
import HomeScreen
import Library
import PlayCore
import Playlists
package import ScreenKit

package struct OpenPrompt: Sendable, Equatable {
    package internal(set) var line: LineEditor
    package private(set) var candidates: [String] = []
    /// Whether the location is being looked up on the disk.
    var isLooking = false
    /// Whether the rest of the path is being looked up on the disk.
    var isCompleting = false
    /// Whether Enter was pressed during the completion.
    var opensWhenCompleted = false

    package init(_ text: String = "") { line = LineEditor(text) }

    /// Completes the path, unless the text has changed meanwhile. Returns whether to open the path at once.
    mutating func complete(_ answer: PathCompletion.Answer) -> Bool {
        isCompleting = false
        guard line.text == answer.text else { return false }
        line = LineEditor(answer.completed)
        candidates = answer.candidates
        defer { opensWhenCompleted = false }
        return opensWhenCompleted
    }

    /// Returns false if a field does not use the key.
    mutating func press(_ key: KeyPress) -> Bool {
        guard line.press(key) else { return false }
        candidates = []
        return true
    }

    mutating func type(_ text: String) {
        line.type(text)
        candidates = []
    }
}

extension OpenPrompt: ScreenLayer {
    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.openPrompt = nil }
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let prompt = state.openPrompt else { return }
        canvas.cells.write(prompt, state, geometry)
    }

    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard var prompt = state.openPrompt else { return nil }
        switch key {
        case KeyPress(.escape): state.openPrompt = nil
        case KeyPress(.backspace) where prompt.line.isEmpty: state.openPrompt = nil
        case KeyPress(.tab):
            state.openPrompt?.isCompleting = true
            return [.library(.complete(prompt.line.text))]
        case KeyPress(.enter) where prompt.isCompleting: state.openPrompt?.opensWhenCompleted = true
        case KeyPress(.enter): return state.lookAtTyped()
        default:
            _ = prompt.press(key)
            (prompt.isLooking, prompt.opensWhenCompleted) = (false, false)
            state.openPrompt = prompt
        }
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.openPrompt?.type(text)
        return []
    }
}

extension AppState {
    package internal(set) var openPrompt: OpenPrompt? {
        get { layers.value { if case .open(let prompt) = $0 { prompt } else { nil } } }
        set { layers.set(OpenPrompt.self, newValue.map(Layer.open)) }
    }

    fileprivate mutating func lookAtTyped() -> [Effect] {
        guard let prompt = openPrompt, !prompt.isLooking, prompt.line.text.contains(where: { !$0.isWhitespace }) else {
            return []
        }
        openPrompt?.isLooking = true
        return [.library(.look(prompt.line.text, .open))]
    }

    mutating func complete(_ answer: PathCompletion.Answer) -> [Effect] {
        openPrompt?.complete(answer) == true ? lookAtTyped() : []
    }

    mutating func open(_ look: LocationLook, at now: HostTime) -> [Effect] {
        // The field was closed, or its text changed.
        guard openPrompt?.isLooking == true else { return [] }
        openPrompt?.isLooking = false
        guard let target = look.targets.first else { return [] }
        let name = SafeText.phrase(AddressText.shown(target.location))
        switch target.kind {
        case .missing where home.isOffered && LibrarySearch.isSearch(openPrompt?.line.text ?? ""):
            let text = SafeText.clean(openPrompt?.line.text ?? "", limit: 200)
            openPrompt = nil
            return openPage(.home, at: now) + carryOut(home.openSearch(text, history), at: now)
        case .missing: message = Message(tr("No such file or folder: %1", name), .warning, at: now)
        case .silent: message = Message(tr("%1 does not respond", name), .warning, at: now)
        case .folder:
            openPrompt = nil
            return openPage(.home, at: now) + carryOut(home.openFolder(target.location), at: now)
        case .room:
            openPrompt = nil
            showsHome = false
            return [.room(.attend(target.location))]
        case .file, .address:
            openPrompt = nil
            return play(look.targets)
        }
        return []
    }

    mutating func play(_ targets: [LocationLook.Target]) -> [Effect] {
        navigation.awaitsItem = true
        return targets.enumerated().map { index, target in
            .external(.loadFile(path: target.location, mode: index == 0 ? .appendGo : .append))
        }
    }
}

extension CellBuffer {
    fileprivate mutating func write(_ prompt: OpenPrompt, _ state: AppState, _ geometry: ScreenGeometry) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let (columns, row) = (state.terminal.columns, geometry.messageRow)
        fill(Rect(column: 0, row: row, width: columns, height: 1))
        let label = tr("Open:")
        let start = 1 + write(label, column: 1, row: row, style: Theme.dim) + 1
        let hint = HintLine.text([tr("Tab complete"), tr("Enter open"), tr("Esc cancel")], columns, glyphs)
        let hintColumns = TextWidth.columns(of: hint) + 2
        let isHinted = columns - start - hintColumns >= 50
        write(prompt.line, column: start, columns: max(1, columns - start - 1 - (isHinted ? hintColumns : 0)), row: row)
        if isHinted { write(endingAt: columns - 1, hint, row: row, style: Theme.dim) }
        let names = prompt.candidates.map { SafeText.clean(ByteText.shown($0), limit: 80) }.joined(separator: "  ")
        // Each line has its own row; the names are next to the field.
        let lines = [(names, Theme.accent), (state.message?.text ?? "", state.message?.kind.style ?? Theme.plain)]
        for (above, (text, style)) in zip(1..., lines.filter { !$0.0.isEmpty }) where row > above {
            fill(Rect(column: 0, row: row - above, width: columns, height: 1))
            write(glyphs.fitted(text, columns - 2), column: 1, row: row - above, style: style)
        }
    }
}
