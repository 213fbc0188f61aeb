import Addresses
import Manifests
import PlayCore

struct DeliveryDirectives: Equatable {
    struct Part: Equatable {
        let segment: Int64
        let index: Int
    }

    /// The part until which the server delays its response, or `nil` to respond at once.
    var next: Part?
    /// `_HLS_skip`: `YES`, or `v2` with the date ranges, or `nil` to request the full list.
    var skip: String?

    /// Requests the list that follows a known one of this age.
    init(after playlist: MediaPlaylist, age: MediaTime) {
        let (segment, part) = playlist.nextPart
        next = Part(segment: segment, index: part)
        // The part of the list that is skipped must be known (6.3.7).
        if let boundary = playlist.serverControl.canSkipUntil, age < boundary.scaled(by: 0.5) {
            skip = playlist.serverControl.canSkipDateRanges ? "v2" : "YES"
        }
    }

    /// Requests another rendition's list, by its report. Returns `nil` if the report has no position.
    init?(_ report: RenditionReport) {
        guard let segment = report.lastSequence else { return nil }
        next = Part(segment: segment, index: Int(report.lastPart ?? 0))
    }

    /// Returns a list's address with the directives in order, after its own query.
    func address(_ plain: Address) -> Address? {
        var parameters = plain.query.map { [$0] } ?? []
        if let next { parameters += ["_HLS_msn=\(next.segment)", "_HLS_part=\(next.index)"] }
        if let skip { parameters.append("_HLS_skip=\(skip)") }
        return Address(plain.text.prefix { $0 != "?" } + "?" + parameters.joined(separator: "&"))
    }
}

extension RenditionReport {
    func isOf(_ playlist: ResourceReference) -> Bool {
        guard case .address(let reported) = resource, case .address(let address) = playlist else {
            return resource == playlist
        }
        return reported.origin == address.origin && reported.path == address.path
    }
}
