import assert from "node:assert/strict";
import { test } from "node:test";
import { kindsOf, NAMED } from "./kinds-of.fixture.ts";
import { lineReader } from "./line-checks.ts";

const read = await lineReader();
const kinds = await kindsOf();

/** Command lines by their checks. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  test: [
    "npm test",
    "npm t -- --watch=false",
    "npm run test:unit",
    "npm --prefix web test",
    "npm -w a test",
    "npm test --workspace a",
    "pnpm -r test",
    "pnpm --filter a test",
    "pnpm -C web run test",
    "pnpm vitest run",
    "yarn jest src",
    "yarn workspace a test",
    "yarn workspaces foreach -A run test",
    "bun test",
    "bun run test",
    "deno test",
    "deno task test",
    "npx --yes vitest run",
    "npx -p jest jest",
    "node --test 'src/**/*.test.ts'",
    "node node_modules/jest/bin/jest.js",
    "./node_modules/.bin/mocha",
    "nx run app:test",
    "nx run-many -t test",
    "turbo run test --filter web",
    "python -m pytest -q",
    "python3 -W error -m unittest",
    "python3 manage.py test",
    "uv run pytest",
    "uv run --with x pytest",
    "poetry run pytest",
    "pdm run pytest",
    "coverage run -m pytest",
    "tox -e py312",
    "cargo test --workspace",
    "cargo +nightly test",
    "cargo nextest run",
    "go test ./...",
    "go -C sub test ./...",
    "gotestsum -- ./...",
    "make -j4 check",
    "make -C sub test",
    "make -j 4 test",
    "just test",
    "task test",
    "task -d sub test",
    "ctest --output-on-failure",
    "zig build test",
    "swift test",
    "./gradlew :app:testDebug",
    "mvn -q verify",
    "mvn -pl core -am test",
    "dotnet test",
    "bundle exec rspec",
    "bin/rails test",
    "php artisan test",
    "./vendor/bin/phpunit",
    "mix test",
    "node median.test.js",
    "tsx src/a.spec.ts",
    "python tests/test_median.py -v",
    "ruby -Itest test/median_test.rb",
    "./test.sh",
    "./scripts/run-tests.sh --fast",
    "bash scripts/test.sh",
    "timeout -k 2 60 npm test",
    "nice -n 5 npm test",
    "env CI=1 npm test",
    "env -u NODE_ENV -C web npm test",
    "CI=1 timeout 60 npm test",
    "time -p npm test",
    "sudo -u app npm test",
    "cross-env CI=1 npm test",
    "mise exec -- npm test",
    "docker compose run --rm app npm test",
    "docker compose -f ci.yml exec -T app npm test",
    "docker run --rm -v .:/app -w /app node:24 npm test",
    "bash -c 'cd web && npm test'",
    'bash -lc "npm test"',
    "cd web && npm test",
    "set -o pipefail; npm test | tail -5",
    "set -e\nnpm test\necho done",
    "set -e\ncd a && npm test\necho done",
    "npm test || exit 1",
    "npm test || { echo failed; exit 1; }",
    "(cd a; npm test) 2>&1",
    "npm test > out.txt 2>&1",
    "export CI=1; npm test",
  ],
  "test?": ["npm test && git commit -m x", "npm ci && npm test", "[ -d web ] && npm test", "source .env && [[ -f a ]] && npm test"],
  "test-?": [
    "npm test | tail -5",
    "npm test; echo done",
    "npm test || true",
    "npm test || exit 0",
    "npm test &",
    "! npm test",
    "trap 'exit 0' EXIT; npm test",
    "bash -c 'npm test; true'",
    "set -e; (npm test; echo done) && echo ok",
    "(npm test || true) && echo ok",
    "git stash && npm test && git stash pop",
    "npm test && git checkout -",
    "npm test && exit 3",
    "if npm test; then echo ok; fi",
  ],
  "test-": [
    "npm test --if-present",
    "make -i test",
    "make -ki test",
    "mvn -fn test",
    "mvn -Dmaven.test.failure.ignore=true verify",
    "npx jest --passWithNoTests",
    "npm test -- --passWithNoTests",
    "jest -o",
    "vitest run --changed",
    "if [ ! -f x ]; then exit 0; fi; npm test",
    "[ -d x ] || exit 0; npm test",
  ],
  build: [
    "make",
    "make -j 4",
    "npm run build:css",
    "mvn -DskipTests package",
    "mvn -q verify -DskipTests",
    "cargo test --no-run",
    "go test -c ./...",
    "go test -run '^$' ./...",
    "gradle build -x test",
    "tsc --noCheck",
    "stack test --no-run-tests",
    "cmake --build .",
  ],
  types: ["npx tsc --noEmit", "npm run typecheck", "mypy src", "cargo check", "env A=1 nice -n 5 cargo check", "deno check main.ts"],
  lint: [
    "npm run lint",
    "npm run lint:fix",
    "yarn lint",
    "prettier --check .",
    "ruff check .",
    "cargo fmt --check",
    "cargo clippy -- -D warnings",
    "go vet ./...",
    "pre-commit run --all-files",
  ],
  "lint-": ["ruff check --exit-zero", "flake8 --exit-zero src", "golangci-lint run --issues-exit-code 0"],
  "lint? test?": ["npm run lint && npm test", "go vet ./... && go test ./..."],
  named: ["timeout 60 ./verify.sh", "./verify.sh", "./verify.sh --all", "./all.sh --strict", "cd web && ./verify.sh x"],
  "": [
    "npm install",
    "npm run start",
    "npm test --help",
    "npm test -- --listTests",
    "npm run test:watch",
    "npm run test:setup",
    "make clean",
    "make -n test",
    "make -kn test",
    "make --dry-run test",
    "make install",
    "just --list",
    "just -n test",
    "task --list",
    "task -n test",
    "pytest --collect-only",
    "pytest --co -q",
    "pytest -h",
    "jest --listTests",
    "jest --showConfig",
    "vitest list",
    "playwright test --list",
    "tsc --init",
    "tsc --version",
    "tsc -v",
    "tsc --build --clean",
    "eslint --print-config a.js",
    "eslint --init",
    "prettier --write .",
    "ruff format",
    "cargo fmt",
    "cargo test -- --list",
    "go vet -h",
    "go test -list .",
    "go build -n",
    "gradle -m test",
    "./gradlew test --dry-run",
    "mvn -v",
    "dotnet test --list-tests",
    "ctest -N",
    "ninja -t clean",
    "rake -T",
    "rspec --dry-run",
    "tox -l",
    "node server.js",
    "node test-server.js",
    "node --check a.test.js",
    "bash -n test.sh",
    "python -m py_compile test_a.py",
    "node scripts/all.js",
    "./test.sh --help",
    "./bin/package",
    "bash setup.sh",
    "python -c 'import test'",
    "node make.js",
    "python make.py",
    "uv sync",
    "docker compose up",
    "docker run test",
    "npm() { true; }; npm test",
    "alias npm=true; npm test",
    "echo npm test",
    "which pytest",
    "command -v pytest",
    "python3 -c 'import test_a' test_a.py",
    "cat jest",
    "if (",
    "exit 0; npm test",
    "exec true; npm test",
    "sh -c 'exit 0; npm test'",
  ],
};

