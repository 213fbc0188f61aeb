import Addresses
internal import CCurl
import PlayCore

/// One active request: an easy handle, and the destination of its response. `transport` thread.
final class Transfer {
    let request: HTTPRequest
    let settings: HTTPSettings
    let flow: ExchangeFlow
    let handle: CurlHandle
    /// Changes at a redirect.
    private(set) var address: Address
    /// When the transfer fails unless data arrives. `nil` while the reader is full.
    private(set) var deadline: HostTime?
    private var news = HostTime.zero
    private static let longestSilence = HostTime.seconds(1)
    private(set) var isPaused = false
    private var failure: ByteSourceError.Code?
    private var reader = HeadReader()
    private let socketGuard: SocketGuard?
    private(set) var hasHead = false
    private var redirect: Address?
    private var redirectBytes = 0
    private var hops = 0
    private var digestOrigin: String?
    /// CURLAUTH_BASIC and CURLAUTH_DIGEST, whose macros Swift cannot import.
    private static let (basic, digest) = (1 << 0, 1 << 1)
    /// Kept until it is known whether libcurl repeats the request with a digest.
    private var refusal: HTTPHead?
    private static let redirectLimit = 64 << 10
    /// For a file server: the number of bytes that the reader has received, and whether these are all.
    private var (fileByteCount, isCut) = (Int64(0), false)
    private let meter: Monitor<BandwidthMeter>
    private let clock = SystemClock()

    init(
        _ request: HTTPRequest, _ settings: HTTPSettings, _ flow: ExchangeFlow, _ library: CurlLibrary,
        share: CurlShare, meter: Monitor<BandwidthMeter>
    ) {
        self.request = request
        self.settings = settings
        self.flow = flow
        self.meter = meter
        address = request.address
        handle = CurlHandle(library)
        handle.share = share
        socketGuard = settings.servers.map { SocketGuard($0, for: request.address) }
        setUp()
        aim()
    }

    /// Whether the server delays its response, so that the request uses none of the line's capacity.
    var isHeld: Bool { request.patience != nil && !hasHead }

    /// Returns whether it has received nothing for a second, though its reader waits.
    func isSilent(at now: HostTime) -> Bool {
        request.priority <= .probe && !isPaused && now - news >= Self.longestSilence
    }

    /// Whether its bytes count for the loading rate of playback.
    private var isMeasured: Bool { request.priority == .playback }

    // MARK: options

