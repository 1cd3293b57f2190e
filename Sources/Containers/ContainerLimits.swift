/// The limits of what is written and read. Each bounds memory, or is a limit of the formats.
public enum ContainerLimits {
    /// Tracks of a container. A protocol stream has at most 16; players show one picture and a few sounds.
    public static let tracks = 8
    /// Bytes of a frame, 64 MiB: four times the largest access unit of H.264 that the readers of this package accept.
    public static let frameLength = 64 << 20
    /// Samples of all tracks of one file, 8,388,608: more than a day of video at 60 frames and of sound at 47 frames a
    /// second. The sample tables take about 8 bytes for each sample.
    public static let samples = 1 << 23
    /// Bytes of a `moov` box that a reader takes into memory, 256 MiB: the most that so many samples need.
    public static let movieLength = 256 << 20
    /// Bytes of a `moof` box that a reader takes into memory, 4 MiB: 16 bytes for each of 262,144 samples.
    public static let fragmentLength = 4 << 20
    /// Runs of frames and gaps in the account of one file. A run is a track's frames or missing frames in a row. Each
    /// takes 32 bytes in memory and in the file.
    public static let runs = 1 << 16
    /// Wall clock anchors of one file, 16 bytes each.
    public static let anchors = 1 << 12
    /// Boxes at the top level of a file: three for each second of more than a month.
    public static let boxes = 1 << 23
    /// The latest time on a time line in microseconds, 2,283 years. Converted to the highest time scale, it fits 61
    /// bits.
    static let latestTime: Int64 = 1 << 56
}
