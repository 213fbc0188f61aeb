package import Options
package import Playlists

extension OptionOverrides: EntryOverrides {}

extension PlayerOptions: EntryOptions {
    package var isCached: Bool { cache.isOn }
    package var title: String? { forcedTitle }
}

extension ListRules {
    package init(_ options: PlayerOptions) {
        self.init()
        start = options.playlistStart
        isShuffled = options.isShuffled
        repeats =
            switch options.playlistLoop {
            case .times(let count): .times(count)
            case .endless: .endless
            case .endlessDespiteFailures: .endlessDespiteFailures
            }
    }
}

extension PlayerOptions {
    /// The options without any records of playback, as in the demonstration.
    package var unremembered: PlayerOptions {
        var options = self
        options.resumesPlayback = false
        options.keepsHistory = false
        return options
    }

    /// For the sound alone, without a screen.
    package var withoutPicture: PlayerOptions {
        var copy = unattended
        copy.videoTrack = .none
        return copy
    }

    package var unattended: PlayerOptions {
        var copy = self
        if copy.network.retryAnswer == .ask { copy.network.retryAnswer = .stop }
        return copy
    }
}
