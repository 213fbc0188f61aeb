import CPlatform
import Cells
import Glibc
import JobControl
import PlayCore

/// Giving the terminal to the shell and taking it again.
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

    /// Takes the terminal again after a stop, once the shell has given it back.
    private func resume() {
        isAway = false
        // The SIGCONT that brought the program back, and what the shell did to the window: the size is read after.
        for signal in signals?.receive() ?? [] where ![SIGCONT, SIGTSTP, SIGWINCH].contains(signal) {
            pendingEvents.append(.terminated(signal: signal))
        }
        size = sizeWithCells(device.size)
        if presence == .shown { enter() } else { askWhetherThere() }
        resetShown()
        pendingEvents += [.resumed, .resized]
        if let title { setTitle(title) }
    }

    /// SIGCONT: stopped and continued by others, who may have changed everything; or the front has the terminal again.
    func handleContinue() {
        if options.front?.playsOn != true { SignalSource.waitForForeground { self.device.isInForeground } }
        // In the background the front has restored the screen.
        if device.isInForeground { resume() } else { goAway(restoresScreen: false) }
    }

    /// False while others have the terminal. Whoever stops the front without asking (`kill -STOP`) takes it away without
    /// a word, so this looks before anything is read or written.
    func keepsTerminal() -> Bool {
        guard options.front != nil, !isAway else { return !isAway }
        if device.isInForeground { return true }
        goAway(restoresScreen: true)
        return false
    }

    /// The shell has the terminal already.
    ///
    /// - Parameter restoresScreen: nobody has done it. The shell may have set modes of its own and written; the screen is
    ///   still given back.
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

    /// Whether somebody looks at the terminal, as far as tmux tells.
    func watchTmux() {
        guard let tmux, !isAway, !isClosed else { return }
        tmux.look(sent: queue.bytesWritten, at: SystemClock().now)
        if let hasDirectColor = tmux.hasDirectColor, hasDirectColor != isDirectBehindTmux {
            isDirectBehindTmux = hasDirectColor
            // As if it had been asked for it: tmux does not answer that question.
            handle(.capability("RGB", value: hasDirectColor ? "" : nil))
        }
        guard tmux.isDetached != isDetached else { return }
        isDetached = tmux.isDetached
        pendingEvents.append(isDetached ? .detached : .attached)
    }

    /// When to ask tmux again though nothing happens; nil: frames come often enough, or nothing depends on it.
    var nextTmuxLook: HostTime? { isDetached && !isAway ? tmux?.nextLook(at: SystemClock().now) : nil }

    /// Nobody stands in any more: ends in order.
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
