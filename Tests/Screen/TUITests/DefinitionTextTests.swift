import PlayCore
import TestSupport
import Testing

@testable import TUI

@Suite struct DefinitionTextTests {
    @Test(
        "INFO-04: known keys have the names of the catalogue, whatever the source calls them; others the source's",
        arguments: [
            ("low", "Standard"), ("high", "High"), ("superHD", "Super"), ("720p", "720p"), ("1080p", "1080p"),
            ("audio", "Audio only"), ("480p", "the source's"), ("LOW", "the source's"),
        ])
    func names(key: String, name: String) {
        let definition = DefinitionInfo(key: .init(rawValue: key), name: "the source's")
        expect(DefinitionText.name(definition).lowercased(), is: name.lowercased())
    }
}
