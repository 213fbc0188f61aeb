import PlayCore

/// Where a track comes from.
package enum SubtitleOrigin: Sendable, Hashable {
    /// A file, by its path as the user or the system gave it.
    case file(path: String)
    /// A stream of the item's own container.
    case container(stream: Int)
    /// An address without secrets.
    case address(String)
}

/// One track of subtitles, with its cues as far as they are known.
package struct SubtitleTrack: Sendable, Equatable {
    package let origin: SubtitleOrigin
    /// Unverified text from outside; nil or empty: there is none.
    package let title: String?
    /// As the file's name or the container has it, or as its script shows; unverified text.
    package let language: String?
    /// Nil: bitmaps, which are only listed.
    package let format: SubtitleFormat?
    /// Name of the encoding that was read; nil where the container says UTF-8.
    package let encoding: String?
    /// What stands before the cues (ASS styles); empty where the format has none.
    package let header: String
    /// The container's mark.
    package let isDefault: Bool
    package private(set) var index = CueIndex()
    /// Rises with every cue that is added.
    package private(set) var revision = 0

    package init(
        origin: SubtitleOrigin, title: String? = nil, language: String? = nil, format: SubtitleFormat?,
        encoding: String? = nil, header: String = "", isDefault: Bool = false, cues: [Cue] = []
    ) {
        self.origin = origin
        self.title = title
        self.language = language
        self.format = format
        self.encoding = encoding
        self.header = header
        self.isDefault = isDefault
        add(cues)
    }

    /// By start.
    package var cues: [Cue] { index.cues }

    /// Adds cues, in any order; those that are there already (a container gives them again after a seek) are left out.
    /// Each gets the next free id; ids never change.
    package mutating func add(_ cues: [Cue]) {
        let isFirst = index.cues.isEmpty
        var fresh: [Cue] = []
        for cue in cues where index.cues.count + fresh.count < SubtitleLimits.cues {
            guard isFirst || !index.contains(cue) else { continue }
            var cue = cue
            cue.id = index.cues.count + fresh.count
            fresh.append(cue)
        }
        guard !fresh.isEmpty else { return }
        index.add(fresh)
        revision += 1
    }

    mutating func removeCues() {
        index = CueIndex()
        revision += 1
    }

    /// The name of the language in two letters where it has such, else as it is: for labels of three columns.
    package var shortLanguage: String? { language.flatMap(LanguageCode.short) }
}
