import Encoding
import PlayCore

/// An event is one line of a file: `{"t":1500000000,"kind":"notice","value":{"text":"…"}}`.
extension ClassEvent: Codable {
    enum Field: String, CodingKey {
        case time = "t"
        case kind, value
    }

    private struct UserList: Codable {
        var users: [ClassUser]
        var total: Int?
    }
    private struct RaisedHand: Codable {
        var user: String
        var isRaised: Bool
    }
    private struct EditedMessage: Codable {
        var id: String
        var text: String
    }
    private struct UndoneShapes: Codable {
        var key: PageKey
        var ids: [String]
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        time = try fields.decode(MediaTime.self, forKey: .time)
        let name = try fields.decode(String.self, forKey: .kind)
        let payload = Payload(fields: fields)
        kind =
            if let read = Self.readers[name] {
                try read(payload)
            } else if let read = LiveEvent.readers[name] {
                .live(try read(payload))
            } else {
                .unknown(name, try fields.value(.value, or: .null))
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(time, forKey: .time)
        try fields.encode(kind.name, forKey: .kind)
        try encodeValue(&fields)
    }

    struct Payload {
        let fields: KeyedDecodingContainer<Field>

        func callAsFunction<Value: Decodable>() throws -> Value { try fields.decode(Value.self, forKey: .value) }
        func optional<Value: Decodable>() throws -> Value? { try fields.decodeIfPresent(Value.self, forKey: .value) }
    }

    private static let readers: [String: @Sendable (Payload) throws -> Kind] = [
        "message": { .message(try $0()) },
        "messageEdited": {
            let edit: EditedMessage = try $0()
            return .messageEdited(id: edit.id, text: edit.text)
        },
        "messageReaction": { .messageReaction(try $0()) },
        "messageRemoved": { .messageRemoved(try $0()) },
        "messagesRemoved": { .messagesRemoved(author: try $0()) },
        "chatCleared": { _ in .chatCleared },
        "messagePinned": { .messagePinned(try $0.optional()) },
        "users": {
            let list: UserList = try $0()
            return .users(list.users, total: list.total)
        },
        "usersEntered": { .usersEntered(try $0()) },
        "usersLeft": { .usersLeft(try $0()) },
        "presenter": { .presenter(try $0.optional()) },
        "mediaUsers": { .mediaUsers(try $0()) },
        "handRaised": {
            let hand: RaisedHand = try $0()
            return .handRaised(hand.user, hand.isRaised)
        },
        "media": { .media(try $0()) },
        "desktopSharing": { .desktopSharing(try $0()) },
        "mainPane": { .mainPane(try $0()) },
        "documentAdded": { .documentAdded(try $0()) },
        "documentRemoved": { .documentRemoved(try $0()) },
        "pageShown": { .pageShown(try $0()) },
        "slideText": {
            let text: PageText = try $0()
            return .slideText(text.key, text.text)
        },
        "shapeDrawn": { .shapeDrawn(try $0()) },
        "shapesUndone": {
            let undone: UndoneShapes = try $0()
            return .shapesUndone(undone.key, undone.ids)
        },
        "boardCleared": { .boardCleared(try $0.optional()) },
        "viewport": { .viewport(try $0()) },
        "pointer": { .pointer(try $0.optional()) },
        "notice": { .notice(try $0.optional()) },
        "marquee": { .marquee(try $0.optional()) },
        "broadcast": { .broadcast(try $0()) },
        "survey": { .survey(try $0()) },
        "surveyFinished": { _ in .surveyFinished },
        "answerSheet": { .answerSheet(try $0()) },
        "answerSheetEnded": { .answerSheetEnded(try $0.optional()) },
        "answerSheetRevoked": { .answerSheetRevoked(try $0.optional()) },
        "questionPublished": { .questionPublished(try $0()) },
        "questionReplied": { .questionReplied(try $0()) },
        "questionUnpublished": { .questionUnpublished(try $0()) },
        "questionsReset": { _ in .questionsReset },
        "timer": { .timer(try $0()) },
        "redPacket": { .redPacket(try $0()) },
        "gift": { .gift(try $0()) },
        "award": { .award(try $0()) },
        "attendance": { .attendance(try $0.optional()) },
    ]

