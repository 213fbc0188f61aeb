import PlayCore

package enum ClassReducer {
    package static func reduce(_ state: inout ClassState, _ event: ClassEvent) {
        switch event.kind {
        case .users, .usersEntered, .presenter, .mediaUsers, .handRaised, .attendance:
            reduceUsers(&state.users, event)
        case .usersLeft(let ids):
            reduceUsers(&state.users, event)
            state.live.leave(ids)
            state.terminal.leave(ids)
        case .media, .desktopSharing, .mainPane: reduceStage(&state.stage, event.kind)
        case .documentAdded, .documentRemoved, .pageShown, .slideText, .shapeDrawn, .shapesUndone, .boardCleared,
            .viewport, .pointer:
            reduceDocuments(&state.documents, event.kind)
        case .notice, .marquee, .broadcast: reduceWords(&state.words, event.kind)
        case .survey, .surveyFinished:
            reduceQuiz(&state.quiz, event)
            state.live.closeSurvey()
        case .answerSheet, .answerSheetEnded, .answerSheetRevoked: reduceQuiz(&state.quiz, event)
        case .questionPublished, .questionReplied, .questionUnpublished, .questionsReset:
            reduceQuestions(&state.questions, event.kind)
        case .timer(let signal):
            state.timer.latest = TimerArea.Received(signal: signal, time: event.time)
            state.timer.revision += 1
        case .redPacket(let packet): reduceRewards(&state.rewards, packet, event.time)
        case .messagePinned(let message):
            state.chat.pinned = message
            state.chat.revision += 1
        case .live(let live): reduceLive(&state, live, event.time)
        case .message, .messageEdited, .messageReaction, .messageRemoved, .messagesRemoved, .chatCleared, .gift, .award,
            .unknown:
            break
        }
    }

    private static func reduceStage(_ stage: inout StageArea, _ kind: ClassEvent.Kind) {
        stage.revision += 1
        switch kind {
        case .media(let media): stage.media = media
        case .desktopSharing(let isSharing): stage.isDesktopSharing = isSharing
        case .mainPane(let pane): stage.mainPane = pane
        default: preconditionFailure("no event of the stage: \(kind.name)")
        }
    }

    private static func reduceDocuments(_ area: inout DocumentsArea, _ kind: ClassEvent.Kind) {
        area.revision += 1
        switch kind {
        case .documentAdded(let document): area.add(document)
        case .documentRemoved(let id): area.remove(id)
        case .pageShown(let change): area.show(change)
        case .slideText(let key, let text): area.setText(text, of: key)
        case .shapeDrawn(let shape): area.draw(shape)
        case .shapesUndone(let key, let ids): area.undo(ids, on: key)
        case .boardCleared(let key): area.clear(key)
        case .viewport(let viewport): area.setViewport(viewport)
        case .pointer(let point): area.setPointer(point)
        default: preconditionFailure("no event of documents: \(kind.name)")
        }
    }

    private static func reduceWords(_ words: inout WordsArea, _ kind: ClassEvent.Kind) {
        switch kind {
        case .notice(let notice):
            words.notice = notice
            words.noticeRevision += 1
        case .marquee(let marquee):
            words.marquee = marquee
            words.marqueeRevision += 1
        case .broadcast(let broadcast):
            words.broadcasts[broadcast.key] = broadcast
            words.broadcastRevision += 1
        default: preconditionFailure("no words: \(kind.name)")
        }
    }

    private static func reduceRewards(_ rewards: inout RewardsArea, _ packet: RedPacket, _ time: MediaTime) {
        rewards.revision += 1
        rewards.redPackets[packet.id] = RewardsArea.Rain(packet: packet, since: time)
    }
}
