extension JSONValue {
    /// Ignores members that the type does not know. Throws `DecodingError`, or an error of the type itself.
    package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try Value(from: ValueDecoder(value: self, codingPath: []))
    }

    fileprivate var kindName: String {
        switch self {
        case .null: "null"
        case .flag: "a flag"
        case .integer, .number: "a number"
        case .string: "a string"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// Decodes itself, so other types can keep a part of a document unchanged.
extension JSONValue: Decodable {
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath, debugDescription: "not JSONValue's decoder")
            throw DecodingError.dataCorrupted(context)
        }
        self = decoder.value
    }
}

private struct ListPlace: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "\(type) is \(value.kindName)")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(FieldReader(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let items) = value else { throw mismatch([Any].self) }
        return ItemReader(items: items, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: One value

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let flag) = value else { throw mismatch(type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let number = value.number else { throw mismatch(type) }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    private func whole<Number: FixedWidthInteger>(number type: Number.Type) throws -> Number {
        guard let number = value.number else { throw mismatch(type) }
        let exact = if case .integer(let integer) = value { Number(exactly: integer) } else { Number(exactly: number) }
        guard let exact else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "\(number) is no \(type)"))
        }
        return exact
    }

    func decode(_ type: Int.Type) throws -> Int { try whole(number: type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole(number: type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole(number: type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole(number: type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole(number: type) }
    func decode(_ type: UInt.Type) throws -> UInt { try whole(number: type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(number: type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(number: type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(number: type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(number: type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

private struct FieldReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// Up to this many members, a linear search is faster than a table.
    private static var fewMembers: Int { 12 }

    private let members: [JSONValue.Member]
    private let table: [String: JSONValue]?
    let codingPath: [any CodingKey]

    init(members: [JSONValue.Member], codingPath: [any CodingKey]) {
        self.members = members
        self.codingPath = codingPath
        table = members.count > Self.fewMembers ? JSONValue.object(members).fields : nil
    }

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func value(_ key: Key) -> JSONValue? {
        let name = key.stringValue
        return table.map { $0[name] } ?? members.last { $0.name == name }?.value
    }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        guard let value = value(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "is missing"))
        }
        return ValueDecoder(value: value, codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).decode(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: decoder(key)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { ValueDecoder(value: .object(members), codingPath: codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct ItemReader: UnkeyedDecodingContainer {
    let items: [JSONValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0

    init(items: [JSONValue], codingPath: [any CodingKey]) {
        self.items = items
        self.codingPath = codingPath
    }

    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    private mutating func next<Value>(_ read: (ValueDecoder) throws -> Value) throws -> Value {
        let path = codingPath + [ListPlace(currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(Value.self, .init(codingPath: path, debugDescription: "the list ends"))
        }
        let value = try read(ValueDecoder(value: items[currentIndex], codingPath: path))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, items[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try Value(from: $0) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}
