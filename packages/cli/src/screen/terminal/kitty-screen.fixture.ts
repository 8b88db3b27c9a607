import assert from "node:assert/strict";

/** A placement of an image on the screen. */
export interface ShownImage {
  /** The file in base64. */
  readonly data: string;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  /** Part of the image in pixels. */
  readonly y: number;
  readonly height: number;
}

/** Images of a terminal by kitty's protocol. A written row loses its part of an image, as in some terminals. */
export interface KittyScreen {
  /** Reads the next output of a program. Fails for a command that no terminal understands. */
  read(output: string): void;
  /** The images on the screen, from top to bottom. Fails if a row of one was written without it. */
  shown(): readonly ShownImage[];
  /** Files that the terminal has, in base64. */
  stored(): readonly string[];
  /** Files that were sent so far. */
  readonly sent: readonly string[];
}

const TOKENS =
  // oxlint-disable-next-line no-control-regex -- control sequences
  /\u001b_G(?<keys>[^;\u001b]*)(?:;(?<data>[^\u001b]*))?\u001b\\|\u001b\[(?<row>\d+);(?<column>\d+)H|\u001b\[\?1049(?<screen>[hl])|(?<erase>\u001b\[K)|(?<style>\u001b\[[\d;]*m)|(?<other>[^])/g;

const READ_KEYS: Readonly<Record<string, readonly string[]>> = {
  t: ["a", "f", "i", "m", "q"],
  p: ["a", "i", "p", "x", "y", "w", "h", "c", "r", "C", "q"],
  d: ["a", "d", "i", "p", "q"],
};

/**
 * A terminal that draws images in its alternate screen.
 * @param mostImages images that it has space for; others that are not placed are freed for a new one. Default: any number
 */
export const kittyScreen = (mostImages = Number.POSITIVE_INFINITY): KittyScreen => {
  const images = new Map<string, { data: string; complete: boolean }>();
  const placements = new Map<string, ShownImage & { intact: boolean }>();
  const sent: string[] = [];
  let caret: { readonly row: number; readonly column: number } | undefined;
  let loading: string | undefined;
  let isAlternate = false;

  const transmit = (id: string, data: string, more: boolean): void => {
    const before = images.get(id);
    assert.ok(data.length <= 4096 && (!more || data.length % 4 === 0), `${data.length} characters in a command`);
    const whole = (before?.data ?? "") + data;
    images.set(id, { data: whole, complete: !more });
    loading = more ? id : undefined;
    if (!more) sent.push(whole);
  };

  const run = (keys: ReadonlyMap<string, string>, data: string): void => {
    const of = (key: string): string => keys.get(key) ?? "";
    assert.equal(of("q"), "2", "the terminal would answer");
    if (loading !== undefined) {
      assert.deepEqual([...keys.keys()].toSorted(), ["m", "q"]);
      return transmit(loading, data, of("m") === "1");
    }
    // Inline prints an image at once, which then belongs to the terminal.
    if (of("a") === "T" && !isAlternate) return undefined;
    assert.ok(isAlternate, "an image outside of the alternate screen");
    const allowed = READ_KEYS[of("a")] ?? [];
    for (const key of keys.keys()) assert.ok(allowed.includes(key), `${key} in ${[...keys].join()}`);
    const [id, key] = [of("i"), `${of("i")},${of("p")}`];
    if (of("a") === "t") {
      assert.equal(images.has(id), false, "an image is sent again");
      const isPlaced = (other: string): boolean => [...placements.keys()].some((placed) => placed.startsWith(`${other},`));
      for (const other of images.keys()) if (images.size >= mostImages && !isPlaced(other)) images.delete(other);
      return transmit(id, data, of("m") === "1");
    }
    const image = images.get(id);
    assert.ok(image?.complete === true, `no image ${id}`);
    if (of("a") === "d") {
      if (of("d") === "i") assert.ok(placements.delete(key), `no placement ${key}`);
      else for (const placed of placements.keys()) if (placed.startsWith(`${id},`)) placements.delete(placed);
      if (of("d") === "I") images.delete(id);
      return undefined;
    }
    assert.ok(caret !== undefined && caret.column === 0, "a placement without a position");
    assert.equal(of("C"), "1", "the caret would move");
    const [columns = 0, rows = 0, y = 0, height = 0] = ["c", "r", "y", "h"].map((name) => Number(of(name)));
    assert.ok(columns > 0 && rows > 0 && height > 0 && of("p") !== "", [...keys].join());
    placements.set(key, { data: image.data, row: caret.row, columns, rows, y, height, intact: true });
    return undefined;
  };

  return {
    sent,
    read(output) {
      for (const { groups = {} } of output.matchAll(TOKENS)) {
        const { keys, data = "", row, column, screen, erase, other } = groups;
        if (keys !== undefined) run(new Map(keys.split(",").map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)])), data);
        else if (row !== undefined) caret = { row: Number(row) - 1, column: Number(column) - 1 };
        else if (screen !== undefined) {
          isAlternate = screen === "h";
          assert.equal(images.size, 0, "images remain in the terminal");
        } else if (erase !== undefined) {
          for (const one of placements.values())
            if (caret !== undefined && one.row <= caret.row && caret.row < one.row + one.rows) one.intact = false;
        } else if (other !== undefined) caret = undefined;
      }
    },
    shown() {
      const all = [...placements.values()].toSorted((one, other) => one.row - other.row);
      return all.map(({ intact, ...one }) => {
        assert.ok(intact, `row of an image was written: ${one.row}`);
        return one;
      });
    },
    stored: () => [...images.values()].map(({ data }) => data),
  };
};
