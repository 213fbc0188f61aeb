"""Which of mpv's names tvplay answers otherwise. Names that are not here are answered the same."""
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True)
class Verdict:
    kind: str
    reason: str = ""
    # The requests whose answers differ: `get`, `text` (get_property_string), `option` (options/NAME), `set` and `idle`
    # (without a file) of a property, else the words of the request.
    requests: frozenset = frozenset()


SAME = Verdict("same")


def differs(reason, *requests):
    return Verdict("differs", reason, frozenset(requests))


def absent(reason):
    """tvplay refuses every request about the name."""
    return Verdict("absent", reason)


UNTIL_READ = "answers before it has read the file, which may fail later"
EMPTY_FILE = "also succeeds without a file, and does nothing"
FILTERS = "a text of filter graphs, not a list of maps"
TEXT = "a text, not a map"
CURRENT = "`options/…` is the current track, not `auto`; "
UNSELECTED = "`auto` without a file; mpv remembers the number that was set"
WINDOW = "about windows"
OLD = "an old name"
PICTURES = "without fields about formats and colours"

PROTOCOL = {
    "malformed requests, and other values of `request_id`": differs(
        "a comma before a closing bracket is an error", '{ "command" : [ "get_property" , "volume" , ] }'),
}

EVENTS = {
    "audio-reconfig": absent("observe `audio-params`"),
    "video-reconfig": absent("observe `video-params`"),
}

COMMANDS = {
    "ab-loop": differs("an error without a file", "ab-loop"),
    "ab-loop-align-cache": absent("no cache that is written to files"),
    "ab-loop-dump-cache": absent("no cache that is written to files; downloads are"),
    "af": differs(
        "the graph may be missing, and an unknown operation is an error", "af set", "af sideways "),
    "af-command": absent("filters take no commands"),
    "ao-reload": absent("sound has one output"),
    "apply-profile": absent("profiles apply at the start"),
    "audio-add": differs(UNTIL_READ, "audio-add /nonexistent"),
    "change-list": differs(
        "the value may be missing, and an unknown operation is a wrong argument", "change-list glsl-shaders",
        "change-list glsl-shaders sideways a"),
    "cycle": differs("an error for tracks without a file", "cycle aid"),
    "delete-watch-later-config": absent("`tvplay positions` deletes them"),
    "disable_event": differs("accepts unknown names", "disable_event no-such-event"),
    "dump-cache": absent("no cache that is written to files; downloads are"),
    "enable_event": differs("accepts unknown names", "enable_event no-such-event"),
    "expand-path": differs("`~~/` is the folder of the configuration also with `--no-config`", "expand-path ~~/x"),
    "expand-text": differs(
        "speeds, delays, tracks and chapters in the form of `${=…}`", "expand-text ${speed} ${mute} ${loop-file}",
        "expand-text ${playlist-pos} ${playlist-pos-1} ${aid} ${chapter}", "expand-text ${sub-delay} ${audio-delay}"),
    "load-script": absent("starts programs; refused"),
    "loadfile": differs(
        "numbers as values; unknown options are errors, run-wide ones ignored", 'loadfile CLIP append {"start": 1}',
        "loadfile CLIP append =1", "loadfile CLIP append no-such-option=1"),
    "osd-overlay": absent("`show-text` shows messages"),
    "overlay-add": absent("no pictures over the picture"),
    "overlay-remove": absent("no pictures over the picture"),
    "playlist-play-index": differs("an index beyond the end is an error", "playlist-play-index 99"),
    "rescan-external-files": absent("`sub-add` and `audio-add` add files"),
    "revert-seek": differs("marks are refused", "revert-seek mark"),
    "run": absent("starts programs; refused"),
    "screenshot": differs("an unknown word is an error of the command", "screenshot sideways"),
    "screenshot-raw": absent("`screenshot-to-file` writes files"),
    "screenshot-to-file": differs(
        "answers before it has written the file", "screenshot-to-file FOLDER/no-folder/three.png"),
    "script-message": differs("accepts numbers and flags as words", "script-message 5 true"),
    "seek": differs("accepts further words", "seek 1 absolute exact 1", "seek 1 2"),
    "show-text": differs("accepts a number as its text", "show-text 5"),
    "sub-add": differs(UNTIL_READ, "sub-add /nonexistent", "sub-add SUBTITLES"),
    "sub-seek": differs(EMPTY_FILE, "sub-seek 1"),
    "sub-step": differs(EMPTY_FILE, "sub-step 1"),
    "subprocess": absent("starts programs; refused"),
    "vf": absent("no video filters"),
    "vf-command": absent("no video filters"),
    "video-add": absent("no video from a further file"),
    "video-reload": absent("no video from a further file"),
    "video-remove": absent("no video from a further file"),
}

