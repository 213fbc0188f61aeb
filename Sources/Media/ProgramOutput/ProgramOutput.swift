// ProgramOutput: the picture and the sound to the standard input of other programs, in place of terminal and device.
//
// Must not know: containers, sessions, the screen.
//
// Begin with: `ProgramOutputs`, then `ProgramPipe` (the thread) and `PictureStream`.

import AudioOutput
import Glibc
package import PlayCore
package import Processes

/// What was asked for: a program for the picture, one for the sound, or both.
package final class ProgramOutputs: Sendable {
    /// Pieces of sound that wait: 20 ms each, so two seconds.
    private static let soundPieces = 100
    /// Pictures that wait. More would be seen too late.
    private static let pictures = 4

    /// Nil: the picture stays where it was.
    package let picture: PictureStream?
    private let sound: SoundStream?
    /// Signalled when there may be a ``takeProblem()``.
    package let wakeUp = WakeUp()

    /// Starts the programs.
    ///
    /// - Parameters:
    ///   - picture: words of the program that gets the picture; empty: none.
    ///   - sound: of the one that gets the sound.
    package init(picture: [String], sound: [String]) throws(ProgramError) {
        self.picture =
            picture.isEmpty
            ? nil : PictureStream(try ProgramPipe(picture, thread: "stream-picture", limit: Self.pictures, wakeUp))
        self.sound =
            sound.isEmpty
            ? nil : SoundStream(try ProgramPipe(sound, thread: "stream-sound", limit: Self.soundPieces, wakeUp))
    }

    /// Opens the output for an item's sound; nil: that goes to the device.
    package var makeSound: (@Sendable () -> any AudioSink)? {
        guard let sound else { return nil }
        return { AudioOutput(format: SoundStream.format, receiver: sound) }
    }

    /// What the viewer should know of a program, each thing once.
    package func takeProblem() -> String? { picture?.pipe.takeProblem() ?? sound?.pipe.takeProblem() }

    /// Call once, when nothing plays any more: the programs read what is there to its end, and are ended.
    package func close() {
        let pipes = [picture?.pipe, sound?.pipe].compactMap(\.self)
        // Both at once: neither waits for the other's patience.
        for pipe in pipes { pipe.finish() }
        for pipe in pipes { pipe.join() }
    }
}
