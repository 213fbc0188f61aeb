indirect enum BusValue: Sendable, Equatable {
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case path(String)
    case strings([String])
    /// `a{sv}`, in this order.
    case map([(key: String, value: BusValue)])

    var signature: String {
        switch self {
        case .flag: "b"
        case .integer: "x"
        case .number: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .map: "a{sv}"
        }
    }

    static func == (a: BusValue, b: BusValue) -> Bool {
        switch (a, b) {
        case (.flag(let a), .flag(let b)): a == b
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)), (.path(let a), .path(let b)): a == b
        case (.strings(let a), .strings(let b)): a == b
        case (.map(let a), .map(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}
