package struct Rung: Sendable, Hashable {
    /// Constant in all readings of the manifest.
    package let key: String
    /// The highest rate of a segment (HLS `BANDWIDTH`, DASH `@bandwidth`).
    package let peak: BitRate
    /// Never above ``peak``.
    package let average: BitRate
    /// Zero if unknown and for sound only.
    package let width: Int
    package let height: Int
    package let frameRate: Double?
    /// As in the manifest; unverified text.
    package let codecs: String
    package let isAudioOnly: Bool

    package init(
        key: String, peak: BitRate, average: BitRate? = nil, width: Int = 0, height: Int = 0, frameRate: Double? = nil,
        codecs: String = "", isAudioOnly: Bool = false
    ) {
        self.key = key
        self.peak = peak
        self.average = min(average ?? peak, peak)
        self.width = max(0, width)
        self.height = max(0, height)
        self.frameRate = frameRate
        self.codecs = codecs
        self.isAudioOnly = isAudioOnly
    }
}

/// The renditions of an item, ascending by rate; never empty.
package struct RenditionLadder: Sendable, Hashable {
    package let rungs: [Rung]
    /// The indices for adaptation: those with pictures, unless there are none (``PictureAllowance``).
    package let adaptive: [Int]

    /// Returns `nil` without rungs. Of several rungs with one key, the first counts.
    package init?(_ rungs: [Rung]) {
        guard !rungs.isEmpty else { return nil }
        var keys: Set<String> = []
        let unique = rungs.filter { keys.insert($0.key).inserted }
        self.rungs = unique.enumerated().sorted { Self.order($0) < Self.order($1) }.map(\.element)
        let pictures = self.rungs.indices.filter { [rungs = self.rungs] in !rungs[$0].isAudioOnly }
        adaptive = pictures.isEmpty ? Array(self.rungs.indices) : pictures
    }

    private static func order(_ rung: (offset: Int, element: Rung)) -> (Double, Int, Int) {
        (rung.element.peak.bitsPerSecond, rung.element.height, rung.offset)
    }

    package subscript(index: Int) -> Rung { rungs[index] }

    package func index(of key: String) -> Int? { rungs.firstIndex { $0.key == key } }

    /// Returns the highest of ``adaptive`` that needs no more than `rate`, else the lowest.
    package func index(within rate: BitRate) -> Int {
        adaptive.last { rungs[$0].peak <= rate } ?? adaptive[0]
    }

    /// Returns the rung most like another item's: the nearest rate with its height, else the highest within its rate.
    package func index(like other: Rung) -> Int {
        let same = adaptive.filter { other.height > 0 && rungs[$0].height == other.height }
        let nearest = same.min { distance(rungs[$0], other) < distance(rungs[$1], other) }
        return nearest ?? index(within: other.peak)
    }

    private func distance(_ a: Rung, _ b: Rung) -> Double { abs(a.peak.bitsPerSecond - b.peak.bitsPerSecond) }
}
