package import ClassAccess
import XML

/// The publishers that nginx-rtmp's statistics page lists.
package struct MediaStatistics: Sendable, Equatable {
    package var publishers: [String: MediaStreamName]

    /// In bytes. A class with a thousand players has some 400 KB.
    package static let maximumSize = 8 << 20
    private static let maximumElements = 500_000

    package init?(_ bytes: [UInt8], application: String) {
        let limits = XMLLimits(bytes: Self.maximumSize)
        guard let root = try? XMLElement.read(bytes, limits: limits, elements: Self.maximumElements),
            root.name == "rtmp"
        else { return nil }
        publishers = [:]
        let applications = root.children("server").flatMap { $0.children("application") }
        for found in applications where found.first("name")?.text == application {
            for stream in found.first("live")?.children("stream") ?? [] { read(stream) }
        }
    }

    private mutating func read(_ stream: XMLElement) {
        guard let name = stream.first("name").flatMap({ MediaStreamName($0.text) }) else { return }
        for client in stream.children("client") where client.first("publishing") != nil {
            if let id = client.first("id")?.text, MediaHook.isClient(id) { publishers[id] = name }
        }
    }
}
