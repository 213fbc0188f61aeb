import ByteCaches

/// The byte cache of a test, or `nil` for a test without one.
struct ByteCacheBox { var cache: ByteCache? }
