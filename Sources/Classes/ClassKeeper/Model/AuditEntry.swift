import ClassRules
import Classes

/// An entry of the audit log: what a teacher, an assistant or an administrator did. Its texts are unverified.
package struct AuditEntry: Sendable, Equatable, Codable {
    /// Milliseconds since 1970.
    package let time: Int64
    /// The person's id, or `nil` for an administrator, who has none.
    package let id: String?
    package let name: String
    /// A role of the class, or ``administrator``.
    package let role: String
    /// The name of a wish, or the words of a command.
    package let act: String
    /// 1 for on or allowed, 0 for off or refused; the seconds of ``ClassWish/slowChat(_:)``,
    /// ``ClassWish/handTime(_:)`` and of a ban from the chat;
    /// for ``ClassWish/remote(_:)`` 1 for the microphone and 2 for the camera, together 3.
    package var value: Int64?
    /// The id of the person to whom it was done.
    package var target: String?
    package var targetName: String?
    /// The object, such as a message's id or a recording's.
    package var detail: String?

    package static let administrator = "administrator"
    /// The act that bans from a class.
    static let expulsion = "expel"

    package init(time: Int64, id: String?, name: String, role: String, act: String) {
        (self.time, self.id, self.name, self.role, self.act) = (time, id, name, role, act)
    }
}

extension KeeperRoom {
    /// Returns the entry for a wish, or `nil` if the log has no wishes of this kind.
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
        // Own speaking, contents of the lesson, and what everyone sees.
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
