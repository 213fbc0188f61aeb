import ClassKeeper
import Classes
import Encoding
import Foundation
import PlayCore

/// A live class with a real server: the cost of a terminal in it, and the delay of messages between people.
enum LiveCase {
    static let all = [words, entering, crowd]

    static let crowd = BenchCase(
        "live-crowd", "tvplay in live classes of 12, 300 and 500 people: CPU, bytes, memory, delivery", isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        return try crowd(player, people: 12, perSecond: 1) + crowd(player, people: 300, perSecond: 10)
            + crowd(player, people: 500, perSecond: 10)
    }

    static let words = BenchCase(
        "live-words", "two terminals in a live class: from a key to the other's screen; entering",
        isSlow: true
    ) { context in try words(try context.requirePlayer()) }

    static let entering = BenchCase(
        "live-enter", "a live class of three hours with 20000 events: until all panes are drawn; memory", isSlow: true
    ) { context in try entering(try context.requirePlayer()) }

    private static let seconds = 20

    // MARK: A crowd

    /// The people in one process have three descriptors each, and libstrophe takes none from 1024 on.
    private static let processSize = 250

    private static func crowd(_ player: String, people: Int, perSecond: Int) throws -> [Figure] {
        let house = try LiveHouse()
        defer { house.close() }
        let speakers = min(people, processSize)
        // Speakers enter last: they begin as soon as they have entered.
        let listeners = try people > speakers ? SilentCrowd(people - speakers, in: house, beside: player) : nil
        defer { listeners?.close() }
        try wait(for: people - speakers, in: house)
        let delivery = Delivery()
        let chatter = try Chatter(people: speakers, perSecond: perSecond, in: house, observer: delivery.observer)
        defer { chatter.close() }
        try wait(for: people, in: house)
        let subject = "\(people) people, \(perSecond) messages/s"
        return try attend(player, house, subject) { delivery.begin() } + delivery.figures(subject)
    }

    private static func wait(for people: Int, in house: LiveHouse) throws {
        let deadline = SystemClock().now + .seconds(300)
        while house.keeper.status.rooms[LiveHouse.room]?.present.count ?? 0 < people {
            guard SystemClock().now < deadline else { throw BenchError("not everybody got into the class") }
            Thread.sleep(forTimeInterval: 0.2)
        }
    }

    private static func attend(
        _ player: String, _ house: LiveHouse, _ subject: String, begin: () -> Void
    ) throws -> [Figure] {
        let run = try PlayerRun(size: .medium)
        try run.spawn(player, ["class", "--no-history", "--name=Watcher", try house.link(.student)])
        guard run.watch(limit: .seconds(60), until: { $0.shows(inside) }) else {
            let seen = String(decoding: run.recent.suffix(4000), as: UTF8.self)
            throw BenchError("the watcher did not get into the class; the last that came: \(SafeText.clean(seen))")
        }
        _ = run.watch(limit: .seconds(8)) { _ in false }
        begin()
        let (bytes, cpu, start) = (run.bytes, run.cpuTime, SystemClock().now)
        _ = run.watch(limit: .seconds(seconds)) { _ in false }
        guard run.exit == nil, run.bytes > bytes else { throw BenchError("nothing came in the class") }
        let length = (SystemClock().now - start).inSeconds
        let used = (run.cpuTime - cpu).inSeconds
        let memory = Double(run.residentBytes ?? 0) / 1e6
        try leave(run)
        return [
            Figure(subject: subject, name: "CPU", unit: "% of a core", value: used / length * 100),
            Figure(subject: subject, name: "bytes", unit: "kB/s", value: Double(run.bytes - bytes) / length / 1000),
            Figure(subject: subject, name: "memory", unit: "MB", value: memory),
        ]
    }

    static func leave(_ run: PlayerRun) throws {
        run.type("q")
        _ = run.watch(limit: .seconds(1)) { _ in false }
        if run.exit == nil { run.type("y") }
        guard run.watch(limit: .seconds(20), until: { _ in false }) else { throw BenchError("it did not end") }
    }

    // MARK: Two terminals

    private static let repeats = 40
    private static let inside = "write a message"

    private static func words(_ player: String) throws -> [Figure] {
        let house = try LiveHouse()
        defer { house.close() }
        let (teacher, entering) = try enter(player, try house.link(.teacher), "Teacher")
        let (student, _) = try enter(player, try house.link(.student), "Student")
        try begin(teacher)
        let chat = try (0..<repeats).map { number in
            let word = randomWord(number)
            teacher.type("c" + word)
            _ = teacher.watch(limit: .milliseconds(200)) { _ in false }
            return try time("\r", of: teacher, until: word, on: student)
        }
        teacher.type("\u{1B}")
        _ = teacher.watch(limit: .milliseconds(500)) { _ in false }
        try leave(student)
        try leave(teacher)
        return [Figure(subject: "two terminals", name: "enter until drawn", unit: "ms", value: entering)]
            + figures("a line of the chat", chat)
    }

