import ClassRules
import ClassWire
package import Classes
package import PlayCore
import Signalling
import XML

package enum RecordingStep: Sendable, Equatable {
    case begin(ClassInfo, [ClassEvent])
    /// Continues an existing package with the stored events that it lacks.
    case resume(ClassRecording)
    case add([ClassEvent])
    case end(MediaTime)
}

package struct ClassRecording: Sendable, Equatable {
    let id: String
    let start: Int64
    private let begin: MediaTime

    /// Packages reject times beyond 100 days. Viewers need no exact times before the recording.
    private static let earliest = MediaTime.seconds(-86_400)

    /// `epoch` is the class's, in milliseconds since 1970.
    init(_ id: String, start: Int64, epoch: Int64) {
        (self.id, self.start) = (id, start)
        begin = .milliseconds(Int(start - epoch))
    }

    func position(at wall: Int64) -> MediaTime { .milliseconds(Int(wall - start)) }

    /// Returns `nil` for events that only announce the recording itself.
    func shifted(_ event: ClassEvent) -> ClassEvent? {
        switch event.kind {
        case .live(.serverRecording), .live(.recordingPlace): return nil
        default: break
        }
        return ClassEvent(max(event.time - begin, Self.earliest), event.kind)
    }
}

extension KeeperRoom {
    /// Starts a package. The keeper notifies the class once the package exists; see ``recordingBegan(at:)``.
    mutating func record(at now: KeeperTime) -> KeeperOutcome {
        guard library != nil else { return recorderFailed(tr("this class server does not record"), at: now) }
        let recording = ClassRecording("\(plan.name)-\(now.wall)", start: now.wall, epoch: kept.header.epoch)
        var info = ClassInfo(playbackID: recording.id)
        info.classID = plan.name
        info.sessionID = "\(now.wall)"
        info.title = plan.title
        info.startWallTime = now.wall
        info.isOngoing = true
        var outcome = KeeperOutcome()
        outcome.recording = [.begin(info, kept.state.snapshotEvents.compactMap(recording.shifted))]
        self.recording = recording
        return outcome
    }

    /// Publishes that the class is being recorded, and the package's address if it has one.
    mutating func recordingBegan(at now: KeeperTime) -> KeeperOutcome {
        guard let recording else { return KeeperOutcome() }
        let place = plan.audience == .everyone ? library?.address(of: recording.id) : nil
        var outcome = publish(kept.recorder(true, place: place, at: now.wall), at: now)
        for user in kept.machine.present.sorted() { outcome.stanzas += recordingPlace(for: user) }
        return outcome
    }

    /// Returns the notice with the recording's address, if only teachers may watch and the user is one.
    func recordingPlace(for user: String) -> [XMLElement] {
        guard plan.audience == .teachers, let recording, people[user]?.user.role.leadsRoom == true,
            let place = library?.address(of: recording.id, for: .teachers)
        else { return [] }
        return tell(user, .recordingPlace(place))
    }

    mutating func endRecording(at now: KeeperTime) -> KeeperOutcome {
        var outcome = endPackage(at: now)
        outcome.add(publish(kept.recorder(false, at: now.wall), at: now))
        return outcome
    }

    /// Completes the package when the keeper ends. The next keeper continues the recording.
    mutating func endPackage(at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        if let recording { outcome.recording = [.end(recording.position(at: now.wall))] }
        recording = nil
        return outcome
    }

    mutating func stopRecording(_ words: String, at now: KeeperTime) -> KeeperOutcome {
        var outcome = endPackage(at: now)
        outcome.add(recorderFailed(words, at: now))
        return outcome
    }

    mutating func recorderFailed(_ words: String, at now: KeeperTime) -> KeeperOutcome {
        recording = nil
        return publish(kept.recorderFailed(words, at: now.wall), at: now)
    }

    /// Continues the package of a previous keeper, with the messages written in the meantime.
    mutating func settleRecording(at now: KeeperTime) -> KeeperOutcome {
        guard kept.state.live.isRecording, library != nil || recording != nil else {
            return recording == nil && kept.state.live.isRecording ? endRecording(at: now) : KeeperOutcome()
        }
        var outcome = KeeperOutcome()
        if recording == nil {
            guard let id = resumable, let start = RecordingLibrary.start(of: id, in: plan.name) else {
                return record(at: now)
            }
            resumable = nil
            let resumed = ClassRecording(id, start: start, epoch: kept.header.epoch)
            recording = resumed
            outcome.recording = [.resume(resumed)]
        }
        outcome.add(readArchive(after: lastArchived, at: now))
        return outcome
    }

