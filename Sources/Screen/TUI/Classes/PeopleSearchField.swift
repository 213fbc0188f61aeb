import Cells
import Classes
import PlayCore

/// The search field in the last row of the list of people.
enum PeopleSearchField: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        switch key.key {
        case .escape:
            state.peopleSearch = nil
            state.room?.findPeople("")
        case .enter: state.peopleSearch = nil
        case .up: return state.perform(.move(.rows(-1)), at: now)
        case .down: return state.perform(.move(.rows(1)), at: now)
        default:
            _ = state.peopleSearch?.press(key)
            state.findPeople()
        }
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.peopleSearch?.type(text)
        state.findPeople()
        return []
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .otherItem { state.peopleSearch = nil }
    }
}

extension AppState {
    var peopleSearch: LineEditor? {
        get { layers.value { if case .peopleSearch(let line) = $0 { line } else { nil } } }
        set { layers.set(PeopleSearchField.self, newValue.map(Layer.peopleSearch)) }
    }

    mutating func beginPeopleSearch() { peopleSearch = LineEditor(room?.peopleQuery ?? "") }

    fileprivate mutating func findPeople() {
        let text = peopleSearch?.text ?? ""
        room?.findPeople(text)
    }

    /// Leaves out the row of the search field.
    func listRect(of placed: ClassLayout.Placed) -> Rect {
        var rect = placed.content
        if placed.pane == .people, peopleSearch != nil, rect.height > 1 { rect.height -= 1 }
        return rect
    }
}

extension ClassScreen {
    /// Selects the first person found.
    mutating func findPeople(_ text: String) {
        guard text != peopleQuery ?? "" else { return }
        peopleQuery = text.isEmpty ? nil : text
        places[.people] = peopleQuery == nil ? nil : 0
    }

    var shownPeople: [UsersArea.Entry] { view.people.filter { isFound($0.user) } }

    func isFound(_ user: ClassUser?) -> Bool {
        guard let peopleQuery else { return true }
        return user.map { SearchTerm(peopleQuery).occurs(in: $0.name) } ?? false
    }
}
