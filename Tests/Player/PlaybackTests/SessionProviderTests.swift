import MediaSources
import PlayCore
import PlaybackModel
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

    @Test("ARCH-04: the basic provider takes the first source that can be opened, and the clips")
    func basic() throws {
        let video = Video(id: "v", sources: [Source("x"), Source("a")]).updating { $0.startVideo = Source("a") }
        let plan = try base().plan(for: video)
        #expect(plan.input.name == "a")
        #expect(plan.intro?.name == "a")
        #expect(plan.outro == nil)
        #expect(plan.video == video)
        #expect(throws: PlayError.self) { try base([]).plan(for: video) }
    }

    @Test("ARCH-04, ARCH-40: a wrapping provider changes what the one further upstream says")
    func wraps() throws {
        let subtitles = try WrappingSessionProvider(.subtitles, around: base()) { $0.video.subtitles = ["s"] }
        let adverts = try WrappingSessionProvider(.adverts, around: subtitles) { plan in
            #expect(plan.video.subtitles == ["s"])
            plan.options.start = .absolute(.seconds(3))
        }
        let plan = try adverts.plan(for: Video(location: "a"))
        #expect(plan.video.subtitles == ["s"])
        #expect(plan.options.start == .absolute(.seconds(3)))
    }

    @Test("ARCH-40: protection, subtitles, adverts, position, in this order only")
    func order() throws {
        let adverts = try WrappingSessionProvider(.adverts, around: base()) { _ in }
        #expect(throws: ProviderOrderError(stage: .subtitles, upstream: .adverts)) {
            try WrappingSessionProvider(.subtitles, around: adverts) { _ in }
        }
        let subtitles = try WrappingSessionProvider(.subtitles, around: base()) { _ in }
        #expect(throws: ProviderOrderError(stage: .protection, upstream: .subtitles)) {
            try WrappingSessionProvider(.protection, around: subtitles) { _ in }
        }
        #expect(throws: ProviderOrderError(stage: .subtitles, upstream: .subtitles)) {
            try WrappingSessionProvider(.subtitles, around: subtitles) { _ in }
        }
        let position = try WrappingSessionProvider(.position, around: adverts) { _ in }
        #expect(throws: ProviderOrderError(stage: .adverts, upstream: .position)) {
            try WrappingSessionProvider(.adverts, around: position) { _ in }
        }
    }
}
