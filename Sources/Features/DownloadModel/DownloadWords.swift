import Localization
import PlayCore

/// DL-24: what states and problems are called, in the user's language: for commands and for the screen. Pure. What comes out
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
        case .schedule: tr("waiting for its hours")
        case .metered: tr("waiting for a line without metering")
        case .limit: tr("waiting for others")
        }
    }

    /// A sentence without its end.
    package static func problem(_ problem: DownloadProblem) -> String {
        let detail = problem.detail
        let text: String
        switch problem.code {
        case .noSuchDefinition: return tr("no such definition; there are: %1", detail)
        case .protected: text = tr("it is protected (DRM), which cannot be undone here")
        case .live: text = tr("it is live and has no end yet")
        case .unresolved: text = tr("it cannot be found out what this is")
        case .network: text = tr("the server cannot be reached, or breaks off again and again")
        case .refused: return tr("the server answered with %1", "\(problem.number)")
        case .keepsChanging: text = tr("it changes on the server again and again")
        case .checksum: text = tr("all is there, and is not what was promised (checksum)")
        case .noSpace: return tr("the disk is full: %1 are missing", ByteCountText.text(problem.number))
        case .disk: text = tr("the disk cannot be written")
        case .fileLost: return tr("the file is gone; retry downloads it again")
        case .noKey: text = tr("there is no key for encrypted downloads")
        case .wrongKey: text = tr("it was encrypted with another key")
        case .damaged: text = tr("the encrypted file is damaged")
        case .unreadable: text = tr("the server's answer cannot be read")
        case .noLibrary: return tr("the library %1 is not installed", detail)
        case .noTokenSource:
            return tr("a download outlives its token: set token-command or token-endpoint in the configuration")
        case .secureStream: return tr("it was added by an earlier version; try again")
        case .severalRooms: text = tr("it consists of several classes: download each of them")
        case .expired: return tr("it can no longer be viewed: its time is over")
        case .refreshing: return tr("not now: settings are being renewed")
        case .notFound: return tr("there is no such download")
        case .duplicate: return tr("it is in the list already")
        case .notPossible: text = tr("that is not possible now")
        case .unknown: return detail
        }
        return detail.isEmpty ? text : text + ": " + detail
    }
}
