/// Empty for a plain track.
package struct TrackPurpose: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Subtitles of signs and foreign words only, for viewers who understand the sound.
    package static let forced = TrackPurpose(rawValue: 1)
    /// Subtitles that also describe sounds (SDH, closed captions), or sound with clearer speech.
    package static let hearingImpaired = TrackPurpose(rawValue: 2)
    package static let described = TrackPurpose(rawValue: 4)
    package static let commentary = TrackPurpose(rawValue: 8)

    /// The order of choice among tracks of one language: plain ones first.
    package var order: Int {
        if contains(.forced) { return 4 }
        if contains(.commentary) { return 3 }
        if contains(.described) { return 2 }
        return contains(.hearingImpaired) ? 1 : 0
    }

    package var words: [String] {
        var words: [String] = []
        if contains(.described) { words.append(tr("(audio description)")) }
        if contains(.commentary) { words.append(tr("(commentary)")) }
        if contains(.forced) { words.append(tr("(forced)")) }
        if contains(.hearingImpaired) { words.append(tr("(SDH)")) }
        return words
    }

    package func naming(_ name: String) -> String { ([name] + words).joined(separator: " ") }
}

// MARK: Titles

extension TrackPurpose {
    /// Many files declare the purpose only in the title.
    package init(title: String?) {
        self = []
        guard let title = title?.lowercased(), title.utf8.count <= 1000 else { return }
        let words = title.split { !$0.isLetter && !$0.isNumber }
        for (place, word) in words.enumerated() where place == 0 || !Self.negations.contains(String(words[place - 1])) {
            if let purpose = Self.titleWords[String(word)] { insert(purpose) }
        }
        let text = " " + words.joined(separator: " ") + " "
        for (phrase, purpose) in Self.titlePhrases where text.contains(phrase) { insert(purpose) }
    }

    private static let negations: Set = ["non", "not", "no", "without"]

    private static let titleWords: [String: TrackPurpose] = [
        "forced": .forced, "forcé": .forced, "forcés": .forced, "forzado": .forced, "forzados": .forced,
        "erzwungen": .forced, "sdh": .hearingImpaired, "cc": .hearingImpaired, "hoh": .hearingImpaired,
        "malentendants": .hearingImpaired, "hörgeschädigte": .hearingImpaired, "commentary": .commentary,
        "commentaries": .commentary, "kommentar": .commentary, "audiokommentar": .commentary,
        "commentaire": .commentary, "commentaires": .commentary, "comentario": .commentary,
        "comentarios": .commentary, "described": .described, "descriptive": .described,
        "audiodescription": .described, "audiodeskription": .described, "audiodescripción": .described,
        "hörfilm": .described, "hörfilmfassung": .described,
    ]

    private static let titlePhrases: [(phrase: String, purpose: TrackPurpose)] = [
        (" audio description ", .described), (" video description ", .described), (" visually impaired ", .described),
        (" visual impaired ", .described), (" hearing impaired ", .hearingImpaired),
        (" hard of hearing ", .hearingImpaired), (" closed captions ", .hearingImpaired), ("口述影像", .described),
        ("评论音轨", .commentary), ("評論音軌", .commentary), ("强制", .forced), ("強制", .forced),
        ("听障", .hearingImpaired), ("聽障", .hearingImpaired),
    ]
}

// MARK: The choice

package protocol TrackTraits {
    /// Unverified text.
    var language: String? { get }
    var purpose: TrackPurpose { get }
    var isDefault: Bool { get }
    /// 0 for a file that the user named, 1 for a file that was found, 2 for the item itself. The lowest is preferred.
    var rank: Int { get }
}

/// The track that the viewer chose last.
package struct TrackTaste: Sendable, Equatable {
    private let language: String
    private let purpose: TrackPurpose

    /// Returns `nil` for a track of unknown language, which says nothing about other items.
    package init?(_ track: some TrackTraits) {
        guard let language = track.knownLanguage else { return nil }
        (self.language, purpose) = (language, track.purpose)
    }

    /// Returns 0 for the same language and purpose, 1 for the same language, 2 for any other.
    package func distance(_ track: some TrackTraits) -> Int {
        guard let other = track.knownLanguage, LanguageCode.matches(other, language) else { return 2 }
        return track.purpose == purpose ? 0 : 1
    }
}

extension TrackTraits {
    package var rank: Int { 2 }

    /// `nil` if the container declares no language, or an undetermined one.
    package var knownLanguage: String? { language.flatMap { ["", "und"].contains($0.lowercased()) ? nil : $0 } }
}

extension Sequence where Element: TrackTraits {
    /// Returns the sound to play unless the viewer chooses one. The order of precedence: a track like the viewer's last
    /// choice, separate files, the wanted languages, the container's only default, plain sound before described sound
    /// and commentary, defaults, the container's order. The viewer's `own` languages count unless the container marks
    /// exactly one track.
    package func soundToPlay(wanted: [String] = [], own: [String] = [], taste: TrackTaste? = nil) -> Element? {
        let isMarked = count { $0.isDefault } == 1
        let languages = wanted + (isMarked ? [] : own)
        func key(_ track: Element, _ place: Int) -> (Int, Int, Int, Int, Int, Int) {
            (
                taste?.distance(track) ?? 0, track.rank,
                LanguageCode.rank(track.language, among: languages) ?? languages.count,
                isMarked && track.isDefault ? 0 : track.purpose.order, track.isDefault ? 0 : 1, place
            )
        }
        return enumerated().min { key($0.element, $0.offset) < key($1.element, $1.offset) }?.element
    }
}
