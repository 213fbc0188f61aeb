import Glibc
package import PlayCore

/// Chooses the rendition that a buffer's length justifies, regardless of the network (BOLA-BASIC: Spiteri, Urgaonkar,
/// Sitaraman, arXiv 1601.06748). Utilities are logarithms of the rates. The two parameters are those of dash.js
/// (`rules/abr/BolaRule.js`): the lowest rate is best at `least`, the highest from `most` on.
package struct BufferUtility: Sendable {
    private let rates: [Double]
    private let utilities: [Double]
    /// The parameters `Vp` (seconds) and `gp` of dash.js, or `nil` if there is only one rate.
    private let parameters: (scale: Double, offset: Double)?

    /// `rates` ascend and are not empty; `least` is above zero.
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

    package func index(buffered: HostTime) -> Int {
        guard let parameters else { return 0 }
        let scores = rates.indices.map { index in
            (parameters.scale * (utilities[index] + parameters.offset) - buffered.inSeconds) / rates[index]
        }
        // Of equal scores, the higher rate wins.
        return scores.indices.max { (scores[$0], $0) < (scores[$1], $1) } ?? 0
    }
}
