import Options
import Playlists

typealias LiveList = Playlists.LiveList<PlayerOptions>
