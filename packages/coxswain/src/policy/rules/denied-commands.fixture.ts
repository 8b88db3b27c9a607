import { harmedWorld, stage } from "./denied-commands-confined.fixture.ts";
import { doesHarm } from "./real-bash.fixture.ts";

/** Rows that run at once. */
const AT_ONCE = 3;

const without = async (rows: readonly string[], does: (row: string) => Promise<boolean>): Promise<readonly string[]> => {
  const found: boolean[] = [];
  const entries = rows.entries();
  const worker = async (): Promise<void> => {
    for (const [at, row] of entries) found[at] = await does(row);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return rows.filter((_, at) => found[at] !== true);
};

/** The commands that do not do in a bare bash what the rules of the corpus deny. */
export const harmless = (rows: readonly string[]): Promise<readonly string[]> => without(rows, doesHarm);

/** The commands that do not do so in bubblewrap, with the programs of `corpus/programs.txt`. */
export const harmlessInBubblewrap = async (rows: readonly string[]): Promise<readonly string[]> => {
  const { folder, remove } = stage();
  try {
    return await without(rows, async (row) => (await harmedWorld(row, folder)) !== undefined);
  } finally {
    remove();
  }
};
