package import PlayCore

/// Columns, rows and, where the terminal tells, its size in pixels.
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

    /// Width of a cell divided by its height: from the pixels when they are plausible (0.3 … 0.8), else 1:2.
    package var cellAspect: Double {
        guard pixelWidth > 0, pixelHeight > 0, columns > 0, rows > 0 else { return 0.5 }
        let aspect = (Double(pixelWidth) / Double(columns)) / (Double(pixelHeight) / Double(rows))
        return (0.3...0.8).contains(aspect) ? aspect : 0.5
    }
}

/// What the terminal can show.
package enum ColorDepth: String, Sendable, CaseIterable {
    /// 24 bits.
    case trueColor = "truecolor"
    case palette256 = "256"
    case palette16 = "16"
    case palette8 = "8"
    /// 24-bit or 256-colour terminal, asked to show greys only (NO_COLOR).
    case grey = "grey"
    /// No colour at all: coverage of ASCII or block glyphs, and reverse.
    case mono = "mono"
}

/// What a screen consists of at one instant.
///
/// `chrome` covers the whole terminal; its transparent cells let the picture through. The backend gives rows without
/// a transparent cell to ncurses; the others are drawn by the picture writer, chrome cells above picture cells.
package struct ScreenFrame: Sendable {
    package let chrome: CellBuffer
    /// Cells of the picture, or nil: then transparent cells show as blanks.
    package let picture: CellBuffer?
    /// Left upper corner of the picture in the terminal.
    package let pictureColumn: Int
    package let pictureRow: Int
    /// Cells of the chrome that have an address, for terminals that know such links.
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

/// The one owner of the terminal. Created, used and closed on the main thread only.
package protocol TerminalBackend: AnyObject {
    var size: TerminalSize { get }
    var colorDepth: ColorDepth { get }
    /// Of cells in default colours; nil: not known.
    var background: Color? { get }
    /// Which keys with modifiers come.
    var keyReach: KeyReach { get }
    /// Whether block glyphs, CJK and the like can be shown; false: ASCII only.
    var isUTF8: Bool { get }
    /// Whether right-to-left text is given to it in the order in which it is shown.
    var reordersText: Bool { get }

    /// True when the tty took everything written so far, so that a new frame would not wait behind an old one.
    var canPresent: Bool { get }

    /// Time between two pictures of what plays, at least a millisecond: a frame's bytes are to have left by the next.
    var frameInterval: HostTime { get set }

    /// True when the line to the terminal has space for a picture now, as far as one can know.
    var acceptsPicture: Bool { get }

    /// When to look at ``acceptsPicture`` again if nothing happens before; nil: only an event can make space.
    var nextPictureTime: HostTime? { get }

    /// Brings the terminal to show `frame`, in one write, without waiting: what the terminal does not take at once is
    /// kept and written by ``waitForEvents(until:wakeUps:)``. Call only while `canPresent`.
    ///
    /// - Parameter includesPicture: false: only the chrome may cost bytes; give the picture that was shown before.
    func present(_ frame: ScreenFrame, includesPicture: Bool)

    /// What became of the last frame.
    var lastOutcome: FrameOutcome { get }

    /// What is known of the line to the terminal.
    var link: LinkStatus { get }

    /// Waits for input, a signal, space in the terminal, a readable descriptor of `wakeUps`, or the deadline, and
    /// returns what came (possibly nothing).
    func waitForEvents(until deadline: HostTime?, wakeUps: [Int32]) -> [InputEvent]

    /// Title of the terminal window; control characters are taken out.
    func setTitle(_ title: String?)

    /// Gives text to the clipboard of the viewer's own machine (OSC 52), which the terminal may refuse without a word.
    ///
    /// - Returns: false: the terminal knows no such thing, or the text is too long.
    func copy(_ text: String) -> Bool

    /// The terminal's bell.
    func ring()

    /// Forgets what the terminal shows: the next frame is written in full.
    func invalidate()

    /// Restores the terminal and stops the process group as Ctrl-Z does; ``InputEvent/resumed`` follows when it goes on.
    /// Where another process stops in this one's place it returns at once, and nothing can be presented until then.
    func suspend()

    /// Restores the terminal. A second call does nothing.
    func close()

    /// Bytes written to the terminal since the start.
    var bytesWritten: Int64 { get }
}

extension TerminalBackend {
    package var background: Color? { nil }
    package var keyReach: KeyReach { .all }
    package var reordersText: Bool { false }

    /// With its picture, whether there is space or not.
    package func present(_ frame: ScreenFrame) { present(frame, includesPicture: true) }
}
