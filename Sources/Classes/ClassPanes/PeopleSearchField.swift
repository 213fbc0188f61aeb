import Cells
import Classes
package import PlayCore
import ScreenKit

package enum PeopleSearchField: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.peopleSearch != nil }

    package static func takesText(_ screen: ClassScreen) -> Bool { true }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        switch key.key {
        case .up: return screen.perform(.move(.rows(-1)), context, at: now)
        case .down: return screen.perform(.move(.rows(1)), context, at: now)
        case .escape:
            screen.peopleSearch = nil
            screen.findPeople("")
        case .enter: screen.peopleSearch = nil
        default:
            _ = screen.peopleSearch?.press(key)
            screen.findPeople()
        }
        return []
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.peopleSearch?.type(text)
        screen.findPeople()
        return []
    }
}

extension ClassScreen {
    mutating func beginPeopleSearch() { peopleSearch = LineEditor(peopleQuery ?? "") }

    fileprivate mutating func findPeople() { findPeople(peopleSearch?.text ?? "") }

    /// Returns the pane's area without the row of the search field.
    func listRect(of placed: ClassLayout.Placed) -> Rect {
        var rect = placed.content
        if placed.pane == .people, peopleSearch != nil, rect.height > 1 { rect.height -= 1 }
        return rect
    }
}

extension ClassScreen {
    /// Filters the list by name, and selects the first person found.
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
