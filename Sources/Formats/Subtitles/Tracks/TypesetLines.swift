import PlayCore

/// From `\pos` or `\move` of an ASS event, as shares of the picture.
package struct SignPlace: Sendable, Hashable {
    package let x: Double
    package let y: Double
    /// The part of the text that lies at ``x``.
    package let anchor: CuePlacement.Horizontal
    /// Size of the font as a share of the picture's width.
    package let fontSize: Double
}

/// Converts typesetting to readable text: one sign may have several layers, and one line an event per letter.
enum TypesetLines {
    /// Drops copies, joins letters and syllables into lines, and moves dialogue before signs. Both keep their order.
    static func merged(_ cues: [Cue]) -> [Cue] {
        guard cues.count > 1 else { return cues }
        let single = withoutCopies(cues)
        return single.filter { $0.point == nil } + joined(single.filter { $0.point != nil })
    }

    // MARK: Copies

    private struct Text: Hashable {
        let text: String
        let columns: CuePlacement.ColumnOrder?
    }

    private static func withoutCopies(_ cues: [Cue]) -> [Cue] {
        var kept: [Text: [Cue]] = [:]
        return cues.filter { cue in
            let key = Text(text: cue.text, columns: cue.placement.columns)
            let isCopy = kept[key, default: []].contains { isOnePlace($0, cue) }
            if !isCopy { kept[key, default: []].append(cue) }
            return !isCopy
        }
    }

    /// Returns whether two layers have one place. Layers are shifted by few pixels; equal letters of a line are farther
    /// apart.
    private static func isOnePlace(_ a: Cue, _ b: Cue) -> Bool {
        guard let first = a.point, let second = b.point else {
            return a.placement == b.placement && (a.point == nil) == (b.point == nil)
                || (a.point == nil) != (b.point == nil) && a.placement == b.placement && !isPiece(a)
        }
        let columns = Double(TextWidth.columns(of: a.text))
        return abs(first.x - second.x) < max(0.005, 0.004 * min(columns, 20)) && abs(first.y - second.y) < 0.03
    }

    // MARK: Lines

    private static let mostPieceColumns = 12

    /// Returns whether a cue is a piece of a line: a letter, a syllable or a word without spaces.
    private static func isPiece(_ cue: Cue) -> Bool {
        guard cue.lines.count == 1, cue.placement.columns == nil else { return false }
        let text = cue.text
        return !text.contains(where: \.isWhitespace) && TextWidth.columns(of: text) <= mostPieceColumns
    }

    private struct Piece {
        let cue: Cue
        let point: SignPlace
        let place: Int
    }

    private static func joined(_ signs: [Cue]) -> [Cue] {
        var rows: [[Piece]] = []
        var result: [(place: Int, cue: Cue)] = []
        for (place, cue) in signs.enumerated() {
            guard let point = cue.point, isPiece(cue) else {
                result.append((place, cue))
                continue
            }
            let piece = Piece(cue: cue, point: point, place: place)
            if let row = rows.firstIndex(where: {
                abs($0[0].point.y - point.y) < 0.02 && $0[0].point.anchor == point.anchor
            }) {
                rows[row].append(piece)
            } else {
                rows.append([piece])
            }
        }
        for row in rows { result += lines(row.sorted { $0.point.x < $1.point.x }) }
        return result.sorted { $0.place < $1.place }.map(\.cue)
    }

    /// - Parameter row: the pieces at one height, from left to right.
    private static func lines(_ row: [Piece]) -> [(place: Int, cue: Cue)] {
        let spacing = Spacing(row.map { ($0.point, $0.cue.text) })
        var lines: [[Piece]] = []
        var blanks: [Bool] = []
        for (index, piece) in row.enumerated() {
            let gap = index == 0 ? Spacing.Gap.far : spacing.gaps[index - 1]
            if gap == .far {
                lines.append([piece])
            } else {
                lines[lines.count - 1].append(piece)
            }
            blanks.append(gap == .blank)
        }
        var first = 0
        return lines.map { pieces in
            defer { first += pieces.count }
            return (pieces.map(\.place).min() ?? 0, line(pieces, Array(blanks[first..<(first + pieces.count)])))
        }
    }

