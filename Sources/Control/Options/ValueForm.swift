/// What the value of an option looks like: for help, completions and error messages.
package struct ValueForm: Sendable, Equatable {
    package enum Shape: Sendable, Equatable {
        /// `yes` or `no`; given without value it is `yes`.
        case flag
        /// Only the words.
        case choice
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case time
        case timePoint
        case colour
        case bitRate
        /// Keys with commas between them.
        case definitions
        case byteCount
        /// Bytes per second.
        case byteRate
        case text
        /// A file's.
        case path
        /// A folder's path.
        case folder
        case absoluteFolder
        case address
        case host
        /// A program with its arguments.
        case program
        /// Categories of marked parts, each with what to do.
        case partRules
        /// Its first digits, at least.
        case downloadID
    }

    package let shape: Shape
    /// Words that stand for a value, in the order of the help.
    package var words: [String]
    /// What the option means when it is given without a value; nil: a value has to follow.
    package var bare: String?

    /// What stands for a value in help where the shape's own name says too little: `URL`, `DIR`.
    var metavariable: String?
    /// As the user wrote it; of a file or a folder.
    package var isPath: Bool { [.path, .folder, .absoluteFolder].contains(shape) }

    /// `no` is one of the values, so `--no-…` exists.
    package var canNegate: Bool { shape == .flag || words.contains("no") }

    /// The value in help texts: `yes|no`, `TIME`, `N|inf|no`.
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
