package import Catalogue
package import PlayCore
import Playlists

package struct Services: Sendable {
    package enum Kind: Sendable, Equatable {
        case plain
        /// A provider recognizes its form.
        case asked
        /// The form may be PeerTube's, so the server must be asked.
        case perhapsPeerTube
    }

    package let catalogue: Catalogue
    package let settings: ServiceSettings
    let peerTube: PeerTubeProvider
    private let viewer: Viewer
    /// `nil` if yt-dlp is unwanted.
    package let ytDlp: YtDlpProvider?

    /// `peerTube` and `ytDlp` are among the catalogue's providers.
    package init(
        _ settings: ServiceSettings, _ catalogue: Catalogue, peerTube: PeerTubeProvider, ytDlp: YtDlpProvider?,
        viewer: Viewer
    ) {
        self.settings = settings
        self.catalogue = catalogue
        self.peerTube = peerTube
        self.ytDlp = ytDlp
        self.viewer = viewer
    }

    /// Classifies a reference without a request.
    package func kind(of reference: String) -> Kind {
        guard AddressText.isAddress(reference) || reference.contains(".tvplay.json") else { return .plain }
        let wantsPrefix = reference.contains(Self.prefixPlace)
        let reference = filled(reference)
        switch catalogue.provider(for: reference) {
        case is AccountCatalogue, is ManifestProvider, is PeerTubeProvider, is YtDlpProvider: return .asked
        case is DirectProvider where DirectProvider.wantsToken(reference): return .asked
        case is DirectProvider where wantsPrefix: return .asked
        default: return PeerTubeProvider.mayRecognize(reference) ? .perhapsPeerTube : .plain
        }
    }

    package func request(_ reference: String) -> PlayRequest {
        var request = PlayRequest(filled(reference))
        request.token = settings.token.flatMap { Token($0) }
        request.accessKey = settings.accessKey.flatMap { Token($0) }
        request.clippedVersion = settings.clippedVersion
        request.isEncrypted = settings.isEncrypted
        request.parameters = settings.parameters
        request.playDomain = settings.playDomain
        request.previewSeconds = settings.previewSeconds
        request.viewer = viewer
        request.subject = AccountCatalogue.subject(of: request.reference) ?? request.subject
        return request
    }

    private func filled(_ reference: String) -> String {
        settings.domainPrefix.map { reference.replacing(Self.prefixPlace, with: $0) } ?? reference
    }

    private static let prefixPlace = "{prefix}"

    /// Returns `nil` unless the reference has PeerTube's form and its server has an account.
    package func account(for reference: String) -> PeerTubeAccount? {
        peerTube.account.flatMap { $0.isFor(reference) ? $0 : nil }
    }

    /// Returns whether an address needs a prefix that is not set, so that it cannot be requested.
    package func lacksPrefix(_ reference: String) -> Bool {
        settings.domainPrefix == nil && AddressText.isAddress(reference) && reference.contains(Self.prefixPlace)
    }

    /// Returns `nil` if the reference is opened as it is. Asks the server of references that look like PeerTube's.
    package func provider(of reference: String, cancel: CancelToken) -> (any CatalogueProvider)? {
        switch kind(of: reference) {
        case .plain: nil
        case .asked: catalogue.provider(for: filled(reference))
        case .perhapsPeerTube: peerTube.isServer(of: filled(reference), cancel: cancel) ? peerTube : nil
        }
    }
}
