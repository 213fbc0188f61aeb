import ClassRules
import ClassWire
import PlayCore
import Signalling
import Storage
import XML

extension KeeperLoop {
    private static let noteInterval = HostTime.seconds(30)

    /// Stores at intervals that the keeper runs. After a crash, missing people count as having left at the last such
    /// time.
    func noteRunning(at now: KeeperTime) {
        guard nextNote <= now.host, rooms.values.contains(where: { !$0.seats.isEmpty }) else { return }
        nextNote = now.host + Self.noteInterval
        do throws(StorageError) {
            try store.noteRunning(at: now.wall)
        } catch {
            Log.shared.write(.error, "keeper", "\(error)")
        }
    }

    /// Pages are small, because other people wait meanwhile.
    func report(
        _ wanted: ReportRequest, _ request: IncomingRequest, for user: String, in name: String, at now: KeeperTime
    ) -> XMLElement? {
        if let refusal = rooms[name]?.reportRefusal(for: user, at: now) { return request.refusal(refusal) }
        guard let place = wanted.after.map({ ClassStore.ResultPlace($0) }) ?? ClassStore.ResultPlace() else {
            return request.refusal(StanzaError(kind: .modify, condition: "bad-request"))
        }
        guard update(name, at: now, { $0.storeChat() }) else { return request.refusal(Self.storageFailure) }
        do throws(StorageError) {
            let entries = try store.results(of: name, after: place, now: now.wall)
            let lines = PackedLines(entries.map(\.entry.json)[...])
            let next = lines.count > 0 ? entries[lines.count - 1].place.text : nil
            return request.result(ReportPage(lines, next: next).element)
        } catch {
            Log.shared.write(.error, "keeper", "\(name): \(error)")
            return request.refusal(Self.storageFailure)
        }
    }
}
