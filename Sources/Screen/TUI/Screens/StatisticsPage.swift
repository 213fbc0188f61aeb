import Cells
import ClassPanes
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// The page of figures (`i`): the label at the left, the value right-aligned.
enum StatisticsPage {
    typealias Line = FactLine

    static func lines(_ sample: StatisticsSample, _ state: AppState) -> [Line] {
        (state.room.map { ClassAboutText.lines($0) } ?? []) + item(sample.snapshot, state) + picture(sample)
            + sound(sample.snapshot)
            + flow(sample.snapshot, at: sample.takenAt) + output(sample, state.terminal)
    }

    private static func item(_ snapshot: PlaybackSnapshot, _ state: AppState) -> [Line] {
        let title = SafeText.clean(snapshot.title ?? snapshot.item ?? "", limit: 80)
        let file = SafeText.clean(snapshot.item?.split(separator: "/").last.map(String.init) ?? "", limit: 80)
        let playlist = state.playlist
        var lines = title.isEmpty ? [] : [Line(label: tr("Title"), value: title)]
        if !file.isEmpty, file != title { lines.append(Line(label: tr("File"), value: file)) }
        if playlist.count > 1, let index = playlist.index {
            lines.append(Line(label: tr("Item"), value: tr("%1 of %2", "\(index + 1)", "\(playlist.count)")))
        }
        lines.append(Line(label: tr("Format"), value: format(snapshot)))
        lines.append(Line(label: tr("Definition"), value: definition(snapshot)))
        lines.append(Line(label: tr("Subtitles"), value: state.subtitles.currentTitles))
        return lines.filter { !$0.value.isEmpty }
    }

    private static func format(_ snapshot: PlaybackSnapshot) -> String {
        let format = SafeText.clean(snapshot.format?.rawValue ?? "", limit: 20)
        return [format, snapshot.recordType.map(RecordText.name) ?? ""].filter { !$0.isEmpty }.listed
    }

    /// Returns an empty text if there is only one definition, because the picture's size is more precise.
    private static func definition(_ snapshot: PlaybackSnapshot) -> String {
        let hasChoice = snapshot.selection?.definition != nil || snapshot.definitions.list.count { !$0.isAudio } > 1
        let current = snapshot.currentDefinition.flatMap { hasChoice || $0.isAudio ? $0 : nil }
        var words = current.map { [DefinitionText.name($0)] } ?? []
        if let network = snapshot.network?.entry ?? snapshot.selection?.network, network.count > 1 {
            words.append(tr("CDN %1 of %2", "\(network.index + 1)", "\(network.count)"))
        }
        return words.listed
    }

    private static func picture(_ sample: StatisticsSample) -> [Line] {
        let snapshot = sample.snapshot
        let statistics = snapshot.statistics
        guard let track = snapshot.tracks.first(where: { $0.id == snapshot.videoTrack }) else { return [] }
        var format = SafeText.clean(track.codec, limit: 20)
        if statistics.videoWidth > 0 { format += " \(statistics.videoWidth)x\(statistics.videoHeight)" }
        // Uses the measured rate if the container states none, or an implausible one.
        if let rate = statistics.framesPerSecond ?? sample.itemFramesPerSecond {
            format += " " + TimeText.decimal(rate, digits: 2) + " fps"
        }
        var lines = [Line(label: tr("Picture"), value: format)]
        if snapshot.isSphere { lines.append(Line(label: tr("View"), value: snapshot.view.sphere.figures)) }
        if let decoder = statistics.videoDecoder {
            lines.append(Line(label: tr("Decoder"), value: SafeText.clean(decoder, limit: 40)))
        }
        lines.append(
            Line(
                label: tr("Frames shown, dropped"),
                value: ["\(statistics.presentedFrames)", "\(statistics.droppedFrames)"].listed))
        return lines
    }

    private static func sound(_ snapshot: PlaybackSnapshot) -> [Line] {
        var lines: [Line] = []
        if let track = snapshot.tracks.first(where: { $0.id == snapshot.audioTrack }),
            case .audio(let sampleRate, let channels) = track.kind
        {
            let codec = SafeText.clean(track.codec, limit: 20)
            lines.append(Line(label: tr("Sound"), value: "\(codec) \(sampleRate) Hz \(channels) ch"))
        }
        if let status = snapshot.audioStatus {
            switch status.device {
            case .open(let name): lines.append(Line(label: tr("Device"), value: SafeText.clean(name, limit: 30)))
            case .absent: lines.append(Line(label: tr("Device"), value: tr("none")))
            case .lost, .unheard: lines.append(Line(label: tr("Device"), value: tr("disconnected")))
            }
            let delay = TimeText.decimal(status.delay.inMilliseconds, digits: 0)
            lines.append(Line(label: tr("Delay, underruns"), value: ["\(delay) ms", "\(status.underrunCount)"].listed))
        }
        if snapshot.videoTrack != nil, snapshot.audioTrack != nil {
            let offset = TimeText.decimal(snapshot.statistics.audioVideoOffset.inMilliseconds, digits: 1)
            lines.append(Line(label: tr("A/V delay"), value: "\(offset) ms"))
        }
        return lines
    }

