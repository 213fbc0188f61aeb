import Access
import Addresses
import Encoding
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import Playlists

/// The adverts of one video: reads the allowed documents, and reports to trackers. Reads documents on the `demux`
/// thread of the next item; everything else runs on the main thread.
final class AdvertRun: AdvertBreaks {
    struct Place: Hashable {
        /// The break's place in the schedule, or −1 before the content while the document is unread.
        let index: Int
        /// The advert's place in the break, from 0.
        let number: Int

        static let first = Place(index: -1, number: 0)
    }

    struct State {
        /// `nil` until the document is read.
        var schedule: BreakSchedule?
        var breaks: [PlannedBreak] = []
        var indices: [String: Int] = [:]
        var known: [StreamBreak] = []
        /// The trackers of the break before the content.
        var first = BreakTrackers()
        var resolved: [Int: [ResolvedAdvert]] = [:]
        var inputs: [Place: SessionInput] = [:]
        var failures: [Place: AdvertErrorCode] = [:]
        var current: Place?
        var progress: AdvertProgress?
        var duration: MediaTime?
        var isInBreak = false
        var contentHasPlayed = false
        /// How much of the break has played or was skipped. `lengthOfAll` includes all breaks that were due together.
        var length = MediaTime.zero
        var lengthOfAll = MediaTime.zero

        func trackers(of index: Int) -> BreakTrackers {
            guard breaks.indices.contains(index) else { return first }
            return if case .document(let item) = breaks[index] { item.trackers } else { BreakTrackers() }
        }

        func streamBreak(_ place: Place?) -> StreamBreak? {
            guard let place, breaks.indices.contains(place.index), case .stream(let item) = breaks[place.index] else {
                return nil
            }
            return item
        }

        func advert(_ place: Place?) -> ResolvedAdvert? {
            guard let place, let adverts = resolved[place.index], adverts.indices.contains(place.number) else {
                return nil
            }
            return adverts[place.number]
        }

        var next: Place? {
            guard let current else { return nil }
            // The rest of the limit is too short for another advert.
            if let limit = streamBreak(current)?.limit, limit - length < .milliseconds(250) { return nil }
            let place = Place(index: current.index, number: current.number + 1)
            return advert(place) == nil ? nil : place
        }
    }

    /// The time for documents. The rest of the two seconds is for resuming the film.
    private static let patience = HostTime.milliseconds(1300)
    /// How long before a break its first advert is opened.
    private static let ahead = MediaTime.seconds(8)

    let state = Monitor(State())
    let sender: TrackerSender
    private let location: String?
    private let allowsStream: Bool
    private let access: SourceAccess
    /// The content's server: only it may receive the data that the viewer sends to it anyway.
    private let origin: String?
    private let width: Int
    /// Random for each playback, so that it does not identify the viewer.
    private let primaryID = (0..<2).map { _ in Hexadecimal.text(UInt64.random(in: 0 ... .max)) }.joined()

    /// - Parameters:
    ///   - location: the document's.
    ///   - content: the content's location.
    ///   - width: the picture's, in pixels.
    init(
        _ location: String?, allowsStream: Bool, content: String?, _ access: SourceAccess, _ sender: TrackerSender,
        width: Int
    ) {
        (self.location, self.allowsStream, self.access, self.sender) = (location, allowsStream, access, sender)
        (self.width, origin) = (width, content.flatMap { Address($0) }?.origin)
        if location == nil { state.withLock { $0.schedule = BreakSchedule([]) } }
    }

    /// Once any content was seen, playing it again is another run.
    var contentHasPlayed: Bool { state.withLock { $0.contentHasPlayed } }

    /// A live stream adds more and more breaks.
    private static let mostBreaks = 10_000

    // MARK: Due breaks

    func dueBreak(_ place: ContentPlace) -> SessionInput? {
        state.withLock { state in
            let index: Int?
            switch place {
            case .start:
                // Reopened before any of it played: the break before it has already played.
                index = state.schedule == nil && state.current == nil ? Place.first.index : nil
            case .open: index = state.contentHasPlayed ? nil : state.schedule?.dueBeforeStart()
            case .playing(let position, let duration):
                // The content began before the first check.
                let first = state.contentHasPlayed ? nil : state.schedule?.dueBeforeStart()
                state.contentHasPlayed = true
                index = first ?? state.schedule?.due(at: position, in: duration)
            case .end(let position, let duration):
                index = state.schedule?.dueAtEnd(position, in: duration)
            }
            guard let index else { return nil }
            state.current = Place(index: index, number: 0)
            (state.length, state.lengthOfAll) = (.zero, .zero)
            return input(Place(index: index, number: 0), &state)
        }
    }

