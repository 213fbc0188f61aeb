import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

/// Views of a sphere: their direction and their accuracy.
struct SphereTests {
    private func middle(_ view: SphereView) -> SphereMapping.Footprint {
        SphereMapping.footprints(view, SphereLayout(), columns: 81, rows: 45, aspect: 16.0 / 9)[22 * 81 + 40]
    }

    @Test("UI-32: pan and tilt in degrees set the centre of the view, and zoom sets its width")
    func directions() {
        for (pan, tilt, x, y) in [
            (0.0, 0.0, 0.5, 0.5), (90, 0, 0.75, 0.5), (-45, 30, 0.375, 1.0 / 3), (170, -60, 0.9722, 0.8333),
        ] {
            let seen = middle(SphereView(pan: pan, tilt: tilt))
            #expect(abs(seen.x - x) < 1e-3 && abs(seen.y - y) < 1e-3)
        }
        let row = SphereMapping.footprints(SphereView(), SphereLayout(), columns: 81, rows: 45, aspect: 16.0 / 9)
        // 90 degrees across.
        let (left, right) = (row[22 * 81], row[22 * 81 + 80])
        #expect(abs((right.x + right.width / 2) - (left.x - left.width / 2) - 0.25) < 1e-3)
        #expect(abs(middle(SphereView(pan: 0, tilt: 0, zoom: 2)).width * 2 - middle(SphereView()).width) < 1e-4)
        var turned = SphereLayout()
        turned.yaw = 90
        let first = SphereMapping.footprints(SphereView(), turned, columns: 81, rows: 45, aspect: 1)[22 * 81 + 40]
        #expect(abs(first.x - 0.75) < 1e-3)
    }

    @Test("UI-32: a view pans all the way round, and stops above, below and at the limits of its zoom")
    func bounds() {
        var view = SphereView()
        for _ in 0..<40 { view = view.turned(pan: 10, tilt: 10).zoomed(1.25) }
        #expect(view.pan == 40 && view.tilt == 90 && view.zoom == 8)
        for _ in 0..<80 { view = view.turned(pan: -10, tilt: -10).zoomed(0.8) }
        #expect(abs(view.pan - -40) < 1e-9 && view.tilt == -90 && view.zoom == 0.5)
        expect(SphereView(pan: .nan, tilt: .infinity, zoom: .nan), is: SphereView())
        expect(view.reset, is: SphereView())
    }

    @Test("UI-28: each pixel of a cube map view comes from the same direction as in an equirectangular one")
    func cube() {
        var random = SeededGenerator(seed: 6)
        for padding in [0, 16] {
            for _ in 0..<40 {
                let view = SphereView(
                    pan: Double.random(in: -180...180, using: &random),
                    tilt: Double.random(in: -90...90, using: &random), zoom: Double.random(in: 0.5...4, using: &random))
                let round = SphereMapping.footprints(view, SphereLayout(), columns: 64, rows: 36, aspect: 16.0 / 9)
                let made = CubeMapping.footprints(
                    view, SphereLayout(), padding: padding, width: 1536, columns: 64, rows: 36, aspect: 16.0 / 9)
                for (place, other) in zip(made, round) {
                    let (longitude, latitude) = ((other.x - 0.5) * 2 * .pi, (0.5 - other.y) * .pi)
                    let wanted = [cos(latitude) * sin(longitude), sin(latitude), cos(latitude) * cos(longitude)]
                    let angle = acos(min(1, zip(wanted, direction(place, padding)).reduce(0) { $0 + $1.0 * $1.1 }))
                    // The mean of a pixel's corners is not quite its middle, least of all at a pole.
                    let isNearPole = abs(latitude) > 1.2
                    #expect(angle < (isNearPole ? 0.3 : 0.03) / view.zoom + 0.01, "\(view) \(place)")
                }
            }
        }
    }

    /// Returns the direction to the right, up and ahead, as FFmpeg's `v360` reads a cube map (`c3x2`, `rludfb`) of 1536
    /// × 1024 pixels.
    private func direction(_ place: SphereMapping.Footprint, _ padding: Int) -> [Double] {
        let (column, row) = (Int(place.x * 3), Int(place.y * 2))
        func inside(_ share: Double, _ face: Int) -> Double {
            ((share * 512 - Double(512 * face + padding)) / Double(512 - 2 * padding)) * 2 - 1
        }
        let (u, v) = (inside(place.x * 3, column), inside(place.y * 2, row))
        let all = [[1, -v, -u], [-1, -v, u], [u, 1, v], [u, -1, -v], [u, -v, 1], [-u, -v, -1]]
        let found = all[row * 3 + column]
        let length = found.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return found.map { $0 / length }
    }

