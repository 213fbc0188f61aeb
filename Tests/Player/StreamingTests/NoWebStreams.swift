import Addresses
import PlayCore
import Streaming

/// For addresses that are no streams of WHEP.
let noWebStreams: LowLatencyOpener.StreamMaker = { (address: Address) throws(ByteSourceError) in
    throw ByteSourceError(.forbiddenScheme, operation: "open", context: address.text)
}
