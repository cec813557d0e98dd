/** The way to a server: its address, and the protocol that is spoken to it. */

import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { AddressUnusable } from "./errors.js";

export interface TransportOptions {
  /** How to speak to the server; gRPC-Web suits some older proxies. */
  readonly protocol?: "connect" | "grpc-web" | undefined;
  /** What to call instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export function transportTo(address: string, { protocol, fetch }: TransportOptions): Transport {
  if (!isUrl(address)) {
    // It is not repeated, for there may be a password in it.
    throw new AddressUnusable("an address is such as https://play.example.org");
  }
  const baseUrl = address.replace(/\/+$/, "");
  const options = { baseUrl, useBinaryFormat: true, ...(fetch && { fetch }) };
  const isGrpcWeb = protocol === "grpc-web";
  return checking(isGrpcWeb ? createGrpcWebTransport(options) : createConnectTransport(options));
}

function isUrl(text: string): boolean {
  try {
    const { protocol, username, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && username + search + hash === "";
  } catch {
    return false;
  }
}

/**
 * A message that cannot be sent, such as one with half a seat, is thrown back as the mistake that it
 * is. Connect would give it the looks of a broken line, and it would be tried again and again.
 */
function checking(transport: Transport): Transport {
  return {
    stream: transport.stream,
    unary: async (method, signal, timeoutMs, header, input, contextValues) => {
      check(method.input, input);
      return transport.unary(method, signal, timeoutMs, header, input, contextValues);
    },
  };
}

function check<D extends DescMessage>(schema: D, input: MessageInitShape<D>): void {
  toBinary(schema, create(schema, input));
}
