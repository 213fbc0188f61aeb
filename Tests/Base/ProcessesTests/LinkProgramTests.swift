import PlayCore
import Processes
import TestSupport
import Testing

@Suite("The program for links", .timeLimit(.minutes(10))) struct LinkProgramTests {
    @Test(
        "an address that no program could open is reported, so that it can be shown",
        arguments: [("", true), ("/nowhere/program", true), ("false", true), ("true", false)])
    func links(command: String, staysUnopened: Bool) {
        let program = LinkProgram(command: command)
        let (clock, bell) = (SystemClock(), Doorbell())
        #expect(!program.open("https://example.org/a").isEmpty)
        let deadline = clock.now + (staysUnopened ? Patience.limit : .milliseconds(500))
        while program.unopened == nil, clock.now < deadline {
            _ = program.reapEnded()
            _ = bell.wait(after: 0, until: clock.now + .milliseconds(2))
        }
        #expect(program.unopened == (staysUnopened ? "https://example.org/a" : nil))
    }
}
