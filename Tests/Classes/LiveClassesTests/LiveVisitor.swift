import ClassAccess
import ClassRules
import Classes
import ClassroomHarness
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing

/// A participant that attends a class as `tvplay class` does, without a screen.
final class LiveVisitor {
    let live: LiveClass
    private let wakeUp = WakeUp()
    private(set) var news: [LiveNews] = []
    private(set) var events: [ClassEvent] = []
    private(set) var room: LoadedClass?
    private var isClosed = false

    struct Silence: Error, CustomStringConvertible { let description: String }

    init(_ ticket: ClassTicket, change: (inout LiveEntry) -> Void = { _ in }) {
        var entry = LiveEntry(.ticket(ticket))
        change(&entry)
        live = LiveClass(entry, LiveServices { _ in nil }, wakeUps: [wakeUp])
    }

    deinit { leave() }

    func leave() {
        guard !isClosed else { return }
        isClosed = true
        live.close()
    }

    /// Loads the state and the earlier lines.
    @discardableResult
    func enter() throws -> LiveVisitor {
        try wait("entering") { $0.loading == nil }
        room = try live.contents.room(ClassOptions(), cancel: CancelToken())
        return self
    }

    var view: LiveClassView { live.view }

    func wish(_ wish: ClassWish) throws -> ClassError? {
        live.perform(.wish(wish))
        var found: ClassError??
        try waitForNews("\(wish)") { news in
            guard case .answer(wish, let error) = news else { return false }
            found = error
            return true
        }
        return found ?? nil
    }

    func say(_ text: String) { live.perform(.say(text)) }

    func wait(_ what: String, limit: HostTime = .seconds(30), until holds: (LiveClassView) -> Bool) throws {
        let deadline = SystemClock().now + limit
        while !holds(live.view) {
            look()
            if let suspension = live.view.loading?.suspension {
                throw Silence(description: "\(what): \(suspension)")
            }
            guard SystemClock().now < deadline else { throw Silence(description: "\(what) did not come") }
            _ = wakeUp.wait(until: SystemClock().now + .milliseconds(50))
        }
        look()
    }

    func waitForNews(_ what: String, limit: HostTime = .seconds(30), _ fits: (LiveNews) -> Bool) throws {
        let deadline = SystemClock().now + limit
        while true {
            look()
            if let place = news.firstIndex(where: fits) {
                news.remove(at: place)
                return
            }
            guard SystemClock().now < deadline else { throw Silence(description: "\(what) did not come: \(news)") }
            _ = wakeUp.wait(until: SystemClock().now + .milliseconds(50))
        }
    }

    var lines: [ChatMessage] {
        look()
        guard let room = try? live.contents.room(ClassOptions(), cancel: CancelToken()) else { return [] }
        var lines: [ChatMessage] = []
        for (number, slice) in room.chatIndex.slices.enumerated() {
            lines += (try? live.contents.messages(of: slice, number: number, cancel: CancelToken())) ?? []
        }
        return lines
    }

    func waitForLines(_ count: Int, limit: HostTime = .seconds(30)) throws -> [ChatMessage] {
        let deadline = SystemClock().now + limit
        while true {
            let lines = lines
            if lines.count >= count { return lines }
            guard SystemClock().now < deadline else {
                throw Silence(description: "\(lines.count) of \(count) lines: \(lines.map(\.text))")
            }
            _ = wakeUp.wait(until: SystemClock().now + .milliseconds(50))
        }
    }

    private func look() {
        news += live.takeNews()
        events += live.contents.collectNews(at: SystemClock().now).events
    }
}
