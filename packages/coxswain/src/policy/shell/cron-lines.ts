const TIMES = /^[ \t]*(?:@\w+|(?:[\d*/,\-a-zA-Z]+[ \t]+){4}[\d*/,\-a-zA-Z]+)[ \t]+/gm;

/** What a table of `cron` runs, without the times at which it does. */
export const cronLines = (table: string): string => table.replaceAll(TIMES, "");
