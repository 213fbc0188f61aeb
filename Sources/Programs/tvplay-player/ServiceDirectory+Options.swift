import Options
import PlayerServices

typealias ServiceDirectory = PlayerServices.ServiceDirectory<ServiceOptions>
