import Foundation
import TestSupport
import Testing

@Suite("Classes")
struct ClassesTests {
    @Test("ARCH-28: every class of the program is final")
    func final() throws {
        let sources = Checkout.folder.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var classes = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard line.contains("class "), let match = line.firstMatch(of: /^\s*((?:[a-z()]+ )*)class [A-Z]/) else {
                    continue
                }
                classes += 1
                #expect(match.1.contains("final "), "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(classes > 50)
    }
}
