// Transport: bytes from files, pipes and servers. Policy is here (redirects, deadlines, retries, fail-over),
// libcurl moves the bytes.
//
// Must not know: containers, playlists, the cache, what plays.
//
// Begin with: `FileByteSource` for the contract, `HTTPByteSource` for addresses, `HTTPClient` and `TransportLoop`
// for the one thread behind them.
