import Cells
package import DownloadModel
import PlayCore
package import ScreenKit

package enum DownloadTab: Sendable, Hashable, CaseIterable {
    case all, running, paused, done, failed
    /// Downloads loaded in advance into the cache, in any state.
    case ahead

    func includes(_ entry: DownloadRecord) -> Bool {
        switch self {
        case .all: true
        case .running: entry.label == .downloading
        case .paused: entry.label == .paused
        case .done: entry.label == .done
        case .failed: [.failed, .fileLost, .invalid].contains(entry.label)
        case .ahead: entry.ahead != nil
        }
    }
}

/// The columns for sorting. Each starts with the most interesting downloads: the largest, the fastest, the soonest.
package enum DownloadSort: Sendable, Hashable, CaseIterable {
    case added, title, state, size, progress, speed, left, priority
}

/// The list in the viewer's arrangement. The height, at least 1, is a parameter and not stored. Rows are sorted only
/// when the list or its order changes. All other work is on the visible rows.
package struct DownloadsPage: Sendable, Equatable {
    package enum Row: Sendable, Equatable {
        /// Rooms, or all other downloads.
        case heading(isRooms: Bool, count: Int)
        case entry(Int)
    }

    package enum Line: Sendable, Equatable {
        case heading(isRooms: Bool, count: Int)
        case entry(Int)
        case problem(Int)
        case file(Int, Int)
        /// How many files have no line.
        case moreFiles(Int)
    }

    package internal(set) var isOffered = false
    package private(set) var state = DownloadsState()
    /// The figures of the running downloads, as drawn.
    private var drawn: [DownloadID: DownloadFigures] = [:]
    package private(set) var tab = DownloadTab.all
    /// The cache's tab appears with the first item loaded into the cache.
    package private(set) var tabs = DownloadTab.allCases.filter { $0 != .ahead }
    package private(set) var sort = DownloadSort.added
    package private(set) var isReversed = false
    package private(set) var isGrouped = false
    private var expanded: Set<DownloadID> = []
    package private(set) var filter: String?
    package internal(set) var isTyping = false
    private var lastFilter = ""
    package private(set) var rows: [Row] = []
    package private(set) var counts: [DownloadTab: Int] = [:]
    private var place: Int?
    /// The first row in view, before ``firstRow(height:)`` fits it to the height.
    private var top = 0
    package internal(set) var prompt: DownloadPrompt?
    /// The address that was typed but not sent, or refused.
    var addDraft = ""
    /// Whether ``addDraft`` was sent and is unanswered.
    var isAdding = false
    package internal(set) var question: DownloadQuestion?
    /// The first line in view, or `nil` if the details are closed.
    package internal(set) var detailScroll: Int?
    /// The columns in which at least one row has a value.
    package private(set) var filledColumns = Set(DownloadsLayout.Column.allCases)
    package internal(set) var cover: DownloadCover?
    /// Whether a download has a cover, so that space beside the list is reserved.
    package private(set) var hasCovers = false
    package private(set) var arrangementCount = 0

    /// The download that was opened last. Leaving its item leads back to the list.
    private var opened: DownloadID?
    /// The locations under which downloads were opened.
    private var locations: [DownloadID: String] = [:]

    package typealias Consequences = [Consequence<DownloadOrder>]

    static let mostFiles = 8

    package init() {}

    package mutating func offer() { isOffered = true }

    /// Notes that a download plays.
    ///
    /// - Parameter location: the location of its item or class, if known.
    mutating func note(opened id: DownloadID, as location: String?) { (opened, locations[id]) = (id, location) }

    func location(of id: DownloadID) -> String? { locations[id] }

    package var openedLocation: String? { opened.flatMap(location) }

    package var entries: [DownloadRecord] { state.entries }

    package var selected: DownloadRecord? { selectedIndex.map { entries[$0] } }

    private var selectedIndex: Int? { place.flatMap(index) }

    package func figures(of entry: DownloadRecord) -> DownloadFigures {
        entry.label == .downloading ? drawn[entry.id] ?? entry.figures : entry.figures
    }

    package func activity(of entry: DownloadRecord) -> DownloadActivity {
        entry.label == .downloading ? state.activities[entry.id] ?? entry.activity : entry.activity
    }

    /// Returns the note of a download, or `nil` if it has no problem and waits for nothing.
    func note(of entry: DownloadRecord) -> String? {
        entry.problem?.line ?? DownloadWords.note(entry.label, activity(of: entry))
    }

    private func index(_ place: Int) -> Int? {
        guard rows.indices.contains(place), case .entry(let index) = rows[place] else { return nil }
        return index
    }

    /// Among the shown rows, from 1.
    package var selectedNumber: Int? {
        guard let place else { return nil }
        return place + 1 - (isGrouped ? rows[..<place].count { if case .heading = $0 { true } else { false } } : 0)
    }

    package var shownCount: Int { counts.isEmpty ? 0 : rows.count - (isGrouped ? headingCount : 0) }

    private var headingCount: Int { rows.count { if case .heading = $0 { true } else { false } } }

    // MARK: What came

    /// Returns whether anything visible has changed.
    @discardableResult
    mutating func update(_ new: DownloadsState) -> Bool {
        let old = state
        state = new
        if new.listNumber != old.listNumber { updateEntries() }
        let isOther = updateFigures()
        var quiet = old
        (quiet.number, quiet.figures) = (new.number, new.figures)
        return isOther || quiet != new
    }

    private mutating func updateEntries() {
        let ids = Set(entries.map(\.id))
        expanded.formIntersection(ids)
        locations = locations.filter { ids.contains($0.key) }
        if let id = prompt?.id ?? question?.id, !ids.contains(id) { (prompt, question) = (nil, nil) }
        filledColumns = DownloadsLayout.Column.filled(by: entries)
        hasCovers = entries.contains { $0.path(of: .cover) != nil }
        drawn = [:]
        arrange()
        if selected == nil { detailScroll = nil }
    }

    /// Updates the drawn figures that would differ visibly. Returns whether any did.
    private mutating func updateFigures() -> Bool {
        var isOther = false
        for (id, figures) in state.figures where drawn[id].map({ $0.differsVisibly(from: figures) }) ?? true {
            drawn[id] = figures
            isOther = true
        }
        return isOther
    }

    // MARK: Order

    mutating func turn(to tab: DownloadTab) {
        self.tab = tab
        arrange()
    }

    mutating func turn(by step: Int) {
        let all = tabs
        let index = all.firstIndex(of: tab) ?? 0
        turn(to: all[(index + step + all.count) % all.count])
    }

    /// Reverses the order if the column is the current one.
    mutating func sort(by new: DownloadSort) {
        isReversed = new == sort ? !isReversed : false
        sort = new
        arrange()
    }

    mutating func sortByNext() {
        let all = DownloadSort.allCases
        (sort, isReversed) = (all[((all.firstIndex(of: sort) ?? 0) + 1) % all.count], false)
        arrange()
    }

    mutating func reverse() {
        isReversed.toggle()
        arrange()
    }

    mutating func toggleGroups() {
        isGrouped.toggle()
        arrange()
    }

    mutating func setFilter(_ text: String?) {
        if let filter, !filter.isEmpty { lastFilter = filter }
        filter = text.map { String($0.prefix(ListState<String>.filterLimit)) }
        if text == nil { isTyping = false }
        arrange()
    }

    /// Keeps the selection on its download, else on its row.
    private mutating func arrange() {
        arrangementCount += 1
        let id = selectedID
        let old = place ?? 0
        let words = SearchWords(filter ?? "")
        let entries = state.entries
        let matching = entries.indices.filter { words.isEmpty || DownloadOrdering.matches(entries[$0], words) }
        let hasAhead = entries.contains { $0.ahead != nil }
        tabs = DownloadTab.allCases.filter { $0 != .ahead || hasAhead }
        if !tabs.contains(tab) { tab = .all }
        counts = Dictionary(
            uniqueKeysWithValues: tabs.map { tab in (tab, matching.count { tab.includes(entries[$0]) }) })
        let shown = matching.filter { tab.includes(entries[$0]) }
        let ordered = DownloadOrdering.ordered(shown, entries, by: sort, isReversed: isReversed)
        rows = isGrouped ? Self.grouped(ordered, entries) : ordered.map { .entry($0) }
        let same = id.flatMap { id in
            rows.firstIndex { if case .entry(let index) = $0 { entries[index].id == id } else { false } }
        }
        place = same ?? nearest(to: filter == nil ? old : 0)
        selectedID = place.flatMap(index).map { entries[$0].id }
    }

    /// Kept when the rows change.
    private var selectedID: DownloadID?

    private static func grouped(_ ordered: [Int], _ entries: [DownloadRecord]) -> [Row] {
        [false, true].flatMap { isRooms -> [Row] in
            let group = ordered.filter { (entries[$0].kind == .room) == isRooms }
            return group.isEmpty ? [] : [.heading(isRooms: isRooms, count: group.count)] + group.map { .entry($0) }
        }
    }

    private func nearest(to place: Int) -> Int? {
        guard !rows.isEmpty else { return nil }
        let place = min(max(0, place), rows.count - 1)
        return (place..<rows.count).first { index($0) != nil } ?? (0..<place).last { index($0) != nil }
    }

    // MARK: Moving

    package mutating func move(_ motion: ListMotion, height: Int) {
        guard let place else { return }
        let height = max(1, height)
        switch motion {
        case .first: select(place: nearest(to: 0))
        case .last: select(place: nearest(to: rows.count - 1))
        case .rows(let count): step(count, from: place)
        case .pages(let count): step(count * max(1, pageRows(height) - 1), from: place)
        case .halfPages(let count): step(count * max(1, pageRows(height) / 2), from: place)
        }
        top = firstRow(height: height)
    }

    private mutating func step(_ count: Int, from place: Int) {
        let target = min(max(0, place + count), rows.count - 1)
        let next =
            count > 0
            ? (target..<rows.count).first { index($0) != nil } : (0...target).last { index($0) != nil }
        select(place: next ?? nearest(to: target))
    }

    private func pageRows(_ height: Int) -> Int {
        let first = firstRow(height: height)
        var used = 0
        var row = first
        while row < rows.count, used < height {
            used += lineCount(row)
            row += 1
        }
        return row - first
    }

    private mutating func select(place: Int?) {
        guard let place else { return }
        self.place = place
        selectedID = index(place).map { entries[$0].id }
    }

    package mutating func select(_ id: DownloadID) {
        select(
            place: rows.firstIndex { if case .entry(let index) = $0 { entries[index].id == id } else { false } })
    }

    mutating func select(entry: Int) { select(entries[entry].id) }

    /// Steps (1 or −1) through the rows that match the last filter, wrapping around.
    mutating func selectMatch(_ step: Int) {
        let words = SearchWords(filter ?? lastFilter)
        guard !words.isEmpty, let place else { return }
        for distance in 1...rows.count {
            let candidate = ((place + step * distance) % rows.count + rows.count) % rows.count
            guard let index = index(candidate), DownloadOrdering.matches(entries[index], words) else { continue }
            return select(place: candidate)
        }
    }

    // MARK: Expanding

    package func isExpanded(_ entry: DownloadRecord) -> Bool { expanded.contains(entry.id) }

    /// - Parameter isOpen: `nil` toggles.
    mutating func expand(_ isOpen: Bool?) {
        guard let id = selected?.id else { return }
        if isOpen ?? !expanded.contains(id) { expanded.insert(id) } else { expanded.remove(id) }
    }

    mutating func toggleAllExpanded() {
        expanded = expanded.isEmpty ? Set(entries.map(\.id)) : []
    }

    // MARK: What is in view

    /// Includes the selected line.
    package func lines(height: Int) -> ArraySlice<Line> {
        let height = max(1, height)
        var result: [Line] = []
        var row = firstRow(height: height)
        while row < rows.count, result.count < height {
            result += lines(of: row)
            row += 1
        }
        return result.prefix(height)
    }

    package func watched(_ context: PlayerContext) -> [DownloadID] {
        lines(height: DownloadsLayout(self, context).list.height).compactMap { line in
            guard case .entry(let index) = line, entries[index].label == .downloading else { return nil }
            return entries[index].id
        }
    }

    private func lines(of row: Int) -> [Line] {
        switch rows[row] {
        case .heading(let isRooms, let count): return [.heading(isRooms: isRooms, count: count)]
        case .entry(let index):
            let entry = entries[index]
            var lines: [Line] = [.entry(index)]
            if note(of: entry) != nil { lines.append(.problem(index)) }
            guard isExpanded(entry) else { return lines }
            let count = entry.files.count
            let shown = count <= Self.mostFiles ? count : Self.mostFiles - 1
            lines += (0..<shown).map { .file(index, $0) }
            if shown < count { lines.append(.moreFiles(count - shown)) }
            return lines
        }
    }

    private func lineCount(_ row: Int) -> Int {
        guard let index = index(row) else { return 1 }
        let entry = entries[index]
        return 1 + (note(of: entry) == nil ? 0 : 1)
            + (isExpanded(entry) ? min(entry.files.count, Self.mostFiles) : 0)
    }

    /// Returns the row closest to ``top`` that the selection and the end of the list permit.
    private func firstRow(height: Int) -> Int {
        guard let place else { return 0 }
        var first = min(max(0, top), place)
        // Includes the heading above the first of its group.
        if first == place, place > 0, index(place - 1) == nil, height > 1 { first -= 1 }
        var used = lineCount(place)
        var reached = place
        while reached > first, used + lineCount(reached - 1) <= height {
            reached -= 1
            used += lineCount(reached)
        }
        // Leaves no blank lines while there are rows above.
        var row = place + 1
        while row < rows.count, used < height {
            used += lineCount(row)
            row += 1
        }
        while reached > 0, used + lineCount(reached - 1) <= height {
            reached -= 1
            used += lineCount(reached)
        }
        return reached
    }
}
