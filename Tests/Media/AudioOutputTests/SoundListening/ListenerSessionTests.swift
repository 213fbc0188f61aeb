import PlayCore
import SoundWire
import TestSupport
import Testing

@testable import AudioOutput

@Suite("A listener's session")
struct ListenerSessionTests {
    private func packet(_ generation: UInt32) -> PlayerMessage {
        .sound(SoundPacket(generation: generation, time: 0, marker: 7, data: [1]))
    }

    private func reading(_ state: AudioClockReading.State, _ milliseconds: Int64) -> AudioClockReading {
        AudioClockReading(
            state: state, generation: Generation(), position: MediaTime(nanoseconds: milliseconds * 1_000_000),
            hostTime: .zero, rate: .normal)
    }

    private func greeted() -> ListenerSession {
        var session = ListenerSession(secret: nil, at: .zero)
        _ = session.receive(.hello(SoundHello()), queued: 0, at: .zero)
        return session
    }

    @Test("A hello is answered with the version that both support, and a wrong secret is refused")
    func hello() {
        var session = ListenerSession(secret: nil, at: .zero)
        expect(
            session.receive(.hello(SoundHello(version: 9)), queued: 0, at: .zero),
            is: .greet(.hello(SoundHello(version: SoundWire.version))))
        var guarded = ListenerSession(secret: Array(1...16), at: .zero)
        expect(guarded.receive(.hello(SoundHello()), queued: 0, at: .zero), is: .refuse(.secret))
        var deaf = ListenerSession(secret: nil, at: .zero)
        expect(deaf.receive(.hello(SoundHello(capabilities: [])), queued: 0, at: .zero), is: .refuse(.version))
        #expect(deaf.isOverdue(at: .seconds(5)))
    }

    @Test("Packets of another generation and packets beyond the agreed amount are refused")
    func bounds() {
        var session = greeted()
        expect(session.receive(packet(1), queued: 0, at: .zero), is: .refuse(.protocolError))
        session = greeted()
        expect(session.receive(packet(0), queued: 3_000_001, at: .zero), is: .refuse(.protocolError))
        expect(session.receive(.flush(generation: 4), queued: 0, at: .zero), is: .flush(generation: 4))
        expect(session.receive(.flush(generation: 4), queued: 0, at: .zero), is: .refuse(.protocolError))
    }

    @Test("Reports are sent ten times a second during sound, after each order, and once a second in a pause")
    func reports() throws {
        var session = greeted()
        var count = 0
        func look(from start: Int, to end: Int, _ state: AudioClockReading.State) -> Int {
            (start..<end).reduce(0) { sum, step in
                let now = HostTime.milliseconds(step * 10)
                let report = session.report(reading(state, Int64(step)), queued: 0, underruns: 0, at: now)
                return sum + (report == nil ? 0 : 1)
            }
        }
        _ = session.receive(.resume, queued: 0, at: .zero)
        count = look(from: 0, to: 100, .running)
        #expect((9...11).contains(count))
        _ = session.receive(.pause, queued: 0, at: .seconds(1))
        count = look(from: 100, to: 300, .paused)
        #expect((2...3).contains(count))
        _ = session.receive(.marker(99), queued: 0, at: .milliseconds(3000))
        _ = session.receive(.mix(SoundMix()), queued: 0, at: .milliseconds(3000))
        let made = session.report(reading(.paused, 500), queued: 1000, underruns: 2, at: .milliseconds(3001))
        let report = try #require(made)
        expect(report.marker, is: 99)
        expect(report.markerAge, is: 1000)
        expect(report.position, is: 500_000)
        expect(report.underruns, is: 2)
    }

    @Test("Any order of messages leads to true reports and a next check that is never in the past")
    func anyOrder() {
        var random = SeededGenerator(seed: 5)
        var (reports, untrue, past) = (0, 0, 0)
        for _ in 0..<20_000 {
            var session = ListenerSession(secret: nil, at: .zero)
            var marker: UInt64 = 0
            for step in 0..<20 {
                let now = HostTime.milliseconds(step * 30)
                let number = UInt32.random(in: 0...3, using: &random)
                let message: PlayerMessage =
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0: .hello(SoundHello())
                    case 1: packet(number)
                    case 2: .flush(generation: number)
                    case 3: .pause
                    case 4: .resume
                    case 5: .mix(SoundMix(volume: UInt16(number)))
                    case 6: .marker(.max)
                    default: .finish(generation: number)
                    }
                if case .refuse = session.receive(message, queued: 0, at: now) { break }
                if case .sound(let packet) = message { marker = packet.marker }
                if case .marker(let newer) = message { marker = newer }
                if let report = session.report(reading(.running, 1), queued: .max, underruns: .max, at: now) {
                    reports += 1
                    let isTrue =
                        report.state == .running && report.marker == marker && report.queued == .max
                        && report.underruns == .max
                    untrue += isTrue ? 0 : 1
                }
                if !session.isOverdue(at: now), session.nextLook(at: now) < now { past += 1 }
            }
        }
        #expect(reports > 10_000)
        #expect(untrue == 0 && past == 0)
    }
}
