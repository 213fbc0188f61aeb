package import PlayCore

/// A line of the page of figures: the label at the left, the value at the right.
package struct FactLine: Equatable {
    package let label: String
    package let value: String

    package init(label: String, value: String) { (self.label, self.value) = (label, value) }
}

package enum RecordText {
    package static func name(_ type: RecordType) -> String {
        switch type {
        case .common: tr("recording")
        case .compositeVideo: tr("composed recording")
        case .wholeScreen: tr("recording of the screen")
        case .mixed: tr("mixed recording")
        default: tr("recording of kind %1", "\(type.rawValue)")
        }
    }
}
