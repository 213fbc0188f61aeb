import CPlatform
import ClassAccess
import ClassRules
import ClassWire
import Classes
import Encoding
import Glibc
import HTTPServing
import PlayCore
import Signalling
import Storage
import XML

/// The keeper's thread: waits for the connection, other threads and deadlines. Stores the rooms' results, then sends
/// them.
final class KeeperLoop {
    let settings: KeeperSettings
    let store: ClassStore
    var rooms: [String: KeeperRoom] = [:]
    var admission: ClassAdmission
    var writers: [String: RecordingWriter] = [:]
    var recorders: [String: RecorderChild] = [:]
    var endingRecorders: [RecorderChild] = []
    var recordingSpace: RecordingSpace?
    var recordingRetention: RecordingRetention?
    private let inbox: KeeperInbox
    private let lock: KeeperLock
    let media: MediaServerLink?
    let webRTC: WebRTCLink?
    private let wakeUp = WakeUp()
    private let connection: XMPPConnection
    let session = "k" + Hexadecimal.text(SecureRandom().bytes(6)) + "-"
    private var waiting = Fifo<XMLElement>()
    var waitingStanzas: Int { waiting.count }
    private var lost = 0
    private(set) var isOnline = false
    private var nextConnection: HostTime?
    private var failures = 0
    var foreignChanges: Int64
    /// People whose bans an administrator has removed.
    var lifts: [BanLift] = []
    private var nextCheck: HostTime
    var nextNote = HostTime.zero

    private static let checkInterval = HostTime.seconds(1)
    /// More waiting stanzas are dropped, since clients repeat requests and notice missing events.
    private static let waitingLimit = 50_000

    init(_ settings: KeeperSettings, _ inbox: KeeperInbox, _ media: MediaServerLink?, _ webRTC: WebRTCLink?)
        throws(KeeperError)
    {
        self.media = media
        self.webRTC = webRTC
        self.settings = settings
        self.inbox = inbox
        lock = if let given = settings.lock { given } else { try KeeperLock(settings.folder) }
        do throws(StorageError) {
            store = ClassStore(try ClassSchema.file(in: settings.folder).open().database)
            try store.writeThrough()
            admission = ClassAdmission(settings.admission(guestKey: Array(try store.secret("guest").utf8)))
            foreignChanges = try store.foreignChanges()
        } catch {
            throw .storage(error)
        }
        nextCheck = SystemClock().now + Self.checkInterval
        recordingSpace = settings.recordings.map { RecordingSpace($0, limit: settings.recordingSpace) }
        if let folder = settings.recordings, settings.recordingDays > 0 {
            recordingRetention = RecordingRetention(folder, days: settings.recordingDays)
        }
        connection = XMPPConnection(settings.account, wakeUp: wakeUp)
        try load()
    }

    func run() {
        while !inbox.isClosed {
            wait()
            wakeUp.clear()
            for news in connection.takeNews() { handle(news) }
            for work in inbox.removeAll() { work(self) }
            tick()
            flush()
            inbox.tell(isReady: isOnline && rooms.values.allSatisfy(\.isInside))
        }
        for work in inbox.removeAll() { work(self) }
        for name in rooms.keys.sorted() { update(name, at: .now) { $0.storeChat() } }
        nextNote = .zero
        noteRunning(at: .now)
        for name in writers.keys.sorted() { update(name, at: .now) { $0.endPackage(at: .now) } }
        for name in rooms.keys.sorted() { send([rooms[name]?.leave()].compactMap(\.self)) }
        connection.close()
        _ = connection.waitForEnd(limit: .seconds(2))
        waitForRecorders()
        withExtendedLifetime(lock) {}
    }

