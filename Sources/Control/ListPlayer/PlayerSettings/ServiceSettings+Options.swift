package import Access
package import Catalogue
import Glibc
import OptionSettings
package import Options
import PlayCore
import Playback
import Storage
import Subtitles

extension Viewer {
    package init(_ user: UserIdentity) { self.init(name: user.name, number: user.number, group: user.group) }
}

extension ServiceSettings {
    package init(_ options: ServiceOptions) {
        self.init()
        token = options.token
        commentToken = options.commentToken
        commentAvatar = options.commentAvatar
        accessKey = options.accessKey
        clippedVersion = options.clippedVersion
        isEncrypted = options.isEncrypted
        parameters = options.parameters
        playDomain = options.playDomain
        previewSeconds = options.previewSeconds
        domainPrefix = options.domainPrefix
        isH265Adaptive = options.isH265Adaptive
        source =
            switch options.source {
            case .hlsHTTPS: .hlsHTTPS
            case .hlsHTTP: .hlsHTTP
            case .mp4: .mp4
            case .first: .first
            }
    }
}

extension Services {
    package init(
        _ options: ServiceOptions, _ access: SourceAccess, _ viewer: Viewer, _ passwords: AccountPasswords
    ) {
        let transport = access.transport
        let now: @Sendable () -> Int64 = { WallTime.now.milliseconds / 1000 }
        let readFile: ManifestProvider.FileReader = { path, limit throws(ByteSourceError) in
            try access.file(path, limit: limit)
        }
        let account = options.peerTubeUser.map { AccountPasswords.Account($0) }
        let peerTube = options.peerTube(
            transport, stateFolder: account == nil ? nil : AccountPasswords.signInFolder, now: now
        ) {
            account.flatMap(passwords.password)
        }
        let ytDlp = options.usesYtDlp ? YtDlpProvider(YtDlpProgram(options)) : nil
        let providers: [(any CatalogueProvider)?] = [
            options.accountCatalogue(transport, peerTube: peerTube, now: now, readFile: readFile),
            ManifestProvider(transport: transport, now: now, readFile: readFile), peerTube, ytDlp, DirectProvider(),
            LocalProvider(),
        ]
        let catalogue = Catalogue(
            providers: providers.compactMap(\.self), tokens: TokenKeeper(source: options.tokenSource(transport)))
        self.init(ServiceSettings(options), catalogue, peerTube: peerTube, ytDlp: ytDlp, viewer: viewer)
    }
}

extension AccountPasswords.Account {
    package init(_ user: PeerTubeUser) { self.init(user: user.name, server: user.server) }
}

extension AccountPasswords {
    private static let variable = "TVPLAY_PEERTUBE_PASSWORD"

    package static func ofEnvironment() -> AccountPasswords {
        AccountPasswords(common: getenv(variable).flatMap { Token(String(cString: $0)) })
    }

    fileprivate static var signInFolder: String? {
        guard let path = StateFolder.path() else { return nil }
        do throws(StorageError) {
            try StateFolder.make(path)
            return path
        } catch {
            Log.shared.write(.warning, "catalogue", "sign-ins are not kept: \(error)")
            return nil
        }
    }

    /// Asks for passwords of accounts without a stored sign-in or known password, before there is a screen.
    package func ask(
        for items: some Sequence<(location: String, options: ServiceOptions)>,
        _ directory: ServiceDirectory<ServiceOptions>,
        _ read: (_ question: String) -> Token?
    ) {
        let wanted = items.compactMap { item -> Account? in
            guard let user = item.options.peerTubeUser, item.options.peerTubePasswordCommand == nil,
                let account = directory.services(item.options).account(for: item.location), !account.isKept
            else { return nil }
            return Account(user)
        }
        ask(for: wanted, read)
    }
}

extension PlayReporter {
    package convenience init?(_ options: ReportOptions, _ viewer: Viewer, _ access: SourceAccess) {
        guard let address = options.address else { return nil }
        self.init(
            to: address, every: HostTime(nanoseconds: options.interval.nanoseconds), viewer,
            customText: options.customText, transport: access.transport)
    }
}

extension ItemSettings.MarkPlace {
    fileprivate init(_ wishes: SkipWishes) {
        switch wishes.file {
        case _ where wishes.rules == nil: self = .nowhere
        case let file?: self = .file(file)
        case nil: self = wishes.looksBeside ? .beside : .nowhere
        }
    }
}

extension ItemSettings {
    package init(_ options: PlayerOptions, _ directory: ServiceDirectory<ServiceOptions>) {
        self.init(
            session: SessionOptions(options), services: directory.services(options.services),
            definitions: options.definitions, chapterFile: options.chaptersFile,
            marks: MarkPlace(options.skips))
        sounds.files = options.audioFiles
        sounds.search = SubtitleAutoLoad.Mode(options.audioSearch)
        sounds.folders = options.audioFolders
        sounds.languages = options.audioLanguages.expandingLocale(Localization.languages)
    }
}
