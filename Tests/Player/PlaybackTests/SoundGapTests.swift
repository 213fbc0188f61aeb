import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite struct SoundGapTests {
    @Test("Silence fills each stretch in which the picture continues long after the sound, and only once")
    func earlyEnd() {
        var gap = SoundGap()
        gap.sound(until: .seconds(5))
        for second in 0...16 { expect(gap.picture(at: .seconds(second)), is: nil) }
        expect(gap.picture(at: .seconds(17)), is: MediaRange(start: .seconds(5), end: .seconds(11)))
        expect(gap.picture(at: .seconds(18)), is: nil)
        gap.sound(until: .seconds(18))
        expect(gap.picture(at: .seconds(28)), is: nil)
    }

    @Test("One damaged time of a picture, or a jump of all times, causes no silence")
    func damagedTime() {
        var gap = SoundGap()
        expect(gap.picture(at: .seconds(30)), is: nil)
        expect(gap.picture(at: .milliseconds(40)), is: nil)
        expect(gap.picture(at: .seconds(5000)), is: nil)
        expect(gap.picture(at: .seconds(5001)), is: nil)
        expect(gap.picture(at: .seconds(5002)), is: nil)
    }
}