    private func wait() {
        let now = KeeperTime.now
        var deadline = min(nextCheck, nextConnection ?? nextCheck)
        for room in rooms.values {
            if let next = room.nextDeadline { deadline = min(deadline, next) }
            if let next = room.nextRule { deadline = min(deadline, now.host(of: next)) }
        }
        var entries = [wakeUp.descriptor, inbox.wakeUp.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let left = (deadline - now.host).inMilliseconds.rounded(.up)
        poll(&entries, nfds_t(entries.count), Int32(max(0, min(left, 60_000))))
    }

    private func tick() {
        let now = KeeperTime.now
        if let nextConnection, nextConnection <= now.host {
            self.nextConnection = nil
            connection.reconnect()
        }
        if nextCheck <= now.host {
            nextCheck = now.host + Self.checkInterval
            readOutsideChanges(at: now)
            checkRecorders(at: now)
            checkRecordingSpace(at: now)
            removeOldRecording(at: now)
            noteRunning(at: now)
        }
        for (name, room) in rooms
        where room.nextDeadline.map({ $0 <= now.host }) ?? false || room.nextRule.map({ $0 <= now.wall }) ?? false {
            update(name, at: now) { $0.tick(at: now) }
        }
    }

    // MARK: The line

    private func handle(_ news: XMPPNews) {
        let now = KeeperTime.now
        switch news {
        case .online:
            isOnline = true
            failures = 0
            Log.shared.write(.info, "keeper", "online as \(settings.account.domain)")
            for name in rooms.keys.sorted() { update(name, at: now) { $0.connected(at: now) } }
        case .offline(let failure):
            isOnline = false
            waiting.removeAll()
            nextConnection = now.host + .milliseconds(min(250 << min(failures, 5), 5_000))
            failures += 1
            Log.shared.write(failure.isFinal ? .error : .warning, "keeper", "offline: \(failure.reason)")
            for name in rooms.keys { rooms[name]?.disconnected(at: now) }
        case .stanza(let stanza): handle(stanza, at: now)
        }
    }

    private func handle(_ stanza: XMLElement, at now: KeeperTime) {
        if let request = IncomingRequest(stanza) { return send([answer(request, at: now)].compactMap(\.self)) }
        guard let from = stanza["from"].flatMap({ XMPPAddress($0) }), let name = name(of: from) else { return }
        update(name, at: now) { $0.received(stanza, at: now) }
    }

    private func name(of address: XMPPAddress) -> String? {
        guard address.domain == settings.roomDomain, let name = address.local, rooms[name] != nil else { return nil }
        return name
    }

    /// Changes a room, then stores and sends the consequences. Returns `false` if the store failed, and leaves the room
    /// unchanged.
    @discardableResult
    func update(
        _ name: String, at now: KeeperTime, _ work: (inout KeeperRoom) -> KeeperOutcome
    ) -> Bool {
        // Removes the room from the dictionary to avoid a copy.
        guard var room = rooms.removeValue(forKey: name) else { return false }
        let (kept, people, recording) = (room.kept, room.people, room.recording)
        let outcome = work(&room)
        do throws(StorageError) {
            if !outcome.writes.isEmpty { try store.write(outcome.writes, to: name) }
        } catch {
            Log.shared.write(.error, "keeper", "\(name): \(error)")
            room.undo(to: kept, people: people, outcome.writes, at: now)
            room.recording = recording
            rooms[name] = room
            return false
        }
        rooms[name] = room
        admission.classes[name]?.door = room.door
        for write in outcome.writes {
            switch write {
            case .exclude(let person): admission.classes[name]?.excluded.insert(person)
            case .lift(let person): admission.classes[name]?.excluded.remove(person)
            default: break
            }
        }
        let recorded = record(outcome.recording, of: name)
        send(outcome.stanzas)
        publishRecordingState(recorded, of: name, at: now)
        cut(outcome.cuts)
        updateRecorder(of: name, at: now)
        return true
    }

    func send(_ stanzas: [XMLElement]) {
        let places = Self.waitingLimit - waiting.count
        for stanza in stanzas.prefix(places) { waiting.append(stanza) }
        lost += max(0, stanzas.count - places)
        flush()
    }

    private func flush() {
        while let stanza = waiting.first {
            do throws(XMPPRefusal) {
                try connection.send(stanza)
            } catch {
                switch error {
                case .queueFull: return
                case .offline: return waiting.removeAll()
                case .tooLarge:
                    Log.shared.write(.error, "keeper", "too large to be sent: \(stanza.name) \(stanza["id"] ?? "")")
                }
            }
            _ = waiting.popFirst()
        }
        guard lost > 0 else { return }
        Log.shared.write(.error, "keeper", "the chat server was too slow: \(lost) stanzas were dropped")
        lost = 0
    }

    // MARK: Requests

    /// Returns `nil` if the answer was sent with the consequences.
    private func answer(_ request: IncomingRequest, at now: KeeperTime) -> XMLElement? {
        guard let from = request.from, let address = request.payload["room"].flatMap({ XMPPAddress($0) }),
            ["act", "state", "report"].contains(request.payload.name)
        else { return request.usualAnswer }
        guard let name = name(of: address), let room = rooms[name] else {
            return request.refusal(StanzaError(kind: .cancel, condition: "item-not-found"))
        }
        // The keeper will enter soon, and then knows who is present.
        guard room.isInside else {
            return request.refusal(StanzaError(kind: .wait, condition: "recipient-unavailable"))
        }
        guard let user = room.person(at: from) else {
            return ActAnswer.refused(ClassError(.notPresent)).error.map(request.refusal)
        }
        if request.isSet, let reading = ClassAct.read(request.payload) {
            return act(reading, request, by: user, in: name, at: now)
        }
        if !request.isSet, let wanted = StateRequest(request.payload) {
            return page(wanted, request, for: user, in: name, at: now)
        }
        if !request.isSet, let wanted = ReportRequest(request.payload) {
            return report(wanted, request, for: user, in: name, at: now)
        }
        return request.usualAnswer
    }

    private func act(
        _ reading: ClassAct.Reading, _ request: IncomingRequest, by user: String, in name: String, at now: KeeperTime
    ) -> XMLElement? {
        do throws(StorageError) {
            if case .act(let act) = reading, let answer = try store.answer(to: act.id, by: user, in: name) {
                return request.answer(answer)
            }
        } catch {
            Log.shared.write(.error, "keeper", "\(name): \(error)")
            return request.refusal(Self.storageFailure)
        }
        let isDone = update(name, at: now) { room in
            var (answer, outcome) = room.act(reading, by: user, at: now)
            outcome.stanzas.insert(request.answer(answer), at: 0)
            return outcome
        }
        return isDone ? nil : request.refusal(Self.storageFailure)
    }

    /// A temporary failure. The client may repeat the same act.
    static let storageFailure = StanzaError(kind: .wait, condition: "internal-server-error")

    private func page(
        _ wanted: StateRequest, _ request: IncomingRequest, for user: String, in name: String, at now: KeeperTime
    ) -> XMLElement? {
        guard let result = rooms[name]?.page(wanted, for: user, at: now) else { return nil }
        switch result {
        case .success(let page): return request.result(page.element)
        case .failure(let error): return request.refusal(error)
        }
    }
}

extension IncomingRequest {
    fileprivate func answer(_ answer: ActAnswer) -> XMLElement {
        if let error = answer.error { return refusal(error) }
        return result(answer.element)
    }
}
