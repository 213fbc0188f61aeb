package import HTTPServing
import PlayCore

/// Pages for browsers: plain HTML in the keeper's language, without scripts or external content.
package enum JoinPage {
    /// - Parameter notes: paragraphs below the steps.
    package static func joining(_ title: String, link: String, notes: [String] = []) -> HTTPServerResponse {
        let steps = [
            escaped(tr("Open a terminal on a computer that has tvplay.")),
            escaped(tr("Copy this command, paste it there, and press Enter:"))
                + "\n<pre><code>tvplay class \(escaped(link))</code></pre>",
        ]
        let list = "<ol>\n" + steps.map { "<li>\($0)</li>\n" }.joined() + "</ol>"
        return response(
            200, title, [paragraph(tr("This is a live class. To join it:")), list] + notes.map(paragraph))
    }

    package static func failure(
        _ status: Int, _ message: String, fields: [HTTPField] = []
    ) -> HTTPServerResponse {
        let sentence = message.prefix(1).uppercased() + message.dropFirst()
        return response(status, tr("You cannot enter the class"), [paragraph(sentence)], fields: fields)
    }

    /// - Parameter blocks: HTML.
    private static func response(
        _ status: Int, _ title: String, _ blocks: [String], fields: [HTTPField] = []
    ) -> HTTPServerResponse {
        let title = escaped(title)
        let page = """
            <!DOCTYPE html>
            <html lang="\(escaped(trc("language of web pages", "en")))"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
            <title>\(title) – tvplay</title>
            <style>body{font-family:sans-serif;line-height:1.5;max-width:40em;margin:3em auto;padding:0 1em}
            pre{border:1px solid;padding:.7em;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}</style>
            </head><body>
            <h1>\(title)</h1>
            \(blocks.joined(separator: "\n"))
            </body></html>

            """
        let own = [
            HTTPField("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'"),
            HTTPField("referrer-policy", "no-referrer"),
        ]
        return HTTPServerResponse(
            status, type: "text/html; charset=utf-8", body: Array(page.utf8), fields: own + fields)
    }

    private static func paragraph(_ text: String) -> String { "<p>\(escaped(text))</p>" }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
            }
        }
        return result
    }
}
