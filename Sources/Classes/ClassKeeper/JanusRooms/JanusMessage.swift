package import Encoding

package struct JanusMessage: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case success
        case acknowledged
        case event
        case running, ended
        case failure(Int, String)
        case other
    }

    package var kind: Kind
    package var transaction: String?
    package var sender: Int?
    package var id: Int?
    package var data: JSONValue?
    /// The session description (SDP).
    package var description: String?

    package init?(_ json: JSONValue) {
        guard let name = json["janus"]?.text else { return nil }
        transaction = json["transaction"]?.text
        sender = json["sender"]?.integer
        id = json["data"]?["id"]?.integer
        data = json["plugindata"]?["data"]
        description = json["jsep"]?["sdp"]?.text
        kind =
            switch name {
            case "success": .success
            case "ack": .acknowledged
            case "event": .event
            case "webrtcup": .running
            case "hangup", "detached", "timeout": .ended
            case "error": .failure(json["error"]?["code"]?.integer ?? 0, json["error"]?["reason"]?.text ?? "")
            default: .other
            }
        // Plugins report refusals in events.
        if let number = data?["error_code"]?.integer { kind = .failure(number, data?["error"]?.text ?? "") }
    }

    package static func list(_ bytes: [UInt8]) -> [JanusMessage]? {
        guard let json = try? JSONValue(document: bytes) else { return nil }
        if let items = json.items { return items.prefix(64).compactMap { JanusMessage($0) } }
        return JanusMessage(json).map { [$0] }
    }
}

package enum VideoRoomRequest {
    static func join(room: String, user: String?, token: String?) -> JSONValue {
        .object([
            "request": .string("join"), "ptype": .string("publisher"), "room": .string(room),
            "id": user.map(JSONValue.string), "token": token.map(JSONValue.string),
        ])
    }

    static func publish(hasAudio: Bool, hasVideo: Bool) -> JSONValue {
        .object([
            "request": .string("publish"), "audiocodec": hasAudio ? .string("opus") : nil,
            "videocodec": hasVideo ? .string("h264") : nil,
        ])
    }

    static func subscribe(room: String, feed: String, token: String?) -> JSONValue {
        .object([
            "request": .string("join"), "ptype": .string("subscriber"), "room": .string(room),
            "streams": .list([.object(["feed": .string(feed)])]), "token": token.map(JSONValue.string),
        ])
    }

    static let start = JSONValue.object(["request": .string("start")])

    static let leave = JSONValue.object(["request": .string("leave")])

    static func create(room: String, key: String, secret: String, publishers: Int) -> JSONValue {
        .object([
            "request": .string("create"), "room": .string(room), "admin_key": .string(key), "secret": .string(secret),
            "publishers": .integer(Int64(publishers)), "videocodec": .string("h264"), "audiocodec": .string("opus"),
            "is_private": .flag(true), "notify_joining": .flag(false), "fir_freq": .integer(0),
            // Phones would otherwise send rotated pictures, with the rotation in each packet.
            "videoorient_ext": .flag(false),
        ])
    }

    static func destroy(room: String, secret: String) -> JSONValue {
        .object(["request": .string("destroy"), "room": .string(room), "secret": .string(secret)])
    }

    /// `action` requires a token to enter (`enable`), admits tokens (`add`), or withdraws them (`remove`).
    static func tokens(_ action: String, _ tokens: [String], room: String, secret: String) -> JSONValue {
        .object([
            "request": .string("allowed"), "room": .string(room), "secret": .string(secret), "action": .string(action),
            "allowed": tokens.isEmpty ? nil : .list(tokens.map(JSONValue.string)),
        ])
    }

    static func kick(room: String, secret: String, user: String) -> JSONValue {
        .object([
            "request": .string("kick"), "room": .string(room), "secret": .string(secret), "id": .string(user),
        ])
    }
}
