package import XML

/// XEP-0004.
package struct DataForm: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case form, submit, cancel, result
    }

    package struct Field: Sendable, Equatable {
        /// `nil` for a text without input.
        package let name: String?
        package let type: String?
        package let label: String?
        package let values: [String]

        package init(_ name: String?, type: String? = nil, label: String? = nil, values: [String]) {
            self.name = name
            self.type = type
            self.label = label
            self.values = values
        }
    }

    package let kind: Kind
    package let fields: [Field]

    package init(kind: Kind, fields: [Field]) {
        self.kind = kind
        self.fields = fields
    }

    /// - Parameter type: the form's subject, in the field `FORM_TYPE` (XEP-0068).
    package init(kind: Kind, type: String, values: KeyValuePairs<String, String>) {
        self.kind = kind
        fields =
            [Field("FORM_TYPE", type: "hidden", values: [type])] + values.map { Field($0.key, values: [$0.value]) }
    }

    package init?(_ element: XMLElement?) {
        guard let element, element.name == "x", element.namespace == Namespace.dataForms,
            let kind = element["type"].flatMap(Kind.init(rawValue:))
        else { return nil }
        self.kind = kind
        fields = element.children("field").prefix(Self.limit).map { field in
            Field(
                field["var"], type: field["type"], label: field["label"],
                values: field.children("value").prefix(Self.limit).map(\.wholeText))
        }
    }

    /// Of fields, and of values of a field; far beyond any form of a room.
    private static let limit = 500

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.values.first }

    package var type: String? { self["FORM_TYPE"] }

    /// Answers only the values that the form requests, so other settings are unchanged.
    package func answer(_ values: [String: [String]]) -> DataForm {
        let own = fields.filter { $0.name == "FORM_TYPE" || $0.name.map { values[$0] != nil } == true }
        return DataForm(
            kind: .submit,
            fields: own.map { Field($0.name, type: $0.type, values: $0.name.flatMap { values[$0] } ?? $0.values) })
    }

    package var element: XMLElement {
        XMLElement(
            "x", namespace: Namespace.dataForms, attributes: ["type": kind.rawValue],
            children: fields.map { field in
                var attributes: [String: String] = [:]
                attributes["var"] = field.name
                attributes["type"] = field.type
                attributes["label"] = field.label
                return XMLElement(
                    "field", attributes: attributes, children: field.values.map { XMLElement("value", text: $0) })
            })
    }
}
