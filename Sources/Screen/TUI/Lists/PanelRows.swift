import Cells
import Classes
import Commands
import History
import HomeScreen
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

extension AppState {
    typealias PanelRow = ListRow<PanelChoice>

    func panelRows(_ kind: PanelKind, at now: HostTime) -> [PanelRow] {
        knownRows(kind, at: now) + (awaitedRow(kind).map { [$0] } ?? [])
    }

    private func knownRows(_ kind: PanelKind, at now: HostTime) -> [PanelRow] {
        switch kind {
        case .playlist: playlistRows
        case .chapters: placeRows(at: now)
        case .captions: [.heading(tr("Subtitles"))] + subtitleRows + [.heading(tr("Sound"))] + audioTrackRows
        case .subtitles: subtitleRows
        case .audioTracks: audioTrackRows
        case .tracks: allTrackRows
        case .definitions: definitionRows
        case .speeds: speedRows
        case .audioDevices: audioDeviceRows
        case .subtitleLines: subtitleLineRows(at: now)
        case .history, .watchLater: rememberedRows(kind)
        case .comments: commentRows
        case .chats: chatRows
        case .album: albumRows
        case .downloadDefinitions: downloadDefinitionRows
        case .links, .wholeText, .personActions, .documents, .captureDevices:
            kind.classList.map { rows(of: $0, at: now) } ?? []
        case .networkQuestion:
            [PanelRow(.reload, tr("Reload"), detail: "r"), PanelRow(.stopLoading, tr("Stop"))]
        case .mainMenu: mainMenuRows(at: now)
        case .contextMenu: contextMenuRows(at: now)
        }
    }

    private func clean(_ text: String) -> String { SafeText.clean(text, limit: 200) }

    // MARK: The item

    private var playlistRows: [PanelRow] {
        let remembered = rememberedDurations
        return list.items.enumerated().map { index, item in
            let title = clean(ByteText.shown(item.name))
            let isCurrent = index == playlist.index
            let duration = isCurrent ? snapshot.duration ?? item.duration : item.duration
            let known = duration ?? probedDuration(item.location) ?? remembered[item.videoID]
            return PanelRow(
                .item(item.id), title.isEmpty ? tr("Item %1", "\(index + 1)") : title,
                detail: known.map { TimeText.format($0) } ?? "", isCurrent: isCurrent)
        }
    }

    private func probedDuration(_ path: String) -> MediaTime? {
        if case .media(let duration)? = home.details[path] { duration } else { nil }
    }

    private var rememberedDurations: [String: MediaTime] {
        guard case .rows(let played, _) = history.content else { return [:] }
        let known = played.compactMap { row in row.location.flatMap { place in row.duration.map { (place, $0) } } }
        return Dictionary(known) { first, _ in first }
    }

    private var speedRows: [PanelRow] {
        [50, 75, 100, 125, 150, 175, 200].map { percent in
            let rate = PlaybackRate(Double(percent) / 100)
            return PanelRow(
                .speed(percent), TimeText.rate(rate) + Glyphs(isASCII: terminal.isASCII).times,
                detail: percent == 100 ? tr("normal") : "", isCurrent: snapshot.rate == rate)
        }
    }

    // MARK: Tracks

    private func trackRefusal(isCurrent: Bool, isDecodable: Bool) -> String? {
        if !isDecodable { return tr("No decoder available") }
        if snapshot.advert != nil, !isCurrent { return tr("Not available during an ad") }
        return snapshot.canSeek || isCurrent ? nil : tr("This item can be read only once: tracks cannot be changed")
    }

