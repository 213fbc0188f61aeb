import Addresses
import ClassRules
import Classes
import Foundation
import HTTPServing
import TestSupport
import Testing

@testable import ClassKeeper

@Suite("The audience of a class's recordings")
struct RecordingAudienceTests {
    private typealias Script = ClassScript

    private func script(_ audience: RecordingAudience) -> ClassScript {
        var script = ClassScript.started()
        script.change { room, now in
            room.library = RecordingLibrary(folder: "/recordings", publicAddress: "https://class.test", key: [1])
            var plan = room.plan
            plan.audience = audience
            return room.change(to: plan, at: now)
        }
        _ = script.act(.record(true), Script.teacher)
        script.forget()
        script.change { $0.recordingBegan(at: $1) }
        return script
    }

    private static func places(_ script: ClassScript) -> [String] {
        script.told.compactMap { told in
            if case .recordingPlace(let place) = told.notice { told.to + " " + place } else { nil }
        }
    }

    @Test("the address of a recording for teachers reaches only teachers, even those who enter later")
    func teachers() {
        var script = script(.teachers)
        #expect(script.room.kept.state.live.isRecording && script.room.kept.state.live.recordings.isEmpty)
        let places = Self.places(script)
        expect(places.count, is: 1)
        #expect(places.allSatisfy { $0.hasPrefix("n-1@join.test/a https://class.test/recordings/") })
        script.forget()
        script.comes(Script.bert)
        expect(Self.places(script), is: [])
        script.goes("Wang")
        script.comes(Script.teacher)
        expect(Self.places(script), is: places)
    }

    @Test("a recording without an audience has no address")
    func none() {
        let script = script(.none)
        #expect(script.room.kept.state.live.isRecording && script.room.kept.state.live.recordings.isEmpty)
        expect(Self.places(script), is: [])
    }

    @Test("after the audience is reduced, people who enter receive no earlier addresses")
    func smaller() {
        var script = script(.everyone)
        func isKnown() -> Bool { script.room.kept.snapshot.contains { $0.contains("https://class.test/recordings/") } }
        #expect(isKnown())
        script.change { room, now in
            var plan = room.plan
            plan.audience = .teachers
            return room.change(to: plan, at: now)
        }
        #expect(!isKnown())
        expect(Self.places(script).count, is: 1)
    }

    @Test("the server applies the current audience of the class to each request")
    func served() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let id = "botany-2-1795478400000"
        let package = folder.appendingPathComponent(id)
        try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: package.appendingPathComponent(ClassPlace.manifest))
        let library = RecordingLibrary(folder: folder.path, publicAddress: "https://class.test", key: [1])
        let audiences = RecordingAudiences()
        func status(_ audience: RecordingAudience) throws -> Int? {
            let address = try #require(library.address(of: id, for: audience).flatMap { Address($0) })
            let target = try #require(HTTPTarget(address.path))
            return library.answer(HTTPServerRequest(.get, target), audiences)?.status
        }
        for (audience, expected) in [
            (RecordingAudience.everyone, [200, 200]), (.teachers, [404, 200]), (.none, [404, 404]),
        ] {
            audiences.set(audience, of: "botany-2")
            try expect([status(.everyone), status(.teachers)], is: expected)
        }
        expect(library.address(of: id, for: .none), is: nil)
    }
}
