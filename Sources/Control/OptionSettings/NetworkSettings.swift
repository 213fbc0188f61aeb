package import ByteCaches
package import Options
import PlayCore
package import Transport

extension CacheSettings {
    package init(_ options: CacheOptions) {
        self.init()
        isOn = options.isOn
        capacity = Self.capacity(options.capacity)
        minimumFree = options.minimumFree
        isStrict = options.isStrict
        buffersToDisk = options.buffersToDisk
        keyRule.strippedParameters = options.strippedParameters
        keyRule.unifiedDomains = options.unifiedDomains
    }
}

extension HTTPSettings {
    /// The settings of one download. Header fields beyond `common` belong to it: secret ones go only to its `origin`.
    package init(_ options: NetworkOptions, beyond common: NetworkOptions, origin: String?) {
        self.init(options)
        let shared = Set(common.headerFields)
        headers = options.headerFields.filter(shared.contains).compactMap { HTTPHeader(line: $0) }
        ownOrigin = origin ?? ""
        for field in options.headerFields where !shared.contains(field) {
            guard let header = HTTPHeader(line: field) else { continue }
            switch header.name.lowercased() {
            case "user-agent": userAgent = header.value
            case "referer": referrer = header.value
            default: ownHeaders.append(header)
            }
        }
    }

    package init(_ options: NetworkOptions) {
        self.init(userAgent: options.userAgent ?? "tvplay/" + ProgramVersion.number)
        referrer = options.referrer
        headers = options.headerFields.compactMap { HTTPHeader(line: $0) }
        usesCookies = options.usesCookies
        cookieFile = options.cookiesFile
        proxy = options.proxy
        netrcFile = options.netrcFile
        sshFolder = BaseFolder.absolute("HOME").map { $0 + "/.ssh" }
        timeout = HostTime(nanoseconds: options.timeout.nanoseconds)
        retries = options.retries
        usesHTTP2 = options.usesHTTP2
        verifiesTLS = options.verifiesTLS
        allowsUnencryptedRedirects = options.allowsUnencryptedRedirects
        caFile = options.tlsCAFile
        dnsOverHTTPS = options.dnsOverHTTPS
        dnsOverHTTPSDomains = options.dnsOverHTTPSDomains
        resolveOverrides = options.resolve
    }
}
