import Cells
import ClassRules
import Classes
import PlayCore
package import ScreenKit

package enum ClassAboutText {
    package static func lines(_ room: ClassScreen) -> [FactLine] {
        if let live = room.live { return lines(live, title: room.classTitle) }
        guard let about = room.view.about else { return [] }
        var lines: [FactLine] = []
        func add(_ label: String, _ value: String) {
            lines.append(FactLine(label: label, value: SafeText.clean(value, limit: 60)))
        }
        if let title = room.classTitle { add(tr("Class"), title) }
        add(tr("Version"), version(about.version))
        if let kind = kind(about, room.view.parts.kind) { add(tr("Kind"), kind) }
        if let end = about.validUntil { add(tr("Valid until"), WallTime(milliseconds: bounded(end)).text) }
        if let size = about.size { add(tr("Files"), ByteCountText.text(size)) }
        return lines
    }

    private static func lines(_ live: LiveScreen, title: String?) -> [FactLine] {
        var lines: [FactLine] = []
        func add(_ label: String, _ value: String) {
            lines.append(FactLine(label: label, value: SafeText.clean(value, limit: 60)))
        }
        if let title { add(tr("Class"), title) }
        add(tr("You"), [ChatLines.name(live.view.me), ChatLines.word(live.view.me.role)].listed)
        add(tr("Number"), live.view.me.id)
        if live.view.me.group > 0 { add(tr("Group"), "\(live.view.me.group)") }
        add(tr("People"), "\(live.view.state.users.totalCount)")
        guard let features = live.view.live.features else { return lines }
        add(tr("Speakers"), tr("%1 of %2", "\(live.view.live.speakers.count)", "\(features.maxSpeakerCount)"))
        let timeout = live.view.live.requestTimeout
        add(tr("A raised hand waits"), timeout == 0 ? tr("until it is answered") : tr("%1 s", "\(timeout / 1000)"))
        if let type = features.roomType { add(tr("Kind"), type) }
        return lines
    }

    /// Describes the kind of class, or returns `nil` for an ordinary one.
    private static func kind(_ about: ClassAbout, _ parts: ClassParts.Kind) -> String? {
        var words: [String] = []
        if about.isSmall { words.append(tr("small class")) }
        if parts == .slices { words.append(tr("class of several recordings")) }
        if let type = about.roomType { words.append(type) }
        if let type = about.recordType { words.append(RecordText.name(type)) }
        return words.isEmpty ? nil : words.listed
    }

    private static func version(_ number: Int) -> String {
        switch number {
        case -1: tr("cut")
        case 0: tr("as recorded")
        default: "\(number)"
        }
    }

    /// Converts to milliseconds, limited to the year 9999.
    private static func bounded(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 253_402_300_799) * 1000 }
}
