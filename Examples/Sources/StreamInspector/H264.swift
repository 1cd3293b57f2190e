import H264

/// Prints the access units of a byte stream in Annex B format, however it is cut into chunks.
func inspectH264(_ chunks: some Sequence<[UInt8]>) {
    var report = VideoReport()
    for unit in AccessUnits(of: chunks) { report.add(unit) }
    print("\(report.count) access units, \(report.starts) at which decoding can begin")
}

struct VideoReport {
    private(set) var count = 0
    private(set) var starts = 0
    private var format: [UInt8] = []

    mutating func add(_ unit: AccessUnit) {
        let info = unit.info
        guard info.hasPicture else { return }
        if let sps = unit.sps, sps.bytes != format {
            format = sps.bytes
            describe(sps.value)
        }
        count += 1
        if info.isStart { starts += 1 }
        let type = info.sliceType.map { "\($0)" } ?? "?"
        print("\(count): \(type), \(unit.bytes.count) bytes\(info.isRandomAccess ? ", random access" : "")")
    }

    private func describe(_ sps: SequenceParameterSet) {
        let size = sps.croppedSize
        print("H.264 \(sps.profile.name) \(sps.level.name), \(size.width)x\(size.height), \(sps.codecString)")
        if let rate = sps.frameRate { print("\(rate.framesPerSecond) frames per second") }
        print("A decoder reorders at most \(sps.maxReorderFrames) frames.")
    }
}
