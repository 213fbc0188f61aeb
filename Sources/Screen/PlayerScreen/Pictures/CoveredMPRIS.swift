package import Commands
import Glibc
package import Media
package import PlayCore
import Playback
import PlaybackModel
import RemoteControl

/// Passes the cover of the current item to the desktop, unless a picture is configured. Main thread.
package final class CoveredMPRIS: LoopService {
    private let service: MPRISService
    /// `nil` without a folder for covers, or if none is wanted.
    private let writer: CoverWriter?
    private let cover: () -> VideoFrame?
    private var seen: (item: Int, cover: Int) = (0, 0)
    private var number = 0

    package init(image: String?, cover: @escaping () -> VideoFrame?) {
        let service = MPRISService(image: image)
        self.service = service
        self.cover = cover
        let folder = image == nil ? CoverFolder.standardPath { getenv($0).map { String(cString: $0) } } : nil
        writer = folder.map { CoverWriter(CoverFolder($0), wakeUp: service.wakeUp) }
    }

    package var wakeUp: WakeUp { service.wakeUp }

    package func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime? {
        look(at: runner.properties)
        return service.serve(runner, at: now)
    }

    package func close() {
        service.close()
        writer?.close()
    }

    private func look(at context: PropertyContext) {
        guard let writer else { return }
        let present = (item: context.itemNumber, cover: context.snapshot.coverCount)
        if present != seen {
            seen = present
            number += 1
            service.cover = nil
            if present.cover > 0, let frame = cover() { writer.enqueue(frame, number: number) }
        }
        if let file = writer.takeFile(), file.number == number { service.cover = file.path }
    }
}