for (const [expected, lines] of Object.entries(LINES))
  for (const line of lines) {
    test(`evidence of ${JSON.stringify(line)}: ${expected || "none"}`, () => assert.equal(kinds(line), expected));
  }

test("a line that calls functions without end of work is not followed to its end", () => {
  const functions = Array.from({ length: 40 }, (_, at) => `f${at + 1}() { f${at}; f${at}; }`);
  const line = `f0() { npm test; }; ${functions.join("; ")}; f40`;
  assert.equal(kinds(line), "test-?");
  assert.equal(kinds(`f0() { npm test; }; ${functions.slice(0, 3).join("; ")}; set -e; f3`), "test");
});

test("a line of many checks is read in a moment, and all of them are found", () => {
  const lines = Array.from({ length: 400 }, (_, at) => `npm test -- ${at} || exit 1`);
  assert.equal(read(lines.join("; "), NAMED).length, 400);
});

test("a check has the folder that its line goes to", () => {
  const commands = (line: string): readonly string[] => read(line, NAMED).map(({ command, folder }) => `${folder}: ${command}`);
  assert.deepEqual(commands("cd web && npm test"), ["web: npm test"]);
  assert.deepEqual(commands("cd web; npm test; cd ..; npm run lint"), ["web: npm test", ".: npm run lint"]);
  assert.deepEqual(commands("(cd web && npm test); npm run lint"), ["web: npm test", ".: npm run lint"]);
  assert.deepEqual(commands("cd web | npm test"), [".: npm test"]);
  assert.deepEqual(commands("cd web & npm test"), [".: npm test"]);
  assert.deepEqual(commands("diff <(cd web; npm test) x; npm run lint"), ["web: npm test", ".: npm run lint"]);
  assert.deepEqual(commands("cd web; echo $(cd a; npm test); npm run lint"), ["web/a: npm test", "web: npm run lint"]);
  assert.deepEqual(commands("cd a; bash -c 'cd b; npm test'"), ["a/b: npm test"]);
  assert.deepEqual(commands("cd ~/web; npm test"), ["~/web: npm test"]);
});

test("a command that a line runs several times is one check", () => {
  assert.equal(kinds("npm test && npm test"), "test");
  assert.equal(kinds("npm test; npm test"), "test-");
});

test("a check is known to end the changes of its line unless a later command may change files", () => {
  const ends = (line: string): readonly boolean[] => read(line, NAMED).map(({ endsChanges }) => endsChanges);
  for (const line of [
    "npm test",
    "echo 1 > a && npm test | tail -5",
    "npm test > log 2>&1; cat log",
    "npm test && git add -A && git commit",
  ])
    assert.deepEqual(ends(line), [true], line);
  for (const line of [
    "npm test && sed -i s/a/b/ a",
    "npm test; echo x > a",
    "npm test; if true; then rm a; fi",
    "bash -c 'npm test && rm a'",
  ])
    assert.deepEqual(ends(line), [false], line);
  assert.deepEqual(ends("npm test && npm run lint"), [true, true]);
  assert.deepEqual(ends("npm test && npm run lint -- --fix"), [false, true]);
});
