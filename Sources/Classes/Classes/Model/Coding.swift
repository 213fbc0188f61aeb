package import PlayCore

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
    /// A wrong type is an error.
    func value<Value: Decodable>(_ key: Key, or standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }
}

extension KeyedEncodingContainer {
    /// Decoding restores the default.
    mutating func encode<Value: Encodable & Equatable>(_ value: Value, _ key: Key, unless standard: Value) throws {
        if value != standard { try encode(value, forKey: key) }
    }
}
