package import PlayCore

/// Finds subtitles or sounds for a video among file names, by mpv's rules. Without I/O.
package enum SubtitleAutoLoad {
    /// Extensions of the files to find, in lower case.
    package struct Endings: Sendable {
        let own: Set<String>
        /// Extensions that other kinds of files have, too.
        let shared: Set<String>

        package init(_ own: some Sequence<String>, shared: some Sequence<String> = []) {
            self.own = Set(own)
            self.shared = Set(shared)
        }

        package static let subtitles = Endings(
            SubtitleFormat.fileExtensions + SubtitleFormat.rareExtensions, shared: SubtitleFormat.sharedExtensions)
    }

    /// `--sub-auto`.
    package enum Mode: String, Sendable, CaseIterable { case no, exact, fuzzy, all }

    package struct Folder: Sendable, Equatable {
        package let path: String
        /// Whether `all` loads every subtitle file in it. False for folders with subtitles of many videos.
        package let takesAll: Bool

        package init(path: String, takesAll: Bool) {
            self.path = path
            self.takesAll = takesAll
        }
    }

    package struct Found: Sendable, Equatable {
        package let path: String
        package let language: String?
        package let purpose: TrackPurpose
        /// Only the content shows whether this is a subtitle file.
        package let isUncertain: Bool
        /// mpv's bits: 32 for the video's name, 16 if a language directly follows that name, 8 for a wanted language, 4
        /// for any language, 2 for a name that contains the video's, 1 for any file.
        package let priority: Int
    }

    /// Returns the folders to search, the video's own first. For an address, only absolute paths remain.
    ///
    /// - Parameters:
    ///   - extra: `--sub-file-paths`; relative ones start at the video's folder.
    ///   - common: the user's folder for all subtitles (`~/.config/tvplay/sub`).
    package static func folders(for video: String, extra: [String], common: String?) -> [Folder] {
        let isAddress = FileNames.isAddress(video)
        let own = FileNames.folder(video)
        var folders = isAddress ? [] : [Folder(path: own, takesAll: true)]
        for path in extra where !path.isEmpty {
            if path.hasPrefix("/") {
                folders.append(Folder(path: path, takesAll: true))
            } else if !isAddress {
                folders.append(Folder(path: FileNames.join(own, path), takesAll: true))
            }
        }
        if let common { folders.append(Folder(path: common, takesAll: false)) }
        var seen: Set<String> = []
        return folders.filter { seen.insert($0.path).inserted }
    }

    /// Returns each path once, best first, equal ones in natural order.
    ///
    /// - Parameters:
    ///   - languages: `--slang`, or `--alang`.
    ///   - ending: a common ending of the names of the video and its companions, before the extension.
    package static func files(
        for video: String, in listings: [(folder: Folder, names: [String])], endings: Endings = .subtitles, mode: Mode,
        languages: [String], ending: String = ""
    ) -> [Found] {
        guard mode != .no else { return [] }
        let plain = video.hasSuffix(ending) ? String(video.dropLast(ending.count)) : video
        let stem = trimmed(FileNames.withoutExtension(plain).lowercased())
        guard !stem.isEmpty else { return [] }
        var found: [Found] = []
        for (folder, names) in listings {
            let indices = Set(names.map { $0.lowercased() }.filter { $0.hasSuffix(".idx") })
            for name in names where name.hasSuffix(ending) {
                let own = String(name.dropLast(ending.count))
                // VobSub: bitmaps with an index.
                let index = FileNames.withoutExtension(own).lowercased() + ".idx"
                if Self.fileExtension(own) == "sub", indices.contains(index) { continue }
                let (priority, ending) = rate(own, stem, folder, endings, mode, languages)
                guard priority > 0 else { continue }
                found.append(
                    Found(
                        path: FileNames.join(folder.path, name), language: ending?.language,
                        purpose: ending?.purpose ?? [],
                        isUncertain: endings.shared.contains(Self.fileExtension(own)),
                        priority: priority))
            }
        }
        return found.sorted { a, b in
            if a.priority != b.priority { return a.priority > b.priority }
            return NaturalOrder.precedes(FileNames.base(a.path), FileNames.base(b.path))
        }
    }

    /// Returns the priority, or 0 not to load the file.
    private static func rate(
        _ name: String, _ stem: String, _ folder: Folder, _ endings: Endings, _ mode: Mode, _ languages: [String]
    ) -> (priority: Int, ending: NameEnding?) {
        let ending = fileExtension(name)
        let isShared = endings.shared.contains(ending)
        guard isShared || endings.own.contains(ending) else { return (0, nil) }
        let own = trimmed(FileNames.withoutExtension(name).lowercased())
        let isFuzzy = mode != .exact
        var priority = own == stem ? 32 : 0
        let guess = own == stem ? nil : NameEnding(own, behind: stem)
        if own.hasPrefix(stem), let guess {
            if guess.isAllBehindStem { priority |= 16 }
            if isFuzzy, guess.language != nil { priority |= 4 }
        }
        if isFuzzy, let language = guess?.language, languages.contains(where: { LanguageCode.matches(language, $0) }) {
            priority |= 8
        }
        if isFuzzy, own.contains(stem) { priority |= 2 }
        if mode == .all, folder.takesAll { priority |= 1 }
        // Unrelated texts may contain the name.
        return isShared && priority < 16 ? (0, nil) : (priority, guess)
    }

    private static func fileExtension(_ name: String) -> String { FileNames.fileExtension(name).lowercased() }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...last])
    }
}