    /// A picture of a sphere with detail of all sizes and without a seam, as YUV4MPEG2 with 4:2:0. It has twenty waves
    /// in random directions, each a fifth shorter and weaker than the one before.
    private static let sphere: [UInt8] = {
        let (width, height) = (720, 360)
        var random = SeededGenerator(seed: 32)
        func axis() -> Double { Double.random(in: -1...1, using: &random) }
        let waves = (0..<20).map { (axis(), axis(), axis(), axis() * .pi, 2 * pow(1.25, Double($0))) }
        func plane(_ step: Int, _ phase: Double, _ contrast: Double) -> [UInt8] {
            (0..<height / step * (width / step)).map { at in
                let (column, row) = (at % (width / step), at / (width / step))
                let longitude = (Double(column * step) / Double(width) - 0.5) * 2 * .pi
                let latitude = (0.5 - (Double(row * step) + 0.5) / Double(height)) * .pi
                let (x, y, z) = (cos(latitude) * sin(longitude), sin(latitude), cos(latitude) * cos(longitude))
                let value = waves.reduce(0.0) { sum, wave in
                    sum + sin((wave.0 * x + wave.1 * y + wave.2 * z) * wave.4 + wave.3 + phase) / wave.4.squareRoot()
                }
                return UInt8(min(235, max(16, 128 + contrast * value)))
            }
        }
        return Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1 C420mpeg2\nFRAME\n".utf8)
            + plane(1, 0, 50) + plane(2, 1, 20) + plane(2, 2, 20)
    }()

    private func madeFrame() throws -> VideoFrame {
        let source = MemoryByteSource(Data(Self.sphere))
        return try #require(try ScalingPictures.frames(of: source, name: "sphere.y4m", count: 1).last)
    }

    private func filmedFrame() throws -> VideoFrame {
        let source = try #require(SharedMedia.source(SharedMedia.path("video/equirect360_720x360_24s.mp4")))
        return try #require(try ScalingPictures.frames(of: source, name: "sphere.mp4", count: 260).last)
    }

    private func pan(over frame: VideoFrame) throws {
        let scaler = Scaler()
        let whole = try scaler.scale(frame, to: frame.width, frame.height, crop: .none)
        for step in 0..<10 {
            let view = SphereView(pan: 170 + 0.2 * Double(step), tilt: -20)
            let made = try scaler.scale(frame, of: SphereLayout(), seen: view, to: 160, 90, pixelAspect: 1)
            #expect(ssim(made, reference(whole, view, 160, 90)) >= 0.98)
        }
    }

    @Test("UI-28: the pictures of a slow pan match those of 64 samples a pixel (SSIM 0.98)")
    func pan() throws { try pan(over: madeFrame()) }

