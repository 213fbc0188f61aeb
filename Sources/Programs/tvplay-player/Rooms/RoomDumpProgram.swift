import Cells
import Glibc
import Options
import PlayCore
import Rooms
import TUI
import Text

/// `tvplay room --dump`: the events of a room as lines of JSON, in the order of their times (docs/room-package.md).
enum RoomDumpProgram {
    /// - Returns: success, or 2 when the room could not be read.
    static func run(_ parsed: ParsedOptions, _ access: SourceAccess) -> ExitCode {
        guard let item = parsed.items.first else { return .startFailed }
        var options = RoomOptions()
        options.take(item.options.services)
        access.show(options, toServerOf: item.path)
        let contents: RoomContents
        do throws(RoomError) {
            contents = try RoomSource(item.path, access: access).contents(
                item.options.rooms.version, cancel: CancelToken())
        } catch {
            PlayerProgram.writeError("tvplay: " + error.playError.lastWords + "\n")
            return .playFailed
        }
        for warning in contents.warnings {
            let place = warning.line.map { "\(warning.file):\($0)" } ?? warning.file
            PlayerProgram.writeError("tvplay: " + SafeText.clean("\(place): \(warning.problem)") + "\n")
        }
        let all = contents.events + contents.virtualChat.map { RoomEvent($0.time, .message($0)) }
        return write(escaped(JSONLines.write(all.inOrder))) ? .success : .startFailed
    }

    /// The same JSON, fit for a terminal: what would command it or turn its lines round is written as `\uXXXX`. (Controls
    /// below the blank are written so anyway.)
    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        var safe: [UInt8] = []
        safe.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if isPlain(scalar) || SafeText.clean(String(scalar)) == String(scalar) {
                safe += UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    safe += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
                }
            }
        }
        return safe
    }

    /// Most of all: ASCII, Latin and Greek, Chinese, Japanese and Korean.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x7F, 0xA0..<0x600, 0x3000..<0xD800: true
        default: false
        }
    }

    /// - Returns: false: nobody reads any more.
    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension [RoomEvent] {
    /// By time; equal times stay as they are.
    fileprivate var inOrder: [RoomEvent] {
        enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
