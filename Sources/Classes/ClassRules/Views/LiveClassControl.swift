package import PlayCore

/// The interface of a screen to a live class. Main thread; no method blocks.
package protocol LiveClassControl: AnyObject {
    /// Signalled when the view has changed or there is news.
    var wakeUp: WakeUp { get }
    /// `nil` if the viewer attends no live class.
    var view: LiveClassView? { get }
    /// Returns the time at which the view next changes by itself.
    func nextDeadline(at now: HostTime) -> HostTime?
    func perform(_ order: LiveOrder)
    func takeNews() -> [LiveNews]
    func close()
}
