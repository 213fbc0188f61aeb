import ClassAccess
import ClassRules
import ClassWire
import Classes
package import PlayCore
package import Signalling
package import XML

/// A class's room: takes stanzas and times, returns what to store and send. Nothing is sent before its cause is stored.
package struct KeeperRoom: Sendable {
    package struct Place: Sendable, Equatable {
        package var room: XMPPAddress
        /// The component's address.
        package var keeper: XMPPAddress
        /// The domain at which ticket holders log in: `n-ID@` is the person with that id.
        package var clientDomain: String
        /// How long a person may be missing after the keeper lost sight of the room, before counting as having left.
        package var grace = HostTime.seconds(10)

        package init(room: XMPPAddress, keeper: XMPPAddress, clientDomain: String) {
            self.room = room
            self.keeper = keeper
            self.clientDomain = clientDomain
        }
    }

    package static let nick = "keeper"
    package static let beatInterval = HostTime.seconds(5)
    /// Number of events after which the stored way to the state is shortened.
    static let shorteningInterval: Int64 = 500

    package let place: Place
    package internal(set) var plan: ClassPlan
    package internal(set) var kept: KeptClass
    /// People with tickets by id.
    package internal(set) var people: [String: ClassPerson]
    var occupancy: RoomOccupancy
    /// Ids of the occupants by nick.
    var seats: [String: String] = [:]
    /// Guests without tickets who are present, by id.
    var guests: [String: ClassUser] = [:]
    /// People present by the rules, but not in the room, with the time when they count as having left.
    var missing: [String: HostTime] = [:]
    /// People whom a former keeper did not see leaving, by id.
    package var attending: Set<String> = []
    /// When the keeper last saw who is in the room, in milliseconds since 1970: people who are missing left then.
    package var lastSight: Int64?
    /// Messages that are not stored yet, and when they are.
    var unstoredChat: [ClassReport.Line] = []
    var nextChatWrite: HostTime?
    var requests: RequestTracker
    var purposes: [String: Purpose] = [:]
    var waitingRequests = Fifo<WaitingRequest>()
    /// People who have to become members.
    var newMembers = Fifo<XMPPAddress>()
    /// Number of unanswered requests that make a person a member.
    var membersUnderWay = 0
    var snapshots = SnapshotCache()
    /// How much of the keeper's work each person may request, including refused requests: twice the rules' own limit of
    /// wishes. That limit explains a refusal, this one protects the keeper.
    var budgets = PacedKeys<String>(Pace(perMinute: 2_400, burst: 120))
    package var limits = KeeperLimits() {
        didSet { guestJoins = PacedKeys(limits.joins.perCode) }
    }
    /// The limits that were last sent to the chat server.
    var sentLimits: ChatLimitsStanza?
    /// Whether the chat server refuses messages that exceed the limits, or `nil` before it has answered.
    var isLimiting: Bool?
    var ledger = ChatLedger()
    /// Number of messages since the keeper started.
    private(set) var messageCount: Int64 = 0
    var refusedCount: Int64 = 0
    var floods = FloodWatch()
    /// Paces the notice that messages were removed: one line to a person in five seconds.
    var excessWords = PacedKeys<String>(Pace(step: 5_000, slack: 0))
    /// Users who were sent away for flooding, with the time when they may return, in milliseconds since 1970.
    var absent: [String: Int64] = [:]
    var guestJoins = PacedKeys<String>(JoinLimits().perCode)
    /// Ids of all guests who have entered.
    var knownGuests: Set<String> = []
    var isConfigured = false
    var isConnected = false
    var nextBeat: HostTime?
    /// When to try to join again, or `nil` while inside or waiting for the room's answer.
    var nextJoin: HostTime?
    var joinAttempts = 0
    var shortened: Int64
    /// Time of the current call.
    var latest = HostTime.zero
    /// When to look again who is present, after a failure to store it.
    var nextLook: HostTime?
    /// When to request the members again, after a request failed.
    var nextMembers: HostTime?
    var memberAttempts = 0
    var media = RoomMedia()
    /// Whether the publishers are known; if not, a stream that a former keeper knew may still be published.
    package var isMediaKnown = true
    /// The library of recordings, or `nil` if this server does not record.
    package var library: RecordingLibrary?
    var recording: ClassRecording?
    /// The id of a former keeper's recording, which continues once this keeper is in its room.
    package var resumable: String?
    /// The archive's id of the newest message that was heard.
    package var lastArchived: String?
    /// The archive's ids of the messages that a former keeper recorded, until the archive has been read.
    package var recordedBefore: Set<String> = []
    /// Reads the messages that were written while no keeper was running, or `nil` if none are missing.
    var missed: RoomHistory?

    /// - Parameter session: a unique text with which ids of requests begin.
    package init(
        _ plan: ClassPlan, _ kept: KeptClass, people: [ClassPerson], shortened: Int64 = 0, at place: Place,
        session: String
    ) {
        self.place = place
        self.plan = plan
        self.kept = kept
        self.kept.hidesRecordings = plan.audience != .everyone
        self.shortened = shortened
        self.people = Dictionary(people.map { ($0.user.id, $0) }, uniquingKeysWith: { $1 })
        occupancy = RoomOccupancy(room: place.room, nick: Self.nick, sender: place.keeper)
        requests = RequestTracker(prefix: session + plan.name, sender: place.keeper)
    }

    package var isInside: Bool { occupancy.state == .inside }

    // MARK: The line

    package mutating func connected(at now: KeeperTime) -> KeeperOutcome {
        isConnected = true
        _ = requests.disconnected()
        (purposes, membersUnderWay) = ([:], 0)
        forgetLimits()
        newMembers.removeAll()
        waitingRequests.removeAll()
        nextJoin = nil
        return KeeperOutcome([occupancy.join(at: now.host)])
    }

    package mutating func disconnected(at now: KeeperTime) {
        isConnected = false
        _ = occupancy.disconnected()
        lose(at: now)
    }

    package mutating func received(_ stanza: XMLElement, at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        if let answer = requests.received(stanza) { return answered(answer, at: now) }
        if let people = ChatLimitsStanza.excess(stanza, of: place.room) { return heardExcess(people, at: now) }
        let (news, stanzas) = occupancy.received(stanza, at: now.host)
        var outcome = readMissed(stanza, at: now)
        outcome.stanzas += stanzas
        for news in news { outcome.add(heard(news, at: now)) }
        return outcome
    }

    private mutating func heard(_ news: RoomNews, at now: KeeperTime) -> KeeperOutcome {
        switch news {
        case .joined(_, let isNew): return joined(isNew: isNew, at: now)
        case .entered(let occupant): return entered(occupant, at: now)
        case .changed(let occupant, let before): return changed(occupant, before, at: now)
        case .left(let occupant, _): return left(occupant.nick, at: now)
        case .departed, .refused:
            lose(at: now)
            joinLater(at: now)
            return KeeperOutcome()
        case .message(let message):
            if !message.isOwn { messageCount += 1 }
            return heard(message, at: now)
        case .voiceRequested(let request): return asked(request, at: now)
        case .rejected(_, let error):
            // The keeper is no longer in the room, and the server has not said so.
            guard ["not-acceptable", "item-not-found"].contains(error.condition), isInside else {
                return KeeperOutcome()
            }
            lose(at: now)
            return KeeperOutcome([occupancy.join(at: now.host)])
        case .retracted(let retraction):
            // Its message may wait for the archive.
            return missed?.live(.retracted(retraction)) == [] ? KeeperOutcome() : recorded(retraction, at: now)
        case .subject, .configured: return KeeperOutcome()
        }
    }

    private mutating func lose(at now: KeeperTime) {
        if nextBeat != nil { lastSight = now.wall }
        seats = [:]
        nextBeat = nil
        missed = nil
        (nextMembers, memberAttempts) = (nil, 0)
    }

    private mutating func joinLater(at now: KeeperTime) {
        nextJoin = now.host + .seconds(1 << min(joinAttempts, 5))
        joinAttempts += 1
    }

    // MARK: Time

    package var nextDeadline: HostTime? {
        [
            nextBeat, nextJoin, nextLook, nextMembers, media.nextDeadline, occupancy.nextDeadline,
            requests.nextDeadline, missed?.nextDeadline,
            missing.values.min(), nextChatWrite,
        ]
        .compactMap(\.self).min()
    }

    /// The next deadline of the rules, by the wall clock.
    package var nextRule: Int64? { kept.nextDeadline }

    package mutating func tick(at now: KeeperTime) -> KeeperOutcome {
        latest = now.host
        var outcome = KeeperOutcome()
        for news in occupancy.expire(at: now.host) { outcome.add(heard(news, at: now)) }
        for answer in requests.expire(at: now.host) { outcome.add(answered(answer, at: now)) }
        if let nextJoin, nextJoin <= now.host, isConnected {
            self.nextJoin = nil
            outcome.stanzas.append(occupancy.join(at: now.host))
        }
        if let nextRule, nextRule <= now.wall { outcome.add(publish(kept.expire(at: now.wall), at: now)) }
        outcome.add(expireMissed(at: now))
        outcome.add(settleMissing(at: now))
        outcome.add(expireMedia(at: now))
        if let nextChatWrite, nextChatWrite <= now.host { outcome.add(storeChat()) }
        if let nextLook, nextLook <= now.host, isInside {
            self.nextLook = nil
            outcome.add(lookAround(at: now))
        }
        if let nextMembers, nextMembers <= now.host, isInside { outcome.add(askForMembers()) }
        snapshots.expire(at: now.host)
        if let nextBeat, nextBeat <= now.host {
            self.nextBeat = now.host + Self.beatInterval
            outcome.stanzas.append(beat(at: now))
        }
        return outcome
    }

    /// Restores the state from before a change that could not be stored, and schedules another look at the occupants.
    package mutating func undo(
        to before: KeptClass, people: [String: ClassPerson], _ writes: [ClassWrite] = [], at now: KeeperTime
    ) {
        kept = before
        restoreChat(writes)
        lastSight = now.wall
        self.people = people
        nextLook = now.host + .seconds(1)
    }
}
