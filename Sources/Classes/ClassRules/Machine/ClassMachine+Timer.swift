import Classes
import PlayCore

/// Each signal of the timer contains the remaining time, so every client counts by itself.
extension ClassMachine {
    var timerDeadline: Int64? {
        guard let timer = state.timer.current, timer.signal.phase == .running else { return nil }
        let remaining = min(max(timer.signal.remaining, 0), ClassLimits.longestDuration)
        return epoch &+ timer.time.nanoseconds / 1_000_000 &+ Int64(remaining) * 1000
    }

    func judgeTimer(_ wish: ClassWish) throws(ClassError) {
        let phase = state.timer.current?.signal.phase
        switch wish {
        case .setTimer(let seconds):
            try demand((0...ClassLimits.longestDuration).contains(seconds), .badDuration)
            try demand(seconds > 0 || phase != nil, .noTimer)
        case .pauseTimer(let isPaused):
            try demand(phase != nil, .noTimer)
            try demand((phase == .paused) != isPaused, .unchanged)
        default: preconditionFailure("nothing of the timer: \(wish.name)")
        }
    }

    mutating func fulfilTimer(_ wish: ClassWish) {
        switch wish {
        case .setTimer(0): changeTimer(.stopped)
        case .setTimer(let seconds):
            publish(.timer(TimerSignal(.running, total: seconds, remaining: seconds, isDecrease: true)))
        case .pauseTimer(let isPaused): changeTimer(isPaused ? .paused : .running)
        default: preconditionFailure("nothing of the timer: \(wish.name)")
        }
    }

    /// A timer stopped with no time left has ended by itself.
    mutating func changeTimer(_ phase: TimerSignal.Phase) {
        guard var signal = state.timer.current?.signal, let face = TimerFace(state.timer.latest) else { return }
        signal.remaining = face.remaining(at: .milliseconds(Int(now - epoch)))
        signal.phase = phase
        publish(.timer(signal))
    }
}
