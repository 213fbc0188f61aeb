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

    func openAhead(_ item: PreloadItem) {
        closeAhead()
        let standby = StandbyItem(item, pipeline: openPipeline(item.input, item.options))
        // The server does not wait.
        standby.pipeline.packets.setTarget(LoadControl().targetDuration)
        ahead = standby
    }

    /// Forgets a failure, so that the item is opened once more.
    func prepareAhead() {
        guard let ahead else { return }
        let wasOpen = ahead.request != nil
        prepare(ahead)
        if ahead.hasFailed {
            closeAhead()
            tell { $0.endedOpeningAhead(hasFailed: true) }
        } else if !wasOpen, ahead.request != nil {
            tell { $0.endedOpeningAhead(hasFailed: false) }
        }
    }

    func closeAhead() {
        ahead?.pipeline.close()
        ahead = nil
    }

    func removeStandby(of input: SessionInput) -> StandbyItem? {
        if let ahead, ahead.input.serial == input.serial {
            self.ahead = nil
            return ahead
        }
        guard let index = standbys.firstIndex(where: { $0.input.serial == input.serial }) else { return nil }
        return standbys.remove(at: index)
    }

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
