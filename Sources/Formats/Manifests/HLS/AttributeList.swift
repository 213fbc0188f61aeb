import PlayCore

/// The attributes of a tag (RFC 8216, 4.2): `NAME=value,NAME="quoted"`.
struct AttributeList {
    /// The values without quotes. The first of equal names counts.
    let values: [String: String]

    /// Tolerates spaces around names and values, and an unclosed quote. Omits values without a name.
    ///
    /// - Throws: `.malformed` for an undefined variable.
    init(_ text: Substring, variables: VariableTable) throws(ManifestError) {
        var values: [String: String] = [:]
        var rest = text.utf8[...]
        while !rest.isEmpty {
            rest = rest.drop { $0 == UInt8(ascii: ",") || Self.isBlank($0) }
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
            rest = rest.dropFirst(name.count)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest.removeFirst()
            let value = Self.value(&rest)
            let key = Self.text(name)
            if !key.isEmpty, values[key] == nil { values[key] = try variables.replacing(in: value) }
        }
        self.values = values
    }

    private static func value(_ rest: inout Substring.UTF8View) -> String {
        rest = rest.drop(while: isBlank)
        if rest.first == UInt8(ascii: "\"") {
            rest.removeFirst()
            let value = rest.prefix { $0 != UInt8(ascii: "\"") }
            rest = rest.dropFirst(value.count).drop { $0 != UInt8(ascii: ",") }
            return String(Substring(value))
        }
        let value = rest.prefix { $0 != UInt8(ascii: ",") }
        rest = rest.dropFirst(value.count)
        return text(value)
    }

    private static func text(_ part: Substring.UTF8View) -> String {
        var part = part.drop(while: isBlank)
        while let last = part.last, isBlank(last) { part.removeLast() }
        return String(Substring(part))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    func flag(_ name: String) -> Bool { self[name] == "YES" }

    /// Returns a number from zero to 2⁵³, or `nil` for any other text.
    func number(_ name: String) -> Int64? { self[name].flatMap(PlaylistNumber.integer) }

    func time(_ name: String) -> MediaTime? { self[name].flatMap { ExactTime.decimal($0) } }

    func instant(_ name: String) -> UTCTime? { self[name].flatMap { UTCTime($0) } }

    var resolution: (width: Int, height: Int)? {
        guard let parts = self["RESOLUTION"]?.lowercased().split(separator: "x"), parts.count == 2,
            let width = Int(parts[0]), let height = Int(parts[1]), (1...65535).contains(width),
            (1...65535).contains(height)
        else { return nil }
        return (width, height)
    }

    func range(_ name: String) -> PendingRange? { self[name].flatMap { PendingRange($0) } }
}

/// `length[@offset]`: without an offset, the range starts at the end of the previous one.
struct PendingRange {
    let length: Int64
    let offset: Int64?

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let length = PlaylistNumber.integer(parts[0]) else { return nil }
        self.length = length
        offset = parts.count == 2 ? PlaylistNumber.integer(parts[1]) : nil
    }

    /// - Parameter before: the previous range in the same resource, or `nil` for the start.
    func after(_ before: ByteRange?) -> ByteRange {
        ByteRange(offset: offset ?? before?.end ?? 0, length: length)
    }
}

enum PlaylistNumber {
    /// Reads a decimal number from zero to 2⁵³, with optional surrounding spaces. Returns `nil` for any other text.
    static func integer(_ text: some StringProtocol) -> Int64? {
        let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        var value: Int64 = 0
        var digits = 0
        for byte in bytes {
            guard (48...57).contains(byte) else {
                return digits > 0 && (byte == 0x20 || byte == 0x09) ? value : nil
            }
            value = value * 10 + Int64(byte - 48)
            digits += 1
            guard value <= 1 << 53 else { return nil }
        }
        return digits > 0 ? value : nil
    }
}

package struct VariableTable: Sendable, Equatable {
    package private(set) var values: [String: String] = [:]
    private var size = 0

    package init(_ values: [String: String] = [:]) { self.values = values }

    mutating func define(_ name: String, _ value: String, limits: ManifestLimits) throws(ManifestError) {
        // Values may refer to one another, and repeated doubling would fill the memory.
        size += name.utf8.count + value.utf8.count
        guard values.count < limits.entries, size <= 1 << 20 else {
            throw ManifestError(.tooLarge, "too many variables")
        }
        values[name] = value
    }

    /// Replaces each `{$name}` by its value once. Does not expand values.
    ///
    /// - Throws: `.malformed` for an undefined variable, `.tooLarge`.
    func replacing(in text: String) throws(ManifestError) -> String {
        guard text.contains("{$") else { return text }
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "{$") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { break }
            let name = String(rest[start.upperBound..<end])
            guard let value = values[name] else {
                throw ManifestError(.malformed, "the variable \(name) is not defined")
            }
            result += rest[..<start.lowerBound] + value
            guard result.utf8.count <= 64 << 10 else { throw ManifestError(.tooLarge, "a line that is too long") }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
