package import PlayCore

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
package struct SubtitleTrack: Sendable, Equatable, TrackTraits {
    package let origin: SubtitleOrigin
    /// Unverified text from outside; nil or empty: there is none.
    package var title: String?
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
    /// As the container or the file's name has it.
    package let purpose: TrackPurpose
    /// Frames per second behind the times, or `nil` if the file gives times or the rate itself.
    package private(set) var assumedFrameRate: Double?
    package private(set) var index = CueIndex()
    /// Rises with every cue that is added.
    package private(set) var revision = 0
    /// Cues that were ever added.
    private var added = 0

    package init(
        origin: SubtitleOrigin, title: String? = nil, language: String? = nil, format: SubtitleFormat?,
        encoding: String? = nil, header: String = "", isDefault: Bool = false,
        purpose: TrackPurpose = [], assumedFrameRate: Double? = nil, cues: [Cue] = []
    ) {
        self.origin = origin
        self.title = title
        self.language = language
        self.format = format
        self.encoding = encoding
        self.header = header
        self.isDefault = isDefault
        self.purpose = purpose
        self.assumedFrameRate = assumedFrameRate
        add(cues)
    }

    /// By start.
    package var cues: [Cue] { index.cues }

    /// Adds cues, in any order; those that are there already (a container gives them again after a seek) are left out.
    /// Each gets the next free id; ids never change.
    package mutating func add(_ cues: [Cue]) {
        guard !areScreens else { return addScreens(cues) }
        // A file holds what it holds; a container gives a cue twice, also at once: before a jump's target and at it.
        let isWholeFile = isFile && index.cues.isEmpty
        var given: Set<Cue> = []
        var fresh: [Cue] = []
        for cue in cues where index.cues.count + fresh.count < SubtitleLimits.cues {
            guard isWholeFile || given.insert(cue).inserted && !index.contains(cue) else { continue }
            fresh.append(numbered(cue))
        }
        guard !fresh.isEmpty else { return }
        index.add(fresh)
        revision += 1
    }

    private mutating func numbered(_ cue: Cue) -> Cue {
        var cue = cue
        cue.id = added
        added += 1
        return cue
    }

    private var isFile: Bool {
        if case .container = origin { false } else { true }
    }

    /// Captions inside the pictures: each cue is a whole screen and takes the place of the one before.
    private var areScreens: Bool {
        if case .container = origin { format == .captions } else { false }
    }

    /// A screen ends where the next one begins; one without lines only ends the one before. After a seek the same ones
    /// come again, with a better end perhaps than where reading once stopped.
    private mutating func addScreens(_ cues: [Cue]) {
        for cue in cues {
            index.end(at: cue.start)
            guard !cue.lines.isEmpty else { continue }
            var cue = cue
            cue.end = min(cue.end, index.nextStart(after: cue.start) ?? cue.end)
            if index.extend(cue) { continue }
            // Of television that runs for days the older half goes.
            if index.cues.count >= SubtitleLimits.cues { index.dropOldest() }
            index.add([numbered(cue)])
        }
        revision += 1
    }

    /// Moves the cues of a file without a rate to the film's frames.
    mutating func setFrameRate(_ rate: Double) {
        guard let assumed = assumedFrameRate, rate > 0, abs(assumed - rate) > 0.0001 else { return }
        let scaled = cues.map { cue in
            var cue = cue
            cue.start = MediaTime(seconds: cue.start.inSeconds * assumed / rate)
            if cue.end != Cue.openEnd { cue.end = MediaTime(seconds: cue.end.inSeconds * assumed / rate) }
            return cue
        }
        assumedFrameRate = rate
        index = CueIndex()
        index.add(scaled)
        revision += 1
    }

    /// Replaces the cues with those of a file that was read again.
    mutating func replaceCues(_ track: SubtitleTrack) {
        removeCues()
        assumedFrameRate = track.assumedFrameRate
        add(track.cues)
    }

    mutating func removeCues() {
        index = CueIndex()
        added = 0
        revision += 1
    }

    /// The name of the language in two letters where it has such, else as it is: for labels of three columns.
    package var shortLanguage: String? { language.flatMap(LanguageCode.short) }
}
