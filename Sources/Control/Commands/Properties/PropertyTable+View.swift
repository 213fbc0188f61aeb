import Encoding
import PlayCore
import PlaybackModel

/// How the picture lies in its pane, and what is done to the sound.
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
        Property("deinterlace", .choice(Deinterlacing.allCases.map(\.rawValue))) {
            .string($0.snapshot.view.deinterlacing.rawValue)
        } set: { value, context in
            guard let choice = value.propertyText.flatMap(Deinterlacing.init(rawValue:)) else { return nil }
            var view = context.snapshot.view
            view.deinterlacing = choice
            return .session(.setPictureView(view))
        },
        Property("video-projection", .choice(ProjectionChoice.allCases.map(\.rawValue))) {
            .string($0.snapshot.view.projection.rawValue)
        } set: { value, context in
            guard let choice = value.propertyText.flatMap(ProjectionChoice.init(rawValue:)) else { return nil }
            var view = context.snapshot.view
            view.projection = choice
            return .session(.setPictureView(view))
        },
        sphere("sphere-pan", .number(SphereView.panRange, step: 10, wraps: true), \.pan) { view, pan in
            SphereView(pan: pan, tilt: view.tilt, zoom: view.zoom, style: view.style)
        },
        sphere("sphere-tilt", .number(SphereView.tiltRange, step: 10), \.tilt) { view, tilt in
            SphereView(pan: view.pan, tilt: tilt, zoom: view.zoom, style: view.style)
        },
        sphere("sphere-zoom", .number(SphereView.zoomRange, step: 0.25), \.zoom) { view, zoom in
            SphereView(pan: view.pan, tilt: view.tilt, zoom: zoom, style: view.style)
        },
        Property("sphere-style", .choice(SphereView.Style.allCases.map(\.rawValue))) {
            .string($0.snapshot.view.sphere.style.rawValue)
        } set: { value, context in
            guard let style = value.propertyText.flatMap(SphereView.Style.init(rawValue:)) else { return nil }
            var view = context.snapshot.view
            view.sphere.style = style
            return .session(.setPictureView(view))
        },
    ]

    private static func sphere(
        _ name: String, _ kind: Property.Kind, _ part: any KeyPath<SphereView, Double> & Sendable,
        _ changed: @escaping @Sendable (SphereView, Double) -> SphereView
    ) -> Property {
        Property(name, kind) {
            .number($0.snapshot.view.sphere[keyPath: part])
        } set: { value, context in
            guard let number = Property.number(value) else { return nil }
            var view = context.snapshot.view
            view.sphere = changed(view.sphere, number)
            return .session(.setPictureView(view))
        }
    }

    private static func view(
        _ name: String, _ kind: Property.Kind, _ part: any WritableKeyPath<PictureView, Double> & Sendable
    ) -> Property {
        Property(name, kind) {
            .number($0.snapshot.view[keyPath: part])
        } set: { value, context in
            guard let number = Property.number(value) else { return nil }
            var view = context.snapshot.view
            // So that ten steps of a tenth up and down end where they began.
            view[keyPath: part] = (number * 1e6).rounded() / 1e6
            return .session(.setPictureView(view))
        }
    }
}
