import MediaSources
import PlayCore
import PlaybackModel

extension SessionLoop {
    /// Opens these items unless they are open, and closes all others.
    func preload(_ items: [PreloadItem]) {
        let wanted = Set(items.map(\.input.serial))
        for standby in standbys where !wanted.contains(standby.input.serial) { standby.pipeline.close() }
        standbys.removeAll { !wanted.contains($0.input.serial) }
        unopened = items.filter { item in !standbys.contains { $0.input.serial == item.input.serial } }
        openStandbys()
    }

    /// Opens the waiting items once the playing one is open and has enough data.
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

    /// Makes a standby the playing item, and handles its earlier reports.
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
