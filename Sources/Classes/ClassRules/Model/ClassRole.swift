package import Classes

package enum ClassRole: Sendable, Hashable {
    case teacher, assistant, student
    /// A user with another program, who can chat, ask to speak and vote.
    case guest

    /// Unknown roles of other services become students.
    package init(_ role: ClassUser.Role) {
        self =
            switch role {
            case .teacher: .teacher
            case .assistant, .moderator: .assistant
            case .guest: .guest
            default: .student
            }
    }

    package var isStaff: Bool { self == .teacher || self == .assistant }
}

enum ClassRight {
    case everybody
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
        case .draw, .undoShapes, .shareTerminal, .endTerminal, .privateMessage: .everybody
        case .requestToSpeak, .withdrawRequest, .answerInvitation, .stopSpeaking, .answerSurvey: .students
        // Wishes that change the class's state or speak for it
        case .start, .presenter, .notice, .record, .forbidChat, .slowChat, .forbidPrivateMessages, .lock, .waitingRoom,
            .setTimer, .pauseTimer:
            .teachers
        case .broadcast, .expel, .reply, .invite, .lowerHand, .lowerAllHands, .forbidRequests, .forbidSound, .remote,
            .addDocument, .removeDocument, .describePages, .showPage, .clearBoard, .grantDrawing, .banFromChat,
            .removeMessage, .handTime, .publishSurvey, .endSurvey, .like, .admit, .admitAll:
            .staff
        }
    }

    /// Whether the wish requires a class in progress. Documents, pages, chat, notices and a timer can be prepared
    /// before.
    var needsClassInProgress: Bool {
        switch self {
        case .record(true), .answerInvitation, .reply, .invite, .remote, .grantDrawing, .publishSurvey, .like: true
        default: false
        }
    }
}