PROPERTIES = {
    "af": differs(FILTERS, "get", "option", "set", "idle"),
    "af-metadata": absent("filters report nothing"),
    "aid": differs(
        "a number without a track is an error; " + CURRENT + UNSELECTED, "option", "idle", "set_property aid 99",
        "set_property aid 1"),
    "ao-mute": absent("the volume of the system is not changed"),
    "ao-volume": absent("the volume of the system is not changed"),
    "audio": differs(UNSELECTED, "idle"),
    "audio-bitrate": absent("not measured for single tracks"),
    "audio-codec": differs("only the short name", "get", "text"),
    "audio-out-params": differs("the format is `float`", "get", "text"),
    "audio-params": differs("the format is `float`", "get", "text"),
    "audio-pts": absent("`time-pos` is that of sound and picture"),
    "audio-speed-correction": absent("sound is the clock"),
    "chapter": differs(
        "also as `options/chapter`; a chapter that does not exist is an error of the command", "option",
        "set_property chapter 7"),
    "chapter-list": differs("read-only", "set"),
    "clock": absent("the client has a clock"),
    "colormatrix": absent(OLD),
    "colormatrix-gamma": absent(OLD),
    "colormatrix-input-range": absent(OLD),
    "colormatrix-primaries": absent(OLD),
    "command-list": differs("names only, without arguments", "get", "text", "idle"),
    "current-demuxer": absent("`file-format` names the format"),
    "current-edition": absent("no editions"),
    "current-tracks": differs("also as a whole, as a map", "get", "text"),
    "current-vo": differs("also without a file", "idle"),
    "current-window-scale": absent(WINDOW),
    "decoder-frame-drop-count": absent("`frame-drop-count` counts all"),
    "decoder-list": absent("FFmpeg's"),
    "demuxer-cache-state": differs("without fields about the file's ends and mpv's own statistics", "get", "text"),
    "demuxer-lavf-list": absent("FFmpeg's"),
    "demuxer-start-time": absent("positions begin at 0"),
    "display-fps": absent(WINDOW),
    "display-height": absent(WINDOW),
    "display-hidpi-scale": absent(WINDOW),
    "display-names": absent(WINDOW),
    "display-sync-active": absent("sound is the clock"),
    "display-width": absent(WINDOW),
    "drop-frame-count": absent(OLD),
    "edition": absent("no editions"),
    "encoder-list": absent("tvplay does not encode files"),
    "estimated-display-fps": absent(WINDOW),
    "ffmpeg-version": absent("a version of a library"),
    "file-format": differs("one name, as `mp4`", "get", "text"),
    "file-local-options": differs("only its parts, as `file-local-options/volume`", "get", "text", "set", "idle"),
    "focused": absent(WINDOW),
    "hwdec-interop": absent("drawn by a GPU"),
    "idle-active": differs("false after an item that cannot be opened", "get_property idle-active"),
    "input-bindings": differs("only the viewer's own and those of clients", "get", "text", "idle"),
    "input-key-list": absent("`tvplay --list-keys` prints the keys in use"),
    "libass-version": absent("a version of a library"),
    "media-title": differs("also as `options/media-title`", "option"),
    "metadata": differs(
        "only title, artist, album and what stations send; no parts `list/…`", "get", "text",
        "get_property metadata/list/count"),
    "mistimed-frame-count": absent("sound is the clock"),
    "mixer-active": absent("the volume of the system is not changed"),
    "mouse-pos": absent(WINDOW),
    "mpv-configuration": absent("about the build of mpv"),
    "option-info": differs(
        "less exact types, and its own ranges and orders", "get_property option-info/volume/type",
        "get_property option-info/volume/min", "get_property option-info/loop-file/choices", "get", "idle"),
    "options": differs("only its own names, and as JSON if it is read as text", "text"),
    "osd-ass-cc": absent("messages have no ASS codes"),
    "osd-par": absent("`osd-dimensions/par` exists"),
    "osd-sym-cc": absent("messages have no ASS codes"),
    "packet-audio-bitrate": absent(OLD),
    "packet-sub-bitrate": absent(OLD),
    "packet-video-bitrate": absent(OLD),
    "path": differs("stays after an item that cannot be opened", "get_property path"),
    "perf-info": absent("mpv's own statistics"),
    "playlist": differs("also as `options/playlist`", "option"),
    "playlist-current-pos": differs("read-only", "set_property playlist-current-pos 0"),
    "profile-list": differs("empty: profiles apply at the start", "get", "text", "idle"),
    "property-list": differs("only its own names, and as JSON if it is read as text", "text"),
    "protocol-list": absent("FFmpeg's and tvplay's own"),
    "secondary-sid": differs(UNSELECTED, "idle"),
    "secondary-sub-end": absent("`sub-end` of the first track exists"),
    "secondary-sub-start": absent("`sub-start` of the first track exists"),
    "shared-script-properties": absent(OLD),
    "sid": differs("`auto` cannot be set; " + UNSELECTED, "idle", "set_property sid auto"),
    "stream-pos": absent("the player reads ahead"),
    "sub": differs(UNSELECTED, "idle"),
    "sub-bitrate": absent("not measured for single tracks"),
    "sub-text-ass": absent("`sub-text` has no codes"),
    "total-avsync-change": absent("`avsync` exists"),
    "track-list": differs("without `decoder-desc`, `demux-par`, `demux-channels`; other `src-id`", "get", "text"),
    "vf": differs("no video filters", "get", "option", "set", "idle"),
    "vf-metadata": absent("no video filters"),
    "vid": differs(CURRENT + UNSELECTED, "option", "idle"),
    "video": differs(UNSELECTED, "idle"),
    "video-aspect": absent(OLD),
    "video-codec": differs("only the short name", "get", "text"),
    "video-dec-params": differs(PICTURES, "get", "text"),
    "video-frame-info": absent("`video-format` and `estimated-frame-number` exist"),
    "video-out-params": differs(PICTURES, "get", "text"),
    "video-params": differs(PICTURES, "get", "text", "get_property video-params/bogus"),
    "video-speed-correction": absent("sound is the clock"),
    "vo-delayed-frame-count": absent("`frame-drop-count` counts all"),
    "vo-drop-frame-count": absent(OLD),
    "vo-passes": absent("drawn by a GPU"),
    "vsync-jitter": absent(WINDOW),
    "vsync-ratio": absent(WINDOW),
}

