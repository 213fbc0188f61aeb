import PlayCore

/// The numbers are mpv's.
package enum ExitCode: Int32, Sendable, CaseIterable {
    case success = 0
    case startFailed = 1
    case playFailed = 2
    case playPartlyFailed = 3
    case interrupted = 4

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
