import ClassAccess
import ClassRules
import ClassWire
package import PlayCore
import Rooms
package import Signalling
package import XML

/// A class and its room on the XMPP server, as the keeper has them: stanzas and time in, what is to be stored and what is to be
/// sent out. Nothing is sent before what led to it is stored. A value.
package struct KeeperRoom: Sendable {
    /// Where it is, and who keeps it.
    package struct Place: Sendable, Equatable {
        package var room: XMPPAddress
        /// The component's.
        package var keeper: XMPPAddress
        /// Where those with tickets log in: `n-ID@` there is the person with that id.
        package var clientDomain: String
        /// How long somebody may be missing after the room was lost from sight, before having left.
        package var grace = HostTime.seconds(10)

        package init(room: XMPPAddress, keeper: XMPPAddress, clientDomain: String) {
            self.room = room
            self.keeper = keeper
            self.clientDomain = clientDomain
        }
    }

    package static let nick = "keeper"
    /// Between beats.
    package static let beatInterval = HostTime.seconds(5)
    /// Events after which the way to the state is shortened.
    static let shorteningInterval: Int64 = 500

    package let place: Place
    package internal(set) var plan: ClassPlan
    package internal(set) var kept: KeptClass
    /// By their ids.
    package internal(set) var people: [String: ClassPerson]
    var occupancy: RoomOccupancy
    /// Who sits where: ids by nicks.
    var seats: [String: String] = [:]
    /// Guests without tickets who are there, by their ids.
    var guests: [String: RoomUser] = [:]
    /// Whom the rules have as present, and who is not to be seen: until when.
    var missing: [String: HostTime] = [:]
    var requests: RequestTracker
    var purposes: [String: Purpose] = [:]
    var waitingRequests = Fifo<WaitingRequest>()
    /// Who is to become a member.
    var newMembers = Fifo<XMPPAddress>()
    /// Requests on their way that make somebody a member.
    var membersUnderWay = 0
    var snapshots = SnapshotCache()
    /// How much of the keeper's work each person may ask for, refused or not: twice as much as the rules' own limit of
    /// wishes. That one explains, this one protects.
    var budgets = PacedKeys<String>(Pace(perMinute: 2_400, burst: 120))
    package var limits = KeeperLimits() {
        didSet { guestJoins = PacedKeys(limits.joins.perCode) }
    }
    /// As the chat server was told last.
    var toldLimits: ChatLimitsStanza?
    /// Whether the chat server refuses what exceeds them; nil: it has not answered yet.
    var isLimiting: Bool?
    var ledger = ChatLedger()
    /// Since the keeper began.
    private(set) var messageCount: Int64 = 0
    var refusedCount: Int64 = 0
    var floods = FloodWatch()
    /// One line in five seconds says to a person that messages were removed.
    var excessWords = PacedKeys<String>(Pace(step: 5_000, slack: 0))
    /// Whose place is lost for flooding, until when in milliseconds since 1970.
    var absent: [String: Int64] = [:]
    var guestJoins = PacedKeys<String>(JoinLimits().perCode)
    /// Ids of all guests who have entered.
    var knownGuests: Set<String> = []
    var isConfigured = false
    var isConnected = false
    var nextBeat: HostTime?
    /// When to try to join again; nil: we are in, or wait for the room's answer.
    var nextJoin: HostTime?
    var joinAttempts = 0
    var shortened: Int64
    /// Of the call at work.
    var latest = HostTime.zero
    /// When to look anew who is there, since that could not be stored.
    var nextLook: HostTime?
    /// When to ask again who is a member, since a request was not carried out.
    var nextMembers: HostTime?
    /// Times in a row that it had to be.
    var memberAttempts = 0
    var media = RoomMedia()
    /// False: somebody may publish of whom a keeper before this one was told.
    package var isMediaKnown = true
    /// Where recordings go; nil: this server does not record.
    package var library: RecordingLibrary?
    /// Nil: the class is not recorded.
    var recording: ClassRecording?
    /// The id of a recording that a keeper before this one began; it continues once this one is in its room.
    package var resumable: String?
    /// Of the newest message that the recording has, in the room's archive.
    package var lastArchived: String?
    /// Reads what was written while the keeper was not there; nil: nothing is missing.
    var missed: RoomHistory?

    /// - Parameter session: unique: ids of requests begin with it.
    package init(
        _ plan: ClassPlan, _ kept: KeptClass, people: [ClassPerson], shortened: Int64 = 0, at place: Place,
        session: String
    ) {
        self.place = place
        self.plan = plan
        self.kept = kept
        self.shortened = shortened
        self.people = Dictionary(people.map { ($0.user.id, $0) }, uniquingKeysWith: { $1 })
        occupancy = RoomOccupancy(room: place.room, nick: Self.nick, sender: place.keeper)
        requests = RequestTracker(prefix: session + plan.name, sender: place.keeper)
    }

    /// Whether it is in its room.
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
        lose()
    }

    /// Something of the room, or an answer of it.
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
            lose()
            joinLater(at: now)
            return KeeperOutcome()
        case .message(let message):
            if !message.isOwn { messageCount += 1 }
            return heard(message, at: now)
        case .voiceRequested(let request): return asked(request, at: now)
        case .rejected(_, let error):
            // We are in no more, and nobody has said so.
            guard ["not-acceptable", "item-not-found"].contains(error.condition), isInside else {
                return KeeperOutcome()
            }
            lose()
            return KeeperOutcome([occupancy.join(at: now.host)])
        case .retracted(let retraction): return recorded(retraction, at: now)
        case .subject, .configured: return KeeperOutcome()
        }
    }

    /// Who is there is not known any more.
    private mutating func lose() {
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
            missing.values.min(),
        ]
        .compactMap(\.self).min()
    }

    /// By the wall's clock.
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

    /// What was to be stored could not be: it has not happened. Who is there is looked at anew.
    package mutating func undo(to before: KeptClass, people: [String: ClassPerson], at now: KeeperTime) {
        kept = before
        self.people = people
        nextLook = now.host + .seconds(1)
    }
}
