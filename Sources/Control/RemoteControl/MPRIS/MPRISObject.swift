import Commands
import Encoding
import PlayCore
import PlaybackModel
import Playlists

enum MPRISObject {
    static let path = "/org/mpris/MediaPlayer2"

    enum Outcome: Equatable {
        case commands([PlayerCommand])
        case wrongArguments
        case unknown
    }

    struct Arguments {
        var integer: () -> Int64?
        var text: () -> String?
        var path: () -> String?
    }

    static func call(
        _ interface: String, _ member: String, _ arguments: Arguments, _ state: MPRISState, at now: HostTime
    )
        -> Outcome
    {
        switch (interface, member) {
        case (MPRISState.rootInterface, "Raise"): .commands([])
        case (MPRISState.rootInterface, "Quit"): .commands([.quit(code: nil)])
        case (MPRISState.playerInterface, _): player(member, arguments, state, at: now)
        default: .unknown
        }
    }

    private static func player(
        _ member: String, _ arguments: Arguments, _ state: MPRISState, at now: HostTime
    ) -> Outcome {
        switch member {
        case "Next": return .commands([.playlistMove(by: 1)])
        case "Previous": return .commands([.playlistMove(by: -1)])
        case "Pause": return .commands([.set("pause", .flag(true))])
        case "Play": return .commands([.set("pause", .flag(false))])
        case "PlayPause": return .commands([.cycle("pause", isUp: true)])
        // After Stop, Play starts at the beginning, as the specification requires. The program stays.
        case "Stop": return .commands([.set("pause", .flag(true)), .seek(.absolute(.zero), .keyframe)])
        case "Seek":
            guard let distance = arguments.integer() else { return .wrongArguments }
            return .commands(seek(by: distance, state, at: now))
        case "SetPosition":
            guard let track = arguments.path(), let position = arguments.integer() else { return .wrongArguments }
            return .commands(seek(to: position, track, state))
        case "OpenUri":
            guard let address = arguments.text() else { return .wrongArguments }
            return .commands([.loadFile(path: FileAddress.path(address) ?? address, mode: .replace)])
        default: return .unknown
        }
    }

    /// Seeks beyond the end lead to the next item, those before the start to the start.
    private static func seek(by microseconds: Int64, _ state: MPRISState, at now: HostTime) -> [PlayerCommand] {
        let distance = microseconds.clamped(to: -limit...limit)
        if let duration = state.context.snapshot.duration,
            state.position(at: now) + distance > duration.nanoseconds / 1000
        {
            return [.playlistMove(by: 1)]
        }
        return [.seek(.relative(.microseconds(distance)), .exact)]
    }

    /// Ignores positions outside the item, and those of an item that no longer plays.
    private static func seek(to microseconds: Int64, _ track: String, _ state: MPRISState) -> [PlayerCommand] {
        guard track == state.trackPath, (0...limit).contains(microseconds) else { return [] }
        let position = MediaTime.microseconds(microseconds)
        if let duration = state.context.snapshot.duration, position > duration { return [] }
        return [.seek(.absolute(position), .exact)]
    }

    /// 31 years.
    private static let limit: Int64 = 1_000_000_000_000_000

    /// Returns `nil` for an unsuitable value.
    static func set(_ name: String, _ value: BusValue) -> [PlayerCommand]? {
        switch (name, value) {
        case ("LoopStatus", .string("None")):
            [.set("loop-file", .string("no")), .set("loop-playlist", .string("no"))]
        case ("LoopStatus", .string("Track")):
            [.set("loop-file", .string("inf")), .set("loop-playlist", .string("no"))]
        case ("LoopStatus", .string("Playlist")):
            [.set("loop-file", .string("no")), .set("loop-playlist", .string("inf"))]
        // "A value of 0.0 should not be set … act as though Pause was called".
        case ("Rate", .number(0)): [.set("pause", .flag(true))]
        case ("Rate", .number(let rate)) where rate > 0 && rate.isFinite:
            [.set("speed", .number(min(max(rate, 0.01), 100)))]
        case ("Shuffle", .flag(let isOn)): [.set("shuffle", .flag(isOn))]
        case ("Volume", .number(let volume)) where volume.isFinite:
            [.set("volume", .number(min(max(0, volume * 100), 130)))]
        default: nil
        }
    }

    static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
         <interface name="org.freedesktop.DBus.Introspectable">
          <method name="Introspect"><arg name="data" type="s" direction="out"/></method>
         </interface>
         <interface name="org.freedesktop.DBus.Properties">
          <method name="Get"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
          <method name="GetAll"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
          <method name="Set"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/></method>
          <signal name="PropertiesChanged"><arg type="s"/><arg type="a{sv}"/><arg type="as"/></signal>
         </interface>
         <interface name="org.mpris.MediaPlayer2">
          <method name="Raise"/><method name="Quit"/>
          <property name="CanQuit" type="b" access="read"/><property name="Fullscreen" type="b" access="read"/>
          <property name="CanSetFullscreen" type="b" access="read"/><property name="CanRaise" type="b" access="read"/>
          <property name="HasTrackList" type="b" access="read"/><property name="Identity" type="s" access="read"/>
          <property name="DesktopEntry" type="s" access="read"/>
          <property name="SupportedUriSchemes" type="as" access="read"/>
          <property name="SupportedMimeTypes" type="as" access="read"/>
         </interface>
         <interface name="org.mpris.MediaPlayer2.Player">
          <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/>
          <method name="Stop"/><method name="Play"/>
          <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
          <method name="SetPosition"><arg name="TrackId" type="o" direction="in"/><arg name="Position" type="x" direction="in"/></method>
          <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
          <signal name="Seeked"><arg name="Position" type="x"/></signal>
          <property name="PlaybackStatus" type="s" access="read"/><property name="LoopStatus" type="s" access="readwrite"/>
          <property name="Rate" type="d" access="readwrite"/><property name="Shuffle" type="b" access="readwrite"/>
          <property name="Metadata" type="a{sv}" access="read"/><property name="Volume" type="d" access="readwrite"/>
          <property name="Position" type="x" access="read"/><property name="MinimumRate" type="d" access="read"/>
          <property name="MaximumRate" type="d" access="read"/><property name="CanGoNext" type="b" access="read"/>
          <property name="CanGoPrevious" type="b" access="read"/><property name="CanPlay" type="b" access="read"/>
          <property name="CanPause" type="b" access="read"/><property name="CanSeek" type="b" access="read"/>
          <property name="CanControl" type="b" access="read"/>
         </interface>
        </node>
        """
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
