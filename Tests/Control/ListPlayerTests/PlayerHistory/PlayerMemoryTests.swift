import Foundation
import History
import MediaSources
import PlayCore
import PlaybackModel
import Storage
import TestSupport
import Testing

@testable import ListPlayer
@testable import Playback

/// The memory of the player from one run to the next, without a player.
@Suite(.timeLimit(.minutes(10))) struct PlayerMemoryTests {
    private static let film = Video(location: "/films/a.mp4")
    private static let length = MediaTime.seconds(10)

    /// A folder of state for several runs, removed with this object.
    private final class State {
        let url: URL
        init() throws { url = try BuiltProgram.temporaryFolder() }
        deinit { BuiltProgram.remove(url) }

        func memory(_ rules: MemoryRules = State.rules) -> PlayerMemory {
            let memory = PlayerMemory(
                file: HistorySchema.file(in: url.path), usesTraceID: false, wakeUp: WakeUp())
            memory.rules = { _ in rules }
            return memory
        }

        /// The location and position of each record.
        var records: [String] {
            get throws {
                let storage = StorageThread(HistorySchema.file(in: url.path))
                defer { storage.close(within: .seconds(60)) }
                return try storage.perform(within: .seconds(60)) { database throws(StorageError) in
                    try ResumeStore(database).records().map { "\($0.key.text) \($0.position.wholeSeconds)" }
                }
            }
        }

        var history: [String] {
            get throws {
                let storage = StorageThread(HistorySchema.file(in: url.path))
                defer { storage.close(within: .seconds(60)) }
                return try storage.perform(within: .seconds(60)) { database throws(StorageError) in
                    try HistoryStore(database).rows().map { $0.key.text }
                }
            }
        }

        /// Rules by which an item counts as finished only at its very end.
        static var rules: MemoryRules {
            var rules = MemoryRules()
            rules.ignoredTail = .zero
            return rules
        }
    }

    private static var basic: BasicSessionProvider {
        BasicSessionProvider { source in
            SessionInput(name: source.location) { _ throws(ByteSourceError) in
                throw ByteSourceError(.notFound, operation: "open", context: source.location)
            }
        }
    }

    private static func plan(_ video: Video, _ memory: PlayerMemory) throws -> SessionPlan {
        try ProviderChain(basic, [memory.link]).plan(for: video)
    }

    private static func snapshot(at position: MediaTime, _ status: PlayStatus = .paused) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        snapshot.canSeek = true
        snapshot.duration = length
        snapshot.clock = ClockReading(
            position: position, hostTime: SystemClock().now, rate: .normal, isRunning: false)
        return snapshot
    }

    /// Plays a video from its beginning and leaves it at a position.
    private static func play(
        _ video: Video = film, to position: MediaTime, _ memory: PlayerMemory, _ last: PlayStatus = .paused
    ) throws {
        let session = PlaybackSession(number: 1, plan: try plan(video, memory)) { _ in 0 }
        memory.didAdvance(to: session)
        memory.look(at: snapshot(at: .zero))
        memory.willDiscard(session, last: snapshot(at: position, last), at: position)
        memory.close()
    }

    @Test("PLAY-15, PLAY-16: an item resumes in the next run where it was left, with a single notice")
    func resumes() throws {
        let state = try State()
        try Self.play(to: .seconds(4), state.memory())
        try expect(state.records.count, is: 1)
        let memory = state.memory()
        defer { memory.close() }
        var resumed: [MediaTime] = []
        memory.onResume = { resumed.append($0) }
        let plan = try Self.plan(Self.film, memory)
        expect(plan.options.start, is: .absolute(.seconds(4)))
        memory.didAdvance(to: PlaybackSession(number: 1, plan: plan) { _ in 0 })
        #expect(resumed.isEmpty)
        for _ in 0..<2 { memory.look(at: Self.snapshot(at: .seconds(4))) }
        expect(resumed, is: [.seconds(4)])
    }

    @Test("PLAY-10, PLAY-15: without resuming or with its own start an item starts elsewhere and keeps its record")
    func notResumed() throws {
        let state = try State()
        try Self.play(to: .seconds(4), state.memory())
        var rules = State.rules
        rules.resumes = false
        let memory = state.memory(rules)
        try expect(Self.plan(Self.film, memory).options.start, is: nil)
        memory.close()
        rules = State.rules
        rules.start = .seconds(2)
        rules.savesPosition = false
        let other = state.memory(rules)
        try expect(Self.plan(Self.film, other).options.start, is: nil)
        try Self.play(to: .seconds(6), other)
        try expect(state.records.map { $0.hasSuffix(" 4") }, is: [true])
    }

    @Test("PLAY-17: the end of an item removes its record")
    func end() throws {
        let state = try State()
        try Self.play(to: .seconds(4), state.memory())
        try Self.play(to: Self.length, state.memory(), .reachEnd)
        #expect(try state.records == [] && state.history.count == 1)
    }

    @Test("--no-history leaves no trace of played items")
    func noHistory() throws {
        let state = try State()
        var rules = State.rules
        rules.keepsHistory = false
        try Self.play(to: .seconds(4), state.memory(rules))
        #expect(try state.records == [] && state.history == [])
    }

    @Test(
        "a path of the kernel's has no position and no place in the history",
        arguments: ["/dev/fd/63", "/proc/self/fd/63"])
    func unrecorded(_ location: String) throws {
        let state = try State()
        try Self.play(Video(location: location), to: .seconds(4), state.memory())
        #expect(try state.records == [] && state.history == [])
    }

    @Test("a live stream is in the history without a position and loses an earlier one")
    func live() throws {
        let state = try State()
        try Self.play(to: .seconds(4), state.memory())
        try expect(state.records.count, is: 1)
        let memory = state.memory()
        var resumed: [MediaTime] = []
        memory.onResume = { resumed.append($0) }
        let plan = try Self.plan(Self.film, memory)
        #expect(plan.options.isStartRemembered)
        let session = PlaybackSession(number: 1, plan: plan) { _ in 0 }
        memory.didAdvance(to: session)
        var snapshot = Self.snapshot(at: .seconds(7))
        snapshot.liveState = LiveState(edge: snapshot.clock, windowLength: .seconds(60))
        memory.look(at: snapshot)
        // At its end the stream is no longer live, but its position still belongs to the window.
        snapshot.liveState = nil
        memory.willDiscard(session, last: snapshot, at: .seconds(7))
        memory.close()
        #expect(resumed.isEmpty)
        #expect(try state.records == [] && state.history.count == 1)
    }

    @Test("a picture is in the history without a position")
    func picture() throws {
        let state = try State()
        let memory = state.memory()
        memory.didAdvance(to: PlaybackSession(number: 1, plan: try Self.plan(Self.film, memory)) { _ in 0 })
        var snapshot = Self.snapshot(at: .seconds(4))
        snapshot.canSeek = false
        memory.look(at: snapshot)
        memory.close()
        #expect(try state.records == [] && state.history.count == 1)
    }

    @Test("two players at the same time both store their positions")
    func twoPlayers() throws {
        let state = try State()
        let memories = [state.memory(), state.memory()]
        try Self.play(to: .seconds(4), memories[0])
        try Self.play(Video(location: "/films/b.mp4"), to: .seconds(5), memories[1])
        try expect(Set(state.records.map { $0.suffix(1) }), is: ["4", "5"])
    }

    @Test("a damaged memory is put aside with a notice and created again")
    func damaged() throws {
        let state = try State()
        let file = state.url.appendingPathComponent("tvplay.db").path
        try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: file))
        let memory = state.memory()
        var notices: [String] = []
        memory.onNotice = { notices.append($0) }
        try expect(Self.plan(Self.film, memory).options.start, is: nil)
        memory.deliver()
        #expect(notices.count == 1 && notices[0].contains("The history database was damaged"))
        try Self.play(to: .seconds(4), memory)
        try expect(state.records.count, is: 1)
        expect(FileManager.default.contents(atPath: file + ".damaged"), is: Data(repeating: 0x41, count: 9000))
    }

    @Test("without a folder of state a notice is shown and items start at their beginning")
    func noFolder() throws {
        let memory = PlayerMemory(
            file: HistorySchema.file(in: "/proc/nowhere"), usesTraceID: false, wakeUp: WakeUp())
        memory.rules = { _ in State.rules }
        var notices: [String] = []
        memory.onNotice = { notices.append($0) }
        try expect(Self.plan(Self.film, memory).options.start, is: nil)
        memory.deliver()
        #expect(notices.count == 1 && notices[0].contains("Cannot save positions and history"))
        memory.close()
    }

    @Test("PLAY-15: an item chosen from the history starts once at the position of its row")
    func chosen() throws {
        let state = try State()
        let memory = state.memory()
        memory.start(Self.film.id, at: .seconds(7))
        let plan = try Self.plan(Self.film, memory)
        expect(plan.options.start, is: .absolute(.seconds(7)))
        try expect(Self.plan(Video(location: "/films/b.mp4"), memory).options.start, is: nil)
        memory.didAdvance(to: PlaybackSession(number: 1, plan: plan) { _ in 0 })
        try expect(Self.plan(Self.film, memory).options.start, is: nil)
        memory.close()
    }
}
