/// A command of the line, with the commands below it. Parsing, help, manual page and completions are made from
/// ``CommandTable``.
package struct CommandSpec: Sendable {
    /// An option that only this command knows.
    package struct Option: Sendable {
        /// Without the dashes.
        package let name: String
        /// Another spelling, behind one dash.
        package let letter: Character?
        /// Nil: it has no value.
        package let form: ValueForm?
        /// Message for `tr`.
        package let summary: String

        init(_ name: String, _ shape: ValueForm.Shape? = nil, letter: Character? = nil, summary: String) {
            self.name = name
            self.letter = letter
            form = shape.map { ValueForm(shape: $0, words: []).called(Metavariables.ofCommands[name]) }
            self.summary = summary
        }

        /// The argument with the name of the option in the place of its letter: `--out=a` for `-oa`. Returns `nil` where it
        /// does not begin with the letter.
        func spelledOut(_ argument: String) -> String? {
            guard let letter, argument.hasPrefix("-" + String(letter)) else { return nil }
            let value = argument.dropFirst(2)
            return "--" + name + (value.isEmpty ? "" : "=" + value)
        }

        /// As the help shows it: `--dir=DIR`, `--all`.
        var usage: String { "--" + name + (form.map { "=" + $0.placeholder } ?? "") }
    }

    package let name: String
    /// Other names that are understood, and not shown.
    package var aliases: [String] = []
    /// What follows the name, as the help shows it: `ID...|--all`.
    package var arguments = ""
    /// Message for `tr`.
    package let summary: String
    /// What follows are files to play, each perhaps with options of its own.
    package var takesFiles = false
    package var commands: [CommandSpec] = []
    package var options: [Option] = []
    /// Names of options of the table that the command's own help shows.
    package var related: [String] = []
    /// A line as people type it.
    package let example: String
    /// With a line of its own there; the others are named only.
    package var isInShortHelp = false

    func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }

    func command(_ word: String) -> CommandSpec? { commands.first { $0.isCalled(word) } }

    /// As the list of a command's own commands shows it: `pause ID...|--all`.
    package var usage: String {
        let arguments = commands.isEmpty ? arguments : "[COMMAND]"
        return arguments.isEmpty ? name : name + " " + arguments
    }
}
