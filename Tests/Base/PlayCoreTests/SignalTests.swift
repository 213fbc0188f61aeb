import CPlatform
import PlayCore
import Testing

private final class Pane {}

@Suite struct SignalTests {
    @Test("OBS-02: a handler gets all arguments of the event")
    func arguments() {
        let signal = Signal<String, Int, Bool>()
        var seen: [String] = []
        signal.observe { name, count, flag in
            seen.append("\(name) \(count) \(flag)")
            return .keep
        }
        signal.send("a", 1, true)
        signal.send("b", 2, false)
        #expect(seen == ["a 1 true", "b 2 false"])
    }

    @Test("OBS-02: there may be one argument or none")
    func fewArguments() {
        let none: Signal<> = Signal()
        let one = Signal<Int>()
        var calls: [Int] = []
        none.observe {
            calls.append(0)
            return .keep
        }
        one.observe {
            calls.append($0)
            return .keep
        }
        none.send()
        one.send(4)
        #expect(calls == [0, 4])
    }

    @Test("OBS-02: a filter drops an event, stop ends the observation")
    func filterAndStop() {
        let signal = Signal<Int, Int>()
        var seen: [Int] = []
        let token = signal.observe(filter: { first, second in first < second }) { first, _ in
            seen.append(first)
            return first == 3 ? .stop : .keep
        }
        for (first, second) in [(1, 2), (5, 2), (3, 9), (4, 9)] { signal.send(first, second) }
        #expect(seen == [1, 3])
        #expect(!token.isActive)
    }

    @Test("OBS-03: an observation of events ends by its token, its owner and the signal's end")
    func endings() {
        var signal: Signal<Int>? = Signal()
        var pane: Pane? = Pane()
        var seen: [String] = []
        let stopped = signal?.observe {
            seen.append("s\($0)")
            return .keep
        }
        let owned = signal?.observe(by: pane) {
            seen.append("o\($0)")
            return .keep
        }
        let left = signal?.observe { _ in .keep }
        signal?.send(1)
        stopped?.stop()
        signal?.send(2)
        pane = nil
        signal?.send(3)
        #expect(seen == ["s1", "o1", "o2"])
        #expect(stopped?.isActive == false && owned?.isActive == false && left?.isActive == true)
        signal = nil
        #expect(left?.isActive == false)
    }

    @Test("events sent by a handler come after the event at hand, to everyone")
    func reentrancy() {
        let signal = Signal<Int>()
        var seen: [String] = []
        signal.observe { [unowned signal] in
            seen.append("a\($0)")
            if $0 == 1 { signal.send(2) }
            return .keep
        }
        signal.observe {
            seen.append("b\($0)")
            return .keep
        }
        signal.send(1)
        #expect(seen == ["a1", "b1", "a2", "b2"])
    }

    @Test(
        "OBS-05, OBS-08: a target that does not exist gives a dead token and a debug line, an existing one is observed")
    func optionalTarget() {
        var pipe: [Int32] = [0, 0]
        pipe2(&pipe, O_NONBLOCK | O_CLOEXEC)
        Log.shared.open(descriptor: pipe[1], level: .debug)
        let absent: Signal<Int>? = nil
        let dead = ObservationToken.attach(to: absent, named: "room.chat") { $0.observe { _ in .keep } }
        Log.shared.open(descriptor: -1, level: .info)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = max(0, read(pipe[0], &bytes, bytes.count))
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        #expect(text.contains("debug observation: room.chat does not exist yet"))
        for descriptor in pipe { close(descriptor) }
        #expect(!dead.isActive)
        dead.stop()

        let present: Signal<Int>? = Signal()
        var calls = 0
        let token = ObservationToken.attach(to: present, named: "room.chat") { signal in
            signal.observe { _ in
                calls += 1
                return .keep
            }
        }
        present?.send(1)
        #expect(token.isActive && calls == 1)
    }
}

@Suite struct MergedObservationTests {
    @Test("OBS-04: one handler runs when any of several changed, once per delivery however many changes there were")
    func coalescing() {
        let position = ObservedValue(0)
        let duration = ObservedValue(100.0)
        let ended = Signal<String>()
        var seen: [Int] = []
        let merged = MergedObservation(of: [position, duration, ended]) {
            seen.append(position.value)
            return .keep
        }
        merged.deliver()
        #expect(seen.isEmpty && !merged.isPending)
        for next in 1...5 { position.value = next }
        duration.value = 50
        #expect(seen.isEmpty && merged.isPending)
        merged.deliver()
        merged.deliver()
        #expect(seen == [5])
        duration.value = 60
        merged.deliver()
        ended.send("end")
        merged.deliver()
        #expect(seen == [5, 5, 5])
    }

    @Test("OBS-04, OBS-06: initial makes the first delivery come without a change; its own changes wait for the next")
    func initial() {
        let value = ObservedValue(0)
        var calls = 0
        let merged = MergedObservation(of: [value], options: [.initial]) {
            calls += 1
            if calls < 3 { value.value += 1 }
            return .keep
        }
        merged.deliver()
        #expect(calls == 1 && merged.isPending)
        merged.deliver()
        merged.deliver()
        merged.deliver()
        #expect(calls == 3 && !merged.isPending)
    }

    @Test("OBS-03, OBS-04: it ends by stop, by its handler, by its owner, by its holder and with all of its sources")
    func endings() {
        var value: ObservedValue<Int>? = ObservedValue(0)
        var pane: Pane? = Pane()
        var calls: [String] = []
        func make(_ name: String, _ owner: Pane?, _ answer: Observation) -> MergedObservation {
            MergedObservation(of: value.map { [$0] } ?? [], by: owner) {
                calls.append(name)
                return answer
            }
        }
        let stopped = make("stopped", nil, .keep)
        let answering = make("answering", nil, .stop)
        let owned = make("owned", pane, .keep)
        let sourced = make("sourced", nil, .keep)
        var held: MergedObservation? = make("held", nil, .keep)
        weak let watched = held
        value?.value = 1
        stopped.stop()
        pane = nil
        held = nil
        for merged in [stopped, answering, owned] { merged.deliver() }
        value?.value = 2
        for merged in [stopped, answering, owned, sourced] { merged.deliver() }
        #expect(calls == ["answering", "sourced"])
        #expect(watched == nil)
        #expect(!stopped.isActive && !answering.isActive && !owned.isActive && sourced.isActive)
        value = nil
        #expect(!sourced.isActive)
    }
}
