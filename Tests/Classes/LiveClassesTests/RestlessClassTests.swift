import ClassroomHarness
import Foundation
import TestSupport
import Testing

/// A whole class from a seed. `make soak-live-class` plays one of two minutes, or of the requested length.
@Suite(
    "A class under random actions and failures", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct RestlessClassTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test(
        "after random actions, interruptions and kills, everyone has the keeper's state, and so does the recording"
    )
    func restless() throws {
        let seconds = Self.number("TVPLAY_CLASS_SECONDS") ?? 15
        let seed = Self.number("TVPLAY_CLASS_SEED") ?? 1
        let lesson = try RestlessClass()
        var left = seconds
        while left > 0 {
            // Each part continues the previous one with another script.
            try lesson.play(RestlessScript(seed: UInt64(seed + seconds - left)), seconds: min(left, 60))
            left -= 60
            try lesson.settle()
            try lesson.agree()
        }
        try lesson.compareLines()
        try lesson.compareRecording()
        try lesson.end()
        let figures = lesson.figures
        #expect(figures.deeds > 0 && figures.joins > 0 && figures.lines > 0, "nothing happened: \(figures)")
        print("restless class, seed \(seed), \(seconds) s: \(lesson.figures)")
    }
}
