// A real server for a test: started, asked for its address, killed, started again on the same data.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TOP = fileURLToPath(new URL("../../../../../", import.meta.url));
/** The server of this repository. */
export const COMMAND = process.env["GEMWRIGHT_SERVER"] ?? join(TOP, ".venv/bin/gemwright-server");
/** With keys there is no page, and the line has another name. */
const WEB_LINE = /^\s*(?:web|http)\s+http:\/\/127\.0\.0\.1:(\d+)/;

export class TestServer {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), "gemwright-table-"));
  private port = 0;

  /** The address of the table. */
  get address(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  static async started(...flags: string[]): Promise<TestServer> {
    const server = new TestServer(flags);
    await server.start();
    return server;
  }

  private constructor(private readonly flags: readonly string[]) {}

  /** Start, the second time on the port of the first. */
  async start(): Promise<void> {
    const http = ["--http", `127.0.0.1:${this.port}`];
    const fixed = ["--listen", "127.0.0.1:0", "--data", this.folder, ...http];
    const process = spawn(COMMAND, [...fixed, ...this.flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = process;
    this.port = await portOf(process);
  }

  /** Without a word to anybody. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** From now on it takes connections and answers nothing. */
  freeze(): void {
    this.process?.kill("SIGSTOP");
  }

  goOn(): void {
    this.process?.kill("SIGCONT");
  }

  async stop(): Promise<void> {
    await this.end("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { process } = this;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const gone = once(process, "exit");
    process.kill(signal);
    await gone;
  }
}

async function portOf(process: ChildProcess): Promise<number> {
  const said: string[] = [];
  process.stderr?.on("data", (text) => said.push(String(text)));
  if (process.stdout === null) throw new Error("a server without an output");
  for await (const line of createInterface(process.stdout)) {
    said.push(line);
    const port = WEB_LINE.exec(line)?.[1];
    if (port !== undefined) {
      process.stdout.resume();
      return Number(port);
    }
  }
  throw new Error(`the server did not start: ${said.join("\n")}`);
}
