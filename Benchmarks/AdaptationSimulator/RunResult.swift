package import PlayCore

package struct RunResult: Sendable {
    package var startUp = HostTime.zero
    package var played = MediaTime.zero
    package var stalled = HostTime.zero
    package var stalls = 0
    package var switches = 0
    package var abandoned = 0
    package var segments = 0
    package var bytes = 0
    package var wastedBytes = 0
    /// The sum of the segments' qualities, each from 0 for the lowest rendition to 1 for the highest, by the logarithm
    /// of the rate.
    package var quality = 0.0
    package var runs = 1

    /// The time spent waiting, relative to the time from the first picture to the end.
    package var rebufferRatio: Double {
        let stalled = stalled.inSeconds
        return stalled / max(stalled + played.inSeconds, 1)
    }

    package var meanQuality: Double { quality / Double(max(1, segments)) }
    package var meanMegabits: Double { Double(bytes) * 8 / 1e6 / max(played.inSeconds, 1) }

    package static func sum(_ results: [RunResult]) -> RunResult {
        var sum = RunResult()
        sum.runs = results.count
        for result in results {
            sum.startUp = sum.startUp + result.startUp
            sum.played = sum.played + result.played
            sum.stalled = sum.stalled + result.stalled
            sum.stalls += result.stalls
            sum.switches += result.switches
            sum.abandoned += result.abandoned
            sum.segments += result.segments
            sum.bytes += result.bytes
            sum.wastedBytes += result.wastedBytes
            sum.quality += result.quality
        }
        return sum
    }
}
