import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { emulator } from "./emulator.fixture.ts";
import { InlineOutput, type Frame, type TerminalOutput } from "./inline-output.ts";
import { manualTimer } from "./manual-timer.fixture.ts";

const TAIL: Frame = { rows: ["status", "> edit"], caret: { row: 1, column: 6 } };

interface Opened {
  readonly columns?: number;
  readonly rows?: number;
  readonly frame?: (output: TerminalOutput) => Frame;
  readonly caretInTail?: boolean;
}

const open = ({ columns = 40, rows = 10, frame = () => TAIL, caretInTail = false }: Opened = {}) => {
  const output = emulator(columns, rows);
  const timer = manualTimer();
  const inline = new InlineOutput({ output, timer, frame: () => frame(output), caretInTail });
  inline.start();
  return { output, timer, inline };
};

const withoutEmpty = (lines: readonly string[]): readonly string[] => lines.filter((line) => line !== "");

test("printed rows are above the tail, and the tail is drawn once", async () => {
  const { output, timer, inline } = open();
  inline.print(["one", "two"]);
  await timer.advance(100);
  inline.print(["three"]);
  await timer.advance(100);
  assert.deepEqual(withoutEmpty(await output.lines()), ["one", "two", "three", "status", "> edit"]);
});

test("a frame prints its own rows above its tail", async () => {
  const printed = [["one"], ["two"]];
  const { output, timer, inline } = open({ frame: () => ({ printed: printed.shift() ?? [], rows: ["tail"] }) });
  inline.request();
  await timer.advance(100);
  assert.deepEqual(withoutEmpty(await output.lines()), ["one", "two", "tail"]);
});

test("rows that leave the screen stay in the scrollback, each once", async () => {
  const { output, timer, inline } = open({ rows: 5 });
  const rows = Array.from({ length: 50 }, (_, at) => `row ${at}`);
  for (const row of rows) {
    inline.print([row]);
    await timer.advance(40);
  }
  assert.deepEqual(withoutEmpty(await output.lines()), [...rows, ...TAIL.rows]);
});

test("only changed rows of a tail are written", async () => {
  let status = "a";
  const { output, timer, inline } = open({ frame: () => ({ rows: [status, "> edit"] }) });
  const before = output.written.length;
  status = "b";
  inline.request();
  await timer.advance(100);
  const frame = output.written.slice(before);
  assert.ok(frame.includes("b") && !frame.includes("edit"), frame);
  const again = output.written.length;
  inline.request();
  await timer.advance(100);
  assert.equal(output.written.length, again, "an unchanged frame writes nothing");
});

test("an urgent frame does not wait for the next one", async () => {
  let key = "";
  const { output, timer, inline } = open({ frame: () => ({ rows: [`> ${key}`] }) });
  inline.request();
  key = "x";
  inline.request(true);
  await timer.advance(0);
  assert.deepEqual(withoutEmpty(await output.lines()), ["> x"]);
});

test("a tail that is higher than the terminal shows its end", async () => {
  const rows = Array.from({ length: 20 }, (_, at) => `tail ${at}`);
  const { output } = open({ rows: 6, frame: () => ({ rows }) });
  assert.deepEqual(withoutEmpty(await output.lines()), rows.slice(-5));
});

test("removes the tail and shows the caret when it stops", async () => {
  const { output, timer, inline } = open();
  inline.print(["one"]);
  await timer.advance(100);
  inline.print(["two"]);
  inline.stop();
  await timer.advance(1000);
  assert.deepEqual(withoutEmpty(await output.lines()), ["one", "two"]);
  assert.ok(output.written.endsWith("\u001b[?25h\u001b[?2026l"));
});

test("the caret is in the tail once nothing was printed for a while", async () => {
  const { output, timer, inline } = open({ caretInTail: true });
  inline.print(["one"]);
  await timer.advance(100);
  assert.ok(output.written.endsWith("status\u001b[0m\r\u001b[?7h\u001b[?2026l"), "hidden, in the tail's first row");
  await timer.advance(1000);
  assert.ok(output.written.endsWith("\u001bD\r\u001b[7G\u001b[?2026l"));
  inline.print(["two"]);
  await timer.advance(100);
  assert.deepEqual(withoutEmpty(await output.lines()), ["one", "two", "status", "> edit"]);
});

test("in kitty, the first row of the tail alone is marked as a prompt", async () => {
  const output = emulator(40, 8, "prompt");
  const timer = manualTimer();
  let rows = ["status", "> edit"];
  const inline = new InlineOutput({ output, timer, frame: () => ({ rows }) });
  inline.start();
  for (let at = 0; at < 20; at++) {
    inline.print(at % 3 === 0 ? [] : [`row ${at}`, `row ${at} too`]);
    if (at % 4 === 0) rows = rows.length === 2 ? ["status", "queued", "> edit"] : ["status", "> edit"];
    inline.request();
    await timer.advance(100);
    assert.deepEqual(await output.prompts(), ["status"]);
  }
  inline.stop();
  assert.deepEqual(await output.prompts(), []);
  assert.deepEqual(withoutEmpty(await output.lines()).slice(-2), ["row 19", "row 19 too"]);
});

