import TestSupport
import Testing

@testable import Options

@Suite("OptionError")
struct OptionErrorTests {
    private func message(_ arguments: String...) -> String {
        do {
            _ = try OptionParser.parse(arguments)
            return ""
        } catch {
            return error.message
        }
    }

    @Test("messages name the mistake and the expected value")
    func messages() {
        expect(message("--volum=3"), is: "Unknown option --volum. Did you mean --volume?")
        expect(
            message("--volume=300"), is: "Option --volume: invalid value '300', expected a whole number from 0 to 130.")
        expect(message("--speed=x"), is: "Option --speed: invalid value 'x', expected a number from 0.25 to 4.")
        expect(message("--scaling=x"), is: "Option --scaling: invalid value 'x', expected one of: fit, fill, stretch.")
        expect(message("--mute=x"), is: "Option --mute: invalid value 'x', expected one of: yes, no.")
        expect(
            message("--vid=x"),
            is: "Option --vid: invalid value 'x', expected a whole number from 1 to 9999 or one of: auto, no.")
        let skip = message("--skip=foo:skip")
        #expect(skip.hasPrefix("Option --skip: invalid value 'foo:skip', expected category:action, such as intro:skip"))
        #expect(
            skip.contains("sponsor, selfpromo, ") && skip.contains("actions: skip, ask, show, ignore) or one of: no."))
        expect(
            message("demo", "x"), is: "Command demo: unexpected argument 'x'. To play a file named demo, write ./demo.")
    }

    @Test("control characters in an argument are replaced in the message, whose length is limited")
    func hostileText() {
        expect(message("--\u{1B}]0;x\u{7}\u{202E}"), is: "Unknown option --?]0;x??.")
        #expect(message("--volume=" + String(repeating: "9", count: 5000)).utf8.count < 300)
    }
}
