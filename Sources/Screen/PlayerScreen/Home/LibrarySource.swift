package import Access
import HomeScreen
import Library
import Media
package import PlayCore
import Playlists
package import TUI

/// Folders for the screen: entries, durations, and a picture of the selected film. Main thread.
package final class LibrarySource: LoopSource {
    private let reader: LibraryReader
    private let covers: HomeCovers
    private let clock: any HostClock
    private var wanted: [EntryProbe.Job]?
    package let wakeUps: [WakeUp]

    /// - Parameters:
    ///   - covers: closed with this source.
    ///   - isClass: whether a folder is a class; may block.
    ///   - wakeUp: the one that `covers` signals.
    package init(
        access: SourceAccess, covers: HomeCovers, home: String?, workingFolder: String, cacheFolder: String?,
        clock: any HostClock = SystemClock(), isClass: (@Sendable (String) -> Bool)? = nil,
        wakeUp: WakeUp
    ) {
        self.covers = covers
        self.clock = clock
        wakeUps = [wakeUp]
        let finder = EntryProbe.Finder(
            duration: { path, cancel in Self.duration(path, access, cancel) }, isRoom: isClass ?? { _ in false })
        reader = LibraryReader(
            home: home, workingFolder: workingFolder, cacheFolder: cacheFolder, finder: finder, wakeUp: wakeUp)
    }

    /// Returns the duration of a film, `nil` within if unknown, or an outer `nil` if the file is no film.
    private static func duration(_ path: String, _ access: SourceAccess, _ cancel: CancelToken) -> MediaTime?? {
        do {
            let source = try access.open(path, cancel: cancel)
            return .some(try Demuxer(source: source, nameHint: AddressText.shown(path), cancel: cancel).duration)
        } catch {
            Log.shared.write(.debug, "library", "\(AddressText.shown(path)): \(error)")
            return nil
        }
    }

    package var nextDeadline: HostTime? { reader.nextCheck }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        let isDue = reader.nextCheck.map { $0 <= clock.now } ?? false
        guard isSignalled || isDue else { return [] }
        let pictures = covers.newest == loop.state.home.cover ? [] : [AppAction.homeCover(covers.newest)]
        return reader.receive(at: clock.now).map(AppAction.library) + pictures
    }

    package func follow(_ state: AppState) {
        covers.show(state.homeCoverWish)
        let jobs = state.wantedDetails
        guard jobs != wanted else { return }
        wanted = jobs
        reader.wantDetails(jobs ?? [])
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .library(let order) = effect else { return false }
        reader.perform(order)
        return true
    }

    package func close() {
        covers.close()
        reader.close()
    }
}
