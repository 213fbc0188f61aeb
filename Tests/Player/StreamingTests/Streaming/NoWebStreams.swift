import Addresses
import PlayCore
import Streaming
import Transport

/// For addresses that are no WHEP streams.
let noWebStreams: LowLatencyOpener.StreamMaker = { (address: Address) throws(ByteSourceError) in
    throw ByteSourceError(.forbiddenScheme, operation: "open", context: address.text)
}

/// For addresses that are not over TLS.
let noClient: LowLatencyOpener.ClientMaker = { () throws(ByteSourceError) in
    throw ByteSourceError(.noLibrary, operation: "open", context: "")
}
