import ClassAccess
import ClassRules
import ClassWire
import Classes
package import PlayCore
package import Signalling
package import XML

/// A class's room, without I/O: turns stanzas and times into writes and stanzas. Its caller stores the cause of each
/// stanza before sending it.
package struct KeeperRoom: Sendable {
    package struct Place: Sendable, Equatable {
        package var room: XMPPAddress
        package var keeper: XMPPAddress
        /// Accounts of ticket holders are `n-ID@` this domain.
        package var clientDomain: String
        /// The time for which a person may be missing after the keeper has lost the room. After that the person has
        /// left.
        package var grace = HostTime.seconds(10)

        package init(room: XMPPAddress, keeper: XMPPAddress, clientDomain: String) {
            self.room = room
            self.keeper = keeper
            self.clientDomain = clientDomain
        }
    }

    package static let nick = "keeper"
    package static let beatInterval = HostTime.seconds(5)
    /// After this number of events, a shorter list replaces the stored events.
    static let shorteningInterval: Int64 = 500

    package let place: Place
    package internal(set) var plan: ClassPlan
    package internal(set) var kept: KeptClass
    package internal(set) var people: [String: ClassPerson]
    var occupancy: RoomOccupancy
    var seats: [String: String] = [:]
    var guests: [String: ClassUser] = [:]
    /// The people who are present by the rules but not in the room. At this time they count as having left.
    var missing: [String: HostTime] = [:]
    /// People who had not left when a previous keeper ended.
    package var attending: Set<String> = []
    /// The last time, in milliseconds since 1970, at which the keeper knew the occupants. Missing people left then.
    package var lastSight: Int64?
    var unstoredChat: [ClassReport.Line] = []
    var nextChatWrite: HostTime?
    var requests: RequestTracker
    var purposes: [String: Purpose] = [:]
    var waitingRequests = Fifo<WaitingRequest>()
    var newMembers = Fifo<XMPPAddress>()
    var membersUnderWay = 0
    var snapshots = SnapshotCache()
    /// Limits the work that each person may cause, including refused requests. It is twice the rules' limit of wishes:
    /// that limit explains a refusal, this one protects the keeper.
    var budgets = PacedKeys<String>(Pace(perMinute: 2_400, burst: 120))
    package var limits = KeeperLimits() {
        didSet { guestJoins = PacedKeys(limits.joins.perCode) }
    }
    var sentLimits: ChatLimitsStanza?
    var isLimiting: Bool?
    var ledger = ChatLedger()
    private(set) var messageCount: Int64 = 0
    var refusedCount: Int64 = 0
    var floods = FloodWatch()
    /// Limits the notice of removed messages to one line per person in five seconds.
    var excessWords = PacedKeys<String>(Pace(step: 5_000, slack: 0))
    /// The users removed for flooding. They may return at this time, in milliseconds since 1970.
    var absent: [String: Int64] = [:]
    var guestJoins = PacedKeys<String>(JoinLimits().perCode)
    var knownGuests: Set<String> = []
    var isConfigured = false
    var isConnected = false
    var nextBeat: HostTime?
    /// `nil` while inside or awaiting the room's answer.
    var nextJoin: HostTime?
    var joinAttempts = 0
    var shortened: Int64
    var latest = HostTime.zero
    /// Set after a failure to store a comparison of occupants.
    var nextLook: HostTime?
    var nextMembers: HostTime?
    var memberAttempts = 0
    var media = RoomMedia()
    /// Whether the publishers are known. If not, a stream known to a previous keeper may still be published.
    package var isMediaKnown = true
    package var library: RecordingLibrary?
    var recording: ClassRecording?
    /// A previous keeper's recording, which continues once this keeper is in its room.
    package var resumable: String?
    package var lastArchived: String?
    /// The archive's IDs of messages recorded by a previous keeper, until the archive has been read.
    package var recordedBefore: Set<String> = []
    var missed: RoomHistory?

    /// - Parameter session: a unique prefix for IDs of requests.
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
            // The keeper is no longer in the room, but the server has not reported that.
            guard ["not-acceptable", "item-not-found"].contains(error.condition), isInside else {
                return KeeperOutcome()
            }
            lose(at: now)
            return KeeperOutcome([occupancy.join(at: now.host)])
        case .retracted(let retraction):
            // The retracted message may be in the archive.
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

    /// In milliseconds since 1970.
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

    /// Restores the state before a change that could not be stored, and schedules another comparison of the occupants.
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
