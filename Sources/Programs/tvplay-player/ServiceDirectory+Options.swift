import ListPlayer
import Options

typealias ServiceDirectory = ListPlayer.ServiceDirectory<ServiceOptions>
