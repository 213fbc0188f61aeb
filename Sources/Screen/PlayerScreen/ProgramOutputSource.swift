package import AudioOutput
package import Options
package import PlayCore
import Processes
import ScreenKit
package import TUI

/// The programs of `--stream-to` and `--stream-audio-to` beside the main loop. Main thread.
package final class ProgramOutputSource: LoopSource {
    private let outputs: ProgramOutputs
    package let soundProgram: String?
    package var onProblem: (String) -> Void = { _ in }
    package var isProtected: () -> Bool = { false }
    /// Receives the name of a program that gets black pictures from now on.
    package var onWithheld: (String) -> Void = { _ in }
    private var isWithheld = false

    package init(_ options: PlayerOptions) throws(StartError) {
        soundProgram = Self.words(options.soundProgram).first
        do throws(ProgramError) {
            outputs = try ProgramOutputs(
                picture: Self.words(options.pictureProgram), sound: Self.words(options.soundProgram))
        } catch {
            throw StartError(message: error.description)
        }
    }

    package var picture: PictureStream? { outputs.picture }
    package var makeSound: (@Sendable () -> any AudioSink)? { outputs.makeSound }

    private static func words(_ command: String?) -> [String] {
        (command ?? "").split(separator: " ").map(String.init)
    }

    package var wakeUps: [WakeUp] { [outputs.wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        while isSignalled, let problem = outputs.takeProblem() { onProblem(problem) }
        withhold(loop)
        return []
    }

    private func withhold(_ loop: UILoop) {
        guard let picture else { return }
        let isProtected = isProtected()
        guard isProtected != isWithheld else { return }
        isWithheld = isProtected
        picture.setHidden(isProtected)
        loop.configure { $0.picture.withheldFrom = isProtected ? picture.program : nil }
        if isProtected { onWithheld(picture.program) }
    }

    package func close() { outputs.close() }
}
