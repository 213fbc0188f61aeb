import ClassRules
import ClassWire
import Classes
import Encoding
import Foundation
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import LiveClasses

@Suite("A live class: the results for its teachers")
struct LiveMachineReportTests {
    private static let anna = ClassUser(id: "2", name: "Anna")
    private static let entries = (0..<3).map { number in
        ClassReport.Entry(line: .init(id: "m\(number)", anna, time: 7, text: "text \(number)"))
    }

    private func entered() -> LiveScript {
        var script = LiveScript(LiveScript.user(.teacher))
        script.enter()
        return script
    }

    private func page(_ entries: [ClassReport.Entry], next: String?) -> XMLElement {
        ReportPage(PackedLines(entries.map(\.json)[...]), next: next).element
    }

    private func saved(_ script: LiveScript) -> [ClassReport] {
        script.effects.compactMap { if case .saveReport(let report, "a.csv") = $0 { report } else { nil } }
    }

    @Test("the results are read page by page from the class control, and then saved")
    func reading() {
        var script = entered()
        script.receiveInput(.order(.saveReport("a.csv")))
        script.receiveInput(.order(.saveReport(nil)))
        expect(script.takeSent().filter { $0.first("report") != nil }.count, is: 1)
        expect(script.takeNews(), is: [.failure("The results are already being read")])

        script = entered()
        script.receiveInput(.order(.saveReport("a.csv")))
        script.answer(script.request("report"), with: page(Array(Self.entries[..<2]), next: "3-2"))
        #expect(saved(script).isEmpty)
        expect(script.request("report")?.first("report")?["after"], is: "3-2")
        script.answer(script.request("report"), with: page([Self.entries[2]], next: nil))
        expect(saved(script), is: [ClassReport(Self.entries)])
        script.receiveInput(.result(.done("Saved as a.csv")))
        expect(script.takeNews(), is: [.done("Saved as a.csv")])
    }

    @Test("a refusal, an unreadable answer, an endless answer and a lost connection are reported, and nothing is saved")
    func failures() {
        func news(_ change: (inout LiveScript) -> Void) -> [LiveNews] {
            var script = entered()
            script.receiveInput(.order(.saveReport("a.csv")))
            change(&script)
            #expect(saved(script).isEmpty)
            return script.takeNews()
        }
        let refusal = ClassError(.teacherNeeded)
        expect(
            news { script in
                guard let error = ActAnswer.refused(refusal).error else { return }
                script.refuse(script.request("report"), with: error)
            }, is: [.failure(refusal.words)])
        let unreadable = LiveNews.failure(
            "The results were not saved: the class control sent data that tvplay cannot read")
        expect(news { $0.answer($0.request("report"), with: nil) }, is: [unreadable])
        expect(news { $0.answer($0.request("report"), with: page([], next: "3-1")) }, is: [unreadable])
        let lost = LiveNews.failure("The results were not saved: the connection broke")
        #expect(
            news {
                $0.offline()
                $0.receiveInput(.order(.reconnect(true)))
                $0.online()
            }.contains(lost))
    }

    @Test("results are saved as CSV for spreadsheets or as JSON, and never replace a file")
    func files() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let report = ClassReport(Self.entries)
        let time = WallTime(milliseconds: 1_795_478_400_000)
        let day = time.text.prefix(10)
        let names = try (0..<2).map { _ in
            try ReportFile.save(report, to: nil, downloads: folder.path, at: time).dropFirst(folder.path.count)
        }
        expect(names, is: ["/class-report-\(day).csv", "/class-report-\(day)-2.csv"])
        let csv = try WholeFile.read(folder.path + names[0], limit: 10_000)
        expect(csv, is: Array(("\u{FEFF}" + report.csv()).utf8))
        let json = folder.path + "/a.JSON"
        try expect(ReportFile.save(report, to: json, at: time), is: json)
        try expect(WholeFile.read(json, limit: 10_000), is: report.json().bytes + [0x0A])
        #expect(throws: FileError("open", EEXIST, json)) { try ReportFile.save(report, to: json, at: time) }
        try expect(
            ReportFile.save(report, to: folder.path + "/", at: time),
            is: folder.path + "/class-report-\(day)-3.csv")
    }
}
