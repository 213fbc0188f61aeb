/// The actions of keys in home and in its folders.
package enum HomeVerb: Sendable, Hashable {
    /// Opens home, or leaves it.
    case toggle
    /// Asks for a path, an address or a search.
    case openLocation
    case choose
    /// Leaves one thing, the innermost first.
    case back
    /// Returns to home itself, or leaves it.
    case close
    /// Opens the folder that this one is in.
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
