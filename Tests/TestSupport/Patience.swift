package import PlayCore

/// The time that a test waits for an expected event. Long, because the machine may be slow or busy; a test that passes
/// never waits that long.
package enum Patience { package static let limit = HostTime.seconds(120) }
