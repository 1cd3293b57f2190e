import BitCoding
import H264

/// Follows an H.264 stream in Annex B format and counts its contents.
struct H264Inspector: Sendable {
    private var splitter = AnnexBSplitter()
    private var analysis = H264Analysis()

    mutating func push(_ bytes: RawSpan) {
        var analysis = exchange(&analysis, with: H264Analysis())
        defer { self.analysis = analysis }
        splitter.push(bytes) { nal, position in analysis.add(nal, position) }
    }

    mutating func finish() throws(InspectionError) -> H264Report {
        var analysis = exchange(&analysis, with: H264Analysis())
        splitter.finish { nal, position in analysis.add(nal, position) }
        return try analysis.report(bytes: splitter.byteCount, skipped: splitter.skipped)
    }
}

/// Processes the NAL units of a stream in order: it counts and checks each one and assigns it to an access unit.
private struct H264Analysis: Sendable {
    private var units = NALUnitStatistics()
    private var checks = NALUnitChecks()
    private var parameterSets = ParameterSetStatistics()
    private var detector = AccessUnitDetector()
    private var accessUnits = AccessUnitStatistics()
    private var anomalies = AnomalyLog()
    /// The access unit that has begun.
    private var open = OpenAccessUnit()
    /// NAL units that belong to the same access unit as the next one.
    private var undecided = OpenAccessUnit()

    mutating func add(_ nal: RawSpan, _ position: AnnexBPosition) {
        units.add(nal, position)
        guard !nal.isEmpty else {
            anomalies.note(.emptyNALUnit, at: position.offset)
            return
        }
        let header = NALUnitHeader(nal[0])
        checks.check(nal, header, position, &anomalies)
        let placement = detector.place(nal)
        switch placement {
        case .undecided:
            undecided.add(nal, header, position)
        case .current:
            open.append(exchange(&undecided, with: OpenAccessUnit()))
            open.add(nal, header, position)
        case .next(let finished):
            if let finished { close(finished) }
            open = exchange(&undecided, with: OpenAccessUnit())
            open.add(nal, header, position)
        }
        guard !header.forbiddenZeroBit else { return }
        // After the previous access unit has ended: a parameter set belongs to the access unit that it begins.
        parameterSets.add(nal, header, position.offset, &anomalies)
        if header.type.isPrimarySlice { addSlice(nal, position) }
    }

    /// Records the properties that only the first slice and unreadable slices have.
    private mutating func addSlice(_ nal: RawSpan, _ position: AnnexBPosition) {
        let info = detector.current
        if open.sps == nil, let id = info.sequenceParameterSetID {
            open.sps = detector.parameterSets.sps(id)?.value
            if let id = info.pictureParameterSetID, let pps = detector.parameterSets.pps(id)?.value {
                parameterSets.use(pps)
            }
        }
        guard info.unreadableSliceCount > open.unreadableSlices else { return }
        open.unreadableSlices = info.unreadableSliceCount
        do throws(H264Error) {
            _ = try SliceHeader(nal, detector.parameterSets)
        } catch {
            let kind = error.code == .missingParameterSet ? AnomalyKind.missingParameterSet : .unreadableSlice
            anomalies.note(kind, at: position.offset, detail: error.message)
        }
    }

    private mutating func close(_ info: AccessUnitInfo) {
        accessUnits.add(info, open, &anomalies)
        parameterSets.checkChanges(info, &anomalies)
    }

    mutating func report(bytes: Int, skipped: AnnexBSplitter.Skipped) throws(InspectionError) -> H264Report {
        if let last = detector.finish() {
            open.append(undecided)
            close(last)
        }
        guard accessUnits.count > 0 || !parameterSets.sequence.isEmpty else {
            throw InspectionError("There are start codes, but no picture and no parameter set of H.264 behind them.")
        }
        guard parameterSets.first != nil || !checks.looksLikeHEVC else {
            throw InspectionError("This is H.265 (HEVC); only H.264 and AAC are inspected here.")
        }
        anomalies.note(.garbageBeforeStream, at: 0, count: skipped.garbage, detail: "\(skipped.garbage) bytes")
        anomalies.note(.oversizeNALUnit, at: nil, count: skipped.oversizeUnits)
        accessUnits.finish(&anomalies)
        units.finish(skipped)
        return H264Report(
            bytes: bytes,
            units: units,
            skipped: skipped,
            seiMessages: checks.seiMessages,
            parameterSets: parameterSets,
            accessUnits: accessUnits,
            anomalies: anomalies.anomalies
        )
    }
}

extension NALUnitType {
    /// Whether this is a slice, or slice data partition A, of a primary or redundant coded picture.
    var isPrimarySlice: Bool { self == .nonIDRSlice || self == .partitionA || self == .idrSlice }
}
