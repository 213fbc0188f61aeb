import PlayCore
package import Rooms

/// The rules of a class as a machine: told of wishes, of who comes and goes and of the time, it says what is to be done.
///
/// The state is what its own events make of an empty one, so every client that has them has the same, and can ask a
/// machine made of it what is allowed (``refusal(of:by:at:)``). Times are milliseconds since 1970 by the keeper's clock.
package struct ClassMachine: Sendable, Equatable {
    package internal(set) var state: RoomState
    /// To be stored with the events of each call.
    package internal(set) var memory: ClassMemory
    /// Where the axis of the events begins, in milliseconds since 1970.
    package let epoch: Int64
    /// What the call at work leads to; empty between calls.
    private var actions: [ClassAction] = []

    package init(state: RoomState = RoomState(), memory: ClassMemory = ClassMemory(), epoch: Int64 = 0) {
        self.state = state
        self.memory = memory
        self.epoch = epoch
    }

    /// What a wish leads to.
    ///
    /// - Throws: why it leads to nothing; nothing has changed then.
    package mutating func handle(
        _ wish: ClassWish, by user: String, at time: Int64
    ) throws(ClassError) -> [ClassAction] {
        if let refusal = refusal(of: wish, by: user, at: time) { throw refusal }
        return call(at: time) { machine in
            machine.memory.wishRates.note(user, at: machine.now)
            machine.fulfil(wish, by: user)
        }
    }

    /// Why a wish would not be fulfilled; nil: it would be. A client does not know all that the keeper knows, so the
    /// keeper may refuse what a client's machine allows: who answered already, and how often somebody did something.
    package func refusal(of wish: ClassWish, by user: String, at time: Int64) -> ClassError? {
        var machine = self
        // Copies what changes only.
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

    /// Within the bounds of what a machine can work with.
    package var features: ClassFeatures { (live.features ?? ClassFeatures()).bounded }

    /// Goes on to a time, does what is due by then and what the call is for.
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

    mutating func publish(_ kind: RoomEvent.Kind, isStored: Bool = true) {
        let event = RoomEvent(.milliseconds(Int(now - epoch)), kind)
        RoomReducer.reduce(&state, event)
        act(.publish(event, isStored: isStored))
    }

    mutating func publish(_ event: LiveEvent, isStored: Bool = true) { publish(.live(event), isStored: isStored) }
}

/// Refuses where something does not hold.
func demand(_ holds: Bool, _ reason: ClassError.Reason) throws(ClassError) {
    if !holds { throw ClassError(reason) }
}

extension ClassFeatures {
    var bounded: ClassFeatures {
        var bounded = self
        let (counts, timeouts) = (ClassLimits.speakerCounts, ClassLimits.requestTimeouts)
        bounded.maxSpeakerCount = min(max(maxSpeakerCount, counts.lowerBound), counts.upperBound)
        bounded.requestTimeout = min(max(requestTimeout, timeouts.lowerBound), timeouts.upperBound)
        bounded.teacherTimeout = teacherTimeout.map { min(max($0, 0), ClassLimits.longestTeacherReturn) }
        bounded.roomType = roomType.map { $0.bounded(ClassLimits.titleLength) }
        bounded.emoticons = boundedEmoticons
        return bounded
    }

    /// As many as one event can carry, each with a key that can be written and an address of the web.
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
