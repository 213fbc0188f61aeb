package import ClassRules
import Encoding
package import XML

/// A request to the keeper for a page of the class's results: an IQ of type `get`. Unverified.
///
///     <report xmlns="urn:tvplay:room:1" room="botany@rooms.example.org" after="3-4711"/>
package struct ReportRequest: Sendable, Equatable {
    private static let placeLimit = 64

    package var room: String
    /// The ``ReportPage/next`` of the previous page; `nil` for the first page.
    package var after: String?

    package init(room: String, after: String? = nil) {
        self.room = room
        self.after = after
    }

    package var element: XMLElement { .live("report", ["room": room, "after": after]) }

    package init?(_ element: XMLElement) {
        guard element.name == "report", element.namespace == WireName.live, let room = element["room"],
            (element["after"]?.utf8.count ?? 0) <= Self.placeLimit
        else { return nil }
        self.init(room: room, after: element["after"])
    }
}

/// A page of the results: entries as lines of JSON. Unverified.
package struct ReportPage: Sendable, Equatable {
    /// Of the lines of all pages that a client accepts.
    package static let totalLimit = StatePage.totalLimit

    package var lines: PackedLines
    /// `nil` on the last page.
    package var next: String?

    package init(_ lines: PackedLines, next: String?) {
        self.lines = lines
        self.next = next
    }

    package var element: XMLElement { .live("report", ["next": next], children: [lines.element]) }

    package init?(_ element: XMLElement) {
        guard element.name == "report", element.namespace == WireName.live,
            let lines = element.first("lines").flatMap(PackedLines.init)
        else { return nil }
        self.init(lines, next: element["next"])
    }
}

extension ClassReport.Entry {
    package var json: String { String(decoding: JSONValue.encoding(self).bytes, as: UTF8.self) }

    package init?(json line: String) {
        do {
            self = try JSONValue(document: Array(line.utf8)).decoded()
        } catch {
            return nil
        }
    }
}
