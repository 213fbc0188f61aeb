package import DownloadModel
import PlayCore
package import ScreenKit

package struct DownloadPrompt: Sendable, Equatable {
    package enum Purpose: Sendable, Equatable {
        case add
        case limit(DownloadID)
    }

    package let purpose: Purpose
    package var line: LineEditor

    var id: DownloadID? { if case .limit(let id) = purpose { id } else { nil } }

    var label: String {
        switch purpose {
        case .add: tr("Address:")
        case .limit: tr("Bytes per second (500k, 2M, 0: unlimited):")
        }
    }
}

/// Asked before a download is removed or repeated. Only `y` confirms.
package enum DownloadQuestion: Sendable, Equatable {
    case remove(id: DownloadID, title: String, isPlaying: Bool)
    case downloadAgain(id: DownloadID)

    var id: DownloadID {
        switch self {
        case .remove(let id, _, _), .downloadAgain(let id): id
        }
    }

    /// The title is already clean.
    var text: String {
        switch self {
        case .remove(_, let title, false): tr("Remove %1 and its files? y yes, any other key no", title)
        case .remove(_, let title, true): tr("Now playing. Remove %1 and its files? y yes, any other key no", title)
        case .downloadAgain: tr("The file is missing. Download it again? y yes, any other key no")
        }
    }
}

package enum SpeedText {
    /// Returns the bytes per second of `500k`, `1.5M`, `2 MB/s`. Letters count by 1024, as on the command line. 0 means
    /// no limit. Returns `nil` if the text is no speed.
    package static func parse(_ text: String) -> Int64? {
        var rest = text.lowercased().filter { !$0.isWhitespace }[...]
        for ending in ["/s", "ib", "b"] where rest.hasSuffix(ending) { rest = rest.dropLast(ending.count) }
        let units: [Character: Double] = ["k": 0x1p10, "m": 0x1p20, "g": 0x1p30]
        var factor = 1.0
        if let unit = rest.last.flatMap({ units[$0] }) {
            factor = unit
            rest = rest.dropLast()
        }
        guard rest.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(rest),
            value * factor < 1e15
        else { return nil }
        return Int64((value * factor).rounded())
    }
}
