import Options
import Processes

extension KeeperCommandLine {
    /// Returns an option's file, else the service's file for it, which its unit reads from `/etc/tvplay-keeper`
    /// (`LoadCredential=tvplay:…`).
    func file(_ option: String) -> String? {
        let manager = ServiceManager()
        return given(option) ?? manager.credential("tvplay_" + option) ?? manager.credential("tvplay_\(option).pem")
    }
}
