import FuzzSupport
@testable import H264

@main
enum AVCCTarget {
    static func main() {
        fuzz { data, size in
            check(Input(data, size))
            return 0
        }
    }
}

/// A record that can be read can be written, and is the same when read again; so are samples.
private func check(_ input: Input) {
    let bytes = input.bytes
    if let record = try? AVCDecoderConfigurationRecord(bytes.span.bytes) {
        guard let written = try? record.encoded() else { preconditionFailure("\(record) cannot be written") }
        let again = try? AVCDecoderConfigurationRecord(written.span.bytes)
        precondition(again == record)
    }
    for lengthSize in NALUnitLengthSize.allCases {
        guard let stream = try? AnnexB.bytes(fromSample: bytes.span.bytes, lengthSize: lengthSize),
            let sample = try? AVCC.sample(fromAnnexB: stream.span.bytes, lengthSize: lengthSize),
            let back = try? AnnexB.bytes(fromSample: sample.span.bytes, lengthSize: lengthSize)
        else { continue }
        let again = try? AVCC.sample(fromAnnexB: back.span.bytes, lengthSize: lengthSize)
        precondition(again == sample)
    }
}
