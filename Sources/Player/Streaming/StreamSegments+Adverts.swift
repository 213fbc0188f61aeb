import Manifests
import MediaSources
import PlayCore
import PlaybackModel

extension StreamSegments {
    /// Notes a list's adverts. An ended list never changes, and a separate sound's list need not have them.
    func noteAdverts(_ rendition: Int, _ list: SegmentList) {
        let isBeside = lists.presentation.renditions[rendition].kind == .audio
        let isMain = !isBeside || definitions.contains { $0.rendition == rendition }
        guard isMain, !list.isEnded || !hasNotedAdverts else { return }
        hasNotedAdverts = list.isEnded
        let ranges = lists.playlist(rendition)?.dateRanges ?? []
        manifestCues = AdvertMarks.cues(ranges, in: list) + AdvertMarks.cues(lists.presentation.events)
        let breaks = StreamBreaks.list(ranges, in: list, location: access.location)
        if control.status.breaks != breaks { control.update { $0.breaks = breaks } }
        publishAdverts()
    }

    func note(_ section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if splices.add(section: section, at: place, shift: shift) { publishAdverts() }
    }

    func note(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if splices.add(message, inSegmentAt: start, shift: shift) { publishAdverts() }
    }

    /// Publishes the adverts. A break that both the manifest and the segments mark counts once.
    private func publishAdverts() {
        let adverts = AdvertMarks.marks(manifestCues + splices.cues)
        if control.status.adverts != adverts { control.update { $0.adverts = adverts } }
    }
}
