import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Session providers")
struct SessionProviderTests {
    private func base(_ playable: Set<String> = ["a"]) -> BasicSessionProvider {
        BasicSessionProvider { source in
            playable.contains(source.location)
                ? SessionInput(name: source.location, refusal: PlayError(.unknown, reason: "", item: "")) : nil
        }
    }

    @Test("ARCH-04: the basic provider uses the first source that can be opened, and the clips")
    func basic() throws {
        let video = Video(id: "v", sources: [Source("x"), Source("a")]).updating { $0.startVideo = Source("a") }
        let plan = try base().plan(for: video)
        expect(plan.input.name, is: "a")
        expect(plan.intro?.name, is: "a")
        #expect(plan.outro == nil)
        expect(plan.video, is: video)
        #expect(throws: PlayError.self) { try base([]).plan(for: video) }
    }

    @Test("ARCH-04, ARCH-40: each link of the chain changes the plan of the links before it")
    func chain() throws {
        let chain = ProviderChain(
            base(),
            [
                ProviderLink(.subtitles) { $0.video.subtitles = ["s"] },
                ProviderLink(.adverts) { plan in
                    expect(plan.video.subtitles, is: ["s"])
                    plan.options.start = .absolute(.seconds(3))
                },
            ])
        let plan = try chain.plan(for: Video(location: "a"))
        expect(plan.video.subtitles, is: ["s"])
        expect(plan.options.start, is: .absolute(.seconds(3)))
        expect(chain.order, is: "adverts ← subtitles ← source")
    }

    @Test("ARCH-40: after a link refuses a video, the later links are not called")
    func refusal() throws {
        let refusal = PlayError(.playFailed, reason: "no", item: "a")
        let chain = ProviderChain(
            base(),
            [
                ProviderLink(.protection) { _ throws(PlayError) in throw refusal },
                ProviderLink(.position) { _ in Issue.record("asked about what is refused") },
            ])
        #expect(throws: refusal) { try chain.plan(for: Video(location: "a")) }
    }

    @Test(
        "ARCH-40: a chain in another order than protection, subtitles, adverts, position does not start",
        arguments: [
            [ProviderStage.subtitles, .protection], [.adverts, .subtitles], [.position, .adverts],
            [.adverts, .adverts],
        ])
    func order(_ stages: [ProviderStage]) throws {
        let end = try OwnProcess.run(Self.self, part: "\(stages)") { [base = base()] _ in
            _ = ProviderChain(base, stages.map { ProviderLink($0) { _ in } })
        }
        let outcome = try #require(end)
        #expect(outcome.hasCrashed)
        #expect(outcome.errors.contains("the chain of providers: \(stages[1]) cannot follow \(stages[0])"))
    }
}
