internal import CExpat
import Glibc

/// Receives a document's elements as they are read. Element names come without prefix (`xspf:track` is `track`),
/// attributes with it (`xlink:href`). Called on the reading thread.
package protocol XMLHandler: AnyObject {
    func begin(_ name: String, _ attributes: [String: String]) throws(XMLRefusal)
    /// - Parameter text: the text since the last tag, with XML's entities decoded.
    func end(_ text: String) throws(XMLRefusal)
    /// Called for text between the last tag and the start of a child element, if there is any.
    func interrupt(_ text: () -> String) throws(XMLRefusal)
}

extension XMLHandler {
    package func interrupt(_ text: () -> String) {}
}

package struct XMLRefusal: Error, Sendable, Equatable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}

package struct XMLLimits: Sendable, Equatable {
    /// Bytes of the whole document.
    package var bytes: Int
    /// Bytes of the text between two tags.
    package var textBytes: Int
    package var depth: Int
    /// Whether a document type without declarations of its own is allowed, as in SVG. Its references are never read.
    package var allowsDocumentType: Bool

    package init(
        bytes: Int = 16 << 20, textBytes: Int = 1 << 20, depth: Int = 64, allowsDocumentType: Bool = false
    ) {
        self.bytes = bytes
        self.textBytes = textBytes
        self.depth = depth
        self.allowsDocumentType = allowsDocumentType
    }
}

package struct XMLError: Error, Sendable, Equatable {
    /// Counted from 1.
    package let line: Int
    package let reason: String
    /// Whether a character occurs where none of its kind may: the errors that ``XMLRepair`` examines.
    package let isInvalidToken: Bool

    package init(line: Int, reason: String, isInvalidToken: Bool) {
        self.line = line
        self.reason = reason
        self.isInvalidToken = isInvalidToken
    }
}

/// XML as a stream, by Expat. A document type declaration is an error: entities can expand a small file to a huge one,
/// and none of our documents needs them. Any thread.
package enum XMLReader {
    /// - Throws: ``XMLError``, after the handler has received everything before the error.
    package static func read(_ bytes: [UInt8], limits: XMLLimits, handler: any XMLHandler) throws(XMLError) {
        let stream = XMLStream(limits: limits, handler: handler)
        try stream.feed(bytes)
        try stream.finish()
    }
}

/// ``XMLReader`` for a document that arrives in pieces. For one thread.
package final class XMLStream {
    private let parser: OpaquePointer
    private let run: ReaderRun
    private let limits: XMLLimits
    private var count = 0

    package init(limits: XMLLimits, handler: any XMLHandler) {
        guard let parser = XML_ParserCreate(nil) else { fatalError("XML_ParserCreate: no memory") }
        self.parser = parser
        self.limits = limits
        // The run lives as long as the parser: this object owns both.
        run = ReaderRun(handler: handler, limits: limits) { XML_StopParser(parser, 0) }
        XML_SetUserData(parser, Unmanaged.passUnretained(run).toOpaque())
        XML_SetElementHandler(parser, elementBegan, elementEnded)
        XML_SetCharacterDataHandler(parser, charactersCame)
        XML_SetStartDoctypeDeclHandler(parser, doctypeBegan)
    }

    deinit { XML_ParserFree(parser) }

    /// - Throws: ``XMLError``, after the handler has received everything before the error; nothing more may be fed.
    package func feed(_ bytes: [UInt8]) throws(XMLError) {
        count += bytes.count
        guard count <= min(limits.bytes, Int(Int32.max)) else {
            throw XMLError(line: 1, reason: "the document is too large", isInvalidToken: false)
        }
        try parse(bytes, isFinal: false)
    }

    /// - Throws: ``XMLError`` for an incomplete document.
    package func finish() throws(XMLError) { try parse([], isFinal: true) }

    private func parse(_ bytes: [UInt8], isFinal: Bool) throws(XMLError) {
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), isFinal ? 1 : 0)
        }
        guard status != XML_STATUS_OK else { return }
        let code = XML_GetErrorCode(parser)
        let reason = run.refusal ?? XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"
        throw XMLError(
            line: Int(tv_xml_line(parser)), reason: reason,
            isInvalidToken: run.refusal == nil && code == XML_ERROR_INVALID_TOKEN)
    }
}

/// The state that the callbacks share; lives as long as its ``XMLStream``.
private final class ReaderRun {
    private(set) var refusal: String?
    private let handler: any XMLHandler
    private let limits: XMLLimits
    private let stop: () -> Void
    private var depth = 0
    private var text: [UInt8] = []

    init(handler: any XMLHandler, limits: XMLLimits, stop: @escaping () -> Void) {
        self.handler = handler
        self.limits = limits
        self.stop = stop
    }

    func begin(_ name: String, _ attributes: () -> [String: String]) {
        guard depth < limits.depth else { return refuse("elements within elements within elements") }
        depth += 1
        let before = text
        text = []
        attempt { () throws(XMLRefusal) in
            if !before.isEmpty { try handler.interrupt { String(decoding: before, as: UTF8.self) } }
            try handler.begin(name, attributes())
        }
    }

    func end() {
        depth -= 1
        let value = String(decoding: text, as: UTF8.self)
        text = []
        attempt { () throws(XMLRefusal) in try handler.end(value) }
    }

    func add(_ characters: UnsafeRawBufferPointer) {
        guard text.count + characters.count <= limits.textBytes else { return refuse("a text that is too long") }
        text.append(contentsOf: characters)
    }

    func declareType(hasInternalSubset: Bool) {
        if hasInternalSubset || !limits.allowsDocumentType { refuse("a document type declaration") }
    }

    func refuse(_ reason: String) {
        if refusal == nil { refusal = reason }
        stop()
    }

    private func attempt(_ work: () throws(XMLRefusal) -> Void) {
        // Expat may call once more after it was stopped.
        guard refusal == nil else { return }
        do { try work() } catch { refuse(error.reason) }
    }
}

private func run(_ context: UnsafeMutableRawPointer?) -> ReaderRun? {
    context.map { Unmanaged<ReaderRun>.fromOpaque($0).takeUnretainedValue() }
}

private func elementBegan(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let name else { return }
    let colon = strrchr(name, Int32(UInt8(ascii: ":")))
    run(context)?.begin(String(cString: colon.map { UnsafePointer($0) + 1 } ?? name)) {
        guard var next = attributes else { return [:] }
        var result: [String: String] = [:]
        while let key = next[0], let value = next[1] {
            result[String(cString: key)] = String(cString: value)
            next += 2
        }
        return result
    }
}

private func elementEnded(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) { run(context)?.end() }

private func charactersCame(
    _ context: UnsafeMutableRawPointer?, _ characters: UnsafePointer<CChar>?, _ count: Int32
) {
    guard let characters else { return }
    run(context)?.add(UnsafeRawBufferPointer(start: characters, count: Int(count)))
}

private func doctypeBegan(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ system: UnsafePointer<CChar>?,
    _ identifier: UnsafePointer<CChar>?, _ hasInternalSubset: Int32
) {
    run(context)?.declareType(hasInternalSubset: hasInternalSubset != 0)
}
