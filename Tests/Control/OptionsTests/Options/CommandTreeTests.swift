import TestSupport
import Testing

@testable import Options

/// Tests of the commands as a tree in which a word has one meaning.
@Suite struct CommandTreeTests {
    private func error(_ words: String...) -> OptionError? { error(words) }

    private func error(_ words: [String]) -> OptionError? {
        do throws(OptionError) {
            _ = try OptionParser.parse(words)
            return nil
        } catch {
            return error
        }
    }

    @Test("no two commands share a name or an alias")
    func words() {
        let names = CommandTable.all.flatMap { [$0.name] + $0.aliases }
        expect(Set(names).count, is: names.count)
        for spec in CommandTable.all {
            let below = spec.commands.flatMap { [$0.name] + $0.aliases }
            expect(Set(below).count, is: below.count)
        }
    }

    @Test(
        "commands of earlier versions are answered with their present spelling",
        arguments: [
            (["pause", "3f"], "downloads pause 3f"), (["pause"], "downloads pause"),
            (["retry", "--all"], "downloads retry --all"),
            (["remove", "--yes", "3f"], "downloads remove --yes 3f"), (["resume"], "positions"),
            (["resume", "clear"], "positions clear"), (["resume", "3f"], "downloads resume 3f"),
            (["resume", "--all"], "downloads resume --all"), (["downloads", "--list"], "downloads list"),
            (["downloads", "--watch"], "downloads watch"), (["downloads", "add", "http://a"], "get"),
        ])
    func retired(_ words: [String], _ new: String) throws {
        do throws(OptionError) {
            _ = try OptionParser.parse(words)
            Issue.record("understood")
        } catch {
            guard case .retired(let spelling) = error else { throw error }
            expect(spelling.new, is: new)
            #expect(error.message.hasSuffix("is now: tvplay " + new))
            #expect(HelpText.hint(after: error).isEmpty)
        }
        // The present spelling is accepted.
        let more = new == "get" ? ["http://a"] : new.hasSuffix("pause") ? ["3f"] : []
        _ = try OptionParser.parse(new.split(separator: " ").map(String.init) + more)
    }

    @Test("a file with a command's name is played after ./, or in any place but the first")
    func files() throws {
        for words in [["./pause"], ["--", "pause"], ["a", "pause"], ["--{", "resume", "--}"]] {
            try expect(OptionParser.parse(words).command, is: .play, "\(words)")
        }
    }

    @Test("a missing argument of a command is reported with the command's usage")
    func missing() throws {
        for (words, arguments, command) in [
            (["get"], "URL...", "get"), (["downloads", "pause"], "ID...|--all", "downloads pause"),
            (["downloads", "move", "3f"], "ID PLACE", "downloads move"), (["cache", "rm"], "URL|--all", "cache rm"),
            (["class", "--dump"], "FILE|URL", "class"), (["probe"], "FILE...", "probe"),
            (["remote"], "COMMAND...", "remote"),
        ] {
            #expect(throws: OptionError.missingArgument(arguments, command: command)) { try OptionParser.parse(words) }
        }
        let hint = HelpText.hint(after: .missingArgument("ID...|--all", command: "downloads pause"))
        expect(hint, is: "Usage: tvplay downloads pause ID...|--all\nSee tvplay downloads pause --help.\n")
    }

    @Test("LIVE-06, LIVE-07, LIVE-81: a live class is named by a code or a signature, and `class` alone is accepted")
    func joining() throws {
        try expect(OptionParser.parse(["class"]).command, is: .room)
        let byCode = try OptionParser.parse(["class", "--code", "2345-6789-ACEF", "--server=tv.test:5280", "--name=Li"])
        #expect(byCode.command == .room && byCode.join.isGiven && byCode.items.isEmpty)
        #expect(
            byCode.join.code == "2345-6789-ACEF" && byCode.join.server == "tv.test:5280" && byCode.join.name == "Li")
        let signed = try OptionParser.parse([
            "class", "--room=botany", "--sign=ab", "--number=17", "--role=teacher", "--group=2", "--expires=99",
            "--auto-start",
        ]).join
        #expect(signed.room == "botany" && signed.sign == "ab" && signed.number == "17" && signed.role == "teacher")
        #expect(signed.group == 2 && signed.expires == 99 && signed.startsByItself)
        for wrong in ["--number=12a", "--role=king", "--group=-1", "--expires=soon"] {
            #expect(throws: OptionError.self) { try OptionParser.parse(["class", wrong]) }
        }
    }

    @Test("a mistyped command gets a suggestion")
    func suggestions() {
        expect(
            error("downloads", "puase", "3f"),
            is: .unknownCommand("puase", of: "downloads", suggestion: "downloads pause"))
        expect(error("cache", "dance"), is: .unknownCommand("dance", of: "cache", suggestion: nil))
        expect(
            error("downloads", "puase")?.message,
            is: "Unknown command tvplay downloads puase. Did you mean tvplay downloads pause?")
        expect(CommandTable.suggestion(for: "downlods"), is: "downloads")
        expect(CommandTable.suggestion(for: "histroy"), is: "history")
        for word in ["film.mkv", "/get", "-", "", "Get", "zebra"] {
            expect(CommandTable.suggestion(for: word), is: nil)
        }
    }

    @Test("help for an unknown command suggests a similar one, also for commands of earlier versions")
    func helpOfNothing() {
        for (words, message) in [
            (["pause"], "Unknown command tvplay pause. Did you mean tvplay downloads pause?"),
            (["downlods"], "Unknown command tvplay downlods. Did you mean tvplay downloads?"),
            (["downloads", "puase"], "Unknown command tvplay downloads puase. Did you mean tvplay downloads pause?"),
            (["film.mkv"], "Unknown command tvplay film.mkv."),
        ] {
            expect(error(["help"] + words)?.message, is: message)
        }
    }

    @Test("an invalid argument of a command is reported with the expected form")
    func arguments() {
        for (words, message) in [
            (["downloads", "pause", "film"], "invalid value 'film', expected the ID of a download, such as 3f."),
            (["downloads", "priority", "7", "3f"], "invalid value '7', expected a number from 0 to 1."),
            (["downloads", "move", "3f", "first"], "invalid value 'first', expected a whole number from 1 to 99999."),
            (["downloads", "list", "3f"], "unexpected argument '3f'."),
            (["class", "a", "b"], "unexpected argument 'b'."),
            (["demo", "a"], "unexpected argument 'a'. To play a file named demo, write ./demo."),
            (["get", "--note=x", "http://a"], "invalid value 'x', expected NAME=VALUE."),
        ] {
            expect(error(words)?.message.hasSuffix(": " + message), is: true, "\(words)")
        }
        expect(error(["--cache-dir=x", "a"])?.message.hasSuffix("expected an absolute path."), is: true)
    }

    @Test("metavariables name the kind of an option's value")
    func metavariables() {
        let usages = Dictionary(
            uniqueKeysWithValues: OptionTable.all.map { ($0.name, $0.form.placeholder) })
        for (name, text) in [
            ("config-dir", "DIR"), ("download-dir", "DIR"), ("screenshot-dir", "DIR"), ("log-file", "FILE"),
            ("fallback-url", "URL"), ("play-domain", "HOST"), ("download-limit", "RATE"), ("token-command", "COMMAND"),
        ] {
            expect(usages[name], is: text, "\(name)")
        }
    }
}
