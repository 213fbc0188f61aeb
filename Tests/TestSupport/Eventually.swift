package import PlayCore

/// Waits for a condition that signals no change, such as the state of another process, a file or a counter.
///
/// - Parameter condition: evaluated every 5 ms; must have no side effects that a repetition would double.
/// - Returns: whether it held within `limit`.
package func eventually(limit: HostTime = Patience.limit, _ condition: () throws -> Bool) rethrows -> Bool {
    let clock = SystemClock()
    let deadline = clock.now + limit
    let pause = WakeUp()
    while try !condition() {
        guard clock.now < deadline else { return false }
        pause.wait(until: clock.now + .milliseconds(5))
    }
    return true
}
