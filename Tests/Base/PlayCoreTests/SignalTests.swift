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
}
