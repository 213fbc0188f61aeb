/// The version, for `--version` and the manual page.
package enum ProgramVersion {
    package static let number = "0.1.0"
    /// The last change of options or manual page, in mdoc's form.
    package static let date = "November 21, 2026"

    /// `--version`, with the line end.
    package static var text: String { "tvplay \(number)\n" }
}
