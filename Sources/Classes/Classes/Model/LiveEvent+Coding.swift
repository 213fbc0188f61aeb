extension LiveEvent {
    package var name: String {
        switch self {
        case .classInProgress: "classInProgress"
        case .features: "features"
        case .userCount: "userCount"
        case .speakingRequested: "speakingRequested"
        case .speakingRequestEnded: "speakingRequestEnded"
        case .speakingInvited: "speakingInvited"
        case .speakingInvitationEnded: "speakingInvitationEnded"
        case .speakerAdded: "speakerAdded"
        case .speakerRemoved: "speakerRemoved"
        case .speakingRequestsForbidden: "speakingRequestsForbidden"
        case .soundForbidden: "soundForbidden"
        case .handTime: "handTime"
        case .chatForbidden: "chatForbidden"
        case .chatSlowed: "chatSlowed"
        case .chatBanned: "chatBanned"
        case .chatBanEnded: "chatBanEnded"
        case .privateMessagesForbidden: "privateMessagesForbidden"
        case .locked: "locked"
        case .waitingRoom: "waitingRoom"
        case .drawingGranted: "drawingGranted"
        case .liked: "liked"
        case .surveyOpened: "surveyOpened"
        case .surveyResult: "surveyResult"
        case .serverRecording: "serverRecording"
        case .recordingPlace: "recordingPlace"
        case .terminalShared: "terminalShared"
        }
    }

    typealias Payload = ClassEvent.Payload

    static let readers: [String: @Sendable (Payload) throws -> LiveEvent] = [
        "classInProgress": { .classInProgress(try $0()) },
        "features": { .features(try $0()) },
        "userCount": { .userCount(try $0()) },
        "speakingRequested": { .speakingRequested(try $0()) },
        "speakingRequestEnded": { .speakingRequestEnded(try $0()) },
        "speakingInvited": { .speakingInvited(try $0()) },
        "speakingInvitationEnded": { .speakingInvitationEnded(try $0()) },
        "speakerAdded": { .speakerAdded(try $0()) },
        "speakerRemoved": { .speakerRemoved(try $0()) },
        "speakingRequestsForbidden": { .speakingRequestsForbidden(try $0()) },
        "soundForbidden": { .soundForbidden(try $0()) },
        "handTime": { .handTime(try $0()) },
        "chatForbidden": { .chatForbidden(try $0()) },
        "chatSlowed": { .chatSlowed(try $0()) },
        "chatBanned": { .chatBanned(try $0()) },
        "chatBanEnded": { .chatBanEnded(try $0()) },
        "privateMessagesForbidden": { .privateMessagesForbidden(try $0()) },
        "locked": { .locked(try $0()) },
        "waitingRoom": { .waitingRoom(try $0()) },
        "drawingGranted": { .drawingGranted(try $0()) },
        "liked": { .liked(try $0()) },
        "surveyOpened": { .surveyOpened(try $0()) },
        "surveyResult": { .surveyResult(try $0()) },
        "serverRecording": { .serverRecording(try $0()) },
        "recordingPlace": { .recordingPlace(try $0()) },
        "terminalShared": { .terminalShared(try $0.optional()) },
    ]

    var value: any Encodable {
        switch self {
        case .classInProgress(let value), .speakingRequestsForbidden(let value), .chatForbidden(let value),
            .serverRecording(let value), .locked(let value), .waitingRoom(let value),
            .privateMessagesForbidden(let value):
            value
        case .features(let value): value
        case .userCount(let value), .chatSlowed(let value): value
        case .speakingRequested(let value): value
        case .speakingRequestEnded(let value): value
        case .speakingInvited(let value): value
        case .speakingInvitationEnded(let value): value
        case .speakerAdded(let value): value
        case .speakerRemoved(let value): value
        case .soundForbidden(let value): value
        case .handTime(let value): value
        case .chatBanned(let value): value
        case .chatBanEnded(let value), .recordingPlace(let value): value
        case .drawingGranted(let value): value
        case .liked(let value): value
        case .surveyOpened(let value): value
        case .surveyResult(let value): value
        case .terminalShared(let value): value
        }
    }
}