    /// The rows of `definitionList`.
    private var definitionRows: [PanelRow] {
        if let stream = snapshot.stream, stream.definitions.count > 1 { return definitionRows(of: stream) }
        if snapshot.sourceDefinitions.count > 1 { return sourceDefinitionRows }
        let definitions = snapshot.definitions
        let current = definitions.index(ofVideoTrack: snapshot.videoTrack)
        return definitions.list.enumerated().map { index, info in
            let track = snapshot.tracks.first { $0.id == definitions.videoTracks[index] }
            let size = info.isAudio ? "" : "\(info.width)\(terminal.isASCII ? "x" : "×")\(info.height)"
            let rate = info.bitRate.map { LinkText.rate(Double($0) / 8) } ?? ""
            return PanelRow(
                .definition(index), DefinitionText.name(info),
                detail: [size, track.map { clean($0.codec) } ?? "", rate].filter { !$0.isEmpty }
                    .joined(separator: "  "),
                isCurrent: index == current,
                refusal: info.isAudio && snapshot.audioTrack == nil
                    ? tr("No sound to play alone")
                    : trackRefusal(
                        isCurrent: index == current || snapshot.advert != nil, isDecodable: track?.isDecodable ?? true),
                note: isFinerThanNeeded(info, definitions.list)
                    ? tr("More than this terminal can show") : nil)
        }
    }

    /// The rows of a video whose sources are its definitions.
    private var sourceDefinitionRows: [PanelRow] {
        let list = snapshot.sourceDefinitions
        return list.enumerated().map { index, info in
            let size = info.width == 0 ? "" : "\(info.width)\(terminal.isASCII ? "x" : "×")\(info.height)"
            let rate = info.bitRate.map { LinkText.rate(Double($0) / 8) } ?? ""
            return PanelRow(
                .definition(index), DefinitionText.name(info),
                detail: [size, rate].filter { !$0.isEmpty }.joined(separator: "  "),
                isCurrent: info.definitionKey == snapshot.selection?.definition?.definitionKey,
                note: isFinerThanNeeded(info, list) ? tr("More than this terminal can show") : nil)
        }
    }

    /// Puts the automatic choice first, with its current definition.
    private func definitionRows(of stream: StreamStatus) -> [PanelRow] {
        let list = stream.definitions
        let shown = stream.definition.flatMap { list.indices.contains($0) ? DefinitionText.name(list[$0]) : nil }
        let byItself = PanelRow(
            .streamDefinition(nil), tr("Automatic"), detail: stream.chosenDefinition == nil ? shown ?? "" : "",
            isCurrent: stream.chosenDefinition == nil)
        return [byItself]
            + list.enumerated().map { index, info in
                let size = info.width == 0 ? "" : "\(info.width)\(terminal.isASCII ? "x" : "×")\(info.height)"
                let rate = info.bitRate.map { LinkText.rate(Double($0) / 8) } ?? ""
                return PanelRow(
                    .streamDefinition(index), DefinitionText.name(info),
                    detail: [size, rate].filter { !$0.isEmpty }.joined(separator: "  "),
                    isCurrent: stream.chosenDefinition == index,
                    note: isFinerThanNeeded(info, list) ? tr("More than this terminal can show") : nil)
            }
    }

    /// Whether a smaller definition has at least as many pixels as the terminal.
    private func isFinerThanNeeded(_ info: DefinitionInfo, _ list: [DefinitionInfo]) -> Bool {
        list.contains { other in
            !other.isAudio && other.width < info.width && other.height < info.height
                && (other.width >= terminal.columns * 2 && other.height >= terminal.rows * 4)
        }
    }

    /// Empty unless the definitions are the stream's. Otherwise the list of definitions contains the angles.
    private var angleRows: [PanelRow] {
        guard let stream = snapshot.stream, stream.definitions.count > 1 else { return [] }
        return snapshot.tracks.filter { stream.angles.contains($0.id) }.enumerated().map { index, track in
            PanelRow(
                .angle(track.id), trackName(track, number: index + 1), isCurrent: track.id == snapshot.videoTrack,
                refusal: trackRefusal(isCurrent: track.id == snapshot.videoTrack, isDecodable: track.isDecodable))
        }
    }

    private var audioTrackRows: [PanelRow] {
        let tracks = snapshot.tracks.filter(\.isAudio)
        guard !tracks.isEmpty else {
            if awaitsItem { return [loadingRow] }
            return [PanelRow(.nothing, tr("no sound"), refusal: tr("This item has no sound"))]
        }
        let none = PanelRow(
            .audioTrack(nil), tr("off"), isCurrent: snapshot.audioTrack == nil,
            refusal: trackRefusal(isCurrent: snapshot.audioTrack == nil, isDecodable: true))
        return [none]
            + tracks.enumerated().map { index, track in
                let isCurrent = track.id == snapshot.audioTrack
                return PanelRow(
                    .audioTrack(track.id), trackName(track, number: index + 1), detail: trackDetail(track),
                    isCurrent: isCurrent, refusal: trackRefusal(isCurrent: isCurrent, isDecodable: track.isDecodable))
            }
    }

