package import ScreenKit

package enum HomeVerb: Sendable, Hashable {
    case toggle
    /// A path, an address or a search.
    case openLocation
    case choose
    /// Closes one part, the innermost first.
    case back
    /// Returns to home itself, or leaves it.
    case close
    case parent
    case add
    case download
    case filter
    case hidden
    case reread
    case playlist
    case forget
    case move(ListMotion)
}
