import DownloadModel
import Foundation
import TestSupport
import Testing

@testable import DownloadService

/// The agreement of docs/download-protocol.md with the code.
@Suite struct ProtocolDocumentTests {
    private let lines: [String]
    /// The words between backquotes in the document.
    private let words: Set<String>

    init() throws {
        let url = Checkout.folder.appendingPathComponent("docs/download-protocol.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        lines = text.split(separator: "\n").map(String.init)
        words = Set(text.matches(of: /`([^`\n]+)`/).map { String($0.output.1) })
    }

    @Test("the document lists every method with its parameters, and no unknown method")
    func methods() {
        let table = MethodTable().table
        for method in DownloadMethod.allCases {
            let row = lines.first { $0.hasPrefix("|") && $0.contains("`\(method.rawValue)`") }
            #expect(row != nil, "\(method.rawValue)")
            for name in table[method]?.names ?? [] {
                expect(row?.contains("`\(name)`"), is: true, "\(method.rawValue) has the parameter \(name)")
            }
        }
        let known = Set(DownloadMethod.allCases.map(\.rawValue) + DownloadEvent.allCases.map(\.rawValue))
        let told = words.filter { $0.wholeMatch(of: /(aria2|tvplay|system)\.\w+/) != nil }
        #expect(told.subtracting(known).isEmpty)
    }

    @Test("every method is handled")
    func table() {
        let answered = Set(MethodTable().table.keys).union([.listMethods, .listNotifications, .multicall])
        expect(answered, is: Set(DownloadMethod.allCases))
    }

    @Test("the document lists every event, member, state and problem")
    func values() {
        var names = DownloadEvent.allCases.map(\.rawValue) + DownloadRecord.Key.allCases.map(\.rawValue)
        names += DownloadLabel.allCases.map(\.rawValue) + DownloadStatusWord.allCases.map(\.rawValue)
        names += DownloadPhase.allCases.map(\.rawValue) + DownloadWaiting.allCases.map(\.rawValue)
        names += DownloadKind.allCases.map(\.rawValue) + DownloadMode.allCases.map(\.rawValue)
        names += DownloadFile.Role.allCases.map(\.rawValue) + DownloadProblem.Code.allCases.map(\.rawValue)
        for name in names { #expect(words.contains(name), "\(name)") }
    }
}
