/// The exit statuses of a program that waits for downloads. The numbers are aria2's.
extension DownloadProblem {
    package static let unknownStatus: Int32 = 1

    package var exitStatus: Int32 {
        switch code {
        case .refused: Self.status(of: number)
        case .network: 6
        case .noSpace: 9
        case .duplicate: 11
        case .disk: 17
        case .page, .unreadable, .incomplete: 22
        case .noKey, .wrongKey, .noTokenSource: 24
        case .scheme, .notAnAddress: 28
        case .checksum, .damaged: 32
        case .notFound, .fileLost, .expired: 3
        default: Self.unknownStatus
        }
    }

    private static func status(of answer: Int64) -> Int32 {
        switch answer {
        case 404, 410: 3
        case 401, 403, 407: 24
        case 429, 503: 29
        case 408, 504: 2
        default: 22
        }
    }
}
