import Kiosk
import Options
import PlayCore

struct KioskAdmission {
    private let command: KioskCommand
    private let folder: String
    private let store: ViewerStore
    private let house: KioskHouse

    init(_ command: KioskCommand, folder: String, store: ViewerStore) {
        (self.command, self.folder, self.store) = (command, folder, store)
        house = KioskHouse(in: folder, most: command.sessions, mostOfAddress: command.sessionsPerAddress)
    }

    func enter(from address: String?) throws(FileError) -> KioskHouse.Entering {
        try house.enter(from: address) { count, refusal in
            write(count) { totals in
                if let refusal { totals.refused[refusal, default: 0] += 1 } else { totals.entered += 1 }
            }
        }
    }

    func noteLeaving() throws(FileError) {
        guard command.metrics != nil else { return }
        try house.count { count in write(count) { _ in } }
    }

    func log(_ viewer: ViewerIdentity, _ address: String?) throws(FileError) -> WatchLog? {
        guard let target = command.watchLog else { return nil }
        return try WatchLog(target, viewer: viewer, address: address)
    }

    /// Writes the metrics. A failure is only logged: it is no reason to reject a viewer.
    private func write(_ sessions: Int, _ change: (inout KioskMetrics.Totals) -> Void) {
        guard let path = command.metrics else { return }
        do throws(FileError) {
            let totalsPath = KioskMetrics.totalsPath(in: folder)
            var totals = KioskMetrics.Totals(text: try Self.text(of: totalsPath))
            change(&totals)
            try WholeFile.replace(totalsPath, with: Array(totals.text.utf8), draft: totalsPath + ".new")
            try KioskMetrics(sessions: sessions, most: command.sessions, viewers: store.count, totals: totals)
                .write(to: path)
        } catch {
            Log.shared.write(.error, "kiosk", "\(error)")
        }
    }

    private static func text(of path: String) throws(FileError) -> String {
        do throws(FileError) {
            return String(decoding: try WholeFile.read(path, limit: 4096), as: UTF8.self)
        } catch {
            if error.isMissing { return "" }
            throw error
        }
    }
}
