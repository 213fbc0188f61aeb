import Catalogue
import Cells
import ClassPanes
import ClassRules
import Classes
import Commands
import DownloadScreen
import HomeScreen
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

/// The rows of menus. Each opens a panel or acts as a key, and names that key.
extension AppState {
    func mainMenuRows(at now: HostTime) -> [PanelRow] {
        servicePanelRows(at: now) + [
            panelRow(.playlist, at: now), panelRow(.chapters, at: now), panelRow(.subtitles, at: now),
            panelRow(.audioTracks, at: now), panelRow(.definitions, at: now), panelRow(.tracks, at: now),
            panelRow(.speeds, at: now), panelRow(.audioDevices, at: now), panelRow(.subtitleLines, at: now),
            panelRow(.chats, at: now),
            panelRow(.history, at: now), panelRow(.watchLater, at: now),
        ] + homeMenuRows + viewRows + downloadRows(at: now) + [
            actionRow(.cycleBar, tr("Control bar: change mode")), actionRow(.cycleLayout, tr("Next layout")),
            actionRow(.toggleStatistics, tr("Statistics")), actionRow(.toggleHelp, tr("Keys")),
            actionRow(.quit, tr("Quit")),
        ]
    }

    private var viewRows: [PanelRow] {
        guard snapshot.hasPicture else { return [] }
        return [
            actionRow(.view(.zoom(1)), tr("Larger picture")), actionRow(.view(.zoom(-1)), tr("Smaller picture")),
            actionRow(.view(.rotate), tr("Rotate the picture")), actionRow(.view(.cycleAspect), tr("Aspect ratio")),
        ]
    }

    private func servicePanelRows(at now: HostTime) -> [PanelRow] {
        [PanelKind.album, .comments].filter { offers(.open($0)) }.map { panelRow($0, at: now) }
    }

    private var homeMenuRows: [PanelRow] {
        guard home.isOffered else { return [] }
        return [
            actionRow(.home(.toggle), tr("Home")),
            actionRow(.home(.openLocation), tr("Open") + (terminal.isASCII ? "..." : "…")),
        ]
    }

    private func downloadRows(at now: HostTime) -> [PanelRow] {
        guard downloads.isOffered else { return [] }
        return [
            actionRow(.downloads(.toggle), tr("Downloads")),
            PanelRow(
                .action(.downloads(.queue)), tr("Download the playing item") + (terminal.isASCII ? "..." : "…"),
                detail: keyName(.downloads(.queue)), refusal: downloadRefusal),
        ]
    }

    func contextMenuRows(at now: HostTime) -> [PanelRow] {
        var rows = [
            actionRow(.togglePause, [.paused, .ready, .reachEnd].contains(snapshot.status) ? tr("Play") : tr("Pause"))
        ]
        if isBehindLive(at: now) { rows.append(actionRow(.goToLive, tr("Go to the live edge"))) }
        rows += [
            actionRow(.jumpBack, tr("Jump back")),
            actionRow(.toggleMute, snapshot.isMuted ? trc("menu", "Unmuted") : trc("menu", "Muted")),
            actionRow(.toggleScreenMode, bar.isFullScreen ? tr("Picture and controls") : tr("Picture only")),
            panelRow(.captions, at: now), panelRow(.definitions, at: now), panelRow(.chapters, at: now),
            panelRow(.speeds, at: now), panelRow(.playlist, at: now), panelRow(.mainMenu, at: now),
        ]
        return rows
    }

    private func panelRow(_ kind: PanelKind, at now: HostTime) -> PanelRow {
        // The album's own name would not explain the row.
        let title = kind == .album ? kind.title : title(of: kind)
        return PanelRow(
            .open(kind), title + (terminal.isASCII ? "..." : "…"), detail: keyName(.open(kind)),
            refusal: emptyReason(kind, at: now))
    }

    private func actionRow(_ action: KeyAction, _ title: String) -> PanelRow {
        PanelRow(.action(action), title, detail: keyName(action))
    }

    private func keyName(_ action: KeyAction) -> String {
        keymap.names(of: action, isASCII: terminal.isASCII).first ?? ""
    }

    /// Returns why a list is empty, or `nil` if it is not or its contents are unknown.
    func emptyReason(_ kind: PanelKind, at now: HostTime) -> String? {
        if awaitedRow(kind) != nil { return nil }
        return switch kind {
        case .playlist: list.items.isEmpty ? tr("The playlist is empty") : nil
        case .chapters: hasPlaces ? nil : tr("No chapters in this item")
        case .definitions: hasDefinitions ? nil : tr("This item has no video")
        case .subtitleLines: subtitleLinesReason
        case .downloadDefinitions: downloadRefusal
        case .comments: services.comments == nil ? tr("Comments are disabled for this item") : nil
        case .links: room?.links.isEmpty != false ? tr("No visible links") : nil
        case .chats: chatsReason
        case .documents:
            room?.live?.view.state.documents.list.isEmpty == false ? nil : tr("The class has no documents")
        case .album: services.album == nil ? tr("This item is not part of an album") : nil
        default: nil
        }
    }

    var hasDefinitions: Bool { !snapshot.definitions.list.isEmpty || snapshot.sourceDefinitions.count > 1 }

    private var chatsReason: String? {
        if let room, !room.view.isChatOnly { return tr("A class has its own chat") }
        return chats.locations.isEmpty ? tr("No recorded chat beside this video") : nil
    }

    private var subtitleLinesReason: String? {
        let set = subtitles.set
        if !set.lines.isEmpty { return nil }
        guard let number = set.selection(.first) ?? set.selection(.second) else {
            return set.tracks.isEmpty ? tr("No subtitles") : tr("No subtitles selected")
        }
        return set.tracks[number].format == nil
            ? tr("These subtitles are images, without text") : tr("No lines loaded yet")
    }

    func title(of kind: PanelKind) -> String {
        switch kind {
        case .playlist where options.isFeed: return tr("Feed")
        case .chapters where hasPlaces && !services.marks.isEmpty:
            return snapshot.chapters.isEmpty ? tr("Markers") : tr("Chapters and markers")
        case .personActions, .wholeText: return kind.classList.flatMap { room?.title(of: $0) } ?? ""
        case .comments:
            guard let total = services.comments?.total else { return kind.title }
            return kind.title + " \(Glyphs(isASCII: terminal.isASCII).separator) \(total)"
        case .album:
            let title = SafeText.clean(services.album?.title ?? "", limit: 100)
            return title.isEmpty ? kind.title : title
        default: return kind.title
        }
    }
}
