package import Adaptation
import Glibc
package import PlayCore

/// A segmented stream of which only the sizes exist. A value.
package struct SimulatedStream: Sendable {
    package let ladder: RenditionLadder
    package let segmentDuration: MediaTime
    /// Segments in all.
    package let count: Int
    /// Live: how many are there at the beginning, one more each ``segmentDuration``; nil: all.
    package let available: Int?
    /// How much larger than the average each segment is.
    private let weights: [Double]

    /// Peak over average: VBR as HLS allows it for films is up to 2, encoders are usually set to less.
    private static let peakShare = 1.4

    package init(ladder: RenditionLadder, segmentDuration: MediaTime, count: Int, available: Int? = nil) {
        self.ladder = ladder
        self.segmentDuration = segmentDuration
        self.count = count
        self.available = available
        var noise = TraceNoise(seed: 1)
        // The same in all renditions: it is the pictures that are hard to encode.
        weights = (0..<count).map { _ in 2 - Self.peakShare + 2 * (Self.peakShare - 1) * noise.uniform() }
    }

    package func bytes(_ segment: Int, _ index: Int) -> Int {
        Int(Double(ladder[index].average.bytes(of: segmentDuration)) * weights[segment])
    }

    /// The most that can be buffered while a segment is requested; nil: no limit.
    var reachable: HostTime? {
        available.map { HostTime(nanoseconds: segmentDuration.nanoseconds * Int64(max(1, $0 - 1))) }
    }

    /// When this segment can be fetched.
    func availability(of segment: Int) -> HostTime {
        guard let available, segment >= available else { return .zero }
        return HostTime(nanoseconds: segmentDuration.nanoseconds * Int64(segment - available + 1))
    }

    /// Apple's HLS Authoring Specification for Apple Devices, table of H.264 renditions: kbit/s, width, height.
    package static let appleLadder = RenditionLadder(
        [
            (145, 416, 234), (365, 640, 360), (730, 768, 432), (1100, 768, 432), (2000, 960, 540), (3000, 1280, 720),
            (4500, 1280, 720), (6000, 1920, 1080), (7800, 1920, 1080),
        ].map { kilobits, width, height in
            let average = BitRate(Double(kilobits) * 1000)
            return Rung(
                key: "\(height)p-\(kilobits)", peak: average.scaled(by: peakShare), average: average, width: width,
                height: height, frameRate: 30)
        })

    /// Five minutes in segments of four seconds.
    package static func film(_ ladder: RenditionLadder) -> SimulatedStream {
        SimulatedStream(ladder: ladder, segmentDuration: .seconds(4), count: 75)
    }

    /// Five minutes of a transmission, in segments of two seconds, six seconds behind its edge.
    package static func live(_ ladder: RenditionLadder) -> SimulatedStream {
        SimulatedStream(ladder: ladder, segmentDuration: .seconds(2), count: 150, available: 3)
    }
}
