import Addresses
internal import CCurl
import Glibc
import PlayCore

extension CurlHandle {
    func apply(_ settings: HTTPSettings) {
        set(CURLOPT_NOSIGNAL, true)
        // After a cancelled request, a name server that does not respond must not block the thread.
        set(CURLOPT_QUICK_EXIT, true)
        // A second safeguard: ``RedirectRule`` follows redirects, so that an unintended protocol is never reached.
        set(CURLOPT_FOLLOWLOCATION, false)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, Int(settings.usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        set(CURLOPT_BUFFERSIZE, 64 << 10)
        set(CURLOPT_TCP_KEEPALIVE, true)
        // Ends a connection attempt that would outlast the deadline of headers and body (``Transfer/deadline``).
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.timeout.nanoseconds / 1_000_000))
        set(CURLOPT_USERAGENT, settings.userAgent)
        set(CURLOPT_REFERER, settings.referrer)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_HTTP200ALIASES, list: [HeadReader.stationPrefix + "200 OK"])
        if let proxy = settings.proxy { set(CURLOPT_PROXY, proxy) }
        // An empty name enables cookies: a handle always keeps those of its own redirects.
        set(CURLOPT_COOKIEFILE, settings.usesCookies ? settings.cookieFile ?? "" : "")
        if let file = settings.netrcFile {
            set(CURLOPT_NETRC, tv_curl_netrc_optional)
            set(CURLOPT_NETRC_FILE, file)
        }
        if let file = settings.caFile {
            set(CURLOPT_CAINFO, file)
            set(CURLOPT_CAPATH, nil as String?)
        }
    }

    /// Authenticates at a file server as `ssh` would: with the keys in `~/.ssh` or the agent's, the hosts in
    /// `~/.ssh/known_hosts`, and the user's name unless the address has one.
    func signIn(to address: Address, _ settings: HTTPSettings) {
        set(CURLOPT_PROTOCOLS_STR, address.scheme)
        set(CURLOPT_FILETIME, true)
        // Without a tunnel an HTTP proxy translates, and its error page would pass for the file.
        set(CURLOPT_HTTPPROXYTUNNEL, true)
        guard address.scheme == "sftp" else { return }
        // Looked up only here: a name service may be slow, and only SFTP needs it.
        if !address.hasUser { set(CURLOPT_USERNAME, getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }) }
        let folder = settings.sshFolder ?? "/dev/null"
        if settings.verifiesTLS { set(CURLOPT_SSH_KNOWNHOSTS, folder + "/known_hosts") }
        let keys = ["id_ed25519", "id_ecdsa", "id_rsa"].map { folder + "/" + $0 }
        if let key = keys.first(where: { access($0, R_OK) == 0 }) { set(CURLOPT_SSH_PRIVATE_KEYFILE, key) }
    }

    func resolve(_ address: Address, _ settings: HTTPSettings) {
        let key = address.serverKey ?? settings.serverKeys[address.host]
        let verifies = settings.verifiesTLS && key == nil
        set(CURLOPT_PINNEDPUBLICKEY, key?.pin)
        set(CURLOPT_SSL_VERIFYPEER, verifies)
        set(CURLOPT_SSL_VERIFYHOST, verifies ? 2 : 0)
        // Requests to an HTTP/2 server share its connection, even if they start together. Without TLS there is no
        // HTTP/2, and requests would wait for one another's responses.
        set(CURLOPT_PIPEWAIT, settings.usesHTTP2 && address.scheme == "https")
        set(CURLOPT_DOH_URL, settings.usesDNSOverHTTPS(for: address.host) ? settings.dnsOverHTTPS : nil)
        if !settings.verifiesTLS {
            set(CURLOPT_DOH_SSL_VERIFYPEER, false)
            set(CURLOPT_DOH_SSL_VERIFYHOST, false)
        }
        if !settings.resolveOverrides.isEmpty { set(CURLOPT_RESOLVE, list: settings.resolveOverrides) }
    }
}
