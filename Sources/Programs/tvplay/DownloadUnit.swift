import Options
import PlayCore

/// `tvplay downloads unit`: an optional unit for systemd. With `loginctl enable-linger`, downloads then resume after
/// the machine starts, before any user has logged in.
enum DownloadUnit {
    static func write(_ executable: String?) -> ExitCode {
        guard let executable else {
            DownloadProgram.complain(tr("tvplay-downloads not found: reinstall tvplay."))
            return .startFailed
        }
        return DownloadProgram.write(
            """
            # tvplay downloads unit > ~/.config/systemd/user/tvplay-downloads.service
            # systemctl --user enable --now tvplay-downloads
            [Unit]
            Description=Downloads of tvplay
            Documentation=man:tvplay(1)

            [Service]
            ExecStart="\(executable.replacing("%", with: "%%"))" --download-idle=never
            Restart=on-failure
            RestartSec=5

            [Install]
            WantedBy=default.target

            """)
    }
}
