// ByteCaches: the disk cache: which bytes of a resource it has, which reader fetches the others, and which are
// preloaded. Each version of a resource has one file with holes; an index lists the stored pieces, and never names
// bytes that are not on the disk. `CachedByteSource` reads; `ByteCache` is the cache of one process; `CachedItem` is
// one version, shared by all readers; `CacheIndex` is the database; `PieceMap` and `SpanSet` are the central values.
//
// Must not know: HTTP (a server is a `CacheUpstream`), containers, the item being played.
//
// Begin with: `CachedByteSource`, then `CachedItem`; docs/decisions/byte-cache.md has the reasons.