    func learn(_ breaks: [StreamBreak]) {
        guard allowsStream else { return }
        state.withLock { state in
            guard state.schedule != nil, state.known != breaks else { return }
            state.known = breaks
            // A break that a live stream no longer lists has left it.
            let named = Set(breaks.map(\.id))
            for (id, index) in state.indices where !named.contains(id) && state.schedule?.isOver(index) == false {
                state.schedule?.drop(index)
                state.indices[id] = nil
            }
            for item in breaks {
                if let index = state.indices[item.id] {
                    state.breaks[index] = .stream(item)
                    state.schedule?.move(index, to: BreakTime(item.place))
                } else if state.breaks.count < Self.mostBreaks {
                    state.indices[item.id] = state.breaks.count
                    state.breaks.append(.stream(item))
                    state.schedule?.add(BreakTime(item.place))
                }
            }
        }
    }

    func nextAdvert() -> SessionInput? {
        state.withLock { state in
            var place = state.next
            if place == nil, let index = state.current.flatMap({ state.schedule?.dueWith($0.index) }) {
                place = Place(index: index, number: 0)
                state.length = .zero
            }
            guard let place else { return nil }
            state.current = place
            return input(place, &state)
        }
    }

    func ahead(_ place: ContentPlace) -> SessionInput? {
        state.withLock { state in
            guard case .playing(let position, let duration) = place else {
                return state.next.map { input($0, &state) }
            }
            guard let schedule = state.schedule else { return nil }
            if let next = schedule.next(after: position, in: duration), next.time - position <= Self.ahead {
                return input(Place(index: next.index, number: 0), &state)
            }
            guard let end = schedule.atEnd, let duration, duration - position <= Self.ahead else { return nil }
            return input(Place(index: end, number: 0), &state)
        }
    }

    func nextBreak(after position: MediaTime, in duration: MediaTime?) -> MediaTime? {
        state.withLock { $0.schedule?.next(after: position, in: duration)?.time }
    }

    /// Returns the same input each time, so that the advert opened ahead plays.
    private func input(_ place: Place, _ state: inout State) -> SessionInput {
        if let known = state.inputs[place] { return known }
        let name = state.streamBreak(place)?.location ?? location ?? ""
        let input = SessionInput.media(name: AddressText.shown(name)) { [weak self] cancel throws(MediaError) in
            guard let self else { throw MediaError(.cancelled, operation: "open") }
            return try open(place, cancel)
        }
        state.inputs[place] = input
        return input
    }

    // MARK: The demux thread

    private func open(_ place: Place, _ cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        let fetcher = AdvertFetcher(access: access)
        let resolver = AdvertResolver(
            fetcher: fetcher, sender: sender, primaryID: primaryID, width: width, bitRate: fetcher.bitRate,
            deadline: SystemClock().now + Self.patience, cancel: cancel)
        if place == .first, state.withLock({ $0.schedule == nil }) { try readDocument(resolver) }
        if state.withLock({ $0.resolved[place.index] == nil }) {
            let item = state.withLock { $0.breaks.indices.contains(place.index) ? $0.breaks[place.index] : nil }
            let adverts: [ResolvedAdvert]
            switch item {
            case .document(let item)?: adverts = resolver.adverts(of: item, from: location ?? "")
            case .stream(let item)?: adverts = try read(item, resolver, place)
            case nil: adverts = []
            }
            state.withLock { $0.resolved[place.index] = adverts }
        }
        guard let advert = state.withLock({ $0.advert(place) }) else { throw Self.nothing }
        let isTrusted = Address(advert.location).map { $0.origin == origin } ?? true
        return try access.openMedia(advert.location, cancel: cancel, isTrusted: isTrusted)
    }

    private func read(
        _ item: StreamBreak, _ resolver: AdvertResolver, _ place: Place
    ) throws(MediaError) -> [ResolvedAdvert] {
        do throws(AdvertErrorCode) {
            return try resolver.adverts(of: item)
        } catch {
            state.withLock { $0.failures[place] = error }
            throw Self.nothing
        }
    }

    private func readDocument(_ resolver: AdvertResolver) throws(MediaError) {
        guard let location else { throw Self.nothing }
        let document: AdvertDocument
        do throws(AdvertErrorCode) {
            document = try resolver.fetcher.document(
                at: sender.expand(location), until: resolver.deadline, cancel: resolver.cancel)
        } catch {
            state.withLock { state in
                state.failures[.first] = error
                state.schedule = BreakSchedule([])
            }
            throw Self.nothing
        }
        let breaks =
            switch document {
            case .breaks(let breaks): breaks
            // A response without a time plays before the content.
            case .adverts(let response): [AdvertBreak(.start, [.response(response)])]
            }
        let first = state.withLock { state in
            var schedule = BreakSchedule(breaks.map(\.time))
            let due = schedule.dueBeforeStart()
            state.breaks = breaks.map { .document($0) }
            state.schedule = schedule
            state.first = due.map { breaks[$0].trackers } ?? BreakTrackers()
            return due.map { breaks[$0] }
        }
        let adverts = first.map { resolver.adverts(of: $0, from: location) } ?? []
        state.withLock { $0.resolved[Place.first.index] = adverts }
    }

    private static var nothing: MediaError {
        MediaError(
            .source(ByteSourceError(.notFound, operation: "open", context: "advert")), operation: "open")
    }
}