    private func encodeValue(_ fields: inout KeyedEncodingContainer<Field>) throws {
        switch kind {
        case .chatCleared, .surveyFinished, .questionsReset: break
        case .message(let value): try fields.encode(value, forKey: .value)
        case .messageEdited(let id, let text): try fields.encode(EditedMessage(id: id, text: text), forKey: .value)
        case .messageReaction(let value): try fields.encode(value, forKey: .value)
        case .messageRemoved(let value), .messagesRemoved(let value), .documentRemoved(let value),
            .questionUnpublished(let value):
            try fields.encode(value, forKey: .value)
        case .messagePinned(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .users(let users, let total):
            try fields.encode(UserList(users: users, total: total), forKey: .value)
        case .usersEntered(let value): try fields.encode(value, forKey: .value)
        case .usersLeft(let value): try fields.encode(value, forKey: .value)
        case .presenter(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .mediaUsers(let value): try fields.encode(value, forKey: .value)
        case .handRaised(let user, let isRaised):
            try fields.encode(RaisedHand(user: user, isRaised: isRaised), forKey: .value)
        case .media(let value): try fields.encode(value, forKey: .value)
        case .desktopSharing(let value): try fields.encode(value, forKey: .value)
        case .mainPane(let value): try fields.encode(value, forKey: .value)
        case .documentAdded(let value): try fields.encode(value, forKey: .value)
        case .pageShown(let value): try fields.encode(value, forKey: .value)
        case .slideText(let key, let text): try fields.encode(PageText(key: key, text: text), forKey: .value)
        case .shapeDrawn(let value): try fields.encode(value, forKey: .value)
        case .shapesUndone(let key, let ids):
            try fields.encode(UndoneShapes(key: key, ids: ids), forKey: .value)
        case .boardCleared(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .viewport(let value): try fields.encode(value, forKey: .value)
        case .pointer(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .notice(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .marquee(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .broadcast(let value): try fields.encode(value, forKey: .value)
        case .survey(let value): try fields.encode(value, forKey: .value)
        case .answerSheet(let value): try fields.encode(value, forKey: .value)
        case .answerSheetEnded(let value), .answerSheetRevoked(let value):
            try fields.encodeIfPresent(value, forKey: .value)
        case .questionPublished(let value), .questionReplied(let value): try fields.encode(value, forKey: .value)
        case .timer(let value): try fields.encode(value, forKey: .value)
        case .redPacket(let value): try fields.encode(value, forKey: .value)
        case .gift(let value): try fields.encode(value, forKey: .value)
        case .award(let value): try fields.encode(value, forKey: .value)
        case .attendance(let value): try fields.encodeIfPresent(value, forKey: .value)
        case .live(let event): try fields.encode(event.value, forKey: .value)
        case .unknown(_, let value): try fields.encode(value, .value, unless: .null)
        }
    }
}

extension ClassEvent.Kind {
    package var name: String {
        switch self {
        case .message: "message"
        case .messageEdited: "messageEdited"
        case .messageReaction: "messageReaction"
        case .messageRemoved: "messageRemoved"
        case .messagesRemoved: "messagesRemoved"
        case .chatCleared: "chatCleared"
        case .messagePinned: "messagePinned"
        case .users: "users"
        case .usersEntered: "usersEntered"
        case .usersLeft: "usersLeft"
        case .presenter: "presenter"
        case .mediaUsers: "mediaUsers"
        case .handRaised: "handRaised"
        case .media: "media"
        case .desktopSharing: "desktopSharing"
        case .mainPane: "mainPane"
        case .documentAdded: "documentAdded"
        case .documentRemoved: "documentRemoved"
        case .pageShown: "pageShown"
        case .slideText: "slideText"
        case .shapeDrawn: "shapeDrawn"
        case .shapesUndone: "shapesUndone"
        case .boardCleared: "boardCleared"
        case .viewport: "viewport"
        case .pointer: "pointer"
        case .notice: "notice"
        case .marquee: "marquee"
        case .broadcast: "broadcast"
        case .survey: "survey"
        case .surveyFinished: "surveyFinished"
        case .answerSheet: "answerSheet"
        case .answerSheetEnded: "answerSheetEnded"
        case .answerSheetRevoked: "answerSheetRevoked"
        case .questionPublished: "questionPublished"
        case .questionReplied: "questionReplied"
        case .questionUnpublished: "questionUnpublished"
        case .questionsReset: "questionsReset"
        case .timer: "timer"
        case .redPacket: "redPacket"
        case .gift: "gift"
        case .award: "award"
        case .attendance: "attendance"
        case .live(let event): event.name
        case .unknown(let name, _): name
        }
    }
}
