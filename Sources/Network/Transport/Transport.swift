// Transport: bytes from files, pipes and servers. It decides on redirects, deadlines, retries and fail-over; libcurl
// moves the bytes.
//
// Must not know: containers, playlists, the cache, the item being played.
//
// Begin with: `FileByteSource` for the contract, `HTTPByteSource` for addresses, `HTTPClient` and `TransportLoop`
// for the one thread behind them.
