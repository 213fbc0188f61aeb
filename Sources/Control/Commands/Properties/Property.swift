import Encoding
import PlayCore
import PlaybackModel

struct Property: Sendable {
    enum Kind: Sendable {
        case flag
        /// `step` is the amount of `add` without a value.
        case number(ClosedRange<Double>, step: Double, wraps: Bool = false)
        case choice([String])
        /// The width divided by the height: `16:9`, `1.78` or `no`.
        case ratio
        /// Any text, including an empty one.
        case text
        /// Separated by commas when written as one text.
        case list
        /// Numbers of tracks, and `no`.
        case track(TrackKind)
        /// A number, or one of the words.
        case words([String])
    }

    let name: String
    var kind: Kind?
    let get: @Sendable (PropertyContext) -> JSONValue?
    /// Returns the change for a suitable value, or `nil` if the property cannot be set now.
    var set: (@Sendable (JSONValue, PropertyContext) -> PropertyChange?)?

    init(_ name: String, get: @escaping @Sendable (PropertyContext) -> JSONValue?) {
        self.name = name
        self.get = get
    }

    init(
        _ name: String, _ kind: Kind, get: @escaping @Sendable (PropertyContext) -> JSONValue?,
        set: @escaping @Sendable (JSONValue, PropertyContext) -> PropertyChange?
    ) {
        self.name = name
        self.kind = kind
        self.get = get
        self.set = set
    }

    /// Returns the value in the form for ``set``, or `nil` if it is unsuitable.
    func value(_ node: JSONValue) -> JSONValue? {
        switch kind {
        case .flag:
            switch node {
            case .flag: return node
            case .string("yes"): return .flag(true)
            case .string("no"): return .flag(false)
            default: return nil
            }
        case .number(let range, _, _): return Self.number(node).flatMap { range.contains($0) ? .number($0) : nil }
        case .choice(let words):
            guard let text = node.propertyText, words.contains(text) else { return nil }
            return .string(text)
        case .ratio:
            if case .flag(false) = node { return .string("no") }
            guard let text = node.propertyText else { return nil }
            if ["no", "0", "-1", "0.000000", "-1.000000"].contains(text) { return .string("no") }
            return PictureView.aspect(text).map(JSONValue.number)
        case .text: return node.propertyText.map(JSONValue.string)
        case .list:
            if case .list(let items) = node { return items.allSatisfy { $0.text != nil } ? node : nil }
            return node.propertyText.map { .list($0.split(separator: ",").map { .string(String($0)) }) }
        case .track, .words:
            if case .flag(let isOn) = node { return .string(isOn ? "yes" : "no") }
            if let text = node.text, NumberText.decimal(text) == nil { return takesWord(text) ? node : nil }
            return Self.number(node).map(JSONValue.number)
        case nil: return nil
        }
    }

    var takesList: Bool { if case .list? = kind { true } else { false } }

    private func takesWord(_ text: String) -> Bool {
        switch kind {
        case .track: ["no", "auto"].contains(text)
        case .words(let words): words.contains(text)
        default: false
        }
    }

    static func number(_ node: JSONValue) -> Double? {
        switch node {
        case .integer(let value): Double(value)
        case .number(let value): value.isFinite ? value : nil
        case .string(let text): NumberText.decimal(text) ?? TimeText.parse(text).map(\.inSeconds)
        default: nil
        }
    }
}
