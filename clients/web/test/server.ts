/** A real server of the repository, on free ports of this machine, gone when the test is over. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const GRPC = /listens on (\S+)/;
const WEB = /^\s*(?:web|http)\s+(http:\/\/\S+)/m;

/** A program of the repository: of its environment, unless the environment of this names another. */
export function program(name: string): string {
  const bin = process.env["GEMWRIGHT_BIN"];
  return join(bin ?? fileURLToPath(new URL("../../../.venv/bin/", import.meta.url)), name);
}

export class Server {
  private constructor(
    private readonly data: string,
    private readonly flags: readonly string[],
    private child: ChildProcess,
    /** Where it is called over HTTP. */
    readonly address: string,
    private readonly grpc: string,
  ) {}

  /** Start one; `flags` are more flags of its command line. */
  static async start(...flags: string[]): Promise<Server> {
    const data = await mkdtemp(join(tmpdir(), "gemwright-web-"));
    const child = run(data, ["--listen", "127.0.0.1:0", ...flags]);
    const { address, grpc } = await places(child);
    return new Server(data, flags, child, address, grpc);
  }

  /** End it with a signal, and wait until it is gone. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill(signal);
    await gone;
  }

  /** Start it again on the same ports and data. */
  async restart(): Promise<void> {
    const http = new URL(this.address).host;
    this.child = run(this.data, ["--listen", this.grpc, "--http", http, ...this.flags]);
    await places(this.child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill("SIGTERM");
    await rm(this.data, { recursive: true, force: true });
  }
}

/** Make an API key for a service, in a file of keys; the key. */
export async function newKey(file: string, owner: string): Promise<string> {
  const words = ["keys", "new", "--keys", file, "--owner", owner, "--scope", "matchmaker"];
  const { stdout } = await promisify(execFile)(program("gemwright-server"), words);
  return stdout.trim();
}

/** Servers that have not ended; those of a test that hangs, or is interrupted, end with it. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

function run(data: string, flags: readonly string[]): ChildProcess {
  const child = spawn(program("gemwright-server"), ["--data", data, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Where it serves, as it says itself. */
async function places(child: ChildProcess): Promise<{ address: string; grpc: string }> {
  let text = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const web = WEB.exec(text)?.[1];
      const grpc = GRPC.exec(text)?.[1];
      if (web !== undefined && grpc !== undefined) resolve({ address: web, grpc });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${text}`)));
  });
}
