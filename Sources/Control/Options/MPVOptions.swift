package import PlayCore

package struct IgnoredOption: Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The option is about windows, files or qualities that this program lacks, or handles itself.
        case hasNoMeaning
        /// The option's effect is missing. Playback continues without it.
        case isMissing
        /// An unknown option or value, for mpv too. The error names it.
        case isWrong(String)
    }

    package let option: String
    package let reason: Reason

    package init(_ option: String, _ reason: Reason) { (self.option, self.reason) = (option, reason) }

    package var logLevel: Log.Level { reason == .hasNoMeaning ? .info : .warning }

    package var logText: String {
        switch reason {
        case .hasNoMeaning: "option \(option) has no effect in this program"
        case .isMissing: "option \(option) is not supported and was ignored"
        case .isWrong(let message): "ignored: " + message
        }
    }
}

/// Options of mpv 0.40 that this program's table lacks, so that mpv's launchers and clients can start it. Includes
/// spellings of older versions, which mpv accepts, or whose replacements it names.
enum MPVOptions {
    /// Returns an option by name, or `nil` if mpv has none.
    ///
    /// - Throws: ``OptionError/refused(option:reason:)`` for options that cannot be ignored.
    static func resolve(
        _ name: String, value: String?, typed: String
    ) throws(OptionError) -> (spec: OptionSpec, text: String?)? {
        if let (other, change) = translations[name], let spec = OptionTable.option(named: other) {
            return (spec, value.map(change) ?? (name.hasPrefix("no") ? change("") : spec.form.bare))
        }
        if let base = base(of: name), let spec = OptionTable.option(named: base) {
            let isAdding = ["-add", "-append", "-pre", "-set"].contains { name.hasSuffix($0) }
            return isAdding ? (spec, value) : (ignored(typed, .isMissing), value ?? "yes")
        }
        let root = base(of: name) ?? name
        for known in [name, root, withoutNo(name)].compactMap(\.self) {
            if refused.contains(known) { throw .refused(option: typed, reason: refusal(of: known)) }
            let isMissing = missing.contains(known)
            if isMissing || meaningless.contains(known) {
                return (ignored(typed, isMissing ? .isMissing : .hasNoMeaning), value ?? "yes")
            }
        }
        return nil
    }

    /// Its only effect is a line in the log.
    static func ignored(_ typed: String, _ reason: IgnoredOption.Reason) -> OptionSpec {
        let text = ValueParser<String>(.text, bare: "yes") { $0 }
        return OptionSpec(typed, text, in: .screen, .hidden, summary: "") { options, _ in
            options.ignored.append(IgnoredOption(typed, reason))
        }
    }

    /// mpv's profiles, about qualities that this program chooses itself.
    static let profiles: Set<String> = words(
        "fast high-quality gpu-hq sw-fast low-latency pseudo-gui builtin-pseudo-gui encoding libmpv opengl-hq default")

    /// Picture outputs that draw in windows.
    static let pictureOutputs: Set<String> = words(
        """
        gpu gpu-next opengl opengl-hq opengl-cb x11 xv wayland wlshm dmabuf-wayland vaapi vdpau sdl drm direct3d libmpv \
        caca image mediacodec_embed rpi
        """)

    private static func withoutNo(_ name: String) -> String? {
        name.hasPrefix("no-") ? String(name.dropFirst(3)) : nil
    }

    /// Returns `sub-files` for `sub-files-append`, and so on.
    private static func base(of name: String) -> String? {
        for ending in ["-add", "-append", "-clr", "-del", "-pre", "-remove", "-set", "-toggle"]
        where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return nil
    }

    private static func refusal(of name: String) -> String {
        switch name {
        case "wid": tr("tvplay draws in a terminal, not in the window of another program")
        case "record-file", "stream-record", "stream-dump", "stream-capture", "capture", "dumpstream":
            tr("tvplay get downloads films and streams")
        case "o", "of", "ofopts", "ofps", "ovc", "ovcopts", "oac", "oacopts": tr("tvplay does not encode")
        default: tr("tvplay has no such list")
        }
    }

