package import Media
package import PlayCore

/// The `cover-file` thread: writes the current item's cover as a picture file. A newer request replaces a waiting one.
/// Main thread; only ``close()`` waits.
package final class CoverWriter {
    private struct State {
        var job: (number: Int, frame: VideoFrame)?
        var done: (number: Int, path: String)?
        var isClosed = false
    }

    /// In pixels. Desktops show covers far smaller.
    static let side = 512
    private static let quality = 85

    private let state = Monitor(State())
    private let folder: CoverFolder
    private let wakeUp: WakeUp
    private var thread: WorkerThread?

    package init(_ folder: CoverFolder, wakeUp: WakeUp) {
        self.folder = folder
        self.wakeUp = wakeUp
    }

    package func enqueue(_ frame: VideoFrame, number: Int) {
        state.update { state in
            state.job = (number, frame)
            state.done = nil
        }
        guard thread == nil else { return }
        thread = WorkerThread(name: "cover-file") { [state, folder, wakeUp] in
            while let (number, frame) = Self.next(state) {
                guard let path = Self.write(frame, folder) else { continue }
                state.update { $0.done = (number, path) }
                wakeUp.signal()
            }
        }
    }

    /// Returns the file of the newest cover, once. Returns `nil` if it is not ready or cannot be written.
    package func takeFile() -> (number: Int, path: String)? {
        state.withLock { state in
            defer { state.done = nil }
            return state.done
        }
    }

    /// Waits for the file that is being written, which takes some milliseconds.
    package func close() {
        state.update { $0.isClosed = true }
        thread?.join()
        thread = nil
    }

    private static func next(_ state: Monitor<State>) -> (number: Int, frame: VideoFrame)? {
        state.next { state in
            if state.isClosed { return .end }
            guard let job = state.job else { return .wait }
            state.job = nil
            return .work(job)
        }
    }

    private static func write(_ frame: VideoFrame, _ folder: CoverFolder) -> String? {
        let size = frame.uprightSize
        do {
            let picture = try StillPicture.fitted(frame, within: min(side, size.width), min(side, size.height))
            return folder.store(try PictureWriter.encode(picture, as: .jpeg(quality: quality)), ending: ".jpg")
        } catch {
            Log.shared.write(.debug, "cover", "\(error)")
            return nil
        }
    }
}
