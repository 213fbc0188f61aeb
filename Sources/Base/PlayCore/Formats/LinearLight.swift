internal import Glibc

/// Converts between sRGB's code values and light, in 65,535ths. Transparent layers are blended in linear light.
package struct LinearLight: Sendable {
    package static let table = LinearLight()

    package let ofCode: [UInt32]
    private let codes: [UInt8]

    private init() {
        ofCode = (0...255).map { code in
            let value = Double(code) / 255
            let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            return UInt32((light * 65_535).rounded())
        }
        codes = (0..<4096).map { step in
            let light = (Double(step) * 16 + 8) / 65_535
            let value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((min(value, 1) * 255).rounded())
        }
    }

    /// - Parameter light: at most 65,535.
    package func code(_ light: UInt32) -> UInt8 { codes[Int(light &>> 4)] }

    package func blended(_ above: UInt8, over below: UInt8, opacity: UInt8) -> UInt8 {
        let share = UInt32(opacity)
        return code((ofCode[Int(above)] &* share &+ ofCode[Int(below)] &* (255 &- share) &+ 127) / 255)
    }
}
