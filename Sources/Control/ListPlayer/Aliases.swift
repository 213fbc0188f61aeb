import Lists
import Options

typealias LiveList = Lists.LiveList<PlayerOptions>
