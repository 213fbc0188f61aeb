package import Encoding
package import PlayCore

/// Why a download stopped, or why nothing can be done with it. A value that is kept with the item.
package struct DownloadProblem: Error, Sendable, Hashable {
    /// Codes are kept in files and go over the wire: never rename one.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// No such definition.
        case noSuchDefinition = "noSuchDefinition"
        /// Protected by a system that nothing here undoes; `detail` names it.
        case protected = "protected"
        /// It is live: it has no end to download up to.
        case live = "live"
        /// What the source is was not to be found out: the catalogue failed; `detail` says why.
        case unresolved = "unresolved"
        /// The server cannot be reached, or breaks off again and again.
        case network = "network"
        /// The server answered with `number`.
        case refused = "refused"
        /// It changed on the server each time it was begun anew.
        case keepsChanging = "keepsChanging"
        /// The server, or a network on the way to it, sends a web page instead of the file.
        case page = "page"
        /// All bytes are there, and they are not those that were promised.
        case checksum = "checksum"
        /// The disk is `number` bytes short of space.
        case noSpace = "noSpace"
        /// The file system refused to write; `number` is its errno.
        case disk = "disk"
        /// The finished file is gone.
        case fileLost = "fileLost"
        /// No key file is configured, it cannot be read, or others may read it; `detail` says which.
        case noKey = "noKey"
        /// The file was encrypted with another key.
        case wrongKey = "wrongKey"
        /// The encrypted file is damaged or was changed.
        case damaged = "damaged"
        /// There is less of it than was promised; `detail` says how much.
        case incomplete = "incomplete"
        /// A manifest that cannot be read; `detail` says why.
        case unreadable = "unreadable"
        /// A library is not installed; `detail` names it.
        case noLibrary = "noLibrary"
        /// Neither a token helper nor an endpoint is configured.
        case noTokenSource = "noTokenSource"
        /// Streams could not be encrypted by earlier versions; lists may hold it.
        case secureStream = "secureStream"
        /// A merged class or an album, which consists of others; `detail` says which.
        case severalRooms = "severalRooms"
        /// Its time is over.
        case expired = "expired"
        /// Not now, settings are being renewed.
        case refreshing = "refreshing"
        /// There is no such item.
        case notFound = "notFound"
        case duplicate = "duplicate"
        /// What was asked does not fit the item's state.
        case notPossible = "notPossible"
        /// It runs, or is paused.
        case notOver = "notOver"
        /// What was given is no address, and no service knows it.
        case notAnAddress = "notAnAddress"
        /// An address of another kind; `detail` is its scheme.
        case scheme = "scheme"
        /// A file that names what to load by other means; `detail` says which kind: `torrent`, `metalink`.
        case listing = "listing"
        /// Somebody has ended loading ahead.
        case cancelled = "cancelled"
        /// Nothing of it can be kept in the cache: it is live, or its server forbids it.
        case notCacheable = "notCacheable"
        /// A code of a newer version, with which `detail` begins.
        case unknown = "unknown"
    }

    package let code: Code
    package var number: Int64
    /// In English, for the log and for people; unverified text without secrets.
    package var detail: String

    package init(_ code: Code, number: Int64 = 0, detail: String = "") {
        self.code = code
        self.number = number
        self.detail = detail
    }

    /// - Parameter code: nil: there is no problem.
    package init?(code: String?, number: Int64?, detail: String?) {
        guard let code else { return nil }
        let detail = detail ?? ""
        if let known = Code(rawValue: code) {
            self.init(known, number: number ?? 0, detail: detail)
        } else {
            self.init(.unknown, number: number ?? 0, detail: detail.isEmpty ? code : code + ": " + detail)
        }
    }

    /// As it is kept with an item, and as an error of a request has it.
    package var json: JSONValue {
        .object(["code": .string(code.rawValue), "number": .integer(number), "detail": .string(detail)])
    }

    /// Nil for what is none.
    package init?(_ value: JSONValue) {
        self.init(code: value["code"]?.text, number: value["number"]?.wholeNumber, detail: value["detail"]?.text)
    }

    /// What went wrong on the way to bytes.
    package init(_ error: ByteSourceError) {
        switch error.code {
        case .httpStatus(let status): self.init(.refused, number: Int64(status), detail: error.reason)
        case .noLibrary: self.init(.noLibrary, detail: "libcurl")
        case .changed: self.init(.keepsChanging, detail: error.reason)
        case .io: self.init(.disk, number: Int64(error.systemError), detail: error.context)
        // The code says it; the words of the error would say it again.
        case .invalidReply: self.init(.unreadable, detail: error.detail)
        case .tooLarge, .forbiddenScheme, .forbiddenServer, .tooManyRedirects, .cannotSeek, .notAFile,
            .notFound, .notPermitted:
            self.init(.unreadable, detail: error.reason)
        default: self.init(.network, number: Int64(error.systemError), detail: error.reason)
        }
    }
}
