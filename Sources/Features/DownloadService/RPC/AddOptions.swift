import DownloadClient
import DownloadModel
import Downloads
import Encoding
import PlayCore
import Playlists

struct AddOptions: Sendable {
    private(set) var identity: DownloadIdentity
    private(set) var folder: String?
    private(set) var isInCache: Bool?
    private(set) var mode = DownloadMode.plain
    private(set) var note: String?
    private var wishes = DownloadWishes()
    private var title: String?
    private var priority = 0.5
    private var limit: Int64?
    private var accessKey: String?
    private var requestOptions: [String] = []
    private var notes: [String: String] = [:]
    private var isPaused = false

    init(_ members: [JSONValue.Member], _ identity: DownloadIdentity) throws(RPCError) {
        self.identity = identity
        if case .video(let location, let version) = identity {
            let entry = EntryAddress(location)
            self.identity = .video(id: entry.address, version: version)
            requestOptions = entry.fields.map { "header=\($0.name): \($0.value)" }
        }
        for member in members { try apply(member) }
    }

    private mutating func apply(_ member: JSONValue.Member) throws(RPCError) {
        let value = member.value
        func text() throws(RPCError) -> String {
            guard let text = value.text, !text.isEmpty else { throw .parameters("\(member.name) has to be a text") }
            return text
        }
        func texts() throws(RPCError) -> [String] {
            let list = value.items?.compactMap(\.text) ?? value.text?.split(separator: ",").map(String.init)
            guard let list, !list.isEmpty else { throw .parameters("\(member.name) has to be a list of texts") }
            return list
        }
        switch member.name {
        case "dir":
            folder = try text()
            guard folder?.hasPrefix("/") == true else { throw .parameters("dir has to be an absolute path") }
        case "out":
            let name = try text()
            guard !name.contains("/") else { throw .parameters("out has to be a name without folders") }
            wishes.name = name
        case "title": title = try text()
        case "checksum":
            guard let checksum = DownloadChecksum(try text()) else {
                throw .parameters("checksum has to be sha-256= and 64 hexadecimal digits")
            }
            wishes.checksum = checksum
        case "remote-time": wishes.keepsServerTime = try flag(member)
        case "umask":
            guard let bits = UInt32(try text(), radix: 8), bits <= 0o777 else {
                throw .parameters("umask has to be three octal digits")
            }
            // The service itself must read and write its files.
            wishes.umask = bits & 0o077
        case "in-cache": isInCache = try flag(member)
        case "definition": wishes.definitions = try texts()
        case "audio-languages": wishes.audioLanguages = try texts()
        case "text-languages": wishes.textLanguages = try texts()
        case "keep-segments": wishes.keepsSegments = try flag(member)
        case "ahead":
            guard let amount = value.anyNumber.flatMap(MediaTime.init(ahead:)) else {
                throw .parameters("ahead has to be a number of seconds above 0")
            }
            wishes.ahead = amount
        case "metered": wishes.allowsMetered = try flag(member)
        case "secure": mode = try flag(member) ? .secure : .plain
        case "pause": isPaused = try flag(member)
        case "priority": priority = try Self.priority(value)
        case "max-download-limit": limit = try Self.limit(value)
        case "access-key": accessKey = try text()
        case "request-options": requestOptions = try texts() + requestOptions
        case "note": note = try text()
        case "notes":
            guard let members = value.members else { throw .parameters("notes have to be an object") }
            for member in members { notes[member.name] = member.value.text ?? "" }
        case "version":
            guard let number = value.wholeNumber, let version = Int(exactly: number), version >= -1 else {
                throw .parameters("version has to be a whole number from -1 on")
            }
            identity = identity.with(version: version)
        default: throw .parameters("there is no option \(member.name)")
        }
    }

    private func flag(_ member: JSONValue.Member) throws(RPCError) -> Bool {
        switch member.value {
        case .flag(let flag): return flag
        case .string("true"): return true
        case .string("false"): return false
        default: throw .parameters("\(member.name) has to be true or false")
        }
    }

    static func priority(_ value: JSONValue) throws(RPCError) -> Double {
        guard let number = value.anyNumber, (0...1).contains(number) else {
            throw .parameters("priority has to be a number from 0 to 1")
        }
        return number
    }

    /// Returns bytes per second, or `nil` for 0, which means no limit. As in aria2, a final K or M counts by 1024.
    static func limit(_ value: JSONValue) throws(RPCError) -> Int64? {
        guard let number = value.wholeNumber ?? value.text.flatMap(byteCount), number >= 0 else {
            throw .parameters("a limit has to be a number of bytes")
        }
        return number == 0 ? nil : number
    }

    private static func byteCount(_ text: String) -> Int64? {
        guard let unit = text.last.flatMap({ ["K": 10, "M": 20][$0.uppercased()] }),
            let number = Int64(text.dropLast()), number >= 0, number <= Int64.max >> unit
        else { return nil }
        return number << Int64(unit)
    }

    func request(folder: String) -> DownloadRequest {
        var request = DownloadRequest(identity, folder: folder)
        request.wishes = wishes
        request.title = title
        request.priority = priority
        request.speedLimit = limit
        request.accessKey = accessKey
        request.requestOptions = requestOptions
        request.notes = notes
        request.startsPaused = isPaused
        return request
    }
}

extension DownloadIdentity {
    func with(version: Int) -> DownloadIdentity {
        switch self {
        case .video(let id, _): .video(id: id, version: version)
        case .playback(let classID, let sessionID, _):
            .playback(classID: classID, sessionID: sessionID, version: version)
        }
    }
}
