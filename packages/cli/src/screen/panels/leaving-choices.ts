import type { ScreenSession } from "../screen-session.ts";
import type { Choices } from "./dialog.ts";

/** The work of a session, which ends when the user leaves it. */
type Work = Pick<ScreenSession, "state" | "status" | "waiting">;

/** Asks whether to leave a session that still works. Undefined: nothing runs. */
export const leavingChoices = (session: Work, kind: string): Choices<boolean> | undefined => {
  const { jobs, tasks } = session.state;
  const parts = [
    // An aborted run drops the messages that are queued for it.
    ...(session.status === "running" ? ["a run", ...counted(session.waiting.length, "queued message")] : []),
    ...counted(jobs.filter(({ state }) => state !== "ended").length, "background command"),
    ...counted(tasks.filter(({ state }) => state !== "done").length, "background task"),
  ];
  if (parts.length === 0) return undefined;
  const end = kind === "exit" ? "End and exit" : "End and leave this session";
  return {
    title: `Still working: ${parts.join(", ")}`,
    items: [
      { label: "Stay", value: false },
      { label: end, value: true },
    ],
  };
};

const counted = (count: number, noun: string): readonly string[] => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`]);
