import ClassAccess
package import ClassRules
import ClassWire
import Localization
package import PlayCore
import Rooms
import Signalling
import XML

/// Attends a class that is live: what came and the time in, what to send, to show and to tell out. A value without clocks,
/// connections and files.
package struct LiveMachine: Sendable {
    enum Stage: Equatable {
        /// Being entered, step by step.
        case entering(ClassLoading.Step)
        case inside
        /// The line is gone. `attempts` that failed since.
        case lost(attempts: Int)
        /// Connected again, and what was missed is being read.
        case returning
        /// The class is told good-bye.
        case leaving(until: HostTime)
        case over
    }

    let entry: LiveEntry
    /// Of all ids here: nobody else may have the same, in no session.
    let prefix: String
    var stage = Stage.entering(.ticket)
    /// The newest state of everything.
    package internal(set) var view: LiveClassView
    var axis: LiveAxis
    var ticket: ClassTicket?
    var effects: [LiveEffect] = []
    var numbers = 0

    // The room
    var occupancy: RoomOccupancy?
    var knocks = RoomKnocks()
    var selfPing: SelfPing?
    var requests: RequestTracker
    /// What our requests are about, by their ids.
    var questions: [String: Question] = [:]

    // Events
    var header = ClassHeader(title: "", epoch: 0)
    var chain = EventChain()
    var reading: StateReading?
    /// Events that came while the state is read.
    var waitingEvents: [WaitingEvent] = []
    var lastBeat: HostTime?
    var keeperClock = KeeperClock()
    var book = MemberBook()

    // Chat
    var history: RoomHistory?
    var backlog: RoomBacklog?
    var outbox: MessageOutbox?
    /// Messages that were written while there was no line.
    var unhanded: [XMLElement] = []
    /// The line was lost while what was missed before was being read.
    var wasReturning = false
    /// Texts of own messages that have not come back, by their ids.
    var ownTexts: [String: String] = [:]
    /// What was written here, as far as somebody may answer it.
    var ownLines = OwnLines()
    /// Came before the archive was read.
    var waitingChat: [RoomHistory.Item] = []
    var older: RoomBacklog?
    /// Where what is older than all that is known ends in the archive; nil: there is nothing older.
    var olderEnd: String?
    /// The newest message that is known.
    var lastArchiveID: String?

    // Acts
    var acts: [OpenAct] = []

    // Files
    var files = FileQueue()

    /// Nil: none is shared from here.
    var terminal: OwnTerminal?
    /// To be shared as soon as that is allowed; nil: nothing is wished, or it has been.
    var terminalWish: TerminalChoice?

    enum Question: Equatable {
        case state
        /// By its id.
        case act(String)
        case slot
    }

    struct WaitingEvent: Equatable {
        let number: Int64
        let line: String
        let hash: String
    }

    /// - Parameters:
    ///   - prefix: random.
    ///   - wallTime: milliseconds since 1970.
    package init(_ entry: LiveEntry, prefix: String, at now: HostTime, wallTime: Int64) {
        self.entry = entry
        self.prefix = prefix
        axis = LiveAxis(base: now, wallTime: wallTime)
        requests = RequestTracker(prefix: prefix + "-q")
        view = LiveClassView(me: RoomUser(id: "", name: entry.name))
        view.startsByItself = entry.startsByItself
        terminalWish = entry.terminal
        view.clock = ClassClock(time: wallTime, at: now)
    }

    /// Nothing will come any more.
    package var isOver: Bool { stage == .over }

    /// Begins to enter. Once, first.
    ///
    /// - Parameter asksForLine: the line is paid for by its bytes, and the viewer wants to be asked.
    package mutating func begin(at now: HostTime, asksForLine: Bool = false) -> [LiveEffect] {
        call {
            $0.show(.ticket, 0)
            if asksForLine { $0.view.loading?.suspension = .init(.meteredLine) } else { $0.askForTicket(at: now) }
        }
    }

    package mutating func handle(_ input: LiveInput, at now: HostTime) -> [LiveEffect] {
        guard stage != .over else { return [] }
        return call {
            switch input {
            case .ticket(let result): $0.receive(result, at: now)
            case .connection(let news): $0.receive(news, at: now)
            case .order(let order): $0.perform(order, at: now)
            case .olderChatWanted: $0.readOlderChat(at: now)
            case .file(let news): $0.receive(news, at: now)
            case .terminal(let news): $0.receive(news, at: now)
            case .end: $0.leave(at: now)
            }
        }
    }

    /// Deadlines that have passed.
    package mutating func expire(at now: HostTime) -> [LiveEffect] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        return call { $0.expireAll(at: now) }
    }

    private mutating func call(_ work: (inout LiveMachine) -> Void) -> [LiveEffect] {
        work(&self)
        defer { effects = [] }
        return effects
    }

    // MARK: For all parts

    mutating func act(_ effect: LiveEffect) { effects.append(effect) }
    mutating func send(_ stanza: XMLElement) { effects.append(.send(stanza)) }
    mutating func tell(_ news: LiveNews) { effects.append(.tell(news)) }

    /// The view is another one.
    mutating func renew() { view.number += 1 }

    mutating func nextID() -> String {
        numbers += 1
        return "\(prefix)-\(numbers)"
    }

    /// How far entering is.
    mutating func show(_ step: ClassLoading.Step, _ progress: Double) {
        view.loading = ClassLoading(step, progress: progress)
        renew()
    }

    /// Stands at its step, until the viewer says how it goes on.
    mutating func suspend(_ reason: String) {
        view.loading?.suspension = .init(.failed(reason))
        renew()
    }

    mutating func setLink(_ link: ClassLink) {
        guard view.link != link else { return }
        view.link = link
        renew()
    }

    /// Over at once: with words for the viewer, or nil where it was wished.
    mutating func end(_ error: RoomError?) {
        guard stage != .over else { return }
        stage = .over
        act(.close(error))
    }

    mutating func end(_ code: PlayErrorCode, _ reason: String) {
        end(RoomError(code, reason, in: ticket?.title ?? entry.name))
    }

    /// In the room, so that stanzas arrive.
    var isConnected: Bool {
        switch stage {
        case .inside, .returning: true
        case .entering(let step): step != .ticket && step != .connection
        case .lost, .leaving, .over: false
        }
    }
}
