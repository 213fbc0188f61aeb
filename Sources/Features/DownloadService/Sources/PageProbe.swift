import Addresses
import Catalogue
import Downloads
import PlayCore
import Transport

/// Asks servers whether an address is a page, even one refused to programs. Called once before each start, for
/// addresses whose names do not show their type. For worker threads; blocks.
struct PageProbe: Sendable {
    let client: HTTPClient

    /// Returns `false` if the server does not say.
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
            // The fetcher handles unreachable servers.
            Log.shared.write(.info, "daemon", "\(error.context): \(error.code)")
            return false
        }
    }
}
