package import Encoding
package import PlayCore

/// Why a download stopped, or a request for it is refused. Stored with the item.
package struct DownloadProblem: Error, Sendable, Hashable {
    /// Raw values are part of stored files and the protocol: never rename one.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case noSuchDefinition = "noSuchDefinition"
        /// `detail` names the system.
        case protected = "protected"
        case live = "live"
        /// The catalogue failed; `detail` says why.
        case unresolved = "unresolved"
        case network = "network"
        case refused = "refused"
        case keepsChanging = "keepsChanging"
        /// The server, or a network on the way, sends a web page instead of the file.
        case page = "page"
        case checksum = "checksum"
        /// The disk is `number` bytes short.
        case noSpace = "noSpace"
        /// `number` is the errno.
        case disk = "disk"
        case fileLost = "fileLost"
        /// No key file is configured, it cannot be read, or other users may read it; `detail` says which.
        case noKey = "noKey"
        case wrongKey = "wrongKey"
        case damaged = "damaged"
        /// Less content arrived than promised; `detail` says how much.
        case incomplete = "incomplete"
        /// `detail` says why.
        case unreadable = "unreadable"
        /// `detail` names the library.
        case noLibrary = "noLibrary"
        case noTokenSource = "noTokenSource"
        /// An encrypted stream, unsupported by earlier versions. Kept because lists may contain it.
        case secureStream = "secureStream"
        /// A merged class or an album, which has several items; `detail` says which.
        case severalRooms = "severalRooms"
        case expired = "expired"
        case refreshing = "refreshing"
        case notFound = "notFound"
        case duplicate = "duplicate"
        case notPossible = "notPossible"
        case notOver = "notOver"
        /// No address, and no service knows the text.
        case notAnAddress = "notAnAddress"
        /// `detail` names the unsupported scheme.
        case scheme = "scheme"
        /// The file describes its content instead of containing it; `detail` says how: `torrent`, `metalink`.
        case listing = "listing"
        case cancelled = "cancelled"
        /// The content is live, or its server forbids caching.
        case notCacheable = "notCacheable"
        /// A newer version's code, with which `detail` begins.
        case unknown = "unknown"
    }

    package let code: Code
    package var number: Int64
    /// English, for the log and the screen. Unverified text without secrets.
    package var detail: String

    package init(_ code: Code, number: Int64 = 0, detail: String = "") {
        self.code = code
        self.number = number
        self.detail = detail
    }

    /// - Parameter code: `nil` if there is no problem.
    package init?(code: String?, number: Int64?, detail: String?) {
        guard let code else { return nil }
        let detail = detail ?? ""
        if let known = Code(rawValue: code) {
            self.init(known, number: number ?? 0, detail: detail)
        } else {
            self.init(.unknown, number: number ?? 0, detail: detail.isEmpty ? code : code + ": " + detail)
        }
    }

    /// As stored with an item, and sent in a request's error.
    package var json: JSONValue {
        .object(["code": .string(code.rawValue), "number": .integer(number), "detail": .string(detail)])
    }

    package init?(_ value: JSONValue) {
        self.init(code: value["code"]?.text, number: value["number"]?.wholeNumber, detail: value["detail"]?.text)
    }

    package init(_ error: ByteSourceError) {
        switch error.code {
        case .httpStatus(let status): self.init(.refused, number: Int64(status), detail: error.reason)
        case .noLibrary: self.init(.noLibrary, detail: "libcurl")
        case .changed: self.init(.keepsChanging, detail: error.reason)
        case .io: self.init(.disk, number: Int64(error.systemError), detail: error.context)
        case .invalidReply: self.init(.unreadable, detail: error.detail)
        case .tooLarge, .forbiddenScheme, .forbiddenServer, .tooManyRedirects, .cannotSeek, .notAFile,
            .notFound, .notPermitted:
            self.init(.unreadable, detail: error.reason)
        default: self.init(.network, number: Int64(error.systemError), detail: error.reason)
        }
    }
}
