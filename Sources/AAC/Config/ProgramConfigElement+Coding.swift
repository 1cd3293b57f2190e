import BitCoding

extension ProgramConfigElement {
    /// Parses the element from the bit after its identifier; bytes are aligned as in the reader.
    init(_ reader: inout BitReader) throws(AACError) {
        tag = try reader.byte(4)
        objectType = try reader.byte(2)
        samplingFrequencyIndex = try reader.byte(4)
        let counts = (
            front: try reader.read(4), side: try reader.read(4), back: try reader.read(4),
            lowFrequency: try reader.read(2), data: try reader.read(3), coupling: try reader.read(4)
        )
        monoMixdown = try reader.flag() ? reader.byte(4) : nil
        stereoMixdown = try reader.flag() ? reader.byte(4) : nil
        matrixMixdown =
            try reader.flag() ? MatrixMixdown(index: reader.byte(2), isPseudoSurround: reader.flag()) : nil
        for _ in 0..<counts.front { front.append(try Self.element(&reader)) }
        for _ in 0..<counts.side { side.append(try Self.element(&reader)) }
        for _ in 0..<counts.back { back.append(try Self.element(&reader)) }
        for _ in 0..<counts.lowFrequency { lowFrequency.append(try reader.byte(4)) }
        for _ in 0..<counts.data { associatedData.append(try reader.byte(4)) }
        for _ in 0..<counts.coupling {
            coupling.append(Coupling(isIndependentlySwitched: try reader.flag(), tag: try reader.byte(4)))
        }
        reader.align()
        for _ in 0..<(try reader.read(8)) { comment.append(try reader.byte()) }
    }

    private static func element(_ reader: inout BitReader) throws(AACError) -> Element {
        Element(isPair: try reader.flag(), tag: try reader.byte(4))
    }

    /// Writes the element. A value that is too large for its field is truncated to its low bits.
    ///
    /// - Throws: `outOfRange` if a list is too long for its count field.
    func write(to writer: inout BitWriter) throws(AACError) {
        guard [front.count, side.count, back.count, coupling.count].allSatisfy({ $0 <= 15 }),
            lowFrequency.count <= 3, associatedData.count <= 7, comment.count <= 255
        else {
            throw AACError(.outOfRange, "program_config_element with too many elements")
        }
        writer.write(tag, 4)
        writer.write(objectType, 2)
        writer.write(samplingFrequencyIndex, 4)
        writer.write(front.count, 4)
        writer.write(side.count, 4)
        writer.write(back.count, 4)
        writer.write(lowFrequency.count, 2)
        writer.write(associatedData.count, 3)
        writer.write(coupling.count, 4)
        for mixdown in [monoMixdown, stereoMixdown] {
            writer.write(mixdown != nil)
            if let mixdown { writer.write(mixdown, 4) }
        }
        writer.write(matrixMixdown != nil)
        if let matrixMixdown {
            writer.write(matrixMixdown.index, 2)
            writer.write(matrixMixdown.isPseudoSurround)
        }
        for element in front + side + back {
            writer.write(element.isPair)
            writer.write(element.tag, 4)
        }
        for tag in lowFrequency + associatedData { writer.write(tag, 4) }
        for element in coupling {
            writer.write(element.isIndependentlySwitched)
            writer.write(element.tag, 4)
        }
        writer.align()
        writer.write(comment.count, 8)
        for byte in comment { writer.write(byte, 8) }
    }

    /// `id_syn_ele` of a program config element (table 4.85).
    private static let identifier: UInt8 = 5

    /// Parses the element at the start of a raw data block. ADTS puts it there for channel configuration 0.
    ///
    /// - Returns: `nil` if the block begins with another element.
    /// - Throws: `truncated` if the element is cut off.
    package init?(rawDataBlock: RawSpan) throws(AACError) {
        // The longest element has 61 bytes and a comment of 255.
        var reader = BitReader(rawDataBlock.extracting(first: 320))
        guard reader.remaining >= 3, try reader.byte(3) == Self.identifier else { return nil }
        try self.init(&reader)
    }

    /// Returns the element in whole bytes, to be put before a raw data block.
    public func rawDataBlockPrefix() throws(AACError) -> [UInt8] {
        var writer = BitWriter()
        writer.write(Self.identifier, 3)
        try write(to: &writer)
        return writer.bytes
    }
}
