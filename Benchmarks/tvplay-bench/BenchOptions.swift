struct BenchOptions {
    var showsHelp = false
    var lists = false
    /// Prefixes of names; empty for all.
    var cases: [String] = []
    var clips: [String] = []
    var repeats: Int?
    var json: String?

    struct Failure: Error {
        let message: String
    }

    init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2 { rest = [parts[1]] + rest }
            try parse(parts[0], from: &rest)
        }
    }

    private mutating func parse(_ name: String, from rest: inout ArraySlice<String>) throws(Failure) {
        switch name {
        case "--help", "-h": showsHelp = true
        case "--list": lists = true
        case "--case": cases.append(try Self.value(of: name, &rest))
        case "--clip": clips.append(try Self.value(of: name, &rest))
        case "--json": json = try Self.value(of: name, &rest)
        case "--repeat":
            let text = try Self.value(of: name, &rest)
            guard let number = Int(text), (1...1000).contains(number) else {
                throw Failure(message: "--repeat wants a number from 1 to 1000, not \(text)")
            }
            repeats = number
        default: throw Failure(message: "there is no option \(name)")
        }
    }

    private static func value(of name: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
        guard let value = rest.popFirst() else { throw Failure(message: "\(name) wants a value") }
        return value
    }

    func selects(_ item: BenchCase) -> Bool {
        cases.isEmpty || cases.contains { item.name.hasPrefix($0) }
    }
}
