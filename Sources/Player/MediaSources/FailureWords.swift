package import Media
package import PlayCore

extension MediaError {
    /// The reason in the viewer's language, with the library's text if it adds detail.
    package var reason: String {
        switch code {
        case .source(let error): error.reason
        case .refused(let error): error.reason
        case .unreadable:
            tr("not a video or sound file, or too damaged to be read")
                + (libraryText.isEmpty ? "" : " (" + libraryText + ")")
        default: libraryText.isEmpty ? operation : libraryText
        }
    }
}

extension PlayError {
    package init(_ error: MediaError, item: String) {
        let code: PlayErrorCode
        switch error.code {
        case .source(let source): code = source.playErrorCode
        case .refused(let refusal): code = refusal.code
        default: code = .playFailed
        }
        self.init(code, reason: error.reason, item: item)
    }
}
