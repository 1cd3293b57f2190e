import Containers
import NIOCore
import StreamCapture

/// A stream as Matroska, which FFmpeg's libraries write where they are built in.
struct MatroskaOutput {
    #if Capture
        static let isAvailable = true

        private let muxer: MatroskaMuxer
        private let isFile: Bool

        /// - Throws: ``Failure`` if FFmpeg cannot write these tracks.
        init(_ tracks: [ContainerTrack], isFile: Bool) throws(Failure) {
            self.isFile = isFile
            do throws(CaptureError) {
                muxer = try MatroskaMuxer(tracks: tracks, isSeekable: isFile)
            } catch {
                throw Failure(error)
            }
        }

        func write(_ frame: ContainerFrame, _ payload: RawSpan) -> [OutputAction] {
            do throws(CaptureError) {
                switch try muxer.write(frame, payload) {
                case .written: return writes
                case .formatChanged: return [.end(.formatChanged(in: "Matroska file"))]
                case .unusable: return []
                }
            } catch {
                return [.end(Failure(error))]
            }
        }

        func finish() -> [OutputAction] {
            do throws(CaptureError) {
                try muxer.finish()
                return writes
            } catch {
                return writes + [.end(Failure(error))]
            }
        }

        private var writes: [OutputAction] {
            muxer.takeWrites().map { isFile ? .file(.write($0.bytes, at: $0.offset)) : .append($0.bytes) }
        }
    #else
        static let isAvailable = false

        init(_ tracks: [ContainerTrack], isFile: Bool) throws(Failure) { throw .noMatroska }

        func write(_ frame: ContainerFrame, _ payload: RawSpan) -> [OutputAction] { [] }

        func finish() -> [OutputAction] { [] }
    #endif
}

extension Failure {
    static let noMatroska = Failure(
        .usage,
        "This streamd is built without FFmpeg, which writes Matroska; use .mp4 or .ts, or a build with capture."
    )

    /// - Parameter output: What has one format from its beginning to its end.
    static func formatChanged(in output: String) -> Failure {
        Failure(
            .failure,
            "The stream has another format from here on (size, profile or parameter sets), which one \(output) cannot "
                + "hold; the output ends before it. Watch again for the rest, or use --format ts, which goes on."
        )
    }
}