OPTIONS = {
    # As of every list of which one item is named.
    "opengl-shader": SAME,
    "ao": differs("a text; sound goes to ALSA", "get", "text", "option", "set"),
    "cache-secs": differs("0: the player decides; at most a day", "get", "text", "option", "set"),
    "deinterlace": differs("`auto` by default", "get", "text", "option"),
    "demuxer-readahead-secs": differs("0: the player decides", "get", "text", "option"),
    "hwdec": differs("`auto` by default", "get", "text", "option"),
    "loop-file": differs("`cycle` sets `inf`", "get_property loop-file"),
    "msg-level": differs(TEXT, "get", "option", "set"),
    "osd-font-size": differs("another default", "get", "text", "option"),
    "pause": differs("each file begins to play, also after `pause`", "get_property pause"),
    "profile": differs("empty; profiles apply at the start", "get", "text", "option"),
    "script-opts": differs(TEXT, "get", "option", "set"),
    "sub-ass-override": differs("`scale` by default", "get", "text", "option"),
    "sub-font-size": differs("another default", "get", "text", "option"),
    "title": differs("`tvplay` by default", "get", "text", "option"),
    "user-agent": differs("empty by default", "get", "text", "option"),
    "vo": differs("a text; the picture goes to the terminal", "get", "text", "option", "set"),
    "volume-max": differs("130, read-only", "set"),
    "ytdl-raw-options": differs(TEXT, "get", "option", "set"),
}

