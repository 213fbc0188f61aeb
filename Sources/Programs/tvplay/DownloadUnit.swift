import Options
import PlayCore

/// `tvplay downloads unit`: prints the service of Assets/systemd with this program's path, for systems without the
/// package. With `loginctl enable-linger`, downloads resume at the machine's start.
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
            Wants=tvplay-downloads.socket

            [Service]
            Type=notify
            ExecStart="\(executable.replacing("%", with: "%%"))" --download-idle=never
            # The daemon ends its programs itself: one that systemd ends first is a failed download.
            KillMode=mixed
            Restart=on-failure

            # Downloads go to all folders of the user, and yt-dlp and commands for keys run here: so there is no
            # ProtectHome, PrivateTmp or MemoryDenyWriteExecute. Most of the rest needs PrivateUsers in a user's unit.
            PrivateUsers=yes
            CapabilityBoundingSet=
            NoNewPrivileges=yes
            ProtectSystem=full
            ProtectClock=yes
            ProtectHostname=yes
            ProtectKernelLogs=yes
            ProtectKernelModules=yes
            ProtectKernelTunables=yes
            ProtectControlGroups=yes
            PrivateDevices=yes
            LockPersonality=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            RestrictNamespaces=yes
            RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallErrorNumber=EPERM

            [Install]
            WantedBy=default.target

            """)
    }
}
