import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite struct SoundLeadTests {
    /// Writes every 10 ms.
    private func run(_ lead: inout SoundLead, from start: Int, to end: Int, delay: Int, underruns: Int = 0) {
        for now in stride(from: start, to: end, by: 10) {
            lead.note(delay: .milliseconds(delay), underruns: underruns, at: .milliseconds(now))
            lead.wrote(at: .milliseconds(now))
        }
    }

    @Test func theLeadGrowsAfterAnUnderrunAndShrinksAfterAMinute() {
        var lead = SoundLead()
        run(&lead, from: 0, to: 1000, delay: 40)
        expect(lead.length, is: .milliseconds(50))
        run(&lead, from: 1000, to: 1010, delay: 0)
        expect(lead.length, is: .milliseconds(70))
        run(&lead, from: 1010, to: 2000, delay: 60)
        expect(lead.length, is: .milliseconds(70))
        run(&lead, from: 2000, to: 3000, delay: 60, underruns: 1)
        expect(lead.length, is: .milliseconds(90), "the device has counted one")
        run(&lead, from: 3000, to: 62_000, delay: 80, underruns: 1)
        expect(lead.length, is: .milliseconds(90))
        run(&lead, from: 62_000, to: 190_000, delay: 60, underruns: 1)
        expect(lead.length, is: .milliseconds(50))
    }

    @Test func aPauseInSpeechDoesNotGrowTheLead() {
        var lead = SoundLead()
        run(&lead, from: 0, to: 10, delay: 0)
        run(&lead, from: 10_000, to: 10_010, delay: 0, underruns: 1)
        expect(lead.length, is: .milliseconds(50))
    }

    @Test func theLeadIsLimitedTo200Milliseconds() {
        var lead = SoundLead()
        run(&lead, from: 0, to: 1000, delay: 0)
        expect(lead.length, is: .milliseconds(200))
    }
}
