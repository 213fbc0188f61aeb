/// A queue: an array with a moving head. Both ends are amortised O(1).
package struct Fifo<Element> {
    private var items: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { items.count - head }
    package var isEmpty: Bool { head == items.count }
    package var first: Element? { isEmpty ? nil : items[head] }

    package func peek(_ offset: Int) -> Element? {
        offset >= 0 && offset < count ? items[head + offset] : nil
    }

    package mutating func append(_ element: Element) { items.append(element) }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = items[head]
        items[head] = nil
        head += 1
        if head > 32, head * 2 > items.count {
            items.removeFirst(head)
            head = 0
        }
        return element
    }

    package mutating func keepFirst(_ count: Int) {
        if count < self.count { items.removeLast(self.count - max(0, count)) }
    }

    package mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        head = 0
    }
}

extension Fifo: Sendable where Element: Sendable {}
