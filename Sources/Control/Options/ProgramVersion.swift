/// The version of the program, for `--version` and the manual page.
package enum ProgramVersion {
    package static let number = "0.1.0"
    /// The date of the last change of options or manual page, in mdoc's form.
    package static let date = "November 21, 2026"

    /// The output of `--version`, with the line end.
    package static var text: String { "tvplay \(number)\n" }
}
