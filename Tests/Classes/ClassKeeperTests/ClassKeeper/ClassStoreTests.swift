import ClassRules
import ClassWire
import Classes
import Encoding
import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import ClassKeeper

@Suite struct ClassStoreTests {
    private static let plan = ClassPlan(name: "botany", title: "Botany", allowsGuests: true)

    private func notice(_ text: String) -> ClassEvent { ClassEvent(.seconds(1), .notice(PostedNotice(text: text))) }

    private func withStore(_ body: (DatabaseFile) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try body(ClassSchema.file(in: folder.path))
    }

    private func withClass(_ body: (ClassStore) throws -> Void) throws {
        try withStore { file in
            let store = ClassStore(try file.open().database)
            try store.create(Self.plan, epoch: 7)
            try body(store)
        }
    }

    @Test("a stored class is loaded with its events, its rules and its place in the chain")
    func roundTrip() throws {
        try withStore { file in
            var chain = EventChain()
            let events = [notice("one"), notice("two")]
            var machine = ClassMachine()
            _ = machine.enter(ClassUser(id: "1", name: "Anna", role: .teacher), at: 5)
            do {
                let store = ClassStore(try file.open().database)
                try store.create(Self.plan, epoch: 7)
                try store.create(ClassPlan(name: "botany", title: "Other"), epoch: 8)
                try store.write([.turn(events.map { chain.append($0) }, machine.memory, nil)], to: "botany")
            }
            let store = ClassStore(try file.open().database)
            try expect(store.plans(), is: [Self.plan])
            let stored = try #require(try store.load("botany"))
            expect(stored.header, is: ClassHeader(title: "Botany", epoch: 7))
            #expect(stored.memory.isKept(as: machine.memory))
            expect(stored.events, is: events)
            expect(stored.chain, is: chain)
            try expect(store.load("zoology"), is: nil)
            let changed = ClassPlan(name: "botany", title: "Plants", isOver: true)
            try store.change(changed)
            try expect(store.plans(), is: [changed])
        }
    }

    @Test("a shortened class is loaded as its shortened events and all later ones")
    func shortened() throws {
        try withClass { store in
            var chain = EventChain()
            try store.write(
                [.turn([chain.append(notice("one")), chain.append(notice("two"))], nil, nil)], to: "botany")
            try store.write([.shorten([notice("two")], chain)], to: "botany")
            try store.write([.turn([chain.append(notice("three"))], nil, nil)], to: "botany")
            let stored = try #require(try store.load("botany"))
            expect(stored.events, is: [notice("two"), notice("three")])
            expect(stored.chain, is: chain)
            expect(stored.shortened, is: 2)
            try expect(store.lines(of: "botany").count, is: 3)
            try expect(store.lines(of: "botany", after: 2).count, is: 1)
        }
    }

    @Test("only the acting person finds an act's answer, and a failed write stores nothing")
    func acts() throws {
        try withClass { store in
            var chain = EventChain()
            let first = chain.append(notice("one"))
            let record = ActRecord(user: "1", id: "a1", answer: .done(1))
            try store.write([.turn([first], nil, record)], to: "botany")
            try expect(store.answer(to: "a1", by: "1", in: "botany"), is: .done(1))
            try expect(store.answer(to: "a1", by: "2", in: "botany"), is: nil)
            try expect(store.answer(to: "a1", by: "1", in: "zoology"), is: nil)
            // Another event already has this number.
            let second = ActRecord(user: "1", id: "a2", answer: .done(1))
            #expect(throws: StorageError.self) { try store.write([.turn([first], nil, second)], to: "botany") }
            try expect(store.answer(to: "a2", by: "1", in: "botany"), is: nil)
            // The same act ID from another person is another act.
            try store.write([.turn([], nil, ActRecord(user: "2", id: "a1", answer: .done(7)))], to: "botany")
            try expect(store.answer(to: "a1", by: "2", in: "botany"), is: .done(7))
        }
    }

    @Test("a log with a gap between its events is reported as damaged and is not loaded")
    func damaged() throws {
        try withStore { file in
            let database = try file.open().database
            let store = ClassStore(database)
            try store.create(Self.plan, epoch: 0)
            var chain = EventChain()
            let events = [chain.append(notice("one")), chain.append(notice("two"))]
            try store.write([.turn(events, nil, nil)], to: "botany")
            try database.run("DELETE FROM event WHERE number = 1")
            #expect(throws: StorageError.self) { try store.load("botany") }
        }
    }

    @Test("codes are kept until they are removed, and the use of a revoked code does not restore it")
    func codes() throws {
        try withClass { store in
            try store.set("ABC", to: .integer(1))
            try store.set("ABC", to: .integer(2))
            try store.set("DEF", to: .integer(3))
            try store.set("DEF", to: nil)
            try store.admit([], codes: ["DEF": .integer(9), "ABC": .integer(4)])
            try expect(store.codes(), is: ["ABC": .integer(4)])
        }
    }

    @Test("people with tickets have their newest name, and an expelled person stays expelled")
    func people() throws {
        try withClass { store in
            let anna = ClassUser(id: "1", name: "Anna")
            try store.admit([("botany", ClassPerson(anna)), ("zoology", ClassPerson(anna))], codes: [:])
            try store.write([.exclude(person: "1")], to: "botany")
            let renamed = ClassUser(id: "1", name: "Ann", role: .teacher)
            try store.admit([("botany", ClassPerson(renamed))], codes: [:])
            try expect(store.people(of: "botany"), is: [ClassPerson(renamed, isExcluded: true)])
            try expect(store.people(of: "zoology"), is: [ClassPerson(anna)])
        }
    }

