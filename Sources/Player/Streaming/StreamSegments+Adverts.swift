import Manifests
import MediaSources
import PlayCore
import PlaybackModel

/// Adverts within a stream, and in its place, as its manifest and its segments mark them.
extension StreamSegments {
    /// What has ended says the same each time; the list of a sound beside the pictures need not say it.
    func noteAdverts(_ rendition: Int, _ list: SegmentList) {
        let isBeside = lists.presentation.renditions[rendition].kind == .audio
        let isMain = !isBeside || definitions.contains { $0.rendition == rendition }
        guard isMain, !list.isEnded || !hasNotedAdverts else { return }
        hasNotedAdverts = list.isEnded
        let ranges = lists.playlist(rendition)?.dateRanges ?? []
        manifestCues = AdvertMarks.cues(ranges, in: list) + AdvertMarks.cues(lists.presentation.events)
        let breaks = StreamBreaks.list(ranges, in: list, location: access.location)
        if control.status.breaks != breaks { control.update { $0.breaks = breaks } }
        tellAdverts()
    }

    /// A section of a transport stream.
    func note(_ section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if splices.add(section: section, at: place, shift: shift) { tellAdverts() }
    }

    func note(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if splices.add(message, inSegmentAt: start, shift: shift) { tellAdverts() }
    }

    /// The manifest and the segments may mark the same break: it is one.
    private func tellAdverts() {
        let adverts = AdvertMarks.marks(manifestCues + splices.cues)
        if control.status.adverts != adverts { control.update { $0.adverts = adverts } }
    }
}
