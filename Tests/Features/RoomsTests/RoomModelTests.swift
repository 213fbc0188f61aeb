import PlayCore
import Rooms
import Testing

/// OBS-05, OBS-08: observing rooms.
@Suite struct RoomModelTests {
    private func session(_ change: (inout RoomInfo) -> Void = { _ in }) -> RoomSession {
        var info = RoomInfo(playbackID: "p")
        info.title = "Algebra"
        change(&info)
        let events = [
            RoomEvent(.zero, .users([RoomUser(id: "t", name: "T")], total: 1)),
            RoomEvent(.seconds(5), .presenter("t")), RoomEvent(.seconds(6), .chatCleared),
        ]
        return RoomSession(RoomContents(info: info, events: events).loaded().room)
    }

    @Test("OBS-05: before the room is entered there is nothing to observe but the room itself; after it there is")
    func tooEarly() {
        let model = RoomModel()
        var entered = 0
        model.didEnter.observe { error in
            #expect(error == nil)
            entered += 1
            return .keep
        }
        var isLoading: [Bool] = []
        model.loading.observe(options: [.new]) { new, _, _ in
            isLoading.append(new)
            return .keep
        }
        model.take(RoomSnapshot(phase: .loading))
        var calls = 0
        #expect(
            model.observe(\.room) { _, _ in
                calls += 1
                return .keep
            } == nil)
        var session = session()
        model.take(session.snapshot(phase: .entered))
        model.didEnter.send(nil)
        #expect(entered == 1 && isLoading == [true, false] && calls == 0)
        var presenters: [String?] = []
        let token = model.observe(\.room) { new, _ in
            presenters.append(new.presenterID)
            return .keep
        }
        #expect(token != nil)
        session.move(to: .seconds(5))
        model.take(session.snapshot(phase: .entered))
        // Nothing of it has changed.
        session.move(to: .milliseconds(5_500))
        model.take(session.snapshot(phase: .entered))
        #expect(presenters == [nil, "t"])
        model.take(RoomSnapshot(phase: .exited(nil)))
        #expect(model.viewModels == nil)
    }

    @Test("OBS-08: view models that the recording does without are nil, and observing them observes nothing")
    func absent() {
        let model = RoomModel()
        let session = session {
            $0.isShowUserList = false
            $0.isShowChatList = false
        }
        model.take(session.snapshot(phase: .entered))
        #expect(model.viewModels?.users == nil && model.viewModels?.messages == nil)
        #expect(model.viewModels?.room != nil)
        #expect(model.observe(\.users) { _, _ in .keep } == nil)
    }
}
