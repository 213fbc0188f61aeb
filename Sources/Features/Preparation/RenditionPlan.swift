import Media
import PlayCore

/// Which renditions a film needs. Pure.
package struct RenditionPlan: Sendable, Equatable {
    package struct Size: Sendable, Equatable, Codable {
        /// `240p`, by the shorter side.
        package let name: String
        package let width: Int
        package let height: Int
    }

    /// From small to large; empty: the film is small itself.
    package let sizes: [Size]

    /// Shorter sides of renditions.
    private static let sides = [240, 480]
    /// A film that is no larger is left alone: decoding it costs little.
    package static let smallSide = 360
    /// One that is hardly smaller than the film would save nothing.
    private static let leastRatio = 1.5

    /// - Parameters:
    ///   - width: as coded, with square pixels.
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

    /// 4:2:0 has a colour for each two pixels in both directions.
    private static func even(_ length: Int, _ scale: Double) -> Int {
        max(2, Int((Double(length) * scale / 2).rounded()) * 2)
    }
}

/// Where the renditions of a film have key frames: where the film has them, so that one can take another's place, but at
/// least so often that jumps are quick, and not so often that it costs. Pure.
struct KeyframePlan {
    private static let least = MediaTime.seconds(2)
    private static let most = MediaTime.seconds(5)
    private var last: MediaTime?
    /// One of the film's, too.
    private var lastShared: MediaTime?

    /// - Parameter isKeyframe: of the film.
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
