import ArgumentParser
import BitCoding
import StreamInspection

/// Analyses an elementary stream or a single SPS.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Analyse an H.264 or AAC stream.",
        discussion: """
            FILE holds H.264 in Annex B format or AAC in ADTS frames, of any length; '-' reads standard input. The \
            report ends with the anomalies and the offset of the first occurrence of each.

              streamd inspect film.h264
              streamd watch 127.0.0.1:7450 | head -c 5M | streamd inspect -
              streamd inspect --sps 6742c01ed903c56840000003004000000300c03c58b920
              streamd inspect --json film.h264 | jq .randomAccessPoints

            Keys of the JSON for H.264; unknown values are absent:

              format                  "h264"
              bytes                   length of the stream
              nalUnits                NAL units; emptyNALUnits of them have a start code
                                      but no content
              nalUnitTypes            [{type, name, count, bytes}]
              startCodes              {three, four, longer}: by their length in bytes
              garbageBytes            bytes before the first start code
              paddingBytes            zero bytes around NAL units; trailingZeroBytes of
                                      them at the end
              accessUnits             coded pictures; each field is one
              idr, recoveryPoints     access units with an IDR picture, with a recovery
                                      point SEI message
              randomAccessPoints      IDR pictures, and recovery points that are exact at
                                      once; firstRandomAccessOffset is the byte of the
                                      first
              gradualPoints           other recovery points at which decoding can begin
              nonReferencedAccessUnits
                                      access units that can be dropped without harm
              maximumSlices           most slices in an access unit
              largestAccessUnit       in bytes
              frames                  fieldPairs count once, unpairedFields each
              slices, pictures        {i, p, b, si, sp}
              groups                  from one of these points to the next: {count,
                                      minimumFrames, averageFrames, maximumFrames,
                                      minimumSeconds, averageSeconds, maximumSeconds}
              profile, profileIDC, level, levelIDC, codec, width, height, frameRate
                                      of the first SPS; the size is the display size
              entropyCoding           "CAVLC", "CABAC" or "CAVLC and CABAC"
              transform8x8            whether the transform of 8x8 samples is allowed
              sliceGroups             most slice groups of a picture
              reorderedFrames         how far pictures are reordered for output
              frameNumGaps            gaps in frame_num
              duration, bitRate       seconds, bits per second, by the stream's timing
              sequenceParameterSets   each distinct one, with the keys of --sps, its number
                                      of occurrences (count) and its first place (offset)
              pictureParameterSets    number of distinct ones
              seiMessages             [{type, name, count}]
              anomalies               [{code, message, count, offset}]

            For AAC: format ("aac"), bytes, frames, blocks, profile, version, codec, sampleRate, channels, \
            channelConfiguration, mayHoldSBR, samples, duration, bitRate, smallestFrame, largestFrame, checksumFrames, \
            multiBlockFrames, isVariableBitRate, formats, id3Tags, skippedBytes, truncatedBytes, anomalies.

            For --sps: hex, isSubset, id, profile, profileIDC, constraintFlags, level, levelIDC, codec, width, height, \
            codedWidth, codedHeight, chroma, bitDepthLuma, bitDepthChroma, scan, hasScalingMatrix, \
            pictureOrderCountType, referenceFrames, maxFrameNum, allowsFrameNumGaps, reorderFrames, \
            decodedFrameBuffering, frameRate, timeScale, unitsInTick, isFixedFrameRate, sampleAspectRatio, \
            videoFormat, isFullRange, colour {primaries, transfer, matrix, and their names}, deliveries [{bitRate, \
            bufferSize, isConstantBitRate}], hasPictureStructure, isVUIComplete.

            Exit codes: 0 the input could be read, with anomalies or without; 65 the input is no such stream or SPS; \
            66 the file cannot be read.
            """
    )

    @Argument(
        help: "The stream to inspect, or '-' for standard input.",
        completion: .file()
    )
    var file: String?

    @Option(
        name: .customLong("sps"),
        help: ArgumentHelp(
            "Explain this SPS, in hexadecimal digits. Start code and NAL unit header are optional; the record of "
                + "an avcC box is accepted as well.",
            valueName: "hex"
        )
    )
    var hex: String?

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if (file == nil) == (hex == nil) {
            throw ValidationError("Give either a file ('-' for standard input) or an SPS with --sps.")
        }
    }

    func run() async throws {
        try await reportingFailures {
            Signals.ignoreBrokenPipes()
            do {
                if let hex { try await Report(SequenceParameterSetReport(hex: hex)).write(asJSON: json) }
                if let file { try await Report(inspect(file)).write(asJSON: json) }
            } catch let error as InspectionError {
                throw Failure(.badData, error.description)
            }
        }
    }

    private func inspect(_ path: String) async throws -> StreamReport {
        let source = try ByteSource(path)
        defer { source.close() }
        var inspector = StreamInspector()
        while true {
            switch try await source.read(waitingFor: Self.pollInterval) {
            case .bytes(let bytes): try inspector.push(bytes.span.bytes)
            case .timedOut: continue
            case .end: return try inspector.finish()
            }
        }
    }

    /// How long to wait before the next read of a source without data, in milliseconds.
    private static let pollInterval = 1_000
}
