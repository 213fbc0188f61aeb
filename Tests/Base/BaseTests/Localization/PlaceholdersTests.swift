import TestSupport
import Testing

@testable import PlayCore

@Suite("Placeholders")
struct PlaceholdersTests {
    @Test(
        "placeholders are filled by number",
        arguments: [
            ("%1 of %2", "a of b"), ("%2 of %1", "b of a"), ("%1%1", "aa"), ("100%% %1", "100% a"), ("%3", "%3"),
            ("%0 %d %s", "%0 %d %s"), ("end %", "end %"), ("%", "%"), ("", ""), ("%１", "%１"),
        ])
    func fills(message: String, result: String) {
        expect(Placeholders.fill(message, with: ["a", "b"]), is: result)
    }

    @Test("inserted text is not searched for placeholders")
    func argumentsAreInert() {
        expect(Placeholders.fill("%1 %2", with: ["%2", "%1%n%s"]), is: "%2 %1%n%s")
    }

    @Test("without a catalogue a message stays as it is, also if it is empty")
    func untranslated() {
        expect(tr(""), is: "")
        expect(tr("a text that nobody translates"), is: "a text that nobody translates")
        expect(tr("a text that nobody translates: %1", "x"), is: "a text that nobody translates: x")
    }
}
