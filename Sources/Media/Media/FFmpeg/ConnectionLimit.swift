internal import CFFmpeg
internal import PlayCore
internal import Synchronization

/// Ends FFmpeg's waits when the token is cancelled, or at a deadline. Any thread.
final class ConnectionLimit: Sendable {
    let cancel: CancelToken
    private let deadline: Atomic<Int64>

    init(_ cancel: CancelToken, _ deadline: HostTime) {
        self.cancel = cancel
        self.deadline = Atomic(deadline.nanoseconds)
    }

    func set(_ deadline: HostTime) { self.deadline.store(deadline.nanoseconds, ordering: .relaxed) }

    var isOver: Bool { SystemClock().now.nanoseconds >= deadline.load(ordering: .relaxed) }

    /// Valid while this object lives.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(callback: interrupt, opaque: Unmanaged.passUnretained(self).toOpaque())
    }

    func failure(_ code: Int32, _ operation: String, _ address: FormatAddress) -> MediaError {
        let isLate = isOver && !cancel.isCancelled
        return address.failure(isLate ? tv_averror(ETIMEDOUT) : code, operation, cancel)
    }
}

private func interrupt(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque else { return 0 }
    let limit = Unmanaged<ConnectionLimit>.fromOpaque(opaque).takeUnretainedValue()
    return limit.cancel.isCancelled || limit.isOver ? 1 : 0
}
