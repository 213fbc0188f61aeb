import ClassKeeper
import PlayCore

/// An nginx on this machine with its module for RTMP, for the duration of a case.
final class BenchMediaServer {
    let settings: MediaServerSettings
    private let folder: TemporaryFolder
    private let child: ServerChild

    init() throws {
        guard NginxConfiguration.isInstalled, let rtmp = FreePort.any(), let control = FreePort.any(),
            let hooks = FreePort.any(), Set([rtmp, control, hooks]).count == 3
        else { throw BenchError("needs nginx with its module for RTMP") }
        folder = try TemporaryFolder()
        let configuration = NginxConfiguration(
            folder: folder.path + "/nginx", ports: NginxConfiguration.Ports(rtmp: rtmp, control: control, hooks: hooks),
            secret: "bench")
        settings = MediaServerSettings(configuration, host: "127.0.0.1")
        child = ServerChild(configuration)
        try child.start()
    }

    func close() {
        child.stop()
        folder.remove()
    }
}
