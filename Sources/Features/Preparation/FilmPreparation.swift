internal import Glibc
import Media
package import PlayCore
import Storage
package import Streaming

/// Makes the renditions of one film. One thread.
package final class FilmPreparation {
    private let place: PreparedPlace
    private let info: FilmInfo
    private let cancel: CancelToken
    private let stamp: FilmStamp

    private struct Lane {
        let size: RenditionPlan.Size
        let file: RenditionFile
        var encoder: RenditionEncoder?
    }

    private var lanes: [Lane] = []
    private var keyframes = KeyframePlan()
    private var begin = MediaTime.zero
    private var end = MediaTime.zero
    /// Whether another version of the encoder created the existing part.
    private var isForeign = false

    private static let lockName = "lock"

    package init(_ place: PreparedPlace, _ info: FilmInfo, cancel: CancelToken) throws(PreparationError) {
        guard let stamp = FilmStamp.of(place.film) else { throw .file(FileError("stat", ENOENT, place.film)) }
        (self.place, self.info, self.cancel, self.stamp) = (place, info, cancel, stamp)
    }

    /// Resumes where an earlier run stopped.
    ///
    /// - Parameter progress: receives the position on the film's axis.
    package func run(_ progress: (MediaTime) -> Void) throws(PreparationError) {
        try PreparationError.ofFile { () throws(FileError) in try FolderMaking.make(place.folder, mode: 0o755) }
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        // Another process may have finished it.
        if PreparedFilm.find(place.film) != nil { return }
        do throws(PreparationError) {
            try make(progress)
        } catch {
            if case .cancelled = error { throw error }
            // A part that cannot be resumed is removed.
            lanes = []
            PreparedFolder.remove(place)
            throw error
        }
    }

    private func lock() throws(PreparationError) -> FileLock {
        let path = place.folder + "/" + Self.lockName
        switch FileLock.acquire(path, .exclusive) {
        case .acquired(let lock): return lock
        case .held: throw .busy
        case .failed(let number): throw PreparationError(FileError("open", number, path))
        }
    }

    private func make(_ progress: (MediaTime) -> Void) throws(PreparationError) {
        do throws(PreparationError) {
            try open()
            try decode(progress)
        } catch {
            guard isForeign else { throw error }
            (lanes, begin, keyframes) = ([], .zero, KeyframePlan())
            PreparedFolder.empty(place, except: Self.lockName)
            try open()
            try decode(progress)
        }
        try commit()
    }

    // MARK: existing part

    private func open() throws(PreparationError) {
        try PreparationError.ofFile { () throws(FileError) in
            let draft = PreparationDraft(stamp, info)
            if PreparationDraft.read(place) != draft {
                PreparedFolder.empty(place, except: Self.lockName)
                try draft.write(place)
            }
            for size in info.plan.sizes {
                let path = place.folder + "/" + size.name + ".mp4"
                lanes.append(Lane(size: size, file: try RenditionFile(path, timescale: info.timescale)))
            }
            // Encodes the last fragment again, because its end is not recorded.
            let count = max(0, (lanes.map(\.file.scan.starts.count).min() ?? 0) - 1)
            if count > 0 { begin = MediaTime(ticks: lanes[0].file.scan.starts[count], info.timescale) }
            for lane in lanes { try lane.file.keep(count) }
        }
    }

    // MARK: encoding

    private func decode(_ progress: (MediaTime) -> Void) throws(PreparationError) {
        let demuxer = try FilmSurvey.open(place.film, cancel: cancel)
        guard let parameters = demuxer.parameters(of: info.track) else { throw .changed }
        demuxer.select([info.track])
        let decoder = try PreparationError.ofMedia { () throws(MediaError) in
            try VideoDecoder(
                parameters: parameters, framesPerSecond: info.framesPerSecond, rotation: .none, hardware: .none)
        }
        decoder.setTooSlow(true)
        if begin > .zero { try resume(demuxer) }
        var isOver = false
        while !isOver {
            if cancel.isCancelled { throw .cancelled }
            let packet = try PreparationError.ofMedia { () throws(MediaError) in try demuxer.read() }
            isOver = packet == nil
            var failure: PreparationError?
            try PreparationError.ofMedia { () throws(MediaError) in
                try decoder.decode(packet) { frame in
                    do throws(PreparationError) {
                        try encode(frame)
                    } catch {
                        failure = error
                    }
                    return failure == nil
                }
            }
            if let failure { throw failure }
            progress(end)
        }
        if cancel.isCancelled { throw .cancelled }
        try finish()
    }

    /// Seeks to a key frame early enough for the decoder to output the first missing picture.
    private func resume(_ demuxer: Demuxer) throws(PreparationError) {
        for distance in [MediaTime.zero, .seconds(2), .seconds(12)] {
            let target = max(.zero, begin - distance)
            guard demuxer.seek(to: target, direction: .atOrBefore) else { break }
            let first = try PreparationError.ofMedia { () throws(MediaError) in try demuxer.read() }
            guard let first, first.isKeyframe, let time = first.time, time <= begin,
                demuxer.seek(to: target, direction: .atOrBefore)
            else { continue }
            return
        }
        guard demuxer.seek(toShare: 0) else { throw .unseekable }
    }

    private func encode(_ frame: VideoFrame) throws(PreparationError) {
        guard frame.time >= .zero, frame.time >= begin - PreparedRendition.tolerance else { return }
        let isKey = keyframes.isKey(at: frame.time, isKeyframe: frame.isKeyframe)
        for index in lanes.indices {
            let encoder = try encoder(index, like: frame)
            try deliver(to: lanes[index].file) { (body) throws(MediaError) in
                try encoder.encode(frame, isKey: isKey, body)
            }
        }
        end = frame.time + frame.duration
    }

    private func encoder(_ index: Int, like frame: VideoFrame) throws(PreparationError) -> RenditionEncoder {
        if let encoder = lanes[index].encoder { return encoder }
        let coding = lanes[index].size.coding(timescale: info.timescale, framesPerSecond: info.framesPerSecond)
        let encoder = try PreparationError.ofMedia { () throws(MediaError) in
            try RenditionEncoder(coding, like: frame)
        }
        guard try lanes[index].file.begin(encoder.parameters) else {
            isForeign = true
            throw .changed
        }
        lanes[index].encoder = encoder
        return encoder
    }

    private func deliver(
        to file: RenditionFile, _ body: ((Packet) -> Void) throws(MediaError) -> Void
    ) throws(PreparationError) {
        var failure: PreparationError?
        try PreparationError.ofMedia { () throws(MediaError) in
            try body { packet in
                guard failure == nil else { return }
                do throws(PreparationError) {
                    try file.write(packet)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    private func finish() throws(PreparationError) {
        for lane in lanes {
            guard let encoder = lane.encoder else {
                throw .media(MediaError(.noDecoder, operation: "decode", libraryText: "no pictures"))
            }
            try deliver(to: lane.file) { (body) throws(MediaError) in try encoder.finish(body) }
            try lane.file.finish(at: end)
        }
    }

    // MARK: completion

    /// Writes the record last. It makes the renditions valid.
    private func commit() throws(PreparationError) {
        guard FilmStamp.of(place.film) == stamp else { throw .changed }
        let ticks = end.ticks(info.timescale)
        let renditions = lanes.map { lane in
            PreparedRendition(
                lane.size, lane.file.scan, end: ticks, info, codec: lane.encoder?.parameters.playlistCodec ?? "avc1")
        }
        try PreparationError.ofFile { () throws(FileError) in
            for lane in lanes { try lane.file.commit() }
            try PreparedFolder.write(renditions, place)
            try PreparedFolder.write(PreparedRecord(stamp: stamp, track: info.track, renditions: renditions), place)
        }
        PreparedFolder.remove(Self.lockName, of: place)
    }
}

extension MediaTime {
    init(ticks: Int64, _ timescale: Int32) { self.init(seconds: Double(ticks) / Double(timescale)) }

    func ticks(_ timescale: Int32) -> Int64 { Int64((inSeconds * Double(timescale)).rounded()) }
}

extension PreparedRendition {
    fileprivate init(_ size: RenditionPlan.Size, _ scan: FragmentScan, end: Int64, _ info: FilmInfo, codec: String) {
        let last = max(end, (scan.starts.last ?? 0) + 1)
        let lengths = zip(scan.starts, scan.starts.dropFirst() + [last]).map { $1 - $0 }
        let sizes = zip(scan.offsets, scan.offsets.dropFirst() + [scan.end]).map { $1 - $0 }
        let ticks = Double(info.timescale)
        let rates = zip(sizes, lengths).map { Double($0) * 8 * ticks / Double($1) }
        let length = Double(last - (scan.starts.first ?? 0)) / ticks
        self.init(
            name: size.name, width: size.width, height: size.height, framesPerSecond: info.framesPerSecond,
            averageBits: Int(Double(scan.end) * 8 / length), peakBits: Int((rates.max() ?? 0).rounded(.up)),
            codec: codec, timescale: info.timescale, starts: scan.starts, offsets: scan.offsets, size: scan.end,
            end: last)
    }
}
