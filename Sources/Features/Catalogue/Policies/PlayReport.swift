package import Encoding
package import PlayCore
import Transport

package struct PlayReport: Sendable, Equatable {
    package var videoID: String
    package var position: MediaTime
    package var watched: MediaTime
    package var stalls = 0
    package var definitionKey: String?
    /// `customReportStr`.
    package var customText: String?
    package var viewer = Viewer()
    package var screen: Screen?

    package struct Screen: Sendable, Equatable {
        package var columns: Int
        package var rows: Int
        /// The picture's width in pixels.
        package var width: Int
        package var height: Int

        package init(columns: Int, rows: Int, width: Int, height: Int) {
            self.columns = columns
            self.rows = rows
            self.width = width
            self.height = height
        }

        var json: JSONValue {
            .object([
                "columns": .integer(Int64(columns)), "height": .integer(Int64(height)), "rows": .integer(Int64(rows)),
                "width": .integer(Int64(width)),
            ])
        }
    }

    package init(
        videoID: String, position: MediaTime, watched: MediaTime, definitionKey: String? = nil,
        customText: String? = nil
    ) {
        self.videoID = videoID
        self.position = position
        self.watched = watched
        self.definitionKey = definitionKey
        self.customText = customText
    }

    package var json: JSONValue {
        .object([
            "custom": customText.map { .string($0) }, "definition": definitionKey.map { .string($0) },
            "position": .number(position.inSeconds), "screen": screen?.json,
            "stalls": .integer(Int64(stalls)), "user": viewer.json,
            "video": .string(videoID), "watched": .number(watched.inSeconds),
        ])
    }
}

/// Reports are sent only if both are set.
package struct ReportSettings: Sendable, Equatable {
    /// `enableCustomReport`.
    package var isEnabled = false
    package var address: String?

    package init() {}

    package func request(_ report: PlayReport) -> ServiceRequest? {
        guard isEnabled, let address else { return nil }
        return .json(.post, address, report.json)
    }
}
