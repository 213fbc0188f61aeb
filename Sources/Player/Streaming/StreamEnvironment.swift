package import ByteCaches
package import PlayCore
package import Transport

package struct StreamEnvironment: Sendable {
    /// Creates the client, at the first request.
    package var client: @Sendable () throws(ByteSourceError) -> HTTPClient
    /// The preferred definitions, the most preferred first; empty for automatic choice.
    package var preferredDefinitions: [DefinitionInfo.Key]
    /// Whether the pictures are shown; otherwise only sound is read until they are.
    package var wantsPicture: Bool
    /// Whether to fetch more pixels than the terminal shows.
    package var fetchesFullSize: Bool
    /// The bits per second to assume before a measurement, or `nil` to use the default.
    package var startBandwidth: Int?
    /// Returns the size at which the screen shows the picture, before playback reports it. Called on any thread.
    package var shownGrid: (@Sendable () -> PixelGrid?)?
    package var cache: ByteCache?
    /// Whether media read ahead beyond a few seconds is stored on the disk.
    package var holdsAhead = false
    /// Whether the stream is a preload, which yields to playback.
    package var isPreload = false
    /// The memory shared with the other streams of a list, or `nil` to start each independently.
    package var memory: StreamMemory?
    /// The key of the stream in ``memory``: the address of the manifest.
    var item = ""
    /// Header fields of the item, perhaps secret, sent with each request in addition to those of the settings.
    package var headers: [HTTPHeader] = []
    /// Whether the item's servers also receive the header fields of the settings.
    package var isTrusted = true
    /// Opens a file named by a manifest on this machine, by its path; encrypted files are decrypted transparently.
    package var openFile: @Sendable (String, CancelToken) throws(ByteSourceError) -> any ByteSource = {
        (path, cancel) throws(ByteSourceError) in try FileByteSource(path: path, cancel: cancel)
    }

    package init(
        preferredDefinitions: [DefinitionInfo.Key] = [], wantsPicture: Bool = true, fetchesFullSize: Bool = false,
        startBandwidth: Int? = nil, shownGrid: (@Sendable () -> PixelGrid?)? = nil, cache: ByteCache? = nil,
        client: @escaping @Sendable () throws(ByteSourceError) -> HTTPClient
    ) {
        self.client = client
        self.preferredDefinitions = preferredDefinitions
        self.wantsPicture = wantsPicture
        self.fetchesFullSize = fetchesFullSize
        self.startBandwidth = startBandwidth
        self.cache = cache
        self.shownGrid = shownGrid
    }
}
