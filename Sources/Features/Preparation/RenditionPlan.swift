import Media
import PlayCore

package struct RenditionPlan: Sendable, Equatable {
    package struct Size: Sendable, Equatable, Codable {
        /// The name by the shorter side, such as `240p`.
        package let name: String
        package let width: Int
        package let height: Int
    }

    /// The sizes from small to large. Empty if the film itself is small.
    package let sizes: [Size]

    private static let sides = [240, 480]
    /// The largest shorter side of a film without renditions, which is cheap to decode.
    package static let smallSide = 360
    /// The least ratio of the film's shorter side to a rendition's. Almost the same size would save nothing.
    private static let leastRatio = 1.5

    /// - Parameter width: coded, converted to square pixels.
    package init(width: Int, height: Int) {
        let short = min(width, height)
        guard short > Self.smallSide else {
            sizes = []
            return
        }
        sizes = Self.sides.filter { Double($0) * Self.leastRatio <= Double(short) }.map { side in
            let scale = Double(side) / Double(short)
            return Size(name: "\(side)p", width: Self.even(width, scale), height: Self.even(height, scale))
        }
    }

    /// Rounds to even, since 4:2:0 has one colour sample per two pixels in each direction.
    private static func even(_ length: Int, _ scale: Double) -> Int {
        max(2, Int((Double(length) * scale / 2).rounded()) * 2)
    }
}

/// Places renditions' key frames at the film's, often enough for quick seeks, rarely enough to cost little.
struct KeyframePlan {
    private static let least = MediaTime.seconds(2)
    private static let most = MediaTime.seconds(5)
    private var last: MediaTime?
    private var lastShared: MediaTime?

    /// - Parameter isKeyframe: whether the film has a key frame there.
    mutating func isKey(at time: MediaTime, isKeyframe: Bool) -> Bool {
        let isShared = isKeyframe && lastShared.map { time - $0 >= Self.least } ?? true
        guard isShared || last.map({ time - $0 >= Self.most }) ?? true else { return false }
        last = time
        if isShared { lastShared = time }
        return true
    }
}

extension RenditionPlan.Size {
    func coding(timescale: Int32, framesPerSecond: Double?) -> RenditionCoding {
        let isSmall = min(width, height) <= 240
        return RenditionCoding(
            width: width, height: height, timescale: timescale, framesPerSecond: framesPerSecond,
            quality: isSmall ? 24 : 26, mostBits: isSmall ? 800_000 : 2_000_000)
    }
}
