import Classes
import Foundation
import PlayCore
import TestSupport
import Testing

/// The agreement of docs/room-package.md with the reader.
@Suite struct ClassPackageDocumentTests {
    private func document() throws -> String {
        let root = Checkout.folder
        return try String(contentsOf: root.appendingPathComponent("docs/room-package.md"), encoding: .utf8)
    }

    @Test("ROOM-25: the document names exactly the existing kinds of signals")
    func kinds() throws {
        var random = SeededGenerator(seed: 5)
        var known = Set(RandomRecording.events(count: 4000, &random).map(\.kind.name)).subtracting(["later"])
        known.insert("message")
        let text = try document()
        let start = try #require(text.firstRange(of: "## Signals")).upperBound
        let end = try #require(text.firstRange(of: "## Chat")).lowerBound
        let names = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }
            .compactMap { $0.split(separator: "|").first }
            .flatMap { $0.split(separator: "`").filter { $0.allSatisfy(\.isLetter) } }
        expect(Set(names.map(String.init)), is: known)
    }

    @Test("ROOM-24: the document's example is valid, and its limits are the reader's")
    func example() throws {
        let text = try document()
        let start = try #require(text.firstRange(of: "    {\n        \"format\"")).lowerBound
        let end = try #require(text[start...].firstRange(of: "\n    }\n")).upperBound
        let manifest = try ClassManifest(Array(text[start..<end].utf8), in: "example")
        expect(manifest.recordings.map(\.info.playbackID), is: ["algebra-7"])
        expect(manifest.recordings.first?.chat.slices?.map(\.count), is: [1000])
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") } }
        for (what, limit) in [
            ("`room.json`", ClassManifest.byteLimit), ("a file of signals", ClassLoader.signalLimit),
            ("a slice of chat", ClassLoader.sliceLimit),
        ] {
            #expect(rows.contains([what, "\(limit >> 20) MiB"]), "\(what)")
        }
    }
}
