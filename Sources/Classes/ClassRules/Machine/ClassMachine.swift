package import Classes
import PlayCore

/// The rules of a class. The inputs are wishes, users who enter or leave, and the time. The outputs are actions.
///
/// The state follows from the machine's own events, so a client with the events has the same state and can query a
/// machine (``refusal(of:by:at:)``). Times are milliseconds since 1970 by the keeper's clock.
package struct ClassMachine: Sendable, Equatable {
    package internal(set) var state: ClassState
    /// Stored with the events of each call.
    package internal(set) var memory: ClassMemory
    /// The zero of the events' axis.
    package let epoch: Int64
    private var actions: [ClassAction] = []

    package init(state: ClassState = ClassState(), memory: ClassMemory = ClassMemory(), epoch: Int64 = 0) {
        self.state = state
        self.memory = memory
        self.epoch = epoch
    }

    /// - Throws: the reason for a refusal, which changes nothing.
    package mutating func handle(
        _ wish: ClassWish, by user: String, at time: Int64
    ) throws(ClassError) -> [ClassAction] {
        if let refusal = refusal(of: wish, by: user, at: time) { throw refusal }
        return call(at: time) { machine in
            machine.memory.wishRates.note(user, at: machine.now)
            machine.fulfil(wish, by: user)
        }
    }

    /// Returns `nil` if the wish would be accepted. The keeper may refuse further wishes, because only it knows earlier
    /// answers and rates.
    package func refusal(of wish: ClassWish, by user: String, at time: Int64) -> ClassError? {
        var machine = self
        // Expiring copies only the changed state.
        if let deadline = nextDeadline, deadline <= time { _ = machine.expire(at: time) }
        do {
            try machine.judge(wish, by: user, at: max(time, memory.latest))
            return nil
        } catch {
            return error
        }
    }

    // MARK: For the rules

    var now: Int64 { memory.latest }
    var live: LiveArea { state.live }

    /// Limited to values that the machine can handle.
    package var features: ClassFeatures { (live.features ?? ClassFeatures()).bounded }

    /// Advances to a time and applies expired deadlines before the call's work.
    mutating func call(at time: Int64, _ work: (inout ClassMachine) -> Void) -> [ClassAction] {
        memory.latest = max(memory.latest, time)
        expireAll()
        work(&self)
        settleTerminal()
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: ClassAction) { actions.append(action) }

    mutating func tell(_ user: String, _ notice: ClassNotice) { act(.tell(user, notice)) }

    mutating func publish(_ kind: ClassEvent.Kind, isStored: Bool = true) {
        let event = ClassEvent(.milliseconds(Int(now - epoch)), kind)
        ClassReducer.reduce(&state, event)
        act(.publish(event, isStored: isStored))
    }

    mutating func publish(_ event: LiveEvent, isStored: Bool = true) { publish(.live(event), isStored: isStored) }
}

func demand(_ holds: Bool, _ reason: ClassError.Reason) throws(ClassError) {
    if !holds { throw ClassError(reason) }
}

extension ClassFeatures {
    var bounded: ClassFeatures {
        var bounded = self
        let (counts, timeouts) = (ClassLimits.speakerCounts, ClassLimits.requestTimeouts)
        bounded.maxSpeakerCount = min(max(maxSpeakerCount, counts.lowerBound), counts.upperBound)
        if requestTimeout != 0 {
            bounded.requestTimeout = min(max(requestTimeout, timeouts.lowerBound), timeouts.upperBound)
        }
        bounded.teacherTimeout = teacherTimeout.map { min(max($0, 0), ClassLimits.longestTeacherReturn) }
        bounded.roomType = roomType.map { $0.bounded(ClassLimits.titleLength) }
        bounded.emoticons = boundedEmoticons
        return bounded
    }

    /// The emoticons that fit into one event. Drops invalid keys, and addresses other than web addresses.
    private var boundedEmoticons: [ClassEmoticon]? {
        guard let emoticons else { return nil }
        var bytes = 0
        let kept = emoticons.filter { ClassEmoticon.isKey($0.key) }.map { emoticon in
            ClassEmoticon(
                key: emoticon.key, picture: emoticon.picture.flatMap { $0.isEmpty ? nil : LinkFinder.address($0) })
        }.prefix { emoticon in
            bytes += emoticon.key.utf8.count + (emoticon.picture?.utf8.count ?? 0) + 32
            return bytes <= ClassLimits.emoticonBytes
        }
        return kept.isEmpty ? nil : Array(kept)
    }
}
