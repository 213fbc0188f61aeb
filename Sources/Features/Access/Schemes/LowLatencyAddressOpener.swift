import Addresses
import Media
import MediaSources
import PlayCore
import Playlists
import Streaming
import Transport
import WebRTC

final class LowLatencyAddressOpener: Opener {
    private let network: NetworkClient
    private let timeout: MediaTime
    private let fallback: AccessSettings.Fallback
    /// Whether such addresses may be opened. Not if servers are restricted: these protocols bypass the HTTP client.
    private let isOffered: Bool
    /// Substitutes that play but were not reported yet, without secrets.
    private let fallbacks = Monitor<[String]>([])

    init(_ settings: AccessSettings, _ network: NetworkClient) {
        self.network = network
        timeout = settings.lowLatencyTimeout
        fallback = settings.lowLatencyFallback
        isOffered = settings.http.servers == nil
    }

    func opens(_ location: String) -> Bool { LowLatencyAddress(location) != nil }

    /// Throws: a transmission cannot be read as bytes.
    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        throw Self.forbidden(request.location)
    }

    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        guard isOffered, let address = LowLatencyAddress(request.location), request.isFromViewer || !address.isReceived
        else {
            throw MediaError(.source(Self.forbidden(request.location)), operation: "open")
        }
        let downgrade = request.downgrade
        let opener = LowLatencyOpener(
            timeout: timeout, webStreams: webStreams(request.headers),
            client: { [network] () throws(ByteSourceError) in try network.client(for: request.location) }
        ) { [fallback] address in
            if let downgrade { return downgrade }
            return switch fallback {
            case .none: nil
            case .usual: address.usualFallback
            case .address(let other): other
            }
        }
        return try opener.open(
            address, name: AddressText.shown(address.text), cancel: request.cancel,
            openOther: { (other, _) throws(MediaError) in
                guard LowLatencyAddress(other) == nil else {
                    throw MediaError(.source(Self.forbidden(other)), operation: "open")
                }
                return try access.openMedia(
                    other, cancel: request.cancel, headers: downgrade == nil ? [] : request.headers)
            },
            played: { other in fallbacks.withLock { $0.append(AddressText.shown(other)) } })
    }

    private func webStreams(_ headers: [HTTPHeader]) -> LowLatencyOpener.StreamMaker {
        { [network] (address: Address) throws(ByteSourceError) in
            let location = address.text
            return WebStream(
                address, headers: network.headers(adding: headers, for: location),
                client: try network.client(for: location))
        }
    }

    func takeFallbacks() -> [String] {
        fallbacks.withLock { list in
            defer { list = [] }
            return list
        }
    }

    private static func forbidden(_ location: String) -> ByteSourceError {
        ByteSourceError(.forbiddenScheme, operation: "open", context: AddressText.shown(location))
    }
}
