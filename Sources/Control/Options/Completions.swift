package enum Completions {
    package static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash()
        case .zsh: zsh()
        case .fish: fish()
        }
    }

    private static let options = OptionTable.all.filter { !$0.isHidden }
    private static let commands = CommandTable.all.map(\.name)

    private static let withOwn = CommandTable.all.filter { !$0.options.isEmpty || !$0.commands.isEmpty }

    /// Returns names as typed: `--pause`, `--scaling=`, and both forms if the value is optional.
    private static func words(_ spec: OptionSpec) -> [String] {
        if spec.form.shape == .flag { return ["--" + spec.typedName] }
        return (spec.form.bare == nil ? [] : ["--" + spec.name]) + ["--" + spec.name + "="]
    }

    private static func word(_ option: CommandSpec.Option) -> String {
        "--" + option.name + (option.form == nil ? "" : "=")
    }

    private static let topics = OptionGroup.allCases.map(\.rawValue)

    private static func listedValues(_ spec: OptionSpec) -> [String] {
        spec.name == "help" ? spec.form.words + topics : spec.form.words
    }

    /// Returns `nil` for a command that accepts all options of the table.
    private static func related(_ spec: CommandSpec) -> [OptionSpec]? {
        if spec.takesFiles || ["demo", "get"].contains(spec.name) { return nil }
        return options.filter { spec.related.contains($0.name) || $0.name == "help" }
    }

    // MARK: bash

    private static func bash() -> String {
        let values = options.compactMap { spec -> String? in
            if spec.form.isPath { return "        --\(spec.name)=*) compopt -o filenames; reply -f ;;\n" }
            let words = listedValues(spec)
            return words.isEmpty ? nil : "        --\(spec.name)=*) reply -W '\(words.joined(separator: " "))' ;;\n"
        }
        let own = CommandTable.all.filter { $0.name != "help" }.map { spec in
            let below = spec.commands.map(\.name).joined(separator: " ")
            let names = related(spec).map { " names='\($0.flatMap(words).joined(separator: " "))'" } ?? ""
            return "        \(spec.name)) own='\(HelpText.options(spec).map(word).joined(separator: " "))'"
                + (below.isEmpty ? "" : " below='\(below)'") + names + " ;;\n"
        }
        let separate = options.filter { $0.form.shape != .flag && $0.form.bare == nil }.map { "--" + $0.name }
        let letters = options.compactMap(\.letter).map { "-\($0)" }
        let names = (letters + options.flatMap(words)).joined(separator: " ")
        return """
            # bash completion for tvplay, made by tvplay --completion=bash
            _tvplay() {
                local own= below= names='\(names)'
                case ${COMP_WORDS[1]-} in
            \(own.joined())            help) below='\((commands + topics).joined(separator: " "))' ;;
                esac
                # COMP_WORDS is split at "=" or not, as the user has set it: read the line instead.
                local line=${COMP_LINE:0:COMP_POINT} word value before=
                word=${line##*[[:space:]]}
                value=${word#*=}
                [[ $COMP_WORDBREAKS == *=* ]] || before=${word%%=*}=
                # `--vo half` is the same as `--vo=half`.
                case ${COMP_WORDS[COMP_CWORD-1]} in
                    \(separate.joined(separator: "|"))) before= value=$word word=${COMP_WORDS[COMP_CWORD-1]}=$word ;;
                esac
                reply() { mapfile -t COMPREPLY < <(compgen -P "$before" "$@" -- "$value"); }
                COMPREPLY=()
                case $word in
            \(values.joined())        --*=*) ;;
                    -*)
                        mapfile -t COMPREPLY < <(compgen -W "$own $names" -- "$word")
                        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
                        ;;
                    *)
                        if [[ $COMP_CWORD -eq 2 && -n $below ]]; then
                            mapfile -t COMPREPLY < <(compgen -W "$below" -- "$word")
                            return
                        fi
                        compopt -o filenames
                        mapfile -t COMPREPLY < <(compgen -f -- "$word")
                        [[ $COMP_CWORD -eq 1 ]] && mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
                            compgen -W '\(commands.joined(separator: " "))' -- "$word")
                        ;;
                esac
                unset -f reply
            }
            complete -F _tvplay tvplay

            """
    }

    // MARK: zsh

    private static func zsh() -> String {
        let lines = options.map { "        \(zshArgument($0)) \\\n" }
        let own = withOwn.map { spec in
            let items = HelpText.options(spec).map { "'--\($0.name):\(zshText(SentenceSplit.first($0.summary)))'" }
            return "        \(spec.name)) own=(\(items.joined(separator: " "))) below=(\(zshList(spec.commands))) ;;\n"
        }
        let commandList = zshList(CommandTable.all)
        return """
            #compdef tvplay
            # zsh completion for tvplay, made by tvplay --completion=zsh
            _tvplay_first() {
                local -a commands=(\(commandList))
                _describe -t commands command commands
                _files
            }
            _tvplay_rest() {
                local -a own=() below=()
                case ${words[2]-} in
            \(own.joined())    esac
                [[ ${words[2]-} == help ]] && compadd -- \((commands + topics).joined(separator: " ")) && return
                (( CURRENT == 3 && $#below )) && _describe -t commands command below && return
                (( $#own )) && _describe -o option own
                _files
            }
            _tvplay() {
                _arguments -S \\
            \(lines.joined())        '1: :_tvplay_first' \\
                    '*:file:_tvplay_rest'
            }
            if [[ $funcstack[1] == _tvplay ]]; then _tvplay "$@"; else compdef _tvplay tvplay; fi

            """
    }

    private static func zshList(_ specs: [CommandSpec]) -> String {
        specs.map { "'\($0.name):\(zshText(SentenceSplit.first($0.summary)))'" }.joined(separator: " ")
    }

    private static func zshArgument(_ spec: OptionSpec) -> String {
        let text = "[\(zshText(SentenceSplit.first(spec.summary)))]"
        let letter = spec.letter.map { "'-\($0)\(text)' " } ?? ""
        if spec.form.shape == .flag { return letter + "'--\(spec.typedName)\(text)'" }
        // For a single space, _arguments offers nothing but shows the expected value.
        let words = listedValues(spec).isEmpty ? " " : "(\(listedValues(spec).joined(separator: " ")))"
        let values = spec.form.isPath ? "_files" : words
        let separator = spec.form.bare == nil ? "=" : "=-"
        let colon = spec.form.bare == nil ? ":" : "::"
        return letter + "'--\(spec.name)\(separator)\(text)\(colon)value:\(values)'"
    }

    private static func zshText(_ text: String) -> String {
        escape(text, ["'": "'\\''", "[": "\\[", "]": "\\]", ":": "\\:"])
    }

    // MARK: fish

    private static func fish() -> String {
        let first = "__fish_is_nth_token 1"
        let commandLines = CommandTable.all.map {
            "complete -c tvplay -n '\(first)' -a \($0.name) -d '\(fishText($0.summary))'\n"
        }
        return "# fish completion for tvplay, made by tvplay --completion=fish\n"
            + commandLines.joined() + options.map(fishLine).joined()
            + "complete -c tvplay -f -n '__fish_seen_subcommand_from help' -a '\((commands + topics).joined(separator: " "))'\n"
            + CommandTable.all.flatMap { spec in
                spec.commands.map { fishLine($0, below: spec) } + HelpText.options(spec).map { fishLine($0, of: spec) }
            }.joined()
    }

    private static func fishLine(_ command: CommandSpec, below spec: CommandSpec) -> String {
        "complete -c tvplay -n '__fish_seen_subcommand_from \(spec.name); and __fish_is_nth_token 2' -a \(command.name)"
            + " -d '\(fishText(SentenceSplit.first(command.summary)))'\n"
    }

    private static func fishLine(_ option: CommandSpec.Option, of spec: CommandSpec) -> String {
        let value = option.form.map { $0.isPath ? " -r -F" : " -x" } ?? ""
        return "complete -c tvplay -n '__fish_seen_subcommand_from \(spec.name)' -l \(option.name)\(value)"
            + " -d '\(fishText(SentenceSplit.first(option.summary)))'\n"
    }

    private static func fishLine(_ spec: OptionSpec) -> String {
        var line = "complete -c tvplay -l \(spec.typedName)"
        if let letter = spec.letter { line += " -s \(letter)" }
        if spec.form.isPath {
            line += " -r -F"
        } else if spec.form.shape != .flag {
            if spec.form.bare == nil { line += " -x" } else { line += " -f" }
            if !listedValues(spec).isEmpty { line += " -a '\(listedValues(spec).joined(separator: " "))'" }
        }
        return line + " -d '\(fishText(SentenceSplit.first(spec.summary)))'\n"
    }

    private static func fishText(_ text: String) -> String { escape(text, ["\\": "\\\\", "'": "\\'"]) }

    private static func escape(_ text: String, _ table: [Character: String]) -> String {
        text.reduce(into: "") { $0 += table[$1] ?? String($1) }
    }
}
