// ProgramOutput: sends the picture and the sound to the standard input of other programs, instead of terminal and
// device.
//
// Must not know: containers, sessions, the screen.
//
// Begin with: `ProgramOutputs`, then `ProgramPipe` (the thread) and `PictureStream`.

import Glibc
package import PlayCore
package import Processes

package final class ProgramOutputs: Sendable {
    /// The most pieces of sound that wait: 20 ms each, so two seconds.
    private static let soundPieces = 100
    /// The most pictures that wait. More would be shown too late.
    private static let pictures = 4

    /// The stream of pictures, or `nil` if the picture stays in the terminal.
    package let picture: PictureStream?
    private let sound: SoundStream?
    /// Signalled when there may be a ``takeProblem()``.
    package let wakeUp = WakeUp()

    /// Starts the programs, each named by its words; empty for none.
    package init(picture: [String], sound: [String]) throws(ProgramError) {
        self.picture =
            picture.isEmpty
            ? nil : PictureStream(try ProgramPipe(picture, thread: "stream-picture", limit: Self.pictures, wakeUp))
        self.sound =
            sound.isEmpty
            ? nil : SoundStream(try ProgramPipe(sound, thread: "stream-sound", limit: Self.soundPieces, wakeUp))
    }

    /// Opens the output for an item's sound, or `nil` if the sound goes to the device.
    package var makeSound: (@Sendable () -> any AudioSink)? {
        guard let sound else { return nil }
        return { AudioOutput(format: SoundStream.format, receiver: sound.makeReceiver()) }
    }

    /// Returns a problem of a program for the viewer, each once.
    package func takeProblem() -> String? { picture?.pipe.takeProblem() ?? sound?.pipe.takeProblem() }

    /// Ends the programs after they have read the rest of their input. Call once, when nothing plays any more.
    package func close() {
        let pipes = [picture?.pipe, sound?.pipe].compactMap(\.self)
        // All at once, so that the timeouts do not add up.
        for pipe in pipes { pipe.finish() }
        for pipe in pipes { pipe.join() }
    }
}
