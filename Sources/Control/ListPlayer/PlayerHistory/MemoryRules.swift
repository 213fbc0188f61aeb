package import History
package import PlayCore

package struct MemoryRules: Sendable, Equatable {
    package var resumes = true
    /// Whether positions are written. They are read in any case.
    package var savesPosition = true
    /// Whether played items are recorded. Otherwise playback leaves no trace.
    package var keepsHistory = true
    /// An item with less than this left counts as finished.
    package var ignoredTail = MediaTime.seconds(5)
    /// The position of the start, or `nil` if it depends on the opened item.
    package var start: MediaTime? = .zero
    package var isCutShort = false

    package init() {}

    package var policy: ResumePolicy {
        var policy = ResumePolicy(ignorableRemainingTimeInterval: ignoredTail)
        policy.isEnabled = resumes
        policy.writes = savesPosition && keepsHistory
        return policy
    }
}
