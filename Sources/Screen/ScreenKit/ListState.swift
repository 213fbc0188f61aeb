import PlayCore

/// Rows with one selected, the scroll position, and the filter. The selection belongs to a row's identity: rows may
/// come, go and move around it. With a filter, only matches are shown. The height of the view is a parameter, at least
/// 1.
package struct ListState<ID: Hashable & Sendable>: Sendable, Equatable {
    package typealias Row = ListRow<ID>

    package private(set) var rows: [Row]
    package private(set) var selection: ID?
    package private(set) var filter: String?
    /// The filter for the next and the previous match.
    package private(set) var lastFilter = ""
    /// Indices in ``rows``.
    private var shownIndices: [Int]
    /// The first shown row in view, before ``view(height:)`` fits it to the height.
    private var scroll = 0

    /// A longer text would find nothing.
    package static var filterLimit: Int { 60 }

    /// Selects the row `selected`, else the current one, else the first.
    package init(rows: [Row], selected: ID? = nil) {
        self.rows = rows
        shownIndices = Array(rows.indices)
        let isThere = selected.map { id in rows.contains { $0.id == id } } ?? false
        selection = isThere ? selected : rows.first(where: \.isCurrent)?.id ?? rows.first { !$0.isHeading }?.id
    }

    package var shown: [Row] { shownIndices.map { rows[$0] } }
    package var shownCount: Int { shownIndices.count }
    package var selectedRow: Row? { selection.flatMap { id in rows.first { $0.id == id } } }

    /// Keeps the selection on its row, else at its place. If no row could be selected before, selects the current one.
    package mutating func replace(rows new: [Row]) {
        guard new != rows else { return }
        let hadChoice = rows.contains { !$0.isHeading && $0.refusal == nil }
        let place = hadChoice ? selectedPlace : nil
        rows = new
        filterRows(keeping: place)
    }

    /// Marks other rows as current. The selection follows the first of them if it was on a current row, or on the first
    /// row and none was current.
    package mutating func markCurrent(_ isCurrent: (ID) -> Bool) {
        let isAtStart = !rows.contains(where: \.isCurrent) && selection == rows.first { !$0.isHeading }?.id
        let follows = isAtStart || selectedRow?.isCurrent == true
        for index in rows.indices {
            guard let id = rows[index].id else { continue }
            let mark = isCurrent(id)
            if rows[index].isCurrent != mark { rows[index].isCurrent = mark }
        }
        guard follows, let next = shownIndices.first(where: { rows[$0].isCurrent }) else { return }
        selection = rows[next].id
    }

    // MARK: What is in view

    /// Returns indices among the shown rows that include the selected one.
    package func view(height: Int) -> Range<Int> {
        let height = max(1, height)
        let last = max(0, shownCount - height)
        var first = min(max(0, scroll), last)
        if let place = selectedPlace {
            first = min(max(first, place - height + 1), place)
            // The heading above the first row of its group.
            if height > 1, place == first, place > 0, rows[shownIndices[place - 1]].isHeading { first -= 1 }
        }
        return first..<min(shownCount, first + height)
    }

    package var selectedPlace: Int? {
        guard let selection else { return nil }
        return shownIndices.firstIndex { rows[$0].id == selection }
    }

    // MARK: Moving

    package mutating func move(_ motion: ListMotion, height: Int) {
        let height = max(1, height)
        let places = shownIndices.indices.filter { !rows[shownIndices[$0]].isHeading }
        guard let first = places.first, let last = places.last else { return }
        scroll = view(height: height).lowerBound
        let place = selectedPlace ?? first
        switch motion {
        case .first: select(place: first)
        case .last: select(place: last)
        case .rows(let count): step(count, from: place, among: places)
        case .pages(let count): step(count * max(1, height - 1), from: place, among: places)
        case .halfPages(let count): step(count * max(1, height / 2), from: place, among: places)
        }
        scroll = view(height: height).lowerBound
    }

    /// Selects the target. Instead of a heading, selects the next row in the direction, or the last one there.
    private mutating func step(_ count: Int, from place: Int, among places: [Int]) {
        let target = place + count
        let next = count > 0 ? places.first { $0 >= target } : places.last { $0 <= target }
        guard let end = count > 0 ? places.last : places.first else { return }
        select(place: next ?? end)
    }

    /// Moves the selection only as far as it must to stay in view.
    package mutating func scroll(by count: Int, height: Int) {
        let height = max(1, height)
        let last = max(0, shownCount - height)
        let first = min(max(0, view(height: height).lowerBound + count), last)
        scroll = first
        let places = (first..<min(shownCount, first + height)).filter { !rows[shownIndices[$0]].isHeading }
        guard let top = places.first, let bottom = places.last, let place = selectedPlace else { return }
        select(place: min(max(place, top), bottom))
    }

    /// Returns false for headings and rows that are not shown.
    @discardableResult
    package mutating func select(_ id: ID) -> Bool {
        guard shownIndices.contains(where: { rows[$0].id == id }) else { return false }
        selection = id
        return true
    }

    private mutating func select(place: Int) { selection = rows[shownIndices[place]].id }

    // MARK: Filtering

    /// Starts the filter if needed.
    package mutating func type(_ text: String) {
        filter = String(((filter ?? "") + text).prefix(Self.filterLimit))
        filterRows(keeping: selectedPlace)
    }

    /// Ends the filter if it is empty.
    package mutating func deleteBackward() {
        guard var text = filter else { return }
        guard !text.isEmpty else { return endFilter() }
        text.removeLast()
        filter = text
        filterRows(keeping: selectedPlace)
    }

    /// Keeps the selection.
    package mutating func endFilter() {
        if let filter, !filter.isEmpty { lastFilter = filter }
        filter = nil
        filterRows(keeping: selectedPlace)
    }

    /// Steps (1 or −1) through the rows that match the last text, wrapping around. Returns whether there is a match.
    @discardableResult
    package mutating func selectMatch(_ step: Int, height: Int) -> Bool {
        let words = SearchWords(filter ?? lastFilter)
        let places = shownIndices.indices.filter {
            !rows[shownIndices[$0]].isHeading && rows[shownIndices[$0]].matches(words)
        }
        guard !words.isEmpty, !places.isEmpty else { return false }
        scroll = view(height: height).lowerBound
        let place = selectedPlace ?? -1
        let next = step > 0 ? places.first { $0 > place } ?? places[0] : places.last { $0 < place } ?? places.last
        if let next { select(place: next) }
        scroll = view(height: height).lowerBound
        return true
    }

    private mutating func filterRows(keeping place: Int?) {
        let words = SearchWords(filter ?? "")
        shownIndices = rows.indices.filter { words.isEmpty || (!rows[$0].isHeading && rows[$0].matches(words)) }
        if let selection, shownIndices.contains(where: { rows[$0].id == selection }) { return }
        // With a filter, selects the first match; else the row that took the place of a removed one.
        if place == nil, let current = shownIndices.first(where: { rows[$0].isCurrent }) {
            selection = rows[current].id
            return
        }
        let from = filter == nil ? min(place ?? 0, max(0, shownCount - 1)) : 0
        let candidates = shownIndices.dropFirst(from) + shownIndices.prefix(from).reversed()
        selection = candidates.first { !rows[$0].isHeading }.flatMap { rows[$0].id }
    }

}

/// Negative is up.
package enum ListMotion: Sendable, Hashable {
    case rows(Int)
    case halfPages(Int)
    case pages(Int)
    case first
    case last
}