    private static func flow(_ snapshot: PlaybackSnapshot, at now: HostTime) -> [Line] {
        let ahead = snapshot.buffered.map { max(0, ($0.end - snapshot.clock.position).inSeconds) }
        let queued = ByteCountText.text(Int64(snapshot.statistics.queuedBytes))
        var lines = [
            Line(
                label: tr("Buffered"),
                value: [ahead.map { TimeText.decimal($0, digits: 1) + " s" }, queued].compactMap(\.self).listed)
        ]
        if snapshot.statistics.keptBytes > 0 {
            lines.append(
                Line(label: tr("Back buffer"), value: ByteCountText.text(Int64(snapshot.statistics.keptBytes))))
        }
        if let delay = snapshot.liveDelay(at: now) {
            lines.append(
                Line(label: tr("Behind the live edge"), value: TimeText.decimal(delay.inSeconds, digits: 1) + " s"))
        }
        lines.append(Line(label: tr("Stalls"), value: String(snapshot.statistics.stallCount)))
        return lines + network(snapshot)
    }

    private static func network(_ snapshot: PlaybackSnapshot) -> [Line] {
        guard let network = snapshot.network else { return [] }
        let rate = network.bitsPerSecond.map { LinkText.rate(Double($0) / 8) }
        let figures = [rate, ByteCountText.text(network.byteCount)].compactMap(\.self).listed
        var lines = [Line(label: tr("Download"), value: figures)]
        if let cached = network.cachedByteCount {
            let share = Int((Double(cached) * 100 / Double(max(1, cached + network.byteCount))).rounded())
            lines.append(Line(label: tr("Cache hits"), value: ["\(share)%", ByteCountText.text(cached)].listed))
        }
        if let figures = FetchFigures(snapshot), let saved = figures.savedShare {
            let share = Int((saved * 100).rounded())
            lines.append(
                Line(label: tr("Excess resolution"), value: ["-\(share)%", ByteCountText.text(figures.saved)].listed))
        }
        return lines
    }

    private static func output(_ sample: StatisticsSample, _ terminal: TerminalTraits) -> [Line] {
        [
            Line(
                label: tr("Cells"), value: "\(terminal.columns)x\(terminal.rows) \(terminal.colorDepth.rawValue)"),
            Line(label: tr("Output frame rate"), value: TimeText.decimal(sample.framesPerSecond, digits: 1) + " /s"),
            Line(label: tr("Bytes per frame"), value: ByteCountText.text(sample.bytesPerFrame)),
            Line(label: tr("Bytes per second"), value: ByteCountText.text(sample.bytesPerSecond) + "/s"),
        ] + link(sample.totals)
    }

    private static func link(_ totals: OutputTotals) -> [Line] {
        let link = totals.link
        guard link.isLimited || link.bytesPerSecond != nil || link.roundTrip != nil else { return [] }
        let rate = link.bytesPerSecond.map(LinkText.rate)
        var lines = [
            Line(
                label: tr("Link"),
                value: [link.isLimited ? tr("limited") : tr("no limit"), rate].compactMap(\.self).listed)
        ]
        if let trip = link.roundTrip {
            lines.append(
                Line(label: tr("Round trip, queue"), value: [LinkText.time(trip), LinkText.time(link.queue)].listed))
            lines.append(Line(label: tr("In flight"), value: ByteCountText.text(Int64(link.inFlight))))
        }
        if let likeness = totals.likeness {
            lines.append(Line(label: tr("Similarity (SSIM)"), value: TimeText.decimal(likeness, digits: 3)))
        }
        return lines
    }
}

extension StatisticsPage: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard state.defaultAction(key) == .back else { return nil }
        state.statistics = nil
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let sample = state.statistics else { return }
        canvas.cells.writeStatistics(sample, state, above: geometry.messageRow)
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        if let sample = state.statistics { next.note(sample.takenAt + StatisticsSample.interval) }
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .otherItem { state.statistics?.snapshot = .empty }
    }
}

extension AppState {
    package var statistics: StatisticsSample? {
        get { layers.value { if case .statistics(let sample) = $0 { sample } else { nil } } }
        set { layers.set(StatisticsPage.self, newValue.map(Layer.statistics)) }
    }

    mutating func toggleStatistics(at now: HostTime) {
        statistics = statistics == nil ? StatisticsSample(at: now, snapshot: snapshot, totals: output.totals) : nil
    }
}

extension CellBuffer {
    /// Writes the page over the upper left of the picture.
    fileprivate mutating func writeStatistics(_ sample: StatisticsSample, _ state: AppState, above bottom: Int) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let lines = StatisticsPage.lines(sample, state)
        let top = state.terminal.rows > 12 && lines.count + 2 < bottom ? 1 : 0
        let width = min(46, state.terminal.columns - 2)
        let height = min(lines.count + 2, bottom - top)
        guard height >= 3 else { return }
        let rect = Rect(column: 1, row: top, width: width, height: height)
        box(rect, title: tr("Statistics"), hint: tr("i close"), glyphs)
        for (offset, line) in lines.prefix(height - 2).enumerated() {
            let row = rect.row + 1 + offset
            let right = rect.column + rect.width - 2
            let value = glyphs.fitted(line.value, width - 5 - min(8, TextWidth.columns(of: line.label)))
            let space = width - 5 - TextWidth.columns(of: value)
            write(glyphs.fitted(line.label, space), column: rect.column + 2, row: row, style: Theme.dim)
            write(endingAt: right, value, row: row, style: Theme.plain)
        }
    }
}
