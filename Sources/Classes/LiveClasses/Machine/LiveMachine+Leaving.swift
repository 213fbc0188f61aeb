import ClassRules
import Classes
import PlayCore
import Signalling
import XML

/// A teacher may end the class. Then the viewer leaves the room and the connection closes.
extension LiveMachine {
    private static let leaveLimit = HostTime.milliseconds(1500)

    /// - Parameter endsClass: whether to end the class for everyone, if the rules allow it.
    mutating func leave(endsClass: Bool = false, at now: HostTime) {
        switch stage {
        case .inside, .returning: break
        case .entering, .lost: return end(nil)
        case .leaving, .over: return
        }
        cancelUpload()
        terminal = nil
        acts = []
        let ends = endsClass && view.isTeacher && view.live.isInProgress && view.link == .online && stage == .inside
        if ends, view.machine.refusal(of: .start(false), by: view.me.id, at: view.clock.time(at: now)) == nil {
            acts.append(OpenAct(id: nextID(), wish: .start(false)))
            sendAct(at: 0, now)
            stage = .leaving(until: now + Self.leaveLimit)
        } else {
            stage = .leaving(until: now)
            finishLeaving()
        }
    }

    mutating func finishLeaving() {
        guard case .leaving = stage else { return }
        if let stanza = occupancy?.leave() { send(stanza) }
        end(nil)
    }
}
