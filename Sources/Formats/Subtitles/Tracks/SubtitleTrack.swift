package import PlayCore

package enum SubtitleOrigin: Sendable, Hashable {
    /// A file, by its path as the user or the system wrote it.
    case file(path: String)
    case container(stream: Int)
    /// An address without secrets.
    case address(String)
}

package struct SubtitleTrack: Sendable, Equatable, TrackTraits {
    package let origin: SubtitleOrigin
    package var title: String?
    /// The language by the file's name, the container or the script; unverified text.
    package let language: String?
    /// `nil` for bitmaps, which are only listed.
    package let format: SubtitleFormat?
    /// Name of the detected encoding, or `nil` if the container declares UTF-8.
    package let encoding: String?
    /// The text before the cues (ASS styles). Empty if the format has none.
    package let header: String
    package let isDefault: Bool
    package let purpose: TrackPurpose
    /// `nil` if the file has times or declares the rate.
    package private(set) var assumedFrameRate: Double?
    package private(set) var index = CueIndex()
    package private(set) var revision = 0
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

    package var cues: [Cue] { index.cues }

    /// Adds cues in any order, without those already present (a container repeats them after a seek). Ids never change.
    package mutating func add(_ cues: [Cue]) {
        guard !areScreens else { return addScreens(cues) }
        // A file's cues stay as they are. A container may repeat a cue even within one call, around a seek's target.
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

    /// Whether these are captions inside the pictures, where each cue is a whole screen.
    private var areScreens: Bool {
        if case .container = origin { format == .captions } else { false }
    }

    /// Adds screens. A screen ends where the next one begins; one without lines only ends the previous one. After a
    /// seek the same screens arrive again, perhaps with an end that was unknown before.
    private mutating func addScreens(_ cues: [Cue]) {
        for cue in cues {
            index.end(at: cue.start)
            guard !cue.lines.isEmpty else { continue }
            var cue = cue
            cue.end = min(cue.end, index.nextStart(after: cue.start) ?? cue.end)
            if index.extend(cue) { continue }
            // Drops the older half, for television that runs for days.
            if index.cues.count >= SubtitleLimits.cues { index.dropOldest() }
            index.add([numbered(cue)])
        }
        revision += 1
    }

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

    /// Two letters if possible, otherwise unchanged: for labels of three columns.
    package var shortLanguage: String? { language.flatMap(LanguageCode.short) }
}
