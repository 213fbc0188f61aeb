import Encoding
import PlayCore
import Transport

/// The output of `yt-dlp -J` for one page: a video, several that play as one, or a list. Entries of a list are separate
/// pages, or videos described within the list. The latter often have the list's own address; ``entryMark``
/// distinguishes them, so that an entry never requests its own list again.
struct YtDlpAnswer {
    /// Separates a page's address from the name of an entry that is described there.
    static let entryMark = "#tvplay-entry="
    private static let depth = 8
    private static let mostEntries = 100_000

    private let tree: JSONValue
    private let address: String
    private let pages: Set<String>

    /// - Parameter address: the page's, without a mark.
    init(_ tree: JSONValue, address: String) {
        self.tree = tree
        self.address = address
        let names = [address, tree["webpage_url"]?.text, tree["original_url"]?.text]
        pages = Set(names.compactMap(\.self).map(Self.plain))
    }

    /// - Parameter reference: without `ytdl://`.
    static func split(_ reference: String) -> (page: String, entry: String?) {
        guard let mark = reference.ranges(of: entryMark).last else { return (reference, nil) }
        return (String(reference[..<mark.lowerBound]), String(reference[mark.upperBound...]))
    }

    /// - Parameter entry: the name of a single entry, or `nil` for the whole answer.
    func found(entry: String? = nil) throws(CatalogueError) -> Found {
        guard let entry else {
            if var whole = Self.joined(tree, address) {
                for (index, entry) in zip(whole.parts.indices, entries().list) {
                    whole.parts[index].videoID = reference(entry)
                }
                return .video(whole)
            }
            return Self.isList(tree) ? .album(try album()) : .video(try YtDlpInfo.playInfo(tree, address: address))
        }
        guard let named = entries().list.first(where: { $0.name == entry })?.tree else {
            throw CatalogueError(.missing, context: address)
        }
        if let whole = Self.joined(named, address) { return .video(whole) }
        return .video(try YtDlpInfo.playInfo(named, address: address))
    }

    private static func isList(_ tree: JSONValue) -> Bool {
        ["playlist", "multi_video"].contains(tree["_type"]?.text)
    }

    private static func plain(_ address: String) -> String {
        address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    // MARK: entries

    private struct Entry {
        let tree: JSONValue
        let name: String
    }

    /// Includes entries of nested lists at their place.
    private func entries() -> (list: [Entry], isCut: Bool) {
        var trees: [JSONValue] = []
        var isCut = false
        Self.collect(tree, Self.depth, &trees, &isCut)
        var names: Set<String> = []
        let list = trees.enumerated().map { index, tree in
            // An ID that is the page's address would lead from the entry to its own list.
            let own = tree["id"]?.identifier.flatMap {
                !pages.contains(Self.plain($0)) && names.insert($0).inserted ? $0 : nil
            }
            return Entry(tree: tree, name: own ?? "number \(index + 1)")
        }
        return (list, isCut)
    }

    private func reference(_ entry: Entry) -> String { "ytdl://" + address + Self.entryMark + entry.name }

    private static func collect(_ list: JSONValue, _ depth: Int, _ trees: inout [JSONValue], _ isCut: inout Bool) {
        for entry in list["entries"]?.items ?? [] {
            guard trees.count < mostEntries else {
                isCut = true
                return
            }
            guard isList(entry), entry["entries"]?.items != nil, joined(entry, "") == nil else {
                trees.append(entry)
                continue
            }
            if depth > 1 { collect(entry, depth - 1, &trees, &isCut) } else { isCut = true }
        }
    }

    private func album() throws(CatalogueError) -> AlbumList {
        let (entries, isCut) = entries()
        let items = entries.compactMap(item)
        if items.isEmpty, !entries.isEmpty {
            throw CatalogueError(.unsupported(tr("yt-dlp found no video on this page")))
        }
        var album = try AlbumList(id: tree["id"]?.identifier ?? address, title: tree["title"]?.text, items: items)
        album.isCut = isCut
        return album
    }

    /// Returns `nil` if the entry is neither a video nor another page.
    private func item(_ entry: Entry) -> AlbumList.Item? {
        let tree = entry.tree
        let isDescribed = Self.isDescribed(tree)
        let url = (tree["webpage_url"]?.text ?? (isDescribed ? nil : tree["url"]?.text))
            .flatMap(YtDlpInfo.httpAddress)
        let page = url.flatMap { pages.contains(Self.plain($0)) ? nil : $0 }
        guard page != nil || isDescribed else { return nil }
        let reference = page.map { "ytdl://" + $0 } ?? reference(entry)
        var item = AlbumList.Item(
            vid: entry.name, reference: reference, title: tree["title"]?.text, duration: tree["duration"]?.seconds)
        // An unplayable item is requested again when it plays, which then reports the problem.
        if isDescribed { item.info = Self.joined(tree, address) ?? (try? YtDlpInfo.playInfo(tree, address: reference)) }
        item.info?.videoID = reference
        return item
    }

    private static func isDescribed(_ tree: JSONValue) -> Bool {
        switch tree["_type"]?.text {
        case "url", "url_transparent": false
        case "multi_video": tree["entries"]?.items != nil
        default: tree["formats"]?.items?.isEmpty == false || (tree["_type"] != nil && tree["url"]?.text != nil)
        }
    }

    // MARK: parts

    /// Returns the parts of a `multi_video` as one video, or `nil` if a part lacks its formats or duration.
    private static func joined(_ tree: JSONValue, _ address: String) -> PlayInfo? {
        guard tree["_type"]?.text == "multi_video", let entries = tree["entries"]?.items, !entries.isEmpty else {
            return nil
        }
        let parts = entries.prefix(mostEntries).compactMap { entry -> PlayInfo? in
            guard isDescribed(entry), let info = try? YtDlpInfo.playInfo(entry, address: address), !info.isLive,
                let duration = info.duration, duration > .zero
            else { return nil }
            return info
        }
        guard parts.count == entries.count, var whole = parts.first else { return nil }
        whole.videoID = tree["webpage_url"]?.text ?? address
        whole.title = tree["title"]?.text ?? whole.title
        guard parts.count > 1 else { return whole }
        whole.duration = parts.reduce(.zero) { $0 + ($1.duration ?? .zero) }
        // These count from the first part's start.
        (whole.marks, whole.subtitleInfo) = (CuePointCollection(), [])
        whole.parts = parts
        return whole
    }
}
