package import PlayCore

/// Texts in the user's language. May contain unverified text (a problem's detail), which the caller cleans.
package enum DownloadWords {
    package static func label(_ label: DownloadLabel) -> String {
        switch label {
        case .downloading: tr("downloading")
        case .paused: tr("paused")
        case .failed: tr("failed")
        case .done: tr("done")
        case .fileLost: tr("file lost")
        case .invalid: tr("invalid")
        case .cancelled: tr("cancelled")
        }
    }

    package static func state(_ record: DownloadRecord) -> String { state(record, record.activity) }

    /// - Parameter activity: may be newer than the record's.
    package static func state(_ record: DownloadRecord, _ activity: DownloadActivity) -> String {
        if record.label != .downloading { return label(record.label) }
        if record.ahead != nil { return activity.waiting == nil ? tr("loading") : tr("queued") }
        if activity.waiting != nil { return tr("waiting") }
        switch activity.phase {
        case .preparing: return tr("preparing")
        case .retrying: return tr("retrying")
        case .processing: return tr("processing")
        case .joining: return tr("joining %1%%", "\(Int((activity.joined ?? 0) * 100))")
        case .idle, .transfer: return label(record.label)
        }
    }

    package static func length(_ ahead: MediaTime) -> String {
        tr("%1 s", TimeText.decimal(ahead.inSeconds, digits: ahead.nanoseconds % 1_000_000_000 == 0 ? 0 : 1))
    }

    package static func note(_ label: DownloadLabel, _ activity: DownloadActivity) -> String? {
        guard label == .downloading else { return nil }
        if let waiting = activity.waiting { return self.waiting(waiting, serverLimit: activity.serverLimit) }
        if activity.phase == .retrying { return activity.retry.map(retry) }
        return activity.playingLimit.map { tr("limited to %1/s while a player streams", ByteCountText.text($0)) }
    }

    /// In seconds. Longer waits show when they end.
    private static let longestCountdown: Int64 = 90

    /// Returns a phrase such as `connection refused, next try in 20 s (2 of 5)`.
    private static func retry(_ retry: DownloadRetry) -> String {
        let cause = cause(retry)
        guard retry.seconds > 0 else { return tr("%1, retrying", cause) }
        if retry.seconds > longestCountdown {
            let next = WallTime(milliseconds: WallTime.now.milliseconds + retry.seconds * 1000)
            return tr("%1, next try at %2", cause, String(next.text.suffix(5)))
        }
        guard let attempts = retry.attempts else { return tr("%1, next try in %2 s", cause, "\(retry.seconds)") }
        return tr("%1, next try in %2 s (%3 of %4)", cause, "\(retry.seconds)", "\(retry.attempt)", "\(attempts)")
    }

    private static func cause(_ retry: DownloadRetry) -> String {
        switch retry.cause {
        case .refused: tr("connection refused")
        case .unreachable: tr("server unreachable")
        case .unresolved: tr("server not found")
        case .timedOut: tr("time-out")
        case .broken: tr("connection lost")
        case .page: tr("a web page instead of the file (network login?)")
        case .status: tr("server error %1", "\(retry.status ?? 0)")
        }
    }

    private static func waiting(_ reason: DownloadWaiting, serverLimit: Int?) -> String {
        switch reason {
        case .server:
            if let serverLimit {
                trn(
                    "waiting: %1 connection to this server", "waiting: %1 connections to this server", serverLimit)
            } else {
                tr("waiting for other downloads")
            }
        case .schedule: tr("waiting for the scheduled hours")
        case .metered: tr("waiting for an unmetered connection")
        case .limit: tr("waiting for other downloads")
        }
    }

    /// Returns a sentence without final punctuation.
    package static func problem(_ problem: DownloadProblem) -> String {
        let detail = problem.detail
        let text: String
        switch problem.code {
        case .noSuchDefinition:
            return detail.isEmpty
                ? tr("definition not available") : tr("definition not available; available: %1", detail)
        case .protected: text = tr("protected by DRM")
        case .live: text = tr("still live; only finished streams can be downloaded")
        case .unresolved: text = tr("unrecognised content")
        case .network: text = tr("cannot reach the server, or the connection drops repeatedly")
        case .refused: return tr("the server responded with %1", "\(problem.number)")
        case .keepsChanging: text = tr("the file keeps changing on the server")
        case .page:
            return tr(
                "the server sent a web page instead of the file; "
                    + "if this network requires a login, log in and retry")
        case .checksum: text = tr("checksum mismatch")
        case .noSpace: return tr("disk full: %1 more needed", ByteCountText.text(problem.number))
        case .disk: text = tr("cannot write to the disk")
        case .fileLost: return tr("the file is missing; retry downloads it again")
        case .noKey: text = tr("no key for encrypted downloads: set --secure-key-file")
        case .wrongKey: text = tr("encrypted with another key")
        case .damaged: text = tr("the encrypted file is damaged")
        case .incomplete: text = tr("incomplete; retry")
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
        case .notOver: return tr("only completed or failed downloads can be cleared; remove deletes it with its files")
        case .scheme where problem.detail == "magnet": return tr("tvplay loads no torrents; use a torrent client")
        case .scheme: return tr("only http, https, ftp and sftp addresses can be downloaded, not %1", detail)
        case .listing:
            return tr(
                "this is a %1 file, which names the film instead of containing it; tvplay cannot follow it", detail)
        case .notAnAddress: return tr("not an address; give one such as https://example.org/film.mp4")
        case .cancelled: return tr("was cancelled")
        case .notCacheable: text = tr("this content cannot be cached")
        case .unknown: return detail
        }
        return detail.isEmpty ? text : tr("%1: %2", text, detail)
    }
}
