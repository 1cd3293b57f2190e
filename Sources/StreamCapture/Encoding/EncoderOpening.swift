#if Capture
    import CFFmpeg

    /// An encoder that is open, and what belongs to it.
    struct RunningEncoder {
        let name: String
        let encoder: OpenEncoder
        /// For one that takes surfaces.
        let surfaces: SurfacePool?
    }

    /// Opens an encoder by name, with the device that it needs.
    struct EncoderOpening {
        let settings: EncoderSettings
        let target: EncodingTarget
        /// What the pictures will have; `nil` where they come in what the encoder likes best.
        let pixelFormat: AVPixelFormat?

        func open(_ name: String) throws(CaptureError) -> RunningEncoder {
            guard avcodec_find_encoder_by_name(name) != nil else {
                throw CaptureError(
                    .unavailable,
                    "This libavcodec has no encoder \(name); 'streamd devices' lists those that it has."
                )
            }
            let configuration = try EncoderDialects.dialect(named: name).configuration(for: target)
            return configuration.usesSurfaces
                ? try openOnDevice(name, configuration) : try openPlain(name, configuration)
        }

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
                return RunningEncoder(name: name, encoder: encoder, surfaces: nil)
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
            let surfaces: SurfacePool
            do throws(SurfacePool.Failure) {
                surfaces = try SurfacePool(device: device, format: target.format)
            } catch {
                throw CaptureError(error.code, "No VA-API encoder on \(device): \(error.reason).")
            }
            do throws(OpenEncoder.Failure) {
                let encoder = try openWithSecondTry(name, configuration, surfaces)
                return RunningEncoder(name: name, encoder: encoder, surfaces: surfaces)
            } catch {
                throw error.captureError { code, said in
                    let reason =
                        code == .notImplemented && target.profile == nil
                        ? "the driver has no H.264 encoding" : said ?? code.description
                    return "No VA-API encoder on \(device): \(reason)."
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
                var second = configuration
                second.options.append(other)
                guard let encoder = try? open(name, second, surfaces: surfaces) else { throw error }
                return encoder
            }
        }

        private func open(
            _ name: String,
            _ configuration: EncoderConfiguration,
            surfaces: SurfacePool?
        ) throws(OpenEncoder.Failure) -> OpenEncoder {
            let known = configuration.pixelFormats.map { av_get_pix_fmt($0) }.filter { $0 != AV_PIX_FMT_NONE }
            guard let best = known.first else { throw .failed(.notImplemented, nil) }
            return try OpenEncoder(
                name,
                configuration,
                options: settings.options,
                format: target.format,
                pixelFormat: pixelFormat.flatMap { known.contains($0) ? $0 : nil } ?? best,
                surfaces: surfaces
            )
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
