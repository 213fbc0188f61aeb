import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassLifecycleTests {
    private let failure = ClassReadError(.requestFailed, "no connection", in: "room")

    @Test("ROOM-01, ROOM-14, ROOM-18: entering loads the room, and reports the result once")
    func enter() {
        var room = ClassLifecycle()
        #expect(room.takesOptions)
        #expect(!room.isLoading)
        expect(room.enter(), is: .load(attempt: 1))
        #expect(room.isLoading)
        #expect(!room.takesOptions)
        expect(room.enter(), is: .none)
        expect(room.loaded(nil, attempt: 1), is: .didEnter(nil))
        #expect(!room.isLoading)
        expect(room.loaded(nil, attempt: 1), is: .none)
    }

    @Test("ROOM-18, ROOM-20: a failed entry can be retried")
    func failedEnter() {
        var room = ClassLifecycle()
        _ = room.enter()
        expect(room.loaded(failure, attempt: 1), is: .didEnter(failure))
        expect(room.phase, is: .failed(failure))
        #expect(!room.isLoading)
        expect(room.reload(), is: .load(attempt: 2))
        expect(room.loaded(nil, attempt: 2), is: .didEnter(nil))
    }

    @Test("ROOM-20: a reload keeps the old content until the new one is loaded, or for good if loading fails")
    func reload() {
        var room = ClassLifecycle()
        expect(room.reload(), is: .none)
        _ = room.enter()
        _ = room.loaded(nil, attempt: 1)
        expect(room.reload(), is: .load(attempt: 2))
        #expect(room.isLoading)
        expect(room.loaded(nil, attempt: 1), is: .none)
        expect(room.loaded(failure, attempt: 2), is: .didReload(failure))
        expect(room.phase, is: .entered)
    }

    @Test("ROOM-19: leaving is reported once, and no event follows")
    func exit() {
        var room = ClassLifecycle()
        _ = room.enter()
        expect(room.exit(), is: .didExit(nil))
        expect(room.exit(failure), is: .none)
        expect(room.loaded(nil, attempt: 1), is: .none)
        expect(room.phase, is: .exited(nil))
        expect(room.enter(), is: .none)
        expect(room.reload(), is: .none)
        var other = ClassLifecycle()
        expect(other.exit(failure), is: .didExit(failure))
    }

    @Test("ROOM-19: a viewer whose access ends exits with the reason, once, at a reload or at the expiry")
    func exitWithError() {
        for code in [PlayErrorCode.invalidTime, .invalidAccessKey] {
            let reason = ClassReadError(code, "no longer", in: "room")
            var room = ClassLifecycle()
            expect(room.expire(reason), is: .none)
            _ = room.enter()
            expect(room.expire(reason), is: .none)
            expect(room.phase, is: .loading)
            // The class has not been entered, so entering can be retried.
            expect(room.loaded(reason, attempt: 1), is: .didEnter(reason))
            _ = room.reload()
            _ = room.loaded(nil, attempt: 2)
            _ = room.reload()
            expect(room.loaded(reason, attempt: 3), is: .didExit(reason))
            expect(room.phase, is: .exited(reason))
            expect(room.reload(), is: .none)
            expect(room.expire(reason), is: .none)
            var other = ClassLifecycle()
            _ = other.enter()
            _ = other.loaded(nil, attempt: 1)
            expect(other.expire(reason), is: .didExit(reason))
        }
    }

    @Test("ROOM-04, ROOM-21, ROOM-22: a merged room moves from slice to slice on one axis")
    func mixed() throws {
        let slices = [60, 0, 30].map { MixedClass.Slice(room: "\($0)", duration: .seconds($0)) }
        var room = try MixedClass(slices, in: "mix")
        expect(room.duration, is: .seconds(90))
        expect(room.move(to: .seconds(59)), is: .load(0))
        expect(room.move(to: .seconds(59)), is: .none)
        expect(room.didLoad(0, error: nil), is: .didLoad(0, nil))
        expect(room.place(of: .seconds(70)).slice, is: 2)
        expect(room.place(of: .seconds(70)).position, is: .seconds(10))
        expect(room.place(of: .seconds(500)).slice, is: 2)
        expect(room.move(to: .seconds(70)), is: .load(2))
        #expect(!room.isLoaded)
        expect(room.didLoad(0, error: nil), is: .none)
        expect(room.didLoad(2, error: failure), is: .didLoad(2, failure))
        expect(room.failure, is: failure)
        expect(room.reload(), is: .load(2))
        expect(room.didLoad(2, error: nil), is: .didLoad(2, nil))
        #expect(room.isLoaded)
        #expect(throws: ClassReadError.self) { try MixedClass([], in: "mix") }
    }

    @Test("ROOM-05: an album starts at the requested item and moves to existing ones, and an empty one is error 1070")
    func album() throws {
        let items = ["a", "b"].map { AlbumClass.Item(id: $0, room: $0 + "/room.json") }
        var album = try AlbumClass(items, id: "x", initialAlbumIndex: 1)
        expect(album.current.id, is: "b")
        album.choose(0)
        expect(album.current.id, is: "a")
        album.choose(2)
        expect(album.current.id, is: "a", "there is no such item")
        let far = try AlbumClass(items, id: "x", initialAlbumIndex: 9)
        expect(far.index, is: 1)
        #expect(throws: ClassReadError(.invalidAlbum, "the album is empty", in: "x")) { try AlbumClass([], id: "x") }
        expect(PlayErrorCode.invalidAlbum.rawValue, is: 1070)
    }
}
