import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import Encoding
import Options
import PlayCore
import Storage

struct ClassCommands {
    private let access: KeeperStoreAccess

    init(_ folder: String) throws(KeeperError) { access = try KeeperStoreAccess(folder) }

    func add(_ line: KeeperCommandLine) throws(KeeperError) {
        let name = line.words[0]
        guard OfferedClass(name: name, title: name) != nil else {
            throw .server(
                tr(
                    "\"%1\" cannot be the name of a class: small letters, digits, - _ and . only, 64 at most",
                    ByteText.shown(name)))
        }
        let known = try access.with { store throws(StorageError) in try store.plans() }.first { $0.name == name }
        var plan = known ?? ClassPlan(name: name, title: name)
        plan.isOver = false
        if let title = line.given("title") { plan.title = title }
        if line.has("guests") { plan.allowsGuests = true }
        if line.given("speakers") != nil, let count = line.number("speakers") { plan.features.maxSpeakerCount = count }
        if line.has("audio-only") { plan.features.mediaLimit = .audioOnly }
        if line.given("request-seconds") != nil, let seconds = line.number("request-seconds") {
            plan.features.requestTimeout = Int64(seconds) * 1000
        }
        if line.given("teacher-seconds") != nil, let seconds = line.number("teacher-seconds") {
            plan.features.teacherTimeout = Int64(seconds) * 1000
        }
        if line.given("people") != nil { plan.people = line.number("people") }
        if let bytes = line.byteCount("recording-space") { plan.recordingSpace = bytes }
        if let audience = line.given("recordings").flatMap(RecordingAudience.init(rawValue:)) {
            plan.audience = audience
        }
        if let list = line.given("emoticons") { plan.features.emoticons = try Self.emoticons(list) }
        let changed = plan
        try access.change(name, by: line, detail: plan.title) { store throws(StorageError) in
            try store.create(changed, epoch: WallTime.now.milliseconds)
            try store.change(changed)
        }
        Output.print(tr("Class \"%1\" is ready; make codes for it: tvplay-keeper code add %1", name) + "\n")
    }

    /// Parses `clap=https://a.test/clap.png wave`: an emoticon without an address is shown by its key.
    private static func emoticons(_ list: String) throws(KeeperError) -> [ClassEmoticon]? {
        var emoticons: [ClassEmoticon] = []
        for word in list.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=", maxSplits: 1)
            let picture = parts.count > 1 ? LinkFinder.address(String(parts[1])) : nil
            guard let key = parts.first, ClassEmoticon.isKey(key), (parts.count > 1) == (picture != nil) else {
                throw .server(tr("\"%1\" is not an emoticon: write KEY=ADDRESS", ByteText.shown(String(word))))
            }
            emoticons.append(ClassEmoticon(key: String(key), picture: picture))
        }
        return emoticons.isEmpty ? nil : emoticons
    }

    func list(_ line: KeeperCommandLine) throws(KeeperError) {
        let plans = try access.with { store throws(StorageError) in
            try store.plans().map { plan throws(StorageError) in (plan, try store.lastNumber(of: plan.name)) }
        }
        Output.print(
            plans.map { plan, number in
                [
                    ("name", plan.name, .string(plan.name)), ("events", "\(number)", .integer(number)),
                    ("title", plan.title, .string(plan.title)),
                    ("isOver", plan.isOver ? tr("ended") : "", .flag(plan.isOver)),
                    ("people", nil, plan.people.map { .integer(Int64($0)) }),
                    ("recordingSpace", nil, plan.recordingSpace.map { .integer($0) }),
                ]
            }, line)
    }

    func people(_ line: KeeperCommandLine) throws(KeeperError) {
        let name = line.words[0]
        let (people, stored) = try access.with { store throws(StorageError) in
            (try store.people(of: name), try store.load(name))
        }
        guard let stored else { throw .unknownClass(name) }
        let (bans, now) = (KeptClass(stored).state.live.chatBans, WallTime.now.milliseconds)
        Output.print(
            people.sorted { ($0.user.role.rawValue, $0.user.name) < ($1.user.role.rawValue, $1.user.name) }.map {
                person in
                let user = person.user
                let silent = bans[user.id].flatMap { $0.until > now ? $0.until : nil }
                let words = silent.map { tr("may not write until %1", WallTime(milliseconds: $0).text) }
                return [
                    ("id", user.id, .string(user.id)), ("role", user.role.rawValue, .string(user.role.rawValue)),
                    ("name", user.name, .string(user.name)),
                    ("isExcluded", person.isExcluded ? tr("excluded") : "", .flag(person.isExcluded)),
                    ("silentUntil", words ?? "", silent.map { .integer($0) }),
                ]
            }, line)
    }

    func report(_ line: KeeperCommandLine) throws(KeeperError) {
        let name = line.words[0]
        let now = WallTime.now.milliseconds
        let report = try access.with { store throws(StorageError) -> ClassReport? in
            guard let plan = try store.plans().first(where: { $0.name == name }) else { return nil }
            let seen = try store.lastRunning() ?? now
            let isRunning = !plan.isOver && now - seen < Self.silenceLimit
            return try store.report(of: name, now: isRunning ? now : seen, isRunning: isRunning)
        }
        guard let report else { throw .unknownClass(name) }
        let parts = line.text("what").flatMap(ClassReport.Part.init).map { Set([$0]) } ?? Set(ClassReport.Part.allCases)
        Output.print(
            line.has("json")
                ? String(decoding: report.json(parts).bytes, as: UTF8.self) + "\n" : report.csv(parts))
    }

    /// Milliseconds after which a keeper that has not noted that it runs counts as ended. It notes it twice a minute.
    private static let silenceLimit: Int64 = 90_000

    func remove(_ line: KeeperCommandLine) throws(KeeperError) {
        var plan = try access.plans(line)[0]
        plan.isOver = true
        let ended = plan
        try access.change(plan.name, by: line) { store throws(StorageError) in try store.change(ended) }
        Output.print(tr("Class \"%1\" has ended.", plan.name) + "\n")
    }
}
