/// Elements with identities, in the order in which they were first added. An element with a known identity replaces the
/// old one in its place. Every change takes constant time.
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

    /// The elements in order. Sorts, so read it once for each change.
    package var elements: [Element] { byID.values.sorted { $0.order < $1.order }.map(\.element) }

    /// Returns the matching elements in order; sorts only these.
    package func elements(where matches: (Element) -> Bool) -> [Element] {
        byID.values.filter { matches($0.element) }.sorted { $0.order < $1.order }.map(\.element)
    }

    /// The element with an id. Setting `nil` removes it.
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

    /// Compares the elements and their order, not the changes that led to them.
    package static func == (a: Self, b: Self) -> Bool {
        a.byID.count == b.byID.count && (a.byID == b.byID || a.elements == b.elements)
    }

    /// Changes an element in place; an unknown id is ignored.
    mutating func update(_ id: String, _ change: (inout Element) -> Void) {
        guard let index = byID.index(forKey: id) else { return }
        change(&byID.values[index].element)
    }
}
