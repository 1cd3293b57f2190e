// What the clients use of Node.js. Debian's node-typescript has no types of it.

interface Buffer extends Uint8Array {
  indexOf(value: Uint8Array | number, from?: number): number;
  subarray(begin?: number, end?: number): Buffer;
  equals(other: Uint8Array): boolean;
  toString(encoding?: string): string;
}
declare const Buffer: {
  alloc(size: number): Buffer;
  from(bytes: ArrayLike<number>): Buffer;
  concat(parts: Uint8Array[]): Buffer;
};

interface NodeStream extends AsyncIterable<Uint8Array> {
  isTTY?: boolean;
  on(event: string, listener: (...values: any[]) => void): this;
  destroy(): void;
  write(data: Uint8Array | string): boolean;
}
declare const process: {
  argv: string[];
  env: Record<string, string | undefined>;
  exitCode: number;
  stdin: NodeStream;
  stdout: NodeStream;
  stderr: NodeStream;
  exit(code: number): never;
  on(signal: string, listener: () => void): void;
  removeAllListeners(signal: string): void;
};

declare module "node:net" {
  interface Socket {
    readonly remoteAddress?: string;
    readonly writableLength: number;
    on(event: string, listener: (...values: any[]) => void): this;
    once(event: string, listener: (...values: any[]) => void): this;
    write(bytes: Uint8Array): boolean;
    end(bytes: Uint8Array): void;
    destroy(): void;
    pause(): void;
    resume(): void;
  }
  function connect(options: object): Socket;
  function isIP(text: string): number;
}
declare module "node:tls" {
  function connect(options: object): import("node:net").Socket;
}
declare module "node:crypto" {
  function randomBytes(size: number): Buffer;
}
declare module "node:fs" {
  function readFileSync(path: string, encoding: "utf8"): string;
  function realpathSync(path: string): string;
  function fstatSync(descriptor: number): { isFile(): boolean };
}
declare module "node:url" {
  function fileURLToPath(url: string): string;
}
declare module "node:util" {
  function parseArgs(configuration: object): any;
}
