package import Cells
package import PlayCore

/// What there is to say of one presented frame (`--stats-file`).
package struct FrameRecord: Sendable, Equatable {
    /// When it was handed to the terminal.
    package var time: HostTime
    /// Of the newest picture that was taken; nil before the first.
    package var mediaTime: MediaTime?
    package var outcome: FrameOutcome
    /// As it was after the frame.
    package var link: LinkStatus
    /// Pictures that were replaced before they could be shown, since the start.
    package var dropped: Int
    /// Pictures of the item whose time was over before they were scaled.
    package var late: Int

    package init(
        time: HostTime, mediaTime: MediaTime?, outcome: FrameOutcome, link: LinkStatus, dropped: Int, late: Int
    ) {
        self.time = time
        self.mediaTime = mediaTime
        self.outcome = outcome
        self.link = link
        self.dropped = dropped
        self.late = late
    }
}

/// Takes a record of each frame. Called on the main thread; does not wait.
package protocol FrameLog: AnyObject {
    func note(_ record: FrameRecord)
}
