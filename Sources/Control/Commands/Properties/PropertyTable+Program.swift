import Encoding
import Glibc
import PlayCore
import PlaybackModel
import Playlists

extension PropertyTable {
    static let picture: [Property] =
        [
            adjustment("contrast", .contrast), adjustment("brightness", .brightness), adjustment("gamma", .gamma),
            adjustment("saturation", .saturation),
            Property("fullscreen", .flag) {
                .flag($0.isFullScreen)
            } set: { value, _ in
                .fullScreen(value == .flag(true))
            },
            Property("width") { size($0)?.width }, Property("height") { size($0)?.height },
            Property("dwidth") { displaySize($0)?.width }, Property("dheight") { displaySize($0)?.height },
            Property("container-fps") {
                $0.isOpen ? $0.snapshot.statistics.framesPerSecond.map(JSONValue.number) : nil
            },
            Property("video-codec") { $0.isOpen ? $0.snapshot.statistics.videoDecoder.map(JSONValue.string) : nil },
            Property("audio-codec") { $0.isOpen ? $0.snapshot.statistics.audioDecoder.map(JSONValue.string) : nil },
            Property("frame-drop-count") { count($0, $0.snapshot.statistics.droppedFrames) },
            Property("scaling", .choice(["fit", "fill", "stretch"])) { context in
                switch context.snapshot.scalingMode {
                case .aspectFit: .string("fit")
                case .aspectFill: .string("fill")
                case .fill: .string("stretch")
                }
            } set: { value, _ in
                let modes: [String: ScalingMode] = ["fit": .aspectFit, "fill": .aspectFill, "stretch": .fill]
                return modes[value.propertyText ?? ""].map { .session(.setScalingMode($0)) }
            },
            Property("audio-channel", .choice(["both", "left", "right"])) {
                .string($0.snapshot.channelOutput.rawValue)
            } set: { value, _ in
                value.propertyText.flatMap(ChannelOutput.init(rawValue:)).map { .session(.setChannelOutput($0)) }
            },
        ]

    private static func adjustment(_ name: String, _ property: PictureAdjustment.Property) -> Property {
        Property(name, .number(-100...100, step: 1)) {
            .integer(Int64($0.snapshot.adjustment[property]))
        } set: { value, context in
            guard let number = Property.number(value) else { return nil }
            var adjustment = context.snapshot.adjustment
            adjustment[property] = Int(number.rounded())
            return .session(.setAdjustment(adjustment))
        }
    }

    private static func size(_ context: PropertyContext) -> (width: JSONValue, height: JSONValue)? {
        let statistics = context.snapshot.statistics
        guard context.isOpen, statistics.videoWidth > 0 else { return nil }
        return (.integer(Int64(statistics.videoWidth)), .integer(Int64(statistics.videoHeight)))
    }

    /// Returns the displayed size: includes the shape of the pixels and the turns of the file and the viewer.
    private static func displaySize(_ context: PropertyContext) -> (width: JSONValue, height: JSONValue)? {
        let (statistics, view) = (context.snapshot.statistics, context.snapshot.view)
        guard context.isOpen, statistics.displayWidth > 0 else { return size(context) }
        var (width, height) = (Double(statistics.displayWidth), Double(statistics.displayHeight))
        // As in mpv, the larger of the two lengths changes, so that no line of the picture is lost.
        if let aspect = view.aspect { (width, height) = (max(width, height * aspect), max(height, width / aspect)) }
        if view.isQuarterTurn { swap(&width, &height) }
        return (.integer(Int64(width.rounded())), .integer(Int64(height.rounded())))
    }

    private static func count(_ context: PropertyContext, _ value: Int) -> JSONValue? {
        context.isOpen ? .integer(Int64(value)) : nil
    }

    static let lists: [Property] = [
        Property("path") { path($0).map(JSONValue.string) },
        Property("stream-open-filename") { path($0).map(JSONValue.string) },
        Property("stream-path") { path($0).map(JSONValue.string) },
        Property("filename") { fileName($0).map(JSONValue.string) },
        Property("filename/no-ext") { context in
            fileName(context).map { name in
                let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
                return .string(String(dot.map { name[..<$0] } ?? name[...]))
            }
        },
        Property("media-title") { context in
            let forced = context.noted["force-media-title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            return (forced ?? context.snapshot.title ?? fileName(context)).map(JSONValue.string)
        },
    ]

    private static func path(_ context: PropertyContext) -> String? {
        context.snapshot.item.map { context.playlist.current?.location ?? $0 }
    }

    private static func fileName(_ context: PropertyContext) -> String? {
        context.snapshot.item.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    }

    static let program: [Property] = [
        Property("keep-open", .flag) {
            .flag($0.keepsOpen)
        } set: { value, _ in
            .keepOpen(value == .flag(true))
        },
        Property("idle", .choice(IdleMode.allCases.map(\.rawValue))) {
            switch $0.idle {
            case .no: .flag(false)
            case .yes: .flag(true)
            case .once: .string("once")
            }
        } set: { value, _ in
            value.propertyText.flatMap(IdleMode.init(rawValue:)).map { .idle($0) }
        },
        Property("osd-level", .number(0...3, step: 1, wraps: true)) {
            .integer(Int64($0.osdLevel))
        } set: { value, _ in
            Property.number(value).map { .osdLevel(Int($0.rounded())) }
        },
        Property("working-directory") { $0.workingFolder.map(JSONValue.string) },
        Property("pid") { _ in .integer(Int64(getpid())) },
        // Clients look for the word mpv. The version is that of the supported protocol.
        Property("mpv-version") { _ in .string("mpv 0.35.0 (tvplay)") },
        Property("options") { _ in .list(all.filter { $0.set != nil }.map { .string($0.name) }) },
        Property("property-list") { _ in .list(names.map(JSONValue.string)) },
        Property("command-list") { _ in .list(CommandTable.names.map { .object(sorting: ["name": .string($0)]) }) },
    ]
}
