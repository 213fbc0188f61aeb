package import ClassRules
import Encoding
package import XML

/// The keeper's notice to one user, sent from the keeper's own address. Unverified.
///
///     <message from="keeper.example.org"><told xmlns="urn:tvplay:room:1" room="botany@rooms.example.org">
///     <json xmlns="urn:xmpp:json:0">{"name":"invitation","value":{…}}</json></told></message>
package struct NoticeStanza: Sendable, Equatable {
    private static let sizeLimit = 64 << 10

    package var room: String
    package var notice: ClassNotice

    package init(room: String, notice: ClassNotice) {
        self.room = room
        self.notice = notice
    }

    package var element: XMLElement { .live("told", ["room": room], children: [.json(notice.json)]) }

    package init?(message: XMLElement) {
        guard let told = message.first("told", in: WireName.live), let room = told["room"],
            let json = told.jsonValue(limit: Self.sizeLimit), let notice = ClassNotice(json: json)
        else { return nil }
        self.init(room: room, notice: notice)
    }
}

extension ClassNotice {
    var json: JSONValue { .encoding(self) }

    init?(json: JSONValue) {
        do {
            self = try json.decoded()
        } catch {
            return nil
        }
    }
}
