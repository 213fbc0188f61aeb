import Classes
import PlayCore
import TestSupport
import Testing

@testable import LiveClasses

@Suite("The delivery of a live class's contents to the panes")
struct LiveContentsTests {
    private let rings = Monitor(0)

    private func contents() -> LiveContents {
        let contents = LiveContents(base: .zero, wake: { [rings] in rings.withLock { $0 += 1 } }, askForOlder: {})
        contents.receive(.room(ClassInfo(playbackID: "x"), []))
        contents.receive(.backlog([], hasOlder: false))
        return contents
    }

    private func line(_ text: String) -> ClassEvent {
        ClassEvent(
            .zero, .message(ChatMessage(id: text, time: .zero, author: ClassUser(id: "a", name: "A"), text: text)))
    }

    private func taken(_ contents: LiveContents, _ milliseconds: Int) -> [String] {
        contents.collectNews(at: .milliseconds(milliseconds)).events.compactMap {
            if case .message(let message) = $0.kind { message.text } else { $0.kind.name }
        }
    }

    @Test(
        "LIVE-73: of many rapid lines the first is delivered at once, and the rest in at most seven batches a second"
    )
    func flood() {
        let contents = contents()
        _ = contents.collectNews(at: .zero)
        let before = rings.withLock { $0 }
        var (times, lines): ([Int], [String]) = ([], [])
        for millisecond in 1000..<2000 {
            if millisecond.isMultiple(of: 10) { contents.receive(.events([line("\(millisecond)")], canWait: true)) }
            let isRung = rings.withLock { $0 } > before && times.isEmpty
            let isDue = contents.nextNews.map { $0 <= .milliseconds(millisecond) } ?? false
            guard isRung || isDue else { continue }
            let new = taken(contents, millisecond)
            if !new.isEmpty { times.append(millisecond) }
            lines += new
        }
        expect(times, is: [1000, 1150, 1300, 1450, 1600, 1750, 1900])
        expect(rings.withLock { $0 }, is: before + 1)
        lines += taken(contents, 2100)
        expect(lines, is: (100..<200).map { "\($0 * 10)" })
        #expect(taken(contents, 2300).isEmpty)
        expect(contents.nextNews, is: nil)
        contents.receive(.events([line("late")], canWait: true))
        expect(rings.withLock { $0 }, is: before + 2)
        expect(taken(contents, 2301), is: ["late"])
    }

    @Test("LIVE-73: own lines and class events are delivered at once, together with all waiting lines")
    func urgent() {
        let contents = contents()
        contents.receive(.events([line("first")], canWait: true))
        expect(taken(contents, 1000), is: ["first"])
        contents.receive(.events([line("other")], canWait: true))
        #expect(taken(contents, 1001).isEmpty)
        let before = rings.withLock { $0 }
        contents.receive(.events([line("own")], canWait: false))
        expect(rings.withLock { $0 }, is: before + 1)
        expect(taken(contents, 1002), is: ["other", "own"])
        contents.receive(.events([line("one more")], canWait: true))
        contents.end(nil)
        let news = contents.collectNews(at: .milliseconds(1003))
        #expect(news.events.count == 1 && news.end == .over(nil))
    }
}
