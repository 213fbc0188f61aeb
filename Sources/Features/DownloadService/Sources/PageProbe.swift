import Addresses
import Catalogue
import Downloads
import PlayCore
import Transport

/// Asks servers whether an address is a page rather than a video, also one that they refuse to programs: once before each
/// start, of addresses whose names do not say what they are. A worker's thread; blocks.
struct PageProbe: Sendable {
    let client: HTTPClient

    /// False also where the server does not say it.
    func isPage(_ address: Address, _ cancel: CancelToken) -> Bool {
        if let ending = address.pathExtension, SubstitutePage.endings.contains(ending) { return false }
        var request = HTTPRequest(address)
        request.range = ByteRange(offset: 0, end: 1)
        request.priority = .probe
        let exchange = client.begin(request, cancel: cancel)
        defer { exchange.cancel() }
        do throws(ByteSourceError) {
            let head = try exchange.head()
            let isAnswer = head.isSuccess || [401, 403, 429].contains(head.status) || head.status >= 500
            return isAnswer && YtDlpProvider.isWanted(contentType: head.contentType)
        } catch {
            // What cannot be asked now is the fetcher's to wait for.
            Log.shared.write(.info, "daemon", "\(error.context): \(error.code)")
            return false
        }
    }
}
