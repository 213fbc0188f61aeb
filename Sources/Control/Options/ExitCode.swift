import PlayCore

/// The exit status of the process. The numbers are mpv's.
package enum ExitCode: Int32, Sendable, CaseIterable {
    /// Everything was played, or the viewer quit.
    case success = 0
    /// Bad options, or the program could not start.
    case startFailed = 1
    /// Nothing could be played.
    case playFailed = 2
    /// Some items were played and others failed.
    case playPartlyFailed = 3
    /// Ended by a signal or Ctrl+C.
    case interrupted = 4

    /// The meaning in a few words, for the manual page.
    package var meaning: String {
        switch self {
        case .success: trMark("All files were played, or the user quit.")
        case .startFailed: trMark("Invalid option, or tvplay could not start.")
        case .playFailed: trMark("No file could be played.")
        case .playPartlyFailed: trMark("Some files could not be played.")
        case .interrupted: trMark("Ended by a signal or by Ctrl+C.")
        }
    }
}
