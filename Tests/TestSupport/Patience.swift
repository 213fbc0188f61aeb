package import PlayCore

/// How long a test waits for what has to come: nothing tells how fast the machine is, or what else it does. A test that
/// passes never waits so long.
package enum Patience { package static let limit = HostTime.seconds(120) }
