import Addresses
internal import CCurl
import Glibc
import PlayCore

extension CurlHandle {
    /// Applies the settings that do not depend on the address.
    func apply(_ settings: HTTPSettings) {
        set(CURLOPT_NOSIGNAL, true)
        // A name server that does not answer must not block the thread after its request is cancelled.
        set(CURLOPT_QUICK_EXIT, true)
        // ``RedirectRule`` follows redirects, so an unintended protocol is never reached; this is a second safeguard.
        set(CURLOPT_FOLLOWLOCATION, false)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_HTTP_VERSION, Int(settings.usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        set(CURLOPT_BUFFERSIZE, 64 << 10)
        set(CURLOPT_TCP_KEEPALIVE, true)
        // Only ends a connection attempt that would outlast the deadline of headers and body (``Transfer/deadline``).
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(settings.timeout.nanoseconds / 1_000_000))
        set(CURLOPT_USERAGENT, settings.userAgent)
        set(CURLOPT_REFERER, settings.referrer)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_HTTP200ALIASES, list: [HeadReader.stationPrefix + "200 OK"])
        if let proxy = settings.proxy { set(CURLOPT_PROXY, proxy) }
        // An empty name enables cookies: a handle keeps at least those of its own redirects.
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

    /// Lets the handle ask a file server, as `ssh` would: with the keys in `~/.ssh` or the agent's, the hosts in
    /// `~/.ssh/known_hosts`, and the user's name where the address has none.
    func signIn(to address: Address, _ settings: HTTPSettings) {
        set(CURLOPT_PROTOCOLS_STR, address.scheme)
        set(CURLOPT_FILETIME, true)
        // Otherwise an HTTP proxy translates: its page about a failure would pass for the file.
        set(CURLOPT_HTTPPROXYTUNNEL, true)
        guard address.scheme == "sftp" else { return }
        // Looked up here, as a name service may take its time and a player without SFTP never needs it.
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
        // HTTP/2, and they would wait for each other's responses.
        set(CURLOPT_PIPEWAIT, settings.usesHTTP2 && address.scheme == "https")
        set(CURLOPT_DOH_URL, settings.usesDNSOverHTTPS(for: address.host) ? settings.dnsOverHTTPS : nil)
        if !settings.verifiesTLS {
            set(CURLOPT_DOH_SSL_VERIFYPEER, false)
            set(CURLOPT_DOH_SSL_VERIFYHOST, false)
        }
        if !settings.resolveOverrides.isEmpty { set(CURLOPT_RESOLVE, list: settings.resolveOverrides) }
    }
}
