import Cells
import ClassRules
import Classes
import PlayCore
package import ScreenKit

/// The screen while a class is being entered, or after that has failed.
package enum ClassStatus {
    package static func placeholder(_ room: ClassScreen, _ glyphs: Glyphs) -> [CentredLine] {
        let header = room.view.snapshot.room?.content
        let name = header?.presenterName ?? ""
        return [
            CentredLine(text: SafeText.clean(name, limit: 60), style: Theme.bold),
            CentredLine(
                text: header?.definitionIsAudio == true ? tr("sound only") : tr("no camera"), style: Theme.dim,
                isOptional: true),
        ]
    }

    /// - Parameter program: the program that receives black pictures; `nil` if it records the terminal itself.
    package static func hidden(isClass: Bool = true, from program: String? = nil) -> [CentredLine] {
        let words =
            isClass ? tr("This class may not be recorded") : tr("This video may not be recorded")
        let reason =
            program.map { tr("tvplay sends %1 black pictures", $0) } ?? tr("A program is recording this terminal")
        return [
            CentredLine(text: words, style: Theme.warning),
            CentredLine(text: reason, style: Theme.dim, isOptional: program == nil),
        ]
    }

    /// Returns the headline for a class on this machine, where the service's words for the failure would be wrong.
    fileprivate static func headline(_ error: ClassReadError, _ view: ClassView) -> String? {
        error.code == .invalidPlayInfo && view.isOnThisMachine ? tr("This class cannot be read") : nil
    }
}

extension ClassScreen {
    /// Returns `nil` once the class has been entered.
    package func statusLines(_ context: ClassContext, width: Int) -> [CentredLine]? {
        guard !isEntered else { return nil }
        let place = SafeText.clean(view.location, limit: 400)
        // Cancelling needs an item to return to.
        let cancel =
            context.hasItem ? [CentredLine(text: ""), CentredLine(text: tr("Esc cancel"), style: Theme.accent)] : []
        switch view.snapshot.phase {
        case .failed(let error):
            return FailureText.lines(
                error.playError, headline: ClassStatus.headline(error, view),
                hints: [tr("r retry")] + (context.hasItem ? [tr("Esc back")] : []) + [tr("q quit")],
                isASCII: context.terminal.isASCII, width: width)
        default:
            if let loading = live?.view.loading {
                return LiveLoading.lines(
                    loading, place: place, width: width, context.glyphs) + cancel
            }
            return [
                CentredLine(text: place, style: Theme.bold), CentredLine(text: ""),
                CentredLine(text: tr("Loading the class…"), style: Theme.dim),
            ] + cancel
        }
    }
}
