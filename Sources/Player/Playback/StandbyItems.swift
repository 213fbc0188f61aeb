import MediaSources
import PlayCore
import PlaybackModel

/// Items that are opened before their turn comes.
extension SessionLoop {
    /// Opens what is wanted and not open yet; closes what is no longer wanted.
    func preload(_ items: [PreloadItem]) {
        let wanted = Set(items.map(\.input.serial))
        for standby in standbys where !wanted.contains(standby.input.serial) { standby.pipeline.close() }
        standbys.removeAll { !wanted.contains($0.input.serial) }
        unopened = items.filter { item in !standbys.contains { $0.input.serial == item.input.serial } }
        openStandbys()
    }

    /// What waits is opened once what plays is open and has enough.
    func openStandbys() {
        guard !unopened.isEmpty else { return }
        machine.now = now
        guard machine.admitsPreload(pipeline?.packets.fill) else { return }
        for item in unopened where item.input.serial != machine.item.input?.serial {
            standbys.append(StandbyItem(item, pipeline: openPipeline(item.input, item.options)))
        }
        unopened = []
    }

    func prepareStandbys() {
        for standby in standbys { prepare(standby) }
    }

    private func prepare(_ standby: StandbyItem) {
        standby.prepare(withPicture: machine.isPictureAttached) { machine.newGeneration() }
    }

    func removeStandby(of input: SessionInput) -> StandbyItem? {
        guard let index = standbys.firstIndex(where: { $0.input.serial == input.serial }) else { return nil }
        return standbys.remove(at: index)
    }

    /// The item that was prepared becomes the one that plays: what it reported before is handled now.
    func adopt(_ standby: StandbyItem) {
        prepare(standby)
        let pipeline = standby.pipeline
        pipeline.audioState.rate = machine.item.snapshot.rate
        pipeline.audioState.delay = machine.item.snapshot.audioDelay
        pipeline.audioState.silence = machine.item.snapshot.passesSilence ? machine.item.options.silence : nil
        pipeline.packets.setTarget(LoadControl().targetDuration)
        self.pipeline = pipeline
        machine.item.run.prepared = standby.request
        for event in standby.events { handle(event) }
    }
}
