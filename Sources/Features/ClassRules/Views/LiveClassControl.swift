package import PlayCore

/// What a screen has to do with a class that is live. Main thread; nothing waits.
package protocol LiveClassControl: AnyObject {
    /// Signalled when there is another view, or news.
    var wakeUp: WakeUp { get }
    /// Nil: no such class is attended.
    var view: LiveClassView? { get }
    /// When something changes by itself; nil: nothing does.
    func nextDeadline(at now: HostTime) -> HostTime?
    func perform(_ order: LiveOrder)
    /// What came since the last call, in its order.
    func takeNews() -> [LiveNews]
    func close()
}
