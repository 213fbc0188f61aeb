/// What keys do in home and in its folders.
package enum HomeVerb: Sendable, Hashable {
    /// Opens home, or leaves it.
    case toggle
    /// Asks for a path, an address or a search.
    case openLocation
    case choose
    /// Out of one thing, the innermost first.
    case back
    /// Home itself; from there out of it.
    case close
    /// The folder that this one is in.
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
