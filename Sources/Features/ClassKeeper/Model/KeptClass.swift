package import ClassRules
package import ClassWire
package import Rooms

/// A class as its keeper has it: rules, numbers, and what is to be told to whom. A value without clocks, connections and files.
package struct KeptClass: Sendable {
    package let header: ClassHeader
    package private(set) var machine: ClassMachine
    package private(set) var chain: EventChain

    /// What one act, or anything else that happened, has led to.
    package struct Turn: Sendable, Equatable {
        /// To be stored, then published in this order.
        package var events: [Published] = []
        /// What else is to be done, afterwards.
        package var actions: [ClassAction] = []
        /// What the rules remember then; nil: nothing that is stored has changed.
        package var memory: ClassMemory?

        package var isEmpty: Bool { events.isEmpty && actions.isEmpty && memory == nil }
    }

    package struct Published: Sendable, Equatable {
        package let event: NumberedEvent
        /// It belongs into the room's archive.
        package let isArchived: Bool
    }

    /// A class that begins, or one that was stored.
    package init(
        header: ClassHeader, state: RoomState = RoomState(), memory: ClassMemory = ClassMemory(),
        chain: EventChain = EventChain()
    ) {
        self.header = header
        machine = ClassMachine(state: state, memory: memory, epoch: header.epoch)
        self.chain = chain
    }

    /// As it was stored.
    package init(_ stored: ClassStore.Stored) {
        var state = RoomState()
        for event in stored.events { RoomReducer.reduce(&state, event) }
        self.init(header: stored.header, state: state, memory: stored.memory, chain: stored.chain)
    }

    package var state: RoomState { machine.state }

    // MARK: What happens

    /// - Parameters:
    ///   - user: the id of whoever wishes.
    ///   - now: milliseconds since 1970.
    /// - Throws: nothing has changed.
    package mutating func act(_ wish: ClassWish, by user: String, at now: Int64) throws(ClassError) -> Turn {
        let memory = machine.memory
        return turn(try machine.handle(wish, by: user, at: now), since: memory)
    }

    /// Somebody is in the room.
    package mutating func enter(_ user: RoomUser, at now: Int64) -> Turn { turn { $0.enter(user, at: now) } }

    /// By id.
    package mutating func leave(_ user: String, at now: Int64) -> Turn { turn { $0.leave(user, at: now) } }

    /// Somebody has written.
    package mutating func message(_ id: String, by user: String, at now: Int64) -> Turn {
        turn { $0.message(id, by: user, at: now) }
    }

    /// A message that is one too many was stored.
    package mutating func excess(_ id: String, at now: Int64) -> Turn { turn { $0.excess(id, at: now) } }

    /// Somebody floods the chat.
    package mutating func silence(_ user: String, seconds: Int, at now: Int64) -> Turn {
        turn { $0.silence(user, seconds: seconds, at: now) }
    }

    /// What the class allows.
    package mutating func configure(_ features: ClassFeatures, at now: Int64) -> Turn {
        turn { $0.configure(features, at: now) }
    }

    /// The media server says what somebody sends now.
    package mutating func media(_ media: MediaUser, at now: Int64) -> Turn { turn { $0.media(media, at: now) } }

    /// The recorder has begun or ended.
    package mutating func recorder(_ isRecording: Bool, place: String? = nil, at now: Int64) -> Turn {
        turn { $0.recorder(isRecording, place: place, at: now) }
    }

    /// The recorder cannot record.
    package mutating func recorderFailed(_ words: String, at now: Int64) -> Turn {
        turn { $0.recorderFailed(words, at: now) }
    }

    /// Deadlines that have passed.
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

    /// The state as lines of a class package.
    package var snapshot: [String] {
        JSONLines.write(state.snapshotEvents).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}
