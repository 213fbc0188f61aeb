package import Access
package import AudioOutput
package import Kiosk
package import ListPlayer
package import Options
package import PlayCore
package import Processes
package import ScreenKit
package import Storage
package import TUI

/// The classes of a run, as far as the player knows them. A program may lack them. Main thread.
package protocol ClassProduct: AnyObject {
    /// The openers for locations that only classes have.
    static var openers: [any Opener] { get }
    /// Blocks on the disk.
    static var isClass: @Sendable (String) -> Bool { get }

    /// Prints the events of a class, for `tvplay class --dump`.
    static func dump(_ parsed: ParsedOptions, _ access: SourceAccess) throws(StartError) -> ExitCode

    /// Reads the options of classes, and asks the viewer for what a live class needs beyond them.
    ///
    /// - Parameter item: the class to enter at the start.
    init(_ parsed: ParsedOptions, entering item: PlayItem?) throws(StartError)

    /// Whether the class to enter is on a server, so that its location names no file.
    var isLive: Bool { get }
    var preventsScreenshots: Bool { get }
    /// Messages for the end of the program.
    var lastWords: [String] { get }

    /// Enters the class of the start. Returns sources for the main loop, in the order of serving.
    func sources(on screen: Surface.Screen, of host: any PlayerHost) -> [any LoopSource]

    /// Returns why the class could not be entered, or why it ended, which matters only if the list has `finished`.
    func failure(finished: Bool) -> PlayError?
}

/// The parts of the player that a class joins. Main thread.
package protocol PlayerHost: AnyObject {
    var options: PlayerOptions { get }
    var rules: KioskRules { get }
    var access: SourceAccess { get }
    /// `nil` if nothing is to be remembered.
    var storage: StorageThread? { get }
    var player: Player { get }
    var loop: UILoop { get }
    var outputs: ProgramOutputSource { get }
    var devices: AudioDeviceSelection { get }
    var front: FrontLink? { get }
    var wakeUp: WakeUp { get }

    /// Shows a message, on standard error without a screen.
    func say(_ text: String, _ kind: Message.Kind)
}
