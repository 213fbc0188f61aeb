import ByteCaches

/// A cache that a test may have.
struct ByteCacheBox { var cache: ByteCache? }
