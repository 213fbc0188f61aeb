import Encoding
import PlayCore
import PlaybackModel

extension PropertyTable {
    static let view: [Property] = [
        view("video-zoom", .number(PictureView.zoomRange, step: 0.1), \.zoom),
        view("video-pan-x", .number(PictureView.panRange, step: 0.1), \.panX),
        view("video-pan-y", .number(PictureView.panRange, step: 0.1), \.panY),
        Property("video-rotate", .number(0...359, step: 90, wraps: true)) {
            .integer(Int64($0.snapshot.view.rotation))
        } set: { value, context in
            guard let degrees = Property.number(value).flatMap({ Int(exactly: $0) }), degrees % 90 == 0 else {
                return nil
            }
            var view = context.snapshot.view
            view.rotation = degrees
            return .session(.setPictureView(view))
        },
        Property("video-aspect-override", .ratio) {
            .number($0.snapshot.view.aspect ?? -1)
        } set: { value, context in
            var view = context.snapshot.view
            view.aspect = Property.number(value)
            return .session(.setPictureView(view))
        },
        choice("deinterlace", \.deinterlacing),
        choice("video-projection", \.projection),
        choice("video-alpha", \.alpha),
        sphere("sphere-pan", .number(SphereView.panRange, step: 10, wraps: true), \.pan) { view, pan in
            SphereView(pan: pan, tilt: view.tilt, zoom: view.zoom, style: view.style)
        },
        sphere("sphere-tilt", .number(SphereView.tiltRange, step: 10), \.tilt) { view, tilt in
            SphereView(pan: view.pan, tilt: tilt, zoom: view.zoom, style: view.style)
        },
        sphere("sphere-zoom", .number(SphereView.zoomRange, step: 0.25), \.zoom) { view, zoom in
            SphereView(pan: view.pan, tilt: view.tilt, zoom: zoom, style: view.style)
        },
        choice("sphere-style", \.sphere.style),
    ]

    private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ part: any WritableKeyPath<PictureView, Choice> & Sendable
    ) -> Property {
        Property(name, .choice(Choice.allCases.map(\.rawValue))) {
            .word($0.snapshot.view[keyPath: part].rawValue)
        } set: { value, context in
            guard let choice = value.propertyText.flatMap(Choice.init(rawValue:)) else { return nil }
            var view = context.snapshot.view
            view[keyPath: part] = choice
            return .session(.setPictureView(view))
        }
    }

    private static func number(
        _ name: String, _ kind: Property.Kind, _ read: @escaping @Sendable (PictureView) -> Double,
        _ change: @escaping @Sendable (inout PictureView, Double) -> Void
    ) -> Property {
        Property(name, kind) {
            .number(read($0.snapshot.view))
        } set: { value, context in
            guard let number = Property.number(value) else { return nil }
            var view = context.snapshot.view
            change(&view, number)
            return .session(.setPictureView(view))
        }
    }

    private static func sphere(
        _ name: String, _ kind: Property.Kind, _ part: any KeyPath<SphereView, Double> & Sendable,
        _ changed: @escaping @Sendable (SphereView, Double) -> SphereView
    ) -> Property {
        number(name, kind) {
            $0.sphere[keyPath: part]
        } _: {
            $0.sphere = changed($0.sphere, $1)
        }
    }

    private static func view(
        _ name: String, _ kind: Property.Kind, _ part: any WritableKeyPath<PictureView, Double> & Sendable
    ) -> Property {
        // Rounded, so that ten steps of a tenth up and down return to the start.
        number(name, kind) {
            $0[keyPath: part]
        } _: {
            $0[keyPath: part] = ($1 * 1e6).rounded() / 1e6
        }
    }
}
