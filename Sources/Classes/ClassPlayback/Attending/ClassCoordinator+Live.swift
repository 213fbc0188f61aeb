import ClassRules
import ClassStreams
import Classes
import PlayCore

extension ClassCoordinator {
    func followLivePlayer(at now: HostTime) {
        guard let livePlayer else { return }
        livePlayer.follow(isLive ? liveView() : nil, at: now)
        for news in livePlayer.takeNews() {
            guard let words = news.words else { continue }
            onNotice(news.isWarning ? .warning(words) : .answer(words))
        }
        guard livePlayer.number != liveNumber else { return }
        liveNumber = livePlayer.number
        isStale = true
    }

    func showLiveVideos(in new: inout ClassView) {
        guard isLive, let livePlayer else { return }
        new.usersWithVideo = livePlayer.usersWithVideo
        // If users send no pictures of their own, the pictures of a server's stream are shown.
        guard var companion = livePlayer.companion else {
            if !livePlayer.thumbnails.isEmpty { new.thumbnails = livePlayer.thumbnails }
            return
        }
        companion.isOnlyPicture = !videos.hasMainPicture
        (new.companion, new.thumbnails) = (companion, livePlayer.thumbnails)
    }

    func toggleLiveVideo(of user: String) {
        guard isLive, let livePlayer else { return }
        do throws(LivePlayError) {
            try livePlayer.play(user)
        } catch {
            onNotice(.answer(error.words(SafeText.clean(livePlayer.name(of: user), limit: 40))))
        }
    }

    func receiveLive(by link: LiveLink) {
        guard isLive, let livePlayer else { return }
        guard livePlayer.hasServer(for: link) else {
            return onNotice(.warning(tr("This class has no server for %1", link.shown)))
        }
        livePlayer.choose(link)
        onNotice(.answer(tr("tvplay receives the class over %1", link.shown)))
    }

    func changeDefinition(of user: String) {
        guard isLive, let livePlayer else { return }
        let (name, now) = (SafeText.clean(livePlayer.name(of: user), limit: 40), livePlayer.definition(of: user))
        do throws(LivePlayError) {
            guard let now else { throw .notPlaying }
            guard now == .small || livePlayer.definitions(of: user).count > 1 else { throw .oneDefinition }
            let next: LiveDefinition = now == .full ? .small : .full
            try livePlayer.play(user, true, definition: next)
            onNotice(.answer(next.words(name)))
        } catch {
            onNotice(.answer(error.words(name)))
        }
    }
}
