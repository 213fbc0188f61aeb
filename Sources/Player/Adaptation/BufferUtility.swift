import Glibc
package import PlayCore

/// Which rendition a buffer of some length is worth, whatever the network does: BOLA-basic. Pure.
///
/// Spiteri, Urgaonkar, Sitaraman: BOLA, arXiv 1601.06748. Utilities are logarithms of the rates, and the two parameters
/// are chosen as in dash.js (`rules/abr/BolaRule.js`), so that the lowest is best at `least` and the highest from
/// `most` on.
package struct BufferUtility: Sendable {
    private let rates: [Double]
    private let utilities: [Double]
    /// dash.js `Vp` (seconds) and `gp`; nil where there is nothing to choose.
    private let parameters: (scale: Double, offset: Double)?

    /// - Parameters:
    ///   - rates: ascending, not empty.
    ///   - least: more than zero.
    ///   - most: more than `least`.
    package init(rates: [BitRate], least: HostTime, most: HostTime) {
        precondition(!rates.isEmpty && least > .zero && most > least, "BOLA needs rates and a range of buffers")
        self.rates = rates.map { max(1, $0.bitsPerSecond) }
        utilities = self.rates.map { [lowest = self.rates[0]] in log($0 / lowest) }
        let highest = utilities.max() ?? 0
        if highest > 0 {
            let offset = 1 + highest / (most.inSeconds / least.inSeconds - 1)
            parameters = (least.inSeconds / (offset - 1), offset)
        } else {
            parameters = nil
        }
    }

    /// Index into the rates for a buffer that lasts this long.
    package func index(buffered: HostTime) -> Int {
        guard let parameters else { return 0 }
        let scores = rates.indices.map { index in
            (parameters.scale * (utilities[index] + parameters.offset) - buffered.inSeconds) / rates[index]
        }
        // Of equal ones the higher.
        return scores.indices.max { (scores[$0], $0) < (scores[$1], $1) } ?? 0
    }
}
