import PlayCore
import PlaybackModel
import TestSupport
import Testing

@Suite("SeekResolver")
struct SeekResolverTests {
    private let resolver = SeekResolver(
        base: .seconds(60), duration: .seconds(100),
        chapters: [
            Chapter(range: MediaRange(start: .zero, end: .seconds(40)), title: "a"),
            Chapter(range: MediaRange(start: .seconds(40), end: .seconds(100)), title: nil),
        ])

    static let cases: [(SeekTarget, SeekResolver.Resolution)] = {
        func time(_ seconds: Int, isForward: Bool = false) -> SeekResolver.Resolution {
            .time(.seconds(seconds), isForward: isForward)
        }
        var cases: [(SeekTarget, SeekResolver.Resolution)] = []
        cases.append((.absolute(.seconds(30)), time(30)))
        cases.append((.absolute(.seconds(500)), time(100)))
        cases.append((.absolute(.seconds(-10)), time(90)))
        cases.append((.relative(.seconds(5)), time(65, isForward: true)))
        cases.append((.relative(.seconds(-100)), time(0)))
        cases.append((.relative(.seconds(100)), time(100, isForward: true)))
        cases.append((.percent(25), time(25)))
        cases.append((.percent(.nan), time(0)))
        cases.append((.percent(400), time(100)))
        cases.append((.chapter(1), time(40)))
        cases.append((.chapter(2), time(100)))
        cases.append((.chapter(3), .none))
        cases.append((.chapter(-1), .none))
        return cases
    }()

    @Test("CTRL-03: seek targets resolve to positions inside the item", arguments: cases)
    func resolves(target: SeekTarget, result: SeekResolver.Resolution) {
        expect(resolver.resolve(target), is: result)
    }

    @Test("Without a duration a percentage is a share of the bytes")
    func unknownDuration() {
        let stream = SeekResolver(base: .zero, duration: nil, chapters: [])
        expect(stream.resolve(.percent(50)), is: .share(0.5))
        expect(stream.resolve(.relative(.seconds(7))), is: .time(.seconds(7), isForward: true))
        expect(stream.resolve(.chapter(0)), is: .none)
    }
}
