import ClassAccess
import ClassRules
import Classes
import Foundation
import LiveClasses
import PlayCore

/// A student in a live class whose line is cut again and again, while both sides write and send requests.
enum LiveCutCase {
    static let cuts = BenchCase(
        "live-cuts", "a line to a live class cut 50 times: until all is there again; lines lost or doubled",
        isSlow: true
    ) { _ in
        let house = try LiveHouse()
        defer { house.close() }
        let line = try CuttableLine(to: house.port)
        defer { line.end() }
        let teacher = try LiveMember(try house.ticket("Teacher", .teacher), house)
        defer { teacher.leave() }
        var ticket = try house.ticket("Student", .student)
        ticket.server.port = line.port
        let student = try LiveMember(ticket, house)
        defer { student.leave() }
        return try measure(line, teacher, student)
    }

    private static let count = 50

    /// Returns 0.2 to 4 s, and each tenth time 15 s: without a repeating pattern, but the same in each run.
    private static func length(_ number: Int) -> HostTime {
        guard number % 10 != 9 else { return .seconds(15) }
        let part = (Double(number) * 0.618034).truncatingRemainder(dividingBy: 1)
        return .milliseconds(Int(200 * pow(20, part)))
    }

    private static func measure(_ line: CuttableLine, _ teacher: LiveMember, _ student: LiveMember) throws -> [Figure] {
        var (short, long, links): ([Double], [Double], [Double]) = ([], [], [])
        var (said, expected) = (0, [String]())
        func write(_ times: Int) {
            for _ in 0..<times {
                for (member, name) in [(teacher, "t"), (student, "s")] {
                    expected.append("\(name)\(said)")
                    member.live.perform(.say("\(name)\(said)"))
                }
                said += 1
            }
            teacher.live.perform(.wish(.notice(PostedNotice(text: "notice \(said)"))))
        }
        for number in 0..<count {
            write(1)
            line.cut()
            write(2)
            Thread.sleep(forTimeInterval: length(number).inSeconds)
            line.mend()
            let start = SystemClock().now
            if case .lost = student.live.view.link { student.live.perform(.reconnect(true)) }
            let notice = "notice \(said)"
            try student.wait("the line after cut \(number)") { $0.link == .online }
            links.append((SystemClock().now - start).inMilliseconds)
            try student.wait("cut \(number)") { view in
                view.link == .online && view.state.words.notice?.text == notice && student.lineCount >= expected.count
            }
            let time = (SystemClock().now - start).inMilliseconds
            if number % 10 == 9 { long.append(time) } else { short.append(time) }
        }
        try teacher.wait("all lines") { _ in teacher.lineCount >= expected.count }
        var (lost, doubled) = (0, 0)
        for member in [teacher, student] {
            let counts = Dictionary(try member.lines().map { ($0, 1) }, uniquingKeysWith: +)
            lost += expected.count { counts[$0] == nil }
            doubled += counts.values.count { $0 > 1 }
        }
        short.sort()
        links.sort()
        let subject = "\(count) cuts, \(expected.count) lines"
        return [
            Figure(subject: subject, name: "line back, p50", unit: "ms", value: links[links.count / 2]),
            Figure(subject: subject, name: "line back, worst", unit: "ms", value: links.last ?? 0),
            Figure(subject: subject, name: "back after 0.2...4 s, p50", unit: "ms", value: short[short.count / 2]),
            Figure(subject: subject, name: "back after 0.2...4 s, worst", unit: "ms", value: short.last ?? 0),
            Figure(subject: subject, name: "back after 15 s, worst", unit: "ms", value: long.max() ?? 0),
            Figure(subject: subject, name: "lines lost", unit: "", value: Double(lost)),
            Figure(subject: subject, name: "lines doubled", unit: "", value: Double(doubled)),
        ]
    }
}

final class LiveMember {
    let live: LiveClass
    private let wakeUp = WakeUp()

    init(_ ticket: ClassTicket, _ house: LiveHouse) throws {
        live = LiveClass(LiveEntry(.ticket(ticket)), LiveServices { _ in nil }, wakeUps: [wakeUp])
        // Waits until the class has been entered.
        _ = try lines()
        try wait("entering") { $0.loading == nil }
    }

    func leave() { live.close() }

    func wait(_ what: String, until holds: (LiveClassView) -> Bool) throws {
        let deadline = SystemClock().now + .seconds(60)
        while !holds(live.view) {
            if let suspension = live.view.loading?.suspension { throw BenchError("\(what): \(suspension.reason)") }
            guard SystemClock().now < deadline else { throw BenchError("\(what) did not come") }
            _ = wakeUp.wait(until: SystemClock().now + .milliseconds(20))
            wakeUp.clear()
        }
    }

    func lines() throws -> [String] {
        let cancel = CancelToken()
        let room = try live.contents.room(ClassOptions(), cancel: cancel)
        return try room.chatIndex.slices.enumerated().flatMap { number, slice in
            try live.contents.messages(of: slice, number: number, cancel: cancel).map(\.text)
        }
    }

    var lineCount: Int { (try? lines().count) ?? 0 }
}
