import Manifests
import MediaSources
import PlayCore
import PlaybackModel

/// The adverts within a stream, and in its place, as its manifest and its segments mark them.
extension StreamSegments {
    /// Notes the adverts of a list. A list that has ended never changes, and the list of separate sound need not have
    /// them.
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

    /// Notes a section of a transport stream.
    func note(_ section: [UInt8], at place: MediaTime, shift: MediaTime) {
        if splices.add(section: section, at: place, shift: shift) { tellAdverts() }
    }

    func note(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) {
        if splices.add(message, inSegmentAt: start, shift: shift) { tellAdverts() }
    }

    /// Publishes the adverts. A break marked by both the manifest and the segments counts once.
    private func tellAdverts() {
        let adverts = AdvertMarks.marks(manifestCues + splices.cues)
        if control.status.adverts != adverts { control.update { $0.adverts = adverts } }
    }
}
