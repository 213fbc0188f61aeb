import Cells
package import PlayCore
import PlaybackModel
import ScreenKit
package import Subtitles

package struct SubtitleState: Sendable, Equatable {
    /// The typed path that was not sent.
    var pathDraft = ""
    package var set = SubtitleSet()
    package var wish = SubtitleWish()
    /// The slots set by the viewer, for which nothing is chosen automatically.
    package var chosenSlots: Set<SubtitleSlot> = []
    /// The stream whose bitmaps the session was asked to draw.
    var askedBitmaps: Int?
    var areFilesSought = false
    /// Whether all lines of the item's own tracks were requested.
    var isIndexed = false
    var isIndexing = false
    var showsPair = false
    /// The viewer's choice, also for the following items.
    var lastingPair: SubtitlePair?
    /// The kind of the last chosen track, also for the following items.
    var taste: TrackTaste?
    /// `slang` set by a command; `nil` uses the item's options.
    var askedLanguages: [String]?
    /// Text tracks that the session was asked to fetch from a stream.
    var askedTexts: Set<Int> = []

    /// The general delay, restored after an item with its own.
    var lastingDelay: MediaTime?
    var lastingVisibility: Bool?

    package init() {}
}

package struct SubtitleChoice: Sendable, Equatable {
    /// From 0, as for ``AppState/selectSubtitles(_:in:at:)``.
    package let number: Int
    /// The unverified title.
    package let title: String
    /// The unverified language.
    package let language: String?
    let purpose: TrackPurpose
    /// "SRT", "WebVTT", "ASS"; `nil` for bitmaps, which are part of the picture.
    package let format: String?
    package let slot: SubtitleSlot?
}

extension SubtitleChoice {
    /// Already cleaned.
    var name: String {
        let parts = LanguageName.parts(title: title, language: language).map { SafeText.clean($0, limit: 200) }
            .filter { !$0.isEmpty }
        return purpose.naming(parts.isEmpty ? tr("Track %1", "\(number + 1)") : parts.listed)
    }
}

extension SubtitleState {
    package var choices: [SubtitleChoice] {
        self.set.numbers.map { number in
            let track = self.set.tracks[number]
            return SubtitleChoice(
                number: number, title: track.title ?? "", language: track.language, purpose: track.purpose,
                format: track.format?.name, slot: set.slot(of: number))
        }
    }

    /// The container's stream whose bitmaps are visible.
    var wantedBitmaps: Int? {
        for slot in SubtitleSlot.allCases {
            guard let number = self.set.selection(slot), self.set.isVisible(slot) else { continue }
            let track = self.set.tracks[number]
            if track.format == nil, case .container(let stream) = track.origin { return stream }
        }
        return nil
    }

    /// The container's chosen text tracks, hidden or not.
    var wantedTexts: Set<Int> {
        Set(
            SubtitleSlot.allCases.compactMap { slot in
                guard let number = self.set.selection(slot), self.set.tracks[number].format != nil,
                    case .container(let stream) = self.set.tracks[number].origin
                else { return nil }
                return stream
            })
    }

    /// `currentSubtitleInfo`: the shown tracks, "off" if none is shown, empty if there are none.
    var currentTitles: String {
        guard !set.tracks.isEmpty else { return "" }
        let names = choices.filter { $0.slot != nil }.map(\.name)
        return names.isEmpty ? tr("off") : names.joined(separator: " + ")
    }

    var captionNames: [String] {
        SubtitleSlot.allCases.compactMap { slot in
            set.selection(slot).map { set.tracks[$0].shortLanguage ?? "\($0 + 1)" }
        }
    }

    /// `CC en+zh`, with the track's number if its language is unknown, or only `CC`.
    package var captionLabel: String {
        captionNames.isEmpty ? tr("CC") : tr("CC") + " " + captionNames.joined(separator: "+")
    }
}

package struct ShownSubtitles: Sendable, Equatable {
    package let first: [Cue]
    package let second: [Cue]
    package let rowsUp: Int

    package var isEmpty: Bool { first.isEmpty && second.isEmpty }
}

extension AppState {
    /// Returns no lines while a page replaces the picture.
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

    func subtitleChange(after now: HostTime) -> HostTime? {
        let clock = snapshot.clock
        guard hasPictureTime, clock.isRunning,
            let change = subtitles.set.nextChange(after: clock.position(at: now)), change < Cue.openEnd
        else { return nil }
        // Adds more than rounding may lose.
        return clock.hostTime(of: change) + .microseconds(1)
    }
}
