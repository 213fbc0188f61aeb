import PlayCore

/// Unverified texts.
package struct KeeperCommandLine: Sendable, Equatable {
    package let action: KeeperTable.Action
    package private(set) var words: [String] = []
    private var values: [String: String] = [:]

    package enum Reading: Sendable, Equatable {
        case command(KeeperCommandLine)
        case show(String)
        case mistake(String)
    }

    private init(_ action: KeeperTable.Action) { self.action = action }

    /// - Parameter arguments: without the program's name.
    package static func read(_ arguments: [String]) -> Reading {
        switch arguments.first {
        case nil, "help"?, "--help"?, "-h"?: return .show(KeeperHelp.all)
        case "--version"?: return .show("tvplay-keeper \(ProgramVersion.number)\n")
        case "--man"?: return .show(KeeperManual.source())
        case let word? where word.hasPrefix("--completion="):
            let name = String(word.dropFirst("--completion=".count))
            guard let shell = Shell(rawValue: name) else { return .mistake(tr("Unknown option %1.", shown(word))) }
            return .show(KeeperCompletions.script(for: shell))
        default: break
        }
        let actions = KeeperTable.Action.allCases.sorted { $0.words.count > $1.words.count }
        guard let action = actions.first(where: { arguments.starts(with: $0.words) }),
            let command = KeeperTable.command(action)
        else { return .mistake(unknown(arguments)) }
        var line = KeeperCommandLine(action)
        do throws(Mistake) {
            try line.read(arguments.dropFirst(action.words.count), command)
        } catch {
            return .mistake(error.words + "\n" + tr("See tvplay-keeper --help.") + "\n")
        }
        return line.has("help") ? .show(KeeperHelp.of(command)) : .command(line)
    }

    private struct Mistake: Error {
        let words: String
        init(_ words: String) { self.words = words }
    }

    private static func unknown(_ arguments: [String]) -> String {
        let names = KeeperTable.commands.map(\.action.rawValue)
        let typed = arguments.prefix(2).joined(separator: " ")
        let nearest = EditDistance.nearest(to: typed, in: names) ?? EditDistance.nearest(to: arguments[0], in: names)
        let words =
            nearest.map { tr("Unknown command %1. Did you mean %2?", shown(arguments[0]), "tvplay-keeper " + $0) }
            ?? tr("Unknown command %1.", shown(arguments[0]))
        return words + "\n" + tr("See tvplay-keeper --help.") + "\n"
    }

    private mutating func read(_ arguments: ArraySlice<String>, _ command: KeeperTable.Command) throws(Mistake) {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                words.append(argument)
                continue
            }
            let parts = argument.drop { $0 == "-" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = argument == "-h" ? "help" : String(parts.first ?? "")
            let options = KeeperTable.options(of: command)
            guard let option = options.first(where: { $0.name == name }) else {
                throw Mistake(Self.unknownOption(argument, name, options.map(\.name)))
            }
            values[name] = try Self.value(of: option, parts.count == 2 ? String(parts[1]) : nil, &rest)
        }
        if words.count < command.wordCount.lowerBound { throw Mistake(tr("Missing argument: %1", command.arguments)) }
        if words.count > command.wordCount.upperBound, let word = words.last {
            throw Mistake(tr("Command %1: unexpected argument '%2'.", command.action.rawValue, Self.shown(word)))
        }
    }

    private static func unknownOption(_ argument: String, _ name: String, _ names: [String]) -> String {
        let nearest = EditDistance.nearest(to: name, in: names)
        return nearest.map { tr("Unknown option %1. Did you mean %2?", shown(argument), "--" + $0) }
            ?? tr("Unknown option %1.", shown(argument))
    }

    private static func value(
        of option: KeeperTable.Option, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(Mistake) -> String {
        if option.form == .flag {
            guard given == nil else { throw Mistake(tr("Option %1 takes no value.", "--" + option.name)) }
            return "yes"
        }
        guard let text = given ?? rest.popFirst(), !text.isEmpty else {
            throw Mistake(tr("Option %1 requires a value.", "--" + option.name))
        }
        let expected: String?
        switch option.form {
        case .flag, .text, .path: expected = nil
        case .integer(let range):
            let isFine = Int(text).map(range.contains) ?? false
            expected =
                isFine ? nil : tr("a whole number from %1 to %2", "\(range.lowerBound)", "\(range.upperBound)")
        case .ports:
            expected =
                Self.ports(text) == nil
                ? tr("a range of at least %1 ports such as 20000-20999", "\(KeeperTable.portCount)") : nil
        case .byteCount:
            expected = ValueParser<Int64>.byteCount.read(text) == nil ? tr("a size such as 500M or 20G") : nil
        case .choice(let words):
            expected = words.contains(text) ? nil : tr("one of: %1", words.listed)
        }
        guard let expected else { return text }
        throw Mistake(tr("Option %1: invalid value '%2', expected %3.", "--" + option.name, shown(text), expected))
    }

    /// Returns a text that is safe to print on a terminal.
    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map { scalar in
            [.control, .format].contains(scalar.properties.generalCategory) ? "?" as UnicodeScalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    // MARK: Values

    package func has(_ option: String) -> Bool { values[option] != nil }

    package func text(_ option: String) -> String? { values[option] ?? KeeperTable.option(option)?.defaultText }

    package func given(_ option: String) -> String? { values[option] }

    package func byteCount(_ option: String) -> Int64? {
        text(option).flatMap { ValueParser<Int64>.byteCount.read($0) }
    }

    package func number(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

    package func ports(_ option: String) -> ClosedRange<Int>? { text(option).flatMap(Self.ports) }

    private static func ports(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first > 0, first <= last else { return nil }
        let range = Int(first)...Int(last)
        return range.count >= KeeperTable.portCount ? range : nil
    }
}
