package import PlayCore

package struct TerminalSize: Sendable, Equatable {
    package let columns: Int
    package let rows: Int
    /// Pixels of the text area; 0 when unknown.
    package let pixelWidth: Int
    package let pixelHeight: Int

    package init(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        self.columns = columns
        self.rows = rows
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
    }

    /// The width of a cell divided by its height: from the pixels if they are plausible (0.3 … 0.8), else 1:2.
    package var cellAspect: Double {
        guard pixelWidth > 0, pixelHeight > 0, columns > 0, rows > 0 else { return 0.5 }
        let aspect = (Double(pixelWidth) / Double(columns)) / (Double(pixelHeight) / Double(rows))
        return (0.3...0.8).contains(aspect) ? aspect : 0.5
    }
}

package enum ColorDepth: String, Sendable, CaseIterable {
    case trueColor = "truecolor"
    case palette256 = "256"
    case palette16 = "16"
    case palette8 = "8"
    /// A 24-bit or 256-colour terminal that shows only greys (NO_COLOR).
    case grey = "grey"
    /// No colour: ASCII or block glyphs by coverage, and reverse.
    case mono = "mono"
}

/// `chrome` covers the whole terminal; its transparent cells show the picture. The backend writes rows without a
/// transparent cell by ncurses; the picture writer draws the other rows, chrome cells above picture cells.
package struct ScreenFrame: Sendable {
    package let chrome: CellBuffer
    /// `nil` shows transparent cells as blanks.
    package let picture: CellBuffer?
    package let pictureColumn: Int
    package let pictureRow: Int
    package let links: [ScreenLink]

    package init(
        chrome: CellBuffer, picture: CellBuffer?, pictureColumn: Int, pictureRow: Int, links: [ScreenLink] = []
    ) {
        self.links = links
        self.chrome = chrome
        self.picture = picture
        self.pictureColumn = pictureColumn
        self.pictureRow = pictureRow
    }
}

/// The single owner of the terminal. Created, used and closed on the main thread.
package protocol TerminalBackend: AnyObject {
    var size: TerminalSize { get }
    var colorDepth: ColorDepth { get }
    /// The background of cells in default colours, or `nil` if unknown.
    var background: Color? { get }
    var keyReach: KeyReach { get }
    /// Whether UTF-8 can be shown; otherwise only ASCII, without block glyphs and CJK.
    var isUTF8: Bool { get }
    /// Whether to write right-to-left text in the displayed order.
    var reordersText: Bool { get }

    /// Whether the tty has taken all bytes, so that a new frame would not wait behind an old one.
    var canPresent: Bool { get }

    /// The time between two pictures, at least a millisecond. A frame's bytes should leave within this time.
    var frameInterval: HostTime { get set }

    /// Whether, by estimate, the line to the terminal has space for a picture now.
    var acceptsPicture: Bool { get }

    /// The time to check ``acceptsPicture`` again if no event comes first, or `nil` if only an event can make space.
    var nextPictureTime: HostTime? { get }

    /// Brings the terminal to show `frame`, in one write, without blocking. Bytes that the terminal does not take at
    /// once are kept, and ``waitForEvents(until:wakeUps:)`` writes them. Call only while `canPresent`.
    ///
    /// - Parameter includesPicture: whether the picture may cost bytes; if not, `frame` has the previous one.
    func present(_ frame: ScreenFrame, includesPicture: Bool)

    var lastOutcome: FrameOutcome { get }

    var link: LinkStatus { get }

    /// Blocks until input, a signal, space in the terminal, a readable descriptor of `wakeUps`, or the deadline.
    func waitForEvents(until deadline: HostTime?, wakeUps: [Int32]) -> [InputEvent]

    /// Removes control characters.
    func setTitle(_ title: String?)

    /// Copies text to the clipboard of the viewer's own machine (OSC 52). The terminal may refuse silently.
    ///
    /// - Returns: whether the text was sent: false if the terminal has no clipboard or the text is too long.
    func copy(_ text: String) -> Bool

    func ring()

    /// Forgets the terminal's contents: the next frame is written in full.
    func invalidate()

    /// Restores the terminal and stops the process group, as Ctrl-Z does; ``InputEvent/resumed`` follows. If another
    /// process stops instead, the call returns at once, and nothing can be presented until the event.
    func suspend()

    /// Restores the terminal. A second call does nothing.
    func close()

    var bytesWritten: Int64 { get }
}

extension TerminalBackend {
    package var background: Color? { nil }
    package var keyReach: KeyReach { .all }
    package var reordersText: Bool { false }

    package func present(_ frame: ScreenFrame) { present(frame, includesPicture: true) }
}
