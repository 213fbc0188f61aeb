import PlayCore

/// A list in which one row is selected: rows, the selection, the view, and the filter.
///
/// The selection belongs to a row's identity: rows may come, go and move around it. With a filter only the rows that
/// match are shown. The height of the view is always passed in; it is at least 1.
package struct ListState<ID: Hashable & Sendable>: Sendable, Equatable {
    package typealias Row = ListRow<ID>

    package private(set) var rows: [Row]
    /// The selection, or `nil` while there is nothing to select.
    package private(set) var selection: ID?
    /// The text of the filter, or `nil` without a filter.
    package private(set) var filter: String?
    /// The last text, for the next and the previous match.
    package private(set) var lastFilter = ""
    /// The indices of the rows that are shown.
    private var shownIndices: [Int]
    /// The first shown row in view, before it is brought to the height of the view.
    private var scroll = 0

    /// The longest filter; a longer text finds nothing more.
    static var filterLimit: Int { 60 }

    /// Creates a list that starts at the row `selected`, else at the current one, else at the first.
    package init(rows: [Row], selected: ID? = nil) {
        self.rows = rows
        shownIndices = Array(rows.indices)
        let isThere = selected.map { id in rows.contains { $0.id == id } } ?? false
        selection = isThere ? selected : rows.first(where: \.isCurrent)?.id ?? rows.first { !$0.isHeading }?.id
    }

    package var shown: [Row] { shownIndices.map { rows[$0] } }
    package var shownCount: Int { shownIndices.count }
    package var selectedRow: Row? { selection.flatMap { id in rows.first { $0.id == id } } }

    /// Replaces the rows. The selection stays with its row, or moves to the row at its place. If none of the old rows
    /// could be chosen, it starts at the current one.
    package mutating func replace(rows new: [Row]) {
        guard new != rows else { return }
        let hadChoice = rows.contains { !$0.isHeading && $0.refusal == nil }
        let place = hadChoice ? selectedPlace : nil
        rows = new
        filterRows(keeping: place)
    }

    /// Marks other rows as current. A selection on a current row follows to the first new one, as does one on the first
    /// row while none was current.
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

    /// Returns the indices among the shown rows that fit into `height`; the selected one is among them.
    package func view(height: Int) -> Range<Int> {
        let height = max(1, height)
        let last = max(0, shownCount - height)
        var first = min(max(0, scroll), last)
        if let place = selectedPlace {
            first = min(max(first, place - height + 1), place)
            // The heading above the first row of its group, if there is space for both.
            if height > 1, place == first, place > 0, rows[shownIndices[place - 1]].isHeading { first -= 1 }
        }
        return first..<min(shownCount, first + height)
    }

    /// The selected row's place among the shown ones.
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

    /// Moves by a number of shown rows. A heading is skipped in the direction of the step, or not reached at the end.
    private mutating func step(_ count: Int, from place: Int, among places: [Int]) {
        let target = place + count
        let next = count > 0 ? places.first { $0 >= target } : places.last { $0 <= target }
        guard let end = count > 0 ? places.last : places.first else { return }
        select(place: next ?? end)
    }

    /// Scrolls the view; the selection moves only as far as it must to stay in it.
    package mutating func scroll(by count: Int, height: Int) {
        let height = max(1, height)
        let last = max(0, shownCount - height)
        let first = min(max(0, view(height: height).lowerBound + count), last)
        scroll = first
        let places = (first..<min(shownCount, first + height)).filter { !rows[shownIndices[$0]].isHeading }
        guard let top = places.first, let bottom = places.last, let place = selectedPlace else { return }
        select(place: min(max(place, top), bottom))
    }

    /// Selects a row. Returns false for a heading and for rows that are not shown.
    @discardableResult
    package mutating func select(_ id: ID) -> Bool {
        guard shownIndices.contains(where: { rows[$0].id == id }) else { return false }
        selection = id
        return true
    }

    private mutating func select(place: Int) { selection = rows[shownIndices[place]].id }

    // MARK: Filtering

    /// Appends a text (a key, a paste) to the filter, and starts it if needed.
    package mutating func type(_ text: String) {
        filter = String(((filter ?? "") + text).prefix(Self.filterLimit))
        filterRows(keeping: selectedPlace)
    }

    /// Removes the last character; without one the filter ends.
    package mutating func deleteBackward() {
        guard var text = filter else { return }
        guard !text.isEmpty else { return endFilter() }
        text.removeLast()
        filter = text
        filterRows(keeping: selectedPlace)
    }

    /// Shows all rows again; the selection stays.
    package mutating func endFilter() {
        if let filter, !filter.isEmpty { lastFilter = filter }
        filter = nil
        filterRows(keeping: selectedPlace)
    }

    /// Selects the next (1) or previous (−1) row that matches the last text, wrapping around at the end.
    ///
    /// - Returns: whether there is a match.
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
        // With a filter the best match is the first one; else the selection moves to the row that took the place of a
        // removed one.
        if place == nil, let current = shownIndices.first(where: { rows[$0].isCurrent }) {
            selection = rows[current].id
            return
        }
        let from = filter == nil ? min(place ?? 0, max(0, shownCount - 1)) : 0
        let candidates = shownIndices.dropFirst(from) + shownIndices.prefix(from).reversed()
        selection = candidates.first { !rows[$0].isHeading }.flatMap { rows[$0].id }
    }

}

/// A motion of the selection; negative is up.
package enum ListMotion: Sendable, Hashable {
    case rows(Int)
    case halfPages(Int)
    case pages(Int)
    case first
    case last
}
