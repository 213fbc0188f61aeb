import Addresses
import Catalogue
import DownloadModel
import Downloads
import PlayCore

/// Selects one definition, the subtitles, and the cover.
struct PlayInfoSource {
    private let wishes: DownloadWishes

    init(_ wishes: DownloadWishes) { self.wishes = wishes }

    func source(of info: PlayInfo) throws(DownloadProblem) -> DownloadSource {
        if info.isLive { throw DownloadProblem(.live) }
        let (definition, entry, address) = try chosen(info)
        var source = DownloadSource(nil, title: info.title)
        if Self.isFile(entry) {
            var file = RemoteFile(address, name: Self.name(address), role: .video)
            file.headers = info.headers
            source.main = .file(file)
        } else {
            source.main = .stream(address, headers: info.headers)
            source.streamSound = entry.audioURL.flatMap { Address($0) }
        }
        // An adaptive stream, or one without a description, contains its own definitions.
        if definition.info.definitionKey != .undescribed, !info.isAdaptive { source.definition = definition.info }
        if !info.isAdaptive {
            source.definitions = info.definitionList.map(\.info).filter { $0.definitionKey != .undescribed }
        }
        source.chapters = Self.chapters(info)
        source.others = sound(info, entry) + subtitles(info) + cover(info)
        return source
    }

    /// Each chapter lasts until the next one.
    private static func chapters(_ info: PlayInfo) -> [Chapter] {
        let points = info.marks.points.filter { $0.kind == .chapter }
        return points.indices.compactMap { index in
            let end = index + 1 < points.count ? points[index + 1].time : info.duration ?? points[index].time
            guard end >= points[index].time else { return nil }
            return Chapter(range: MediaRange(start: points[index].time, end: end), title: points[index].title)
        }
    }

    private func chosen(
        _ info: PlayInfo
    ) throws(DownloadProblem) -> (PlayInfo.Definition, NetworkAddress, Address) {
        // From low to high with sound last, as the selection expects.
        let all = info.definitionList.enumerated().sorted { a, b in
            let (one, other) = (a.element.info, b.element.info)
            return (one.isAudio ? 1 : 0, one.height, -a.offset) < (other.isAudio ? 1 : 0, other.height, -b.offset)
        }
        .map(\.element)
        guard !all.isEmpty else { throw DownloadProblem(.unresolved, detail: "it names no address") }
        let inside = all.count == 1 && (all[0].info.definitionKey == .undescribed || info.isAdaptive)
        guard let index = inside ? 0 : wishes.index(in: all.map(\.info)) else {
            throw DownloadProblem(
                .noSuchDefinition, detail: all.map(\.info.definitionKey.rawValue).joined(separator: ", "))
        }
        // Unless a definition was requested, another one that includes its sound may be used.
        let order = [all[index]] + (wishes.definitions == nil ? all.reversed().filter { !$0.info.isAudio } : [])
        for definition in order {
            // An address that includes its sound is simpler to download.
            let entries = definition.entries.filter { $0.audioURL == nil } + definition.entries.filter(Self.isPair)
            for entry in entries
            where info.manifests[entry.playURL] == nil && info.manifests[entry.audioURL ?? ""] == nil {
                if let address = Address(entry.playURL), address.isHTTP { return (definition, entry, address) }
            }
        }
        guard info.manifests.isEmpty else {
            throw DownloadProblem(
                .unresolved, detail: "it is listed in fragments, which can be played, but not downloaded")
        }
        throw DownloadProblem(
            .unresolved,
            detail: "its picture is a stream and its sound a file, or the other way; take another definition")
    }

    private static func isFile(_ entry: NetworkAddress) -> Bool {
        entry.delivery == .progressive || entry.delivery == .stream
    }

    /// Returns whether picture and sound are two files, or two streams of segments, but not one of each.
    private static func isPair(_ entry: NetworkAddress) -> Bool {
        guard let sound = entry.audioURL, Address(sound)?.isHTTP == true else { return false }
        return isFile(entry) ? entry.audioDelivery == .progressive : isSegmented(entry.audioDelivery)
    }

    private static func isSegmented(_ delivery: Source.Delivery?) -> Bool { delivery == .hls || delivery == .dash }

    private func sound(_ info: PlayInfo, _ entry: NetworkAddress) -> [RemoteFile] {
        guard Self.isFile(entry), Self.isPair(entry), let address = entry.audioURL.flatMap({ Address($0) }) else {
            return []
        }
        var file = RemoteFile(address, name: ItemNames.sound(address.pathExtension), role: .sound)
        file.headers = info.headers
        return [file]
    }

    private static func name(_ address: Address) -> String {
        let last = address.path.split(separator: "/").last.map(String.init) ?? ""
        return last.isEmpty ? address.host : last
    }

    private func subtitles(_ info: PlayInfo) -> [RemoteFile] {
        info.subtitleInfo.compactMap { subtitle in
            guard let address = Address(subtitle.url), address.isHTTP, wants(subtitle.language) else { return nil }
            let ending = subtitle.format ?? address.pathExtension ?? "vtt"
            var file = RemoteFile(address, name: "\(subtitle.language ?? "und").\(ending)", role: .subtitles)
            file.headers = info.headers
            file.isOptional = true
            return file
        }
    }

    private func wants(_ language: String?) -> Bool {
        guard let wanted = wishes.textLanguages else { return true }
        guard let language = language?.lowercased() else { return false }
        return wanted.contains { language == $0.lowercased() || language.hasPrefix($0.lowercased() + "-") }
    }

    private func cover(_ info: PlayInfo) -> [RemoteFile] {
        guard let address = info.coverURL.flatMap({ Address($0) }), address.isHTTP else { return [] }
        var file = RemoteFile(address, name: "cover." + (address.pathExtension ?? "jpg"), role: .cover)
        file.isOptional = true
        return [file]
    }
}
