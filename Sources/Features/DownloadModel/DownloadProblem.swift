package import Encoding
package import PlayCore

/// The reason why a download stopped, or why a request for it is refused. It is stored with the item.
package struct DownloadProblem: Error, Sendable, Hashable {
    /// Codes are kept in files and go over the wire: never rename one.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The definition does not exist.
        case noSuchDefinition = "noSuchDefinition"
        /// The content is protected by an unsupported system; `detail` names it.
        case protected = "protected"
        /// The stream is live and has no end to download up to.
        case live = "live"
        /// The source could not be identified, because the catalogue failed; `detail` says why.
        case unresolved = "unresolved"
        /// The server cannot be reached, or the connection breaks repeatedly.
        case network = "network"
        /// The server answered with status `number`.
        case refused = "refused"
        /// The file changed on the server at each restart of the download.
        case keepsChanging = "keepsChanging"
        /// The server, or a network on the way to it, sends a web page instead of the file.
        case page = "page"
        /// All bytes are there, but they do not match the promised checksum.
        case checksum = "checksum"
        /// The disk is `number` bytes short of space.
        case noSpace = "noSpace"
        /// The file system refused to write; `number` is the errno.
        case disk = "disk"
        /// The finished file is gone.
        case fileLost = "fileLost"
        /// No key file is configured, it cannot be read, or other users may read it; `detail` says which.
        case noKey = "noKey"
        /// The file was encrypted with another key.
        case wrongKey = "wrongKey"
        /// The encrypted file is damaged or was changed.
        case damaged = "damaged"
        /// Less content arrived than was promised; `detail` says how much.
        case incomplete = "incomplete"
        /// The manifest cannot be read; `detail` says why.
        case unreadable = "unreadable"
        /// A library is not installed; `detail` names it.
        case noLibrary = "noLibrary"
        /// Neither a token helper nor an endpoint is configured.
        case noTokenSource = "noTokenSource"
        /// The item is an encrypted stream, which earlier versions could not download. Kept because lists may hold it.
        case secureStream = "secureStream"
        /// The item is a merged class or an album, which consists of several items; `detail` says which.
        case severalRooms = "severalRooms"
        /// The viewing period has ended.
        case expired = "expired"
        /// The settings are being reloaded.
        case refreshing = "refreshing"
        /// There is no such item.
        case notFound = "notFound"
        case duplicate = "duplicate"
        /// The request does not fit the item's state.
        case notPossible = "notPossible"
        /// The item is running or paused.
        case notOver = "notOver"
        /// The text is not an address, and no service knows it.
        case notAnAddress = "notAnAddress"
        /// The scheme of the address is not supported; `detail` names it.
        case scheme = "scheme"
        /// The file names its content instead of containing it; `detail` says which kind: `torrent`, `metalink`.
        case listing = "listing"
        /// Loading ahead was cancelled.
        case cancelled = "cancelled"
        /// The content cannot be cached: it is live, or its server forbids it.
        case notCacheable = "notCacheable"
        /// A code of a newer version, with which `detail` begins.
        case unknown = "unknown"
    }

    package let code: Code
    package var number: Int64
    /// The details in English, for the log and for display. Unverified text without secrets.
    package var detail: String

    package init(_ code: Code, number: Int64 = 0, detail: String = "") {
        self.code = code
        self.number = number
        self.detail = detail
    }

    /// - Parameter code: the code, or `nil` if there is no problem.
    package init?(code: String?, number: Int64?, detail: String?) {
        guard let code else { return nil }
        let detail = detail ?? ""
        if let known = Code(rawValue: code) {
            self.init(known, number: number ?? 0, detail: detail)
        } else {
            self.init(.unknown, number: number ?? 0, detail: detail.isEmpty ? code : code + ": " + detail)
        }
    }

    /// The JSON form, as stored with an item and as sent in the error of a request.
    package var json: JSONValue {
        .object(["code": .string(code.rawValue), "number": .integer(number), "detail": .string(detail)])
    }

    /// Returns `nil` if `value` is not a problem.
    package init?(_ value: JSONValue) {
        self.init(code: value["code"]?.text, number: value["number"]?.wholeNumber, detail: value["detail"]?.text)
    }

    /// Creates the problem for an error of reading bytes.
    package init(_ error: ByteSourceError) {
        switch error.code {
        case .httpStatus(let status): self.init(.refused, number: Int64(status), detail: error.reason)
        case .noLibrary: self.init(.noLibrary, detail: "libcurl")
        case .changed: self.init(.keepsChanging, detail: error.reason)
        case .io: self.init(.disk, number: Int64(error.systemError), detail: error.context)
        // The code says it; the words of the error would repeat it.
        case .invalidReply: self.init(.unreadable, detail: error.detail)
        case .tooLarge, .forbiddenScheme, .forbiddenServer, .tooManyRedirects, .cannotSeek, .notAFile,
            .notFound, .notPermitted:
            self.init(.unreadable, detail: error.reason)
        default: self.init(.network, number: Int64(error.systemError), detail: error.reason)
        }
    }
}
