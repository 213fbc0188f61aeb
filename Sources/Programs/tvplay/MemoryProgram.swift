import Cells
import Glibc
import History
import Options
import PlayCore
import Storage

/// `tvplay positions` and `tvplay history`: prints a table on a terminal, tab-separated text elsewhere.
enum MemoryProgram {
    static func positions(_ command: MemoryCommand) -> QuickOutcome {
        withDatabase { database throws(StorageError) in
            let store = ResumeStore(database)
            switch command {
            case .clear: return trn("%1 position removed", "%1 positions removed", try store.clear()) + "\n"
            case .list:
                let rows = try store.records().map {
                    [$0.updated.text, time($0.position), time($0.duration), clean($0.place?.location ?? $0.key.shown)]
                }
                return TextTable.text(rows, titles: [tr("Last played"), tr("Position"), tr("Duration"), tr("File")])
            }
        }
    }

    static func history(_ command: MemoryCommand) -> QuickOutcome {
        withDatabase { database throws(StorageError) in
            let store = HistoryStore(database)
            switch command {
            case .clear: return trn("%1 entry removed", "%1 entries removed", try store.clear()) + "\n"
            case .list:
                let rows = try store.rows().map { row in
                    [
                        row.played.text, time(row.position), time(row.duration), "\(row.count)", clean(row.title ?? ""),
                        clean(row.place?.location ?? row.key.shown),
                    ]
                }
                let titles = [
                    tr("Last played"), tr("Position"), tr("Duration"), tr("Plays"), tr("Title"), tr("File"),
                ]
                return TextTable.text(rows, titles: titles)
            }
        }
    }

    private static func withDatabase(_ work: (Database) throws(StorageError) -> String) -> QuickOutcome {
        guard let folder = StateFolder.path() else {
            return .failure(tr("Cannot find the history folder: HOME is not set."))
        }
        do throws(StorageError) {
            let opened = try HistorySchema.file(in: folder).open()
            if let damaged = opened.damaged {
                let message = tr(
                    "The history database was damaged and has been replaced. The old one is %1", clean(damaged))
                _ = StandardStream.error.write("tvplay: " + message + "\n")
            }
            return .text(try work(opened.database))
        } catch {
            return .failure(tr("Cannot use the history: %1", clean(error.text)))
        }
    }

    private static func clean(_ text: String) -> String { SafeText.clean(ByteText.shown(text)) }

    /// Returns `1:02:03`, or a dash if unknown.
    private static func time(_ time: MediaTime?) -> String {
        guard let time else { return "-" }
        let seconds = max(0, time.wholeSeconds)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
