// What the player uses of browsers and TypeScript 4.8 does not know: WebCodecs, worklets, wake locks.

interface VideoDecoderConfig {
  codec: string;
  optimizeForLatency?: boolean;
  hardwareAcceleration?: "no-preference" | "prefer-hardware" | "prefer-software";
}

interface EncodedChunkInit {
  type: "key" | "delta";
  timestamp: number;
  data: BufferSource;
}

declare class EncodedVideoChunk {
  constructor(init: EncodedChunkInit);
}

declare class EncodedAudioChunk {
  constructor(init: EncodedChunkInit);
}

declare class VideoFrame {
  readonly timestamp: number;
  readonly displayWidth: number;
  readonly displayHeight: number;
  close(): void;
}

interface CanvasDrawImage {
  drawImage(image: VideoFrame, x: number, y: number, width: number, height: number): void;
}

type CodecState = "unconfigured" | "configured" | "closed";

declare class VideoDecoder extends EventTarget {
  constructor(init: { output: (frame: VideoFrame) => void; error: (error: DOMException) => void });
  readonly state: CodecState;
  readonly decodeQueueSize: number;
  configure(config: VideoDecoderConfig): void;
  decode(chunk: EncodedVideoChunk): void;
  reset(): void;
  close(): void;
}

interface AudioDecoderConfig {
  codec: string;
  sampleRate: number;
  numberOfChannels: number;
  description?: BufferSource;
}

declare class AudioData {
  readonly timestamp: number;
  readonly numberOfFrames: number;
  readonly numberOfChannels: number;
  readonly sampleRate: number;
  copyTo(destination: BufferSource, options: { planeIndex: number; format?: "f32-planar" }): void;
  close(): void;
}

declare class AudioDecoder {
  constructor(init: { output: (data: AudioData) => void; error: (error: DOMException) => void });
  readonly state: CodecState;
  configure(config: AudioDecoderConfig): void;
  decode(chunk: EncodedAudioChunk): void;
  close(): void;
}

interface OffscreenCanvas {
  width: number;
  height: number;
  getContext(type: "2d", options?: { alpha?: boolean }): CanvasDrawImage | null;
  convertToBlob(options?: { type?: string }): Promise<Blob>;
}

interface HTMLCanvasElement {
  transferControlToOffscreen(): OffscreenCanvas;
}

interface WakeLockSentinel {
  readonly released: boolean;
  release(): Promise<void>;
}

interface Navigator {
  readonly userActivation?: { readonly hasBeenActive: boolean };
  readonly wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> };
}

declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, constructor: new () => AudioWorkletProcessor): void;

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

interface ObjectConstructor {
  hasOwn(object: object, key: PropertyKey): boolean;
}
