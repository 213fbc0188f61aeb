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
    package init(_ options: NetworkOptions) {
        self.init(userAgent: options.userAgent ?? "tvplay/" + ProgramVersion.number)
        referrer = options.referrer
        headers = options.headerFields.compactMap { HTTPHeader(line: $0) }
        usesCookies = options.usesCookies
        cookieFile = options.cookiesFile
        proxy = options.proxy
        netrcFile = options.netrcFile
        timeout = HostTime(nanoseconds: options.timeout.nanoseconds)
        retries = options.retries
        usesHTTP2 = options.usesHTTP2
        verifiesTLS = options.verifiesTLS
        caFile = options.tlsCAFile
        dnsOverHTTPS = options.dnsOverHTTPS
        dnsOverHTTPSDomains = options.dnsOverHTTPSDomains
        resolveOverrides = options.resolve
    }
}