    static func begin(_ teacher: PlayerRun) throws {
        // The keys appear after the question, once it accepts them.
        guard teacher.watch(limit: .seconds(10), until: { $0.shows("y yes, any other key no") }) else {
            throw BenchError("the teacher was not asked whether to begin")
        }
        teacher.type("y")
        _ = teacher.watch(limit: .seconds(1)) { _ in false }
    }

    /// Returns a word that differs from the previous one in each place: a terminal is not sent letters that it shows.
    private static func randomWord(_ number: Int) -> String {
        let letters = number.isMultiple(of: 2) ? "bdfghjk" : "mnprtvwxz"
        return String((0..<8).map { _ in letters.randomElement() ?? "x" })
    }

    /// Returns the milliseconds from a key at one terminal to its effect at the other.
    private static func time(
        _ key: String, of one: PlayerRun, until word: String, on other: PlayerRun
    ) throws -> Double {
        let start = SystemClock().now
        one.type(key)
        guard other.watch(limit: .seconds(5), until: { $0.shows(word) }) else {
            throw BenchError("what one did was not to be seen at the other terminal")
        }
        let time = (SystemClock().now - start).inMilliseconds
        _ = one.watch(limit: .milliseconds(300)) { _ in false }
        return time
    }

    private static func figures(_ subject: String, _ times: [Double]) -> [Figure] {
        let times = times.sorted()
        return [(50, "key to other screen, p50"), (95, "key to other screen, p95")].map { percent, name in
            Figure(subject: subject, name: name, unit: "ms", value: times[(times.count - 1) * percent / 100])
        }
    }

    // MARK: A long class

    private static func entering(_ player: String) throws -> [Figure] {
        let house = try LiveHouse { try LongClass.write(20_000, to: $0, room: LiveHouse.room) }
        defer { house.close() }
        var (first, whole): ([Double], [Double]) = ([], [])
        var memory = 0.0
        for _ in 0..<5 {
            let run = try PlayerRun(size: .medium)
            try run.spawn(player, ["class", "--no-history", "--name=Watcher", try house.link(.student)])
            guard run.watch(limit: .seconds(20), until: { $0.shows(inside) }) else {
                throw BenchError("nobody got in")
            }
            first.append((run.lastRead - run.start).inMilliseconds)
            let rests = run.watch(limit: .seconds(10)) { SystemClock().now - $0.lastRead > .milliseconds(400) }
            guard rests else { throw BenchError("the screen does not come to rest") }
            whole.append((run.lastRead - run.start).inMilliseconds)
            memory = max(memory, Double(run.residentBytes ?? 0) / 1e6)
            try leave(run)
        }
        let subject = "three hours, \(house.keeper.status.rooms[LiveHouse.room]?.number ?? 0) events"
        return [
            Figure(
                subject: subject, name: "start until the first panes, median", unit: "ms", value: Report.median(first)),
            Figure(subject: subject, name: "start until all panes, median", unit: "ms", value: Report.median(whole)),
            Figure(subject: subject, name: "start until all panes, worst", unit: "ms", value: whole.max() ?? 0),
            Figure(subject: subject, name: "memory", unit: "MB", value: memory),
        ]
    }

    /// - Returns: milliseconds until the panes are shown.
    static func enter(
        _ player: String, _ link: String, _ name: String, _ options: [String] = [], sound: BenchSound? = nil
    ) throws -> (PlayerRun, Double) {
        let run = try PlayerRun(size: .medium, sound: sound)
        try run.spawn(player, ["class", "--no-history", "--name=\(name)"] + options + [link])
        guard run.watch(limit: .seconds(20), until: { $0.shows(inside) }) else {
            throw BenchError("\(name) did not get in")
        }
        let time = (run.lastRead - run.start).inMilliseconds
        _ = run.settle(quiet: .milliseconds(500), limit: .seconds(5))
        return (run, time)
    }
}

extension PlayerRun {
    fileprivate func shows(_ word: String) -> Bool { String(decoding: recent, as: UTF8.self).contains(word) }
}

/// How long the chat's lines take to reach each listener. Any thread.
private final class Delivery: Sendable {
    private struct Lines {
        var said: [String: HostTime] = [:]
        var times: [Double] = []
    }

    private let lines = Monitor(Lines())

    var observer: FilmRun.Observer {
        FilmRun.Observer(
            said: { [lines] text in lines.withLock { $0.said[text] = SystemClock().now } },
            heard: { [lines] text in
                let now = SystemClock().now
                lines.withLock { lines in
                    if let said = lines.said[text] { lines.times.append((now - said).inMilliseconds) }
                }
            })
    }

    func begin() { lines.withLock { $0.times = [] } }

    func figures(_ subject: String) -> [Figure] {
        let times = lines.withLock { $0.times }.sorted()
        guard !times.isEmpty else { return [] }
        return [(50, "delivery, p50"), (99, "delivery, p99")].map { percent, name in
            Figure(subject: subject, name: name, unit: "ms", value: times[(times.count - 1) * percent / 100])
        }
    }
}
