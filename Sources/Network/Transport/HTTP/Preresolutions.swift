import Addresses
internal import CCurl
import CPlatform
import PlayCore

/// Resolves names before they are needed, with the resolver of the settings. `transport` thread. libcurl resolves a
/// name as the first step of a connection, and caches the result for all handles of the thread (for a minute). So this
/// starts a connection and refuses its socket.
final class Preresolutions {
    private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]
    private let library: CurlLibrary
    private let multi: UnsafeMutableRawPointer

    init(_ library: CurlLibrary, multi: UnsafeMutableRawPointer) {
        self.library = library
        self.multi = multi
    }

    var count: Int { handles.count }

    /// - Parameter addresses: only hosts and ports count. Results are cached for both together.
    func look(up addresses: [Address], _ settings: HTTPSettings) {
        for address in addresses {
            let handle = CurlHandle(library)
            handle.apply(settings)
            handle.resolve(address, settings)
            // Without this, the proxy's name would be resolved.
            handle.set(CURLOPT_PROXY, "")
            handle.set(CURLOPT_URL, address.text)
            handle.set(CURLOPT_CONNECT_ONLY, true)
            handle.set(openSocket: { _, _, _ in -1 }, prepare: { _, _, _ in Int32(CURL_SOCKOPT_OK) })
            handles[handle.pointer] = handle
            _ = library.functions.pointee.curl_multi_add_handle(multi, handle.pointer)
        }
    }

    func finished(_ pointer: UnsafeMutableRawPointer) -> Bool {
        guard handles[pointer] != nil else { return false }
        _ = library.functions.pointee.curl_multi_remove_handle(multi, pointer)
        handles[pointer] = nil
        return true
    }

    func close() {
        for pointer in Array(handles.keys) { _ = finished(pointer) }
    }

    /// Reads `host[:port]` separated by `;`. The default ports are those of http and https.
    static func addresses(_ text: String) -> [Address] {
        text.split(separator: ";").prefix(Preconnections.limit).flatMap { entry -> [Address] in
            guard let plain = Preconnections.address(of: entry) else { return [] }
            let secure = plain.port == nil ? Address("https://\(entry.trimmed)/") : nil
            return [plain, secure].compactMap { $0 }
        }
    }
}
