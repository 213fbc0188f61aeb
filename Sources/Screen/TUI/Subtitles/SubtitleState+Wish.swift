import Localization
import PlayCore
import PlaybackModel
import Subtitles
import Text

/// Which tracks are shown without anybody's choosing one.
extension SubtitleState {
    /// Another item: what was wished for all of them stays.
    mutating func begin(_ wish: SubtitleWish) {
        set.removeTracks()
        self.wish = wish
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

    /// Follows the wish where the viewer has not chosen.
    ///
    /// - Parameter spoken: language of the sound; nil: unknown.
    mutating func chooseByWish(spoken: String?) {
        if chosenSlots.isEmpty, wish.first == .automatic, let pair = wish.pair, let (first, second) = tracks(of: pair),
            isBest(first)
        {
            set.select(first)
            set.select(second, in: .second)
            showsPair = true
            return
        }
        // A language that is wanted more has come.
        if showsPair, !chosenSlots.contains(.second) { set.select(nil, in: .second) }
        showsPair = false
        if !chosenSlots.contains(.first), let number = number(for: wish.first, besides: nil, spoken) {
            set.select(number)
        }
        guard !chosenSlots.contains(.second) else { return }
        if let number = number(for: wish.second, besides: set.selection(.first), spoken),
            number != set.selection(.first)
        {
            set.select(number, in: .second)
        }
    }

    /// The two languages that can be chosen at once: those that are wished for so, else the two most wanted.
    var pairOffer: SubtitlePair? {
        if let pair = lastingPair ?? wish.pair, tracks(of: pair) != nil { return pair }
        let ranked = set.numbers.filter { set.tracks[$0].shortLanguage != nil }.sorted { before($0, $1) }
        var languages: [String] = []
        for language in ranked.compactMap({ set.tracks[$0].shortLanguage }) where !languages.contains(language) {
            languages.append(language)
        }
        return languages.count < 2 ? nil : SubtitlePair(languages[0], languages[1])
    }

    /// Numbers of the tracks that speak them; nil: one of them is not there.
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

    /// No track is wanted more.
    private func isBest(_ number: Int) -> Bool {
        let rank = rank(set.tracks[number])
        return !set.numbers.contains { self.rank(set.tracks[$0]) < rank }
    }

    /// - Parameter other: the track of the other slot, whose language is not wanted twice.
    private func number(for choice: SubtitleWish.Choice, besides other: Int?, _ spoken: String?) -> Int? {
        switch choice {
        case .none: return nil
        case .number(let number): return set.numbers.contains(number - 1) ? number - 1 : nil
        case .automatic: break
        }
        let otherLanguage = other.flatMap { set.tracks[$0].shortLanguage }
        let candidates = set.numbers.filter { number in
            guard number != other, isAutomatic(set.tracks[number], spoken) else { return false }
            return otherLanguage == nil || set.tracks[number].shortLanguage != otherLanguage
        }
        return candidates.min { before($0, $1) }
    }

    /// The more wanted language first, then text before bitmaps, then the order of the tracks.
    private func before(_ a: Int, _ b: Int) -> Bool {
        func key(_ number: Int) -> (Int, Int, Int) {
            let track = set.tracks[number]
            return (rank(track), track.format == nil ? 1 : 0, number)
        }
        return key(a) < key(b)
    }

    /// Files were named, or lie beside the item: they are meant. Of a container's tracks only its own choice is, what
    /// speaks a wanted language, and what speaks the viewer's where the sound does not.
    private func isAutomatic(_ track: SubtitleTrack, _ spoken: String?) -> Bool {
        guard case .container = track.origin else { return true }
        if track.isDefault || LanguageCode.rank(track.language, among: wish.singleLanguages) != nil { return true }
        guard wish.languages.isEmpty, let spoken, spoken != "und" else { return false }
        return LanguageCode.rank(track.language, among: wish.ownLanguages) != nil
            && LanguageCode.rank(spoken, among: wish.ownLanguages) == nil
    }

    private func rank(_ track: SubtitleTrack) -> Int {
        let languages = wish.singleLanguages.isEmpty ? wish.ownLanguages : wish.singleLanguages
        return LanguageCode.rank(track.language, among: languages) ?? languages.count
    }
}

extension AppState {
    /// Language of the sound that plays, as the container has it.
    var spokenLanguage: String? { snapshot.tracks.first { $0.id == snapshot.audioTrack }?.language }

    /// What plays is known now, or is another sound.
    mutating func chooseSubtitlesByWish() -> [Effect] {
        subtitles.chooseByWish(spoken: spokenLanguage)
        return askForTracks()
    }

    /// Two tracks at once, for this item and those that follow.
    mutating func selectPair(_ pair: SubtitlePair, at now: HostTime) -> [Effect] {
        guard let (first, second) = subtitles.tracks(of: pair) else { return [] }
        let effects = selectSubtitles(first, in: .first, at: now) + selectSubtitles(second, in: .second, at: now)
        subtitles.lastingPair = pair
        message = Message(tr("Subtitles: %1", pair.label), at: now)
        refreshPanel(at: now)
        return effects
    }
}

extension SubtitlePair {
    /// `ZH+EN`, for the viewer. Clean.
    var label: String { SafeText.clean(text, limit: 20).uppercased() }
}
