import Testing

/// Takes a transport stream apart, and checks everything that the standard asks of it on the way.
struct TransportStreamReader {
    /// A PES packet.
    struct Unit: Equatable {
        var presentation: Int64
        var decode: Int64
        var isRandomAccess: Bool
        var isDiscontinuous: Bool
        var bytes: [UInt8]
    }

    /// Types of the elementary streams by packet identifier.
    private(set) var types: [UInt16: UInt8] = [:]
    private(set) var languages: [UInt16: [UInt8]] = [:]
    private(set) var clockPID: UInt16 = 0
    private(set) var units: [UInt16: [Unit]] = [:]
    /// Clock references in units of 27 MHz, with the index of their packet.
    private(set) var references: [(packet: Int, value: UInt64)] = []
    /// Indices of packets with a PAT.
    private(set) var tables: [Int] = []
    private(set) var mapVersions: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]
    private var open: [UInt16: Unit] = [:]
    private var packetCount = 0

    init(_ bytes: [UInt8]) {
        #expect(bytes.count % 188 == 0)
        for start in stride(from: 0, to: bytes.count, by: 188) {
            take(Array(bytes[start..<min(start + 188, bytes.count)]))
            packetCount += 1
        }
        for pid in open.keys { close(pid) }
    }

    private mutating func take(_ packet: [UInt8]) {
        #expect(packet.count == 188 && packet[0] == 0x47 && packet[1] & 0x80 == 0)
        let isStart = packet[1] & 0x40 != 0
        let pid = UInt16(packet[1] & 0x1f) << 8 | UInt16(packet[2])
        let control = packet[3] >> 4 & 3
        var offset = 4
        var flags: UInt8 = 0
        if control & 2 != 0 {
            let length = Int(packet[4])
            #expect(control == 2 ? length == 183 : length <= 182)
            if length > 0 { flags = packet[5] }
            if flags & 0x10 != 0 {
                let field = packet[6..<12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(field >> 9 & 0x3f == 0x3f && pid == clockPID)
                references.append((packetCount, (field >> 15) * 300 + field & 0x1ff))
            }
            offset = 5 + length
        }
        check(packet[3] & 15, pid, hasPayload: control & 1 != 0, isDiscontinuous: flags & 0x80 != 0)
        guard control & 1 != 0 else { return }
        let payload = Array(packet[offset...])
        switch pid {
        case 0:
            tables.append(packetCount)
            let section = Self.section(payload)
            #expect(section[0] == 0 && section.suffix(4) == [0, 1, 0xf0, 0])
        case 0x1000: readMap(Self.section(payload))
        default: add(payload, pid, isStart: isStart, flags)
        }
    }

    private mutating func check(_ counter: UInt8, _ pid: UInt16, hasPayload: Bool, isDiscontinuous: Bool) {
        if let last = counters[pid], !isDiscontinuous {
            #expect(counter == (hasPayload ? (last + 1) & 15 : last), "packet \(packetCount), PID \(pid)")
        }
        counters[pid] = counter
    }

    /// The section without header bytes that are the same for all, and without its checksum, which is checked.
    private static func section(_ payload: [UInt8]) -> [UInt8] {
        #expect(payload[0] == 0)
        let length = Int(payload[2] & 0xf) << 8 | Int(payload[3])
        let section = Array(payload[1..<4 + length])
        // The remainder of a section with its CRC is 0 (annex A).
        var remainder = UInt32.max
        for byte in section {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 { remainder = remainder << 1 ^ (remainder & 1 << 31 != 0 ? 0x04c1_1db7 : 0) }
        }
        #expect(remainder == 0)
        #expect(payload[(4 + length)...].allSatisfy { $0 == 0xff })
        return Array(section.dropLast(4))
    }

    private mutating func readMap(_ section: [UInt8]) {
        #expect(section[0] == 2)
        mapVersions.append(section[5] >> 1 & 31)
        clockPID = UInt16(section[8] & 0x1f) << 8 | UInt16(section[9])
        types = [:]
        var offset = 12
        while offset < section.count {
            let pid = UInt16(section[offset + 1] & 0x1f) << 8 | UInt16(section[offset + 2])
            types[pid] = section[offset]
            let length = Int(section[offset + 4])
            if length == 6 { languages[pid] = Array(section[offset + 7..<offset + 10]) }
            offset += 5 + length
        }
    }

    private mutating func add(_ payload: [UInt8], _ pid: UInt16, isStart: Bool, _ flags: UInt8) {
        #expect(types[pid] != nil, "PID \(pid) before its PMT")
        guard isStart else {
            open[pid]?.bytes += payload
            return
        }
        close(pid)
        #expect(payload.prefix(3) == [0, 0, 1])
        let hasDecode = payload[7] & 0x40 != 0
        let presentation = Self.timestamp(payload[9..<14])
        let decode = hasDecode ? Self.timestamp(payload[14..<19]) : presentation
        open[pid] = Unit(
            presentation: presentation,
            decode: decode,
            isRandomAccess: flags & 0x40 != 0,
            isDiscontinuous: flags & 0x80 != 0,
            bytes: payload
        )
    }

    private mutating func close(_ pid: UInt16) {
        guard var unit = open.removeValue(forKey: pid) else { return }
        let length = Int(unit.bytes[4]) << 8 | Int(unit.bytes[5])
        #expect(length == 0 ? unit.bytes.count > 65_541 : unit.bytes.count == length + 6)
        unit.bytes.removeFirst(9 + Int(unit.bytes[8]))
        units[pid, default: []].append(unit)
    }

    private static func timestamp(_ bytes: ArraySlice<UInt8>) -> Int64 {
        let field = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let markers: UInt64 = 1 << 32 | 1 << 16 | 1
        #expect(field & markers == markers)
        return Int64(field >> 33 & 7) << 30 | Int64(field >> 17 & 0x7fff) << 15 | Int64(field >> 1 & 0x7fff)
    }
}
