/// A command with its subcommands. Parsing, help, manual page and completions are generated from ``CommandTable``.
package struct CommandSpec: Sendable {
    package struct Option: Sendable {
        package let name: String
        package let letter: Character?
        package let form: ValueForm?
        package let summary: String

        init(_ name: String, _ shape: ValueForm.Shape? = nil, letter: Character? = nil, summary: String) {
            self.name = name
            self.letter = letter
            form = shape.map { ValueForm(shape: $0, words: []).called(Metavariables.ofCommands[name]) }
            self.summary = summary
        }

        /// Returns `--out=a` for `-oa`, or `nil` if the argument begins with another letter.
        func spelledOut(_ argument: String) -> String? {
            guard let letter, argument.hasPrefix("-" + String(letter)) else { return nil }
            let value = argument.dropFirst(2)
            return "--" + name + (value.isEmpty ? "" : "=" + value)
        }

        /// The option as help shows it: `--dir=DIR`, `--all`.
        var usage: String { "--" + name + (form.map { "=" + $0.placeholder } ?? "") }
    }

    package let name: String
    /// Names that are accepted, but not shown.
    package var aliases: [String] = []
    /// The arguments as help shows them: `ID...|--all`.
    package var arguments = ""
    package let summary: String
    package var takesFiles = false
    package var commands: [CommandSpec] = []
    package var options: [Option] = []
    /// Options of the table that the command's own help shows.
    package var related: [String] = []
    package let example: String
    /// Whether the short help has a line for it. Others are only named there.
    package var isInShortHelp = false

    func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

    func command(_ word: String) -> CommandSpec? { commands.first { $0.isCalled(word) } }

    /// The usage in the list of its parent's commands: `pause ID...|--all`.
    package var usage: String {
        let arguments = commands.isEmpty ? arguments : "[COMMAND]"
        return arguments.isEmpty ? name : name + " " + arguments
    }
}
