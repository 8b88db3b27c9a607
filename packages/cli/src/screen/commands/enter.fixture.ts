import type { openScreen } from "../screen.fixture.ts";

export const ENTER = "\r";
export const UP = "\u001b[A";
export const DOWN = "\u001b[B";

export type Scene = Awaited<ReturnType<typeof openScreen>>;

/** Types a line and Enter. */
export const enter = ({ terminal }: Scene, text: string): void => {
  terminal.type(text);
  terminal.press(ENTER);
};

/** Returns the lines of the terminal that are not empty. */
export const shownLines = async ({ terminal }: Scene): Promise<readonly string[]> => (await terminal.lines()).filter((line) => line !== "");
