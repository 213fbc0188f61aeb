package import AudioOutput
import Glibc
import PlayCore
import Processes

/// Lists ALSA's devices in another process of this program, because some users' configurations crash libasound.
package enum SoundDeviceProcess {
    private static let word = "--alsa-devices"
    private static let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 1 << 20)

    /// Writes the devices as texts that end with a zero byte. Returns the exit status, or nil if `arguments` request
    /// something else.
    ///
    /// - Parameter arguments: without the program's name.
    package static func run(_ arguments: [String]) -> Int32? {
        guard arguments.count == 2, arguments[0] == word,
            let direction = AudioDevices.Direction(rawValue: arguments[1])
        else { return nil }
        let text = AudioDevices.list(direction).map { "\($0.option)\0\($0.description)\0" }.joined()
        return WholeFile.write(Array(text.utf8), to: STDOUT_FILENO) == 0 ? 0 : 1
    }

    /// Blocks. Returns nil if the process could not list the devices.
    ///
    /// - Parameter program: the path of this program, or `nil` if it is not installed.
    package static func list(
        _ direction: AudioDevices.Direction, by program: String? = ResourceLocator().executable("tvplay-player")
    ) -> [AudioDevices.Device]? {
        guard let program else { return nil }
        do throws(ProgramError) {
            let result = try ProgramRun.run(
                [program, word, direction.rawValue], limits: limits, cancel: CancelToken())
            guard result.status == 0 else {
                Log.shared.write(.warning, "audio", "ALSA's devices: status \(result.status)")
                return nil
            }
            return devices(result.output)
        } catch {
            Log.shared.write(.warning, "audio", error.description)
            return nil
        }
    }

    private static func devices(_ bytes: [UInt8]) -> [AudioDevices.Device] {
        let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).map { ByteText.text(Array($0)) }
        return stride(from: 0, to: texts.count - 1, by: 2).map {
            AudioDevices.Device(option: texts[$0], description: texts[$0 + 1])
        }
    }
}
