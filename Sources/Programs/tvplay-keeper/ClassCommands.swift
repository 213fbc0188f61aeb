import ClassAccess
import ClassKeeper
import Localization
import Options
import PlayCore
import Rooms
import Storage

/// `class add`, `class list`, `class remove`.
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
        if let list = line.given("emoticons") { plan.features.emoticons = try Self.emoticons(list) }
        try access.with { store throws(StorageError) in
            try store.create(plan, epoch: WallTime.now.milliseconds)
            try store.change(plan)
        }
        Output.print(tr("Class \"%1\" is there; make codes for it: tvplay-keeper code add %1", name) + "\n")
    }

    /// `clap=https://a.test/clap.png wave`: without an address it is shown by its key.
    private static func emoticons(_ list: String) throws(KeeperError) -> [ClassEmoticon]? {
        var emoticons: [ClassEmoticon] = []
        for word in list.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=", maxSplits: 1)
            let picture = parts.count > 1 ? LinkFinder.address(String(parts[1])) : nil
            guard let key = parts.first, ClassEmoticon.isKey(key), (parts.count > 1) == (picture != nil) else {
                throw .server(tr("\"%1\" is no emoticon: write KEY=ADDRESS", ByteText.shown(String(word))))
            }
            emoticons.append(ClassEmoticon(key: String(key), picture: picture))
        }
        return emoticons.isEmpty ? nil : emoticons
    }

    func list() throws(KeeperError) {
        try access.with { store throws(StorageError) in
            for plan in try store.plans() {
                let state = plan.isOver ? "\t" + tr("ended") : ""
                Output.print(
                    "\(plan.name)\t\(try store.lastNumber(of: plan.name))\t\(ByteText.shown(plan.title))\(state)\n")
            }
        }
    }

    func remove(_ line: KeeperCommandLine) throws(KeeperError) {
        let plans = try access.with { store throws(StorageError) in try store.plans() }
        guard var plan = plans.first(where: { $0.name == line.words[0] }) else { throw .unknownClass(line.words[0]) }
        plan.isOver = true
        let ended = plan
        try access.with { store throws(StorageError) in try store.change(ended) }
        Output.print(tr("Class \"%1\" has ended.", plan.name) + "\n")
    }
}
