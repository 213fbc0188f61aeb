package import PlayCore

/// A room that is live: what happens in it is handed over as it comes, and its time goes on whatever plays. The reading
/// itself (``RoomReading``) is done on the thread `room`; the rest is asked on the main thread.
package protocol LiveRoomReading: RoomReading {
    /// Where the room is: events have their times on this axis, those of before it was entered negative ones.
    var clock: ClockReading { get }
    /// What came since the room was read, or since the last call. Lines that others write are held back for a moment
    /// where some were taken just before, so that a flood of them costs no more than a few renewals a second.
    func collectNews(at now: HostTime) -> LiveRoomNews
    /// When lines that come from now on are given out; nil: at once.
    var nextNews: HostTime? { get }
    /// The page that is looked at here alone; nil: the room's.
    var localPage: PageChange? { get }
}

/// A value.
package struct LiveRoomNews: Sendable, Equatable {
    package enum End: Sendable, Equatable {
        /// Nil: as the viewer wished.
        case over(RoomError?)
    }

    package var events: [RoomEvent] = []
    /// What is known does not follow from what came: the room has to be read anew.
    package var isStale = false
    package var end: End?

    package init() {}
}
