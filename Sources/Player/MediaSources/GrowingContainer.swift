import Media
import PlayCore

/// Continues behind the end of a container whose parts were listed at opening, as FFmpeg does for fragmented MP4. A new
/// demuxer also lists the parts written since. Used by the reading thread.
struct GrowingContainer {
    var selected: Set<Int> = []

    private let bytes: any FollowedBytes
    private let nameHint: String
    private let cancel: CancelToken
    /// The decoding time of the last packet of each track, which a new demuxer reads again.
    private var lastTimes: [Int: MediaTime] = [:]
    /// The file's size at the last attempt to reopen it, even if its incomplete end could not be read.
    private var triedEnd: Int64 = 0

    init(_ bytes: any FollowedBytes, nameHint: String, cancel: CancelToken) {
        (self.bytes, self.nameHint, self.cancel) = (bytes, nameHint, cancel)
    }

    mutating func isNew(_ packet: Packet) -> Bool {
        guard let time = packet.decodingTime else { return true }
        if let last = lastTimes[packet.track], time <= last { return false }
        lastTimes[packet.track] = time
        return true
    }

    /// Forgets the packets read so far, because a seek reads some of them again.
    mutating func forget() { lastTimes = [:] }

    /// Blocks until the file has bytes that a demuxer has not seen. Returns whether there are any.
    func waits(behind end: Int64) throws(MediaError) -> Bool {
        guard bytes.isGrowing else { return false }
        let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { byte.deallocate() }
        do throws(ByteSourceError) {
            return try bytes.read(at: max(end, triedEnd), into: byte) > 0
        } catch {
            throw MediaError(error.code == .cancelled ? .cancelled : .source(error), operation: "read")
        }
    }

    func isLonger(than end: Int64) -> Bool { bytes.isGrowing && (bytes.size ?? 0) > max(end, triedEnd) }

    /// Returns a new demuxer at the last key frame before `position`, or `nil` if the end of the file cannot be read
    /// yet or has other tracks.
    mutating func reopened(
        at position: MediaTime, after old: Demuxer
    ) throws(MediaError) -> (demuxer: Demuxer, tap: EventMessageTap)? {
        triedEnd = bytes.size ?? 0
        bytes.setWaiting(false)
        let tap = EventMessageTap(bytes)
        do throws(MediaError) {
            let demuxer = try Demuxer(source: tap, nameHint: nameHint, cancel: cancel)
            guard demuxer.tracks.map(\.codec) == old.tracks.map(\.codec) else { return nil }
            return demuxer.seek(to: position, direction: .atOrBefore) ? (demuxer, tap) : nil
        } catch {
            if error.code == .cancelled { throw error }
            Log.shared.write(.info, "media", "opening the growing file again: \(error)")
            return nil
        }
    }
}
