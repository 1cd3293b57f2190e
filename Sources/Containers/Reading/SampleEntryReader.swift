/// Reads the sample entries that this library writes.
enum SampleEntryReader {
    /// Reads an `stsd` box (ISO/IEC 14496-12 8.5.2).
    ///
    /// - Throws: `invalidDescription` for other codecs and for configurations that cannot be read.
    static func read(_ box: BoxReader) throws(ContainerError) -> ContainerTrack.Description {
        var reader = box
        _ = try reader.versionAndFlags()
        try reader.skip(4)
        guard let entry = try reader.next() else { throw ContainerError(.malformed, "an stsd box without entry") }
        var body = entry.body
        switch entry.type {
        case "avc1", "avc3":
            try body.skip(78)
            var record = try body.boxes().require("avcC")
            let description = try H264Description(
                configuration: record.takeAll(),
                placement: entry.type == "avc1" ? .sampleEntry : .samples
            )
            return .h264(description)
        case "mp4a":
            try body.skip(28)
            return .aac(try AACDescription(configuration: configuration(try body.boxes().require("esds"))))
        default: throw ContainerError(.invalidDescription, "a sample entry '\(entry.type)'")
        }
    }

    /// The `DecoderSpecificInfo` of an `esds` box (ISO/IEC 14496-1 7.2.6.5 to 7.2.6.7).
    private static func configuration(_ box: BoxReader) throws(ContainerError) -> [UInt8] {
        var reader = box
        _ = try reader.versionAndFlags()
        try reader.enterDescriptor(3)
        try reader.skip(2)
        let flags: UInt8 = try reader.read()
        guard flags == 0 else { throw ContainerError(.malformed, "an ES_Descriptor with flags \(flags)") }
        try reader.enterDescriptor(4)
        try reader.skip(13)
        let length = try reader.enterDescriptor(5)
        return try reader.take(length)
    }
}

extension BoxReader {
    /// Reads the header of a descriptor (ISO/IEC 14496-1 8.3.3).
    ///
    /// - Returns: Its length, which is there.
    @discardableResult
    fileprivate mutating func enterDescriptor(_ tag: UInt8) throws(ContainerError) -> Int {
        let found: UInt8 = try read()
        guard found == tag else { throw ContainerError(.malformed, "a descriptor \(found) in place of \(tag)") }
        var length = 0
        for _ in 0..<4 {
            let byte: UInt8 = try read()
            length = length << 7 | Int(byte & 0x7f)
            if byte & 0x80 == 0 { break }
        }
        guard length <= remaining else {
            throw ContainerError(.malformed, "a descriptor of \(length) bytes where \(remaining) are left")
        }
        return length
    }
}