    private static let translations: [String: (name: String, value: @Sendable (String) -> String)] = [
        "screenshot-directory": ("screenshot-dir", { $0 }), "sub-paths": ("sub-file-paths", { $0 }),
        "subcp": ("sub-codepage", { $0 }), "subfile": ("sub-file", { $0 }), "subdelay": ("sub-delay", { $0 }),
        "audiofile": ("audio-file", { $0 }), "audio-files-append": ("audio-file", { $0 }),
        "audio-files-add": ("audio-file", { $0 }), "sub-files-append": ("sub-file", { $0 }),
        "sub-files-add": ("sub-file", { $0 }), "ss": ("start", { $0 }),
        "delay": ("audio-delay", { $0 }), "cover-art": ("cover", { $0 }), "cover-art-file": ("cover", { $0 }),
        "cover-art-files": ("cover", { $0 }), "scripts": ("script", { $0 }), "scripts-append": ("script", { $0 }),
        "input-unix-socket": ("input-ipc-server", { $0 }), "input-file": ("input-ipc-server", { $0 }),
        "osdlevel": ("osd-level", { $0 }), "video-aspect": ("video-aspect-override", { $0 }),
        "media-title": ("force-media-title", { $0 }), "http-header-fields-add": ("http-header-fields-append", { $0 }),
        "nosound": ("aid", { _ in "no" }), "noautosub": ("sub-auto", { _ in "no" }),
        // Only the first chapter of `2-4`, since mpv dropped the other.
        "chapter": ("start", { "#" + $0.prefix { $0 != "-" } }),
    ]

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    private static let refused = words(
        """
        capture dumpstream identify input-cmdlist input-keylist input-test list-properties list-protocols o
        oac oacopts of ofopts ofps ovc ovcopts pphelp record-file show-profile stream-capture stream-dump
        stream-record wid
        """)

    private static let missing = words(
        """
        ab-loop-count audio-demuxer audio-format audio-samplerate
        bluray-device cdrom-device demuxer demuxer-lavf-format demuxer-lavf-o dvd-device edition
        external-file external-files forcedsubsonly frames hue idx input-ipc-client lavfi-complex
        play-dir rawaudio rawvideo rtsp-transport secondary-sub-delay sstep stream-lavf-o
        sub-demuxer sub-filter-jsre sub-filter-regex sub-filter-sdh sub-forced-events-only sub-forced-only
        sub-fps sub-speed subfps teletext-page tls-cert-file tls-key-file vf vf-defaults video-crop
        video-scale-x video-scale-y vobsub volume-gain
        """)

