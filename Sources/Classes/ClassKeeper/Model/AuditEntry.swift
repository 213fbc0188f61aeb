import ClassRules
import Classes

/// An action of a teacher, assistant or administrator. Its texts are unverified.
package struct AuditEntry: Sendable, Equatable, Codable {
    /// Milliseconds since 1970.
    package let time: Int64
    package let id: String?
    package let name: String
    package let role: String
    package let act: String
    /// 1 for on or allowed, 0 for off or refused. Seconds for ``ClassWish/slowChat(_:)``, ``ClassWish/handTime(_:)``
    /// and bans from the chat. The sum of 1 for the microphone and 2 for the camera for ``ClassWish/remote(_:)``.
    package var value: Int64?
    package var target: String?
    package var targetName: String?
    package var detail: String?

    package static let administrator = "administrator"
    static let expulsion = "expel"

    package init(time: Int64, id: String?, name: String, role: String, act: String) {
        (self.time, self.id, self.name, self.role, self.act) = (time, id, name, role, act)
    }
}

extension KeeperRoom {
    func audited(_ wish: ClassWish, by user: String, at wall: Int64) -> AuditEntry? {
        guard let person = kept.machine.user(user) else { return nil }
        var entry = AuditEntry(
            time: wall, id: user, name: person.name, role: person.role.rawValue, act: wish.name)
        switch wish {
        case .start(let isOn), .record(let isOn), .forbidRequests(let isOn), .forbidSound(let isOn),
            .forbidChat(let isOn), .forbidPrivateMessages(let isOn), .lock(let isOn), .waitingRoom(let isOn):
            entry.value = isOn ? 1 : 0
        case .presenter(let target), .expel(let target), .lowerHand(let target): entry.target = target
        case .reply(let reply), .admit(let reply): (entry.target, entry.value) = (reply.user, reply.isAllowed ? 1 : 0)
        case .invite(let permission), .grantDrawing(let permission):
            (entry.target, entry.value) = (permission.user, permission.isGiven ? 1 : 0)
        case .remote(let remote):
            (entry.target, entry.value) = (remote.user, (remote.hasAudio ? 1 : 0) + (remote.hasVideo ? 2 : 0))
        case .slowChat(let seconds), .handTime(let seconds): entry.value = Int64(seconds)
        case .banFromChat(let ban): (entry.target, entry.value) = (ban.user, Int64(ban.seconds))
        case .removeMessage(let id): entry.detail = id
        case .lowerAllHands, .admitAll: break
        // A person's own speaking, contents of the lesson, and acts that everyone sees.
        case .broadcast, .notice, .shareTerminal, .endTerminal, .requestToSpeak, .withdrawRequest, .answerInvitation,
            .stopSpeaking, .privateMessage, .setTimer, .pauseTimer, .addDocument, .removeDocument, .describePages,
            .showPage, .draw, .undoShapes, .clearBoard, .publishSurvey,
            .endSurvey, .answerSurvey, .like:
            return nil
        }
        entry.targetName =
            entry.target.flatMap { id in
                kept.machine.user(id) ?? people[id]?.user ?? kept.machine.waiting.first { $0.id == id }
            }?.name
        return entry
    }
}
