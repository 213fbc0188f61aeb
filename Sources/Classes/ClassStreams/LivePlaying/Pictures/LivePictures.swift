package import Media
package import PlayCore
import Playback
import PlaybackModel

/// The visible pictures of all streams, each in sync with its sound. The thread `live-pictures` scales a due picture to
/// its pane and presents it. Receivers append from their threads; nothing blocks.
package final class LivePictures: Sendable {
    package typealias Place = Int

    private struct Line {
        var queue = DueQueue<VideoFrame>()
        var speaker: String
        var place: Place?
        var shown: (frame: VideoFrame, time: MediaTime)?
        var isStale = false
    }

    private struct Job {
        var pictures: [(place: Place, frame: VideoFrame, time: MediaTime)] = []
        var cleared: Set<Place> = []
    }

    private struct Turn {
        var job: Job?
        var wait: HostTime?
        var changes: Int
        var isClosed: Bool
    }

    private struct State {
        var lines: [LivePicture: Line] = [:]
        var cleared: Set<Place> = []
        var isClosed = false
        var changes = 0

        mutating func clear(_ place: Place) {
            if !lines.values.contains(where: { $0.place == place }) { cleared.insert(place) }
        }

        mutating func turn(_ heard: [String: MediaTime]) -> Turn {
            var job = Job(cleared: cleared)
            cleared = []
            var wait: HostTime?
            for picture in lines.keys {
                guard var line = lines[picture] else { continue }
                // Removed from the dictionary first, because a second reference would cause a copy of the queue.
                lines[picture] = nil
                let time = heard[line.speaker]
                if let due = line.queue.due(heard: time) {
                    line.shown = (due.picture, due.time)
                    line.isStale = true
                }
                if line.isStale, let shown = line.shown, let place = line.place {
                    job.pictures.append((place, shown.frame, shown.time))
                }
                line.isStale = false
                wait = HostTime.earlier(wait, line.queue.wait(heard: time))
                lines[picture] = line
            }
            let isIdle = job.pictures.isEmpty && job.cleared.isEmpty
            return Turn(job: isIdle ? nil : job, wait: wait, changes: changes, isClosed: isClosed)
        }
    }

    private let state = Monitor(State())
    private let thread: Monitor<WorkerThread?>

    /// - Parameter heard: returns a speaker's audible time on the class's axis, or `nil` if the speaker is silent.
    package init(
        sinks: [any VideoSink], clock: any HostClock = SystemClock(),
        heard: @escaping @Sendable (String) -> MediaTime?
    ) {
        let state = state
        thread = Monitor(
            WorkerThread(name: "live-pictures") {
                let scalers = sinks.map { _ in Scaler() }
                while let job = Self.next(state, clock, heard) {
                    for place in job.cleared where sinks.indices.contains(place) { sinks[place].clear() }
                    for (place, frame, time) in job.pictures where sinks.indices.contains(place) {
                        Self.present(frame, time, sinks[place], scalers[place], clock.now)
                    }
                }
            })
    }

    // MARK: Orders

    package func begin(_ picture: LivePicture, speaker: String) {
        change { $0.lines[picture] = Line(speaker: speaker) }
    }

    package func end(_ picture: LivePicture) {
        change { state in
            guard let line = state.lines.removeValue(forKey: picture), let place = line.place else { return }
            state.clear(place)
        }
    }

    package func show(_ picture: LivePicture, at place: Place?) {
        change { state in
            let before = state.lines[picture]?.place
            state.lines[picture]?.place = place
            state.lines[picture]?.isStale = true
            if let before, before != place { state.clear(before) }
        }
    }

    package func append(_ frame: VideoFrame, at time: MediaTime, to picture: LivePicture) {
        change { $0.lines[picture]?.queue.append(frame, at: time) }
    }

    /// Presents a place's picture again after its pane changed.
    package func refresh(_ place: Place) {
        change { state in
            for picture in state.lines.keys where state.lines[picture]?.place == place {
                state.lines[picture]?.isStale = true
            }
        }
    }

    /// Must be the last call, made once.
    package func close() {
        change { $0.isClosed = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private func change(_ body: (inout State) -> Void) {
        state.update { state in
            body(&state)
            state.changes += 1
        }
    }

    // MARK: The thread

    private static func next(
        _ state: Monitor<State>, _ clock: any HostClock, _ heard: (String) -> MediaTime?
    ) -> Job? {
        while true {
            // Calls `heard` outside of the lock.
            let waiting = state.withLock { state in
                Set(state.lines.values.filter { !$0.queue.isEmpty }.map(\.speaker))
            }
            var times: [String: MediaTime] = [:]
            for speaker in waiting { times[speaker] = heard(speaker) }
            let now = clock.now
            let turn = state.withLock { $0.turn(times) }
            if turn.isClosed { return nil }
            if let job = turn.job { return job }
            _ = state.wait(until: turn.wait.map { now + $0 }) { $0.changes != turn.changes ? () : nil }
        }
    }

    private static func present(
        _ frame: VideoFrame, _ time: MediaTime, _ sink: any VideoSink, _ scaler: Scaler, _ now: HostTime
    ) {
        let size = frame.displaySize
        let shape = PictureShape(width: size.width, height: size.height, duration: frame.duration)
        guard let grid = sink.grid(for: shape) else { return }
        let geometry = PictureGeometry(aspect: frame.displayAspect, grid: grid, mode: .aspectFit)
        do {
            let pixels = try scaler.scale(frame, to: geometry.width, geometry.height, crop: geometry.crop)
            sink.present(
                ScaledPicture(
                    pixels: pixels, grid: grid, x: geometry.x, y: geometry.y, time: time, due: now, isStill: false))
        } catch {
            Log.shared.write(.error, "live", "\(error)")
        }
    }
}
