import Access
import Addresses
import PlayCore
import Playlists
import Transport

/// Reads documents about adverts, each within a time limit. Any thread; blocks.
struct AdvertFetcher: Sendable {
    let access: SourceAccess

    private static let mostBytes = 4 << 20

    /// In bits per second, or `nil` if the line has carried nothing recently.
    var bitRate: Int? {
        guard access.receivedByteCount > 0 else { return nil }
        do throws(ByteSourceError) {
            return try access.client("").bitsPerSecond.map { Int($0) }
        } catch {
            return nil
        }
    }

    /// - Parameters:
    ///   - location: a path if the viewer named it, else an HTTP address.
    ///   - deadline: later responses are discarded.
    func document(
        at location: String, until deadline: HostTime, cancel: CancelToken
    ) throws(AdvertErrorCode) -> AdvertDocument {
        try read(location, until: deadline, cancel: cancel) { bytes throws(AdvertErrorCode) in
            try AdvertDocument.read(bytes)
        }
    }

    func assets(at location: String, until deadline: HostTime, cancel: CancelToken) throws(AdvertErrorCode) -> AssetList
    {
        try read(location, until: deadline, cancel: cancel) { bytes throws(AdvertErrorCode) in try AssetList(bytes) }
    }

    private func read<Value>(
        _ location: String, until deadline: HostTime, cancel: CancelToken,
        _ form: ([UInt8]) throws(AdvertErrorCode) -> Value
    ) throws(AdvertErrorCode) -> Value {
        let bytes: [UInt8]
        do throws(ByteSourceError) {
            bytes =
                AddressText.isAddress(location)
                ? try fetch(location, until: deadline, cancel: cancel)
                : try access.file(AddressText.localPath(location), limit: Self.mostBytes)
        } catch {
            Log.shared.write(.warning, "adverts", "\(AddressText.shown(location)): \(error.reason)")
            throw [.timedOut, .cancelled].contains(error.code) ? .wrapperTimeout : .wrapper
        }
        do throws(AdvertErrorCode) {
            return try form(bytes)
        } catch {
            Log.shared.write(.warning, "adverts", "\(AddressText.shown(location)): VAST error \(error.rawValue)")
            throw error
        }
    }

    private func fetch(
        _ location: String, until deadline: HostTime, cancel: CancelToken
    ) throws(ByteSourceError) -> [UInt8] {
        guard let address = Address(location) else {
            throw ByteSourceError(.notFound, operation: "request", context: AddressText.shown(location))
        }
        var request = HTTPRequest(address)
        request.acceptsCompression = true
        request.priority = .probe
        // Advert servers must not see the film's server.
        request.trustedOrigin = ""
        let client = try access.client(location)
        let wait = BoundedWait(max(.zero, deadline - SystemClock().now), with: cancel)
        defer { wait.end() }
        let exchange = client.begin(request, cancel: wait.token)
        return try exchange.body(limit: Self.mostBytes)
    }
}
