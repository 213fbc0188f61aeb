import Encoding
import PlayCore

extension RoomManifest {
    /// - Throws: error 1030 for a manifest that is too long or malformed.
    package init(_ bytes: [UInt8], in context: String) throws(RoomError) {
        guard bytes.count <= Self.byteLimit else {
            throw .malformed("longer than \(Self.byteLimit) bytes", in: context)
        }
        do {
            self = try JSONValue(document: bytes).decoded(as: RoomManifest.self)
        } catch let error as RoomError {
            throw RoomError(error.code, error.reason, in: context)
        } catch {
            throw .malformed(RoomJSON.words(error), in: context)
        }
    }

    package var bytes: [UInt8] { RoomJSON.value(self).indentedBytes }
}

extension RoomManifest: Codable {
    private enum Field: String, CodingKey {
        case format, version, recordings, slices, items, id, title
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        guard try fields.decode(String.self, forKey: .format) == Self.format else {
            throw RoomError.malformed("not a class package: \"format\" is not \"\(Self.format)\"", in: "")
        }
        let version = try fields.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw RoomError.malformed("unknown format version \(version); update tvplay", in: "")
        }
        self.init(
            recordings: try fields.value(.recordings, or: []), slices: try fields.value(.slices, or: []),
            items: try fields.value(.items, or: []), id: try fields.decodeIfPresent(String.self, forKey: .id),
            title: try fields.decodeIfPresent(String.self, forKey: .title))
        let kinds = [!recordings.isEmpty, !slices.isEmpty, fields.contains(.items)].filter(\.self).count
        guard kinds == 1 else {
            throw RoomError.malformed("expected one of \"recordings\", \"slices\", \"items\"", in: "")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(Self.format, forKey: .format)
        try fields.encode(Self.version, forKey: .version)
        try fields.encode(recordings, .recordings, unless: [])
        try fields.encode(slices, .slices, unless: [])
        try fields.encode(items, .items, unless: [])
        try fields.encodeIfPresent(id, forKey: .id)
        try fields.encodeIfPresent(title, forKey: .title)
    }
}

extension RoomManifest.Recording: Codable {
    private enum Field: String, CodingKey {
        case info, signals, chat
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        info = try fields.decode(RoomInfo.self, forKey: .info)
        signals = try fields.value(.signals, or: RoomManifest.Signals())
        chat = try fields.value(.chat, or: RoomManifest.Chat())
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(info, forKey: .info)
        try fields.encode(signals, .signals, unless: RoomManifest.Signals())
        try fields.encode(chat, .chat, unless: RoomManifest.Chat())
    }
}
