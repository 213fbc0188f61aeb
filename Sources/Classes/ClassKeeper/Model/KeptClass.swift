package import ClassRules
package import ClassWire
package import Classes

/// A class for its keeper: rules, event numbers and pending messages. Without clocks, connections or files.
package struct KeptClass: Sendable {
    package let header: ClassHeader
    package private(set) var machine: ClassMachine
    package private(set) var chain: EventChain
    /// Whether people who enter receive no addresses of earlier recordings.
    package var hidesRecordings = false

    package struct Turn: Sendable, Equatable {
        package var events: [Published] = []
        package var actions: [ClassAction] = []
        package var memory: ClassMemory?

        package var isEmpty: Bool { events.isEmpty && actions.isEmpty && memory == nil }
    }

    package struct Published: Sendable, Equatable {
        package let event: NumberedEvent
        package let isArchived: Bool
    }

    package init(
        header: ClassHeader, state: ClassState = ClassState(), memory: ClassMemory = ClassMemory(),
        chain: EventChain = EventChain()
    ) {
        self.header = header
        machine = ClassMachine(state: state, memory: memory, epoch: header.epoch)
        self.chain = chain
    }

    package init(_ stored: ClassStore.Stored) {
        var state = ClassState()
        for event in stored.events { ClassReducer.reduce(&state, event) }
        self.init(header: stored.header, state: state, memory: stored.memory, chain: stored.chain)
    }

    package var state: ClassState { machine.state }

    // MARK: Occurrences

    /// `now` is in milliseconds since 1970.
    ///
    /// - Throws: `ClassError` if the rules refuse the wish. The class is then unchanged.
    package mutating func act(_ wish: ClassWish, by user: String, at now: Int64) throws(ClassError) -> Turn {
        let memory = machine.memory
        return turn(try machine.handle(wish, by: user, at: now), since: memory)
    }

    package mutating func enter(_ user: ClassUser, at now: Int64) -> Turn { turn { $0.enter(user, at: now) } }

    package mutating func leave(_ user: String, at now: Int64) -> Turn { turn { $0.leave(user, at: now) } }

    /// Removes the message if its author must not write.
    package mutating func message(_ id: String, by user: String, at now: Int64) -> Turn {
        turn { $0.message(id, by: user, at: now) }
    }

    package mutating func excess(_ id: String, at now: Int64) -> Turn { turn { $0.excess(id, at: now) } }

    package mutating func silence(_ user: String, seconds: Int, at now: Int64) -> Turn {
        turn { $0.silence(user, seconds: seconds, at: now) }
    }

    package mutating func liftBan(of user: String, at now: Int64) -> Turn {
        turn { $0.liftBan(of: user, at: now) }
    }

    package mutating func configure(_ features: ClassFeatures, at now: Int64) -> Turn {
        turn { $0.configure(features, at: now) }
    }

    /// `media` is what the media server reports.
    package mutating func media(_ media: MediaUser, at now: Int64) -> Turn { turn { $0.media(media, at: now) } }

    package mutating func recorder(_ isRecording: Bool, place: String? = nil, at now: Int64) -> Turn {
        turn { $0.recorder(isRecording, place: place, at: now) }
    }

    package mutating func recorderFailed(_ words: String, at now: Int64) -> Turn {
        turn { $0.recorderFailed(words, at: now) }
    }

    package mutating func turnedAway(_ name: String, at now: Int64) -> Turn { turn { $0.turnedAway(name, at: now) } }

    package mutating func knock(_ user: ClassUser, patience: Int64?, at now: Int64) -> Turn {
        turn { $0.knock(user, patience: patience, at: now) }
    }

    package mutating func expire(at now: Int64) -> Turn { turn { $0.expire(at: now) } }

    package var nextDeadline: Int64? { machine.nextDeadline }

    private mutating func turn(_ work: (inout ClassMachine) -> [ClassAction]) -> Turn {
        let memory = machine.memory
        return turn(work(&machine), since: memory)
    }

    private mutating func turn(_ actions: [ClassAction], since memory: ClassMemory) -> Turn {
        var turn = Turn()
        for action in actions {
            guard case .publish(let event, let isStored) = action else {
                turn.actions.append(action)
                continue
            }
            turn.events.append(Published(event: chain.append(event), isArchived: isStored))
        }
        if !machine.memory.isKept(as: memory) { turn.memory = machine.memory.kept }
        return turn
    }

    // MARK: Late joiners

    package var snapshot: [String] {
        let events = state.snapshotEvents.filter {
            if case .live(.recordingPlace) = $0.kind { !hidesRecordings } else { true }
        }
        return JSONLines.write(events).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
