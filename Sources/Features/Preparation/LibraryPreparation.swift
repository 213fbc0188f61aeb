import CPlatform
package import PlayCore
package import Streaming

/// Finds films, examines each, and prepares those that need it, on its own thread (`prepare`). Any thread may query.
package final class LibraryPreparation: Sendable {
    package enum Event: Sendable, Equatable {
        /// The folder is skipped.
        case unreadable(FileError)
        case surveyed(PreparedPlace, FilmState)
        /// `count` is the number of films to prepare.
        case began(PreparedPlace, number: Int, count: Int)
        case made(PreparedPlace, bytes: Int64)
        case failed(PreparedPlace, PreparationError)
        /// All films are done, or the run was stopped.
        case over
    }

    private struct State {
        var events: [Event] = []
        var progress: PreparationProgress?
    }

    private let paths: [String]
    private let makes: Bool
    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let wakeUp: WakeUp

    /// - Parameters:
    ///   - paths: of folders or films.
    ///   - makes: whether to prepare films; otherwise they are only examined.
    ///   - wakeUp: signalled when there are events.
    package init(_ paths: [String], makes: Bool, wakeUp: WakeUp) {
        (self.paths, self.makes, self.wakeUp) = (paths, makes, wakeUp)
    }

    /// The caller joins the thread.
    package func start() -> WorkerThread {
        WorkerThread(name: "prepare") { [self] in
            // Decoders' and encoders' threads inherit the priority, so the progress display stays responsive.
            if tv_be_idle() != 0 { Log.shared.write(.info, "library", "not at idle priority") }
            let films = survey()
            if makes { make(films) }
            tell(.over)
        }
    }

    /// Stops soon. Keeps completed work.
    package func stop() { cancel.cancel() }

    package func receive() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    /// `nil` if no film is being prepared.
    package var progress: PreparationProgress? { state.withLock { $0.progress } }

    // MARK: the thread

    private func tell(_ event: Event) {
        state.withLock { $0.events.append(event) }
        wakeUp.signal()
    }

    private struct Film {
        let place: PreparedPlace
        let info: FilmInfo
        let done: Double
    }

    private func survey() -> [Film] {
        var films: [Film] = []
        for place in FilmFinder.find(paths, { tell(.unreadable($0)) }) {
            if cancel.isCancelled { break }
            let state = FilmSurvey.state(of: place, cancel: cancel)
            if cancel.isCancelled { break }
            tell(.surveyed(place, state))
            switch state {
            case .wanted(let info, let done): films.append(Film(place: place, info: info, done: done))
            case .outdated(let info): films.append(Film(place: place, info: info, done: 0))
            case .ready, .small, .noPicture, .failed: break
            }
        }
        return films
    }

    private func make(_ films: [Film]) {
        guard !films.isEmpty, !cancel.isCancelled else { return }
        let costs = films.map { (info: $0.info, done: $0.done) }
        state.withLock { $0.progress = PreparationProgress(costs, at: SystemClock().now) }
        for (index, film) in films.enumerated() {
            state.withLock { $0.progress?.begin(index, name: film.place.name) }
            tell(.began(film.place, number: index + 1, count: films.count))
            let isFull = !prepare(film)
            state.withLock { $0.progress?.end() }
            // On a full disk the next film would fail, too.
            if isFull || cancel.isCancelled { return }
        }
    }

    /// Returns `false` if the disk is full.
    private func prepare(_ film: Film) -> Bool {
        do throws(PreparationError) {
            let length = max(1, film.info.duration.inSeconds)
            try FilmPreparation(film.place, film.info, cancel: cancel).run { position in
                state.withLock { $0.progress?.advance(to: position.inSeconds / length) }
            }
            tell(.made(film.place, bytes: PreparedFolder.size(film.place)))
        } catch {
            tell(.failed(film.place, error))
            if case .noSpace = error { return false }
        }
        return true
    }
}
