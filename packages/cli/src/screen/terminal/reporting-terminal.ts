import { isKeyRelease } from "@earendil-works/pi-tui";
import type { FrameTimer } from "./frame-timer.ts";
import { DEVICE, type Reflow } from "./reflow.ts";
import type { ScreenTerminal } from "./screen-terminal.ts";
import { KEYBOARD, SEQUENCES } from "./sequences.ts";
import { type CellSize, isUnfinished, parseReport, type TerminalReport } from "./terminal-reports.ts";
import { wholeCharacters } from "./whole-characters.ts";

/** Reports to ask for. */
export interface RequestedReports {
  /** The background, now and when it changes (OSC 11, mode 2031). */
  readonly background: boolean;
  /** The focus, when it changes (mode 1004). */
  readonly focus: boolean;
  /** The size of a cell in pixels, once (XTWINOPS 16): a resize does not change its proportions. */
  readonly cellSize: boolean;
  /** Support of the program status protocol (OSC 7501). */
  readonly programStatus: boolean;
}

export interface ReportingTerminalOptions {
  readonly terminal: Omit<ScreenTerminal, "drain">;
  readonly timer: FrameTimer;
  /** Default: none. */
  readonly requested?: RequestedReports;
  /** As in `TerminalOutput`, by the environment. */
  readonly reflow?: Reflow;
  /** Asks the terminal whether it is xterm.js. Default: false. */
  readonly asksForDevice?: boolean;
  /** Usual keys by what this terminal sends for them. Default: none. */
  readonly keys?: ReadonlyMap<string, string>;
  readonly onReport?: (report: TerminalReport) => void;
}

const NO_REPORTS: RequestedReports = { background: false, focus: false, cellSize: false, programStatus: false };

/** Milliseconds in which the terminal must answer, and the rest of a report must arrive. */
const PATIENCE = 1000;
/** Characters of the longest report. */
const MOST = 256;
/** Characters of the reports that were asked for. */
// oxlint-disable-next-line no-control-regex -- reports end with control characters
const REPORT_CHARACTERS = /^[\w:;,/#?.\u0007\u001b\\-]+$/;

/** The beginning of a report, and the time until which its rest is awaited. */
interface PartialReport {
  readonly text: string;
  readonly until: number;
}

/** A terminal whose reports and releases of keys do not reach the keyboard's reader. */
export class ReportingTerminal implements ScreenTerminal {
  readonly #options: ReportingTerminalOptions;
  #partial: PartialReport | undefined;
  #cell: CellSize | undefined;
  /** Settled once the terminal has answered everything that `start` asked. */
  #answered = Promise.withResolvers<void>();
  #cancelPatience: (() => void) | undefined;
  #isXtermJs = false;

  constructor(options: ReportingTerminalOptions) {
    this.#options = options;
  }

  get columns(): number {
    return this.#options.terminal.columns;
  }

  get rows(): number {
    return this.#options.terminal.rows;
  }

  get reflow(): Reflow {
    return this.#isXtermJs ? "caretLine" : (this.#options.reflow ?? "usual");
  }

  get cell(): CellSize | undefined {
    return this.#cell;
  }

  write(data: string): void {
    this.#options.terminal.write(data);
  }

  start(onInput: (input: string) => void, onResize: () => void): void {
    const { terminal, timer, requested = NO_REPORTS, asksForDevice = false, keys } = this.#options;
    const answered = Promise.withResolvers<void>();
    this.#answered = answered;
    const onWhole = wholeCharacters((input) => {
      if (DEVICE.answer.test(input)) {
        // The screen was drawn for a terminal that keeps the caret on its cell.
        if (input === DEVICE.xtermJs && !this.#isXtermJs) onResize();
        this.#isXtermJs ||= input === DEVICE.xtermJs;
      } else if (!this.#take(input)) onInput(keys?.get(input) ?? input);
    });
    terminal.start(onWhole, onResize);
    const { background, focus, cellSize, programStatus } = REPORTS;
    const asked = [
      ...(asksForDevice ? [DEVICE.request] : []),
      ...(requested.background ? background.on : []),
      ...(requested.focus ? focus.on : []),
      ...(requested.cellSize ? cellSize : []),
      ...(requested.programStatus ? programStatus : []),
    ];
    // The terminal has just requested all flags. Terminals answer in order, and all of them answer the last request.
    terminal.write(`${KEYBOARD.set}${asked.join("")}${STATUS.request}`);
    this.#cancelPatience = timer.after(PATIENCE, () => answered.resolve());
  }

  drain(): Promise<void> {
    return this.#answered.promise;
  }

  stop(): void {
    const { terminal, requested = NO_REPORTS } = this.#options;
    const ended = [...(requested.background ? REPORTS.background.off : []), ...(requested.focus ? REPORTS.focus.off : [])];
    // Konsole takes the end of the keyboard protocol for a request to restore the caret.
    terminal.write(`${ended.join("")}${SEQUENCES.saveCaret}`);
    this.#partial = undefined;
    this.#cancelPatience?.();
    this.#answered.resolve();
    terminal.stop();
  }

  /** Returns true for input that is not a key. */
  #take(input: string): boolean {
    if (isKeyRelease(input)) return true;
    if (input === STATUS.answer) {
      this.#answered.resolve();
      return true;
    }
    const before = this.#awaited(input);
    const whole = (before?.text ?? "") + input;
    this.#partial = undefined;
    if (whole.length > MOST) return false;
    if (isUnfinished(whole)) {
      this.#partial = { text: whole, until: before?.until ?? this.#options.timer.now() + PATIENCE };
      return true;
    }
    const report = parseReport(whole);
    if (report?.kind === "cell") this.#cell = report;
    if (report !== undefined) this.#options.onReport?.(report);
    return report !== undefined;
  }

  /** Returns the beginning of the report that the input continues, if it can be a piece of one. */
  #awaited(input: string): PartialReport | undefined {
    const partial = this.#partial;
    return partial !== undefined && this.#options.timer.now() <= partial.until && REPORT_CHARACTERS.test(input) ? partial : undefined;
  }
}

/** The terminal's status (DSR 5, ECMA-48): always "ready". */
const STATUS = { request: "\u001b[5n", answer: "\u001b[0n" };

const REPORTS = {
  background: { on: ["\u001b[?2031h", "\u001b]11;?\u001b\\"], off: ["\u001b[?2031l"] },
  focus: { on: ["\u001b[?1004h"], off: ["\u001b[?1004l"] },
  cellSize: ["\u001b[16t"],
  programStatus: ["\u001b]7501;?\u001b\\"],
} as const;
