import ClassKeeper
import Glibc
import PlayCore
import Processes

final class BenchJanus {
    let configuration: JanusConfiguration
    private let folder: TemporaryFolder
    private let child: ChildProcess

    /// - Parameter ports: the ports for media; each stream of each receiver has one.
    init(key: String, ports: Int) throws {
        guard JanusConfiguration.isInstalled, let port = FreePort.any() else { throw BenchError("needs janus") }
        folder = try TemporaryFolder()
        let media = Int.random(in: 20_000..<30_000)
        configuration = JanusConfiguration(
            folder: folder.path, port: port, mediaPorts: media...(media + ports - 1), key: key)
        try configuration.write()
        var launch = ProgramLaunch(BenchChild.words(configuration.command))
        launch.place = .ownGroup
        child = try launch.start()
    }

    func close() {
        child.killGroup()
        folder.remove()
    }
}
