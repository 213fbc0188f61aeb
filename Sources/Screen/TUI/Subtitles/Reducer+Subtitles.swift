import Cells
import Commands
package import PlayCore
import PlaybackModel
import ScreenKit
package import Subtitles

extension AppState {
    mutating func update(_ arrivals: [SubtitleArrival], at now: HostTime) -> [Effect] {
        for arrival in arrivals {
            switch arrival {
            case .begin(let wish): subtitles.begin(wish)
            case .track(let track, let isWanted): add(track, isWanted: isWanted, at: now)
            case .reloaded(let track):
                subtitles.set.replace(track)
            case .cues(let cues, let origin): subtitles.set.add(cues, to: origin)
            case .files(let areSought): subtitles.areFilesSought = areSought
            case .indexed: subtitles.isIndexing = false
            case .failed(let name, let reason):
                let (name, reason) = (SafeText.clean(name, limit: 80), SafeText.clean(reason, limit: 120))
                let text = tr("Playing without the subtitles %1: %2", name, reason)
                announce(Message(text, .warning, at: now))
            }
        }
        return panel?.kind == .subtitleLines ? readAllLines() : []
    }

    /// Applies the film's frame rate to lines that count frames.
    mutating func adaptFrameTimes() {
        for track in snapshot.tracks {
            if case .video(_, _, let rate?) = track.kind { return subtitles.set.setFrameRate(rate) }
        }
    }

    /// Requests tracks. The session draws bitmaps on the picture; a stream's texts are fetched when needed.
    mutating func askForTracks() -> [Effect] {
        var effects: [Effect] = []
        let texts = subtitles.wantedTexts
        if texts != subtitles.askedTexts {
            subtitles.askedTexts = texts
            effects.append(.command(.selectTexts(texts)))
        }
        let wanted = subtitles.wantedBitmaps
        if wanted != subtitles.askedBitmaps {
            subtitles.askedBitmaps = wanted
            effects.append(.command(.selectTrack(.subtitle, id: wanted)))
        }
        return effects
    }

    private mutating func add(_ track: SubtitleTrack, isWanted: Bool, at now: HostTime) {
        guard let number = subtitles.set.add(track) else { return }
        if isWanted {
            _ = selectSubtitles(number, in: .first, at: now)
        } else {
            subtitles.chooseByWish(spoken: spokenLanguage)
        }
    }

    /// Shows a track, or none with `nil`, and a message.
    package mutating func selectSubtitles(_ number: Int?, in slot: SubtitleSlot, at now: HostTime) -> [Effect] {
        subtitles.chosenSlots.insert(slot)
        // A track taken from the other slot is not replaced there automatically.
        let other: SubtitleSlot = slot == .first ? .second : .first
        if number != nil, subtitles.set.selection(other) == number { subtitles.chosenSlots.insert(other) }
        subtitles.lastingPair = nil
        subtitles.set.select(number, in: slot)
        if slot == .first, let number { subtitles.taste = TrackTaste(subtitles.set.tracks[number]) }
        if number != nil { subtitles.set.setVisible(true, slot) }
        message = Message(selectionText(slot), at: now)
        return []
    }

    private func selectionText(_ slot: SubtitleSlot) -> String {
        guard let number = subtitles.set.selection(slot) else {
            return slot == .first ? tr("Subtitles: off") : tr("Second subtitles: off")
        }
        let track = subtitles.set.tracks[number]
        let names = [track.title, track.language.map(LanguageName.of), track.format?.name]
        let name = names.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let (index, count) = ("\(number + 1)", "\(subtitles.set.tracks.count)")
        let shown = track.purpose.naming(SafeText.clean(ByteText.shown(name), limit: 60))
        return slot == .first
            ? tr("Subtitles %1 of %2: %3", index, count, shown)
            : tr("Second subtitles %1 of %2: %3", index, count, shown)
    }

