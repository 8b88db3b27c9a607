import type { CommandWord } from "../../loop/index.ts";

/** They take hosts without a scheme. */
const CONNECTING = new Set(
  "curl wget http https httpie xh aria2c lynx w3m links nc ncat netcat socat telnet ftp sftp ssh scp rsync ping dig host nslookup whois openssl".split(
    " ",
  ),
);

const URL_HOST = /:\/\/(?:[^\s/@]*@)?(\[[^\]]*\]|[^\s/:?#]*)/gi;

/** Hosts that a command names. */
export const hostsIn = (program: string, words: readonly CommandWord[]): readonly string[] =>
  words.slice(1).flatMap(({ text }) => {
    const named = [...text.matchAll(URL_HOST)].map(([, host = ""]) => host);
    const bare =
      CONNECTING.has(program) && named.length === 0 && !text.startsWith("-")
        ? /^(?:[^\s/@]*@)?([\w-]+(?:\.[\w-]+)+)\.?(?:[/:?#].*)?$/.exec(text)?.[1]
        : undefined;
    const login = named.length === 0 ? /^[\w.-]+@([\w-]+(?:\.[\w-]+)+):/.exec(text)?.[1] : undefined;
    return [...named, ...(login === undefined ? [] : [login]), ...(bare === undefined ? [] : [bare])].map((host) =>
      host.toLowerCase().replace(/\.$/, ""),
    );
  });
