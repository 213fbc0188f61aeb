package import DownloadModel

/// All downloads in their order. A value.
///
/// Nothing that is asked of one item goes over the others: ids, identities, names of files and who wants to run are kept
/// beside the items.
package struct DownloadList: Sendable {
    /// In the order in which they were added, unless they were moved; ``DownloadItem/order`` rises.
    package private(set) var items: [DownloadItem]
    private var orders: [DownloadID: Int64] = [:]
    /// Of one there may be several, each in a folder of its own; the oldest first.
    private var identities: [DownloadIdentity: [DownloadID]] = [:]
    private var names = TakenNames()
    /// Those that are loaded into the cache.
    private var ahead: Set<DownloadID> = []
    /// Those whose state is running, whoever comes first in front.
    private(set) var wanted = WantedQueue()
    /// Items that were gone over because all, or many, had to be: what would grow with the square of the list.
    private(set) var scanned = 0

    package init(_ items: [DownloadItem] = []) {
        self.items = items.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
        for index in self.items.indices {
            // A list that was put together from several places may have one twice.
            if index > 0 { self.items[index].order = max(self.items[index].order, self.items[index - 1].order + 1) }
            note(self.items[index])
        }
        scanned = items.count
    }

    var labels: [DownloadLabels.Entry] {
        items.indices.map { DownloadLabels.Entry(id: items[$0].id, label: items[$0].label) }
    }

    package subscript(id: DownloadID) -> DownloadItem? { place(of: id).map { items[$0] } }

    /// Where it is in ``items``.
    package func place(of id: DownloadID) -> Int? {
        guard let order = orders[id] else { return nil }
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].order < order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The item that there is already, running or finished; nil: it may be added. Another definition of the same
    /// video is the same item.
    ///
    /// - Parameters:
    ///   - folder: only one whose files are there; nil: anywhere.
    ///   - isAhead: one that is loaded into the cache; else one that is downloaded.
    package func existing(
        _ identity: DownloadIdentity, in folder: String? = nil, isAhead: Bool = false
    ) -> DownloadItem? {
        (identities[identity] ?? []).lazy.compactMap { self[$0] }.first {
            (folder == nil || $0.folder == folder) && ($0.wishes.ahead != nil) == isAhead
        }
    }

    /// Those that want to be loaded ahead, and not over a line that costs by the byte.
    var unmetered: Set<DownloadID> {
        ahead.filter { wanted.contains($0) && self[$0]?.wishes.allowsMetered == false }
    }

    package func items(in states: Set<DownloadState>) -> [DownloadItem] { items.filter { states.contains($0.state) } }

    /// Whether a path is another item's, or a folder of another's files.
    func isTaken(_ path: String, by id: DownloadID) -> Bool { names.isTaken(path, by: id) }

    /// - Throws: `.duplicate`; its `detail` is the id of the one that there is.
    package mutating func add(
        _ request: DownloadRequest, id: DownloadID, at milliseconds: Int64
    ) throws(DownloadProblem) -> DownloadItem {
        if let existing = existing(
            request.identity, in: request.namesFolder ? request.folder : nil, isAhead: request.wishes.ahead != nil)
        {
            throw DownloadProblem(.duplicate, detail: existing.id.text)
        }
        let item = DownloadItem(request, id: id, order: (items.last?.order ?? 0) + 1, added: milliseconds)
        items.append(item)
        note(item)
        return item
    }

    /// - Parameter body: its order stays what it is.
    /// - Returns: nil: there is no such item.
    @discardableResult
    package mutating func change(_ id: DownloadID, _ body: (inout DownloadItem) -> Void) -> DownloadItem? {
        guard let place = place(of: id) else { return nil }
        let before = items[place]
        body(&items[place])
        items[place].order = before.order
        let item = items[place]
        if before.files != item.files {
            names.remove(before)
            names.add(item)
        }
        if before.state != item.state || before.priority != item.priority { wanted.set(item) }
        return item
    }

    @discardableResult
    package mutating func remove(_ id: DownloadID) -> DownloadItem? {
        guard let place = place(of: id) else { return nil }
        forget(items[place])
        return items.remove(at: place)
    }

    /// Removes several at once.
    /// - Returns: those that there were.
    package mutating func remove(_ ids: Set<DownloadID>) -> [DownloadItem] {
        var (kept, gone): ([DownloadItem], [DownloadItem]) = ([], [])
        for item in items { if ids.contains(item.id) { gone.append(item) } else { kept.append(item) } }
        scanned += items.count
        for item in gone { forget(item) }
        items = kept
        return gone
    }

    /// aria2's changePosition. What is outside the list goes to its nearest end.
    /// - Returns: the items whose order changed.
    package mutating func move(_ id: DownloadID, to position: Int) -> [DownloadItem] {
        guard let place = place(of: id) else { return [] }
        let target = max(0, min(position, items.count - 1))
        let range = min(place, target)...max(place, target)
        let orders = items[range].map(\.order)
        items.insert(items.remove(at: place), at: target)
        // All before any: two must never have the same place.
        for index in range { wanted.remove(items[index].id) }
        for (index, order) in zip(range, orders) {
            items[index].order = order
            self.orders[items[index].id] = order
            wanted.set(items[index])
        }
        scanned += range.count
        return place == target ? [] : Array(items[range])
    }

    private mutating func note(_ item: DownloadItem) {
        orders[item.id] = item.order
        identities[item.identity, default: []].append(item.id)
        names.add(item)
        if item.wishes.ahead != nil { ahead.insert(item.id) }
        wanted.set(item)
    }

    private mutating func forget(_ item: DownloadItem) {
        ahead.remove(item.id)
        orders[item.id] = nil
        identities[item.identity]?.removeAll { $0 == item.id }
        if identities[item.identity]?.isEmpty == true { identities[item.identity] = nil }
        names.remove(item)
        wanted.remove(item.id)
    }
}

extension DownloadList: Equatable {
    package static func == (a: DownloadList, b: DownloadList) -> Bool { a.items == b.items }
}
