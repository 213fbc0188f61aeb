import Foundation
import TestSupport
import Testing

/// Tests of the built program's lists of ALSA devices, which the panels of devices use.
@Suite("Lists of sound devices")
struct SoundDeviceListTests {
    private static let program = BuiltProgram.path("tvplay-player")

    private func withHome<Value>(_ configuration: String, _ body: ([String: String]) throws -> Value) throws -> Value {
        let home = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(home) }
        try Data((configuration + "\n").utf8).write(to: home.appendingPathComponent(".asoundrc"))
        return try body(["HOME": home.path, "LC_ALL": "C.UTF-8"])
    }

    private func list(_ direction: String, _ configuration: String) throws -> (status: Int32, names: [String]) {
        try withHome(configuration) { environment in
            let outcome = try BuiltProgram.run(
                Self.program, ["--alsa-devices", direction], environment: environment)
            let texts = outcome.output.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            let names = stride(from: 0, to: texts.count - 1, by: 2).map { texts[$0] }
            return (outcome.status, names)
        }
    }

    @Test(
        "a default device of the user is listed even without a description",
        arguments: ["type pulse", "type hw\n card 0", "type null", "type asym\n capture.pcm \"null\""])
    func ownDefault(body: String) throws {
        for direction in ["input", "output"] {
            let (status, names) = try list(direction, "pcm.!default {\n \(body)\n}")
            #expect(status == 0 && names.contains("alsa/default"), "\(direction): \(names)")
        }
    }

    @Test(
        "a configuration that crashes libasound or is invalid leads to a message instead of a crash",
        arguments: ["!pcm 7", "pcm.!default { @func refer name \"pcm.default\" }", "pcm.!default {", "!defaults { }"])
    func broken(configuration: String) throws {
        let outcome = try withHome(configuration) { environment in
            try BuiltProgram.run(Self.program, ["--audio-device=help"], environment: environment)
        }
        #expect(!outcome.hasCrashed)
        #expect(outcome.status == 0 || outcome.status == 1 && outcome.errors.contains(".asoundrc"), "\(outcome)")
    }
}
