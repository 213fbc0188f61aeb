import DownloadModel
package import Transport

package struct RequestMeans: Sendable {
    let client: HTTPClient
    let resolver: any DownloadResolver

    package init(client: HTTPClient, resolver: any DownloadResolver) {
        (self.client, self.resolver) = (client, resolver)
    }
}

extension FetchContext {
    /// Returns the download's own cookies, and the settings as changed by its options.
    func means(
        _ options: [String], _ identity: DownloadIdentity, _ resolver: any DownloadResolver
    ) throws(DownloadProblem) -> RequestMeans {
        let made =
            try options.isEmpty
            ? RequestMeans(client: client, resolver: resolver) : requestMeans(options, identity.origin)
        let cookies = CookieJar()
        return RequestMeans(
            client: HTTPClient(sharing: made.client) { $0.cookieJar = cookies }, resolver: made.resolver)
    }
}
