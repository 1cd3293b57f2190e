extension BoxWriter {
    /// `ftyp` of all files that this library writes, 32 bytes long (ISO/IEC 14496-12 4.3). The brand `iso6` stands for
    /// `tfdt`, `default-base-is-moof` and signed composition offsets (annex E.7, E.8).
    static let fileType = box(.ftyp) { writer in
        writer.write("isom")
        writer.write(UInt32(0x200))
        for brand in ["isom", "iso6", "mp41", "avc1"] { writer.write(brand) }
    }
}
