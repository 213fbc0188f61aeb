import Glibc
import PlayCore

extension BandwidthTrace {
    /// Returns synthetic lines, five minutes each, named after their models. Recorded lines are in ``recorded``.
    ///
    /// - Parameter variant: another seed for lines with random parts; more than −1.
    package static func library(variant: Int = 0) -> [BandwidthTrace] {
        steady + stepped + waves + mobile(variant) + fixed(variant)
    }

    private static let length = 300

    private static func made(
        _ name: String, latency: Int = 40, _ megabits: (Int) -> Double
    ) -> BandwidthTrace {
        BandwidthTrace(name, latency: .milliseconds(latency), megabits: (0..<length).map(megabits))
    }

    private static let steady = [
        made("steady 1") { _ in 1 },
        made("steady 2.5") { _ in 2.5 },
        made("steady 5") { _ in 5 },
        made("cable 50", latency: 15) { _ in 50 },
    ]

    private static let stepped = [
        made("step down") { $0 < 100 ? 6 : 1 },
        made("step up") { $0 < 100 ? 1 : 6 },
        made("staircase") { [6, 4, 2, 1, 0.5, 0.5, 1, 2, 4, 6][$0 / 30] },
        made("spikes") { $0 % 30 < 3 ? 12 : 1.5 },
        made("drops") { $0 % 40 < 5 ? 0.2 : 5 },
        made("outages") { $0 % 90 >= 60 && $0 % 90 < 75 ? 0 : 5 },
        made("download beside it") { $0 % 150 < 75 ? 16 : 1.8 },
    ]

    private static let waves = [
        made("sawtooth") { 0.5 + Double($0 % 30) / 30 * 5.5 },
        made("falling teeth") { 6 - Double($0 % 30) / 30 * 5.5 },
        made("slow wave") { 3.2 + 2.8 * cos(Double($0) / 120 * 2 * .pi) },
        made("square 4 s") { $0 / 4 % 2 == 0 ? 5 : 1 },
        made("square 30 s") { $0 / 30 % 2 == 0 ? 6 : 1 },
    ]

    /// Returns a random walk in the logarithm of the rate, drawn back to `mean`, with gaps in between.
    private static func walk(
        _ name: String, seed: Int, mean: Double, spread: Double, pull: Double, range: ClosedRange<Double>,
        latency: Int, holes: (chance: Double, seconds: Int, megabits: Double)
    ) -> BandwidthTrace {
        var noise = TraceNoise(seed: seed)
        var offset = 0.0
        var hole = 0
        return made(name, latency: latency) { _ in
            offset += spread * noise.normal() - pull * offset
            if hole == 0, noise.uniform() < holes.chance { hole = holes.seconds }
            if hole > 0 {
                hole -= 1
                return holes.megabits
            }
            return min(max(mean * exp(offset), range.lowerBound), range.upperBound)
        }
    }

    private static func mobile(_ variant: Int) -> [BandwidthTrace] {
        let seed = 100 * variant
        return [
            walk(
                "LTE on foot", seed: seed + 11, mean: 9, spread: 0.22, pull: 0.12, range: 1...40, latency: 55,
                holes: (0, 0, 0)),
            walk(
                "LTE in a car", seed: seed + 12, mean: 6, spread: 0.45, pull: 0.2, range: 0.3...40, latency: 65,
                holes: (0.02, 3, 0.1)),
            walk(
                "LTE, crowded", seed: seed + 13, mean: 2.2, spread: 0.3, pull: 0.15, range: 0.2...12, latency: 90,
                holes: (0.005, 4, 0.05)),
            walk(
                "3G bus", seed: seed + 14, mean: 1.4, spread: 0.3, pull: 0.15, range: 0.1...4, latency: 150,
                holes: (0.01, 5, 0.05)),
            walk(
                "3G train", seed: seed + 15, mean: 1.1, spread: 0.4, pull: 0.12, range: 0.05...5, latency: 180,
                holes: (0.02, 9, 0)),
            walk(
                "5G, millimetres", seed: seed + 16, mean: 60, spread: 0.6, pull: 0.2, range: 1...400, latency: 25,
                holes: (0.05, 4, 1.5)),
        ]
    }

    private static func fixed(_ variant: Int) -> [BandwidthTrace] {
        let seed = 100 * variant
        return [
            walk(
                "DSL 16", seed: seed + 21, mean: 14, spread: 0.05, pull: 0.3, range: 10...16, latency: 30,
                holes: (0.01, 8, 4)),
            walk(
                "DSL 2", seed: seed + 22, mean: 1.8, spread: 0.05, pull: 0.3, range: 1.2...2, latency: 45,
                holes: (0.01, 6, 0.6)),
            made("Wi-Fi, walking away", latency: 20) { 20 * pow(0.03, Double($0 % 150) / 150) },
            walk(
                "Wi-Fi, disturbed", seed: seed + 23, mean: 7, spread: 0.7, pull: 0.5, range: 0.2...30, latency: 25,
                holes: (0.05, 1, 0.1)),
            walk(
                "hotel", seed: seed + 24, mean: 1.6, spread: 0.35, pull: 0.1, range: 0.15...8, latency: 80,
                holes: (0.005, 6, 0.1)),
            walk(
                "satellite, far", seed: seed + 25, mean: 8, spread: 0.2, pull: 0.2, range: 1...15, latency: 650,
                holes: (0.005, 5, 0.5)),
            lowSatellite(seed: seed + 26),
        ]
    }

    /// Returns the line of a low-orbit satellite: each 15 s it hands over to another, and the rate changes.
    private static func lowSatellite(seed: Int) -> BandwidthTrace {
        var noise = TraceNoise(seed: seed)
        var rate = 40.0
        return made("satellite, near", latency: 45) { second in
            if second % 15 == 0 {
                rate = 10 + 80 * noise.uniform()
                return 0.5
            }
            return rate
        }
    }
}
