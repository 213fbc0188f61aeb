// ProgramOutput: sends picture and sound to the standard input of programs, instead of terminal and device.
//
// Must not know: containers, sessions, the screen.
//
// Begin with: `ProgramOutputs`, then `ProgramPipe` (the thread) and `PictureStream`.

import Glibc
package import PlayCore
package import Processes

package final class ProgramOutputs: Sendable {
    /// Two seconds of sound in pieces of 20 ms.
    private static let soundPieces = 100
    /// Further pictures would be shown too late.
    private static let pictures = 4

    package let picture: PictureStream?
    private let sound: SoundStream?
    /// Signalled when ``takeProblem()`` may have news.
    package let wakeUp = WakeUp()

    /// Starts the programs. Each is a command line in words, or empty for none.
    package init(picture: [String], sound: [String]) throws(ProgramError) {
        self.picture =
            picture.isEmpty
            ? nil : PictureStream(try ProgramPipe(picture, thread: "stream-picture", limit: Self.pictures, wakeUp))
        self.sound =
            sound.isEmpty
            ? nil : SoundStream(try ProgramPipe(sound, thread: "stream-sound", limit: Self.soundPieces, wakeUp))
    }

    /// Opens the output for an item's sound. `nil` if the sound goes to the device.
    package var makeSound: (@Sendable () -> any AudioSink)? {
        guard let sound else { return nil }
        return { AudioOutput(format: SoundStream.format, receiver: sound.makeReceiver()) }
    }

    /// Returns each problem once, for the viewer.
    package func takeProblem() -> String? { picture?.pipe.takeProblem() ?? sound?.pipe.takeProblem() }

    /// Ends the programs once they have read their remaining input. Call once, when playback has ended.
    package func close() {
        let pipes = [picture?.pipe, sound?.pipe].compactMap(\.self)
        // All at once, so that the timeouts do not add up.
        for pipe in pipes { pipe.finish() }
        for pipe in pipes { pipe.join() }
    }
}
