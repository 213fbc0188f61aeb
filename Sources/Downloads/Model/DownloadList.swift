/// DL-08, DL-14, DL-16, DL-17: all downloads in their order. A value.
package struct DownloadList: Sendable, Equatable {
    /// In the order in which they were added, unless they were moved.
    package private(set) var items: [DownloadItem]

    package init(_ items: [DownloadItem] = []) { self.items = items.sorted { ($0.order, $0.id) < ($1.order, $1.id) } }

    package subscript(id: DownloadID) -> DownloadItem? { items.first { $0.id == id } }

    /// DL-08: the item that there is already, running or finished; nil: it may be added. Another definition of the same
    /// video is the same item (DL-14).
    package func existing(_ identity: DownloadIdentity) -> DownloadItem? { items.first { $0.identity == identity } }

    /// DL-17.
    package func items(in states: Set<DownloadState>) -> [DownloadItem] { items.filter { states.contains($0.state) } }

    /// - Throws: `.duplicate`; its `detail` is the id of the one that there is.
    package mutating func add(
        _ request: DownloadRequest, id: DownloadID, at milliseconds: Int64
    ) throws(DownloadProblem) -> DownloadItem {
        if let existing = existing(request.identity) {
            throw DownloadProblem(.duplicate, detail: existing.id.text)
        }
        let item = DownloadItem(request, id: id, order: (items.last?.order ?? 0) + 1, added: milliseconds)
        items.append(item)
        return item
    }

    /// - Returns: nil: there is no such item.
    @discardableResult
    package mutating func change(_ id: DownloadID, _ body: (inout DownloadItem) -> Void) -> DownloadItem? {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
        body(&items[index])
        return items[index]
    }

    /// DL-26.
    @discardableResult
    package mutating func remove(_ id: DownloadID) -> DownloadItem? {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
        return items.remove(at: index)
    }

    /// aria2's changePosition. What is outside the list goes to its nearest end.
    /// - Returns: the items whose order changed.
    package mutating func move(_ id: DownloadID, to position: Int) -> [DownloadItem] {
        guard let index = items.firstIndex(where: { $0.id == id }) else { return [] }
        let before = items
        let item = items.remove(at: index)
        items.insert(item, at: max(0, min(position, items.count)))
        let orders = before.map(\.order)
        for place in items.indices { items[place].order = orders[place] }
        return items.filter { item in before.first { $0.id == item.id }?.order != item.order }
    }
}
