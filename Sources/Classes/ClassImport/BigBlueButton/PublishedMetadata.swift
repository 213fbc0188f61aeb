import Classes
import PlayCore
import XML

enum PublishedMetadata {
    static func read(_ bytes: [UInt8], _ collector: inout ImportCollector) -> (info: ClassInfo, participants: Int?) {
        var elements: [XMLElement] = []
        let root = XMLFile.read(bytes, into: &collector) { element, _ in elements.append(element) }
        func value(_ name: String) -> String? { elements.first { $0.name == name }?.wholeText.trimmed }
        func element(_ name: String) -> XMLElement? { elements.first { $0.name == name } }

        let (meeting, meta) = (element("meeting"), element("meta"))
        let id = value("id") ?? meeting?["id"]
        var info = ClassInfo(playbackID: id ?? linkID(root, elements) ?? "BigBlueButton")
        info.classID = meeting?["externalId"] ?? meta?.value("meetingId")
        // All recordings of a class have the same `classID`.
        info.sessionID = id
        info.title =
            meta?.value("meetingName") ?? meta?.value("name") ?? meeting?["name"]
            ?? meta?.value("meeting-name")
        info.startWallTime = value("start_time").flatMap { Int64($0) }
        let duration = element("playback")?.value("duration") ?? value("duration")
        info.duration = duration.flatMap { Int64($0) }.flatMap(Numbers.milliseconds).flatMap { $0 > .zero ? $0 : nil }
        // One picture combines the cameras of all users.
        info.recordType = .compositeVideo
        info.isShowUserList = true
        return (info, value("participants").flatMap { Int($0) })
    }

    /// Files that begin with `<playback>` have the ID only in the link.
    private static func linkID(_ root: XMLElement?, _ elements: [XMLElement]) -> String? {
        let link = elements.first { $0.name == "link" } ?? elements.first { $0.name == "playback" }?.first("link")
        let last = link?.wholeText.trimmed.split(whereSeparator: { $0 == "=" || $0 == "/" }).last
        return last.map(String.init)
    }
}