    private func setUp() {
        handle.apply(settings)
        switch request.method {
        case .get: break
        case .head: handle.set(CURLOPT_NOBODY, true)
        case .post, .put, .patch, .delete: handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        if let body = request.body {
            handle.set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(body.count))
            body.withUnsafeBytes { bytes in
                // libcurl copies the bytes, but does not accept null for empty data.
                withUnsafeBytes(of: UInt8(0)) { empty in
                    let start = bytes.baseAddress ?? empty.baseAddress
                    handle.set(CURLOPT_COPYPOSTFIELDS, context: UnsafeMutableRawPointer(mutating: start))
                }
            }
        }
        if request.acceptsCompression, request.range == nil { handle.set(CURLOPT_ACCEPT_ENCODING, "") }
        if let range = request.range {
            // libcurl reports only the length of a file server's response, never the file's. An open range gives both.
            handle.set(CURLOPT_RANGE, address.isOfFileServer ? "\(range.offset)-" : range.field)
        }
        // Unretained: the handle is released with this object.
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_HEADERFUNCTION, function: headerCallback)
        handle.set(CURLOPT_HEADERDATA, context: context)
        handle.set(CURLOPT_WRITEFUNCTION, function: bodyCallback)
        handle.set(CURLOPT_WRITEDATA, context: context)
        socketGuard?.stand(before: handle)
    }

    private func aim() {
        socketGuard?.address = address
        handle.set(CURLOPT_URL, address.text)
        handle.set(CURLOPT_HTTPAUTH, address.origin == digestOrigin ? Self.digest : Self.basic)
        handle.resolve(address, settings)
        if address.isOfFileServer { handle.signIn(to: address, settings) }
        let own = RedirectRule.headers(request.headers, at: address, trusted: request.trustedOrigin)
        let names = Set((own + request.headers.filter { $0.scope == nil }).map { $0.name.lowercased() })
        func others(_ headers: [HTTPHeader], but names: Set<String>, trusted: String) -> [HTTPHeader] {
            RedirectRule.headers(
                headers.filter { !names.contains($0.name.lowercased()) }, at: address, trusted: trusted)
        }
        let items = others(settings.ownHeaders, but: names, trusted: settings.ownOrigin)
        let configured = others(
            settings.headers, but: names.union(items.map { $0.name.lowercased() }), trusted: request.trustedOrigin)
        let fields = CookieScope.joined(configured + items + own)
        // In an option of its own, because libcurl adds servers' cookies to it.
        handle.set(CURLOPT_COOKIE, fields.first(where: \.isCookie)?.value)
        handle.set(CURLOPT_HTTPHEADER, list: fields.filter { !$0.isCookie }.map(\.line))
    }

    // MARK: under way

    func start() {
        news = clock.now
        deadline = news + max(settings.timeout, hasHead ? .zero : request.patience ?? .zero)
        if isMeasured { meter.withLock { $0.began(at: clock.now) } }
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        start()
        _ = handle.curl.pointee.curl_easy_pause(handle.pointer, Int32(CURLPAUSE_CONT))
    }

    func stop() {
        deadline = nil
        if isMeasured, !isPaused { meter.withLock { $0.ended(at: clock.now) } }
    }

    /// Returns true if the transfer continues at a redirect's target.
    func finished(_ result: CURLcode) -> Bool {
        let result = isFalseRedirect(result) ? CURLE_OK : result
        if failure == nil, let target = redirect {
            redirect = nil
            redirectBytes = 0
            if digestOrigin == nil || target != address { hops += 1 }
            address = target
            reader = HeadReader()
            aim()
            return true
        }
        publishRefusal()
        if !hasHead, address.isOfFileServer, failure == nil { publishFileHead(endedWith: result) }
        flow.finish(isCut ? nil : error(result))
        return false
    }

    func fail(_ code: ByteSourceError.Code) { flow.finish(error(code)) }

    /// Returns whether libcurl before 8.17 reports an empty file on a reused SFTP connection as too many redirects
    /// (https://github.com/curl/curl/issues/19165). SFTP has no redirects.
    private func isFalseRedirect(_ result: CURLcode) -> Bool {
        result == CURLE_TOO_MANY_REDIRECTS && address.scheme == "sftp"
    }

    private func error(_ result: CURLcode) -> ByteSourceError? {
        if let failure { return error(failure) }
        // The transfer ended without an error, but within the head.
        if result == CURLE_OK { return hasHead ? nil : error(.unreachable) }
        if address.isOfFileServer, result == CURLE_BAD_DOWNLOAD_RESUME, hasHead { return nil }
        if !hasHead, socketGuard?.hasRefused == true { return error(.forbiddenServer) }
        if address.scheme == "sftp", result == CURLE_PEER_FAILED_VERIFICATION { return error(.unknownServerKey) }
        if address.isOfFileServer, result == CURLE_UNSUPPORTED_PROTOCOL {
            var error = error(ByteSourceError.Code.forbiddenScheme)
            error.detail = address.scheme
            return error
        }
        let reason = handle.curl.pointee.curl_easy_strerror(result).map { String(cString: $0) } ?? ""
        return ByteSourceError(
            result, hasHead: hasHead, systemError: handle.systemError, detail: reason,
            context: address.withoutSecrets)
    }

    private func error(_ code: ByteSourceError.Code) -> ByteSourceError {
        ByteSourceError(code, operation: "request", context: address.withoutSecrets)
    }

    // MARK: callbacks

    /// - Returns: false to end the transfer.
    fileprivate func read(line: UnsafeRawBufferPointer) -> Bool {
        // libcurl itself interprets an FTP server's replies.
        if address.isOfFileServer { return true }
        switch reader.read(line) {
        case .more: return true
        case .tooLarge:
            failure = .invalidReply
            return false
        case .head(let status, let fields):
            // 101 would switch to another protocol, which was not requested.
            guard status >= 200 else { return true }
            let wait = handle.number(CURLINFO_RETRY_AFTER).flatMap {
                $0 > 0 ? HostTime.seconds(Int(min($0, 1 << 30))) : nil
            }
            return took(HTTPHead(status: status, fields: fields, address: address, retryAfter: wait))
        }
    }

    private func took(_ head: HTTPHead) -> Bool {
        refusal = nil
        if head.status == 401, address.origin == digestOrigin {
            refusal = head
            return true
        }
        if asksForDigest(head) {
            (digestOrigin, redirect) = (address.origin, address)
            return true
        }
        switch RedirectRule.step(head, of: request, hops: hops, settings) {
        case .follow(let target): redirect = target
        case .refuse(let code):
            failure = code
            return false
        case .none: publish(head)
        }
        return true
    }

    private func publish(_ head: HTTPHead) {
        hasHead = true
        deadline = clock.now + settings.timeout
        flow.publish(head)
    }

    private func publishRefusal() {
        guard let head = refusal else { return }
        refusal = nil
        publish(head)
    }

    /// Returns whether the server refuses a password that is or may be known, and accepts a digest of it (RFC 7616).
    private func asksForDigest(_ head: HTTPHead) -> Bool {
        guard head.status == 401, request.isSafe, address.hasUser || settings.netrcFile != nil else { return false }
        return head.fields.contains { field in
            field.name == "www-authenticate"
                && field.value.lowercased().split(separator: ",").contains { $0.trimmed.hasPrefix("digest ") }
        }
    }

    // MARK: files

    /// - Parameter result: of a transfer that ended before any byte arrived, otherwise `nil`.
    private func publishFileHead(endedWith result: CURLcode? = nil) {
        guard [nil, CURLE_OK, CURLE_BAD_DOWNLOAD_RESUME].contains(result) else { return }
        let rest = result == nil ? handle.number(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) : 0
        publish(
            HTTPHead(
                ofFile: request.range, rest: rest, changed: handle.number(CURLINFO_FILETIME_T), at: address,
                isBehindEnd: result == CURLE_BAD_DOWNLOAD_RESUME))
    }

    /// Ends the transfer after the last requested byte.
    private func receive(ofFile bytes: UnsafeRawBufferPointer) -> Int? {
        let left = request.range?.length.map { $0 - fileByteCount } ?? .max
        let wanted = UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(clamping: left)))
        guard let count = deliver(wanted) else { return nil }
        fileByteCount += Int64(count)
        isCut = request.range?.length.map { fileByteCount >= $0 } ?? false
        return isCut ? 0 : count
    }

    /// - Returns: the number of accepted bytes, or `nil` while the reader is full.
    fileprivate func receive(_ bytes: UnsafeRawBufferPointer) -> Int? {
        if address.isOfFileServer {
            if !hasHead { publishFileHead() }
            return receive(ofFile: bytes)
        }
        // libcurl does not repeat the request: this is the body of the refusal.
        publishRefusal()
        // Ignores the body of a redirect. Reads a little of it, so that the connection can be reused.
        guard hasHead else {
            redirectBytes += bytes.count
            return redirectBytes <= Self.redirectLimit ? bytes.count : 0
        }
        return deliver(bytes)
    }

    private func deliver(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard flow.receive(bytes) else {
            stop()
            isPaused = true
            return nil
        }
        let now = clock.now
        (news, deadline) = (now, now + settings.timeout)
        meter.withLock { meter in
            meter.count(bytes.count)
            if isMeasured { meter.received(bytes.count, at: now) }
        }
        return bytes.count
    }
}

private func headerCallback(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().read(line: line) ? line.count : 0
}

private func bodyCallback(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let context else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().receive(piece) ?? Int(CURL_WRITEFUNC_PAUSE)
}
