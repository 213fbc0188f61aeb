import CPlatform
import Cells
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import Options
import PlayCore

/// `tvplay get --list-formats`: prints the available formats of addresses without downloading.
struct DownloadFormats {
    let isJSON: Bool

    /// - Parameter options: those for adding. Only the preferences count.
    func run(
        _ references: [String], _ options: JSONValue, _ client: DownloadClient
    ) throws(DownloadClientError) -> ExitCode {
        var tally = DownloadTally()
        for reference in references {
            do throws(DownloadClientError) {
                let (value, result) = try ask(reference, options, client)
                let offer: DownloadOffer
                do throws(DownloadProblem) { offer = try result.offer.get() } catch { throw .refused(error) }
                tally.done += 1
                let written = DownloadProgram.write(isJSON ? DownloadText.line(value) : text(reference, offer))
                guard written == .success else { return written }
            } catch {
                tally.failed += 1
                DownloadProgram.complain(tr("%1: %2", DownloadText.clean(reference), error.message))
            }
        }
        return tally.exitCode
    }

    private func ask(
        _ reference: String, _ options: JSONValue, _ client: DownloadClient
    ) throws(DownloadClientError) -> (JSONValue, DownloadPreparationResult) {
        let ticket = try client.call(.prepare, [.string(reference), options]).text
        while true {
            while let news = try client.nextNotification() {
                guard news.event == .prepared, let result = DownloadPreparationResult(news.parameter),
                    result.ticket == ticket
                else { continue }
                return (news.parameter, result)
            }
            var polled = pollfd(fd: client.pollDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&polled, 1, -1)
        }
    }

    private func text(_ reference: String, _ offer: DownloadOffer) -> String {
        let title = DownloadText.clean(offer.title ?? reference) + "\n"
        guard !offer.definitions.isEmpty else { return title + tr("Only one version is available.") + "\n" }
        let rows = offer.definitions.map { definition in
            [
                DownloadText.clean(definition.definitionKey.rawValue), size(definition),
                definition.bitRate.map { "\($0 / 1000) kbit/s" } ?? "-", DownloadText.clean(definition.definitionName),
            ]
        }
        return title + TextTable.text(rows, titles: [tr("Definition"), tr("Picture"), tr("Bit rate"), tr("Name")])
    }

    private func size(_ definition: DefinitionInfo) -> String {
        definition.width > 0 && definition.height > 0 ? "\(definition.width)x\(definition.height)" : "-"
    }
}