    // MARK: Results

    private static let anna = ClassUser(id: "2", name: "Anna")
    private static let survey = Survey(
        id: "q", question: "Which?", options: ["A", "B"].map { .init(key: $0, text: "", isCorrect: $0 == "B") })

    private func keep(_ results: ResultWrite..., in store: ClassStore) throws {
        try store.write(results.map { .result($0) }, to: "botany")
    }

    @Test("a person's stays follow one another, and none ends before its start")
    func stays() throws {
        try withClass { store in
            try keep(.enter(Self.anna, at: 10), .enter(Self.anna, at: 20), .leave("2", at: 30), in: store)
            try keep(.leave("2", at: 40), .enter(Self.anna, at: 50), in: store)
            try expect(store.attending("botany"), is: ["2"])
            try expect(
                store.report(of: "botany", now: 70).stays,
                is: [
                    .init(Self.anna, joined: 10, left: 30, isPresent: false),
                    .init(Self.anna, joined: 50, left: 70, isPresent: true),
                ])
            try expect(store.report(of: "botany", now: 60, isRunning: false).stays.last?.isPresent, is: false)
            try keep(.leaveAll(at: 5), in: store)
            try expect(store.report(of: "botany", now: 70).stays.last?.left, is: 50)
            try expect(store.attending("botany"), is: [])
            try expect(store.report(of: "zoology", now: 70), is: ClassReport())
        }
    }

    @Test("an answer belongs to the newest quiz with its ID, and an answer without a quiz is skipped")
    func answers() throws {
        try withClass { store in
            let answer = SurveyAnswer(id: "q", keys: ["B"])
            try keep(.answer(Self.anna, answer, .right, at: 1), .quiz(Self.survey, at: 2), in: store)
            try keep(.quiz(Self.survey, at: 3), .answer(Self.anna, answer, .right, at: 4), in: store)
            let report = try store.report(of: "botany", now: 9)
            expect(report.quizzes.map(\.opened), is: [2, 3])
            expect(report.quizzes[1].survey, is: Self.survey)
            expect(
                report.answers, is: [.init(Self.anna, quiz: report.quizzes[1].number, time: 4, keys: ["B"], .right)])
        }
    }

    @Test("a message is stored once until it is removed, and the archive's newest message is known")
    func messages() throws {
        try withClass { store in
            let lines = ["m1", "m2", "2/own"].map { ClassReport.Line(id: $0, Self.anna, time: 7, text: "text \($0)") }
            try keep(.chat(lines), .chat(lines), in: store)
            try expect(store.report(of: "botany", now: 9).lines, is: lines)
            try expect(store.lastMessage(of: "botany"), is: "m2")
            try keep(.removeMessage("m2"), in: store)
            try expect(store.report(of: "botany", now: 9).lines.map(\.id), is: ["m1", "2/own"])
            try expect(store.lastMessage(of: "botany"), is: "m1")
            try expect(store.lastMessage(of: "zoology"), is: nil)
        }
    }

    @Test("results of any size are read in parts, starting after any entry")
    func parts() throws {
        try withClass { store in
            try keep(.enter(Self.anna, at: 1), in: store)
            let lines = (0..<1_200).map { ClassReport.Line(id: "m\($0)", Self.anna, time: 7, text: "") }
            try keep(.chat(lines), in: store)
            try expect(store.report(of: "botany", now: 9).lines, is: lines)
            let first = try store.results(of: "botany", after: .init(), now: 9)
            expect(first.count, is: 1)
            let place = try #require(ClassStore.ResultPlace(first[0].place.text))
            expect(place, is: first[0].place)
            let next = try store.results(of: "botany", after: place, now: 9)
            #expect(next.count < 1_200 && next.first?.entry.line == lines[0])
            for wrong in ["", "4-1", "-1-1", "x", "1", "1-x", "1-2-3"] {
                expect(ClassStore.ResultPlace(wrong), is: nil)
            }
        }
    }

    @Test("a store of an earlier version keeps its classes, and its results start with the next stay")
    func olderStore() throws {
        try withStore { file in
            let older = DatabaseFile(
                folder: file.folder, name: file.name, migrations: Array(ClassSchema.migrations.prefix(1)))
            var chain = EventChain()
            do {
                let store = ClassStore(try older.open().database)
                try store.create(Self.plan, epoch: 7)
                try store.write([.turn([chain.append(notice("one"))], nil, nil)], to: "botany")
                try store.admit([("botany", ClassPerson(Self.anna))], codes: [:])
            }
            let store = ClassStore(try file.open().database)
            try expect(store.plans(), is: [Self.plan])
            let stored = try #require(try store.load("botany"))
            expect(stored.events, is: [notice("one")])
            expect(stored.chain, is: chain)
            try expect(store.people(of: "botany"), is: [ClassPerson(Self.anna)])
            try expect(store.report(of: "botany", now: 9), is: ClassReport())
            try expect(store.lastRunning(), is: nil)
            try keep(.enter(Self.anna, at: 5), in: store)
            try store.noteRunning(at: 8)
            try expect(store.lastRunning(), is: 8)
            try expect(store.report(of: "botany", now: 9).stays.count, is: 1)
        }
    }

    @Test("a secret is created once and then reused")
    func secrets() throws {
        try withStore { file in
            let first = try ClassStore(try file.open().database).secret("guest")
            expect(first.count, is: 64)
            try expect(ClassStore(try file.open().database).secret("guest"), is: first)
            #expect(try ClassStore(try file.open().database).secret("other") != first)
        }
    }
}
