import Cells
package import PlayCore
import PlaybackModel
package import Subtitles

/// The subtitles of the current item. Owned by the main thread, as all of ``AppState``.
package struct SubtitleState: Sendable, Equatable {
    /// The typed path of a file that was not sent.
    var pathDraft = ""
    package var set = SubtitleSet()
    package var wish = SubtitleWish()
    /// The slots that the viewer has set: nothing is chosen automatically for them.
    package var chosenSlots: Set<SubtitleSlot> = []
    /// The stream of the bitmaps that the session was asked to draw.
    var askedBitmaps: Int?
    /// Whether files that belong to the item are still being looked for and read.
    var areFilesSought = false
    /// Whether all lines of the item's own tracks were requested.
    var isIndexed = false
    /// Whether those lines are still being read.
    var isIndexing = false
    /// Whether both slots show the requested pair.
    var showsPair = false
    /// The two languages that the viewer has chosen, also for the following items.
    var lastingPair: SubtitlePair?
    /// The kind of track that the viewer chose last, also for the following items.
    var taste: TrackTaste?
    /// `slang` as a command has set it, or `nil` to use the item's options.
    var askedLanguages: [String]?
    /// The tracks of text that the session was asked to fetch from a stream.
    var askedTexts: Set<Int> = []

    /// The settings to restore after an item that has a delay or a visibility of its own.
    var lastingDelay: MediaTime?
    var lastingVisibility: Bool?

    package init() {}
}

/// A row of a list of tracks.
package struct SubtitleChoice: Sendable, Equatable {
    /// The number from 0, as ``AppState/selectSubtitles(_:in:at:)`` takes it.
    package let number: Int
    /// Unverified text from outside.
    package let title: String
    /// Unverified text from outside, or `nil` if unknown.
    package let language: String?
    let purpose: TrackPurpose
    /// "SRT", "WebVTT", "ASS", or `nil` for bitmaps, which are part of the picture.
    package let format: String?
    /// The slot that shows it, or `nil` if none does.
    package let slot: SubtitleSlot?
}

extension SubtitleChoice {
    /// The name for the viewer, already cleaned.
    var name: String {
        let parts = LanguageName.parts(title: title, language: language).map { SafeText.clean($0, limit: 200) }
            .filter { !$0.isEmpty }
        return purpose.naming(parts.isEmpty ? tr("Track %1", "\(number + 1)") : parts.listed)
    }
}

extension SubtitleState {
    /// All tracks, in their order.
    package var choices: [SubtitleChoice] {
        self.set.numbers.map { number in
            let track = self.set.tracks[number]
            return SubtitleChoice(
                number: number, title: track.title ?? "", language: track.language, purpose: track.purpose,
                format: track.format?.name, slot: set.slot(of: number))
        }
    }

    /// The stream of the container whose bitmaps are visible.
    var wantedBitmaps: Int? {
        for slot in SubtitleSlot.allCases {
            guard let number = self.set.selection(slot), self.set.isVisible(slot) else { continue }
            let track = self.set.tracks[number]
            if track.format == nil, case .container(let stream) = track.origin { return stream }
        }
        return nil
    }

    /// The chosen text tracks of the container, hidden or not.
    var wantedTexts: Set<Int> {
        Set(
            SubtitleSlot.allCases.compactMap { slot in
                guard let number = self.set.selection(slot), self.set.tracks[number].format != nil,
                    case .container(let stream) = self.set.tracks[number].origin
                else { return nil }
                return stream
            })
    }

    /// `currentSubtitleInfo`: the names of the shown tracks, "off" if none is shown, or empty if there are none.
    var currentTitles: String {
        guard !set.tracks.isEmpty else { return "" }
        let names = choices.filter { $0.slot != nil }.map(\.name)
        return names.isEmpty ? tr("off") : names.joined(separator: " + ")
    }

    /// The names in ``captionLabel``.
    var captionNames: [String] {
        SubtitleSlot.allCases.compactMap { slot in
            set.selection(slot).map { set.tracks[$0].shortLanguage ?? "\($0 + 1)" }
        }
    }

    /// `CC en+zh`, with the track's number if its language is unknown, or `CC` alone if none is shown.
    package var captionLabel: String {
        captionNames.isEmpty ? tr("CC") : tr("CC") + " " + captionNames.joined(separator: "+")
    }
}

/// The lines that the screen shows at one time.
package struct ShownSubtitles: Sendable, Equatable {
    package let first: [Cue]
    package let second: [Cue]
    package let rowsUp: Int

    package var isEmpty: Bool { first.isEmpty && second.isEmpty }
}

extension AppState {
    /// Returns the lines that are shown at `now`; none while a page replaces the picture.
    package func shownSubtitles(at now: HostTime) -> ShownSubtitles {
        let set = subtitles.set
        guard hasPictureTime else { return ShownSubtitles(first: [], second: [], rowsUp: 0) }
        let position = snapshot.clock.position(at: now)
        return ShownSubtitles(
            first: set.active(.first, at: position), second: set.active(.second, at: position), rowsUp: set.rowsUp)
    }

    private var hasPictureTime: Bool {
        guard !terminal.isTooSmall else { return false }
        switch snapshot.status {
        case .playing, .paused, .stalled, .ready, .reachEnd: return true
        case .loading: return snapshot.showsFirstPicture
        case .unload, .failed, .stopped: return false
        }
    }

    /// Returns the time at which another set of lines is shown.
    func subtitleChange(after now: HostTime) -> HostTime? {
        let clock = snapshot.clock
        guard hasPictureTime, clock.isRunning,
            let change = subtitles.set.nextChange(after: clock.position(at: now)), change < Cue.openEnd
        else { return nil }
        // Rounding may lose a nanosecond or two: at the deadline the line has surely changed.
        return clock.hostTime(of: change) + .microseconds(1)
    }
}
