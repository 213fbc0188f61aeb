import ClassAccess
import ClassKeeper
import Classes
import Encoding
import Options
import PlayCore
import Storage

struct CodeCommands {
    private let access: KeeperStoreAccess

    init(_ folder: String) throws(KeeperError) { access = try KeeperStoreAccess(folder) }

    func add(_ line: KeeperCommandLine) throws(KeeperError) {
        let name = line.words[0]
        guard try !access.plans(line)[0].isOver else { throw .unknownClass(name) }
        let grant = try access.makeCode(
            for: name, ClassUser.Role(rawValue: line.text("role") ?? "student"), group: line.number("group") ?? 0,
            hours: line.number("hours") ?? 720, uses: line.number("uses"))
        // A code is a secret: the log has only its role.
        try access.change(name, by: line, detail: grant.role.rawValue) { _ in }
        Output.print(grant.code.shown + "\n")
        let (address, ending) = try access.with { store throws(StorageError) in
            (try store.setting(Self.publicAddress), try store.setting(Self.linkEnding) ?? "")
        }
        if let address { Output.print("\(address)/c/\(grant.code.shown)\(ending)\n") }
    }

    /// Written by a keeper at its start.
    static let publicAddress = "public-address"
    /// The setting with the end of each link: `#sha256=…`, or nothing.
    static let linkEnding = "link-ending"

    func list(_ line: KeeperCommandLine) throws(KeeperError) {
        // Codes of people who signed in are secrets of these people.
        let grants = try access.codes().filter {
            $0.person == nil && (line.words.isEmpty || $0.room == line.words[0])
        }
        Output.print(
            grants.map { grant in
                let (role, time) = (grant.role.rawValue, WallTime(milliseconds: grant.expires * 1000).text)
                return [
                    ("code", grant.code.shown, .string(grant.code.shown)), ("class", grant.room, .string(grant.room)),
                    ("role", role, .string(role)), ("expires", time, .integer(grant.expires * 1000)),
                    ("uses", grant.uses.map { "\($0)" } ?? "-", grant.uses.map { .integer(Int64($0)) }),
                ]
            }, line)
    }

    func remove(_ line: KeeperCommandLine) throws(KeeperError) {
        guard let code = JoinCode(line.words[0]), let grant = try access.codes().first(where: { $0.code == code })
        else { throw .server(tr("unknown join code")) }
        try access.change(grant.room, by: line, detail: grant.role.rawValue) { store throws(StorageError) in
            try store.set(code.text, to: nil)
        }
        Output.print(tr("The join code is no longer valid.") + "\n")
    }
}

extension KeeperStoreAccess {
    func codes() throws(KeeperError) -> [CodeGrant] {
        let stored = try with { store throws(StorageError) in try store.codes() }
        return stored.compactMap { CodeGrant(code: $0.key, json: $0.value) }.sorted {
            ($0.room, $0.role.rawValue, $0.expires) < ($1.room, $1.role.rawValue, $1.expires)
        }
    }

    func makeCode(
        for room: String, _ role: ClassUser.Role, group: Int = 0, hours: Int, uses: Int? = nil
    ) throws(KeeperError) -> CodeGrant {
        let known = Set(try codes().map(\.code))
        var random = SecureRandom()
        var code = JoinCode.random(using: &random)
        while known.contains(code) { code = JoinCode.random(using: &random) }
        let expires = WallTime.now.milliseconds / 1000 + Int64(hours) * 3600
        let grant = CodeGrant(code, room: room, role: role, group: group, expires: expires, uses: uses)
        try with { store throws(StorageError) in try store.set(grant.code.text, to: grant.json) }
        return grant
    }
}
