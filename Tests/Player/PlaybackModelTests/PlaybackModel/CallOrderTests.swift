import PlayCore
import PlaybackModel
import TestSupport
import Testing

@Suite("Order of calls", .timeLimit(.minutes(10)))
struct CallOrderTests {
    private static let needing: [PlaybackCommand] = [
        .seek(.absolute(.seconds(1)), .exact), .revertSeek, .step(1), .selectTrack(.audio, id: 1),
    ]

    @Test("ADV-83: commands on the content need a source that is prepared and has not failed", arguments: needing)
    func content(_ command: PlaybackCommand) {
        for status in [PlayStatus.unload, .stopped] {
            expect(command.refusal(in: status, isOpen: false), is: .nothingIsSet)
        }
        expect(command.refusal(in: .loading, isOpen: false), is: .isNotPrepared)
        expect(command.refusal(in: .loading, isOpen: true), is: nil)
        expect(command.refusal(in: .failed, isOpen: true), is: .hasFailed)
        for status in [PlayStatus.stalled, .ready, .playing, .paused, .reachEnd] {
            expect(command.refusal(in: status, isOpen: true), is: nil, "\(status)")
        }
    }

    @Test("ADV-83: play and pause need only a source, and settings are accepted at any time")
    func others() {
        for command in [PlaybackCommand.play, .pause, .togglePause, .reload] {
            for status in PlayStatus.allCases {
                let refusal = command.refusal(in: status, isOpen: false)
                expect(
                    refusal, is: ([.unload, .stopped].contains(status) ? .nothingIsSet : nil), "\(command) \(status)")
            }
        }
        for command in [PlaybackCommand.setRate(.normal), .setVolume(5), .setMuted(true), .setLoopFile(1)] {
            for status in PlayStatus.allCases { expect(command.refusal(in: status, isOpen: false), is: nil) }
        }
    }
}
