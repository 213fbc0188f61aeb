package import XML

/// A form that a server asks with, or what is answered (XEP-0004). A value.
package struct DataForm: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case form, submit, cancel, result
    }

    package struct Field: Sendable, Equatable {
        /// Nil: words for people to read.
        package let name: String?
        /// `boolean`, `text-single` …; nil: not said.
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

    /// - Parameter type: says what the form is about: the field `FORM_TYPE` (XEP-0068).
    package init(kind: Kind, type: String, values: KeyValuePairs<String, String>) {
        self.kind = kind
        fields =
            [Field("FORM_TYPE", type: "hidden", values: [type])] + values.map { Field($0.key, values: [$0.value]) }
    }

    /// Nil: the element is no form.
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

    /// Fields, and values of a field: far beyond any form of a room.
    private static let limit = 500

    /// The first value of a field.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.values.first }

    package var type: String? { self["FORM_TYPE"] }

    /// The answer to this form: those of the values that it asks for. What is not answered stays as it is.
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
