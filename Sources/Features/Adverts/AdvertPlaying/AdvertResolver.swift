import PlayCore
import Playlists

struct ResolvedAdvert: Sendable {
    /// Includes the trackers of the wrappers around it.
    let advert: Advert
    let location: String
}

/// Follows wrappers to playable adverts. One thread; blocks until its deadline at most.
struct AdvertResolver {
    let fetcher: AdvertFetcher
    let sender: TrackerSender
    /// Identifies one playback of the content. HLS sends it to the servers of interstitials.
    let primaryID: String
    /// In pixels.
    let width: Int
    let bitRate: Int?
    let deadline: HostTime
    let cancel: CancelToken

    /// VAST's proposed limit.
    static let mostWrappers = 5
    private static let mostAdverts = 16

    private struct Way {
        var addresses: [String]
        var trackers = AdvertTrackers()
        var mayFollow = true
    }

    /// - Parameter location: the document that contains the break.
    func adverts(of item: AdvertBreak, from location: String) -> [ResolvedAdvert] {
        var found: [ResolvedAdvert] = []
        for contents in item.contents {
            let before = found.count
            switch contents {
            case .response(let response): found += adverts(response, Way(addresses: [location]))
            case .address(let address):
                found += adverts(AdvertWrapper(address: address), Way(addresses: [location]))
            }
            if found.count == before { sender.report(item.trackers.errors, error: .undefined) }
        }
        return Array(found.prefix(Self.mostAdverts))
    }

    private func adverts(_ response: AdvertResponse, _ way: Way) -> [ResolvedAdvert] {
        if response.pod.isEmpty, response.spare.isEmpty {
            sender.report(way.trackers.errors + response.errors, error: .empty)
            return []
        }
        var found: [ResolvedAdvert] = []
        for entry in response.pod { found += adverts(entry, way) }
        // A standalone advert replaces those that cannot be played.
        for entry in response.spare where found.isEmpty { found = adverts(entry, way) }
        return found
    }

    private func adverts(_ entry: AdvertResponse.Entry, _ way: Way) -> [ResolvedAdvert] {
        switch entry {
        case .wrapper(let wrapper): return adverts(wrapper, way)
        case .advert(var advert):
            advert.trackers = way.trackers.merged(with: advert.trackers)
            guard let file = advert.files.best(width: width, bitRate: bitRate),
                let location = place(file.location, from: way)
            else {
                sender.report(advert.trackers.errors, error: .noUsableFile)
                return []
            }
            return [ResolvedAdvert(advert: advert, location: location)]
        }
    }

    private func adverts(_ wrapper: AdvertWrapper, _ way: Way) -> [ResolvedAdvert] {
        var next = way
        next.trackers = way.trackers.merged(with: wrapper.trackers)
        next.mayFollow = wrapper.followsWrappers
        do throws(AdvertErrorCode) {
            guard let location = place(wrapper.address, from: way) else { throw .wrapper }
            // The first address is the document's own.
            guard way.mayFollow, way.addresses.count <= Self.mostWrappers, !way.addresses.contains(location) else {
                throw .tooManyWrappers
            }
            next.addresses.append(location)
            let document = try fetcher.document(at: sender.expand(location), until: deadline, cancel: cancel)
            guard case .adverts(let response) = document else { throw .notAdverts }
            let found = adverts(response, next)
            return wrapper.allowsSeveral ? found : Array(found.prefix(1))
        } catch {
            sender.report(next.trackers.errors, error: error)
            return []
        }
    }

    /// Returns the location of a reference. A server may name HTTP addresses, a local file also files beside it.
    private func place(_ reference: String, from way: Way) -> String? {
        way.addresses.last.flatMap { place(reference, from: $0) }
    }

    /// Adds the query that an interstitial's server expects (RFC 8216bis, appendix D).
    func named(_ location: String) -> String {
        guard ["http", "https"].contains(AddressText.scheme(of: location)) else { return location }
        let parts = location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = parts.count > 1 ? "#" + parts[1] : ""
        return "\(parts[0])\(parts[0].contains("?") ? "&" : "?")_HLS_primary_id=\(primaryID)\(fragment)"
    }

    /// - Parameter base: the document with the reference.
    func place(_ reference: String, from base: String) -> String? {
        if let scheme = AddressText.scheme(of: reference) {
            return scheme == "http" || scheme == "https" ? reference : nil
        }
        if AddressText.isAddress(base) { return AddressText.resolve(reference, against: base) }
        guard !reference.hasPrefix("/"), !reference.split(separator: "/").contains("..") else { return nil }
        let path = AddressText.localPath(base)
        return path.contains("/") ? PathText.folder(of: path) + "/" + reference : reference
    }
}
