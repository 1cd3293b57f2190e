/// A picture as it came out of an encoder.
struct EncodedPicture {
    /// One access unit in Annex B format; one that begins with an IDR picture has its parameter sets.
    var bytes: [UInt8]
    /// When a decoder is given it, in microseconds of the media clock. Never goes back.
    var decodeTime: Int64
    /// When it is shown, in microseconds of the media clock; not before ``decodeTime``.
    var presentationTime: Int64
}
