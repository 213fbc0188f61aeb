/// The version of the program, for `--version` and the manual page.
package enum ProgramVersion {
    package static let number = "0.1.0"
    /// When the options or the manual page last changed, as mdoc writes dates.
    package static let date = "November 21, 2026"

    /// What `--version` prints, with the line end.
    package static var text: String { "tvplay \(number)\n" }
}
