package enum PlayErrorCode: Int, Sendable, CaseIterable {
    case unknown = -999
    case requestFailed = 1000
    case invalidToken = 1010
    case invalidAccessKey = 1020
    case invalidPlayInfo = 1030
    /// Online playback: the address is no longer valid.
    case invalidVideoURL = 1040
    case fileLost = 1050
    case playFailed = 1060
    case invalidAlbum = 1070
    case invalidTime = 1080
    /// An intro or outro clip failed. Playback of the main content continues, with a notice.
    case invalidAD = 1090

    /// The catalogue's name, printed beside the number on standard error.
    package var name: String {
        switch self {
        case .unknown: "unknown"
        case .requestFailed: "requestFailed"
        case .invalidToken: "invalidToken"
        case .invalidAccessKey: "invalidAccessKey"
        case .invalidPlayInfo: "invalidPlayInfo"
        case .invalidVideoURL: "invalidVideoURL"
        case .fileLost: "fileLost"
        case .playFailed: "playFailed"
        case .invalidAlbum: "invalidAlbum"
        case .invalidTime: "invalidTime"
        case .invalidAD: "invalidAD"
        }
    }
}

package struct PlayError: Error, Sendable, Equatable {
    package let code: PlayErrorCode
    /// The failed operation and its cause, in the library's or system's words; unverified text.
    package let reason: String
    /// The item: a path or an address without secrets; unverified text.
    package let item: String

    package init(_ code: PlayErrorCode, reason: String, item: String) {
        self.code = code
        self.reason = reason
        self.item = item
    }
}
