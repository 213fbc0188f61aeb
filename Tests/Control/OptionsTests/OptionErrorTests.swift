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

    @Test("messages say what was wrong and what would be right")
    func messages() {
        #expect(message("--volum=3") == "There is no option --volum. Did you mean --volume?")
        #expect(message("--volume=300") == "Option --volume: '300' is not a whole number from 0 to 130.")
        #expect(message("--speed=x") == "Option --speed: 'x' is not a number from 0.01 to 100.")
        #expect(message("--scaling=x") == "Option --scaling: 'x' is not one of: fit, fill, stretch.")
        #expect(message("--mute=x") == "Option --mute: 'x' is not one of: yes, no.")
        #expect(message("--vid=x") == "Option --vid: 'x' is not a whole number from 1 to 9999, or one of: auto, no.")
        #expect(
            message("demo", "x") == "The command demo does not take 'x'. A file of that name is played with ./demo.")
    }

    @Test("what came from outside cannot steer the terminal and is not endless")
    func hostileText() {
        #expect(message("--\u{1B}]0;x\u{7}\u{202E}") == "There is no option --?]0;x??.")
        #expect(message("--volume=" + String(repeating: "9", count: 5000)).utf8.count < 300)
    }
}
