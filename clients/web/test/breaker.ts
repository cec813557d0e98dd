/** What stands between a client and a server, and breaks: a TCP proxy that does as it is told. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** One connection through it. */
class Way {
  private received = 0;
  private readonly mostBytes: number;
  private isStalled = false;
  private swallows = false;

  constructor(
    private readonly breaker: Breaker,
    readonly client: Socket,
    readonly server: Socket,
  ) {
    this.mostBytes = breaker.mostBytes();
    client.on("data", (chunk) => this.fromClient(chunk));
    server.on("data", (chunk) => this.fromServer(chunk));
    for (const socket of [client, server]) {
      socket.on("error", () => this.cut());
      socket.on("close", () => this.cut());
    }
  }

  cut(): void {
    this.client.resetAndDestroy();
    this.server.destroy();
    this.breaker.ways.delete(this);
  }

  /** From now on nothing comes through, and nobody says so. */
  stall(): void {
    this.isStalled = true;
  }

  private fromClient(chunk: Buffer): void {
    this.swallows ||= this.breaker.takesOrder(chunk.toString("latin1"));
    this.server.write(chunk);
  }

  private fromServer(chunk: Buffer): void {
    if (this.isStalled) return;
    if (this.swallows) {
      this.breaker.swallowed += 1;
      this.cut();
      return;
    }
    const room = this.mostBytes - this.received;
    this.received += chunk.length;
    if (chunk.length < room) {
      this.client.write(chunk);
    } else {
      this.breaker.cuts += 1;
      this.client.write(chunk.subarray(0, room), () => this.cut());
    }
  }
}

export class Breaker {
  readonly ways = new Set<Way>();
  /** After how many bytes from the server the next connection is to be cut. */
  mostBytes: () => number = () => Number.POSITIVE_INFINITY;
  /** So many connections were cut for that. */
  cuts = 0;
  /** So many answers were swallowed. */
  swallowed = 0;
  private wanted = "";

  private constructor(
    private readonly server: Server,
    /** Where it is called. */
    readonly address: string,
  ) {}

  /** Stand before the server at an address. */
  static async before(address: string): Promise<Breaker> {
    const { hostname, port } = new URL(address);
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const at = server.address() as AddressInfo;
    const breaker = new Breaker(server, `http://127.0.0.1:${at.port}`);
    server.on("connection", (client) => {
      breaker.ways.add(new Way(breaker, client, connect(Number(port), hostname)));
    });
    return breaker;
  }

  /** The next answer to this method does not arrive: the connection is cut instead. */
  swallowAnswerTo(method: string): void {
    this.wanted = `/${method} HTTP/1.1`;
  }

  /** Whether a request is one whose answer is to be swallowed. */
  takesOrder(request: string): boolean {
    const isWanted = this.wanted !== "" && request.includes(this.wanted);
    if (isWanted) this.wanted = "";
    return isWanted;
  }

  /** Cut everything that is open now. */
  cut(): void {
    for (const way of [...this.ways]) way.cut();
  }

  /** Let nothing through any more on what is open now. */
  stall(): void {
    for (const way of this.ways) way.stall();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, "close");
  }
}
