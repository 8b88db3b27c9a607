/*
 * Control sequences (ECMA-48, and DEC private modes of xterm). Full-width erasures of the scrollback or of the whole screen
 * are not among them: the scrollback belongs to the user.
 */
const CSI = "\u001b[";

export const SEQUENCES = {
  /** Begins and ends a frame that the terminal shows at once (mode 2026). */
  beginFrame: `${CSI}?2026h`,
  endFrame: `${CSI}?2026l`,
  wrapOn: `${CSI}?7h`,
  wrapOff: `${CSI}?7l`,
  hideCaret: `${CSI}?25l`,
  showCaret: `${CSI}?25h`,
  /** Saves the caret's position (DECSC). */
  saveCaret: "\u001b7",
  resetStyle: `${CSI}0m`,
  eraseLineEnd: `${CSI}K`,
  deleteLine: `${CSI}M`,
  /** Marks the caret's line as one of a shell's prompt (OSC 133): a secondary one, which ends no command. */
  promptStart: "\u001b]133;A;k=s\u001b\\",
  /**
   * Erases from the caret's line to the end of the screen, and returns to the line. Not a bare `ESC[J`: tmux copies the screen
   * to its history if that comes at row 0, column 0.
   */
  eraseBelow: `\r${CSI}K\n\r${CSI}J${CSI}A`,
} as const;

/** Moves the caret up. */
export const caretUp = (rows: number): string => (rows > 0 ? `${CSI}${rows}A` : "");

/** Moves the caret down, and scrolls at the last row (IND): unlike a line feed, it does not end a line that xterm.js wrapped. */
export const rowsDown = (rows: number): string => "\u001bD".repeat(rows);

/** Moves the caret to a column, from 0. */
export const caretTo = (column: number): string => `${CSI}${column + 1}G`;

/**
 * The flags of kitty's keyboard protocol: unambiguous codes (1) and alternate keys (4). Not event types (2): with these, several
 * versions of kitty send Enter, Tab and Backspace a second time when the key is released.
 */
const KEYBOARD_FLAGS = 5;

export const KEYBOARD = {
  /** Starts a new set of modes. */
  push: `${CSI}>${KEYBOARD_FLAGS}u`,
  pop: `${CSI}<u`,
  /** Changes the current set. */
  set: `${CSI}=${KEYBOARD_FLAGS}u`,
} as const;

/** Sequences of the alternate screen and of the mouse. */
export const FULL_SEQUENCES = {
  /** Enters the alternate screen, and requests the keyboard protocol there too: each screen has separate keyboard modes. */
  enter: `${CSI}?1049h${KEYBOARD.push}`,
  leave: `${KEYBOARD.pop}${CSI}?1049l`,
  /** Reports presses, moves with a pressed button, and the wheel (modes 1002 and 1006). */
  mouseOn: `${CSI}?1002h${CSI}?1006h`,
  mouseOff: `${CSI}?1002l${CSI}?1006l`,
} as const;

/** Moves the caret to a row and a column, from 0. */
export const caretAt = (row: number, column: number): string => `${CSI}${row + 1};${column + 1}H`;

/** Moves the caret down to the last row of the screen. */
export const CARET_TO_LAST_ROW = `${CSI}9999B\r`;
