package import Encoding

package enum PropertyTable {
    static let all: [Property] =
        playback + tracks + subtitles + picture + view + sound + playlist + lists + media + noted + program

    package static let names: [String] = all.map(\.name)

    private static let byName: [String: Property] = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// Reads `track-list/0/type` and `playlist/count`, too. `options/NAME` is the same as `NAME`.
    package static func get(_ name: String, _ context: PropertyContext) throws(CommandError) -> JSONValue {
        let name = stripped(name)
        if name.hasPrefix(informationPrefix) { return try information(name) }
        if let property = byName[name] {
            guard let value = property.get(context) else { throw .unavailable(name) }
            return value
        }
        guard let slash = name.firstIndex(of: "/"), let property = byName[String(name[..<slash])] else {
            throw .unknownProperty(name)
        }
        guard var value = property.get(context) else { throw .unavailable(name) }
        let hasTags = property.name.hasSuffix("metadata")
        for part in name[name.index(after: slash)...].split(separator: "/") {
            // `metadata/by-key/artist` is the same as `metadata/artist`.
            if part == "by-key", value.members != nil { continue }
            value = try step(value, String(part), name, ignoresCase: hasTags)
        }
        return value
    }

    /// Returns the value as mpv writes it: lists of texts separated by commas, other lists and maps as JSON.
    package static func text(_ name: String, _ context: PropertyContext) throws(CommandError) -> String? {
        text(name, try get(name, context))
    }

    static func text(_ name: String, _ value: JSONValue) -> String? {
        switch value {
        case .list(let items) where byName[stripped(name)]?.takesList == true:
            items.compactMap(\.text).joined(separator: ",")
        case .list, .object: String(decoding: value.shown.bytes, as: UTF8.self)
        default: value.propertyText
        }
    }

    private static let informationPrefix = "option-info/"

    private static func information(_ name: String) throws(CommandError) -> JSONValue {
        let parts = name.dropFirst(informationPrefix.count).split(separator: "/").map(String.init)
        guard let first = parts.first, let property = byName[first] else { throw .unknownProperty(name) }
        var value = information(property)
        for part in parts.dropFirst() { value = try step(value, part, name) }
        return value
    }

    private static func step(
        _ value: JSONValue, _ part: String, _ name: String, ignoresCase: Bool = false
    ) throws(CommandError) -> JSONValue {
        switch value {
        case .list(let items) where part == "count": return .integer(Int64(items.count))
        case .list(let items):
            guard let index = Int(part) else { throw .unknownProperty(name) }
            guard items.indices.contains(index) else { throw .unknownProperty(name) }
            return items[index]
        case .object:
            if let field = value.fields[part] { return field }
            let folded = part.lowercased()
            guard ignoresCase, let tag = value.members?.first(where: { $0.name.lowercased() == folded }) else {
                throw .unavailable(name)
            }
            return tag.value
        default: throw .unknownProperty(name)
        }
    }

    package static func set(_ name: String, _ node: JSONValue, _ context: PropertyContext) throws(CommandError)
        -> PropertyChange
    {
        if name.hasPrefix(userDataPrefix) {
            return .userData(name.dropFirst(userDataPrefix.count).split(separator: "/").map(String.init), node)
        }
        let property = try settable(name)
        // mpv's error for values that cannot be converted.
        switch node {
        case .list where property.takesList: break
        case .list, .object, .null: throw .readOnly(property.name)
        default: break
        }
        guard let value = property.value(node) else { throw .badValue(property.name, value: node.propertyText ?? "") }
        guard let change = property.set?(value, context) else { throw .unavailable(property.name) }
        return change
    }

    private static let userDataPrefix = "user-data/"

    /// Numbers stay in their range, flags toggle, choices wrap.
    package static func adding(_ name: String, _ amount: Double?, _ context: PropertyContext) throws(CommandError)
        -> JSONValue
    {
        let property = try settable(name)
        let value = property.get(context)
        switch property.kind {
        case .number(let range, let step, _):
            guard let value, let number = Property.number(value) else { throw .unavailable(property.name) }
            return .number(min(max(number + (amount ?? step), range.lowerBound), range.upperBound))
        default: return try next(property, value, isUp: (amount ?? 1) >= 0, context)
        }
    }

    package static func multiplying(_ name: String, _ factor: Double, _ context: PropertyContext) throws(CommandError)
        -> JSONValue
    {
        let property = try settable(name)
        guard case .number(let range, _, _) = property.kind else { throw .badValue(property.name, value: "\(factor)") }
        guard let value = property.get(context), let number = Property.number(value) else {
            throw .unavailable(property.name)
        }
        return .number(min(max(number * factor, range.lowerBound), range.upperBound))
    }

    package static func cycling(_ name: String, isUp: Bool, _ context: PropertyContext) throws(CommandError)
        -> JSONValue
    {
        let property = try settable(name)
        let value = property.get(context)
        guard case .number(let range, let step, let wraps) = property.kind else {
            return try next(property, value, isUp: isUp, context)
        }
        guard let value, let number = Property.number(value) else { throw .unavailable(property.name) }
        let moved = number + (isUp ? step : -step)
        if range.contains(moved) { return .number(moved) }
        return .number(wraps ? (isUp ? range.lowerBound : range.upperBound) : number)
    }

    /// Returns the first value if none of the list is current.
    package static func cycling(_ name: String, _ values: [String], _ context: PropertyContext) throws(CommandError)
        -> JSONValue
    {
        let property = try settable(name)
        let current = property.get(context)
        let index = values.firstIndex { property.value(.string($0)).map { Self.isSame($0, current) } ?? false }
        return .string(values[index.map { ($0 + 1) % values.count } ?? 0])
    }

    private static func isSame(_ value: JSONValue, _ current: JSONValue?) -> Bool {
        guard let current else { return false }
        if let a = Property.number(value), let b = Property.number(current) { return abs(a - b) < 1e-6 }
        guard let text = value.propertyText else { return value == current }
        return text == current.propertyText
    }

    private static func next(
        _ property: Property, _ value: JSONValue?, isUp: Bool, _ context: PropertyContext
    ) throws(CommandError) -> JSONValue {
        let step = isUp ? 1 : -1
        switch property.kind {
        case .flag:
            guard case .flag(let flag)? = value else { throw .unavailable(property.name) }
            return .flag(!flag)
        case .choice(let words):
            let index = value?.propertyText.flatMap { words.firstIndex(of: $0) } ?? 0
            return .string(words[(index + step + words.count) % words.count])
        case .track(let kind):
            let stops = ["no"] + context.trackNumbers(kind).map(String.init)
            let current = value.flatMap { $0.exactInteger.map(String.init) ?? $0.propertyText } ?? "no"
            let index = stops.firstIndex(of: current == "no" || value == .flag(false) ? "no" : current) ?? 0
            return .string(stops[(index + step + stops.count) % stops.count])
        case .words(let words):
            // `cycle loop-file`: off and on.
            let isOff = value == .flag(false) || value == .string("no")
            return .string(isOff ? words.first ?? "no" : "no")
        case .number, .ratio, .text, .list, nil: throw .badValue(property.name, value: "")
        }
    }

    private static func settable(_ name: String) throws(CommandError) -> Property {
        guard let property = byName[stripped(name)] else { throw .unknownProperty(name) }
        guard property.set != nil else { throw .readOnly(name) }
        return property
    }

    private static func stripped(_ name: String) -> String {
        for prefix in ["options/", "file-local-options/"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}
