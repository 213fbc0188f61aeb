import PlayCore
import TestSupport
import Testing

/// An observing object, such as a pane.
private final class Pane {}

/// What handlers saw, in order.
private final class Journal {
    var lines: [String] = []
}

@Suite struct ObservedValueTests {
    @Test("OBS-01: the handler gets the new value, the old value and the change record, in this order")
    func arguments() {
        let value = ObservedValue(1)
        var seen: [(new: Int, old: Int?, kind: ObservationChange<Int>.Kind)] = []
        value.observe(options: [.new, .old]) { new, old, change in
            seen.append((new, old, change.kind))
            #expect(change.new == new && change.old == old)
            return .keep
        }
        value.value = 5
        value.value = 5
        #expect(seen.map(\.new) == [5, 5] && seen.map(\.old) == [1, 5])
        #expect(seen.allSatisfy { $0.kind == .set })
        #expect(value.value == 5)
    }

    @Test("OBS-01: a filter that says false drops that notification only")
    func filter() {
        let value = ObservedValue(0)
        var seen: [Int] = []
        value.observe(options: [.new], filter: { new, old in new != old }) { new, _, _ in
            seen.append(new)
            return .keep
        }
        for next in [1, 1, 2, 2, 1] { value.value = next }
        #expect(seen == [1, 2, 1])
    }

    @Test("OBS-01, OBS-03: a handler that returns stop is not called again")
    func handlerStops() {
        let value = ObservedValue(0)
        var seen: [Int] = []
        let token = value.observe(options: [.new]) { new, _, _ in
            seen.append(new)
            return new == 2 ? .stop : .keep
        }
        for next in 1...4 { value.value = next }
        #expect(seen == [1, 2])
        #expect(!token.isActive)
    }

    @Test("OBS-03: a stopped token's handler is not called again; letting go of a token does not stop it")
    func tokenStops() {
        let value = ObservedValue(0)
        var seen: [Int] = []
        let token = value.observe(options: [.new]) { new, _, _ in
            seen.append(new)
            return .keep
        }
        value.observe(options: [.new]) { new, _, _ in
            seen.append(new * 10)
            return .keep
        }
        value.value = 1
        #expect(token.isActive)
        token.stop()
        token.stop()
        #expect(!token.isActive)
        value.value = 2
        #expect(seen == [1, 10, 20])
    }

    @Test("OBS-03: the observation ends with the observing object")
    func ownerGoes() {
        let value = ObservedValue(0)
        var pane: Pane? = Pane()
        var seen: [Int] = []
        let token = value.observe(by: pane, options: [.new]) { new, _, _ in
            seen.append(new)
            return .keep
        }
        value.value = 1
        #expect(token.isActive)
        pane = nil
        #expect(!token.isActive)
        value.value = 2
        #expect(seen == [1])
    }

    @Test("OBS-03: the observation ends with the observed object, which lets go of the handler")
    func observedGoes() {
        var value: ObservedValue<Int>? = ObservedValue(0)
        var held: Pane? = Pane()
        weak let watched = held
        let token = value?.observe(options: [.new]) { [held] _, _, _ in held == nil ? .stop : .keep }
        held = nil
        #expect(watched != nil)
        #expect(token?.isActive == true)
        value = nil
        #expect(watched == nil)
        #expect(token?.isActive == false)
        token?.stop()
    }

    @Test("OBS-06: initial calls once, before observe returns, with the current value and no old one")
    func initial() {
        let value = ObservedValue(7)
        var seen: [String] = []
        value.observe(options: [.initial, .new, .old]) { new, old, change in
            seen.append("\(new) \(String(describing: old)) \(change.kind)")
            #expect(change.new == new && change.old == old)
            return .keep
        }
        #expect(seen == ["7 nil initial"])
        value.value = 8
        #expect(seen.last == "8 Optional(7) set")
        #expect(seen.count == 2)
    }

    @Test("OBS-06: without initial there is no first call; the record has only what was asked for")
    func optionsAreExplicit() {
        let value = ObservedValue(7)
        var records: [ObservationChange<Int>] = []
        for options in [ObservationOptions.new, .old, []] {
            value.observe(options: options) { _, _, change in
                records.append(change)
                return .keep
            }
        }
        #expect(records.isEmpty)
        value.value = 8
        #expect(records.map(\.new) == [8, nil, nil])
        #expect(records.map(\.old) == [nil, 7, nil])
    }

    @Test("OBS-06: a handler that stops in its initial call is never called again; a filter may drop that call")
    func initialStopsOrIsDropped() {
        let value = ObservedValue(1)
        var calls = 0
        let stopped = value.observe(options: [.initial]) { _, _, _ in
            calls += 1
            return .stop
        }
        #expect(calls == 1 && !stopped.isActive)
        let filtered = value.observe(options: [.initial], filter: { new, _ in new > 1 }) { _, _, _ in
            calls += 1
            return .keep
        }
        #expect(calls == 1 && filtered.isActive)
        value.value = 2
        #expect(calls == 2)
    }

    @Test("a handler may set the value: every observer sees both changes, in order")
    func settingInsideAHandler() {
        let value = ObservedValue(0)
        let journal = Journal()
        value.observe(options: [.initial, .new]) { [unowned value] new, old, _ in
            journal.lines.append("a\(old ?? -1)>\(new)")
            if new == 0 || new == 2 { value.value = new + 1 }
            return .keep
        }
        #expect(journal.lines == ["a-1>0", "a0>1"])
        value.observe(options: [.new]) { new, old, _ in
            journal.lines.append("b\(old ?? -1)>\(new)")
            return .keep
        }
        value.value = 2
        #expect(journal.lines.dropFirst(2) == ["a1>2", "b1>2", "a2>3", "b2>3"])
    }

    @Test("a handler may stop itself and others: the stopped are not called for the change at hand either")
    func stoppingInsideAHandler() {
        let value = ObservedValue(0)
        let journal = Journal()
        var tokens: [ObservationToken] = []
        for name in ["a", "b", "c"] {
            tokens.append(
                value.observe(options: [.new]) { new, _, _ in
                    journal.lines.append("\(name)\(new)")
                    if name == "a", new == 2 {
                        tokens[0].stop()
                        tokens[2].stop()
                    }
                    return .keep
                })
        }
        for next in 1...3 { value.value = next }
        #expect(journal.lines == ["a1", "b1", "c1", "a2", "b2", "b3"])
    }

    @Test("who subscribes in a handler sees later changes, not the one at hand")
    func subscribingInsideAHandler() {
        let value = ObservedValue(0)
        let journal = Journal()
        value.observe(options: [.new]) { [unowned value] new, _, _ in
            if new == 1 {
                value.observe(options: [.new]) { new, _, _ in
                    journal.lines.append("late\(new)")
                    return .keep
                }
                value.value = 2
            }
            return .keep
        }
        value.value = 1
        value.value = 3
        #expect(journal.lines == ["late2", "late3"])
    }

    @Test("OBS-07: a debug build stops when an observable is used off its delivery thread")
    func deliveryThread() throws {
        #if DEBUG
            let outcome = try OwnProcess.run(Self.self) { _ in
                let box = WrongThread()
                let thread = WorkerThread(name: "other") { box.use() }
                thread.join()
            }
            #expect(outcome?.hasCrashed != false)
        #endif
    }
}

/// Carries an observable to where it must not be used.
private final class WrongThread: @unchecked Sendable {
    // Sendable: it is not, in truth; that this is caught is what the test is about.
    private let value = ObservedValue(0)
    func use() { value.value = 1 }
}
