import ClassAccess
package import ClassRules
import ClassWire
import Classes
package import PlayCore
import Signalling
import XML

/// Attends a live class. Turns inputs and time into effects, without clocks, connections or files.
package struct LiveMachine: Sendable {
    enum Stage: Equatable {
        case entering(ClassLoading.Step)
        case inside
        /// `attempts` have failed since the connection was lost.
        case lost(attempts: Int)
        case returning
        /// A class that ends with the viewer must confirm that by this time.
        case leaving(until: HostTime)
        case over
    }

    let entry: LiveEntry
    /// Of all IDs; unique across sessions and users.
    let prefix: String
    var stage = Stage.entering(.ticket)
    package internal(set) var view: LiveClassView
    var axis: LiveAxis
    var ticket: ClassTicket?
    var effects: [LiveEffect] = []
    var numbers = 0

    var isAtDoor = false
    /// Lets the same person repeat the request for a ticket.
    var doorSecret: String?
    /// `nil` while a request is pending, or if the viewer does not wait.
    var nextKnock: HostTime?

    // The room
    var occupancy: RoomOccupancy?
    var knocks = RoomKnocks()
    var selfPing: SelfPing?
    var requests: RequestTracker
    var questions: [String: Question] = [:]

    // Events
    var header = ClassHeader(title: "", epoch: 0)
    var chain = EventChain()
    var reading: StateReading?
    var waitingEvents: [WaitingEvent] = []
    var lastBeat: HostTime?
    var keeperClock = KeeperClock()
    var book = MemberBook()

    // Chat
    var history: RoomHistory?
    var backlog: RoomBacklog?
    var outbox: MessageOutbox?
    /// Written without a connection.
    var unhanded: [XMLElement] = []
    /// Whether the connection was lost again before all missed data had been read.
    var wasReturning = false
    /// By ID, of own messages that the room has not returned.
    var ownTexts: [String: String] = [:]
    var ownLines = OwnLines()
    /// The keeper repeats the newest private messages after a reconnection.
    var privateIDs: [String] = []
    /// Arrived before the archive was read.
    var waitingChat: [RoomHistory.Item] = []
    var older: RoomBacklog?
    /// The archive's ID before which older messages can be read.
    var olderEnd: String?
    var lastArchiveID: String?

    // Acts
    var acts: [OpenAct] = []

    // Files
    var files = FileQueue()
    /// The texts of the last uploaded document, until the class has it.
    var pageTexts: [PageText] = []

    var report: ReportReading?

    var terminal: OwnTerminal?
    var terminalWish: TerminalChoice?

    enum Question: Equatable {
        case state
        case act(String)
        case slot
        case report
    }

    struct WaitingEvent: Equatable {
        let number: Int64
        let line: String
        let hash: String
    }

    /// `prefix` is a random text. `wallTime` is in milliseconds since 1970.
    package init(_ entry: LiveEntry, prefix: String, at now: HostTime, wallTime: Int64) {
        self.entry = entry
        self.prefix = prefix
        axis = LiveAxis(base: now, wallTime: wallTime)
        requests = RequestTracker(prefix: prefix + "-q")
        view = LiveClassView(me: ClassUser(id: "", name: entry.name))
        view.startsByItself = entry.startsByItself
        terminalWish = entry.terminal
        view.clock = ClassClock(time: wallTime, at: now)
    }

    package var isOver: Bool { stage == .over }

    /// Must be the first call, made once. `asksForLine` means that the connection is metered and the viewer wants to be
    /// asked.
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
            case .signIn(let prompt): $0.show(prompt)
            case .connection(let news): $0.receive(news, at: now)
            case .order(let order): $0.perform(order, at: now)
            case .olderChatWanted: $0.readOlderChat(at: now)
            case .file(let news): $0.receive(news, at: now)
            case .terminal(let news): $0.receive(news, at: now)
            case .result(let news): $0.tell(news)
            case .end: $0.leave(at: now)
            }
        }
    }

    package mutating func expire(at now: HostTime) -> [LiveEffect] {
        guard let deadline = nextDeadline, deadline <= now else { return [] }
        return call { $0.expireAll(at: now) }
    }

    private mutating func call(_ work: (inout LiveMachine) -> Void) -> [LiveEffect] {
        work(&self)
        defer { effects = [] }
        return effects
    }

    // MARK: Shared by all parts

    mutating func act(_ effect: LiveEffect) { effects.append(effect) }
    mutating func send(_ stanza: XMLElement) { effects.append(.send(stanza)) }
    mutating func tell(_ news: LiveNews) { effects.append(.tell(news)) }

    mutating func renew() { view.number += 1 }

    mutating func nextID() -> String {
        numbers += 1
        return "\(prefix)-\(numbers)"
    }

    mutating func show(_ step: ClassLoading.Step, _ progress: Double) {
        view.loading = ClassLoading(step, progress: progress)
        renew()
    }

    mutating func suspend(_ reason: String) {
        view.loading?.suspension = .init(.failed(reason))
        renew()
    }

    mutating func setLink(_ link: ClassLink) {
        guard view.link != link else { return }
        view.link = link
        renew()
    }

    /// `nil` if the viewer left.
    mutating func end(_ error: ClassReadError?) {
        guard stage != .over else { return }
        stage = .over
        act(.close(error))
    }

    mutating func end(_ code: PlayErrorCode, _ reason: String) {
        end(ClassReadError(code, reason, in: ticket?.title ?? entry.name))
    }

    var isConnected: Bool {
        switch stage {
        case .inside, .returning: true
        case .entering(let step): step != .ticket && step != .connection
        case .lost, .leaving, .over: false
        }
    }
}
