import Addresses
import Manifests
import PlayCore

/// What a server is asked for with a media playlist (RFC 8216bis, 6.2.5). A value.
struct DeliveryDirectives: Equatable {
    struct Part: Equatable {
        let segment: Int64
        let index: Int
    }

    /// The answer is held back until the list has this part; nil: it comes at once.
    var next: Part?
    /// What is old may be left out: `YES`, or `v2` with the date ranges; nil: it may not.
    var skip: String?

    /// For the list that follows a known one.
    ///
    /// - Parameter age: of the known list.
    init(after playlist: MediaPlaylist, age: MediaTime) {
        let (segment, part) = playlist.nextPart
        next = Part(segment: segment, index: part)
        // What is skipped has to be known (6.3.7).
        if let boundary = playlist.serverControl.canSkipUntil, age < boundary.scaled(by: 0.5) {
            skip = playlist.serverControl.canSkipDateRanges ? "v2" : "YES"
        }
    }

    /// For the list of a rendition of which another one's list reports how far it is, or `nil` if it does not say.
    init?(_ report: RenditionReport) {
        guard let segment = report.lastSequence else { return nil }
        next = Part(segment: segment, index: Int(report.lastPart ?? 0))
    }

    /// The address of a list with the directives, which stand in their order behind its own query.
    func address(_ plain: Address) -> Address? {
        var parameters = plain.query.map { [$0] } ?? []
        if let next { parameters += ["_HLS_msn=\(next.segment)", "_HLS_part=\(next.index)"] }
        if let skip { parameters.append("_HLS_skip=\(skip)") }
        return Address(plain.text.prefix { $0 != "?" } + "?" + parameters.joined(separator: "&"))
    }
}

extension RenditionReport {
    /// Whether it is of the playlist at an address, whatever the queries say.
    func isOf(_ playlist: ResourceReference) -> Bool {
        guard case .address(let reported) = resource, case .address(let address) = playlist else {
            return resource == playlist
        }
        return reported.origin == address.origin && reported.path == address.path
    }
}
