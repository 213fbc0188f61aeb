package import History
package import PlayCore

/// What is remembered of an item, and gone back to. A value.
package struct MemoryRules: Sendable, Equatable {
    /// It goes on where it was left.
    package var resumes = true
    /// False: positions are gone back to, but none is written.
    package var savesPosition = true
    /// False: what is played leaves no trace.
    package var keepsHistory = true
    /// With less than this left it counts as finished.
    package var ignoredTail = MediaTime.seconds(5)
    /// Where it is to begin; nil: somewhere that only the open item can tell.
    package var start: MediaTime? = .zero
    /// It ends before its own end.
    package var isCutShort = false

    package init() {}

    package var policy: ResumePolicy {
        var policy = ResumePolicy(ignorableRemainingTimeInterval: ignoredTail)
        policy.isEnabled = resumes
        policy.writes = savesPosition && keepsHistory
        return policy
    }
}