    /// Steps through off, the tracks in order, off. Skips the track of the other slot.
    mutating func cycleSubtitles(_ step: Int, at now: HostTime) -> [Effect] {
        let set = subtitles.set
        let numbers = set.numbers.filter { set.selection(.second) != $0 }
        guard !numbers.isEmpty else { return noSubtitles(at: now) }
        let stops: [Int?] = [nil] + numbers
        let current = stops.firstIndex(of: set.selection(.first)) ?? 0
        return selectSubtitles(stops[(current + step + stops.count) % stops.count], in: .first, at: now)
    }

    private mutating func noSubtitles(at now: HostTime) -> [Effect] {
        message = Message(noSubtitlesReason, at: now)
        return []
    }

    mutating func toggleSubtitles(_ slot: SubtitleSlot, at now: HostTime) -> [Effect] {
        // There are no subtitles to show or hide.
        if subtitles.set.tracks.isEmpty { return noSubtitles(at: now) }
        return showSubtitles(!subtitles.set.isVisible(slot), slot, at: now)
    }

    private mutating func showSubtitles(_ isVisible: Bool, _ slot: SubtitleSlot, at now: HostTime) -> [Effect] {
        subtitles.set.setVisible(isVisible, slot)
        switch (slot, isVisible) {
        case (.first, true): message = Message(tr("Subtitles: shown"), at: now)
        case (.first, false): message = Message(tr("Subtitles: hidden"), at: now)
        case (.second, true): message = Message(tr("Second subtitles: shown"), at: now)
        case (.second, false): message = Message(tr("Second subtitles: hidden"), at: now)
        }
        return []
    }

    mutating func changeSubtitleDelay(by milliseconds: Int, at now: HostTime) -> [Effect] {
        setSubtitleDelay(subtitles.set.delay + .milliseconds(milliseconds), at: now)
    }

    private mutating func setSubtitleDelay(_ wanted: MediaTime, at now: HostTime) -> [Effect] {
        let delay = wanted.clamped(to: SubtitleSet.delayRange)
        subtitles.set.delay = delay
        message = Message(tr("Subtitle delay: %1 s", TimeText.decimal(delay.inSeconds, digits: 1)), at: now)
        return []
    }

    mutating func moveSubtitles(by rows: Int, at now: HostTime) -> [Effect] {
        let most = max(0, terminal.rows - 2)
        subtitles.set.rowsUp = min(max(0, subtitles.set.rowsUp + rows), most)
        message = Message(
            trn("Subtitles raised by %1 row", "Subtitles raised by %1 rows", subtitles.set.rowsUp), at: now)
        return []
    }

    mutating func seekSubtitle(_ step: Int, in slot: SubtitleSlot? = nil, at now: HostTime) -> [Effect] {
        let set = subtitles.set
        guard set.hasSelection(slot) else { return noSubtitles(at: now) }
        guard let target = set.line(step, from: shownPosition(at: now), in: slot) else {
            message = Message(
                step < 0 ? tr("Already at the first subtitle") : tr("Already at the last subtitle"), at: now)
            return []
        }
        return seek(.absolute(target), .exact, at: now)
    }

    // MARK: Commands

    mutating func run(_ change: PlayerCommand.SubtitleChange, at now: HostTime) throws(CommandError) -> [Effect] {
        switch change {
        case .add(let file):
            let known = subtitles.set.tracks.firstIndex { $0.origin == .file(path: file.path) }
            if file.mode == .cached, let known { return selectSubtitles(known, in: .first, at: now) }
            return [.addSubtitles(TrackFileRequest(file))]
        case .seek(let count, let isSecond):
            return seekSubtitle(count, in: isSecond ? .second : nil, at: now)
        case .step(let count, let isSecond): return stepSubtitle(count, in: isSecond ? .second : nil, at: now)
        case .remove(let id):
            let (number, _) = try subtitleFile(id, "sub-remove")
            subtitles.set.remove(number)
            subtitles.chosenSlots.formUnion(SubtitleSlot.allCases)
            return []
        case .reload(let id): return [.reloadSubtitles(path: try subtitleFile(id, "sub-reload").path)]
        }
    }

