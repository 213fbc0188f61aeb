import Cells
package import PlayCore

/// The action of a key in a list.
package enum ListKeyAction: Sendable, Hashable {
    case move(ListMotion)
    case beginFilter
    /// 1 next, −1 previous.
    case match(Int)
    case choose
    /// Leaves one thing: the filter, else the list.
    case back
    case close
    /// Only in the history.
    case forget
    case forgetAll
    /// Only in comments.
    case write
    case answer
    case like
    /// Only in an album: plays the next (1) or the previous (−1) item.
    case neighbour(Int)
    /// Only in links.
    case copy
    /// Only in the playlist: moves the item one place down (1) or up (−1).
    case shift(Int)
    /// Only among subtitles.
    case chooseSecond
    case delay
    /// Only among definitions.
    case download
}

/// The result of a key in a list.
package enum ListOutcome<ID: Hashable & Sendable>: Sendable, Equatable {
    case handled
    case chosen(ID)
    /// The row cannot be chosen, for the reason in the row.
    case refused
    /// The list is to be closed.
    case closed
    /// The key has no meaning here.
    case ignored
}

extension ListState {
    /// Handles keys of less and vim (``Keymap/lists``). A letter or digit that is none of them starts the filter, `/`
    /// starts an empty one. From then on all characters are its text, and the other keys move in its matches.
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