    private func trackName(_ track: TrackInfo, number: Int) -> String {
        let parts = LanguageName.parts(title: track.title, language: track.language).map(clean)
        return track.purpose.naming(parts.isEmpty ? tr("Track %1", "\(number)") : parts.listed)
    }

    private func trackDetail(_ track: TrackInfo) -> String {
        guard case .audio(_, let channels) = track.kind else { return clean(track.codec) }
        let layout = [1: "1.0", 2: "2.0", 6: "5.1", 8: "7.1"][channels] ?? "\(channels)"
        return clean(track.codec) + " " + layout
    }

    private var subtitleRows: [PanelRow] {
        let choices = subtitles.choices
        let off = PanelRow(.subtitle(nil), tr("off"), isCurrent: !choices.contains { $0.slot != nil })
        let tracks = choices.map { choice in
            PanelRow(
                .subtitle(choice.number), choice.name, detail: choice.format ?? tr("picture"),
                isCurrent: choice.slot != nil,
                slot: choice.slot == .first ? .first : choice.slot == .second ? .second : .none)
        }
        return [off] + pairRow + tracks + [PanelRow(.addSubtitle, tr("add a file…"))]
    }

    /// A row for two languages at once, if there are two.
    private var pairRow: [PanelRow] {
        guard let pair = subtitles.pairOffer, let (first, second) = subtitles.tracks(of: pair) else { return [] }
        let isCurrent = subtitles.set.selection(.first) == first && subtitles.set.selection(.second) == second
        return [PanelRow(.subtitlePair(pair), pair.label, detail: tr("both"), isCurrent: isCurrent)]
    }

    private var allTrackRows: [PanelRow] {
        var rows: [PanelRow] = []
        if !definitionRows.isEmpty { rows += [.heading(tr("Picture"))] + definitionRows }
        if !angleRows.isEmpty { rows += [.heading(tr("Angle"))] + angleRows }
        return rows + [.heading(tr("Sound"))] + audioTrackRows + [.heading(tr("Subtitles"))] + subtitleRows
    }

    // MARK: Chats

    private var chatRows: [PanelRow] {
        [PanelRow(.chat(nil), tr("no chat"), isCurrent: chats.shown == nil)]
            + chats.locations.map { location in
                PanelRow(
                    .chat(location),
                    clean(ByteText.shown(location.split(separator: "/").last.map(String.init) ?? location)),
                    isCurrent: location == chats.shown)
            }
    }

    // MARK: Devices

    private var audioDeviceRows: [PanelRow] {
        if let program = audioDevices.program {
            return [PanelRow(.nothing, clean(program), refusal: tr("This program gets the sound"))]
        }
        guard let devices = audioDevices.devices else {
            return [PanelRow(.nothing, tr("Searching for devices…"), refusal: tr("Querying the system"))]
        }
        guard !devices.isEmpty else {
            return [PanelRow(.nothing, tr("no device"), refusal: tr("No sound device found"))]
        }
        // Outputs come first; converters are rarely wanted.
        return (devices.filter(\.isOutput) + devices.filter { !$0.isOutput }).map { device in
            PanelRow(
                .audioDevice(device.name), clean(device.name), detail: clean(device.description),
                isCurrent: device.name == audioDevices.current)
        }
    }
}

enum DefinitionText {
    /// Returns the name; for keys outside the catalogue, the source's own.
    static func name(_ info: DefinitionInfo) -> String {
        switch info.definitionKey {
        case .low: tr("Standard")
        case .high: tr("High")
        case .superHD: tr("Super")
        case .audio: tr("Audio only")
        case .hd720: "720p"
        case .hd1080: "1080p"
        default: SafeText.clean(info.definitionName, limit: 60)
        }
    }
}
