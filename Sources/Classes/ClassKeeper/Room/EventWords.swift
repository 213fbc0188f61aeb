import ClassRules
import Classes
import PlayCore

/// Texts of events in the keeper's language, for clients that do not support classes.
struct EventWords {
    let kept: KeptClass
    let people: [String: ClassPerson]
    let guests: [String: ClassUser]

    func body(_ kind: ClassEvent.Kind) -> String? {
        switch kind {
        case .presenter(let id?): tr("%1 presents", name(id))
        case .documentAdded(let document): tr("new document: %1", document.title ?? document.id)
        case .pageShown(let page): self.page(page)
        case .notice(let notice?):
            tr("notice: %1", [notice.text, notice.link].compactMap(\.self).joined(separator: " "))
        case .notice(nil): tr("the notice was taken away")
        case .survey(let survey): question(survey)
        case .timer(let signal): timer(signal)
        case .live(let event): live(event)
        default: nil
        }
    }

    private func live(_ event: LiveEvent) -> String? {
        switch event {
        case .classInProgress(let isInProgress): isInProgress ? tr("the class has begun") : tr("the class is over")
        case .speakingRequested(let request): tr("%1 asks to speak", name(request.user))
        case .speakingRequestEnded(let end): self.end(end)
        case .speakerAdded(let speaker): tr("%1 may speak", name(speaker.user))
        case .speakerRemoved(let end): tr("%1 no longer speaks", name(end.user))
        case .speakingRequestsForbidden(let isForbidden):
            isForbidden ? tr("raising hands is switched off") : tr("raising hands is switched on")
        case .soundForbidden(let ban): ban.isForbidden ? tr("students are muted") : tr("students may send sound again")
        case .handTime(let time):
            time.milliseconds == 0
                ? tr("raised hands stay until they are answered")
                : trn("raised hands wait %1 second", "raised hands wait %1 seconds", Int(time.milliseconds / 1000))
        case .chatForbidden(let isForbidden):
            isForbidden ? tr("only teachers may write now") : tr("everybody may write again")
        case .chatSlowed(let seconds):
            seconds > 0
                ? trn("slow mode: one message in %1 second", "slow mode: one message in %1 seconds", seconds)
                : tr("slow mode is off")
        case .chatBanned(let ban): tr("%1 may not write for now", name(ban.user))
        case .chatBanEnded(let user): tr("%1 may write again", name(user))
        case .privateMessagesForbidden(let isForbidden):
            isForbidden
                ? tr("private messages to teachers are switched off")
                : tr("private messages to teachers are switched on")
        case .locked(let isLocked): isLocked ? tr("the class is locked") : tr("the class is open again")
        case .waitingRoom(let isOpen):
            isOpen ? tr("newcomers wait until a teacher lets them in") : tr("newcomers enter at once")
        case .liked(let like): tr("%1 gets a like", name(like.user))
        case .surveyResult(let result): self.result(result)
        case .terminalShared(let update?): update.isWhole ? tr("%1 shares a terminal", name(update.user)) : nil
        case .terminalShared(nil): tr("no terminal is shared any more")
        case .serverRecording(let isRecording): isRecording ? tr("recording has begun") : tr("recording has ended")
        case .recordingPlace(let address): tr("watch the recording at %1", address)
        default: nil
        }
    }

    private func timer(_ signal: TimerSignal) -> String {
        let left = TimeText.format(.seconds(signal.remaining))
        return switch signal.phase {
        case .running: tr("timer: %1", left)
        case .paused: tr("the timer is paused at %1", left)
        case .stopped: signal.remaining > 0 ? tr("the timer was removed") : tr("time is up")
        }
    }

    private func end(_ end: SpeakingRequestEnd) -> String {
        switch end.outcome {
        case .refused, .lowered: tr("%1 may not speak now", name(end.user))
        case .withdrawn: tr("%1 no longer asks to speak", name(end.user))
        case .timedOut: tr("the raised hand of %1 timed out", name(end.user))
        }
    }

    private func page(_ change: PageChange) -> String {
        let title = kept.state.documents.document(change.key.document)?.title ?? change.key.document
        return tr("%1, page %2", title, "\(change.key.page + 1)")
    }

    private func question(_ survey: Survey) -> String {
        let options = survey.options.map { "\($0.key)) \($0.text)" }
        return ([tr("question: %1", survey.question)] + options).joined(separator: "\n")
    }

    private func result(_ result: SurveyResult) -> String {
        let votes = result.survey.options.map { option in
            "\(option.key)) \(option.votes ?? 0)" + (option.isCorrect == true ? " ✓" : "")
        }
        return tr("answers: %1", votes.listed)
    }

    private func name(_ id: String) -> String {
        kept.machine.user(id)?.name ?? people[id]?.user.name ?? guests[id]?.name ?? id
    }
}
