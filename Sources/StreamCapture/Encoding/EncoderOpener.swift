#if Capture
    import CFFmpeg
    import Libav

    /// An open encoder and its surfaces.
    struct RunningEncoder {
        let name: String
        let encoder: OpenEncoder
        /// The target that it was opened for, with the current bit rate.
        var target: EncodingTarget
        /// For encoders that need surfaces.
        let surfaces: SurfacePool?
    }

    /// Opens an encoder by name, with its device.
    struct EncoderOpener {
        let settings: EncoderSettings
        let target: EncodingTarget
        /// The pixel format of the pictures; `nil` for the encoder's preferred one.
        var pixelFormat: AVPixelFormat?
        /// The surfaces of the previous encoder, for reuse if they fit.
        var surfaces: SurfacePool?

        func open(_ name: String) throws(CaptureError) -> RunningEncoder {
            guard let codec = avcodec_find_encoder_by_name(name) else {
                throw CaptureError(
                    .unavailable,
                    "This libavcodec has no encoder \(name); 'streamd devices' lists the encoders."
                )
            }
            guard codec.pointee.id == AV_CODEC_ID_H264 else {
                throw CaptureError(.usage, "\(name) is not an H.264 encoder; 'streamd devices' lists the encoders.")
            }
            let configuration = try EncoderDialects.dialect(named: name).configuration(for: target)
            return configuration.usesSurfaces
                ? try openOnDevice(name, configuration) : try openPlain(name, configuration)
        }

        /// libavcodec's message if a VA-API driver has no quality levels.
        private static let qualityWarning = "Quality attribute is not supported"
        /// The part of libavcodec's message for a rate control that a VA-API driver does not support.
        private static let rateControlError = "RC mode"
        private static let rateControlAdvice =
            "; an Intel GPU has more with its HuC firmware, and --rate-control cqp --quality 26 needs none"

        private static var renderNodes: [String] {
            #if os(Linux)
                RenderNode.paths()
            #else
                []
            #endif
        }

        private func openPlain(
            _ name: String,
            _ configuration: EncoderConfiguration
        ) throws(CaptureError) -> RunningEncoder {
            do throws(OpenEncoder.Failure) {
                let encoder = try open(name, configuration, surfaces: nil)
                return RunningEncoder(name: name, encoder: encoder, target: target, surfaces: nil)
            } catch {
                throw error.captureError { code, logMessage in
                    let reason = logMessage ?? code.description
                    return "\(name) does not open: \(reason); use another --encoder or other settings."
                }
            }
        }

        private func openOnDevice(
            _ name: String,
            _ configuration: EncoderConfiguration
        ) throws(CaptureError) -> RunningEncoder {
            let devices = settings.vaapiDevice.map { [$0] } ?? Self.renderNodes
            var first: CaptureError?
            for device in devices {
                do throws(CaptureError) {
                    return try openOnDevice(name, configuration, device)
                } catch {
                    first = first ?? error
                }
            }
            throw first
                ?? CaptureError(.unavailable, "There is no GPU for VA-API: /dev/dri has no render node.")
        }

        private func openOnDevice(
            _ name: String,
            _ configuration: EncoderConfiguration,
            _ device: String
        ) throws(CaptureError) -> RunningEncoder {
            if let old = surfaces, old.device == device, old.fits(target.format),
                let encoder = try? openWithFallback(name, configuration, old)
            {
                return RunningEncoder(name: name, encoder: encoder, target: target, surfaces: old)
            }
            let surfaces: SurfacePool
            do throws(SurfacePool.Failure) {
                surfaces = try SurfacePool(device: device, format: target.format)
            } catch {
                throw CaptureError(error.code, "No VA-API encoder on \(device): \(error.reason).")
            }
            do throws(OpenEncoder.Failure) {
                let encoder = try openWithFallback(name, configuration, surfaces)
                return RunningEncoder(name: name, encoder: encoder, target: target, surfaces: surfaces)
            } catch {
                throw error.captureError { code, logMessage in
                    let reason =
                        code == .notImplemented && target.profile == nil
                        ? "the driver has no H.264 encoding" : logMessage ?? code.description
                    let advice = reason.contains(Self.rateControlError) ? Self.rateControlAdvice : ""
                    return "No VA-API encoder on \(device): \(reason)\(advice)."
                }
            }
        }

        /// Tries the fallback option if a device does not support the configuration.
        private func openWithFallback(
            _ name: String,
            _ configuration: EncoderConfiguration,
            _ surfaces: SurfacePool
        ) throws(OpenEncoder.Failure) -> OpenEncoder {
            do throws(OpenEncoder.Failure) {
                return try open(name, configuration, surfaces: surfaces)
            } catch {
                guard case .failed(.notImplemented, _) = error, let other = configuration.fallbackOption else {
                    throw error
                }
                // The second error is the relevant one: the first is common.
                var second = configuration
                second.options.append(other)
                return try open(name, second, surfaces: surfaces)
            }
        }

        private func open(
            _ name: String,
            _ configuration: EncoderConfiguration,
            surfaces: SurfacePool?
        ) throws(OpenEncoder.Failure) -> OpenEncoder {
            let best = EncoderDialects.dialect(named: name).pixelFormats(for: target.profile).first
            let format = pixelFormat ?? best.map { av_get_pix_fmt($0) } ?? AV_PIX_FMT_YUV420P
            let encoder = try OpenEncoder(
                name,
                configuration,
                options: settings.options,
                format: target.format,
                pixelFormat: format,
                surfaces: surfaces
            )
            if configuration.compressionLevel != nil, LibavLog.hasWarning(containing: Self.qualityWarning) {
                let text = "\(name) has no presets on this device; leave out --preset, or use --encoder libx264."
                throw .unsupported(CaptureError(.usage, text))
            }
            return encoder
        }
    }

    extension OpenEncoder.Failure {
        /// An error with one sentence, made from libav's code and log message without its final ".".
        fileprivate func captureError(_ message: (LibavError, String?) -> String) -> CaptureError {
            switch self {
            case .unsupported(let error): error
            case .failed(let code, let logMessage): CaptureError(.unavailable, message(code, logMessage))
            }
        }
    }
#endif