    private static func line(_ pieces: [Piece], _ blanks: [Bool]) -> Cue {
        let first = pieces[0]
        guard pieces.count > 1, let last = pieces.last else { return first.cue }
        var spans: CueLine = []
        for (piece, blank) in zip(pieces, blanks) {
            for span in piece.cue.lines[0] {
                let text = (blank && span == piece.cue.lines[0].first ? " " : "") + span.text
                if let before = spans.last, before.style == span.style {
                    spans[spans.count - 1] = CueSpan(before.text + text, span.style)
                } else {
                    spans.append(CueSpan(text, span.style))
                }
            }
        }
        let middle = SignPlace(
            x: (first.point.x + last.point.x) / 2, y: first.point.y, anchor: .centre, fontSize: first.point.fontSize)
        var placement = first.cue.placement
        placement.horizontal = CuePlacement(thirdAtX: middle.x, y: middle.y).horizontal
        return Cue(
            id: first.cue.id, start: pieces.map(\.cue.start).min() ?? first.cue.start,
            end: pieces.map(\.cue.end).min() ?? first.cue.end, layer: first.cue.layer, placement: placement,
            point: middle, lines: [spans])
    }
}

/// The gaps between the pieces of a line, estimated without the font: with a proportional or a fixed pitch, with or
/// without spaces between all pieces. The best fit to the distances counts.
private struct Spacing {
    enum Gap: Comparable { case none, blank, far }

    private(set) var gaps: [Gap] = []

    /// The widths of a space and of a gap that separates lines, in the unit of the letter widths.
    private struct Pitch: Sendable {
        let width: @Sendable (Character) -> Double
        let blank: Double
        let far: Double
    }

    private static let pitches = [
        Pitch(width: Self.share, blank: 0.28, far: 2.5),
        Pitch(width: { Double(TextWidth.columns(of: $0)) }, blank: 0.8, far: 4),
    ]
    /// The least number of distances that give a pitch. With fewer, a space is a gap that both pitches recognise.
    private static let leastDistances = 3
    /// Usual widths of an em and of a column, relative to the font size.
    private static let usualUnits = [0.85, 0.5]

    /// - Parameter pieces: from left to right.
    init(_ pieces: [(point: SignPlace, text: String)]) {
        let distances = zip(pieces, pieces.dropFirst()).map { max(0, $1.point.x - $0.point.x) }
        guard !distances.isEmpty else { return }
        if distances.count >= Self.leastDistances, let (pitch, unit) = Self.best(pieces, distances) {
            gaps = Self.gaps(pieces, distances, pitch, unit)
        } else {
            let both = zip(Self.pitches, Self.usualUnits).map { pitch, unit in
                Self.gaps(pieces, distances, pitch, unit * pieces[0].point.fontSize)
            }
            gaps = zip(both[0], both[1]).map { min($0, $1) }
        }
    }

    private static func gaps(
        _ pieces: [(point: SignPlace, text: String)], _ distances: [Double], _ pitch: Pitch, _ unit: Double
    ) -> [Gap] {
        zip(distances, widths(pieces, pitch)).map { distance, width in
            let rest = distance / max(unit, 0.0001) - width
            return rest > pitch.far ? .far : rest > pitch.blank / 2 ? .blank : .none
        }
    }

    private static func best(
        _ pieces: [(point: SignPlace, text: String)], _ distances: [Double]
    ) -> (pitch: Pitch, unit: Double)? {
        var best: (spread: Double, whole: Double, pitch: Pitch, unit: Double)?
        for pitch in pitches {
            let widths = widths(pieces, pitch)
            for blank in [0, pitch.blank] {
                let units = zip(distances, widths).map { $0 / max(0.1, $1 + blank) }.sorted()
                let unit = units[(units.count - 1) / 2]
                guard unit > 0 else { continue }
                // Ignores the 40 % of distances farthest from the median: gaps between words, or within them.
                let deviations = units.map { abs($0 - unit) / unit }.sorted()
                let spread = deviations.prefix((units.count * 3 + 4) / 5).reduce(0, +)
                let whole = deviations.reduce(0, +)
                // Of equally good ones the one that fits all distances, or else the first.
                let isBetter = best.map {
                    spread < $0.spread - 0.001 || spread < $0.spread + 0.001 && whole < $0.whole - 0.001
                }
                if isBetter ?? true { best = (spread, whole, pitch, unit) }
            }
        }
        return best.map { ($0.pitch, $0.unit) }
    }

    private static func widths(_ pieces: [(point: SignPlace, text: String)], _ pitch: Pitch) -> [Double] {
        let widths = pieces.map { $0.text.reduce(0) { $0 + pitch.width($1) } }
        return zip(widths, widths.dropFirst()).map { own, next in
            switch pieces[0].point.anchor {
            case .left: own
            case .centre: (own + next) / 2
            case .right: next
            }
        }
    }

    /// Returns a letter's width in ems, as in Arial and similar fonts.
    private static func share(_ character: Character) -> Double {
        if TextWidth.columns(of: character) > 1 { return 1 }
        if "iljI.,:;'!|".contains(character) { return 0.25 }
        if "tfr()-\"".contains(character) { return 0.33 }
        if "mwMW@%".contains(character) { return 0.85 }
        return character.isUppercase ? 0.69 : 0.55
    }
}
