import Access
package import Catalogue
import Media
import MediaSources
package import PlayCore
import Playback
import Playlists

/// A service's answer about an entry, with the address in use. Any thread. ``open(cancel:)`` is for the `demux` thread:
/// it asks the service again if requested, and tries one address after another.
package final class FoundItem: Sendable {
    private struct State {
        var info: PlayInfo
        var ways: PlayWays
        var wantsRenewal = false
    }

    package let request: PlayRequest
    package let provider: any CatalogueProvider
    package let services: Services
    private let access: SourceAccess
    private let order: @Sendable (PlayInfo) -> [SourceSelection]
    private let onRenewal: @Sendable (_ hasNewToken: Bool) -> Void
    private let state: Monitor<State>

    /// Returns `nil` if the answer has nothing to play. `order` sorts all sources. `onRenewal` is called on the `demux`
    /// thread after another request to the service.
    init?(
        _ info: PlayInfo, _ request: PlayRequest, _ provider: any CatalogueProvider, services: Services,
        access: SourceAccess, order: @escaping @Sendable (PlayInfo) -> [SourceSelection],
        onRenewal: @escaping @Sendable (Bool) -> Void
    ) {
        let selections = order(info)
        guard !selections.isEmpty else { return nil }
        self.request = request
        self.provider = provider
        self.services = services
        self.access = access
        self.order = order
        self.onRenewal = onRenewal
        state = Monitor(State(info: info, ways: PlayWays(selections)))
    }

    package var info: PlayInfo { state.withLock { $0.info } }
    package var selection: SourceSelection { state.withLock { $0.ways.current } }

    // MARK: Decisions on the main thread

    /// Returns whether to reopen the item: an address that no longer works has probably expired.
    package func failed(_ code: PlayErrorCode, at position: MediaTime) -> Bool {
        let isRefused = [.invalidToken, .invalidVideoURL].contains(code)
        return state.withLock { state in
            switch state.ways.failed(isRefused: isRefused, isOfNetwork: code == .requestFailed, at: position) {
            case .renew:
                state.wantsRenewal = true
                return true
            case .next: return true
            case .giveUp: return false
            }
        }
    }

    /// Prepares another try, with a new request to the service.
    package func restart() {
        state.withLock { state in
            state.ways.reset()
            state.wantsRenewal = true
        }
    }

    /// - Returns: whether another source must be opened.
    package func choose(_ key: DefinitionInfo.Key) -> Bool { state.withLock { $0.ways.choose(key) } }

    // MARK: The demux thread

    func open(cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        if state.withLock({ $0.wantsRenewal }) { try renew(cancel) }
        let (info, selection) = state.withLock { ($0.info, $0.ways.current) }
        do throws(MediaError) {
            guard info.parts.isEmpty else { return .packets(try joined(info, selection, cancel)) }
            let source = selection.source
            return try access.openMedia(
                of: info, at: source.location, keeps: source.isCacheable, cancel: cancel
            ) { [self] in guarded($0, cancel) }
        } catch {
            return try next(after: error, cancel)
        }
    }

    /// Joins the parts in order, each in the definition closest to the chosen one.
    private func joined(
        _ info: PlayInfo, _ selection: SourceSelection, _ cancel: CancelToken
    ) throws(MediaError) -> JoinedSource {
        let (wanted, keeps) = (selection.definition, selection.source.isCacheable)
        let parts = info.parts.map { part in
            JoinedSource.Part.media(title: part.title, duration: part.duration ?? .zero) {
                [access] cancel throws(MediaError) in
                let definition = part.definition(like: wanted?.definitionKey, height: wanted?.height ?? 0)
                guard let address = definition?.entries.first?.playURL else {
                    throw MediaError(CatalogueError(.noSource, context: part.videoID))
                }
                return try access.openMedia(of: part, at: address, keeps: keeps, cancel: cancel) { $0 }
            }
        }
        return try JoinedSource(
            parts, name: AddressText.shown(selection.source.location), title: info.title, cancel: cancel)
    }

    /// Wraps media so that a failed probe leads to the next address.
    private func guarded(_ media: OpenedMedia, _ cancel: CancelToken) -> OpenedMedia {
        guard case .unknown(let bytes, let look) = media else { return media }
        return .unknown(bytes) { [self] () throws(MediaError) in
            do throws(MediaError) {
                return try look()
            } catch {
                return try next(after: error, cancel)
            }
        }
    }

    private func next(after error: MediaError, _ cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        guard case .source(let source) = error.code, source.code != .cancelled else { throw error }
        let (step, count) = state.withLock { state in
            let step = state.ways.failed(isRefused: source.isExpired, isOfNetwork: source.isNetworkError, at: .zero)
            if step == .renew { state.wantsRenewal = true }
            return (step, state.ways.selections.count)
        }
        guard step == .giveUp else { return try open(cancel: cancel) }
        guard count > 1 else { throw error }
        let code = AddressFailOver.code(afterLast: source.playErrorCode)
        throw MediaError(.refused(PlayError(code, reason: source.reason, item: source.context)), operation: "open")
    }

    private func renew(_ cancel: CancelToken) throws(MediaError) {
        let new: (found: Found, hasNewToken: Bool)
        do throws(CatalogueError) {
            new = try services.catalogue.renew(request, with: provider, cancel: cancel)
        } catch {
            throw MediaError(error)
        }
        guard case .video(let info) = new.found else {
            throw MediaError(CatalogueError(.missing, context: request.reference))
        }
        let selections = order(info)
        guard !selections.isEmpty else { throw MediaError(CatalogueError(.noSource, context: request.reference)) }
        state.withLock { state in
            state.info = info
            state.ways.replace(selections)
            state.wantsRenewal = false
        }
        onRenewal(new.hasNewToken)
    }
}

extension SourceAccess {
    /// Opens an address and its separate sound. `guarded` wraps the media of the address itself.
    fileprivate func openMedia(
        of info: PlayInfo, at address: String, keeps: Bool, cancel: CancelToken, guarded: (OpenedMedia) -> OpenedMedia
    ) throws(MediaError) -> OpenedMedia {
        let media = guarded(try openMedia(of: info, at: address, keeps: keeps, cancel: cancel, info.downgradeAddress))
        guard let sound = info.sound(of: address) else { return media }
        return .paired(media, sound: try openMedia(of: info, at: sound, keeps: false, cancel: cancel, nil))
    }

    private func openMedia(
        of info: PlayInfo, at address: String, keeps: Bool, cancel: CancelToken, _ downgrade: String?
    ) throws(MediaError) -> OpenedMedia {
        guard let manifest = info.manifests[address] else {
            return try openMedia(
                address, cancel: cancel, keeps: keeps, headers: info.headers, downgrade: downgrade)
        }
        return try openStream(manifest, at: address, cancel: cancel, keeps: keeps, headers: info.headers)
    }
}

extension PlayInfo {
    /// Returns `nil` if the address includes its sound.
    fileprivate func sound(of address: String) -> String? {
        for definition in definitionList {
            if let entry = definition.entries.first(where: { $0.playURL == address }) { return entry.audioURL }
        }
        return nil
    }
}

extension MediaError {
    package init(_ error: CatalogueError) {
        guard error.cause != .cancelled else {
            self.init(.cancelled, operation: "ask")
            return
        }
        self.init(
            .refused(error.playError(item: AddressText.shown(error.context))), operation: "ask",
            libraryText: error.reason)
    }
}
