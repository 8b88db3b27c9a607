import { fuzzyMatch } from "@earendil-works/pi-tui";
import type { FrameTimer } from "../terminal/index.ts";

export interface PathSearchOptions {
  readonly timer: Pick<FrameTimer, "after">;
  /** Called when there are other results. */
  readonly onChange: () => void;
}

/** Paths that are compared before keys are handled again. */
const SLICE = 2000;
/** Maximum number of results. */
const MOST = 50;

/** The best matches, the best first, and the number of all matches. */
export interface FoundPaths {
  readonly paths: readonly string[];
  readonly total: number;
}

interface Scored {
  readonly path: string;
  /** Lower is better. */
  readonly score: number;
}

/** A fuzzy search over many paths, in slices, so that it never blocks a key for longer than a few milliseconds. */
export class PathSearch {
  readonly #options: PathSearchOptions;
  #query: string | undefined;
  /** The paths to search: those of `#pool`, then those of `#source` from index `#from` on. */
  #pool: readonly string[] = [];
  #source: readonly string[] = [];
  #from = 0;
  /** Number of paths that were compared. */
  #compared = 0;
  #best: Scored[] = [];
  /** All paths that match: the pool of a longer query. */
  #matches: string[] = [];
  #cancel: (() => void) | undefined;

  constructor(options: PathSearchOptions) {
    this.#options = options;
  }

  /** Returns the best paths so far. Paths that were added to the array since the last call are compared too. */
  results(paths: readonly string[], query: string): FoundPaths {
    if (query !== this.#query || paths !== this.#source) this.#start(paths, query);
    if (this.#cancel === undefined) this.#slice();
    return { paths: this.#best.map(({ path }) => path), total: this.#matches.length };
  }

  /** Ends the search. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  get #total(): number {
    return this.#pool.length + this.#source.length - this.#from;
  }

  #start(paths: readonly string[], query: string): void {
    this.stop();
    const isComplete = paths === this.#source && this.#compared === this.#total;
    const isLonger = this.#query !== undefined && this.#query !== "" && query.startsWith(this.#query);
    // A path that does not match a query matches none that is longer.
    const narrows = isComplete && isLonger;
    this.#pool = narrows ? this.#matches : [];
    this.#from = narrows ? paths.length : 0;
    this.#source = paths;
    this.#query = query;
    this.#compared = 0;
    this.#best = [];
    this.#matches = [];
  }

  #slice(): void {
    const end = Math.min(this.#total, this.#compared + SLICE);
    for (; this.#compared < end; this.#compared += 1) {
      const rest = this.#compared - this.#pool.length;
      const path = (rest < 0 ? this.#pool[this.#compared] : this.#source[this.#from + rest]) ?? "";
      const score = scoreOf(this.#query ?? "", path);
      if (score === undefined) continue;
      this.#matches.push(path);
      this.#insert({ path, score });
    }
    if (this.#compared >= this.#total) return;
    this.#cancel = this.#options.timer.after(0, () => {
      this.#cancel = undefined;
      this.#slice();
      this.#options.onChange();
    });
  }

  #insert(found: Scored): void {
    const worst = this.#best.at(-1);
    if (this.#best.length >= MOST && worst !== undefined && !isBetter(found, worst)) return;
    const at = this.#best.findIndex((one) => isBetter(found, one));
    this.#best.splice(at < 0 ? this.#best.length : at, 0, found);
    if (this.#best.length > MOST) this.#best.pop();
  }
}

const isBetter = (one: Scored, other: Scored): boolean => one.score < other.score || (one.score === other.score && one.path < other.path);

/** Points for a match in the name rather than in the folders. */
const NAME = 50;

/** Undefined: no match. Of equal matches, a shorter path is better. */
const scoreOf = (query: string, path: string): number | undefined => {
  if (query === "") return 2 * path.split("/").length - (path.endsWith("/") ? 3 : 0);
  const whole = fuzzyMatch(query, path);
  if (!whole.matches) return undefined;
  const nameAt = path.lastIndexOf("/", path.length - 2) + 1;
  const name = nameAt === 0 || query.includes("/") ? whole : fuzzyMatch(query, path.slice(nameAt));
  return (name.matches ? name.score - NAME : whole.score) + path.length / 100;
};
