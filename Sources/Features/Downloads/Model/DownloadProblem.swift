package import PlayCore

/// Why a download stopped, or why nothing can be done with it. A value that is kept with the item.
package struct DownloadProblem: Error, Sendable, Hashable, Codable {
    /// Codes are kept in files: never rename one.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// DL-12: no such definition.
        case noSuchDefinition
        /// ADV-81: protected by a system that nothing here undoes; `detail` names it.
        case protected
        /// It is live: it has no end to download up to.
        case live
        /// What the source is was not to be found out: the catalogue failed; `detail` says why.
        case unresolved
        /// The server cannot be reached, or breaks off again and again.
        case network
        /// The server answered with `number`.
        case refused
        /// It changed on the server each time it was begun anew.
        case keepsChanging
        /// All bytes are there, and they are not those that were promised.
        case checksum
        /// There is not so much room: `number` bytes are missing.
        case noSpace
        /// The file system refused to write; `number` is its errno.
        case disk
        /// DL-24: the finished file is gone.
        case fileLost
        /// ADV-75: no key file is configured, it cannot be read, or others may read it; `detail` says which.
        case noKey
        /// ADV-75: the file was encrypted with another key.
        case wrongKey
        /// The encrypted file is damaged or was changed.
        case damaged
        /// A manifest that cannot be read; `detail` says why.
        case unreadable
        /// A library is not installed; `detail` names it.
        case noLibrary
        /// CFG-08: neither a token helper nor an endpoint is configured.
        case noTokenSource
        /// Streams could not be encrypted by earlier versions; lists may hold it.
        case secureStream
        /// DL-09: a merged class or an album, which consists of others; `detail` says which.
        case severalRooms
        /// ROOM-34: its time is over.
        case expired
        /// DL-07: not now, settings are being renewed.
        case refreshing
        /// There is no such item.
        case notFound
        /// DL-08.
        case duplicate
        /// What was asked does not fit the item's state.
        case notPossible
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

    /// What went wrong on the way to bytes.
    package init(_ error: ByteSourceError) {
        switch error.code {
        case .httpStatus(let status): self.init(.refused, number: Int64(status), detail: error.reason)
        case .noLibrary: self.init(.noLibrary, detail: "libcurl")
        case .changed: self.init(.keepsChanging, detail: error.reason)
        case .io: self.init(.disk, number: Int64(error.systemError), detail: error.context)
        case .invalidReply, .tooLarge, .forbiddenScheme, .tooManyRedirects, .cannotSeek, .notAFile, .notFound,
            .notPermitted:
            self.init(.unreadable, detail: error.reason)
        default: self.init(.network, detail: error.reason)
        }
    }
}