# Patterns of the options that tvplay has not as properties, by their reasons.
ABSENT_OPTIONS = {
    "set at the start, on the command line or in tvplay.conf": """
        audio-file-auto audio-file-paths audio-files background cache cache-dir chapters-file config config-dir
        cookies-file demuxer-max-back-bytes http-proxy image-display-duration include input-conf input-default-bindings
        input-ipc-server load-scripts log-file metadata-codepage network-timeout playlist-start really-quiet
        resume-playback save-position-on-quit screenshot-format screenshot-jpeg-quality screenshot-template scripts
        sharpen sub-codepage sub-files tls-ca-file tls-verify vo-tct-*""",
    WINDOW: """
        autofit-* cursor-autohide-* fit-border focus-on-open force-window-position fs fs-* hidpi-window-scale
        input-cursor input-vo-keyboard input-x11-keyboard keepaspect-window mouse-movements monitor* native-fs
        native-keyrepeat on-all-workspaces ontop-level override-display-fps screen screen-name snap-window
        stop-xscreensaver taskbar-progress video-unscaled video-margin-* video-scale-* wayland-* wid window-dragging
        x11-*""",
    "other outputs of the picture": "drm-* sdl-* vo-* xv-*",
    "other outputs of the sound": """
        alsa-* ao-* audio-client-name audio-exclusive audio-fallback-to-null audio-spdif audio-stream-silence
        audio-wait-open jack-* pipewire-* pulse-*""",
    "drawn by a GPU": """
        3dlut-size allow-delayed-peak-detect alpha blend-subtitles correct-downscaling cscale* deband* dither* dscale*
        error-diffusion fbo-format gamma-* gamut-* glsl-shader-opts gpu-* hdr-* icc-* image-lut* interpolation-*
        inverse-tone-mapping linear-* lut lut-type opengl-* scale* sigmoid-* spirv-* swapchain-depth target-*
        temporal-dither* tone-mapping* tscale* use-embedded-icc-profile vulkan-* video-output-levels""",
    "sound is the clock": """
        autosync correct-pts fps framedrop hr-seek-* initial-audio-sync mc untimed video-latency-hacks video-sync-*
        video-timing-offset""",
    "formats, decoders and conversion are chosen by the player": """
        access-references ad ad-* index af-defaults audio-backward-* audio-channels audio-demuxer audio-format
        audio-normalize-* audio-resample-* audio-reversal-buffer audio-samplerate audio-swresample-o cuda-decode-device
        demuxer demuxer-backward-* demuxer-cache-* demuxer-cue-* demuxer-donate-* demuxer-force-* demuxer-lavf-*
        demuxer-mkv-* demuxer-raw* demuxer-seekable-* demuxer-termination-* demuxer-thread force-seekable hls-bitrate
        hwdec-* lavfi-complex mf-* rar-list-all-volumes rtsp-transport stream-lavf-o sub-demuxer sws-* vaapi-device vd
        vd-* vf-defaults video-aspect-method video-backward-* video-reversal-buffer zimg-*""",
    "memory, files and loading ahead are the player's": """
        cache-* load-unsafe-playlists stream-buffer-size stream-dump stream-record record-file tls-cert-file
        tls-key-file""",
    "text is drawn by the terminal": """
        embeddedfonts force-rgba-osd-rendering image-subs-video-resolution osd-align-* osd-back-color osd-bar-* osd-blur
        osd-bold osd-border-* osd-color osd-font osd-font-provider osd-italic osd-justify osd-margin-* osd-scale*
        osd-shadow-* osd-spacing stretch-* sub-align-* sub-ass-* sub-back-color sub-blur sub-bold sub-border-* sub-color
        sub-font sub-font-provider sub-gauss sub-gray sub-italic sub-justify sub-margin-* sub-scale-* sub-shadow-*
        sub-spacing sub-use-margins""",
    "subtitles are timed and chosen by the player": """
        sub-clear-on-seek sub-create-cc-track sub-filter-* sub-fix-timing sub-forced-only sub-fps sub-past-video-end
        subs-with-matching-audio teletext-page track-auto-selection vlang""",
    "messages are tvplay's": """
        display-tags dump-stats msg-* osd-duration osd-fractions osd-msg* osd-on-seek osd-playing-msg* osd-status-msg
        quiet term-* video-osd""",
    "scripts are programs": """
        load-auto-profiles load-osd-console load-stats-overlay lua-opts reset-on-next-file use-filedir-conf""",
    "keys come from a terminal": """
        input-ar-* input-builtin-bindings input-doubleclick-time input-gamepad input-ipc-client input-key-fifo-size
        input-media-keys input-right-alt-gr input-test media-keys right-alt-gr""",
    "positions are kept in one place": """
        ignore-path-in-watch-later-config resume-playback-check-mtime watch-later-* write-filename-in-*""",
    "no editions, ordered chapters or joined files": """
        chapter-merge-threshold chapter-seek-threshold cover-art-* external-files merge-files ordered-chapters*""",
    "playing backwards, in steps, or parts of it": """
        ab-loop-count frames keep-open-pause play-dir rebase-start-time sstep stop-playback-on-init-failure""",
    "screenshots have one quality": """
        screenshot-high-* screenshot-jpeg-source-* screenshot-jxl-* screenshot-png-* screenshot-sw screenshot-tag-*
        screenshot-webp-*""",
    "discs and tuners": "bluray-device cdda-* cdrom-device dvbin-* dvd-*",
    "tvplay does not encode files": """
        o oac oacopts oafirst oaoffset ocopy-metadata of ofopts orawts oremove-metadata oset-metadata ovc ovcopts
        ovfirst ovoffset""",
    OLD: """
        aspect ass ass-* autosub* delay dvdangle endpos font forceidx forcedsubsonly format idx
        input-unix-socket mkv-subtitle-preroll msgcolor msgmodule name osdlevel playing-msg softvol-max spugauss srate
        ss status-msg sub-ass-style-override sub-fuzziness sub-paths sub-text-* subcp subdelay subfont* subfps
        subpos""",
}

GROUPS = {"protocol": PROTOCOL, "event": EVENTS, "command": COMMANDS, "property": PROPERTIES, "option": OPTIONS}


def verdict(group, name):
    if name in GROUPS[group]:
        return GROUPS[group][name]
    if group == "option":
        for reason, patterns in ABSENT_OPTIONS.items():
            if any(fnmatchcase(name, pattern) for pattern in patterns.split()):
                return absent(reason)
    return SAME
