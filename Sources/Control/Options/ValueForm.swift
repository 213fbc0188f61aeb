/// The form of an option's value, for help, completions and error messages.
package struct ValueForm: Sendable, Equatable {
    package enum Shape: Sendable, Equatable {
        /// `yes` or `no`. Without a value it means `yes`.
        case flag
        case choice
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case time
        case timePoint
        case colour
        case bitRate
        /// Keys separated by commas.
        case definitions
        case byteCount
        /// Bytes per second.
        case byteRate
        case text
        case path
        case folder
        case absoluteFolder
        case address
        case host
        case program
        case partRules
        /// An ID, or at least its first digits.
        case downloadID
    }

    package let shape: Shape
    /// Special values, in the order of the help.
    package var words: [String]
    /// The value of the option alone, or `nil` if a value must follow.
    package var bare: String?

    /// The value's name in help if the form's own name says too little: `URL`, `DIR`.
    var metavariable: String?
    package var isPath: Bool { [.path, .folder, .absoluteFolder].contains(shape) }

    /// Whether `no` is a value, so that `--no-…` exists.
    package var canNegate: Bool { shape == .flag || words.contains("no") }

    /// As in help: `yes|no`, `TIME`, `N|inf|no`.
    package var placeholder: String {
        let ofShape: String? =
            switch shape {
            case .flag, .choice: nil
            case .integer: "N"
            case .number: "NUMBER"
            case .time, .timePoint: "TIME"
            case .colour: "#RRGGBB"
            case .bitRate: "RATE"
            case .definitions: "NAME[,NAME...]"
            case .byteCount: "SIZE"
            case .byteRate: "RATE"
            case .text: "NAME"
            case .path: "FILE"
            case .folder, .absoluteFolder: "DIR"
            case .address: "URL"
            case .host: "HOST"
            case .program: "COMMAND"
            case .partRules: "CATEGORY:ACTION[,...]"
            case .downloadID: "ID"
            }
        let name = metavariable ?? ofShape
        return ((name.map { [$0] } ?? []) + words).joined(separator: "|")
    }
}
