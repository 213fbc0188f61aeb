import PlayCore
import TestSupport
import Testing

@testable import TUI

@Suite struct DefinitionTextTests {
    @Test(
        "INFO-04: known keys are named by the catalogue, and unknown keys by the source",
        arguments: [
            ("low", "Standard"), ("high", "High"), ("superHD", "Super"), ("720p", "720p"), ("1080p", "1080p"),
            ("audio", "Audio only"), ("480p", "the source's"), ("LOW", "the source's"),
        ])
    func names(key: String, name: String) {
        let definition = DefinitionInfo(key: .init(rawValue: key), name: "the source's")
        expect(DefinitionText.name(definition).lowercased(), is: name.lowercased())
    }
}
