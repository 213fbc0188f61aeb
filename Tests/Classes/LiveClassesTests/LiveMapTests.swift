import Foundation
import TestSupport
import Testing

@Suite("The map of a live class's parts")
struct LiveMapTests {
    @Test("LIVE-04: every type that ARCHITECTURE.md names for a part of a class has a file of the same name")
    func map() throws {
        let text = try String(
            contentsOfFile: Checkout.folder.appendingPathComponent("ARCHITECTURE.md").path, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "responsible for it:").dropFirst().first)
        let rows = section.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst(2)
        #expect(rows.count >= 8)
        let names = FileManager.default.enumerator(atPath: Checkout.folder.appendingPathComponent("Sources").path)
        let files = Set((names?.allObjects as? [String] ?? []).map { ($0 as NSString).lastPathComponent })
        for row in rows {
            let types = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
            #expect(!types.isEmpty, "\(row)")
            for type in types where !type.hasPrefix("+") { #expect(files.contains(type + ".swift"), "\(type)") }
        }
    }
}
