import Foundation
import PlayCore
import Processes
import TestSupport

@testable import WebRTC

/// Numbered pictures and a tone, encoded in advance: H.264 (baseline, no B frames) and Opus.
struct CodedClip {
    struct Failure: Error { let words: String }

    /// The same pictures with key frames at different places, as from an encoder that receives requests for key frames.
    let codings: [[[UInt8]]]
    private let places: [[UInt8]: Int]
    /// 20 ms each.
    let sounds: [[UInt8]]
    static let pictureInterval = 40
    static let soundInterval = 20
    private static let keyframeInterval = 24
    /// Between the key frames of successive codings.
    private static let keyframeStep = 3

    var count: Int { codings[0].count }

    func place(of picture: [UInt8]) -> Int? { places[picture] }

    func coding(withKeyframeAt place: Int) -> Int? {
        let phase = place % Self.keyframeInterval
        return phase % Self.keyframeStep == 0 ? phase / Self.keyframeStep : nil
    }

    init(seconds: Int) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let audio = folder.path + "/a.ogg"
        var arguments = [
            "-f", "lavfi", "-t", "\(seconds)", "-i", "testsrc2=size=320x180:rate=25", "-f", "lavfi", "-t", "\(seconds)",
            "-i", "sine=440:sample_rate=48000", "-map", "1:a", "-c:a", "libopus", "-frame_duration", "20", audio,
        ]
        let phases = Array(stride(from: 0, to: Self.keyframeInterval, by: Self.keyframeStep))
        for phase in phases {
            arguments += [
                "-map", "0:v", "-c:v", "libx264", "-profile:v", "baseline", "-preset", "ultrafast", "-tune",
                "zerolatency",
                "-pix_fmt", "yuv420p", "-g", "1000", "-force_key_frames",
                "expr:eq(mod(n,\(Self.keyframeInterval)),\(phase))",
                "-b:v", "800k", "-x264-params", "aud=1:scenecut=0", "-f", "h264", folder.path + "/\(phase).h264",
            ]
        }
        let result = try ProgramRun.run(
            ["/usr/bin/ffmpeg", "-nostdin", "-loglevel", "error"] + arguments,
            limits: ProgramRun.Limits(time: Patience.limit, outputBytes: 1 << 16), cancel: CancelToken())
        guard result.status == 0 else { throw Failure(words: String(decoding: result.messages, as: UTF8.self)) }
        codings = try phases.map { phase in
            try Self.pictures(Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(phase).h264"))))
        }
        sounds = try Self.packets(Array(Data(contentsOf: URL(fileURLWithPath: audio))))
        let numbered = codings.flatMap { $0.enumerated().map { ($1, $0) } }
        places = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
    }

    /// Omits the delimiters in the file.
    private static func pictures(_ stream: [UInt8]) -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        for unit in AnnexB.units(stream) {
            if unit.first.map({ $0 & 31 }) == 9 {
                pictures.append([])
            } else if !pictures.isEmpty {
                pictures[pictures.count - 1] += AnnexB.startCode + unit
            }
        }
        return pictures.map(withoutRemarks)
    }

    /// The encoder's remarks (SEI) are as long as a picture here.
    private static func withoutRemarks(_ picture: [UInt8]) -> [UInt8] {
        AnnexB.units(picture).filter { $0.first.map { $0 & 31 } != 6 }.flatMap { AnnexB.startCode + $0 }
    }

    /// Omits the two headers of the Ogg file (RFC 3533).
    private static func packets(_ file: [UInt8]) -> [[UInt8]] {
        var packets: [[UInt8]] = []
        var current: [UInt8] = []
        var place = 0
        while place + 27 <= file.count {
            let count = Int(file[place + 26])
            let sizes = file[(place + 27)..<(place + 27 + count)]
            place += 27 + count
            for size in sizes {
                current += file[place..<(place + Int(size))]
                place += Int(size)
                if size < 255 {
                    packets.append(current)
                    current = []
                }
            }
        }
        return Array(packets.dropFirst(2))
    }

    /// Counts the pictures that FFmpeg decodes from a stream. `complaints` are FFmpeg's error messages.
    static func decoded(_ pictures: [[UInt8]]) throws -> (count: Int, complaints: String) {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/received.h264"
        try Data(pictures.flatMap { $0 }).write(to: URL(fileURLWithPath: path))
        let result = try ProgramRun.run(
            [
                "/usr/bin/ffmpeg", "-nostdin", "-loglevel", "error", "-err_detect", "explode", "-i", path, "-f",
                "framemd5", "-",
            ], limits: ProgramRun.Limits(time: Patience.limit, outputBytes: 1 << 20), cancel: CancelToken())
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return (lines.count, String(decoding: result.messages, as: UTF8.self))
    }
}
