import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles

extension SubtitleState {
    /// Starts an item with its options. Settings for all items stay.
    mutating func begin(_ wish: SubtitleWish) {
        set.removeTracks()
        self.wish = wish
        beginOwnSettings()
        if let askedLanguages { self.wish.languages = askedLanguages }
        if let lastingPair {
            self.wish.first = .automatic
            self.wish.languages.insert(lastingPair.text, at: 0)
        }
        chosenSlots = []
        (areFilesSought, isIndexed, isIndexing, showsPair) = (false, false, false, false)
        askedBitmaps = nil
        askedTexts = []
    }

    private mutating func beginOwnSettings() {
        if let delay = lastingDelay { set.delay = delay }
        if let isVisible = lastingVisibility { set.setVisible(isVisible, .first) }
        lastingDelay = wish.ownDelay == nil ? nil : set.delay
        lastingVisibility = wish.ownVisibility == nil ? nil : set.isVisible(.first)
        if let delay = wish.ownDelay { set.delay = delay }
        if let isVisible = wish.ownVisibility { set.setVisible(isVisible, .first) }
    }

    /// Chooses tracks for the slots that the viewer has not set.
    ///
    /// - Parameter spoken: the language of the sound, if known.
    mutating func chooseByWish(spoken: String?) {
        if chosenSlots.isEmpty, wish.first == .automatic, let pair = wish.pair, let (first, second) = tracks(of: pair),
            isBest(first)
        {
            set.select(first)
            set.select(second, in: .second)
            showsPair = true
            return
        }
        // A track in a preferred language has arrived.
        if showsPair, !chosenSlots.contains(.second) { set.select(nil, in: .second) }
        showsPair = false
        if !chosenSlots.contains(.first) { set.select(number(for: wish.first, besides: nil, spoken)) }
        guard !chosenSlots.contains(.second) else { return }
        if let number = number(for: wish.second, besides: set.selection(.first), spoken),
            number != set.selection(.first)
        {
            set.select(number, in: .second)
        }
    }

    /// The requested pair, else the two most preferred languages.
    var pairOffer: SubtitlePair? {
        if let pair = lastingPair ?? wish.pair, tracks(of: pair) != nil { return pair }
        let ranked = set.numbers.filter { set.tracks[$0].shortLanguage != nil }.sorted { before($0, $1) }
        var languages: [String] = []
        for language in ranked.compactMap({ set.tracks[$0].shortLanguage }) where !languages.contains(language) {
            languages.append(language)
        }
        return languages.count < 2 ? nil : SubtitlePair(languages[0], languages[1])
    }

    func tracks(of pair: SubtitlePair) -> (first: Int, second: Int)? {
        func best(_ language: String, besides other: Int?) -> Int? {
            set.numbers.filter { number in
                number != other && set.tracks[number].language.map { LanguageCode.matches($0, language) } ?? false
            }.min { before($0, $1) }
        }
        guard let first = best(pair.first, besides: nil), let second = best(pair.second, besides: first) else {
            return nil
        }
        return (first, second)
    }

    /// Whether no other track is preferred to this one.
    private func isBest(_ number: Int) -> Bool {
        let rank = rank(set.tracks[number])
        return !set.numbers.contains { self.rank(set.tracks[$0]) < rank }
    }

    /// - Parameter other: the track of the other slot. Its language is not shown twice.
    private func number(for choice: SubtitleWish.Choice, besides other: Int?, _ spoken: String?) -> Int? {
        switch choice {
        case .none: return nil
        case .number(let number): return set.numbers.contains(number - 1) ? number - 1 : nil
        case .automatic: break
        }
        let otherLanguage = other.flatMap { set.tracks[$0].shortLanguage }
        let free = set.numbers.filter { number in
            number != other && (otherLanguage == nil || set.tracks[number].shortLanguage != otherLanguage)
        }
        func best(_ isMeant: (SubtitleTrack) -> Bool) -> Int? {
            free.filter { isMeant(set.tracks[$0]) }.min { before($0, $1) }
        }
        if let taste, other == nil, let liked = best({ taste.distance($0) == 0 }) { return liked }
        let full = best { !$0.purpose.contains(.forced) && isAutomatic($0, spoken) }
        guard other == nil, let forced = best({ $0.purpose.contains(.forced) && isForced($0, for: spoken) }) else {
            return full
        }
        guard let full else { return forced }
        let isAskedFor = LanguageCode.rank(set.tracks[full].language, among: wish.singleLanguages) != nil
        return isUnderstood(spoken) && !isAskedFor ? forced : full
    }

    /// Returns whether track `a` is preferred to `b`. Compares the wanted kind, the language, plain tracks, text before
    /// bitmaps, files, the container's defaults, then the order of the tracks.
    private func before(_ a: Int, _ b: Int) -> Bool {
        func key(_ number: Int) -> (Int, Int, Int, Int, Int, Int) {
            let track = set.tracks[number]
            return (
                taste?.distance(track) ?? 0, rank(track), track.purpose.order, track.format == nil ? 1 : 0,
                isMarked(track) ? 0 : 1, number
            )
        }
        return key(a) < key(b)
    }

    private func isMarked(_ track: SubtitleTrack) -> Bool {
        if case .container = track.origin { track.isDefault } else { true }
    }

    /// Whether a forced track belongs to the current sound, or is in a requested language.
    private func isForced(_ track: SubtitleTrack, for spoken: String?) -> Bool {
        guard let spoken else { return isAutomatic(track, nil) }
        guard let language = track.knownLanguage else { return true }
        return LanguageCode.matches(language, spoken) || LanguageCode.rank(language, among: wish.singleLanguages) != nil
    }

    /// Whether the viewer understands the language. Without a locale, the viewer reads the program's English messages.
    private func isUnderstood(_ spoken: String?) -> Bool {
        LanguageCode.rank(spoken, among: wish.ownLanguages.isEmpty ? ["en"] : wish.ownLanguages) != nil
    }

    /// Whether the track may be chosen automatically. Named files and files beside the item may. A container's track
    /// may if it is the default, in a preferred language, or in the viewer's language while the sound is not.
    private func isAutomatic(_ track: SubtitleTrack, _ spoken: String?) -> Bool {
        if isMarked(track) || LanguageCode.rank(track.language, among: wish.singleLanguages) != nil { return true }
        if let taste, taste.distance(track) < 2 { return true }
        guard wish.languages.isEmpty, let spoken else { return false }
        return LanguageCode.rank(track.language, among: wish.ownLanguages) != nil
            && LanguageCode.rank(spoken, among: wish.ownLanguages) == nil
    }

    private func rank(_ track: SubtitleTrack) -> Int {
        let languages = wish.singleLanguages.isEmpty ? wish.ownLanguages : wish.singleLanguages
        return LanguageCode.rank(track.language, among: languages) ?? languages.count
    }
}

extension AppState {
    var spokenLanguage: String? { snapshot.tracks.first { $0.id == snapshot.audioTrack }?.knownLanguage }

    /// Sets a pair for this item and the following ones.
    mutating func selectPair(_ pair: SubtitlePair, at now: HostTime) -> [Effect] {
        guard let (first, second) = subtitles.tracks(of: pair) else { return [] }
        let effects = selectSubtitles(first, in: .first, at: now) + selectSubtitles(second, in: .second, at: now)
        (subtitles.lastingPair, subtitles.taste) = (pair, nil)
        message = Message(tr("Subtitles: %1", pair.label), at: now)
        return effects
    }
}

extension SubtitlePair {
    /// `ZH+EN`. Clean.
    var label: String { SafeText.clean(text, limit: 20).uppercased() }
}
