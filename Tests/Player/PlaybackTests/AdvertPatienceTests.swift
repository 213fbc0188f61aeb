import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// One break with adverts of the given names.
private final class OneBreak: AdvertBreaks, @unchecked Sendable {
    private let time: MediaTime
    private var names: [String]
    private(set) var endings: [AdvertEnding] = []
    private(set) var resumedAt: MediaTime?

    init(at time: MediaTime, _ names: [String]) { (self.time, self.names) = (time, names) }

    func learn(_ breaks: [StreamBreak]) {}

    func dueBreak(_ place: ContentPlace) -> SessionInput? {
        guard case .playing(let position, _) = place, position >= time, endings.isEmpty else { return nil }
        return nextAdvert()
    }

    func ahead(_ place: ContentPlace) -> SessionInput? { nil }

    func nextBreak(after position: MediaTime, in duration: MediaTime?) -> MediaTime? { position < time ? time : nil }

    func places(in duration: MediaTime?) -> [MediaRange] { [] }

    func nextAdvert() -> SessionInput? { names.isEmpty ? nil : MachineConversation.input(names.removeFirst()) }

    var limit: MediaTime? { nil }
    func resumption(from position: MediaTime) -> MediaTime? { nil }
    func resume(at position: MediaTime?) { resumedAt = position }
    var status: AdvertStatus { AdvertStatus() }
    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent] { [] }

    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent] {
        endings.append(ending)
        return []
    }

    func noteClick() -> [AdvertEvent] { [] }
}

/// How long the film waits for a break of which nothing can be played.
@Suite("Patience with adverts")
struct AdvertPatienceTests {
    /// Returns the time from the advert's start to the turn in which the film plays again.
    private func gap(_ adverts: [String]) throws -> (gap: HostTime, breaks: OneBreak) {
        let breaks = OneBreak(at: .seconds(2), adverts)
        let talk = ControllerConversation(adverts: breaks)
        talk.engine.hanging = ["hangs"]
        talk.setVideos("film")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.part == .advert })
        let began = talk.engine.clock.now
        let film = try #require(talk.turn { $0.part == .main && $0.status == .playing })
        #expect(film.clock.position >= .seconds(2) && film.clock.position < .milliseconds(2100))
        return (talk.engine.clock.now - began, breaks)
    }

    @Test("the film resumes within two seconds if an advert's server does not answer, however many adverts follow")
    func hanging() throws {
        for adverts in [["hangs"], ["hangs", "hangs", "hangs"]] {
            let (gap, breaks) = try gap(adverts)
            #expect(gap >= AdvertPlay.patience && gap < .seconds(2), "\(gap)")
            expect(breaks.endings, is: [.late])
        }
    }

    @Test("a failed advert yields at once to the next or to the film, and all adverts share one time limit")
    func failing() throws {
        let (gap, breaks) = try gap(["missing", "missing", "missing"])
        #expect(gap < .milliseconds(500), "\(gap)")
        expect(breaks.endings, is: [.failed, .failed, .failed])
        let mixed = try self.gap(["missing", "hangs", "hangs"])
        #expect(mixed.gap < .seconds(2), "\(mixed.gap)")
        expect(mixed.breaks.endings, is: [.failed, .late])
    }
}
