import CPlatform
import Cells
import Glibc
import PlayCore
import Processes

extension NcursesTerminal {
    package func suspend() {
        suspendsNext = false
        guard !isClosed, !isAway else { return }
        leave()
        if let front = options.front, front.playsOn {
            isAway = true
            front.askToStop()
        } else {
            stopProcess()
            SignalSource.waitForForeground { self.device.isInForeground }
            resume()
        }
    }

    /// Called after a stop, when the shell has returned the terminal.
    private func resume() {
        isAway = false
        // Consumes the SIGCONT, and signals from the shell's changes to the window, whose size is read next.
        for signal in signals?.receive() ?? [] where ![SIGCONT, SIGTSTP, SIGWINCH].contains(signal) {
            pendingEvents.append(.terminated(signal: signal))
        }
        size = sizeWithCells(device.size)
        if presence == .shown { enter() } else { askWhetherThere() }
        resetShown()
        pendingEvents += [.resumed, .resized]
        if let title { setTitle(title) }
    }

    /// Handles SIGCONT: another process may have changed the terminal meanwhile, or the front has taken it back.
    func handleContinue() {
        if options.front?.playsOn != true { SignalSource.waitForForeground { self.device.isInForeground } }
        // In the background, the front has already restored the screen.
        if device.isInForeground { resume() } else { goAway(restoresScreen: false) }
    }

    /// Returns whether this program has the terminal. A front stopped without warning (`kill -STOP`) loses it silently,
    /// so this is checked before any read or write.
    func keepsTerminal() -> Bool {
        guard options.front != nil, !isAway else { return !isAway }
        if device.isInForeground { return true }
        goAway(restoresScreen: true)
        return false
    }

    /// - Parameter restoresScreen: whether to restore the screen, because the front has not. The shell may already have
    ///   set its modes and written; the screen is still restored.
    private func goAway(restoresScreen: Bool) {
        guard !isAway else { return }
        if restoresScreen {
            restoreScreen()
            device.restoreUnlessChanged()
        } else {
            dropQueue()
            ErrorDiversion.end()
        }
        CrashGuard.disarm()
        isAway = true
        estimator.restart(at: SystemClock().now)
        pendingEvents.append(.suspending)
    }

    func watchTmux() {
        guard let tmux, !isAway, !isClosed else { return }
        tmux.look(sent: queue.bytesWritten, at: SystemClock().now)
        if let hasDirectColor = tmux.hasDirectColor, hasDirectColor != isDirectBehindTmux {
            isDirectBehindTmux = hasDirectColor
            // Handled as an answer of the terminal, because tmux does not answer that query.
            handle(.capability("RGB", value: hasDirectColor ? "" : nil))
        }
        guard tmux.isDetached != isDetached else { return }
        isDetached = tmux.isDetached
        pendingEvents.append(isDetached ? .detached : .attached)
    }

    /// The time to query tmux again without an event, or `nil` if frames come often enough or nothing depends on it.
    var nextTmuxLook: HostTime? { isDetached && !isAway ? tmux?.nextLook(at: SystemClock().now) : nil }

    func noteFrontIsGone() {
        guard options.front?.isGone == true, !hasLostFront else { return }
        hasLostFront = true
        pendingEvents.append(.terminated(signal: SIGTERM))
    }

    func leaveForGood() {
        if isAway || CrashGuard.hasEnded { return }
        if options.front == nil || device.isInForeground, !hasLostFront {
            leave()
        } else {
            restoreScreen()
            device.restoreUnlessChanged()
            CrashGuard.disarm()
        }
    }
}
