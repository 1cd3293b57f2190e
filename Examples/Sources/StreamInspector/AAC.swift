import AAC

/// Prints the format of an ADTS stream, and returns its AAC frames as a new ADTS stream, without tags and garbage.
func inspectAAC(_ chunks: some Sequence<[UInt8]>) throws -> [UInt8] {
    var reader = ADTSReader()
    var sound = CleanSound()
    for bytes in chunks {
        try reader.push(bytes) { block, place in try sound.add(block, of: place.header) }
    }
    try reader.finish { block, place in try sound.add(block, of: place.header) }
    let found = reader.statistics
    print("\(found.frames) frames, \(found.tags) tags, \(found.skippedBytes) bytes of garbage")
    return sound.bytes
}

struct CleanSound {
    private(set) var bytes: [UInt8] = []
    private var writer: ADTSWriter?
    private var header: ADTSHeader?

    /// - Throws: `AACError` if ADTS cannot hold the format.
    mutating func add(_ block: Span<UInt8>, of header: ADTSHeader) throws {
        if self.header?.isConsistent(with: header) != true {
            // What a decoder needs before the first frame. MP4 files and the protocol state it in these bytes.
            let config = AudioSpecificConfig(header, rawDataBlock: block)
            print("\(config.objectType), \(config.samplingFrequency), \(config.codecString)")
            print("AudioSpecificConfig: \(try config.encoded())")
            writer = try ADTSWriter(config)
            self.header = header
        }
        try writer?.append(block, to: &bytes)
    }
}
