import AudioOutput
import Glibc
import Options
import PlayCore
import SoundWire
import Terminal

/// `tvplay listen`: plays the sound of a remote player.
enum ListenProgram {
    static func run(_ command: ListenCommand, _ options: PlayerOptions) -> ExitCode {
        let name = SafeText.clean(ByteText.shown(command.socket), limit: 200)
        do {
            let secret = try secret()
            let signals = try SignalSource()
            let descriptor = try IPCSocket.listen(command.socket)
            defer {
                close(descriptor)
                IPCSocket.remove(command.socket)
            }
            say(tr("Listening at %1.", name))
            let listener = SoundListener(
                descriptor, secret: secret, deviceName: AudioDevices.name(ofOption: options.audioDevice.optionText))
            listener.run(until: [signals.descriptor] + (command.endsWithInput ? [STDIN_FILENO] : [])) { news in
                if let words = news.words { say(words) }
                if let warning = news.warning { warn(warning) }
            }
            return .success
        } catch let error as IPCError {
            return fail(tr("Cannot listen at %1: %2", name, error.words))
        } catch let error as TerminalError {
            return fail(SafeText.clean(error.description))
        } catch {
            return fail(tr("The variable %1 does not hold 32 hexadecimal digits.", SoundSecret.variable))
        }
    }

    private struct BadSecret: Error {}

    private static func secret() throws(BadSecret) -> [UInt8]? {
        guard let text = ProcessEnvironment.text(SoundSecret.variable), !text.isEmpty else { return nil }
        guard let secret = SoundSecret.bytes(text) else { throw BadSecret() }
        return secret
    }

    private static func fail(_ text: String) -> ExitCode {
        PlayerProgram.writeError("tvplay: " + text + "\n")
        return .startFailed
    }

    private static func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private static func warn(_ text: String) { PlayerProgram.writeError(text + "\n") }
}

extension IPCError {
    fileprivate var words: String {
        switch reason {
        case .tooLong: tr("the path is too long for a socket")
        case .notASocket: tr("a file exists there")
        case .inUse: tr("another program listens there")
        case .unsafeFolder: tr("everyone may write into the folder")
        case .system(let words): SafeText.clean(words)
        }
    }
}

extension SoundListener.News {
    fileprivate var words: String? {
        switch self {
        case .playerCame: tr("A player is connected.")
        case .playerLeft: tr("The player has gone.")
        case .playerReplaced: tr("Another player is connected. The previous one is no longer heard.")
        case .deviceChanged, .refused, .noDecoder: nil
        }
    }

    fileprivate var warning: String? {
        switch self {
        case .playerCame, .playerReplaced, .deviceChanged(.open), .playerLeft(underruns: 0): nil
        case .playerLeft(let count):
            trn(
                "The sound stopped %1 time: the line or this machine was too slow.",
                "The sound stopped %1 times: the line or this machine was too slow.", count)
        case .deviceChanged(.absent), .deviceChanged(.unheard):
            tr("No sound device: nothing is heard here (see tvplay --audio-device=help).")
        case .deviceChanged(.lost(let name, _)): tr("Sound device %1 was disconnected.", SafeText.clean(name))
        case .refused(.notAPlayer): tr("The connecting program is not tvplay; it was refused.")
        case .refused(.version): tr("A player with another version of the protocol was refused.")
        case .refused(.secret): tr("A player without the secret was refused.")
        case .refused(.protocolViolation): tr("The player violated the protocol; it was refused.")
        case .noDecoder: tr("FFmpeg has no decoder for Opus here.")
        }
    }
}