    mutating func readArchive(after id: String?, at now: KeeperTime) -> KeeperOutcome {
        var history = RoomHistory(
            room: place.room, own: occupancy.own, lastID: id, prefix: plan.name + "-\(now.wall)", sender: place.keeper)
        let stanzas = history.begin(at: now.host)
        missed = history
        return KeeperOutcome(stanzas)
    }

    mutating func readMissed(_ stanza: XMLElement, at now: KeeperTime) -> KeeperOutcome {
        guard var history = missed else { return KeeperOutcome() }
        let (items, stanzas, end) = history.received(stanza, at: now.host)
        missed = end == nil ? history : nil
        var outcome = KeeperOutcome(stanzas)
        for item in items { outcome.add(recordMissed(item, at: now)) }
        endMissed(end)
        return outcome
    }

    private mutating func endMissed(_ end: RoomHistory.Outcome?) {
        if end != nil { recordedBefore = [] }
        guard case .failed(let failure)? = end else { return }
        Log.shared.write(.error, "keeper", "\(place.room): the archive cannot be read: \(failure)")
    }

    /// Records the messages that waited for the archive if it does not answer in time.
    mutating func expireMissed(at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        guard let (items, end) = missed?.expire(at: now.host), end != nil else { return outcome }
        missed = nil
        for item in items { outcome.add(recordMissed(item, at: now)) }
        endMissed(end)
        return outcome
    }

    private mutating func recordMissed(_ item: RoomHistory.Item, at now: KeeperTime) -> KeeperOutcome {
        if case .retracted(let retraction) = item { return recorded(retraction, at: now) }
        guard case .message(let message) = item, let id = message.archiveID, let nick = message.nick,
            !message.isRetracted, !message.isOwn
        else { return KeeperOutcome() }
        // A message that arrived live while the archive was read has no time stamp.
        let time = message.time ?? now.wall
        lastArchived = id
        var outcome = KeeperOutcome()
        outcome.recording = line(
            message, id, by: author(of: message) ?? ClassUser(id: "nick:" + nick, name: nick, role: .guest), at: time)
        return outcome
    }

    /// Returns the author of a message of the archive, or `nil` if that person has left. The server gives each account
    /// an ID in a room. A nickname proves nothing, because anyone can use a teacher's nickname while no keeper runs.
    private func author(of message: RoomMessage) -> ClassUser? {
        guard let id = message.occupantID,
            let nick = occupancy.occupants.values.first(where: { $0.occupantID == id })?.nick
        else { return nil }
        return seats[nick].flatMap { people[$0]?.user ?? guests[$0] }
    }

    mutating func recorded(_ message: RoomMessage, by user: String, at now: KeeperTime) -> [RecordingStep] {
        guard let id = message.archiveID ?? message.id.map({ user + "/" + $0 }) else { return [] }
        let author = people[user]?.user ?? guests[user] ?? ClassUser(id: user, name: message.nick ?? user)
        return line(message, id, by: author, at: now.wall)
    }

    /// Adds a message to the results. Returns its line in the recording.
    private mutating func line(
        _ message: RoomMessage, _ id: String, by author: ClassUser, at wall: Int64
    ) -> [RecordingStep] {
        guard let chat = ChatStanza(message: message.stanza) else { return [] }
        let text = chat.emoticon.map { "[\($0)]" } ?? chat.text
        note(ClassReport.Line(id: id, author, time: wall, text: text.isEmpty ? chat.picture ?? "" : text))
        guard let recording, wall > recording.start - 1000, !recordedBefore.contains(id) else { return [] }
        let wall = max(wall, recording.start)
        let time = recording.position(at: wall)
        var line = ChatMessage(
            id: id, time: time, author: author, text: text, picture: chat.picture, replyTo: chat.replyTo,
            mentions: chat.mentions)
        line.wallTime = wall
        return [.add([ClassEvent(time, .message(line))])]
    }

    mutating func recorded(_ retraction: RoomRetraction, at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        outcome.writes = [forgetMessage(retraction.archiveID)]
        if let recording {
            let time = recording.position(at: now.wall)
            outcome.recording = [.add([ClassEvent(time, .messageRemoved(retraction.archiveID))])]
        }
        return outcome
    }
}
