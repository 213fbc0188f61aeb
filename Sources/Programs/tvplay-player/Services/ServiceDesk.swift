import Catalogue
import OptionSettings
import Options
import PlayCore
import Playlists
import Transport

/// Who is asked about what a user or a list names (PLAY-04). Any thread; asking blocks.
///
/// What is asked depends on the item's options: there is one ``Services`` for each kind of them.
final class ServiceDesk: Sendable {
    private let access: SourceAccess
    private let made = Monitor<[(options: ServiceOptions, services: Services)]>([])

    init(_ access: SourceAccess) { self.access = access }

    func services(_ options: ServiceOptions) -> Services {
        made.withLock { made in
            if let known = made.first(where: { $0.options == options }) { return known.services }
            let new = Services(options, access)
            made.append((options, new))
            return new
        }
    }
}

/// The providers as one item's options want them. A value.
struct Services: Sendable {
    /// Whether a reference has to be asked about before anything is opened.
    enum Kind: Sendable, Equatable {
        /// It is opened as it is.
        case plain
        /// A provider says by its looks that it is its own.
        case asked
        /// It looks like PeerTube's: its server has to be asked.
        case perhapsPeerTube
    }

    let catalogue: Catalogue
    let options: ServiceOptions
    private let peerTube: PeerTubeProvider
    private let viewer: Viewer
    /// Nil: not wanted.
    let ytDlp: YtDlpProvider?

    init(_ options: ServiceOptions, _ access: SourceAccess) {
        self.options = options
        let transport = access.transport
        viewer = access.viewer
        let now: @Sendable () -> Int64 = { WallTime.now.milliseconds / 1000 }
        let readFile: @Sendable (String, Int) throws(ByteSourceError) -> [UInt8] = {
            path, limit throws(ByteSourceError) in try access.file(path, limit: limit)
        }
        let user = options.peerTubeUser
        let folder = user == nil ? nil : PeerTubePasswords.folder
        peerTube = options.peerTube(transport, stateFolder: folder, now: now) {
            access.passwords.password(of: user)
        }
        ytDlp = options.usesYtDlp ? YtDlpProvider(YtDlpProgram(options)) : nil
        let manifest = ManifestProvider(transport: transport, now: now, readFile: readFile)
        let account = options.accountCatalogue(transport, peerTube: peerTube, now: now, readFile: readFile)
        let providers: [(any CatalogueProvider)?] = [
            account, manifest, peerTube, ytDlp, DirectProvider(), LocalProvider(),
        ]
        catalogue = Catalogue(
            providers: providers.compactMap(\.self), tokens: TokenKeeper(source: options.tokenSource(transport)))
    }

    /// Asks nobody.
    func kind(of reference: String) -> Kind {
        guard SourceAccess.isAddress(reference) || reference.contains(".tvplay.json") else { return .plain }
        let wantsPrefix = reference.contains(Self.prefixPlace)
        let reference = filled(reference)
        switch catalogue.provider(for: reference) {
        case is AccountCatalogue, is ManifestProvider, is PeerTubeProvider, is YtDlpProvider: return .asked
        case is DirectProvider where DirectProvider.wantsToken(reference): return .asked
        case is DirectProvider where wantsPrefix: return .asked
        default: return PeerTubeProvider.mayRecognize(reference) ? .perhapsPeerTube : .plain
        }
    }

    /// With all that the options say of the item.
    func request(_ reference: String) -> PlayRequest {
        var request = PlayRequest(filled(reference))
        request.token = options.token.flatMap { Token($0) }
        request.accessKey = options.accessKey.flatMap { Token($0) }
        request.clippedVersion = options.clippedVersion
        request.isEncrypted = options.isEncrypted
        request.parameters = options.parameters
        request.playDomain = options.playDomain
        request.previewSeconds = options.previewSeconds
        request.viewer = viewer
        request.subject = AccountCatalogue.subject(of: request.reference) ?? request.subject
        return request
    }

    /// CFG-02.
    private func filled(_ reference: String) -> String {
        options.domainPrefix.map { reference.replacing(Self.prefixPlace, with: $0) } ?? reference
    }

    private static let prefixPlace = "{prefix}"

    /// The viewer's account at the server of what looks like PeerTube's; nil: none, or the server is another one.
    func account(for reference: String) -> PeerTubeAccount? {
        peerTube.account.flatMap { $0.isFor(reference) ? $0 : nil }
    }

    /// CFG-02: an address that wants a prefix cannot be asked without one.
    func lacksPrefix(_ reference: String) -> Bool {
        options.domainPrefix == nil && SourceAccess.isAddress(reference) && reference.contains(Self.prefixPlace)
    }

    /// Whose it is; nil: nobody's, it is opened as it is. Asks the server of what looks like PeerTube's.
    func provider(of reference: String, cancel: CancelToken) -> (any CatalogueProvider)? {
        switch kind(of: reference) {
        case .plain: nil
        case .asked: catalogue.provider(for: filled(reference))
        case .perhapsPeerTube: peerTube.isServer(of: filled(reference), cancel: cancel) ? peerTube : nil
        }
    }
}

extension SourcePolicy {
    init(_ wish: SourceWish) {
        switch wish {
        case .hlsHTTPS: self = .hlsHTTPS
        case .hlsHTTP: self = .hlsHTTP
        case .mp4: self = .mp4
        case .first: self = .first
        }
    }
}

extension SourceAccess {
    /// How services are asked.
    var transport: any ServiceTransport { ClientTransport(access: self) }
}

/// Services over the process's client, which is made when the first of them is asked.
private struct ClientTransport: ServiceTransport {
    let access: SourceAccess

    func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
        let client: HTTPClient
        do throws(ByteSourceError) {
            client = try access.client(request.address)
        } catch {
            throw CatalogueError(error)
        }
        return try HTTPServiceTransport(client).send(request, cancel: cancel)
    }
}
