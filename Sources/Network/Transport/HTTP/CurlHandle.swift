import Addresses
internal import CCurl
import PlayCore

/// One easy handle of libcurl. `transport` thread.
final class CurlHandle {
    let curl: UnsafePointer<tv_curl>
    let pointer: UnsafeMutableRawPointer
    /// Must live as long as the handle opens sockets.
    var offer: SocketOffer?
    var share: CurlShare? {
        didSet { set(CURLOPT_SHARE, context: share?.pointer) }
    }
    private var lists: [UInt32: UnsafeMutablePointer<curl_slist>] = [:]

    init(_ library: CurlLibrary) {
        curl = library.functions
        guard let pointer = library.functions.pointee.curl_easy_init() else {
            preconditionFailure("out of memory: request")
        }
        self.pointer = pointer
    }

    deinit {
        curl.pointee.curl_easy_cleanup(pointer)
        for list in lists.values { curl.pointee.curl_slist_free_all(list) }
    }

    func set(_ option: CURLoption, _ value: Int) { check(tv_curl_set_long(curl, pointer, option, value), option) }

    func set(_ option: CURLoption, _ value: Bool) { set(option, value ? 1 : 0) }

    func set(_ option: CURLoption, _ value: String?) {
        check(tv_curl_set_text(curl, pointer, option, value), option)
    }

    func set(_ option: CURLoption, offset: Int64) {
        check(tv_curl_set_offset(curl, pointer, option, curl_off_t(offset)), option)
    }

    func set(_ option: CURLoption, context: UnsafeMutableRawPointer?) {
        check(tv_curl_set_pointer(curl, pointer, option, context), option)
    }

    func set(_ option: CURLoption, list: [String]) {
        var first: UnsafeMutablePointer<curl_slist>?
        for text in list { first = curl.pointee.curl_slist_append(first, text) }
        check(tv_curl_set_pointer(curl, pointer, option, first), option)
        if let old = lists.removeValue(forKey: option.rawValue) { curl.pointee.curl_slist_free_all(old) }
        lists[option.rawValue] = first
    }

    func set(_ option: CURLoption, function: tv_curl_data_function) {
        check(tv_curl_set_data_function(curl, pointer, option, function), option)
    }

    func set(openSocket: tv_curl_open_function, prepare: tv_curl_socket_function) {
        check(
            tv_curl_set_open_function(curl, pointer, CURLOPT_OPENSOCKETFUNCTION, openSocket), CURLOPT_OPENSOCKETFUNCTION
        )
        check(
            tv_curl_set_socket_function(curl, pointer, CURLOPT_SOCKOPTFUNCTION, prepare), CURLOPT_SOCKOPTFUNCTION)
    }

    func number(_ info: CURLINFO) -> Int64? {
        var value: curl_off_t = 0
        return tv_curl_get_offset(curl, pointer, info, &value) == CURLE_OK ? Int64(value) : nil
    }

    /// `errno` of a failed connection, or 0.
    var systemError: Int32 {
        var value = 0
        _ = tv_curl_get_long(curl, pointer, CURLINFO_OS_ERRNO, &value)
        return Int32(clamping: value)
    }

    var socket: Int32? {
        var value: curl_socket_t = -1
        return tv_curl_get_socket(curl, pointer, &value) == CURLE_OK && value >= 0 ? value : nil
    }

    /// Ignores options that this build of libcurl lacks.
    private func check(_ result: CURLcode, _ option: CURLoption) {
        guard result != CURLE_OK else { return }
        let reason = curl.pointee.curl_easy_strerror(result).map { String(cString: $0) } ?? ""
        Log.shared.write(.warning, "net", "libcurl, option \(option.rawValue): \(reason)")
    }
}

/// The TLS sessions, and cookies if enabled, of several requests. `transport` thread, so it needs no locks.
final class CurlShare {
    let pointer: UnsafeMutableRawPointer
    private let curl: UnsafePointer<tv_curl>

    init(_ library: CurlLibrary, keepsCookies: Bool) {
        curl = library.functions
        guard let pointer = library.functions.pointee.curl_share_init() else {
            preconditionFailure("out of memory: cookies")
        }
        self.pointer = pointer
        _ = tv_curl_share_set(curl, pointer, CURL_LOCK_DATA_SSL_SESSION)
        if keepsCookies { _ = tv_curl_share_set(curl, pointer, CURL_LOCK_DATA_COOKIE) }
    }

    deinit { _ = curl.pointee.curl_share_cleanup(pointer) }
}

extension ByteSourceError {
    init(_ result: CURLcode, hasHead: Bool, systemError: Int32, detail: String, context: String) {
        let code: Code =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
            case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
                CURLE_USE_SSL_FAILED:
                .tls
            case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .otherKey
            case CURLE_LOGIN_DENIED: .signInRefused
            case CURLE_REMOTE_ACCESS_DENIED: .notPermitted
            case CURLE_REMOTE_FILE_NOT_FOUND, CURLE_FTP_COULDNT_RETR_FILE: .notFound
            case CURLE_UNSUPPORTED_PROTOCOL where !hasHead, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
                .invalidReply
            case CURLE_URL_MALFORMAT: .forbiddenScheme
            // Errors of sending and receiving, partial files, reset streams of HTTP/2 and HTTP/3, and empty replies.
            default: hasHead ? .truncated : .unreachable
            }
        self.init(code, operation: "request", systemError: systemError, context: context)
        self.detail = detail
    }
}
