/// Elements with IDs in the order of their first addition. An element with a known ID replaces the old one in its
/// place. Every change takes constant time.
package struct KeyedList<Element: Sendable & Equatable>: Sendable, Equatable {
    private struct Placed: Sendable, Equatable {
        var element: Element
        let order: Int
    }
    private var byID: [String: Placed] = [:]
    private var next = 0

    package init() {}

    package var count: Int { byID.count }
    package var isEmpty: Bool { byID.isEmpty }
    package func contains(where matches: (Element) -> Bool) -> Bool { byID.values.contains { matches($0.element) } }

    package func count(where matches: (Element) -> Bool) -> Int { byID.values.count { matches($0.element) } }

    /// Sorts, so read it once per change.
    package var elements: [Element] { byID.values.sorted { $0.order < $1.order }.map(\.element) }

    package func elements(where matches: (Element) -> Bool) -> [Element] {
        byID.values.filter { matches($0.element) }.sorted { $0.order < $1.order }.map(\.element)
    }

    /// Setting `nil` removes the element.
    package subscript(id: String) -> Element? {
        get { byID[id]?.element }
        set {
            guard let newValue else {
                byID[id] = nil
                return
            }
            guard let known = byID[id] else {
                byID[id] = Placed(element: newValue, order: next)
                next += 1
                return
            }
            byID[id] = Placed(element: newValue, order: known.order)
        }
    }

    /// Compares the elements and their order, not the changes before.
    package static func == (a: Self, b: Self) -> Bool {
        a.byID.count == b.byID.count && (a.byID == b.byID || a.elements == b.elements)
    }

    /// Ignores an unknown ID.
    mutating func update(_ id: String, _ change: (inout Element) -> Void) {
        guard let index = byID.index(forKey: id) else { return }
        change(&byID.values[index].element)
    }
}
