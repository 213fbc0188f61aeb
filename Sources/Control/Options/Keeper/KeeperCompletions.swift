enum KeeperCompletions {
    private static let firsts = unique(KeeperTable.Action.allCases.map { $0.words[0] }) + ["help"]
    private static let groups = unique(KeeperTable.Action.allCases.filter { $0.words.count > 1 }.map { $0.words[0] })
    private static let seconds = unique(KeeperTable.Action.allCases.flatMap { $0.words.dropFirst() })

    private static func unique(_ words: [String]) -> [String] {
        words.enumerated().filter { !words[..<$0.offset].contains($0.element) }.map(\.element)
    }

    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static var words: String {
        KeeperTable.options.map { "--" + $0.name + ($0.form == .flag ? "" : "=") }.joined(separator: " ")
    }

    private static var bash: String {
        """
        # bash completion for tvplay-keeper, made by tvplay-keeper --completion=bash
        _tvplay_keeper() {
            local word=${COMP_WORDS[COMP_CWORD]} words=
            case $COMP_CWORD in
                1) words='\(firsts.joined(separator: " "))' ;;
                2) [[ ${COMP_WORDS[1]} == @(\(groups.joined(separator: "|"))) ]] && words='\(seconds.joined(separator: " "))' ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W "$words \(words)" -- "$word")
            [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
        }
        complete -o default -F _tvplay_keeper tvplay-keeper

        """
    }

    private static var zsh: String {
        let options = KeeperTable.options.map { option in
            let value = option.form == .flag ? "" : "=:value:" + (isPath(option) ? "_files" : " ")
            return "        '--\(option.name)\(value)' \\\n"
        }
        return """
            #compdef tvplay-keeper
            # zsh completion for tvplay-keeper, made by tvplay-keeper --completion=zsh
            _tvplay_keeper() {
                _arguments -S \\
            \(options.joined())        '1:command:(\(firsts.joined(separator: " ")))' \\
                    '2:command:(\(seconds.joined(separator: " ")))' \\
                    '*:name: '
            }
            if [[ $funcstack[1] == _tvplay_keeper ]]; then _tvplay_keeper "$@"; else compdef _tvplay_keeper tvplay-keeper; fi

            """
    }

    private static var fish: String {
        let commands = firsts.map { "complete -c tvplay-keeper -f -n '__fish_is_nth_token 1' -a \($0)\n" }
        let below = seconds.map {
            "complete -c tvplay-keeper -f -n '__fish_seen_subcommand_from \(groups.joined(separator: " ")); and __fish_is_nth_token 2' -a \($0)\n"
        }
        let options = KeeperTable.options.map { option in
            let value = option.form == .flag ? "" : isPath(option) ? " -r -F" : " -x"
            return "complete -c tvplay-keeper -l \(option.name)\(value)\n"
        }
        return "# fish completion for tvplay-keeper, made by tvplay-keeper --completion=fish\n"
            + (commands + below + options).joined()
    }

    private static func isPath(_ option: KeeperTable.Option) -> Bool {
        if case .path = option.form { true } else { false }
    }
}
