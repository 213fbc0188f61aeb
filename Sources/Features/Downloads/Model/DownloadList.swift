package import DownloadModel

/// The items, indexed by IDs, identities, file names and wanted items, so that no operation on one scans the list.
package struct DownloadList: Sendable {
    /// In the order of adding unless moved, with ascending ``DownloadItem/order``.
    package private(set) var items: [DownloadItem]
    private var orders: [DownloadID: Int64] = [:]
    /// Oldest first. An identity may have several, each in its own folder.
    private var identities: [DownloadIdentity: [DownloadID]] = [:]
    private var names = TakenNames()
    private var ahead: Set<DownloadID> = []
    private(set) var wanted = WantedQueue()
    /// The items scanned by operations on all or many items. Reveals quadratic costs.
    private(set) var scanned = 0

    package init(_ items: [DownloadItem] = []) {
        self.items = items.sorted { ($0.order, $0.id) < ($1.order, $1.id) }
        for index in self.items.indices {
            // A list merged from several sources may have duplicate orders.
            if index > 0 { self.items[index].order = max(self.items[index].order, self.items[index - 1].order + 1) }
            note(self.items[index])
        }
        scanned = items.count
    }

    var labels: [DownloadLabels.Entry] {
        items.indices.map { DownloadLabels.Entry(id: items[$0].id, label: items[$0].label) }
    }

    package subscript(id: DownloadID) -> DownloadItem? { place(of: id).map { items[$0] } }

    package func place(of id: DownloadID) -> Int? {
        guard let order = orders[id] else { return nil }
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if items[middle].order < order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns an identity's item, running or finished. Another definition of the same video counts as the same.
    ///
    /// - Parameters:
    ///   - folder: `nil` for any folder.
    ///   - isAhead: whether to look for a preloaded item instead of a download.
    package func existing(
        _ identity: DownloadIdentity, in folder: String? = nil, isAhead: Bool = false
    ) -> DownloadItem? {
        (identities[identity] ?? []).lazy.compactMap { self[$0] }.first {
            (folder == nil || $0.folder == folder) && ($0.wishes.ahead != nil) == isAhead
        }
    }

    /// The items to preload that require an unmetered line.
    var unmetered: Set<DownloadID> {
        ahead.filter { wanted.contains($0) && self[$0]?.wishes.allowsMetered == false }
    }

    package func items(in states: Set<DownloadState>) -> [DownloadItem] { items.filter { states.contains($0.state) } }

    /// Returns whether a path is a file of another item, or a folder of its files.
    func isTaken(_ path: String, by id: DownloadID) -> Bool { names.isTaken(path, by: id) }

    /// - Throws: `.duplicate` with the ID of the existing item as `detail`.
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

    package mutating func remove(_ ids: Set<DownloadID>) -> [DownloadItem] {
        var (kept, gone): ([DownloadItem], [DownloadItem]) = ([], [])
        for item in items { if ids.contains(item.id) { gone.append(item) } else { kept.append(item) } }
        scanned += items.count
        for item in gone { forget(item) }
        items = kept
        return gone
    }

    /// Clamps the position to the list, like aria2's changePosition. Returns the items whose order changed.
    package mutating func move(_ id: DownloadID, to position: Int) -> [DownloadItem] {
        guard let place = place(of: id) else { return [] }
        let target = max(0, min(position, items.count - 1))
        let range = min(place, target)...max(place, target)
        let orders = items[range].map(\.order)
        items.insert(items.remove(at: place), at: target)
        // Removes all before it inserts any, because two entries must never have the same place.
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