test("other terminals get no marks", async () => {
  const { output, inline } = open();
  inline.stop();
  assert.doesNotMatch(output.written, /133;/);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant("print" as const), length: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ kind: fc.constant("resize" as const), columns: fc.integer({ min: 30, max: 160 }), rows: fc.integer({ min: 8, max: 50 }) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 120 }) }),
  fc.record({ kind: fc.constant("tail" as const), rows: fc.integer({ min: 1, max: 5 }) }),
);

test("frames for a terminal that has become lower, which is not known yet, leave no row of the tail and lose no other row", async () => {
  const heights = fc.array(fc.integer({ min: 6, max: 20 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(heights, fc.integer({ min: 1, max: 9 }), async (lower, height) => {
      const terminal = emulator(40, 20);
      const timer = manualTimer();
      let reported = 20;
      const output: TerminalOutput = {
        columns: 40,
        write: (data) => terminal.write(data),
        get rows() {
          return reported;
        },
      };
      let dots = 0;
      const tail = () => Array.from({ length: Math.min(height, reported - 1) }, (_, at) => `tail ${at}`);
      const frame = (): Frame => {
        dots++;
        return { rows: tail().map((row, at) => (at % 2 === 0 ? row + ".".repeat(dots % 3) : row)) };
      };
      const inline = new InlineOutput({ output, timer, frame });
      inline.start();
      const rows: string[] = [];
      for (const [at, next] of lower.entries()) {
        await terminal.lines();
        terminal.resize(40, next);
        if (at % 2 === 0) {
          rows.push(`row ${at}`);
          inline.print([`row ${at}`]);
        } else inline.request();
        await timer.advance(100);
        reported = next;
        inline.resized();
        await timer.advance(500);
      }
      const lines = withoutEmpty(await terminal.lines()).map((line) => line.replace(/\.+$/, ""));
      assert.deepEqual(lines, [...rows, ...tail()]);
    }),
    { numRuns: 60 },
  );
});

test("in xterm.js, however narrow the terminal becomes, no row of the tail is left or wrapped", async () => {
  const size = fc.record({ columns: fc.integer({ min: 20, max: 100 }), rows: fc.integer({ min: 10, max: 30 }), isPrinted: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 20 }), fc.boolean(), async (sizes, caretInTail) => {
      const output = emulator(60, 20, "caretLine");
      const timer = manualTimer();
      let ticks = 0;
      const tail = () => [
        "─".repeat(Math.min(60, output.columns - 1)),
        `> ${"edit".repeat(4)}`,
        ticks % 3 === 0 ? "" : `${ticks} facts`,
        "end",
      ];
      const frame = (): Frame => ({ rows: tail(), caret: { row: 1, column: 6 } });
      const inline = new InlineOutput({ output, timer, frame, caretInTail });
      inline.start();
      const rows: string[] = [];
      for (const { columns, rows: height, isPrinted } of sizes) {
        output.resize(columns, height);
        inline.resized();
        await timer.advance(500);
        ticks += 1;
        if (isPrinted) inline.print([rows[rows.push(`row ${rows.length}`) - 1] ?? ""]);
        else inline.request();
        await timer.advance(500);
        await output.lines();
      }
      assert.deepEqual(withoutEmpty(await output.lines()), [...rows, ...withoutEmpty(tail())]);
    }),
    { numRuns: 60 },
  );
});

test("whatever is printed and however the terminal is resized, no row is lost, doubled or changed, and nothing wipes the scrollback", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, caretInTail) => {
      let height = 3;
      const tail = ({ columns }: TerminalOutput): Frame => {
        const rows = Array.from({ length: height }, (_, at) => (at === 0 ? "─".repeat(Math.min(60, columns - 1)) : `tail ${at}`));
        return columns > 60 ? { rows, caret: { row: height - 1, column: 4 } } : { rows };
      };
      const { output, timer, inline } = open({ columns: 80, rows: 24, frame: tail, caretInTail });
      const rows: string[] = [];
      for (const one of steps) {
        if (one.kind === "print") {
          const row = `row ${rows.length} `.padEnd(Math.min(one.length, output.columns - 1), "x").trimEnd();
          rows.push(row);
          inline.print([row]);
        } else if (one.kind === "resize") {
          output.resize(one.columns, one.rows);
          inline.resized();
        } else if (one.kind === "tail") {
          height = one.rows;
          inline.request();
        } else await timer.advance(one.ms);
      }
      await timer.advance(1000);
      assert.deepEqual(withoutEmpty(await output.lines()), [...rows, ...tail(output).rows]);
      // oxlint-disable-next-line no-control-regex -- looks for control sequences
      assert.doesNotMatch(output.written, /\u001b\[[23]J/);
    }),
    { numRuns: 60 },
  );
});
