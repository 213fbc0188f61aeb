package import PlayCore

/// The visible entries, selection and lines. Heights are at least 1. All but filtering takes constant time.
package struct FolderView: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case reading
        case listing(FolderListing)
        /// Unverified text.
        case failed(String)
        /// The disk or the network does not respond.
        case silent
    }

    package enum Line: Sendable, Equatable {
        case entry(Int)
        case otherFiles(count: Int)
    }

    package let path: String
    package private(set) var content = Content.reading
    package private(set) var filter: String?
    package var isTyping = false
    package private(set) var showsHidden = false
    /// Indices in the listing, or `nil` for all of it.
    private var shown: [Int]?
    /// The place of the selected entry among the visible ones.
    private var place = 0
    /// The first visible line, before it is adjusted to the height.
    private var top = 0
    private var wanted: String?
    /// The text typed to jump to a name. The next key extends it until ``until``.
    private var jump = (text: "", until: HostTime.zero)

    /// A later key starts a new word.
    static let jumpPause = HostTime.milliseconds(1000)
    static let filterLimit = 60

    package init(_ path: String, selected: String? = nil) {
        self.path = path
        wanted = selected
    }

    package static func == (a: FolderView, b: FolderView) -> Bool {
        a.path == b.path && a.place == b.place && a.top == b.top && a.filter == b.filter && a.isTyping == b.isTyping
            && a.showsHidden == b.showsHidden && a.content == b.content && a.shown == b.shown
    }

    package var listing: FolderListing? { if case .listing(let listing) = content { listing } else { nil } }

    private var entries: [FolderEntry] { listing?.entries ?? [] }

    package var count: Int { shown?.count ?? entries.count }

    package var isEmpty: Bool { count == 0 }

    /// From 1.
    package var selectedNumber: Int? { isEmpty ? nil : place + 1 }

    private func index(_ place: Int) -> Int { shown?[place] ?? place }

    package var selectedIndex: Int? { place < count ? index(place) : nil }

    package var selected: FolderEntry? { selectedIndex.map { entries[$0] } }

    package func entry(_ index: Int) -> FolderEntry { entries[index] }

    // MARK: Updates

    package mutating func update(_ new: Content) {
        let name = wanted ?? selected?.name
        content = new
        arrange(selecting: name)
        if listing != nil { wanted = nil }
    }

    private mutating func arrange(selecting name: String?) {
        let old = place
        let words = SearchWords(filter ?? "")
        let entries = entries
        if words.isEmpty, showsHidden || !entries.contains(where: \.isHidden) {
            shown = nil
        } else {
            shown = entries.indices.filter { index in
                let entry = entries[index]
                guard showsHidden || !entry.isHidden else { return false }
                return words.isEmpty || words.occur(in: entry.name)
            }
        }
        let same = name.flatMap { name in (0..<count).first { entries[index($0)].name == name } }
        place = same ?? min(old, max(0, count - 1))
    }

    package mutating func setFilter(_ text: String?) {
        let name = selected?.name
        filter = text.map { String($0.prefix(Self.filterLimit)) }
        if text == nil { isTyping = false }
        arrange(selecting: name)
    }

    package mutating func toggleHidden() {
        let name = selected?.name
        showsHidden.toggle()
        arrange(selecting: name)
    }

    // MARK: Moving

    package mutating func select(place new: Int, height: Int) {
        place = min(max(0, new), max(0, count - 1))
        top = view(height: height).lowerBound
    }

    package mutating func move(by count: Int, height: Int) { select(place: place + count, height: height) }

    package mutating func selectEnd(height: Int) { select(place: count - 1, height: height) }

    /// Selects the next entry whose name begins with the typed text, with wrap-around.
    package mutating func type(_ character: Character, height: Int, at now: HostTime) {
        let text = (now < jump.until ? jump.text : "") + String(character).searchForm
        jump = (text, now + Self.jumpPause)
        // The same letter again selects the next match.
        let isRepeated = text.count > 1 && Set(text).count == 1
        let typed = SearchTerm(isRepeated ? text.prefix(1) : text[...])
        let entries = entries
        let first = isRepeated || text.count == 1 ? place + 1 : place
        let all = count
        for step in 0..<all {
            let candidate = (first + step) % all
            if typed.begins(entries[index(candidate)].name) {
                return select(place: candidate, height: height)
            }
        }
    }

    package func isJumping(at now: HostTime) -> Bool { now < jump.until }

    // MARK: Lines

    private var headingLine: Int? {
        guard let listing, listing.otherStart < listing.entries.count, listing.otherStart > 0 else { return nil }
        let start = shown.map { Self.firstPlace(in: $0, from: listing.otherStart) } ?? listing.otherStart
        return start < count && start > 0 ? start : nil
    }

    /// Searches ascending `indices`.
    private static func firstPlace(in indices: [Int], from limit: Int) -> Int {
        var (low, high) = (0, indices.count)
        while low < high {
            let middle = (low + high) / 2
            if indices[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private var lineCount: Int { count + (headingLine == nil ? 0 : 1) }

    private func line(ofPlace place: Int) -> Int { place + (headingLine.map { place >= $0 ? 1 : 0 } ?? 0) }

    private func view(height: Int) -> Range<Int> {
        let height = max(1, height)
        let selected = line(ofPlace: place)
        var first = min(max(0, top), max(0, lineCount - height))
        first = min(max(first, selected - height + 1), selected)
        return first..<min(lineCount, first + height)
    }

    package func lines(height: Int) -> [Line] {
        guard !isEmpty else { return [] }
        let heading = headingLine
        return view(height: height).map { line in
            if line == heading { return .otherFiles(count: count - line) }
            return .entry(index(heading.map { line > $0 ? line - 1 : line } ?? line))
        }
    }

    /// Returns whether the entry was already selected, or `nil` for a line without an entry.
    package mutating func select(line: Int, height: Int) -> Bool? {
        let lines = lines(height: height)
        guard lines.indices.contains(line), case .entry(let index) = lines[line] else { return nil }
        let was = selectedIndex == index
        let new = shown.map { Self.firstPlace(in: $0, from: index) } ?? index
        select(place: new, height: height)
        return was
    }

    // MARK: Playing

    /// The visible media in order, with the index of the selected one. `nil` if the selected entry is not media.
    package var playable: (entries: [FolderEntry], index: Int)? {
        guard selected?.kind == .media else { return nil }
        let entries = entries
        var found: [FolderEntry] = []
        var selectedIndex = 0
        for candidate in 0..<count {
            let entry = entries[index(candidate)]
            guard entry.kind == .media else { continue }
            if candidate == place { selectedIndex = found.count }
            found.append(entry)
        }
        return (found, selectedIndex)
    }
}
