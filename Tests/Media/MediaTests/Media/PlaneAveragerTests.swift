import PlayCore
import TestSupport
import Testing

@testable import Media

struct PlaneAveragerTests {
    /// A plane of random samples with lines longer than its width.
    private struct Plane {
        let shape: PlaneAverager.Shape
        let stride: Int
        var bytes: [UInt8]

        init(_ shape: PlaneAverager.Shape, _ value: (inout SeededGenerator) -> Int) {
            self.shape = shape
            let size = shape.sample == .byte ? 1 : 2
            stride = (shape.width * shape.components + 5) * size
            bytes = [UInt8](repeating: 0xA5, count: stride * shape.height)
            var generator = SeededGenerator(seed: UInt64(shape.width * 1009 + shape.height))
            for y in 0..<shape.height {
                for x in 0..<(shape.width * shape.components) {
                    let sample = value(&generator)
                    if case .word(let shift) = shape.sample {
                        bytes[y * stride + 2 * x] = UInt8(truncatingIfNeeded: sample << shift)
                        bytes[y * stride + 2 * x + 1] = UInt8(truncatingIfNeeded: (sample << shift) >> 8)
                    } else {
                        bytes[y * stride + x] = UInt8(sample)
                    }
                }
            }
        }

        func sample(_ x: Int, _ y: Int, component: Int) -> Double {
            let at = x * shape.components + component
            guard case .word(let shift) = shape.sample else { return Double(bytes[y * stride + at]) }
            let word = Int(bytes[y * stride + 2 * at]) | Int(bytes[y * stride + 2 * at + 1]) << 8
            return Double(word >> shift)
        }

        /// Returns all rows of the component, one after the other.
        func averages(component: Int) throws -> [Float] {
            let averager = try #require(PlaneAverager(shape))
            var result: [Float] = []
            bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                var rows = [[Float]](repeating: [Float](repeating: 0, count: shape.columns), count: 2)
                for row in 0..<shape.rows {
                    let plane = PicturePlane(base: base, stride: stride)
                    var (first, second) = (rows[0], rows[1])
                    first.withUnsafeMutableBufferPointer { one in
                        second.withUnsafeMutableBufferPointer { two in
                            guard let one = one.baseAddress else { return }
                            averager.average(row: row, of: plane, into: one, two.baseAddress)
                        }
                    }
                    rows = [first, second]
                    result += rows[component]
                }
            }
            return result
        }

        /// Returns the means by exact coverage, in floating point.
        func expected(component: Int) -> [Double] {
            let (down, across) = (share(shape.height, shape.rows), share(shape.width, shape.columns))
            return (0..<shape.rows).flatMap { row in
                (0..<shape.columns).map { column in
                    var (sum, weight) = (0.0, 0.0)
                    for (y, high) in down(row) {
                        for (x, wide) in across(column) {
                            sum += sample(x, y, component: component) * high * wide
                            weight += high * wide
                        }
                    }
                    return sum / weight
                }
            }
        }

        private func share(_ sources: Int, _ pixels: Int) -> (Int) -> [(Int, Double)] {
            { pixel in
                let start = Double(pixel * sources) / Double(pixels)
                let end = Double((pixel + 1) * sources) / Double(pixels)
                return (Int(start)..<min(sources, Int(end.rounded(.up)))).map {
                    ($0, min(Double($0 + 1), end) - max(Double($0), start))
                }
            }
        }
    }

    private static let shapes: [PlaneAverager.Shape] = [
        shape(1280, 72, to: 160, 9), shape(63, 47, to: 17, 12), shape(16, 16, to: 16, 16), shape(15, 9, to: 4, 2),
        shape(640, 100, to: 1, 1), shape(97, 41, to: 40, 40), shape(320, 60, to: 53, 7, components: 2),
        shape(640, 90, to: 80, 11, .word(shift: 0)), shape(41, 23, to: 10, 5, .word(shift: 6), components: 2),
        shape(9, 9, to: 3, 3, .word(shift: 0)),
    ]

    private static func shape(
        _ width: Int, _ height: Int, to columns: Int, _ rows: Int, _ sample: RowSums.Sample = .byte,
        components: Int = 1
    ) -> PlaneAverager.Shape {
        PlaneAverager.Shape(
            width: width, height: height, sample: sample, maximum: sample == .byte ? 255 : 1023,
            components: components, columns: columns, rows: rows)
    }

    @Test(arguments: shapes.indices) func averagesMatchExactCoverage(index: Int) throws {
        let shape = Self.shapes[index]
        let plane = Plane(shape) { Int.random(in: 0...shape.maximum, using: &$0) }
        for component in 0..<shape.components {
            let means = try plane.averages(component: component)
            for (mean, expected) in zip(means, plane.expected(component: component)) {
                // The borders of the spans are rounded to parts of a sample.
                #expect(abs(Double(mean) - expected) < Double(shape.maximum) / 100)
            }
        }
    }

    @Test(arguments: shapes.indices) func aConstantPlaneKeepsItsValue(index: Int) throws {
        let shape = Self.shapes[index]
        for value in [0, 1, 100, shape.maximum] {
            let means = try Plane(shape) { _ in value }.averages(component: 0)
            #expect(means.allSatisfy { abs(Double($0) - Double(value)) < 0.01 })
        }
    }

    @Test(arguments: shapes.indices) func theMeanOfThePlaneIsPreserved(index: Int) throws {
        let shape = Self.shapes[index]
        let plane = Plane(shape) { Int.random(in: 0...shape.maximum, using: &$0) }
        let means = try plane.averages(component: 0)
        let after = means.reduce(0) { $0 + Double($1) } / Double(means.count)
        var before = 0.0
        for y in 0..<shape.height { for x in 0..<shape.width { before += plane.sample(x, y, component: 0) } }
        before /= Double(shape.width * shape.height)
        #expect(abs(after - before) < Double(shape.maximum) / 400)
    }

    @Test(arguments: [RowSums.Sample.byte, .word(shift: 0), .word(shift: 6)])
    func blockSumsEqualSumsOfSingleSamples(sample: RowSums.Sample) {
        var generator = SeededGenerator(seed: 7)
        for width in [16, 17, 31, 33, 64, 101] {
            let stride = 2 * width + 3
            let bytes = (0..<(stride * 12)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sums = RowSums(sample: sample, width: width)
            for span in [
                AxisDivision.Span(first: 0, head: 4, full: 6, tail: 3), .init(first: 0, head: 1, full: 0, tail: 0),
                .init(first: 0, head: 2, full: 0, tail: 2), .init(first: 0, head: 4, full: 9, tail: 0),
            ] {
                var (blocks, single) = ([Int16](repeating: 0, count: width), [Int16](repeating: 0, count: width))
                bytes.withUnsafeBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    sums.add(base, stride: stride, span: span, shift: 2, into: &blocks)
                    sums.addOneByOne(base, stride: stride, span: span, shift: 2, into: &single)
                }
                expect(blocks, is: single)
            }
        }
    }
}
