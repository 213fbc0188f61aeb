import ClassPanes
import Classes
import DownloadScreen
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

extension AppState {
    /// The rows for choosing a definition; the default comes first.
    var downloadDefinitionRows: [PanelRow] {
        var seen: Set<String> = []
        let found = playingDefinitions.filter { seen.insert($0.definitionKey.rawValue).inserted && !$0.isAudio }
        let rows = found.map { info in
            PanelRow(
                .download(info.definitionKey.rawValue), DefinitionText.name(info),
                detail: info.width == 0 ? "" : "\(info.width)\(terminal.isASCII ? "x" : "×")\(info.height)")
        }
        return [PanelRow(.download(nil), tr("Default"), detail: tr("best for this terminal"))] + rows
            + [PanelRow(.download(DefinitionInfo.Key.audio.rawValue), tr("Audio only"))]
    }

    private var playingDefinitions: [DefinitionInfo] {
        if let stream = snapshot.stream, !stream.definitions.isEmpty { return stream.definitions }
        return snapshot.sourceDefinitions
    }

    var downloadRefusal: String? {
        guard downloads.isOffered else { return tr("Downloads are not available here") }
        if attendedClass != nil, room?.view.parts.kind == .slices {
            return tr("A class of several recordings cannot be downloaded as one")
        }
        guard let reference = attendedClass ?? list.current?.location else { return tr("Nothing is playing") }
        guard AddressText.scheme(of: reference).map({ $0 != "file" }) ?? false else {
            return tr("The playing item is already a file")
        }
        return snapshot.liveState != nil ? tr("Still live: only finished streams can be downloaded") : nil
    }

    /// Handles `D` in the list of definitions.
    mutating func queueSelectedDefinition(_ panel: Panel, at now: HostTime) -> [Effect] {
        if let reason = downloadRefusal {
            message = Message(reason, at: now)
            return []
        }
        switch panel.list.selection {
        case .streamDefinition(nil): return queueCurrent(nil)
        case .streamDefinition(let index?), .definition(let index):
            let list = playingDefinitions
            return list.indices.contains(index) ? queueCurrent(list[index].definitionKey.rawValue) : []
        default: return []
        }
    }

    func queueCurrent(_ definition: String?) -> [Effect] {
        if let attendedClass {
            return [.downloads(.add(reference: attendedClass, title: nil, definition: definition))]
        }
        guard let current = list.current else { return [] }
        return [
            .downloads(
                .add(
                    reference: current.location, title: current.title ?? snapshot.title, definition: definition))
        ]
    }
}
