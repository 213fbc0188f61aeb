import Foundation
import History
import PlayCore
import Storage
import TestSupport
import Testing

@testable import ListPlayer

@Suite(.timeLimit(.minutes(10))) struct HistoryReaderTests {
    /// Waits for contents that fit.
    private func list(
        _ reader: HistoryReader, _ wakeUp: WakeUp, until fits: (HistoryList.Content) -> Bool
    ) -> HistoryList.Content {
        while !fits(reader.list.content), wakeUp.wait() {}
        return reader.list.content
    }

    @Test("today and yesterday are shown by name, other days by date")
    func days() {
        let now = WallTime(milliseconds: 1_700_000_000_000)
        func shown(_ hours: Int64) -> String {
            WallTime(milliseconds: now.milliseconds - hours * 3_600_000).shown(at: now)
        }
        expect(shown(0), is: "today " + now.text.suffix(5))
        expect(shown(24), is: "yesterday " + now.text.suffix(5))
        let older = WallTime(milliseconds: now.milliseconds - 48 * 3_600_000)
        expect(shown(48), is: older.text)
    }

    @Test("PLAY-15: the history is read newest first, marks missing files, and hides secrets of addresses")
    func rows() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let wakeUp = WakeUp()
        let memory = PlayerMemory(
            file: HistorySchema.file(in: folder.path), usesTraceID: false, wakeUp: WakeUp())
        defer { memory.close() }
        let keys: [ResumeKey] = [
            .video(id: Fixtures.path("counter.mp4")), .video(id: folder.path + "/gone.mp4"),
            .video(id: "http://127.0.0.1/film.mp4?0123"),
        ]
        memory.storage.post { database throws(StorageError) in
            for (number, key) in keys.enumerated() {
                let time = WallTime(milliseconds: 1_700_000_000_000 + Int64(number) * 60_000)
                try HistoryStore(database).begin(key, title: number == 0 ? "Counter" : nil, at: time)
            }
        }
        let reader = HistoryReader(memory, policy: ResumePolicy(), wakeUp: wakeUp)
        defer { reader.close() }
        reader.refresh()
        let content = list(reader, wakeUp) { content in
            if case .rows(let played, _) = content { return played.contains { $0.isGone } }
            return false
        }
        guard case .rows(let played, let resumable) = content else {
            Issue.record("\(content)")
            return
        }
        #expect(resumable.isEmpty)
        expect(played.count, is: 3)
        expect(played.map(\.isGone), is: [false, true, false])
        expect(played.map(\.title).dropFirst(), is: ["gone.mp4", "Counter"])
        expect(played[0].location, is: nil)
        // Read again, the list has its marks at once.
        let number = reader.list.number
        reader.refresh()
        while reader.list.number == number, wakeUp.wait() {}
        expect(reader.list.content, is: content)
        reader.perform(.forget(.played(keys[1].text)))
        let left = list(reader, wakeUp) { content in
            if case .rows(let played, _) = content { return played.count == 2 }
            return false
        }
        #expect(left != content)
    }
}
