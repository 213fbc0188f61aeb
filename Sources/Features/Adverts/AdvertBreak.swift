import XML

package struct AdvertBreak: Sendable, Equatable {
    package enum Contents: Sendable, Equatable {
        case response(AdvertResponse)
        case address(String)
    }

    package var time: BreakTime
    package var contents: [Contents]
    package var trackers = BreakTrackers()

    package init(_ time: BreakTime, _ contents: [Contents]) {
        self.time = time
        self.contents = contents
    }

    private static let mostBreaks = 256

    /// Merges breaks of the same time.
    static func list(_ root: XMLElement) -> [AdvertBreak] {
        var list: [AdvertBreak] = []
        for element in root.children("AdBreak").prefix(mostBreaks) {
            guard let read = AdvertBreak(element) else { continue }
            if let index = list.firstIndex(where: { $0.time == read.time }) {
                list[index].contents += read.contents
                list[index].trackers.merge(read.trackers)
            } else {
                list.append(read)
            }
        }
        return list
    }

    private init?(_ element: XMLElement) {
        guard let time = element["timeOffset"].flatMap({ BreakTime($0) }),
            (element["breakType"] ?? "linear").split(separator: ",").contains(where: { $0.elementsEqual("linear") }),
            let source = element.first("AdSource")
        else { return nil }
        if let document = (source.first("VASTAdData") ?? source.first("VASTData"))?.first("VAST") {
            do throws(AdvertErrorCode) {
                contents = [.response(try AdvertResponse(document))]
            } catch {
                return nil
            }
        } else if let address = source.first("AdTagURI")?.text.asReference {
            contents = [.address(address)]
        } else {
            return nil
        }
        self.time = time
        trackers = BreakTrackers(element)
    }
}

package struct BreakTrackers: Sendable, Equatable {
    package var starts: [String] = []
    package var ends: [String] = []
    package var errors: [String] = []

    package init() {}

    init(_ element: XMLElement) {
        for tracking in element.first("TrackingEvents")?.children("Tracking").prefix(64) ?? [] {
            guard let address = tracking.text.asReference else { continue }
            switch tracking["event"] {
            case "breakStart": starts.append(address)
            case "breakEnd": ends.append(address)
            case "error": errors.append(address)
            default: break
            }
        }
    }

    mutating func merge(_ other: BreakTrackers) {
        starts += other.starts
        ends += other.ends
        errors += other.errors
    }
}
