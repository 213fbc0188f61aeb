import CPlatform
import Foundation

/// The test process's own configuration of libasound: devices that record into files, and one that discards.
enum ALSAConfiguration {
    /// The folder of the recordings. It is made once, and the environment is set before any test opens a device.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-alsa-\(getpid())")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("asound.conf")
        try? text(folder.path).write(to: path, atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", path.path, 1)
        return folder
    }()

    static func recording(_ name: String) -> Data? {
        FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
    }

    private static func text(_ folder: String) -> String {
        """
        </usr/share/alsa/alsa.conf>
        pcm.!default { type null }
        pcm.tv_null { type null hint { show on description "Swallows everything" } }
        pcm.tv_float { type file slave.pcm null file "\(folder)/float.raw" format raw }
        pcm.tv_s16 {
          type plug
          slave {
            pcm { type file slave.pcm null file "\(folder)/s16.raw" format raw }
            format S16_LE rate 48000 channels 2
          }
        }
        pcm.tv_stereo {
          type plug
          slave { pcm { type file slave.pcm null file "\(folder)/stereo.raw" format raw } format FLOAT_LE channels 2 }
        }
        """
    }
}
