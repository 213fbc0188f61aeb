import Lists
import Options
import PlayerServices

typealias LiveList = Lists.LiveList<PlayerOptions>
