// A server and a browser for all tests of the file that imports this; each file has a process of its own.

import { after, before } from "node:test";
import type { Browser } from "playwright-core";
import { launched } from "./browser.js";
import { TestServer } from "./server.js";

export let server: TestServer;
export let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([TestServer.started(), launched()]);
});
after(async () => {
  await browser.close();
  await server.stop();
});
