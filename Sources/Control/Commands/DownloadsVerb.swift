/// What keys and remote controls do with the list of downloads: `downloads VERB`. What is said of a download is said of
/// the selected one.
package enum DownloadsVerb: String, Sendable, CaseIterable {
    /// Opens the list, or leaves it.
    case toggle
    /// What plays becomes a download, in a definition to choose.
    case queue
    case play
    /// Pauses, or goes on.
    case pause
    case pauseAll = "pause-all"
    case resumeAll = "resume-all"
    case retry
    case retryAll = "retry-all"
    /// Asks first.
    case remove
    /// Takes it off the list; its files stay.
    case clear
    /// …all that are complete or have failed.
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
    /// Out of one thing, the innermost first.
    case back
    case close
}
