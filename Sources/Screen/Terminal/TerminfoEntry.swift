import Cells
package import PlayCore

package struct TerminfoEntry: Sendable, Equatable {
    /// `colors`; 0 for none.
    package var colorCount = 0
    /// `RGB` or `Tc`.
    package var hasDirectColor = false
    /// `bce`.
    package var hasBackColorErase = false
    /// `rep` in the form that this program writes: `CSI n b`.
    package var hasRepeat = false
    /// `am` without `xenl`: the cursor leaves the last column as soon as that is written.
    package var wrapsAtOnce = false
    /// The strings of ``stringNames``, which the program sends itself.
    package var strings: [String: [UInt8]] = [:]
    /// Whether terminfo does not know the name, and sequences that xterm understands stand in.
    package var isStandIn = false
    package var keys: [[UInt8]: KeyPress] = [:]

    package static let stringNames = ["smcup", "rmcup", "civis", "cnorm", "smkx", "rmkx", "clear", "sgr0", "op"]

    package init() {}
}

extension TerminfoEntry {
    /// Whether its sequences begin as in ECMA-48. Other terminals would print a query.
    var isANSI: Bool { strings["clear"].map { !$0.ranges(of: [0x1B, 0x5B]).isEmpty } ?? false }
}
