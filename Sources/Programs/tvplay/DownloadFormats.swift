import CPlatform
import Cells
import DownloadClient
import Encoding
import Glibc
import Localization
import Options
import PlayCore

/// `tvplay get --list-formats`: says what there is to download of addresses, and downloads nothing (ADV-76 … ADV-78).
struct DownloadFormats {
    let isJSON: Bool

    /// - Parameter options: as those of adding; of them the wishes count.
    func run(
        _ references: [String], _ options: JSONValue, _ client: DownloadClient
    ) throws(DownloadClientError) -> ExitCode {
        var tally = DownloadTally()
        for reference in references {
            do throws(DownloadClientError) {
                let (value, offer) = try offer(reference, options, client)
                if let problem = offer.problem { throw .refused(problem) }
                tally.done += 1
                let written = DownloadProgram.write(isJSON ? DownloadText.line(value) : text(reference, offer))
                guard written == .success else { return written }
            } catch {
                tally.failed += 1
                DownloadProgram.complain(DownloadText.clean(reference) + ": " + error.message)
            }
        }
        return tally.exitCode
    }

    private func offer(
        _ reference: String, _ options: JSONValue, _ client: DownloadClient
    ) throws(DownloadClientError) -> (JSONValue, DownloadOfferRow) {
        let ticket = try client.call("tvplay.prepare", [.string(reference), options]).text
        while true {
            while let news = try client.takeNotification() {
                guard news.method == "tvplay.onPrepared", let offer = DownloadOfferRow(news.parameters),
                    offer.ticket == ticket
                else { continue }
                return (news.parameters.items?.first ?? news.parameters, offer)
            }
            var polled = pollfd(fd: client.pollDescriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&polled, 1, -1)
        }
    }

    private func text(_ reference: String, _ offer: DownloadOfferRow) -> String {
        let title = DownloadText.clean(offer.title ?? reference) + "\n"
        guard !offer.definitions.isEmpty else { return title + tr("There is one form of it only.") + "\n" }
        let rows = offer.definitions.map { definition in
            [
                DownloadText.clean(definition.key), size(definition),
                definition.bitRate.map { "\($0 / 1000) kbit/s" } ?? "-", DownloadText.clean(definition.name),
            ]
        }
        return title + TextTable.text(rows, titles: [tr("Definition"), tr("Picture"), tr("Bit rate"), tr("Name")])
    }

    private func size(_ definition: DownloadOfferRow.Definition) -> String {
        guard let width = definition.width, let height = definition.height else { return "-" }
        return "\(width)x\(height)"
    }
}
