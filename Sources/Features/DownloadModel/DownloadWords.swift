import Localization
import PlayCore

/// What states and problems are called, in the user's language: for commands and for the screen. Pure. What comes out
/// may hold unverified text (a problem's detail) and has to be made fit for the screen.
package enum DownloadWords {
    /// A state, in one or two words.
    package static func label(_ label: DownloadLabel) -> String {
        switch label {
        case .downloading: tr("downloading")
        case .paused: tr("paused")
        case .failed: tr("failed")
        case .done: tr("done")
        case .fileLost: tr("file lost")
        case .invalid: tr("invalid")
        }
    }

    /// What is being done, or why nothing is; for a row of a list.
    package static func state(_ record: DownloadRecord) -> String {
        if record.label != .downloading { return label(record.label) }
        if let waiting = record.waiting { return self.waiting(waiting) }
        switch record.phase {
        case .preparing: return tr("preparing")
        case .retrying: return tr("retrying")
        case .processing: return tr("processing")
        case .idle, .transfer: return label(record.label)
        }
    }

    package static func waiting(_ reason: DownloadWaiting) -> String {
        switch reason {
        case .schedule: tr("waiting for the scheduled hours")
        case .metered: tr("waiting for an unmetered connection")
        case .limit: tr("waiting for other downloads")
        }
    }

    /// A sentence without its end.
    package static func problem(_ problem: DownloadProblem) -> String {
        let detail = problem.detail
        let text: String
        switch problem.code {
        case .noSuchDefinition: return tr("definition not available; available: %1", detail)
        case .protected: text = tr("protected by DRM")
        case .live: text = tr("still live; only finished streams can be downloaded")
        case .unresolved: text = tr("unrecognised content")
        case .network: text = tr("cannot reach the server, or the connection drops repeatedly")
        case .refused: return tr("the server responded with %1", "\(problem.number)")
        case .keepsChanging: text = tr("the file keeps changing on the server")
        case .checksum: text = tr("checksum mismatch")
        case .noSpace: return tr("disk full: %1 more needed", ByteCountText.text(problem.number))
        case .disk: text = tr("cannot write to the disk")
        case .fileLost: return tr("the file is missing; retry downloads it again")
        case .noKey: text = tr("no key for encrypted downloads: set --secure-key-file")
        case .wrongKey: text = tr("encrypted with another key")
        case .damaged: text = tr("the encrypted file is damaged")
        case .unreadable: text = tr("invalid response from the server")
        case .noLibrary: return tr("library %1 is not installed", detail)
        case .noTokenSource:
            return tr(
                "tokens expire during a download: set token-command or token-endpoint in the "
                    + "configuration")
        case .secureStream: return tr("added by an earlier version of tvplay; retry")
        case .severalRooms: text = tr("this address contains several classes; download each one")
        case .expired: return tr("no longer available: the viewing period has ended")
        case .refreshing: return tr("settings are being reloaded; please wait")
        case .notFound: return tr("no such download")
        case .duplicate: return tr("already in the list")
        case .notPossible: text = tr("not possible in this state")
        case .unknown: return detail
        }
        return detail.isEmpty ? text : text + ": " + detail
    }
}
