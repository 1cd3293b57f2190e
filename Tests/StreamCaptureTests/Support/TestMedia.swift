#if Capture
    import CFFmpeg
    import Libav
    import Foundation
    import TestSupport
    import Testing

    @testable import StreamCapture

    /// Files made by the `ffmpeg` program, in a temporary directory that deinit removes.
    final class TestMedia {
        /// Three seconds of a test picture and a tone.
        static let picture = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=3"]
        static let tone = ["-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=48000:duration=3"]
        static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "30"]
        static let aac = ["-c:a", "aac", "-b:a", "96k"]

        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        func path(_ name: String) -> String { folder.path(name) }

        /// Runs ffmpeg with `arguments`, and returns the path of its output file.
        @discardableResult
        func make(_ name: String, _ arguments: [String]...) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"] + arguments.flatMap { $0 } + [path(name)]
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0, "ffmpeg could not make \(name)")
            return path(name)
        }

        /// Copies an MP4 file and rotates its display matrix by a quarter. ffmpeg's own option for that differs between
        /// versions.
        func turn(_ name: String, to copy: String) throws -> String {
            // Matrices of a track header (ISO/IEC 14496-12 8.3.2), in 16.16 and 2.30.
            let upright: [Int32] = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
            let quarter: [Int32] = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x4000_0000]
            func bytes(_ matrix: [Int32]) -> Data {
                Data(matrix.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } })
            }
            var film = Data(try self.bytes(of: name))
            let header = try #require(film.range(of: Data("tkhd".utf8)))
            let matrix = try #require(film.range(of: bytes(upright), in: header.upperBound..<film.count))
            film.replaceSubrange(matrix, with: bytes(quarter))
            return try write(copy, Array(film))
        }

        func write(_ name: String, _ bytes: [UInt8]) throws -> String { try folder.write(bytes, to: name) }

        func bytes(of name: String) throws -> [UInt8] { try folder.bytes(of: name) }
    }

    extension MediaReader {
        /// Reads a source to its end, in order of arrival.
        func readAll() throws -> [Packet] {
            var packets: [Packet] = []
            while let packet = try read() { packets.append(packet) }
            return packets
        }
    }

    extension RawFrame {
        /// A black picture.
        static func black(
            width: Int32,
            height: Int32,
            format: AVPixelFormat = AV_PIX_FMT_YUV420P,
            at time: Int64 = 0
        ) throws -> RawFrame {
            let frame = try RawFrame()
            frame.pointer.pointee.width = width
            frame.pointer.pointee.height = height
            frame.pointer.pointee.format = format.rawValue
            try LibavError.check(av_frame_get_buffer(frame.pointer, 0))
            frame.presentationTime = time
            return frame
        }
    }

    extension MediaReader {
        /// Opens a path or an address with libav's usual options.
        convenience init(url: String, format: String? = nil, stop: StopFlag) throws(CaptureError) {
            try self.init(MediaSource(url: url, format: format), stop: stop)
        }
    }
#endif
