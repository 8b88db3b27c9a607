import assert from "node:assert/strict";
import { test } from "node:test";
import { lineReader } from "./line-checks.ts";

const read = await lineReader();
const NAMED = new Set(["./verify.sh --all"]);
const kinds = (line: string): readonly string[] => read(line, NAMED).map(({ kind, isDeciding }) => `${kind}${isDeciding ? "" : "?"}`);

/** Command lines, and their checks. `?`: the exit code of the line does not depend on the check. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  "npm test": ["test"],
  "npm t -- --watch=false": ["test"],
  "npm run lint": ["lint"],
  "npm run test:unit": ["test"],
  "npm run build:css": ["build"],
  "npm run start": [],
  "npm install": [],
  "pnpm -r test": ["test"],
  "yarn lint": ["lint"],
  "yarn jest src": ["test"],
  "npx tsc --noEmit": ["types"],
  "npx --yes vitest run": ["test"],
  "node --test 'src/**/*.test.ts'": ["test"],
  "node server.js": [],
  "prettier --check .": ["lint"],
  "prettier --write .": [],
  "python -m pytest -q": ["test"],
  "python3 manage.py test": ["test"],
  "uv run pytest": ["test"],
  "ruff check .": ["lint"],
  "cargo test --workspace": ["test"],
  "cargo fmt": [],
  "cargo fmt --check": ["lint"],
  "go vet ./... && go test ./...": ["lint", "test"],
  make: ["build"],
  "make -j4 check": ["test"],
  "make clean": [],
  "./gradlew :app:testDebug": ["test"],
  "mvn -q verify": ["test"],
  "dotnet test": ["test"],
  "CI=1 timeout 60 npm test": ["test"],
  "env A=1 nice -n 5 cargo check": [],
  "cd web && npm test": ["test"],
  "npm test | tail -5": ["test?"],
  "set -o pipefail; npm test | tail -5": ["test"],
  "npm test; echo done": ["test?"],
  "set -e\nnpm test\necho done": ["test"],
  "set -e\nnpm test && echo ok\necho done": ["test?"],
  "set -e\ncd a && npm test\necho done": ["test"],
  "set -e; (npm test; echo done) && echo ok": ["test?"],
  "set -e; (npm test; echo done) || exit 1": ["test?"],
  "npm test || true": ["test?"],
  "npm test || exit 1": ["test"],
  "npm test &": ["test?"],
  "! npm test": ["test?"],
  "(cd a; npm test) 2>&1": ["test"],
  "if npm test; then echo ok; fi": [],
  "./verify.sh --all": ["named"],
  "echo npm test": [],
  "npm test > out.txt 2>&1": ["test"],
  "if (": [],
};

for (const [line, expected] of Object.entries(LINES)) {
  test(`evidence of ${JSON.stringify(line)}: ${expected.join(", ") || "none"}`, () => assert.deepEqual(kinds(line), expected));
}
