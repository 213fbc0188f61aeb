import Classes
import PlayCore
import XML

/// The users of a raw recording. The voice component numbers them separately. In old versions, names arrive late.
struct RawUsers {
    private var users: [String: ClassUser] = [:]
    private var names: [String: String] = [:]
    private var voices: [String: String] = [:]
    private var media: [String: MediaUser] = [:]
    private var raised: Set<String> = []

    func known(_ id: String) -> ClassUser? { users[id] }

    /// Returns the owner of a stream, whose ID is between two separators of the stream's name.
    func owner(of stream: String) -> String? {
        let parts = stream.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "-" || $0 == "_" })
        guard parts.count <= Self.partLimit else { return nil }
        let ids = parts.indices.flatMap { first in
            parts[first...].map { String(stream[parts[first].startIndex..<$0.endIndex]) }
        }
        return ids.filter { users[$0] != nil }.max { $0.utf8.count < $1.utf8.count }
    }

    private static let partLimit = 12

    mutating func enter(_ user: ClassUser) {
        users[user.id] = user
        if names[user.name] == nil { names[user.name] = user.id }
    }

    mutating func rename(_ id: String, _ name: String) -> ClassUser? {
        guard var user = users[id], user.name.isEmpty || user.name == id else { return nil }
        user.name = name
        enter(user)
        return user
    }

    mutating func leave(_ id: String) {
        media[id] = nil
        raised.remove(id)
    }

    mutating func voice(_ participant: String, name: String?) -> String? {
        if let known = voices[participant] { return known }
        let id = users[participant] != nil ? participant : name.flatMap { names[$0] }
        voices[participant] = id
        return id
    }

    mutating func setMedia(_ id: String, hasVideo: Bool? = nil, hasAudio: Bool? = nil) -> MediaUser? {
        let before = media[id] ?? MediaUser(id: id, hasVideo: false, hasAudio: false)
        let now = MediaUser(id: id, hasVideo: hasVideo ?? before.hasVideo, hasAudio: hasAudio ?? before.hasAudio)
        media[id] = now
        return now == before ? nil : now
    }

    mutating func raise(_ id: String, _ isRaised: Bool) -> Bool {
        isRaised ? raised.insert(id).inserted : raised.remove(id) != nil
    }
}

extension RawRecording {
    mutating func readUser(_ name: String, _ event: XMLElement, _ time: MediaTime, _ stamp: Int64) {
        let id = event.value("userId") ?? event.value("userid")
        switch name {
        case "ParticipantJoinEvent":
            guard let id else { return collector.note("a participant without an id") }
            let role: ClassUser.Role = event.value("role") == "MODERATOR" ? .moderator : .student
            let user = ClassUser(id: id, name: event.value("name") ?? "", role: role)
            users.enter(user)
            add(time, .usersEntered([user]))
        case "ParticipantLeftEvent":
            guard let id else { return }
            users.leave(id)
            add(time, .usersLeft([id]))
        case "AssignPresenterEvent":
            guard let id else { return }
            if let name = event.value("name"), let user = users.rename(id, name) { add(time, .usersEntered([user])) }
            add(time, .presenter(id))
        case "ParticipantStatusChangeEvent": if let id { readStatus(id, event, time, stamp) }
        case "StartWebcamShareEvent":
            guard let stream = event.value("stream") else { return }
            startVideo(id ?? users.owner(of: stream), stream, time, stamp)
        case "StopWebcamShareEvent":
            let owner = id ?? event.value("stream").flatMap { users.owner(of: $0) }
            if let owner, let user = users.setMedia(owner, hasVideo: false) { add(time, .mediaUsers([user])) }
        case "EndAndKickAllEvent": endMeeting(time)
        default: break
        }
    }

    private mutating func readStatus(_ id: String, _ event: XMLElement, _ time: MediaTime, _ stamp: Int64) {
        let value = event.value("value") ?? ""
        switch event.value("status")?.lowercased() {
        case "presenter": if value == "true" { add(time, .presenter(id)) }
        case "hasstream":
            if value.hasPrefix("true") {
                startVideo(id, value.split(separator: "=").last.map(String.init) ?? "", time, stamp)
            } else if let user = users.setMedia(id, hasVideo: false) {
                add(time, .mediaUsers([user]))
            }
        // In newer servers the raised hand is one of several moods, and any other mood lowers it.
        case "emojistatus": raise(id, value == "raiseHand", time)
        case "raisehand", "raise_hand": raise(id, value == "true", time)
        default: break
        }
    }

    private mutating func raise(_ id: String, _ isRaised: Bool, _ time: MediaTime) {
        if users.raise(id, isRaised) { add(time, .handRaised(id, isRaised)) }
    }

    private mutating func startVideo(_ id: String?, _ stream: String, _ time: MediaTime, _ stamp: Int64) {
        guard let id else { return collector.note("a camera of nobody who is there") }
        noteVideo(id, stream, start: stamp)
        if let user = users.setMedia(id, hasVideo: true) { add(time, .mediaUsers([user])) }
    }

    mutating func readVoice(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        if name == "StartRecordingEvent" {
            let start = event.value("recordingTimestamp") ?? event["timestamp"]
            if let file = event.value("filename"), let start = start.flatMap({ Int64($0) }) {
                noteSound(file, start: start)
            }
            return
        }
        guard let participant = event.value("participant"),
            let id = users.voice(participant, name: event.value("callername"))
        else { return }
        let hasAudio: Bool?
        switch name {
        case "ParticipantJoinedEvent", "ParticipantMutedEvent": hasAudio = event.value("muted") != "true"
        case "ParticipantTalkingEvent": hasAudio = event.value("talking") == "true" ? true : nil
        case "ParticipantLeftEvent": hasAudio = false
        default: hasAudio = nil
        }
        if let hasAudio, let user = users.setMedia(id, hasAudio: hasAudio) { add(time, .mediaUsers([user])) }
    }
}
