/// The tables of a transport stream with one program (ISO/IEC 13818-1 2.4.4).
struct ProgramTables: Hashable, Sendable {
    /// An elementary stream of the program.
    struct Stream: Hashable, Sendable {
        let track: UInt32
        let pid: UInt16
        /// `stream_id` of its PES packets (table 2-22).
        let streamID: UInt8
        /// `stream_type` (table 2-34): 0x1B for H.264, 0x0F for AAC in ADTS frames.
        let type: UInt8
        /// Three letters of ISO 639-2; `nil` if not known.
        let language: [UInt8]?
    }

    static let associationPID: UInt16 = 0
    static let mapPID: UInt16 = 0x1000
    /// The identifier of the first elementary stream.
    static let firstPID: UInt16 = 0x100
    private static let program: UInt16 = 1

    var streams: [Stream]
    /// The stream whose packets carry the clock.
    var clockPID: UInt16
    /// `version_number`, 0 to 31.
    var version: UInt8 = 0

    /// `program_association_section` (2.4.4.3), behind a pointer field.
    var association: [UInt8] {
        section(table: 0, id: 1, version: 0) { writer in
            writer.write(Self.program)
            writer.write(0xe000 | Self.mapPID)
        }
    }

    /// `TS_program_map_section` (2.4.4.8), behind a pointer field.
    var map: [UInt8] {
        section(table: 2, id: Self.program, version: version) { writer in
            writer.write(0xe000 | clockPID)
            writer.write(UInt16(0xf000))  // program_info_length 0
            for stream in streams {
                writer.write(stream.type)
                writer.write(0xe000 | stream.pid)
                // ISO_639_language_descriptor (2.6.18).
                let descriptor = stream.language.map { [0x0a, 4] + $0 + [0] } ?? []
                writer.write(UInt16(0xf000) | UInt16(descriptor.count))
                writer.write(descriptor)
            }
        }
    }

    private func section(
        table: UInt8,
        id: UInt16,
        version: UInt8,
        _ body: (inout BoxWriter) -> Void
    ) -> [UInt8] {
        var content = BoxWriter()
        content.write(id)
        content.write(0xc1 | version << 1)  // current_next_indicator
        content.write(UInt16(0))  // section_number, last_section_number
        body(&content)
        var section = BoxWriter()
        section.write(table)
        section.write(UInt16(0xb000) | UInt16(content.bytes.count + 4))
        section.write(content.bytes)
        section.write(Self.checksum(section.bytes))
        return [0] + section.bytes
    }

    /// `CRC_32` (annex A): polynomial 0x04C11DB7, all ones at first, most significant bit first.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(UInt32.max) { remainder, byte in
            (0..<8).reduce(remainder ^ UInt32(byte) << 24) { value, _ in
                value << 1 ^ (value & 1 << 31 != 0 ? 0x04c1_1db7 : 0)
            }
        }
    }
}
