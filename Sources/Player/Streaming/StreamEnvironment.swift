package import ByteCaches
package import PlayCore
package import Transport

package struct StreamEnvironment: Sendable {
    /// Returns the client. Called at the first request.
    package var client: @Sendable () throws(ByteSourceError) -> HTTPClient
    /// Most preferred first; empty for automatic choice.
    package var preferredDefinitions: [DefinitionInfo.Key]
    /// Whether pictures are read from the start; otherwise only sound is, until pictures are shown.
    package var wantsPicture: Bool
    package var fetchesFullSize: Bool
    /// Bits per second to assume before a measurement, or `nil` for the default.
    package var startBandwidth: Int?
    /// Returns the picture's size on the screen, before playback reports it. Any thread.
    package var shownGrid: (@Sendable () -> PixelGrid?)?
    package var cache: ByteCache?
    /// Whether to store media on the disk that is read ahead by more than a few seconds.
    package var holdsAhead = false
    /// A preload yields to playback.
    package var isPreload = false
    /// Shared with the other streams of a list, or `nil` to start each independently.
    package var memory: StreamMemory?
    /// The stream's key in ``memory``: the manifest's address.
    var item = ""
    /// The item's header fields, perhaps secret, sent with each request in addition to the settings'.
    package var headers: [HTTPHeader] = []
    /// Whether the item's servers also receive the settings' header fields.
    package var isTrusted = true
    /// Opens a file that a local manifest names. Decrypts an encrypted file transparently.
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
