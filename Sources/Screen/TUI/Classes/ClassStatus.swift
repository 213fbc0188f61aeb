import Cells
import ClassRules
import Classes
import PlayCore

/// The screen while a class is being entered, and after a failure to do so.
enum ClassStatus {
    static func placeholder(_ room: ClassScreen, _ glyphs: Glyphs) -> [CentredLine] {
        let header = room.view.snapshot.room?.content
        let name = header?.presenterName ?? ""
        return [
            CentredLine(text: SafeText.clean(name, limit: 60), style: Theme.bold),
            CentredLine(
                text: header?.definitionIsAudio == true ? tr("sound only") : tr("no camera"), style: Theme.dim,
                isOptional: true),
        ]
    }

    /// - Parameter program: gets the picture in the terminal's place; `nil` if the terminal is being recorded.
    static func hidden(isClass: Bool = true, from program: String? = nil) -> [CentredLine] {
        let words =
            isClass ? tr("This class may not be recorded") : tr("This video may not be recorded")
        let reason =
            program.map { tr("tvplay sends %1 black pictures", $0) } ?? tr("A program is recording this terminal")
        return [
            CentredLine(text: words, style: Theme.warning),
            CentredLine(text: reason, style: Theme.dim, isOptional: program == nil),
        ]
    }

    /// Returns the headline of a local class, which no service sent.
    private static func headline(_ error: ClassReadError, _ view: ClassView) -> String? {
        error.code == .invalidPlayInfo && view.isOnThisMachine ? tr("This class cannot be read") : nil
    }

    static func lines(_ state: AppState, width: Int) -> [CentredLine]? {
        guard let room = state.room, !room.isEntered else { return nil }
        let place = SafeText.clean(room.view.location, limit: 400)
        // Where there is an item to return to.
        let cancel =
            state.hasItem ? [CentredLine(text: ""), CentredLine(text: tr("Esc cancel"), style: Theme.accent)] : []
        switch room.view.snapshot.phase {
        case .failed(let error):
            return StatusScreen.failure(
                error.playError, headline: headline(error, room.view),
                hints: [tr("r retry")] + (state.hasItem ? [tr("Esc back")] : []) + [tr("q quit")], state, width: width)
        default:
            if let loading = room.live?.view.loading {
                return LiveLoading.lines(
                    loading, place: place, width: width, Glyphs(isASCII: state.terminal.isASCII)) + cancel
            }
            return [
                CentredLine(text: place, style: Theme.bold), CentredLine(text: ""),
                CentredLine(text: tr("Loading the class…"), style: Theme.dim),
            ] + cancel
        }
    }
}
