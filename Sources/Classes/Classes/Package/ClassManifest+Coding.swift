import Encoding
import PlayCore

extension ClassManifest {
    /// - Throws: 1030 for a manifest that is too long or malformed.
    package init(_ bytes: [UInt8], in context: String) throws(ClassReadError) {
        guard bytes.count <= Self.byteLimit else {
            throw .malformed("longer than \(Self.byteLimit) bytes", in: context)
        }
        do {
            self = try JSONValue(document: bytes).decoded(as: ClassManifest.self)
        } catch let error as ClassReadError {
            throw ClassReadError(error.code, error.reason, in: context)
        } catch {
            throw .malformed(ClassJSON.words(error), in: context)
        }
    }

    package var bytes: [UInt8] { ClassJSON.value(self).indentedBytes }
}

extension ClassManifest: Codable {
    private enum Field: String, CodingKey {
        case format, version, recordings, slices, items, id, title
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        guard try fields.decode(String.self, forKey: .format) == Self.format else {
            throw ClassReadError.malformed("not a class package: \"format\" is not \"\(Self.format)\"", in: "")
        }
        let version = try fields.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw ClassReadError.malformed("unknown format version \(version); update tvplay", in: "")
        }
        self.init(
            recordings: try fields.value(.recordings, or: []), slices: try fields.value(.slices, or: []),
            items: try fields.value(.items, or: []), id: try fields.decodeIfPresent(String.self, forKey: .id),
            title: try fields.decodeIfPresent(String.self, forKey: .title))
        let kinds = [!recordings.isEmpty, !slices.isEmpty, fields.contains(.items)].filter(\.self).count
        guard kinds == 1 else {
            throw ClassReadError.malformed("expected one of \"recordings\", \"slices\", \"items\"", in: "")
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

extension ClassManifest.Recording: Codable {
    private enum Field: String, CodingKey {
        case info, signals, chat
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        info = try fields.decode(ClassInfo.self, forKey: .info)
        signals = try fields.value(.signals, or: ClassManifest.Signals())
        chat = try fields.value(.chat, or: ClassManifest.Chat())
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(info, forKey: .info)
        try fields.encode(signals, .signals, unless: ClassManifest.Signals())
        try fields.encode(chat, .chat, unless: ClassManifest.Chat())
    }
}