    /// Shifts the lines, so that the line `count` places further is shown now.
    private mutating func stepSubtitle(_ count: Int, in slot: SubtitleSlot?, at now: HostTime) -> [Effect] {
        let set = subtitles.set
        guard set.hasSelection(slot) else { return noSubtitles(at: now) }
        let position = shownPosition(at: now)
        guard let line = set.line(count, from: position, in: slot) else {
            message = Message(
                count < 0 ? tr("Already at the first subtitle") : tr("Already at the last subtitle"), at: now)
            return []
        }
        return setSubtitleDelay(set.delay + position - line, at: now)
    }

    /// - Parameter id: the track's number from 1, or `nil` for the one shown first.
    /// - Throws: if there is no such track, or it is the container's own.
    private func subtitleFile(_ id: Int?, _ command: String) throws(CommandError) -> (number: Int, path: String) {
        guard let number = id.map({ $0 - 1 }) ?? subtitles.set.selection(.first),
            subtitles.set.numbers.contains(number),
            case .file(let path) = subtitles.set.tracks[number].origin
        else { throw .failed(command) }
        return (number, path)
    }

    // MARK: Properties

    mutating func apply(_ change: SubtitlePropertyChange, at now: HostTime) -> [Effect] {
        switch change {
        case .select(let number, let isSecond): selectSubtitles(number, in: isSecond ? .second : .first, at: now)
        case .show(let isVisible, let isSecond): showSubtitles(isVisible, isSecond ? .second : .first, at: now)
        case .delay(let delay): setSubtitleDelay(delay, at: now)
        case .languages(let languages): setSubtitleLanguages(languages, at: now)
        }
    }
}

extension AppState {
    /// Sets the languages for this item, unless the viewer has chosen a track, and for the following items.
    fileprivate mutating func setSubtitleLanguages(_ languages: [String], at now: HostTime) -> [Effect] {
        subtitles.askedLanguages = languages
        (subtitles.lastingPair, subtitles.taste) = (nil, nil)
        subtitles.wish.languages = languages
        message = Message(tr("Subtitles: %1", SafeText.clean(languages.joined(separator: ","), limit: 60)), at: now)
        subtitles.chooseByWish(spoken: spokenLanguage)
        return []
    }
}

extension SubtitleSet {
    /// - Parameter slot: `nil` for any.
    fileprivate func hasSelection(_ slot: SubtitleSlot?) -> Bool {
        (slot.map { [$0] } ?? SubtitleSlot.allCases).contains { selection($0) != nil }
    }
}

extension SubtitleProperties {
    init(_ set: SubtitleSet, at position: MediaTime) {
        self.init()
        tracks = set.tracks.map {
            Track(
                title: $0.title, language: $0.language, codec: $0.format?.codecName, isDefault: $0.isDefault,
                purpose: $0.purpose, file: $0.origin.file)
        }
        removed = Set(set.tracks.indices).subtracting(set.numbers)
        (first, second) = (set.selection(.first), set.selection(.second))
        (showsFirst, showsSecond) = (set.isVisible(.first), set.isVisible(.second))
        delay = set.delay
        text = set.currentText(at: position)
        let shown = set.active(.first, at: position)
        start = shown.map(\.start).min().map { $0 + delay }
        end = shown.map(\.end).max().map { $0 + delay }
        let below = set.active(.second, at: position)
        secondText = below.isEmpty ? nil : below.map(\.text).joined(separator: "\n")
    }
}

extension SubtitleOrigin {
    /// The file of the track; `nil` for a track of the item's own container.
    fileprivate var file: String? {
        switch self {
        case .file(let path), .address(let path): path
        case .container: nil
        }
    }
}

extension TrackFileRequest {
    init(_ file: PlayerCommand.TrackFile) {
        self.init(path: file.path, title: file.title, language: file.language, isSelected: file.mode != .auto)
    }
}
