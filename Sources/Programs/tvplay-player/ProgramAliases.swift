import ListPlayer
import Options
import Playlists

typealias PlayQueue = Playlists.PlayQueue<PlayerOptions>
typealias ServiceDirectory = ListPlayer.ServiceDirectory<ServiceOptions>
