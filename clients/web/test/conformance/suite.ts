/** Has the conformance suite judge this client, over each protocol that it speaks. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PROTOCOLS } from "../playing.js";
import { program } from "../server.js";

const DRIVER = fileURLToPath(new URL("driver.js", import.meta.url));

for (const protocol of PROTOCOLS) {
  console.log(`\n--- ${protocol}`);
  const words = ["--", process.execPath, DRIVER];
  const env = { ...process.env, GEMWRIGHT_PROTOCOL: protocol };
  const { status } = spawnSync(program("gemwright-conformance"), words, { env, stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
