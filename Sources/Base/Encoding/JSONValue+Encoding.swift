extension JSONValue {
    /// Sorts the members of an object by name, so equal values have equal bytes. Throws the value's own errors.
    package init(encoding value: some Encodable) throws {
        let place = EncodedPlace()
        try value.encode(to: ValueEncoder(place: place, codingPath: []))
        self = place.value
    }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "not JSONValue's encoder")
            throw EncodingError.invalidValue(self, context)
        }
        encoder.place.set(self)
    }
}

private final class EncodedPlace {
    private enum Content {
        case single(JSONValue)
        case list([EncodedPlace])
        case object([(name: String, place: EncodedPlace)])
    }

    private var content = Content.single(.null)

    var value: JSONValue {
        switch content {
        case .single(let value): value
        case .list(let places): .list(places.map(\.value))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { JSONValue.Member($0.name, $0.place.value) })
        }
    }

    func set(_ value: JSONValue) { content = .single(value) }

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeList() {
        if case .list = content { return }
        content = .list([])
    }

    var count: Int { if case .list(let places) = content { places.count } else { 0 } }

    func member(_ name: String) -> EncodedPlace {
        let place = EncodedPlace()
        guard case .object(var members) = content else { preconditionFailure("no object") }
        content = .single(.null)
        members.removeAll { $0.name == name }
        members.append((name, place))
        content = .object(members)
        return place
    }

    func append() -> EncodedPlace {
        let place = EncodedPlace()
        guard case .list(var places) = content else { preconditionFailure("no list") }
        content = .single(.null)
        places.append(place)
        content = .list(places)
        return place
    }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
    let place: EncodedPlace
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.becomeObject()
        return KeyedEncodingContainer(FieldWriter(place: place, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.becomeList()
        return ItemWriter(place: place, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { place.set(.null) }
    func encode(_ value: Bool) { place.set(.flag(value)) }
    func encode(_ value: String) { place.set(.string(value)) }
    func encode(_ value: Double) { place.set(.number(value)) }
    func encode(_ value: Float) { place.set(.number(Double(value))) }
    func encode(_ value: Int) { whole(value) }
    func encode(_ value: Int8) { whole(value) }
    func encode(_ value: Int16) { whole(value) }
    func encode(_ value: Int32) { whole(value) }
    func encode(_ value: Int64) { whole(value) }
    func encode(_ value: UInt) { whole(value) }
    func encode(_ value: UInt8) { whole(value) }
    func encode(_ value: UInt16) { whole(value) }
    func encode(_ value: UInt32) { whole(value) }
    func encode(_ value: UInt64) { whole(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }

    private func whole(_ value: some FixedWidthInteger) {
        place.set(Int64(exactly: value).map(JSONValue.integer) ?? .number(Double(value)))
    }
}

private struct FieldWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodedPlace
    let codingPath: [any CodingKey]

    private func encoder(_ key: any CodingKey) -> ValueEncoder {
        ValueEncoder(place: place.member(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { encoder(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { ValueEncoder(place: place, codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ItemWriter: UnkeyedEncodingContainer {
    let place: EncodedPlace
    let codingPath: [any CodingKey]

    var count: Int { place.count }

    private func encoder() -> ValueEncoder { ValueEncoder(place: place.append(), codingPath: codingPath) }

    func encodeNil() { encoder().encodeNil() }
    func encode(_ value: some Encodable) throws { try encoder().encode(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }
}
