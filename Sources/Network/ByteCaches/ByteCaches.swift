// ByteCaches: the cache on the disk: which bytes of a resource are there, who fetches the others, what is loaded
// ahead. A resource has one file with holes for each version; an index names the pieces that are there, and is
// never ahead of the disk. `CachedByteSource` reads; `ByteCache` is the cache as one process has it; `CachedItem`
// is one version, shared by all readers; `CacheIndex` is the database; `PieceMap` and `SpanSet` are the values in
// the middle.
//
// Must not know: HTTP (a server is a `CacheUpstream`), containers, what plays.
//
// Begin with: `CachedByteSource`, then `CachedItem`; docs/decisions/byte-cache.md says why it is so.
