/// Why an advert did not play, as VAST's number for the macro `[ERRORCODE]`.
package enum AdvertErrorCode: Int, Error, Sendable {
    case unreadable = 100
    case notAdverts = 101
    case unknownVersion = 102
    /// The address of a wrapper could not be fetched.
    case wrapper = 300
    case wrapperTimeout = 301
    case tooManyWrappers = 302
    case empty = 303
    case fileMissing = 401
    case fileTimeout = 402
    case noUsableFile = 403
    case notPlayable = 405
    case undefined = 900
}
