import TestSupport
import Testing

@testable import Options

@Suite("OptionTable")
struct OptionTableTests {
    private let visible = OptionTable.all.filter { !$0.isHidden }

    @Test("an alias of an option that is on by default is shown with no-")
    func typedAliases() {
        expect(OptionTable.option(named: "resume-playback")?.typedAliases, is: ["no-resume"])
        expect(OptionTable.option(named: "pause")?.typedAliases, is: ["paused"])
    }

    @Test("every option has a description of whole sentences, the first of them short")
    func descriptions() {
        for spec in OptionTable.all {
            expect(spec.summary.last, is: ".", "--\(spec.name)")
            #expect(spec.summary.count > 10, "--\(spec.name)")
            #expect(spec.summary.allSatisfy { $0.isASCII && !$0.isNewline }, "--\(spec.name)")
            #expect(SentenceSplit.first(spec.summary).count <= 110, "--\(spec.name)")
        }
    }

    @Test("no two options share a spelling, not even through an alias or a negation")
    func clashes() {
        var seen: [String: String] = [:]
        for spec in OptionTable.all {
            for spelling in spec.spellings {
                expect(seen[spelling], is: nil, "--\(spelling) is --\(spec.name) and --\(seen[spelling] ?? "")")
                seen[spelling] = spec.name
            }
        }
        let letters = OptionTable.all.compactMap(\.letter)
        expect(Set(letters).count, is: letters.count)
    }

    @Test("names are lower-case words joined by dashes")
    func names() {
        for name in OptionTable.all.flatMap({ [$0.name] + $0.aliases }) {
            #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "--\(name)")
            #expect(!name.hasPrefix("no-"), "--\(name)")
        }
    }

    @Test("every visible option is in the long help, the manual page and all completions")
    func listedEverywhere() {
        let help = HelpText.all()
        let manual = ManualPage.source()
        let (bash, zsh, fish) = (
            Completions.script(for: .bash), Completions.script(for: .zsh), Completions.script(for: .fish)
        )
        for spec in visible {
            #expect(help.contains("  " + spec.usage), "--\(spec.name) in --help=all")
            let escaped = spec.typedName.split(separator: "-").joined(separator: "\\-")
            #expect(manual.contains("Fl Fl \(escaped)"), "--\(spec.name) in the manual page")
            #expect(bash.contains("--" + spec.typedName), "--\(spec.name) in bash")
            #expect(zsh.contains("'--" + spec.typedName), "--\(spec.name) in zsh")
            #expect(fish.contains("-l \(spec.typedName) "), "--\(spec.name) in fish")
        }
        let list = HelpText.optionList()
        for spec in OptionTable.all { #expect(list.contains(" --\(spec.name) "), "--\(spec.name)") }
    }

    @Test("every listed word and every default is a valid value of its option")
    func wordsAreValues() {
        for spec in OptionTable.all {
            for word in spec.form.words + [spec.defaultText, spec.form.bare].compactMap({ $0 })
            where !(word == "no" && spec.group == .information) {
                #expect(spec.effect(word) != nil, "--\(spec.name)=\(word)")
            }
        }
    }

    @Test("giving an option its default changes nothing")
    func defaults() {
        for spec in OptionTable.all {
            guard let text = spec.defaultText, case .set(let setting)? = spec.effect(text) else { continue }
            var options = PlayerOptions()
            setting(&options)
            expect(options, is: PlayerOptions(), "--\(spec.name)=\(text)")
        }
    }
}