    private static let meaningless = words(
        """
        3dlut-size a52drc access-references ad ad-lavc-ac3drc ad-lavc-downmix ad-lavc-o ad-lavc-threads
        ad-queue-enable ad-queue-max-bytes ad-queue-max-samples ad-queue-max-secs ad-spdif-dtshd af-defaults
        afm allow-delayed-peak-detect alpha alsa-buffer-time alsa-ignore-chmap alsa-mixer-device
        alsa-mixer-index alsa-mixer-name alsa-non-interleaved alsa-periods alsa-resample angle-renderer
        ao-null-broken-delay ao-null-broken-eof ao-null-buffer ao-null-channel-layouts ao-null-format
        ao-null-latency ao-null-outburst ao-null-speed ao-null-untimed ao-pcm-append ao-pcm-file
        ao-pcm-waveheader archive-exts aspect ass ass-bottom-margin ass-force-margins ass-force-style
        ass-hinting ass-line-spacing ass-scale-with-window ass-shaper ass-style-override ass-styles
        ass-use-margins ass-vsfilter-aspect-compat ass-vsfilter-blur-compat ass-vsfilter-color-compat
        audio-backward-batch audio-backward-overlap audio-buffer audio-channels audio-client-name
        audio-display audio-exclusive audio-exts audio-fallback-to-null audio-file-exts
        audio-normalize-downmix audio-pitch-correction audio-resample-cutoff
        audio-resample-filter-size audio-resample-linear audio-resample-max-output-size
        audio-resample-phase-shift audio-reversal-buffer audio-set-media-role audio-spdif
        audio-stream-silence audio-swresample-o audio-wait-open auto-window-resize
        autofit autofit-larger autofit-smaller autoload-files autosub autosub-match autosync backdrop-type
        background-blur-tile-size background-color benchmark blend-subtitles bluray-angle border
        border-background cache-on-disk cache-pause cache-pause-below cache-pause-initial cache-pause-wait
        cache-secs cache-unlink-files cdda-cdtext cdda-overlap cdda-paranoia cdda-sector-size cdda-skip
        cdda-span cdda-span-a cdda-span-b cdda-speed cdda-toc-bias cdda-toc-offset channels
        chapter-merge-threshold chapter-seek-threshold clipboard-backends clipboard-enable clipboard-monitor
        clipboard-xwayland coreaudio-change-physical-format coreaudio-spdif-hack corner-rounding
        correct-downscaling correct-pts cover-art-auto cover-art-whitelist cscale cscale-antiring
        cscale-blur cscale-clamp cscale-cutoff cscale-param1 cscale-param2 cscale-radius cscale-taper
        cscale-wblur cscale-window cscale-wparam cscale-wtaper cuda-decode-device cursor-autohide
        cursor-autohide-delay cursor-autohide-fs-only d3d11-adapter d3d11-exclusive-fs d3d11-feature-level
        d3d11-flip d3d11-output-csp d3d11-output-format d3d11-sync-interval d3d11-warp d3d11va-zero-copy
        deband deband-dither deband-grain deband-iterations deband-range deband-threshold
        deinterlace-field-parity demuxer-backward-playback-step demuxer-cache-dir demuxer-cache-unlink-files
        demuxer-cache-wait demuxer-cue-codepage demuxer-donate-buffer demuxer-force-retry-on-eof
        demuxer-hysteresis-secs demuxer-lavf-allow-mimetype demuxer-lavf-analyzeduration
        demuxer-lavf-buffersize demuxer-lavf-hacks demuxer-lavf-linearize-timestamps demuxer-lavf-probe-info
        demuxer-lavf-probescore demuxer-lavf-probesize demuxer-lavf-propagate-opts demuxer-max-bytes
        demuxer-mkv-probe-start-time demuxer-mkv-probe-video-duration demuxer-mkv-subtitle-preroll
        demuxer-mkv-subtitle-preroll-secs demuxer-mkv-subtitle-preroll-secs-index demuxer-rawaudio-channels
        demuxer-rawaudio-format demuxer-rawaudio-rate demuxer-rawvideo-codec demuxer-rawvideo-format
        demuxer-rawvideo-fps demuxer-rawvideo-h demuxer-rawvideo-mp-format demuxer-rawvideo-size
        demuxer-rawvideo-w demuxer-readahead-secs demuxer-seekable-cache demuxer-termination-timeout
        demuxer-thread directory-filter-types directory-mode display-fps display-tags dither dither-depth
        dither-size-fruit drm-atomic drm-connector drm-device drm-draw-plane drm-draw-surface-size
        drm-drmprime-video-plane drm-format drm-mode drm-osd-plane-id drm-osd-size drm-video-plane-id
        drm-vrr-enabled dscale dscale-antiring dscale-blur dscale-clamp dscale-cutoff dscale-param1
        dscale-param2 dscale-radius dscale-taper dscale-wblur dscale-window dscale-wparam dscale-wtaper
        dump-stats dvbin-card dvbin-channel-switch-offset dvbin-file dvbin-full-transponder dvbin-prog
        dvbin-timeout dvd-angle dvd-speed dvdangle egl-config-id egl-output-format embeddedfonts endpos
        error-diffusion fbo-format fit-border fixed-vo focus-on focus-on-open font force-render
        force-rgba-osd-rendering force-seekable force-window force-window-position forceidx format fps
        framedrop fs-black-out-screens fs-screen fs-screen-name gamma-auto gamma-factor gamut-clipping
        gamut-mapping-mode gamut-warning gapless-audio geometry glsl-shader glsl-shader-opts glsl-shaders
        gpu-api gpu-context gpu-context-list gpu-debug gpu-dumb-mode gpu-hwdec-interop gpu-next-fbo-format
        gpu-shader-cache gpu-shader-cache-dir gpu-sw gpu-tex-pad-x gpu-tex-pad-y hardframedrop
        hdr-compute-peak hdr-contrast-recovery hdr-contrast-smoothness hdr-peak-decay-rate
        hdr-peak-percentile hdr-scene-threshold-high hdr-scene-threshold-low hdr-tone-mapping heartbeat-cmd
        hidpi-window-scale hls-bitrate hr-seek hr-seek-demuxer-offset hr-seek-framedrop hwdec-codecs
        hwdec-extra-frames hwdec-image-format hwdec-preload hwdec-software-fallback hwdec-threads
        icc-3dlut-size icc-cache icc-cache-dir icc-contrast icc-force-contrast icc-intent icc-profile
        icc-profile-auto icc-use-luma ignore-path-in-watch-later-config image-display-fps image-exts
        image-lut image-lut-type image-subs-hdr-peak image-subs-video-resolution index initial-audio-sync
        input-ar-delay input-ar-rate input-builtin-bindings input-builtin-dragging input-commands
        input-cursor input-cursor-passthrough input-doubleclick-time input-dragging-deadzone input-gamepad
        input-key-fifo-size input-media-keys input-preprocess-wheel input-right-alt-gr
        input-tablet-emulate-mouse input-terminal input-touch-emulate-mouse input-vo-keyboard
        input-x11-keyboard interpolation interpolation-preserve interpolation-threshold inverse-tone-mapping
        jack-autostart jack-connect jack-name jack-port jack-std-channel-layout keep-open-pause keepaspect
        keepaspect-window lavdopts lavfdopts libplacebo-opts linear-downscaling linear-scaling
        linear-upscaling load-auto-profiles load-commands load-console load-context-menu load-osd-console
        load-positioning load-select load-stats-overlay load-unsafe-playlists lua lua-opts lut lut-type
        macos-app-activation-policy macos-bundle-path macos-force-dedicated-gpu macos-fs-animation-duration
        macos-geometry-calculation macos-menu-shortcuts macos-render-timer macos-title-bar-appearance
        macos-title-bar-color macos-title-bar-material mc media-controls media-keys merge-files mf-fps
        mf-type mixer mixer-channel mkv-subtitle-preroll monitoraspect monitorpixelaspect mouse-movements
        msg-color msg-level msg-module msg-time msgcolor msglevel msgmodule name native-fs native-keyrepeat
        native-touch noar noconsolecontrols oafirst oaoffset oautofps ocopy-metadata ocopyts oharddup
        omaxfps on-all-workspaces oneverdrop ontop ontop-level opengl-backend opengl-check-pattern-a
        opengl-check-pattern-b opengl-debug opengl-dumb-mode opengl-early-flush opengl-es opengl-fbo-format
        opengl-gamma opengl-glfinish opengl-hwdec-interop opengl-pbo opengl-rectangle-textures
        opengl-restrict opengl-shader opengl-shader-cache-dir opengl-shaders opengl-sw opengl-swapinterval
        opengl-tex-pad-x opengl-tex-pad-y opengl-vsync-fences opengl-waitvsync orawts ordered-chapters
        ordered-chapters-files oremove-metadata osd-align-x osd-align-y osd-ass-cc osd-back-color osd-bar
        osd-bar-align-x osd-bar-align-y osd-bar-border-size osd-bar-h osd-bar-marker-min-size
        osd-bar-marker-scale osd-bar-marker-style osd-bar-outline-size osd-bar-w osd-bitmap-max-size
        osd-blur osd-bold osd-border-color osd-border-size osd-border-style osd-color osd-duration osd-font
        osd-font-provider osd-font-size osd-fonts-dir osd-fractions osd-glyph-limit osd-italic osd-justify
        osd-margin-x osd-margin-y osd-msg1 osd-msg2 osd-msg3 osd-on-seek osd-outline-color osd-outline-size
        osd-playing-msg osd-playing-msg-duration osd-playlist-entry osd-scale osd-scale-by-window
        osd-selected-color osd-selected-outline-color osd-shadow-color osd-shadow-offset osd-shaper
        osd-spacing osd-status-msg oset-metadata override-display-fps ovfirst ovoffset panscan panscanrange
        pipewire-buffer pipewire-remote pipewire-volume-mode player-operation-mode playing-msg playlist-exts
        pp prefer-hidpi prefetch-playlist pulse-allow-suspended pulse-buffer pulse-host pulse-latency-hacks
        quiet rar-list-all-volumes rebase-start-time reset-on-next-file resume-playback-check-mtime
        right-alt-gr save-watch-history scale scale-antiring scale-blur scale-clamp scale-cutoff
        scale-param1 scale-param2 scale-radius scale-taper scale-wblur scale-window scale-wparam
        scale-wtaper scaler-lut-size scaler-resizes-only screen screen-name screenshot-high-bit-depth
        screenshot-jpeg-source-chroma screenshot-jxl-distance screenshot-jxl-effort
        screenshot-png-compression screenshot-png-filter screenshot-sw screenshot-tag-colorspace
        screenshot-webp-compression screenshot-webp-lossless screenshot-webp-quality script-opts sdl-buflen
        sdl-sw sdl-switch-mode sdl-vsync secondary-sub-ass-override secondary-sub-pos
        secondary-sub-visibility show-in-taskbar sigmoid-center sigmoid-slope sigmoid-upscaling snap-window
        softvol-max spdif spirv-compiler spugauss srate status-msg stop-playback-on-init-failure
        stop-screensaver stop-xscreensaver stream-buffer-size stretch-dvd-subs stretch-image-subs-to-screen
        sub-align-x sub-align-y sub-ass sub-ass-force-margins sub-ass-force-style sub-ass-hinting
        sub-ass-justify sub-ass-line-spacing sub-ass-override sub-ass-prune-delay sub-ass-scale-with-window
        sub-ass-shaper sub-ass-style-override sub-ass-style-overrides sub-ass-styles sub-ass-use-video-data
        sub-ass-video-aspect-override sub-ass-vsfilter-aspect-compat sub-ass-vsfilter-blur-compat
        sub-ass-vsfilter-color-compat sub-auto-exts sub-back-color sub-bitmap-max-size sub-blur sub-bold
        sub-border-color sub-border-size sub-border-style sub-clear-on-seek sub-color sub-create-cc-track
        sub-file-exts sub-filter-regex-enable sub-filter-regex-plain sub-filter-regex-warn
        sub-filter-sdh-harder sub-fix-timing sub-font sub-font-provider sub-font-size sub-fonts-dir
        sub-fuzziness sub-gauss sub-glyph-limit sub-gray sub-hdr-peak sub-hinting sub-italic sub-justify
        sub-lavc-o sub-line-spacing sub-margin-x sub-margin-y sub-outline-color sub-outline-size
        sub-past-video-end sub-pos sub-scale sub-scale-by-window sub-scale-signs sub-scale-with-window
        sub-shadow-color sub-shadow-offset sub-shaper sub-spacing sub-stretch-durations sub-text-align-x
        sub-text-align-y sub-text-back-color sub-text-blur sub-text-bold sub-text-border-color
        sub-text-border-size sub-text-color sub-text-font sub-text-font-size sub-text-italic
        sub-text-margin-x sub-text-margin-y sub-text-shadow-color sub-text-shadow-offset sub-text-spacing
        sub-use-margins sub-vsfilter-bidi-compat subfont subfont-text-scale subpos subs-fallback
        subs-fallback-forced subs-match-os-language subs-with-matching-audio swapchain-depth sws-allow-zimg
        sws-bitexact sws-cgb sws-chs sws-cs sws-cvs sws-fast sws-lgb sws-ls sws-scaler
        target-colorspace-hint target-contrast target-gamut target-lut target-peak target-prim target-trc
        taskbar-progress temporal-dither temporal-dither-period term-osd term-osd-bar term-osd-bar-chars
        term-playing-msg term-remaining-playtime term-status-msg term-title terminal title-bar tone-mapping
        tone-mapping-crosstalk tone-mapping-desaturate tone-mapping-desaturate-exponent
        tone-mapping-max-boost tone-mapping-mode tone-mapping-param tone-mapping-visualize
        track-auto-selection treat-srgb-as-power22 tscale tscale-antiring tscale-blur tscale-clamp
        tscale-cutoff tscale-param1 tscale-param2 tscale-radius tscale-taper tscale-wblur tscale-window
        tscale-wparam tscale-wtaper tvscan untimed use-embedded-icc-profile use-filedir-conf
        use-filename-title vaapi-device vc vd vd-apply-cropping vd-lavc-assume-old-x264 vd-lavc-bitexact
        vd-lavc-check-hw-profile vd-lavc-dr vd-lavc-fast vd-lavc-film-grain vd-lavc-framedrop vd-lavc-o
        vd-lavc-show-all vd-lavc-skipframe vd-lavc-skipidct vd-lavc-skiploopfilter vd-lavc-software-fallback
        vd-lavc-threads vd-queue-enable vd-queue-max-bytes vd-queue-max-samples vd-queue-max-secs
        video-align-x video-align-y video-aspect-method video-backward-batch video-backward-overlap
        video-exts video-latency-hacks video-margin-ratio-bottom video-margin-ratio-left
        video-margin-ratio-right video-margin-ratio-top video-osd video-output-levels video-recenter
        video-reversal-buffer video-stereo-mode video-sync video-sync-max-audio-change video-sync-max-factor
        video-sync-max-video-change video-timing-offset video-unscaled vlang vo-image-format
        vo-image-high-bit-depth vo-image-jpeg-quality vo-image-jpeg-source-chroma vo-image-jxl-distance
        vo-image-jxl-effort vo-image-outdir vo-image-png-compression vo-image-png-filter
        vo-image-tag-colorspace vo-image-webp-compression vo-image-webp-lossless vo-image-webp-quality
        vo-kitty-alt-screen vo-kitty-auto-multiplexer-passthrough vo-kitty-cols vo-kitty-config-clear
        vo-kitty-height vo-kitty-left vo-kitty-rows vo-kitty-top vo-kitty-use-shm vo-kitty-width
        vo-libmpv-disable-early-flush vo-null-fps vo-sixel-alt-screen vo-sixel-buffered vo-sixel-cols
        vo-sixel-config-clear vo-sixel-dither vo-sixel-exit-clear vo-sixel-fixedpalette vo-sixel-height
        vo-sixel-left vo-sixel-pad-x vo-sixel-pad-y vo-sixel-reqcolors vo-sixel-rows vo-sixel-threshold
        vo-sixel-top vo-sixel-width vo-tct-algo vo-tct-buffering vo-tct-height vo-tct-width
        vo-vaapi-scaled-osd vo-vaapi-scaling vo-vdpau-chroma-deint vo-vdpau-colorkey
        vo-vdpau-composite-detect vo-vdpau-denoise vo-vdpau-force-yuv vo-vdpau-fps vo-vdpau-hqscaling
        vo-vdpau-output vo-vdpau-output-surfaces vo-vdpau-pullup vo-vdpau-queuetime vo-vdpau-queuetime-fs
        vo-vdpau-queuetime-windowed vo-vdpau-sharpen volstep volume-gain-max volume-gain-min volume-max
        vulkan-async-compute vulkan-async-transfer vulkan-device vulkan-disable-events
        vulkan-display-display vulkan-display-mode vulkan-display-plane vulkan-queue-count vulkan-swap-mode
        wasapi-exclusive-buffer watch-history-path watch-later-dir watch-later-directory watch-later-options
        wayland-app-id wayland-configure-bounds wayland-content-type wayland-disable-vsync
        wayland-edge-pixels-pointer wayland-edge-pixels-touch wayland-internal-vsync wayland-present
        window-affinity window-corners window-dragging window-maximized window-minimized window-scale
        write-filename-in-watch-later-config x11-bypass-compositor x11-name x11-netwm x11-present
        x11-wid-title xineramascreen xv-adaptor xv-buffers xv-ck xv-ck-method xv-colorkey xv-no-colorkey
        xv-port xy zimg-dither zimg-fast zimg-scaler zimg-scaler-chroma zimg-scaler-chroma-param-a
        zimg-scaler-chroma-param-b zimg-scaler-param-a zimg-scaler-param-b zimg-threads zoom
        """)
}
