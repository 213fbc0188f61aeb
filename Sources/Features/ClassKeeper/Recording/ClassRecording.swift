import ClassRules
import ClassWire
import Localization
package import PlayCore
package import Rooms
import Signalling

/// What is to be written of a class that is recorded. A value.
package enum RecordingStep: Sendable, Equatable {
    /// A package begins with what is the case.
    case begin(RoomInfo, [RoomEvent])
    /// Something has happened; on the recording's axis.
    case add([RoomEvent])
    /// The package is whole, and so long.
    case end(MediaTime)
}

/// A recording under way: its axis begins where the recording did. A value.
struct ClassRecording: Sendable, Equatable {
    /// Of the package.
    let id: String
    /// Milliseconds since 1970.
    let start: Int64
    /// The same on the axis of the class.
    private let begin: MediaTime

    /// Earlier moments of a class tell nobody more; a package takes no times beyond 100 days.
    private static let earliest = MediaTime.seconds(-86_400)

    /// - Parameters:
    ///   - epoch: of the class, in milliseconds since 1970.
    init(_ id: String, start: Int64, epoch: Int64) {
        (self.id, self.start) = (id, start)
        begin = .milliseconds(Int(start - epoch))
    }

    func position(at wall: Int64) -> MediaTime { .milliseconds(Int(wall - start)) }

    /// On the recording's axis; nil: it says no more than that there is a recording.
    func shifted(_ event: RoomEvent) -> RoomEvent? {
        switch event.kind {
        case .live(.serverRecording), .live(.recordingPlace): return nil
        default: break
        }
        return RoomEvent(max(event.time - begin, Self.earliest), event.kind)
    }
}

extension KeeperRoom {
    /// A package is to begin; the class is told once it has: ``recordingBegan(at:)``.
    mutating func record(at now: KeeperTime) -> KeeperOutcome {
        guard library != nil else { return recorderFailed(tr("this class server does not record"), at: now) }
        let recording = ClassRecording("\(plan.name)-\(now.wall)", start: now.wall, epoch: kept.header.epoch)
        var info = RoomInfo(playbackID: recording.id)
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

    /// The package is there: the class is recorded, and may know where.
    mutating func recordingBegan(at now: KeeperTime) -> KeeperOutcome {
        guard let recording else { return KeeperOutcome() }
        return publish(kept.recorder(true, place: library?.address(of: recording.id), at: now.wall), at: now)
    }

    mutating func endRecording(at now: KeeperTime) -> KeeperOutcome {
        var outcome = endPackage(at: now)
        outcome.add(publish(kept.recorder(false, at: now.wall), at: now))
        return outcome
    }

    /// The keeper goes: the one after it goes on recording.
    mutating func endPackage(at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        if let recording { outcome.recording = [.end(recording.position(at: now.wall))] }
        recording = nil
        return outcome
    }

    /// There is no place for more: what was recorded is whole, and the teachers are told why it ends.
    mutating func stopRecording(_ words: String, at now: KeeperTime) -> KeeperOutcome {
        var outcome = endPackage(at: now)
        outcome.add(recorderFailed(words, at: now))
        return outcome
    }

    /// The teachers are told why; what was recorded stays.
    mutating func recorderFailed(_ words: String, at now: KeeperTime) -> KeeperOutcome {
        recording = nil
        return publish(kept.recorderFailed(words, at: now.wall), at: now)
    }

    /// A keeper before this one recorded: its package has ended with it, and another one begins.
    mutating func settleRecording(at now: KeeperTime) -> KeeperOutcome {
        guard recording == nil, kept.state.live.isRecording else { return KeeperOutcome() }
        return library == nil ? endRecording(at: now) : record(at: now)
    }

    /// What somebody has written, for the recording.
    func recorded(_ message: RoomMessage, by user: String, at now: KeeperTime) -> [RecordingStep] {
        guard let recording, let chat = ChatStanza(message: message.stanza),
            let id = message.archiveID ?? message.id.map({ user + "/" + $0 })
        else { return [] }
        let time = recording.position(at: now.wall)
        var line = ChatMessage(
            id: id, time: time, author: people[user]?.user ?? guests[user],
            text: chat.emoticon.map { "[\($0)]" } ?? chat.text, picture: chat.picture, replyTo: chat.replyTo,
            mentions: chat.mentions)
        line.wallTime = now.wall
        return [.add([RoomEvent(time, .message(line))])]
    }

    /// What was taken back.
    func recorded(_ retraction: RoomRetraction, at now: KeeperTime) -> KeeperOutcome {
        var outcome = KeeperOutcome()
        if let recording {
            let time = recording.position(at: now.wall)
            outcome.recording = [.add([RoomEvent(time, .messageRemoved(retraction.archiveID))])]
        }
        return outcome
    }
}
