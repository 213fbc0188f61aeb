import Addresses
import Encoding
import PlayCore
import Transport

/// The service behind a manifest's video (`vod.address`). The request has all parameters of the item and the viewer.
/// The response is a video as in a manifest, or `{"error": CODE}`.
struct ManifestService {
    let transport: any ServiceTransport

    /// Completes the service's play info from the manifest. Without a service, returns the manifest's.
    func completed(
        _ entry: TvplayManifest.Entry, _ request: PlayRequest, _ cancel: CancelToken
    ) throws(CatalogueError) -> PlayInfo {
        guard let address = entry.service else { return entry.info }
        let answer = try transport.send(message(address, entry, request), cancel: cancel)
        let tree = try JSONValue.parse(answer.body)
        if let code = tree["error"]?.integer { throw CatalogueError(Self.cause(code), context: answer.context) }
        let reader = ManifestVideoReader(place: .network(answer.address), token: request.token)
        let found = try reader.entry(try StrictJSON(tree: tree, path: "$").object())
        guard !found.lacksToken else { throw CatalogueError(.tokenRefused, context: answer.context) }
        var info = found.info
        info.videoID = entry.info.videoID
        info.title = info.title ?? entry.info.title
        info.credentialKind = info.credentialKind ?? entry.info.credentialKind
        info.previewSeconds = info.previewSeconds ?? request.previewSeconds
        return info
    }

    private func message(
        _ address: String, _ entry: TvplayManifest.Entry, _ request: PlayRequest
    ) -> ServiceRequest {
        var items = [(name: "id", value: entry.info.videoID)]
        let parameters = entry.parameters.merging(request.parameters) { _, own in own }
        items += parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if let domain = request.playDomain ?? entry.playDomain { items.append((name: "play_domain", value: domain)) }
        if let seconds = request.previewSeconds { items.append((name: "preview", value: "\(seconds)")) }
        if let version = request.clippedVersion { items.append((name: "version", value: "\(version)")) }
        if request.isEncrypted { items.append((name: "encrypted", value: "1")) }
        items += request.viewer.queryItems
        var message = ServiceRequest(address + (address.contains("?") ? "&" : "?") + FormText.encoded(items))
        message.authorize(request.token)
        if let key = request.accessKey { message.set("X-Access-Key", key.secret) }
        return message
    }

    static func cause(_ code: Int) -> CatalogueError.Cause {
        switch PlayErrorCode(rawValue: code) {
        case .invalidToken: .tokenRefused
        case .invalidAccessKey: .accessKeyRefused
        case .invalidVideoURL, .fileLost: .missing
        case .invalidAlbum: .emptyAlbum
        case .invalidTime: .expired
        default: .unsupported(tr("the service refused the request (%1)", "\(code)"))
        }
    }
}
