package import PlayCore

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

package struct CueStyle: Sendable, Hashable {
    package var isBold = false
    package var isItalic = false
    package var isUnderlined = false
    /// `nil` for the screen's default.
    package var foreground: RGB?
    package var background: RGB?

    package init() {}
}

/// Text of one style. Contains no control characters, line ends or direction changes (``CueTextBuilder``).
package struct CueSpan: Sendable, Hashable {
    package let text: String
    package let style: CueStyle

    package init(_ text: String, _ style: CueStyle = CueStyle()) {
        self.text = text
        self.style = style
    }
}

/// A line of a cue as its author broke it. Without spans it is empty.
package typealias CueLine = [CueSpan]

package struct Cue: Sendable, Hashable, Identifiable {
    /// Unique and constant in its track, rising in the order of adding.
    package internal(set) var id: Int
    /// The cue is shown from `start` to just before `end`; never, if it does not end after its start.
    package internal(set) var start: MediaTime
    package internal(set) var end: MediaTime
    /// ASS: of two cues in one place, the one with the higher layer is above.
    package let layer: Int
    package let placement: CuePlacement
    package let point: SignPlace?
    package let lines: [CueLine]
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

    /// The end of a cue that lasts to the item's end: 73 years, far below overflow.
    package static let openEnd = MediaTime(nanoseconds: 1 << 61)

    package var text: String { lines.map { $0.map(\.text).joined() }.joined(separator: "\n") }

    package var isSign: Bool { point != nil }

    package func isActive(at time: MediaTime) -> Bool { start <= time && time < end }

    /// Containers repeat cues after a seek.
    func isRepetition(of other: Cue) -> Bool {
        start == other.start && end == other.end && layer == other.layer && placement == other.placement
            && point == other.point && lines == other.lines
    }
}
