package import PlayCore

/// The page of an error in place of the picture.
package enum FailureText {
    /// - Parameter headline: `nil` chooses it by the error's code.
    package static func lines(
        _ error: PlayError, headline: String? = nil, hints: [String], isASCII: Bool, width: Int
    ) -> [CentredLine] {
        let item = SafeText.clean(error.item, limit: 400)
        let reason = SafeText.clean(error.reason, limit: 400)
        var lines = [
            CentredLine(text: headline ?? Self.headline(error.code), style: Theme.error),
            CentredLine(text: ""),
        ]
        let column = min(width - 2, 72)
        lines += LineBreaking.lines(reason, width: column).prefix(4).map { CentredLine(text: $0, isOptional: true) }
        if !item.isEmpty { lines.append(CentredLine(text: item, style: Theme.dim, isOptional: true)) }
        lines.append(CentredLine(text: ""))
        let separator = isASCII ? " - " : " · "
        lines.append(CentredLine(text: hints.joined(separator: separator), style: Theme.accent))
        return lines
    }

    package static func headline(_ code: PlayErrorCode) -> String {
        switch code {
        case .unknown, .playFailed: tr("Cannot play this")
        case .requestFailed: tr("The network request failed")
        case .invalidToken: tr("Invalid or expired token")
        case .invalidAccessKey: tr("The service denied access")
        case .invalidPlayInfo: tr("The service sent an invalid response")
        case .invalidVideoURL: tr("The address is no longer valid")
        case .fileLost: tr("The file does not exist")
        case .invalidAlbum: tr("The playlist is empty")
        case .invalidTime: tr("The viewing period has ended")
        case .invalidAD: tr("Cannot play the intro or outro")
        }
    }
}
