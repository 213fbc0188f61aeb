import PlayCore
import Rooms
import Testing

@Suite struct RoomLifecycleTests {
    private let failure = RoomError(.requestFailed, "no connection", in: "room")

    @Test("ROOM-01, ROOM-14, ROOM-18: entering loads, and says once whether it worked")
    func enter() {
        var room = RoomLifecycle()
        #expect(room.takesOptions)
        #expect(!room.isLoading)
        #expect(room.enter() == .load(attempt: 1))
        #expect(room.isLoading)
        #expect(!room.takesOptions)
        #expect(room.enter() == .none)
        #expect(room.loaded(nil, attempt: 1) == .didEnter(nil))
        #expect(!room.isLoading)
        #expect(room.loaded(nil, attempt: 1) == .none)
    }

    @Test("ROOM-18, ROOM-20: what failed can be tried again")
    func failedEnter() {
        var room = RoomLifecycle()
        _ = room.enter()
        #expect(room.loaded(failure, attempt: 1) == .didEnter(failure))
        #expect(room.phase == .failed(failure))
        #expect(!room.isLoading)
        #expect(room.reload() == .load(attempt: 2))
        #expect(room.loaded(nil, attempt: 2) == .didEnter(nil))
    }

    @Test("ROOM-20: reloading keeps what is there until the new is, and when it cannot be had")
    func reload() {
        var room = RoomLifecycle()
        #expect(room.reload() == .none)
        _ = room.enter()
        _ = room.loaded(nil, attempt: 1)
        #expect(room.reload() == .load(attempt: 2))
        #expect(room.isLoading)
        #expect(room.loaded(nil, attempt: 1) == .none)
        #expect(room.loaded(failure, attempt: 2) == .didReload(failure))
        #expect(room.phase == .entered)
    }

    @Test("ROOM-19: leaving is said once, and nothing comes after it")
    func exit() {
        var room = RoomLifecycle()
        _ = room.enter()
        #expect(room.exit() == .didExit(nil))
        #expect(room.exit(failure) == .none)
        #expect(room.loaded(nil, attempt: 1) == .none)
        #expect(room.phase == .exited(nil))
        #expect(room.enter() == .none)
        #expect(room.reload() == .none)
        var other = RoomLifecycle()
        #expect(other.exit(failure) == .didExit(failure))
    }

    @Test("ROOM-19: who may no longer attend exits with the reason when it is loaded anew, or its time is over; once")
    func exitWithError() {
        for code in [PlayErrorCode.invalidTime, .invalidAccessKey] {
            let reason = RoomError(code, "no longer", in: "room")
            var room = RoomLifecycle()
            #expect(room.expire(reason) == .none)
            _ = room.enter()
            #expect(room.expire(reason) == .none)
            #expect(room.phase == .loading)
            // Not entered yet: it can be tried again.
            #expect(room.loaded(reason, attempt: 1) == .didEnter(reason))
            _ = room.reload()
            _ = room.loaded(nil, attempt: 2)
            _ = room.reload()
            #expect(room.loaded(reason, attempt: 3) == .didExit(reason))
            #expect(room.phase == .exited(reason))
            #expect(room.reload() == .none)
            #expect(room.expire(reason) == .none)
            var other = RoomLifecycle()
            _ = other.enter()
            _ = other.loaded(nil, attempt: 1)
            #expect(other.expire(reason) == .didExit(reason))
        }
    }

    @Test("ROOM-04, ROOM-21, ROOM-22: a merged room goes from slice to slice on one axis")
    func mixed() throws {
        let slices = [60, 0, 30].map { MixedRoom.Slice(room: "\($0)", duration: .seconds($0)) }
        var room = try MixedRoom(slices, in: "mix")
        #expect(room.duration == .seconds(90))
        #expect(room.move(to: .seconds(59)) == .load(0))
        #expect(room.move(to: .seconds(59)) == .none)
        #expect(room.didLoad(0, error: nil) == .didLoad(0, nil))
        #expect(room.place(of: .seconds(70)).slice == 2)
        #expect(room.place(of: .seconds(70)).position == .seconds(10))
        #expect(room.place(of: .seconds(500)).slice == 2)
        #expect(room.move(to: .seconds(70)) == .load(2))
        #expect(!room.isLoaded)
        // A load that nobody waits for any more.
        #expect(room.didLoad(0, error: nil) == .none)
        #expect(room.didLoad(2, error: failure) == .didLoad(2, failure))
        #expect(room.failure == failure)
        #expect(room.reload() == .load(2))
        #expect(room.didLoad(2, error: nil) == .didLoad(2, nil))
        #expect(room.isLoaded)
        #expect(throws: RoomError.self) { try MixedRoom([], in: "mix") }
    }

    @Test("ROOM-05: an album begins where one wants, and goes to an item that there is; an empty one is error 1070")
    func album() throws {
        let items = ["a", "b"].map { AlbumRoom.Item(id: $0, room: $0 + "/room.json") }
        var album = try AlbumRoom(items, id: "x", initialAlbumIndex: 1)
        #expect(album.current.id == "b")
        album.choose(0)
        #expect(album.current.id == "a")
        album.choose(2)
        #expect(album.current.id == "a", "there is no such item")
        let far = try AlbumRoom(items, id: "x", initialAlbumIndex: 9)
        #expect(far.index == 1)
        #expect(throws: RoomError(.invalidAlbum, "the album is empty", in: "x")) { try AlbumRoom([], id: "x") }
        #expect(PlayErrorCode.invalidAlbum.rawValue == 1070)
    }
}
