import Classes
import PlayCore
import Processes

/// The clients of one class. The thread of ``ClassClient`` reads. For one thread.
final class ClassAttendance {
    var options = ClassOptions()
    private let access: any MediaAccess
    private let wakeUp: WakeUp
    private var first: (source: ClassSource, client: ClassClient)?
    private(set) var series: ClassSeries?
    private(set) var live: (any LiveClassReading)?
    private var partSources: [Int: ClassSource] = [:]
    private var album: AlbumClass?
    private var albumItem: String?
    private var definitionIsAudio = false

    init(access: any MediaAccess, wakeUp: WakeUp) {
        self.access = access
        self.wakeUp = wakeUp
    }

    var client: ClassClient? { series?.client ?? first?.client }

    var source: ClassSource? { series.flatMap { partSources[$0.index] } ?? first?.source }

    var arrivals: Int { series?.arrivals ?? first?.client.arrivals ?? 0 }

    func enter(_ source: ClassSource, live: (any LiveClassReading)? = nil) {
        self.live = live
        let client = makeClient(source)
        first = (source, client)
        client.enter()
    }

    private func makeClient(_ source: ClassSource) -> ClassClient {
        let client = ClassClient(source, options: options) { [wakeUp] in wakeUp.signal() }
        client.setDefinitionIsAudio(definitionIsAudio)
        // A recorder among the parent processes cannot change while this process runs. tmux clients are checked once.
        client.setScreenCaptured(RecorderSearch.recorder() != nil)
        return client
    }

    func setDefinitionIsAudio(_ isAudio: Bool) {
        definitionIsAudio = isAudio
        client?.setDefinitionIsAudio(isAudio)
    }

    /// Adopts the requested class once it is entered. Returns `nil` if an item of an album already plays.
    func entered() -> (ClassSession, ClassOutline)? {
        guard let first, let session = first.client.session else { return nil }
        let outline = first.source.outline
        let isItem = album != nil
        switch outline {
        case .single: break
        case .merged(let mixed, _):
            partSources = [0: first.source]
            series = ClassSeries(mixed, first: first.client) { [unowned self] in makePart($0, of: mixed) }
        case .album(let album, _): self.album = album
        }
        return isItem ? nil : (session, outline)
    }

    private func makePart(_ index: Int, of mixed: MixedClass) -> ClassClient {
        let source = ClassSource(mixed.slices[index].room, access: access)
        partSources[index] = source
        return makeClient(source)
    }

    func keepOnly(_ part: Int) { partSources = partSources.filter { $0.key == part } }

    func attend(_ item: ClassItem) -> Bool {
        guard let album, item.room != albumItem,
            let index = album.albumList.firstIndex(where: { $0.room == item.room })
        else { return false }
        self.album?.choose(index)
        albumItem = item.room
        leaveClass()
        enter(ClassSource(item.room, access: access))
        return true
    }

    func reload() {
        if let series { series.reload() } else { client?.reload() }
        client?.retryChat()
    }

    func leave() {
        leaveClass()
        (album, albumItem) = (nil, nil)
    }

    private func leaveClass() {
        if let series {
            series.close()
        } else if let client = first?.client {
            client.exit()
            client.close()
        }
        (first, series, partSources, live) = (nil, nil, [:], nil)
    }

    var parts: ClassParts {
        if let album {
            return ClassParts(
                kind: .items,
                rows: album.albumList.map {
                    ClassParts.Row(
                        title: $0.title, duration: $0.duration,
                        location: ClassItem.location(of: $0.room, version: options.clippedVersion))
                }, index: album.index)
        }
        guard let mixed = series?.mixed else { return ClassParts() }
        return ClassParts(
            kind: .slices,
            rows: zip(mixed.slices, mixed.starts).map {
                ClassParts.Row(title: $0.title, start: $1, duration: $0.duration)
            }, index: mixed.current ?? 0)
    }
}
