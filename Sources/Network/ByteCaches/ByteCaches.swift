// ByteCaches: the disk cache: which bytes of a resource it has, which reader fetches the others, and which are
// preloaded. Each version of a resource has one file with holes. An index lists the stored pieces, and never names
// bytes that are not on the disk. `ByteCache` is the cache of one process; `CachedItem` is one version, shared by all
// readers.
//
// Must not know: HTTP (a server is a `CacheUpstream`), containers, the item being played.
//
// Begin with: `CachedByteSource`, then `CachedItem`; docs/decisions/storage-and-cache.md has the reasons.
