// Bundles the table into the server's package, from where it is served without Node.
//
// Which languages there are follows from the files of words, the server's and the table's.
//
// Beside the bundle lies sources.json: the hash of every file that went into it, so that a check
// which has only Python can say whether the bundle is out of date. With --check nothing is written:
// it says whether what is there is what would be built.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { languages } from "./languages.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const top = join(here, "../..");
const out = join(top, "server/src/gemwright/web");
const page = "src/table/index.html";
const words = "src/table/words";
const isCheck = process.argv.includes("--check");
/** What a browser loads, compressed, may not be more than this. */
const MOST_BYTES = 150_000;

if (!languages(top, isCheck)) process.exitCode = 1;
const result = await esbuild.build({
  absWorkingDir: here,
  entryPoints: { table: "src/table/main.tsx" },
  outdir: "built", // never written: the files are taken from the result
  bundle: true,
  format: "esm",
  target: ["es2022", "chrome116", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  legalComments: "linked",
  metafile: true,
  write: false,
});

const texts = readdirSync(join(here, words)).map((name) => join(words, name));

/** Every file of ours that decides what is built, by its path from the top of the repository. */
function sources() {
  const inputs = Object.keys(result.metafile.inputs).filter(
    (path) => !path.includes("node_modules"),
  );
  const all = [...inputs, ...texts, page, "build.mjs", "languages.mjs", "package-lock.json"];
  return all.map((path) => relative(top, join(here, path))).sort();
}

function hashOf(path) {
  return createHash("sha256")
    .update(readFileSync(join(top, path)))
    .digest("hex");
}

const manifest = Object.fromEntries(sources().map((path) => [path, hashOf(path)]));
const built = new Map(
  result.outputFiles.map((file) => [relative(join(here, "built"), file.path), file.contents]),
);
built.set("index.html", readFileSync(join(here, page)));
for (const path of texts) {
  built.set(join("words", basename(path)), readFileSync(join(here, path)));
}
built.set("sources.json", `${JSON.stringify(manifest, null, 2)}\n`);

const loaded = [...built].filter(([name]) => !name.endsWith(".json"));
const sizes = loaded.map(([, contents]) => gzipSync(contents).length);
const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
if (size > MOST_BYTES) {
  console.error(`the table has ${size} bytes compressed, more than ${MOST_BYTES}`);
  process.exitCode = 1;
} else {
  console.log(`the table: ${size} bytes compressed, of ${MOST_BYTES}`);
}

/** Whether a file is there as it would be written. */
function isCurrent([name, contents]) {
  try {
    return readFileSync(join(out, name)).equals(Buffer.from(contents));
  } catch {
    return false;
  }
}

if (isCheck) {
  const old = [...built].filter((entry) => !isCurrent(entry)).map(([name]) => name);
  if (old.length > 0) {
    console.error(
      `server/src/gemwright/web is out of date (${old.join(", ")}); run: npm run build`,
    );
    process.exitCode = 1;
  }
} else {
  rmSync(out, { recursive: true, force: true });
  for (const [name, contents] of built) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), contents);
  }
}
