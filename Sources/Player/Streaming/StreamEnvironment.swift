package import ByteCaches
package import PlayCore
package import Transport

/// What a stream is opened with. A value.
package struct StreamEnvironment: Sendable {
    /// Made when the first address is asked for.
    package var client: @Sendable () throws(ByteSourceError) -> HTTPClient
    /// The viewer's wishes, the strongest first; empty: by itself.
    package var preferredDefinitions: [DefinitionInfo.Key]
    /// False: sound only, until somebody asks for the pictures.
    package var wantsPicture: Bool
    /// Whether more pixels are fetched than the terminal shows.
    package var fetchesFullSize: Bool
    /// Bits per second that are expected before anything was measured; nil: the usual.
    package var startBandwidth: Int?
    /// What the screen shows of a picture, before playing tells it; any thread.
    package var shownGrid: (@Sendable () -> PixelGrid?)?
    /// Where segments are kept; nil: nowhere.
    package var cache: ByteCache?
    /// What is read ahead beyond a few seconds lies there.
    package var holdsAhead = false
    /// Nobody watches it yet: what plays goes first.
    package var isPreload = false
    /// Shared with the other streams of a list; nil: each begins by itself.
    package var memory: StreamMemory?
    /// What the memory knows it by: the manifest's address.
    var item = ""
    /// What each request of the stream bears beside the settings' fields: an item's own, perhaps secrets.
    package var headers: [HTTPHeader] = []
    /// Its servers are shown the settings' fields.
    package var isTrusted = true
    /// Opens what a manifest of this machine names, by its path: encrypted files are no others for whoever reads.
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
