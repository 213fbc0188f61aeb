import Glibc
package import Media
package import PlayCore

package enum ScreenshotContent: Sendable {
    case frame(VideoFrame)
    /// The frame at that time, decoded again from the bytes of `open`. If that fails, the given frame.
    case frameFromSource(VideoFrame, track: Int, name: String, open: @Sendable (CancelToken) throws -> any ByteSource)
    /// The picture as scaled for the pane, with the area around it.
    case drawn(ScaledPicture)
    case text(@Sendable () -> [UInt8])
}

package enum ScreenshotOutcome: Sendable, Equatable {
    case saved(path: String)
    case failed(ScreenshotError)
    /// Dropped because too many jobs were waiting.
    case tooMany
}

/// The `screenshot` thread: encodes and writes screenshots one after the other, and keeps the outcomes. Callers do not
/// wait for it. At most ``mostWaiting`` jobs wait, because each holds a whole frame (3 MB at 1080p).
package final class ScreenshotWriter: Sendable {
    package struct Settings: Sendable, Equatable {
        package var template: ScreenshotTemplate
        package var folder: String
        package var format: PictureFileFormat

        package init(template: ScreenshotTemplate, folder: String, format: PictureFileFormat) {
            self.template = template
            self.folder = folder
            self.format = format
        }
    }

    private struct Job: Sendable {
        let content: ScreenshotContent
        let overlay: ScreenshotOverlay?
        let origin: ScreenshotOrigin
        let path: String?
    }

    private struct State {
        var jobs = Fifo<Job>()
        var outcomes: [ScreenshotOutcome] = []
        var isClosed = false
    }

    package static let mostWaiting = 8

    private let state = Monitor(State())
    private let settings: Settings
    private let cancel = CancelToken()
    private let thread = Monitor<WorkerThread?>(nil)
    package let wakeUp: WakeUp

    package init(_ settings: Settings, wakeUp: WakeUp = WakeUp()) {
        self.settings = settings
        self.wakeUp = wakeUp
    }

    // MARK: any thread

    /// Queues a screenshot and returns at once. The thread starts with the first job, because most runs have none.
    ///
    /// - Parameter overlay: drawn over a decoded frame; other content stays unchanged.
    package func enqueue(
        _ content: ScreenshotContent, _ origin: ScreenshotOrigin, to path: String? = nil,
        overlay: ScreenshotOverlay? = nil
    ) {
        let isTaken = state.update { state in
            guard state.jobs.count < Self.mostWaiting, !state.isClosed else { return false }
            state.jobs.append(Job(content: content, overlay: overlay, origin: origin, path: path))
            return true
        }
        guard isTaken else { return note(.tooMany) }
        thread.withLock { thread in
            if thread == nil { thread = WorkerThread(name: "screenshot") { [self] in run() } }
        }
    }

    package func takeOutcomes() -> [ScreenshotOutcome] {
        state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }

    /// Writes the waiting jobs without decoding frames again, and waits for them. A second call does nothing.
    package func close() {
        state.update { $0.isClosed = true }
        cancel.cancel()
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    // MARK: screenshot thread

    private func run() {
        while let job = nextJob() {
            do throws(ScreenshotError) {
                note(.saved(path: try write(job)))
            } catch {
                note(.failed(error))
            }
        }
    }

    private func nextJob() -> Job? {
        state.next { state in
            if let job = state.jobs.popFirst() { return .work(job) }
            return state.isClosed ? .end : .wait
        }
    }

    private func note(_ outcome: ScreenshotOutcome) {
        state.withLock { $0.outcomes.append(outcome) }
        wakeUp.signal()
    }

    private func write(_ job: Job) throws(ScreenshotError) -> String {
        let ending: String
        switch (job.content, settings.format) {
        case (.text, _): ending = ".ans"
        case (_, .png): ending = ".png"
        case (_, .jpeg): ending = ".jpg"
        }
        let made: [UInt8]
        do throws(MediaError) {
            made = try bytes(of: job, as: format(of: job))
        } catch {
            throw ScreenshotError(path: job.origin.fileName, reason: error.reason)
        }
        if let path = job.path {
            do throws(FileError) {
                try WholeFile.replace(path, with: made, mode: 0o644, draft: path + ".\(getpid()).part")
            } catch {
                throw ScreenshotError(path: path, reason: error.reason)
            }
            return path
        }
        return try ScreenshotFile.write(made, into: settings.folder) {
            settings.template.name(job.origin, number: $0) + ending
        }
    }

    private func format(of job: Job) -> PictureFileFormat {
        let name = job.path?.lowercased() ?? ""
        if name.hasSuffix(".png") { return .png }
        guard name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") else { return settings.format }
        if case .jpeg = settings.format { return settings.format }
        return .jpeg(quality: 90)
    }

    private func bytes(of job: Job, as format: PictureFileFormat) throws(MediaError) -> [UInt8] {
        switch job.content {
        case .text(let make): return make()
        case .frame(let frame): return try encode(frame, job.overlay, format)
        case .frameFromSource(let frame, let track, let name, let open):
            return try encode(redecoded(frame, track, name, open) ?? frame, job.overlay, format)
        case .drawn(let picture):
            return try PictureWriter.encode(
                picture.wholeGrid(), as: format, pixelAspect: picture.grid.pixelAspect)
        }
    }

    private func encode(
        _ frame: VideoFrame, _ overlay: ScreenshotOverlay?, _ format: PictureFileFormat
    ) throws(MediaError) -> [UInt8] {
        let picture = try Scaler().wholePicture(of: frame)
        return try PictureWriter.encode(overlay?.drawn(on: picture) ?? picture, as: format)
    }

    private func redecoded(
        _ frame: VideoFrame, _ track: Int, _ name: String, _ open: @Sendable (CancelToken) throws -> any ByteSource
    ) -> VideoFrame? {
        do {
            let source = try open(cancel)
            return try FrameExtractor.frame(at: frame.time, track: track, of: source, name: name, cancel: cancel)
        } catch {
            Log.shared.write(.info, "screenshot", "not decoded again: \(error)")
            return nil
        }
    }
}

extension MediaError {
    fileprivate var reason: String { libraryText.isEmpty ? operation : libraryText }
}

extension ScaledPicture {
    func wholeGrid() -> PixelBuffer {
        guard x != 0 || y != 0 || pixels.width != grid.width || pixels.height != grid.height else { return pixels }
        return pixels.withBytes { source in
            PixelBuffer(width: grid.width, height: grid.height) { target in
                for row in 0..<pixels.height where (0..<grid.height).contains(y + row) {
                    for column in 0..<pixels.width where (0..<grid.width).contains(x + column) {
                        let from = (row * pixels.width + column) * 4
                        let to = ((y + row) * grid.width + x + column) * 4
                        for byte in 0..<4 { target[to + byte] = source[from + byte] }
                    }
                }
            }
        }
    }
}
