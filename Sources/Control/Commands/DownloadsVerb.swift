package enum DownloadsVerb: String, Sendable, CaseIterable {
    case toggle
    /// Asks for a definition and downloads the current item.
    case queue
    case play
    case pause
    case pauseAll = "pause-all"
    case resumeAll = "resume-all"
    case retry
    case retryAll = "retry-all"
    /// Removes the download after a confirmation.
    case remove
    /// Removes the download from the list, but not its files.
    case clear
    case clearFinished = "clear-finished"
    case add
    case priorityUp = "priority-up"
    case priorityDown = "priority-down"
    case limit
    case moveUp = "move-up"
    case moveDown = "move-down"
    case details
    case expand
    case collapse
    case toggleExpanded = "toggle-expanded"
    case toggleAllExpanded = "toggle-all-expanded"
    case nextSort = "next-sort"
    case reverseSort = "reverse-sort"
    case nextTab = "next-tab"
    case previousTab = "previous-tab"
    case toggleGroups = "toggle-groups"
    case find
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case down
    case up
    case pageDown = "page-down"
    case pageUp = "page-up"
    case halfPageDown = "half-page-down"
    case halfPageUp = "half-page-up"
    case first
    case last
    case back
    case close
}
