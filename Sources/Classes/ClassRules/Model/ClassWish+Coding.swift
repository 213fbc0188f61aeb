import Classes
import Encoding

/// A wish is `{"name": "…", "value": …}`, without a value if the name suffices.
extension ClassWish: Codable {
    private enum Field: String, CodingKey {
        case name, value
    }

    private struct Payload {
        let fields: KeyedDecodingContainer<Field>

        func callAsFunction<Value: Decodable>() throws -> Value { try fields.decode(Value.self, forKey: .value) }
        func optional<Value: Decodable>() throws -> Value? { try fields.decodeIfPresent(Value.self, forKey: .value) }
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let name = try fields.decode(String.self, forKey: .name)
        guard let read = Self.readers[name] else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: fields, debugDescription: "unknown wish \(name)")
        }
        self = try read(Payload(fields: fields))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(name, forKey: .name)
        if let value { try fields.encode(value, forKey: .value) }
    }

    private static let readers: [String: @Sendable (Payload) throws -> ClassWish] = [
        "start": { .start(try $0()) },
        "presenter": { .presenter(try $0()) },
        "broadcast": { .broadcast(try $0()) },
        "notice": { .notice(try $0.optional()) },
        "record": { .record(try $0()) },
        "expel": { .expel(try $0()) },
        "lock": { .lock(try $0()) },
        "waitingRoom": { .waitingRoom(try $0()) },
        "admit": { .admit(try $0()) },
        "admitAll": { _ in .admitAll },
        "shareTerminal": { .shareTerminal(try $0()) },
        "endTerminal": { _ in .endTerminal },
        "requestToSpeak": { _ in .requestToSpeak },
        "withdrawRequest": { _ in .withdrawRequest },
        "answerInvitation": { .answerInvitation(try $0()) },
        "stopSpeaking": { _ in .stopSpeaking },
        "reply": { .reply(try $0()) },
        "invite": { .invite(try $0()) },
        "lowerHand": { .lowerHand(try $0()) },
        "lowerAllHands": { _ in .lowerAllHands },
        "forbidRequests": { .forbidRequests(try $0()) },
        "forbidSound": { .forbidSound(try $0()) },
        "handTime": { .handTime(try $0()) },
        "remote": { .remote(try $0()) },
        "addDocument": { .addDocument(try $0()) },
        "removeDocument": { .removeDocument(try $0()) },
        "describePages": { .describePages(try $0()) },
        "showPage": { .showPage(try $0()) },
        "draw": { .draw(try $0()) },
        "undoShapes": { .undoShapes(try $0()) },
        "clearBoard": { .clearBoard(try $0.optional()) },
        "grantDrawing": { .grantDrawing(try $0()) },
        "forbidChat": { .forbidChat(try $0()) },
        "slowChat": { .slowChat(try $0()) },
        "banFromChat": { .banFromChat(try $0()) },
        "removeMessage": { .removeMessage(try $0()) },
        "privateMessage": { .privateMessage(try $0()) },
        "forbidPrivateMessages": { .forbidPrivateMessages(try $0()) },
        "setTimer": { .setTimer(try $0()) },
        "pauseTimer": { .pauseTimer(try $0()) },
        "publishSurvey": { .publishSurvey(try $0()) },
        "endSurvey": { _ in .endSurvey },
        "answerSurvey": { .answerSurvey(try $0()) },
        "like": { .like(try $0()) },
    ]

    package var name: String {
        switch self {
        case .start: "start"
        case .presenter: "presenter"
        case .broadcast: "broadcast"
        case .notice: "notice"
        case .record: "record"
        case .expel: "expel"
        case .lock: "lock"
        case .waitingRoom: "waitingRoom"
        case .admit: "admit"
        case .admitAll: "admitAll"
        case .shareTerminal: "shareTerminal"
        case .endTerminal: "endTerminal"
        case .requestToSpeak: "requestToSpeak"
        case .withdrawRequest: "withdrawRequest"
        case .answerInvitation: "answerInvitation"
        case .stopSpeaking: "stopSpeaking"
        case .reply: "reply"
        case .invite: "invite"
        case .lowerHand: "lowerHand"
        case .lowerAllHands: "lowerAllHands"
        case .forbidRequests: "forbidRequests"
        case .forbidSound: "forbidSound"
        case .handTime: "handTime"
        case .remote: "remote"
        case .addDocument: "addDocument"
        case .removeDocument: "removeDocument"
        case .describePages: "describePages"
        case .showPage: "showPage"
        case .draw: "draw"
        case .undoShapes: "undoShapes"
        case .clearBoard: "clearBoard"
        case .grantDrawing: "grantDrawing"
        case .forbidChat: "forbidChat"
        case .slowChat: "slowChat"
        case .banFromChat: "banFromChat"
        case .removeMessage: "removeMessage"
        case .privateMessage: "privateMessage"
        case .forbidPrivateMessages: "forbidPrivateMessages"
        case .setTimer: "setTimer"
        case .pauseTimer: "pauseTimer"
        case .publishSurvey: "publishSurvey"
        case .endSurvey: "endSurvey"
        case .answerSurvey: "answerSurvey"
        case .like: "like"
        }
    }

    private var value: (any Encodable)? {
        switch self {
        case .requestToSpeak, .withdrawRequest, .stopSpeaking, .lowerAllHands, .endSurvey, .endTerminal,
            .admitAll:
            nil
        case .start(let value), .record(let value), .answerInvitation(let value), .forbidRequests(let value),
            .forbidSound(let value), .forbidChat(let value), .lock(let value), .waitingRoom(let value),
            .forbidPrivateMessages(let value), .pauseTimer(let value):
            value
        case .presenter(let value), .expel(let value), .lowerHand(let value), .removeDocument(let value),
            .removeMessage(let value), .like(let value):
            value
        case .slowChat(let value), .handTime(let value), .setTimer(let value): value
        case .broadcast(let value): value
        case .shareTerminal(let value): value
        case .notice(let value): value
        case .reply(let value), .admit(let value): value
        case .invite(let value), .grantDrawing(let value): value
        case .remote(let value): value
        case .addDocument(let value): value
        case .describePages(let value): value
        case .showPage(let value): value
        case .draw(let value): value
        case .undoShapes(let value): value
        case .clearBoard(let value): value
        case .banFromChat(let value): value
        case .privateMessage(let value): value
        case .publishSurvey(let value): value
        case .answerSurvey(let value): value
        }
    }
}
