import ByteCaches
package import DownloadModel
import Manifests
package import PlayCore
import Transport

/// Determines the forms in which a source can be downloaded, from the source and its manifest. Blocks; any thread.
package struct DownloadPreparation: Sendable {
    private let context: FetchContext
    private let resolver: any DownloadResolver

    package init(context: FetchContext, resolver: any DownloadResolver) {
        (self.context, self.resolver) = (context, resolver)
    }

    /// Stores nothing of the offer: the download requests it again when it starts.
    package func prepare(
        _ request: DownloadRequest, cancel: CancelToken
    ) throws(DownloadProblem) -> DownloadOffer {
        let means = try context.means(request.requestOptions, request.identity, resolver)
        try means.resolver.check(request)
        let item = DownloadItem(request, id: .random(), order: 0, added: WallTime.now.milliseconds)
        let context = context.with(means.client)
        let book = try AddressBook(item, means.resolver, cancel: cancel)
        let source = book.current.source
        var offer = DownloadOffer(title: source.title, definitions: source.definitions)
        if offer.definitions.isEmpty, case .stream? = source.main {
            offer.definitions = try Self.definitions(of: book, request.wishes, context, cancel)
        } else if offer.definitions.isEmpty, case .file(let file)? = source.main {
            offer.size = try Self.size(of: file, context, cancel)
        }
        return offer
    }

    /// Returns `nil` if the server does not declare the size. Requests the first byte, to check that the file exists.
    private static func size(
        of file: RemoteFile, _ context: FetchContext, _ cancel: CancelToken
    ) throws(DownloadProblem) -> Int64? {
        let now = FileAddress.Now(address: file.address, headers: file.headers, generation: 0)
        let exchange = context.client.begin(.download(now, 0..<1, nil), cancel: cancel)
        defer { exchange.cancel() }
        do throws(ByteSourceError) {
            return CacheValidator(try exchange.successfulHead().validator).length
        } catch {
            // An empty file has no first byte.
            if error.code == .httpStatus(416) { return 0 }
            throw DownloadProblem(error)
        }
    }

    private static func definitions(
        of book: AddressBook, _ wishes: DownloadWishes, _ context: FetchContext, _ cancel: CancelToken
    ) throws(DownloadProblem) -> [DefinitionInfo] {
        let run = FetchRun(context: context, progress: FetchProgress(), totalGate: SpeedGate(), cancel: cancel)
        do throws(FetchStop) {
            let presentation = try ManifestLoader(run, book).load().presentation
            guard presentation.isLive != true else { throw .problem(DownloadProblem(.live)) }
            // Throws the reason if nothing of the stream can be downloaded.
            _ = try disk { () throws(DownloadProblem) in try StreamChoice(presentation, wishes) }
            return presentation.definitions().map(\.info)
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .cancelled: throw DownloadProblem(.notPossible, detail: "cancelled")
            case .changed, .brokenOff: throw DownloadProblem(.keepsChanging)
            }
        }
    }
}
