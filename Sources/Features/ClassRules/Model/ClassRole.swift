package import Rooms

/// Whose rights somebody has.
package enum ClassRole: Sendable, Hashable {
    case teacher, assistant, student
    /// Somebody who came with another program: chats, asks to speak and votes.
    case guest

    /// A role of another service is a student's.
    package init(_ role: RoomUser.Role) {
        self =
            switch role {
            case .teacher: .teacher
            case .assistant, .moderator: .assistant
            case .guest: .guest
            default: .student
            }
    }

    /// Teachers and assistants.
    package var isStaff: Bool { self == .teacher || self == .assistant }
}

/// Who may wish something.
enum ClassRight {
    /// Whoever is there.
    case everybody
    /// Students and guests.
    case students
    case staff
    case teachers

    func refusal(to role: ClassRole) -> ClassError.Reason? {
        switch self {
        case .everybody: nil
        case .students: role.isStaff ? .studentNeeded : nil
        case .staff: role.isStaff ? nil : .teacherOrAssistantNeeded
        case .teachers: role == .teacher ? nil : .teacherNeeded
        }
    }
}

extension ClassWish {
    var right: ClassRight {
        switch self {
        case .draw, .undoShapes, .shareTerminal, .endTerminal: .everybody
        case .requestToSpeak, .withdrawRequest, .answerInvitation, .stopSpeaking, .answerSurvey: .students
        // What changes the class's state, or speaks for it.
        case .start, .presenter, .notice, .record, .forbidChat, .slowChat: .teachers
        case .broadcast, .expel, .reply, .invite, .lowerHand, .lowerAllHands, .forbidRequests, .forbidSound, .remote,
            .addDocument, .removeDocument, .showPage, .clearBoard, .grantDrawing, .banFromChat, .removeMessage,
            .publishSurvey, .endSurvey, .like:
            .staff
        }
    }

    /// Whether it can be wished only while the class is in progress. Documents, pages, chat and notices are prepared
    /// before.
    var needsClassInProgress: Bool {
        switch self {
        case .record(true), .answerInvitation, .reply, .invite, .remote, .grantDrawing, .publishSurvey, .like: true
        default: false
        }
    }
}
