package import PlayCore

/// A colour as subtitle files have them.
package struct RGB: Sendable, Hashable {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// `0xRRGGBB`; higher bits are ignored.
    package init(_ value: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
            UInt8(truncatingIfNeeded: value))
    }
}

/// How a piece of text looks.
package struct CueStyle: Sendable, Hashable {
    package var isBold = false
    package var isItalic = false
    package var isUnderlined = false
    /// Nil: as the screen has it.
    package var foreground: RGB?
    /// Nil: as the screen has it.
    package var background: RGB?

    package init() {}
}

/// Text of one look. Holds no control characters, line ends or changes of direction (``CueTextBuilder``).
package struct CueSpan: Sendable, Hashable {
    package let text: String
    package let style: CueStyle

    package init(_ text: String, _ style: CueStyle = CueStyle()) {
        self.text = text
        self.style = style
    }
}

/// One line of a cue as its author broke it; no spans: an empty line.
package typealias CueLine = [CueSpan]

/// Text that is shown for a time.
package struct Cue: Sendable, Hashable, Identifiable {
    /// Unique in its track and the same for ever: the order in which the cues were added.
    package internal(set) var id: Int
    /// Shown from `start` on, to just before `end`; nothing is shown of a cue that does not end after its start.
    package internal(set) var start: MediaTime
    package internal(set) var end: MediaTime
    /// ASS: of two cues in one place the one of the higher layer stands above.
    package let layer: Int
    package let placement: CuePlacement
    /// Where the author put it; nil: the placement says all.
    package let point: SignPlace?
    package let lines: [CueLine]
    /// What the file calls it; nil when it has no name.
    package let name: String?

    package init(
        id: Int = 0, start: MediaTime, end: MediaTime, layer: Int = 0, placement: CuePlacement = CuePlacement(),
        point: SignPlace? = nil, lines: [CueLine], name: String? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.layer = layer
        self.placement = placement
        self.point = point
        self.lines = lines
        self.name = name
    }

    /// The end of a cue that stays until the item ends (some 73 years: far from where times overflow).
    package static let openEnd = MediaTime(nanoseconds: 1 << 61)

    /// The text without looks, lines separated by line feeds.
    package var text: String { lines.map { $0.map(\.text).joined() }.joined(separator: "\n") }

    /// A text of the picture, in contrast to what somebody says.
    package var isSign: Bool { point != nil }

    package func isActive(at time: MediaTime) -> Bool { start <= time && time < end }

    /// The same text in the same place at the same time: a container gives its cues again after a seek.
    func isRepetition(of other: Cue) -> Bool {
        start == other.start && end == other.end && layer == other.layer && placement == other.placement
            && point == other.point && lines == other.lines
    }
}
