import ClassKeeper
import Encoding
import Options
import PlayCore
import Storage

struct BanCommands {
    private let access: KeeperStoreAccess

    init(_ folder: String) throws(KeeperError) { access = try KeeperStoreAccess(folder) }

    func list(_ line: KeeperCommandLine) throws(KeeperError) {
        let plans = try access.plans(line)
        let bans = try access.with { store throws(StorageError) in
            try plans.map { plan throws(StorageError) in
                (room: plan.name, bans: try store.bans(of: plan.name, at: WallTime.now.milliseconds))
            }
        }.flatMap { found in found.bans.map { (found.room, $0) } }
        Output.print(
            bans.map { room, ban in
                [
                    ("class", room, .string(room)), ("id", ban.person, .string(ban.person)),
                    ("name", ban.name ?? "", ban.name.map { .string($0) }),
                    (
                        "kind", ban.kind == .chat ? trc("ban", "chat") : trc("ban", "class"),
                        .string(ban.kind.rawValue)
                    ),
                    (
                        "until", ban.until.map { WallTime(milliseconds: $0).text } ?? trc("ban", "forever"),
                        ban.until.map { .integer($0) }
                    ),
                    ("by", ban.by ?? "", ban.by.map { .string($0) }),
                    ("byName", ban.byName ?? "", ban.byName.map { .string($0) }),
                ]
            }, line)
    }

    func remove(_ line: KeeperCommandLine) throws(KeeperError) {
        let (room, person) = (line.words[0], line.words[1])
        _ = try access.plans(line)
        let bans = try access.with { store throws(StorageError) in
            try store.bans(of: room, at: WallTime.now.milliseconds)
        }
        guard let ban = bans.first(where: { $0.person == person }) else {
            throw .server(tr("no ban of \"%1\" in this class; see tvplay-keeper bans %2", ByteText.shown(person), room))
        }
        try access.change(room, by: line, target: person, named: ban.name) { store throws(StorageError) in
            try store.removeBans(of: person, in: room)
        }
        Output.print(tr("The bans of %1 are removed.", ByteText.shown(ban.name ?? person)) + "\n")
    }
}
