/// PLAY-01: `playerType`; numbers of the catalogue's section 15. The engine of this program is the system's: it gives its
/// frames away.
package enum PlayerType: Int, Sendable, CaseIterable {
    case avPlayer = 0
    case ijkPlayer = 1
}
