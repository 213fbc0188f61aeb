import Cells
import Localization
package import PlayCore
import PlaybackModel
package import Subtitles
import Text

/// The subtitles of the item that plays. Owned by the main thread, as all of ``AppState``.
package struct SubtitleState: Sendable, Equatable {
    /// What was typed as a file's path and not sent.
    var pathDraft = ""
    package var set = SubtitleSet()
    package var wish = SubtitleWish()
    /// The slots that the viewer has set: nothing is chosen for them any more.
    package var chosenSlots: Set<SubtitleSlot> = []
    /// Stream of the bitmaps that the session was asked to draw.
    var askedBitmaps: Int?
    /// Whether files that belong to the item are still being looked for and read.
    var areFilesSought = false
    /// All lines of the item's own tracks were asked for.
    var isIndexed = false
    /// Whether those lines are still being read.
    var isIndexing = false
    /// Both slots show the pair that was wished for.
    var showsPair = false
    /// Two languages that the viewer has chosen: for the items that follow, too.
    var lastingPair: SubtitlePair?
    /// The kind of track that the viewer chose last: for the items that follow, too.
    var taste: TrackTaste?
    /// `slang` as a command has set it; nil: as the item's options have it.
    var askedLanguages: [String]?
    /// Tracks of text that the session was asked to fetch, of a stream.
    var askedTexts: Set<Int> = []

    /// What holds again behind an item that has a delay or a visibility of its own.
    var lastingDelay: MediaTime?
    var lastingVisibility: Bool?

    package init() {}
}

/// A row of a list of tracks.
package struct SubtitleChoice: Sendable, Equatable {
    /// From 0, as ``AppState/selectSubtitles(_:in:at:)`` takes it.
    package let number: Int
    /// Unverified text from outside.
    package let title: String
    /// Unverified text from outside; nil: unknown.
    package let language: String?
    let purpose: TrackPurpose
    /// "SRT", "WebVTT", "ASS"; nil: bitmaps, which are part of the picture.
    package let format: String?
    /// Where it is shown; nil: nowhere.
    package let slot: SubtitleSlot?
}

extension SubtitleChoice {
    /// For the viewer, already cleaned.
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

    /// Stream of the container whose bitmaps are to be seen.
    var wantedBitmaps: Int? {
        for slot in SubtitleSlot.allCases {
            guard let number = self.set.selection(slot), self.set.isVisible(slot) else { continue }
            let track = self.set.tracks[number]
            if track.format == nil, case .container(let stream) = track.origin { return stream }
        }
        return nil
    }

    /// Tracks of text of the container that are chosen, whether they are hidden or not.
    var wantedTexts: Set<Int> {
        Set(
            SubtitleSlot.allCases.compactMap { slot in
                guard let number = self.set.selection(slot), self.set.tracks[number].format != nil,
                    case .container(let stream) = self.set.tracks[number].origin
                else { return nil }
                return stream
            })
    }

    /// `currentSubtitleInfo`: what is shown, by name; "off" where nothing of what there is, empty where there is
    /// nothing to show.
    var currentTitles: String {
        guard !set.tracks.isEmpty else { return "" }
        let names = choices.filter { $0.slot != nil }.map(\.name)
        return names.isEmpty ? tr("off") : names.joined(separator: " + ")
    }

    /// What ``captionLabel`` names.
    var captionNames: [String] {
        SubtitleSlot.allCases.compactMap { slot in
            set.selection(slot).map { set.tracks[$0].shortLanguage ?? "\($0 + 1)" }
        }
    }

    /// `CC en+zh`, the track's number where its language is unknown, `CC` alone where none is shown.
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
    /// What is shown at `now`; nothing while a page stands in the picture's place.
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

    /// When another set of lines is shown.
    func subtitleChange(after now: HostTime) -> HostTime? {
        let clock = snapshot.clock
        guard hasPictureTime, clock.isRunning,
            let change = subtitles.set.nextChange(after: clock.position(at: now)), change < Cue.openEnd
        else { return nil }
        // Rounding takes away a nanosecond or two: at the deadline the line has surely changed.
        return clock.hostTime(of: change) + .microseconds(1)
    }
}
