import Classes
import Glibc
import PlayCore
import Storage

/// The packages of recorded classes. The keeper stores events before it writes them to a package.
extension KeeperLoop {
    enum Recorded: Sendable, Equatable {
        case nothing
        case began
        case failed(String)
    }

    func record(_ steps: [RecordingStep], of name: String) -> Recorded {
        guard let folder = settings.recordings else { return .nothing }
        var recorded = Recorded.nothing
        do throws(FileError) {
            for step in steps {
                switch step {
                case .begin(let info, let events):
                    measureRecordings()
                    if let refusal = refusalToRecord(name) { return .failed(refusal) }
                    let writer = try RecordingWriter(info, events, in: folder, hasMedia: recordsMedia)
                    writers[name] = writer
                    beginRecorder(of: name, in: writer.mediaFolder, start: info.startWallTime ?? 0)
                    recorded = .began
                case .resume(let recording): try resume(recording, of: name, in: folder)
                case .add(let events): try writers[name]?.add(events)
                case .end(let duration):
                    endRecorder(of: name)
                    try writers.removeValue(forKey: name)?.end(duration)
                }
            }
            return recorded
        } catch {
            Log.shared.write(.error, "keeper", "\(name): \(error.description)")
            endRecorder(of: name)
            writers.removeValue(forKey: name)?.abandon()
            return .failed(tr("the class server cannot write the recording: %1", error.reason))
        }
    }

    private func resume(_ recording: ClassRecording, of name: String, in folder: String) throws(FileError) {
        let (writer, written) = try RecordingWriter.resume(folder + "/" + recording.id)
        let lines: [ClassEvent]
        do throws(StorageError) {
            let text = try store.lines(of: name).joined(separator: "\n")
            lines = JSONLines.read(ClassEvent.self, Array(text.utf8), file: name).lines.compactMap(recording.shifted)
        } catch {
            Log.shared.write(.error, "keeper", "\(name): \(error)")
            throw FileError("read", EIO, folder + "/" + recording.id)
        }
        // The stored events exclude chat lines and their retractions.
        let end = written.reversed().lazy.compactMap { lines.lastIndex(of: $0) }.first
        try writer.add(end.map { Array(lines[($0 + 1)...]) } ?? lines.filter { $0.time > .zero })
        writers[name] = writer
        if writer.hasMedia { beginRecorder(of: name, in: writer.mediaFolder, start: recording.start) }
    }

    static func messages(of package: String) -> [String] {
        guard let signals = try? WholeFile.read(package + "/" + RecordingWriter.signals, limit: ClassLoader.signalLimit)
        else { return [] }
        let whole = Array(signals[..<(signals.lastIndex(of: 0x0A) ?? 0)])
        return JSONLines.read(ClassEvent.self, whole, file: package).lines.compactMap { event in
            if case .message(let message) = event.kind, !message.id.contains("/") { message.id } else { nil }
        }
    }

    func publishRecordingState(_ recorded: Recorded, of name: String, at now: KeeperTime) {
        switch recorded {
        case .nothing: break
        case .began:
            // If the notification cannot be stored, recording ends, because participants must know that they are
            // recorded.
            guard !update(name, at: now, { $0.recordingBegan(at: now) }) else { return }
            update(name, at: now) { $0.endPackage(at: now) }
        case .failed(let words): update(name, at: now) { $0.recorderFailed(words, at: now) }
        }
    }

    private func measureRecordings() {
        guard settings.recordingSpace != nil || rooms.values.contains(where: { $0.plan.recordingSpace != nil }) else {
            return
        }
        recordingSpace?.measure(writers.values.map(\.folder))
    }

    private func refusalToRecord(_ name: String) -> String? {
        recordingSpace?.refusal(of: name, limit: rooms[name]?.plan.recordingSpace)
    }

    /// Ends the recordings without space. Runs once a second.
    func checkRecordingSpace(at now: KeeperTime) {
        guard !writers.isEmpty, recordingSpace?.isDue(at: now.host) == true else { return }
        measureRecordings()
        for name in writers.keys.sorted() {
            guard let refusal = refusalToRecord(name) else { continue }
            let words = tr("%1; viewers can watch what the class server has recorded so far", refusal)
            Log.shared.write(.warning, "keeper", "\(name): recording ends: \(refusal)")
            update(name, at: now) { $0.stopRecording(words, at: now) }
        }
    }
}
