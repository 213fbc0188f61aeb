package import PlayCore

/// A time in files: a whole number of nanoseconds on the media axis.
extension MediaTime: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(nanoseconds)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value, or returns the default if it is absent; a wrong type is an error.
    func value<Value: Decodable>(_ key: Key, or standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }
}

extension KeyedEncodingContainer {
    /// Encodes a value unless it is the default, which reading restores.
    mutating func encode<Value: Encodable & Equatable>(_ value: Value, _ key: Key, unless standard: Value) throws {
        if value != standard { try encode(value, forKey: key) }
    }
}
