// Generates src/gen from the contract; with --check it only says whether src/gen is current.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const buf = join(process.env.GEMWRIGHT_BIN ?? join(here, "../../.venv/bin"), "buf");
const committed = join(here, "src/gen");

/** The files of a folder and what is in them. */
function contents(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath ?? file.path, file.name)).sort();
  return paths.map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]);
}

const made = mkdtempSync(join(tmpdir(), "gemwright-gen-"));
try {
  execFileSync(buf, ["generate", "--output", made], { cwd: here, stdio: "inherit" });
  const fresh = join(made, "src/gen");
  if (!process.argv.includes("--check")) {
    rmSync(committed, { recursive: true, force: true });
    cpSync(fresh, committed, { recursive: true });
  } else if (JSON.stringify(contents(fresh)) !== JSON.stringify(contents(committed))) {
    console.error("clients/web/src/gen is not what protos/ says; run: npm run generate");
    process.exitCode = 1;
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
