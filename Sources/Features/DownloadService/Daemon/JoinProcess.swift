package import DownloadModel
import Downloads
import Encoding
package import PlayCore
import Processes

/// Has `tvplay-player` make the file of a stream: the daemon does without FFmpeg. One at a time, since each keeps the
/// disk busy; the others wait for their turn. Any thread.
package final class JoinProcess: StreamJoining {
    private let words: [String]
    private let isTaken = Monitor(false)
    /// Longer than any disk needs for a film.
    private static let patience = HostTime.seconds(24 * 3600)
    private static let lineLimit = 64 << 10
    private static let messageBytes = 2 << 10

    /// - Parameter words: the program and its first arguments; the path of the plan comes behind.
    package init(_ words: [String]) { self.words = words }

    package func join(
        planAt plan: String, cancel: CancelToken, progress: @escaping @Sendable (Double) -> Void
    ) -> JoinNews? {
        let registration = cancel.onCancel { [isTaken] in isTaken.notify() }
        defer { withExtendedLifetime(registration) {} }
        let mine = isTaken.wait { isTaken -> Bool? in
            if cancel.isCancelled { return false }
            guard !isTaken else { return nil }
            isTaken = true
            return true
        }
        guard mine == true else { return nil }
        defer { isTaken.update { $0 = false } }
        do throws(ProgramError) {
            return try run(words + [plan], cancel, progress)
        } catch {
            return .failed(DownloadProblem(.unreadable, detail: error.description))
        }
    }

    private func run(
        _ words: [String], _ cancel: CancelToken, _ progress: (Double) -> Void
    ) throws(ProgramError) -> JoinNews? {
        let output = try OutputPipe(for: words[0])
        let errors = try OutputPipe(for: words[0])
        var launch = ProgramLaunch(words)
        launch.output = .descriptor(output.writing)
        launch.errors = .descriptor(errors.writing)
        launch.place = .ownGroup
        let child = try launch.start()
        output.closeWriting()
        errors.closeWriting()
        var (line, messages): ([UInt8], [UInt8]) = ([], [])
        var last: JoinNews?
        let ending = OutputPipe.read([output, errors], until: SystemClock().now + Self.patience, cancel: cancel) {
            number, piece in
            guard number == 0 else {
                messages = (messages + piece).suffix(Self.messageBytes)
                return true
            }
            line += piece
            while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                if let news = Self.news(line[..<end]) { last = news }
                if case .progress(let share)? = last { progress(share) }
                line.removeSubrange(...end)
            }
            return line.count <= Self.lineLimit
        }
        if cancel.isCancelled || ending != .complete {
            child.killGroup()
            return cancel.isCancelled ? nil : .failed(DownloadProblem(.unreadable, detail: "joining took too long"))
        }
        let end = child.wait()
        switch last {
        case .done, .unfit, .failed: return last
        case .progress, nil:
            let words = String(decoding: messages, as: UTF8.self)
            Log.shared.write(.error, "downloads", "joining ended with \(end.status): \(words)")
            return .failed(DownloadProblem(.unreadable, detail: "joining ended with status \(end.status)"))
        }
    }

    private static func news(_ line: ArraySlice<UInt8>) -> JoinNews? {
        (try? JSONValue(document: Array(line))).flatMap { JoinNews($0) }
    }
}
