import Cells
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    var companionName: String {
        switch view.companion?.kind {
        case .person(_, let name): SafeText.clean(name, limit: 40)
        case .media: tr("Media file")
        case .desktop, nil: tr("Desktop")
        }
    }

    var companionTitle: String {
        var words = [companionName]
        if view.companion?.isSmall == true { words.append(tr("small")) }
        if view.companion?.mark == .lagging { words.append(tr("poor network")) }
        return words.joined(separator: "  ")
    }

    func companionLines(width: Int, _ glyphs: Glyphs) -> [ClassLine] {
        if let spinner = glyphs.spinner(view.companion?.mark, tr("Loading the picture …")) {
            return [ClassLine(companionName, Theme.bold), ClassLine(spinner, Theme.dim)]
        }
        if view.companion?.mark == .resting {
            return [ClassLine(companionName, Theme.bold)]
                + ClassLine.broken(tr("Your line is too slow for this picture"), width: width - 1)
        }
        if case .barred(let places)? = view.companion?.mark {
            let words = tr(
                "Sound and pictures do not get through; a firewall may be blocking %1",
                SafeText.clean(places, limit: 200))
            return [ClassLine(companionName, Theme.bold)]
                + ClassLine.broken(words + ". " + tr("tvplay keeps trying."), width: width - 1)
        }
        guard let error = view.companion?.failure else { return [] }
        return [ClassLine(FailureText.headline(error.code), Theme.error)]
            + ClassLine.broken(error.reason, width: width - 1)
    }

    /// Makes a new second video the large pane in three cases. A shared desktop replaces the slides, as in the class. A
    /// video replaces a main recording without a picture. A requested video replaces any pane if only one fits.
    mutating func followCompanion(was: CompanionView?, isWide: Bool) {
        guard let now = view.companion else {
            guard was != nil else { return }
            if major == .companion { major = coveredMajor ?? .video }
            coveredMajor = nil
            return
        }
        guard was?.kind != now.kind else { return }
        hidden.remove(.companion)
        // The slides become large again after a shared desktop.
        if was?.kind == .desktop, major == .companion, let covered = coveredMajor { major = covered }
        coveredMajor = major == .companion ? coveredMajor : nil
        if now.isOnlyPicture, focus == .video { focus = .companion }
        let isInPlace = now.isOnlyPicture && major == .video || now.kind == .desktop && major == .slides
        let takesPlace = isInPlace || now.isWanted && !isWide
        guard takesPlace, major != .companion else { return }
        coveredMajor = major
        major = .companion
    }
}

extension Glyphs {
    /// Returns the spinner with its words, or `nil` if the video is not loading.
    func spinner(_ mark: VideoMark?, _ words: String) -> String? {
        guard case .loading(let step, let seconds)? = mark else { return nil }
        let time = seconds >= 2 ? " " + tr("%1 s", "\(seconds)") : ""
        return spinner[step % spinner.count] + " " + words + time
    }
}

extension ClassScreen {
    /// Shows the recording of the selected participant, or ends that. In a live class toggles the person's video.
    func showVideoOfSelected() -> Consequences {
        guard let user = selected(.people).flatMap({ person(at: $0)?.user }) else { return [] }
        if live != nil { return [.room(.toggleVideo(of: user.id))] }
        guard view.usersWithVideo.contains(user.id) else { return [.say(tr("%1 has no video", ChatLines.name(user)))] }
        if view.companion?.isWanted == true, case .person(user.id, _)? = view.companion?.kind {
            return [.room(.showVideo(of: nil))]
        }
        return [.room(.showVideo(of: user.id))]
    }
}
