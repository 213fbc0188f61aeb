import Cells
import Localization
import PlayCore
import Rooms
import Text

/// What the page of figures says of a class.
enum RoomAboutText {
    static func lines(_ state: AppState) -> [StatisticsPage.Line] {
        guard let room = state.room, let about = room.view.about else { return [] }
        var lines: [StatisticsPage.Line] = []
        func add(_ label: String, _ value: String) {
            lines.append(StatisticsPage.Line(label: label, value: SafeText.clean(value, limit: 60)))
        }
        if let title = room.classTitle { add(tr("Class"), title) }
        add(tr("Version"), version(about.version))
        if let type = about.recordType { add(tr("Kind"), RecordText.name(type)) }
        if let end = about.validUntil { add(tr("Valid until"), WallTime(milliseconds: bounded(end)).text) }
        if let size = about.size { add(tr("Files"), ByteCountText.text(size)) }
        return lines
    }

    private static func version(_ number: Int) -> String {
        switch number {
        case -1: tr("cut")
        case 0: tr("as recorded")
        default: "\(number)"
        }
    }

    /// Milliseconds; the year 9999 is the last that anybody reads.
    private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 253_402_300_799) * 1000 }
}
