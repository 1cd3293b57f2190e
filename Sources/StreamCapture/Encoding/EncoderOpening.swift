#if Capture
    import CFFmpeg

    /// An encoder that is open, and what belongs to it.
    struct RunningEncoder {
        let name: String
        let encoder: OpenEncoder
        /// What it was opened for, and the bit rate that it holds now.
        var target: EncodingTarget
        /// For one that takes surfaces.
        let surfaces: SurfacePool?
    }

    /// Opens an encoder by name, with the device that it needs.
    struct EncoderOpening {
        let settings: EncoderSettings
        let target: EncodingTarget
        /// What the pictures will have; `nil` for what the encoder likes best.
        var pixelFormat: AVPixelFormat?
        /// Of the encoder before, to be used again where they fit.
        var surfaces: SurfacePool?

        func open(_ name: String) throws(CaptureError) -> RunningEncoder {
            guard let codec = avcodec_find_encoder_by_name(name) else {
                throw CaptureError(
                    .unavailable,
                    "This libavcodec has no encoder \(name); 'streamd devices' lists those that it has."
                )
            }
            guard codec.pointee.id == AV_CODEC_ID_H264 else {
                throw CaptureError(.usage, "\(name) does not make H.264; 'streamd devices' lists what does.")
            }
            let configuration = try EncoderDialects.dialect(named: name).configuration(for: target)
            return configuration.usesSurfaces
                ? try openOnDevice(name, configuration) : try openPlain(name, configuration)
        }

        /// What libavcodec says where a VA-API driver has no quality to choose.
        private static let qualityWarning = "Quality attribute is not supported"
        /// What libavcodec says, behind its name, of a rate control that a VA-API driver does not have.
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
                throw error.captureError { code, said in
                    let reason = said ?? code.description
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
                let encoder = try? openWithSecondTry(name, configuration, old)
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
                let encoder = try openWithSecondTry(name, configuration, surfaces)
                return RunningEncoder(name: name, encoder: encoder, target: target, surfaces: surfaces)
            } catch {
                throw error.captureError { code, said in
                    let reason =
                        code == .notImplemented && target.profile == nil
                        ? "the driver has no H.264 encoding" : said ?? code.description
                    let advice = reason.contains(Self.rateControlError) ? Self.rateControlAdvice : ""
                    return "No VA-API encoder on \(device): \(reason)\(advice)."
                }
            }
        }

        /// A device that has nothing for a configuration may have it otherwise.
        private func openWithSecondTry(
            _ name: String,
            _ configuration: EncoderConfiguration,
            _ surfaces: SurfacePool
        ) throws(OpenEncoder.Failure) -> OpenEncoder {
            do throws(OpenEncoder.Failure) {
                return try open(name, configuration, surfaces: surfaces)
            } catch {
                guard case .failed(.notImplemented, _) = error, let other = configuration.secondTry else { throw error }
                // Why this one fails is what is wrong: that there is nothing for the first is usual.
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
            if configuration.compressionLevel != nil, LibavLog.warned(Self.qualityWarning) {
                let text = "\(name) has no presets on this device; leave out --preset, or use --encoder libx264."
                throw .refused(CaptureError(.usage, text))
            }
            return encoder
        }
    }

    extension OpenEncoder.Failure {
        /// As one sentence, which is made of libav's code and what it said, without "." at the end.
        fileprivate func captureError(_ sentence: (LibavError, String?) -> String) -> CaptureError {
            switch self {
            case .refused(let error): error
            case .failed(let code, let said): CaptureError(.unavailable, sentence(code, said))
            }
        }
    }
#endif
