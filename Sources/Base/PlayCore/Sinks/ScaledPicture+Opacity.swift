extension ScaledPicture {
    /// Blends the picture over a colour (0x00RRGGBB) in linear light. Keeps its ``opacity``.
    package func flattened(over ground: UInt32 = 0, pool: inout PixelPool) -> ScaledPicture {
        guard let opacity else { return self }
        let light = LinearLight.table
        let below = [16, 8, 0].map { UInt8(truncatingIfNeeded: ground >> $0) }
        let flat = pixels.withBytes { source in
            pool.make(width: pixels.width, height: pixels.height) { target in
                for (place, level) in opacity.enumerated() {
                    for part in 0..<3 {
                        let at = 4 * place + part
                        target[at] = light.blended(source[at], over: below[part], opacity: level)
                    }
                    target[4 * place + 3] = 0
                }
            }
        }
        return ScaledPicture(
            pixels: flat, opacity: opacity, grid: grid, x: x, y: y, time: time, due: due, isStill: isStill,
            isProtected: isProtected)
    }
}
