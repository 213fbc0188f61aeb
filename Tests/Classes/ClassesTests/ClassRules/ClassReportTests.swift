import ClassRules
import Classes
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing

@Suite struct ClassReportTests {
    private static let start: Int64 = 1_795_478_400_000
    private static let anna = ClassUser(id: "2", name: "Anna")
    private static let bert = ClassUser(id: "3", name: "Bert \"B\", 4a")

    private static var report: ClassReport {
        let options = ["A": "red", "B": "green"].sorted { $0.key < $1.key }.map { key, text in
            Survey.Option(key: key, text: text, isCorrect: key == "B")
        }
        return ClassReport([
            .init(stay: .init(anna, joined: start, left: start + 600_000, isPresent: false)),
            .init(stay: .init(bert, joined: start + 1_000, left: start + 61_000, isPresent: true)),
            .init(stay: .init(anna, joined: start + 700_000, left: start + 820_000, isPresent: false)),
            .init(quiz: .init(number: 7, opened: start, Survey(id: "q", question: "Which?", options: options))),
            .init(answer: .init(anna, quiz: 7, time: start + 5_000, keys: ["A", "B"], .wrong)),
            .init(answer: .init(bert, quiz: 8, time: start, keys: ["A"], .right)),
            .init(line: .init(id: "m", bert, time: start + 9_000, text: "one\ntwo")),
        ])
    }

    private static func time(_ seconds: Int64) -> String {
        let part = seconds % 60
        return WallTime(milliseconds: start + seconds * 1000).text + (part < 10 ? ":0" : ":") + "\(part)"
    }

    @Test("attendance has a row for each stay, with its minutes and those of the person, and no end while present")
    func attendance() {
        let lines = Self.report.csv([.attendance]).components(separatedBy: "\r\n")
        expect(
            lines,
            is: [
                "name,role,id,joined,left,minutes,totalMinutes",
                "Anna,student,2,\(Self.time(0)),\(Self.time(600)),10,12",
                "Anna,student,2,\(Self.time(700)),\(Self.time(820)),2,12",
                "\"Bert \"\"B\"\", 4a\",student,3,\(Self.time(1)),,1,1", "",
            ])
    }

    @Test("answers have the question and the chosen options, and an answer without its quiz is skipped")
    func answers() {
        let lines = Self.report.csv([.answers]).components(separatedBy: "\r\n")
        expect(
            lines,
            is: [
                "name,role,id,time,quiz,question,chosen,answer,result",
                "Anna,student,2,\(Self.time(5)),\(Self.time(0)),Which?,A B,red; green,wrong", "",
            ])
    }

    @Test("all parts are one table whose first column names the part, and every row has every column")
    func all() {
        let text = Self.report.csv()
        #expect(text.hasPrefix("record,name,role,id,joined,left,minutes,totalMinutes,time,"))
        #expect(text.contains("\r\nchat,") && text.contains("\r\nattendance,") && text.contains("\r\nanswers,"))
        #expect(text.contains("\"one\ntwo\"\r\n"))
        let columns = text.prefix { $0 != "\r\n" }.count { $0 == "," }
        let row = text.components(separatedBy: "\r\n").first { $0.hasPrefix("answers,") } ?? ""
        expect(row.count { $0 == "," }, is: columns)
    }

    @Test(
        "a text that starts like a formula gets an apostrophe, and control characters do not reach a terminal",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1", "' =1"), ("\ta", "' a"),
            ("\u{1B}]0;x\u{7}=1", "]0;x=1"), ("\u{200F}=1", "'=1"), ("a=1", "a=1"), ("\n=1", "\"'\n=1\""),
            ("\r=1", "\"'\n=1\""), ("a\rb", "\"a\nb\""), ("=1,2", "\"'=1,2\""), ("", ""),
        ])
    func cells(_ text: String, _ cell: String) {
        let line = ClassReport.Line(id: "m", Self.anna, time: Self.start, text: text)
        let csv = ClassReport([.init(line: line)]).csv([.chat])
        expect(csv, is: "name,role,id,time,text\r\nAnna,student,2,\(Self.time(0)),\(cell)\r\n")
    }

    @Test("JSON has an object for each row, with times in milliseconds and without missing values")
    func json() throws {
        let rows = try #require(Self.report.json([.attendance, .chat]).items)
        expect(rows.map { $0["record"]?.text }, is: ["attendance", "attendance", "attendance", "chat"])
        expect(rows[0]["joined"], is: .integer(Self.start))
        expect(rows[0]["totalMinutes"], is: .integer(12))
        #expect(rows[2]["left"] == nil && rows[2]["text"] == nil)
        expect(rows[3]["text"], is: .string("one\ntwo"))
        let answers = try #require(Self.report.json([.answers]).items)
        expect(answers.map { $0["chosen"] }, is: [.list([.string("A"), .string("B")])])
        expect(answers[0]["record"], is: nil)
    }

    @Test("only teachers may read the results")
    func rights() {
        expect(ClassReport.refusal(to: .teacher), is: nil)
        for role in [ClassRole.assistant, .student, .guest] {
            expect(ClassReport.refusal(to: role), is: ClassError(.teacherNeeded))
        }
        expect(ClassReport.refusal(to: nil), is: ClassError(.notPresent))
    }
}
