import Options
import Processes

extension KeeperCommandLine {
    /// Returns the file of an option. The default is the service's credential, which its unit reads from
    /// `/etc/tvplay-keeper` (`LoadCredential=tvplay:…`).
    func file(_ option: String) -> String? {
        let manager = ServiceManager()
        return given(option) ?? manager.credential("tvplay_" + option) ?? manager.credential("tvplay_\(option).pem")
    }
}
