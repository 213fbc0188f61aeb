import Cells
package import PlayCore
package import ScreenKit

package enum ListKeyAction: Sendable, Hashable {
    case move(ListMotion)
    case beginFilter
    /// 1 next, −1 previous.
    case match(Int)
    case choose
    /// Closes the filter, else the list.
    case back
    case close
    /// In the history.
    case forget
    case forgetAll
    /// In comments.
    case write
    case answer
    case like
    /// In an album: next (1) or previous (−1).
    case neighbour(Int)
    /// In links.
    case copy
    /// In the playlist: one place down (1) or up (−1).
    case shift(Int)
    /// Among subtitles.
    case chooseSecond
    case delay
    /// Among definitions.
    case download
}

package enum ListOutcome<ID: Hashable & Sendable>: Sendable, Equatable {
    case handled
    case chosen(ID)
    /// The row cannot be chosen, for the reason that it holds.
    case refused
    case closed
    case ignored
}

extension ListState {
    /// Handles keys of less and vim (``Keymap/lists``). Any other letter or digit starts the filter, `/` an empty one.
    /// All later characters are its text; the other keys move among its matches.
    package mutating func press(_ key: KeyPress, height: Int) -> ListOutcome<ID> {
        if case .character(let character) = key.key, key.modifiers.isEmpty {
            if filter != nil {
                type(String(character))
                return .handled
            }
            if Keymap.lists.action(for: key) == nil {
                guard character.isLetter || character.isNumber else { return .ignored }
                type(String(character))
                return .handled
            }
        }
        if key == KeyPress(.backspace), filter != nil {
            deleteBackward()
            return .handled
        }
        guard case .list(let action) = Keymap.lists.action(for: key) else { return .ignored }
        return perform(action, height: height)
    }

    private mutating func perform(_ action: ListKeyAction, height: Int) -> ListOutcome<ID> {
        switch action {
        case .move(let motion): move(motion, height: height)
        case .beginFilter: type("")
        case .match(let step): selectMatch(step, height: height)
        case .choose:
            guard let row = selectedRow, let id = row.id else { return .handled }
            return row.refusal == nil ? .chosen(id) : .refused
        case .back:
            guard filter != nil else { return .closed }
            endFilter()
        case .close: return .closed
        case .forget, .forgetAll, .write, .answer, .like, .neighbour, .copy, .shift, .chooseSecond, .delay, .download:
            return .ignored
        }
        return .handled
    }
}