    @Test(
        "UI-28: the pictures of a slow pan over a film match those of 64 samples a pixel (SSIM 0.98)",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func panOverAFilm() throws { try pan(over: filmedFrame()) }

    private func goggles(of frame: VideoFrame) throws {
        let view = SphereView(pan: 30, tilt: -10, style: .goggles)
        let made = try Scaler().scale(frame, of: SphereLayout(), seen: view, to: 81, 40, pixelAspect: 1)
        #expect(made.width == 81 && made.height == 40)
        made.withBytes { bytes in
            var colors: Set<UInt8> = []
            for row in 0..<40 {
                for column in 0..<40 {
                    let (left, right) = ((row * 81 + column) * 4, (row * 81 + column + 40) * 4)
                    for byte in 0..<3 { expect(bytes[left + byte], is: bytes[right + byte]) }
                    colors.insert(bytes[left])
                }
            }
            #expect(colors.count > 20)
        }
    }

    @Test("UI-31: goggles show the same view to both eyes")
    func goggles() throws { try goggles(of: madeFrame()) }

    @Test(
        "UI-31: goggles show the same view of a film to both eyes",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func gogglesOfAFilm() throws { try goggles(of: filmedFrame()) }

    @Test("a box mean weights the samples at its edges by their covered share")
    func means() {
        let (columns, rows) = (90, 60)
        var random = SeededGenerator(seed: 31)
        let samples = (0..<columns * rows).map { _ in UInt8.random(in: 0...255, using: &random) }
        let mean = BoxMean(columns: columns, step: 1, drop: 0)
        samples.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let plane = PicturePlane(base: base, stride: columns)
            for _ in 0..<3000 {
                let footprint = SphereMapping.Footprint(
                    x: Double.random(in: 0..<1, using: &random), y: Double.random(in: 0...1, using: &random),
                    width: Double.random(in: 0...0.3, using: &random),
                    height: Double.random(in: 0...0.4, using: &random))
                let box = BoxMean.Box(footprint, columns: columns, rows: rows)
                let (x, y) = (Double(box.x) / 256, Double(box.y) / 256)
                let (width, height) = (Double(box.width) / 256, Double(box.height) / 256)
                var total = 0.0
                for row in Int(y)...min(rows - 1, Int(y + height)) {
                    let down = min(Double(row + 1), y + height) - max(Double(row), y)
                    for column in Int(x)...Int(x + width) {
                        let across = min(Double(column + 1), x + width) - max(Double(column), x)
                        guard down > 0, across > 0 else { continue }
                        total += Double(samples[row * columns + column % columns]) * down * across
                    }
                }
                let made = Double(mean.mean(plane, box, component: 0, UInt8.self))
                #expect(abs(made - total / (width * height)) < 0.01, "\(box)")
            }
        }
    }

    @Test("a view of any picture stays within the picture")
    func anyView() throws {
        var random = SeededGenerator(seed: 28)
        for name in ["counter.mp4", "odd-size.mkv", "ten-bit.mkv", "rotated.mp4"] {
            let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
            let scaler = Scaler()
            for _ in 0..<40 {
                let view = SphereView(
                    pan: Double.random(in: -200...200, using: &random),
                    tilt: Double.random(in: -90...90, using: &random),
                    zoom: Double.random(in: 0.5...8, using: &random),
                    style: Bool.random(using: &random) ? .goggles : .normal)
                var layout = SphereLayout()
                layout.eye = [.both, .leftHalf, .upperHalf].randomElement(using: &random) ?? .both
                layout.projection =
                    [.equirectangular, .cubeMap(padding: 0), .cubeMap(padding: 9000)].randomElement(using: &random)
                    ?? .equirectangular
                let (width, height) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...40, using: &random))
                let made = try scaler.scale(frame, of: layout, seen: view, to: width, height, pixelAspect: 1)
                #expect((made.width, made.height) == (width, height))
            }
        }
    }

    // MARK: The reference

    /// Returns a picture of which each pixel is the mean of 8 × 8 points.
    private func reference(_ picture: PixelBuffer, _ view: SphereView, _ columns: Int, _ rows: Int) -> [Double] {
        let points = SphereMapping.footprints(
            view, SphereLayout(), columns: columns * 8, rows: rows * 8, aspect: Double(columns) / Double(rows))
        var result = [Double](repeating: 0, count: columns * rows)
        picture.withBytes { bytes in
            for (at, point) in points.enumerated() {
                let x = Int((point.x - point.x.rounded(.down)) * Double(picture.width)) % picture.width
                let y = min(picture.height - 1, Int(point.y * Double(picture.height)))
                let pixel = (y * picture.width + x) * 4
                let (row, column) = (at / (columns * 8) / 8, at % (columns * 8) / 8)
                result[row * columns + column] += grey(bytes, pixel) / 64
            }
        }
        return result
    }

    private func grey(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Double {
        0.2126 * Double(bytes[at]) + 0.7152 * Double(bytes[at + 1]) + 0.0722 * Double(bytes[at + 2])
    }

    /// Returns the mean structural similarity of windows of 8 × 8 pixels.
    private func ssim(_ picture: PixelBuffer, _ other: [Double]) -> Double {
        let own = picture.withBytes { bytes in (0..<other.count).map { grey(bytes, $0 * 4) } }
        var (sum, count) = (0.0, 0.0)
        for top in stride(from: 0, through: picture.height - 8, by: 4) {
            for left in stride(from: 0, through: picture.width - 8, by: 4) {
                var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for row in top..<top + 8 {
                    for column in left..<left + 8 {
                        let (x, y) = (own[row * picture.width + column], other[row * picture.width + column])
                        (a, b, aa, bb, ab) = (a + x, b + y, aa + x * x, bb + y * y, ab + x * y)
                    }
                }
                let (meanA, meanB) = (a / 64, b / 64)
                let (varianceA, varianceB) = (aa / 64 - meanA * meanA, bb / 64 - meanB * meanB)
                let covariance = ab / 64 - meanA * meanB
                sum +=
                    (2 * meanA * meanB + 6.5025) * (2 * covariance + 58.5225)
                    / ((meanA * meanA + meanB * meanB + 6.5025) * (varianceA + varianceB + 58.5225))
                count += 1
            }
        }
        return sum / count
    }
}
