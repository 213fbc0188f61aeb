import Glibc
package import PlayCore
package import PlaybackModel

/// A segmented stream of which only the sizes exist.
package struct SimulatedStream: Sendable {
    package let ladder: RenditionLadder
    package let segmentDuration: MediaTime
    package let count: Int
    /// The live segments available at the beginning, with one more each ``segmentDuration``, or `nil` if all are.
    package let available: Int?
    /// The size of each segment relative to the average.
    private let weights: [Double]

    /// Peak over average: HLS allows up to 2 for films with VBR, but encoders are usually set to less.
    private static let peakShare = 1.4

    package init(ladder: RenditionLadder, segmentDuration: MediaTime, count: Int, available: Int? = nil) {
        self.ladder = ladder
        self.segmentDuration = segmentDuration
        self.count = count
        self.available = available
        var noise = TraceNoise(seed: 1)
        // The same in all renditions, because some pictures are hard to encode at any rate.
        weights = (0..<count).map { _ in 2 - Self.peakShare + 2 * (Self.peakShare - 1) * noise.uniform() }
    }

    package func bytes(_ segment: Int, _ index: Int) -> Int {
        Int(Double(ladder[index].average.bytes(of: segmentDuration)) * weights[segment])
    }

    /// The largest buffer that is possible while a segment is requested, or `nil` for no limit.
    var reachable: HostTime? {
        available.map { HostTime(nanoseconds: segmentDuration.nanoseconds * Int64(max(1, $0 - 1))) }
    }

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

    /// Returns five minutes in segments of four seconds.
    package static func film(_ ladder: RenditionLadder) -> SimulatedStream {
        SimulatedStream(ladder: ladder, segmentDuration: .seconds(4), count: 75)
    }

    /// Returns five minutes of a live stream in segments of two seconds, six seconds behind its edge.
    package static func live(_ ladder: RenditionLadder) -> SimulatedStream {
        SimulatedStream(ladder: ladder, segmentDuration: .seconds(2), count: 150, available: 3)
    }
}
