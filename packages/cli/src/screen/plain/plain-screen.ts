import type { Answer, Event, PermissionMode, Question } from "coxswain";
import { SessionView } from "coxswain/view";
import { escapeLine, escapeText } from "../../output/index.ts";
import { decisionLine } from "../../terminal/index.ts";
import { commandIn, type CommandHost, type Next, type ScreenCommand } from "../commands/index.ts";
import type { DraftStore } from "../editor/index.ts";
import { leavingChoices, leavingText, type LeavingWork } from "../panels/index.ts";
import type { SessionScreenOptions } from "../screen-options.ts";
import { leaveEditor } from "../leave-editor.ts";
import { isPathChange, isRead, OWNERS_MODE } from "../screen-session.ts";
import type { SessionScreen } from "../session-screen.ts";
import { shownEnd } from "../shown-end.ts";
import { takeForRun, takeLast } from "../take-messages.ts";
import { unstyledTheme } from "../themes/index.ts";
import { chooseItem } from "./choose-item.ts";
import { type AskLine, Conversations } from "./conversations.ts";
import type { LineTerminal } from "./line-terminal.ts";
import { LongSilence } from "./long-silence.ts";
import { PlainDraft } from "./plain-draft.ts";
import { answerQuestion, choosePermission } from "./numbered.ts";
import { plainCommands } from "./plain-commands.ts";
import { PlainInput } from "./plain-input.ts";
import { wholeLines } from "./plain-lines.ts";
import { PlainOutput } from "./plain-output.ts";
import { reviewByLines } from "./plain-review.ts";
import { PlainTranscript } from "./plain-transcript.ts";

export interface PlainScreenOptions extends SessionScreenOptions {
  readonly drafts: DraftStore;
  readonly terminal: LineTerminal;
  /** Formats everything that must be seen before a question is answered. */
  readonly questionText: (question: Question, width: number) => Promise<string>;
}

/** Milliseconds in which a second Ctrl+C exits. */
const TWICE = 1500;
/** Turns of a continued session that are shown. */
const SHOWN_TURNS = 2;
const PROMPT = "You: ";

/** A session in lines that are only added, for screen readers and terminals without control sequences. */
export class PlainScreen implements SessionScreen {
  readonly mode = "plain";
  readonly #options: PlainScreenOptions;
  readonly #view: SessionView;
  readonly #transcript: PlainTranscript;
  readonly #output: PlainOutput;
  readonly #conversations: Conversations;
  readonly #silence: LongSilence;
  readonly #input = new PlainInput();
  readonly #commands: readonly ScreenCommand[];
  readonly #host: CommandHost;
  readonly #left = Promise.withResolvers<Next>();
  readonly #draft: PlainDraft;
  #mode: PermissionMode;
  /** Prompts and commands that are not done. */
  #submitting = 0;
  /** Lists and lines of commands that are open. */
  #dialogs = 0;
  /** The permission question in a conversation. Aborting its signal withdraws it. */
  #permission: { readonly id: string; readonly withdrawn: AbortController } | undefined;
  /** The model's question in a conversation. */
  #question: { readonly question: object; readonly withdrawn: AbortController } | undefined;
  /** Time of the Ctrl+C after which another one exits. */
  #armedAt = Number.NEGATIVE_INFINITY;
  /** Text for the screen that shows the session again. */
  #again: { readonly notice?: string } = {};
  /** True between `run` and `leave`. */
  #isShown = false;

  constructor(options: PlainScreenOptions) {
    const { session, terminal, timer, now, mode } = options;
    this.#options = options;
    this.#mode = mode;
    this.#draft = new PlainDraft(options.drafts, timer, options.draft ?? "");
    this.#view = new SessionView(session.id, options.checksOf === undefined ? {} : { checksOf: options.checksOf });
    this.#transcript = new PlainTranscript(this.#view);
    this.#output = new PlainOutput(terminal);
    this.#conversations = new Conversations({
      prompt: (text) => this.#output.prompt(text),
      drained: () => terminal.drained(),
      onQuiet: () => this.#update(),
    });
    this.#silence = new LongSilence({
      timer,
      now,
      status: () => this.#view.status,
      isShared: () => session.isShared === true,
      print: (line) => {
        if (!this.#isTyping) this.#output.print([line]);
      },
    });
    this.#commands = plainCommands({
      queue: (text) => this.#send(text, "later"),
      unqueue: () => takeLast(session),
      interrupt: () => this.#interrupt(),
      more: () => this.#more(),
    });
    this.#host = this.#commandHost(options);
  }

  async run(): Promise<Next> {
    const { session, questions, textQuestions, command, actions, timer } = this.#options;
    for (const entry of session.entries) this.#view.add(entry);
    const last = session.entries.at(-1)?.seq ?? -1;
    const events = session.events();
    this.reopen();
    this.#open();
    questions.onChange = () => this.#askPermission();
    textQuestions.onChange = () => this.#askQuestion();
    this.#askPermission();
    this.#askQuestion();
    const following = this.#follow(events, last);
    this.#isShown = true;
    void this.#draft.restore().then((isRestored) => isRestored && this.#isShown && this.#sayOffer());
    if (command !== undefined) void this.#submit(command);
    this.#update();
    const next = await this.#left.promise;
    questions.onChange = () => {};
    textQuestions.onChange = () => {};
    if (next.kind !== "again" && session.isShared !== true) this.#draft.add(takeForRun(session));
    if (next.kind !== "again") {
      await shownEnd(actions.finish(next), following, timer);
      this.#print(this.#transcript.update());
    }
    this.close();
    await events.return?.();
    await following;
    return leaveEditor(next, this.#draft);
  }

  close(): void {
    this.#silence.stop();
    this.#output.end();
    this.#options.terminal.stop();
  }

  reopen(): void {
    this.#options.terminal.start({
      typed: (text) => this.#typed(text),
      interrupted: () => this.#interrupted(),
      continued: () => this.#output.promptAgain(),
      ended: () => this.#ended(),
    });
  }

  leave(next: Next = { kind: "exit" }): void {
    this.#isShown = false;
    this.#left.resolve(next);
  }

  print(text: string): void {
    this.#say(text);
    this.#update();
  }

  #commandHost({ session, ownSession, workplace, actions, terminal, keys, themes }: PlainScreenOptions): CommandHost {
    const converse = async <Value>(conversation: (ask: AskLine) => Promise<Value>): Promise<Value> => {
      this.#dialogs++;
      return this.#conversations.converse((ask) => conversation(ask).finally(() => this.#dialogs--));
    };
    return {
      get session() {
        return ownSession();
      },
      shown: session,
      workplace,
      keys,
      themes,
      mode: () => this.#mode,
      setMode: (next) => {
        if (session.isShared === true) return this.#say(OWNERS_MODE);
        this.#mode = next;
        actions.setMode(next);
        this.#say(`Permission mode: ${next}`);
      },
      print: (text) => this.#say(text),
      printAgain: (text) => void (this.#again = { notice: text }),
      show: (render) => this.#print(render({ width: Math.max(20, terminal.columns) }, unstyledTheme)),
      choose: (choices) => converse((ask) => chooseItem(choices, ask, (lines) => this.#print(lines))),
      read: (title, initial = "") =>
        converse(async (ask) => {
          const typed = await ask(`${title}${initial === "" ? "" : ` (Enter for ${escapeText(initial)})`}: `);
          return typed === "" ? initial : typed;
        }),
      review: (source) => converse((ask) => reviewByLines(source, ask, (lines) => this.#print(lines))),
      draft: (text) => this.#draft.set(text),
      submit: (text) => this.#send(text, "now"),
      mayLeave: (kind) => this.#mayLeave(kind),
      leave: (next) => this.leave(next),
    };
  }

  /** Prints the facts of the session and its last turns. */
  #open(): void {
    const { session, opening } = this.#options;
    const { lines, earlier } = this.#transcript.lastTurns(SHOWN_TURNS);
    const count = earlier === 1 ? "1 earlier prompt" : `${earlier} earlier prompts`;
    this.#say(opening ?? `Session with ${session.state.model}, permission mode ${this.#mode}. /help lists the commands.`);
    if (earlier > 0) this.#say(`${count}. To read them: cox sessions show ${session.id}`);
    this.#print(lines);
    this.#sayOffer();
  }

  #sayOffer(): void {
    const offer = this.#draft.offer ?? this.#options.actions.offer();
    if (offer !== undefined) this.#say(offer);
  }

  async #follow(events: AsyncIterable<Event>, last: number): Promise<void> {
    for await (const event of events) {
      if (!isRead(event, this.#options.session, last)) this.#view.apply(event);
      this.#update();
      if (isPathChange(event, this.#options.session)) this.leave({ kind: "again", ...this.#again });
    }
  }

  /** True while a question or a message is open, which nothing may interrupt. */
  get #isTyping(): boolean {
    return this.#conversations.isOpen || this.#input.isOpen;
  }

  /** Prints what is new, and the prompt if it is the user's turn. */
  #update(): void {
    if (!this.#isShown || this.#isTyping) return;
    this.#print(this.#transcript.update());
    const isBusy = this.#submitting > 0 || this.#options.session.isBusy || this.#view.status.activity.kind !== "idle";
    if (isBusy) this.#silence.watch();
    else if (!this.#output.isPrompting) this.#output.prompt(PROMPT);
  }

  #say(text: string): void {
    this.#print(escapeText(text).split("\n"));
  }

  #print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.#output.print(lines);
    this.#silence.broken();
  }

  #askPermission(): void {
    const { questions, questionText, terminal } = this.#options;
    const { first } = questions;
    if (first?.id === this.#permission?.id) return;
    this.#permission?.withdrawn.abort();
    this.#permission = undefined;
    if (first === undefined) return;
    const withdrawn = new AbortController();
    this.#permission = { id: first.id, withdrawn };
    const { signal } = withdrawn;
    const answer = (reply: Answer): void => {
      this.#permission = undefined;
      questions.answer(reply);
    };
    const conversation = async (ask: AskLine): Promise<void> => {
      const text = await questionText(first, terminal.columns);
      // The events before the question are shown before it.
      await terminal.drained();
      if (signal.aborted) return;
      const task = first.agent === undefined ? undefined : this.#view.taskOf(first.agent.id);
      const whose = task === undefined ? [] : [`For: ${escapeLine(task)}`];
      this.#print([...this.#transcript.update(), ...text.trimEnd().split("\n"), ...whose]);
      const reply = await choosePermission(first, ask, (lines) => this.#print(lines));
      if (signal.aborted) this.#say("Answered in another terminal, or the run has ended.");
      else {
        this.#say(decisionLine(reply, first));
        answer(reply ?? { kind: "deny" });
      }
    };
    this.#conversations
      .converse(conversation, signal)
      .catch((error: unknown) => answer({ kind: "deny", reason: error instanceof Error ? error.message : String(error) }));
  }

  #askQuestion(): void {
    const { textQuestions, terminal } = this.#options;
    const { first } = textQuestions;
    if (first === this.#question?.question) return;
    this.#question?.withdrawn.abort();
    this.#question = undefined;
    if (first === undefined) return;
    const withdrawn = new AbortController();
    this.#question = { question: first, withdrawn };
    const { signal } = withdrawn;
    void this.#conversations.converse(async (ask) => {
      // The events before the question are shown before it.
      await terminal.drained();
      if (signal.aborted) return;
      this.#print(this.#transcript.update());
      const answer = await answerQuestion(first, ask, (lines) => this.#print(lines));
      if (signal.aborted) return;
      this.#question = undefined;
      textQuestions.answer(answer);
    }, signal);
  }

  #typed(text: string): void {
    this.#output.typed();
    this.#armedAt = Number.NEGATIVE_INFINITY;
    // Nothing can be sent while the session ends.
    if (!this.#isShown) return this.#draft.add(text);
    if (!this.#input.isOpen && this.#conversations.take(text)) return;
    const message = this.#input.take(text);
    if (message.kind === "message") void this.#submit(message.text);
    else if (message.opened && text.trimStart().startsWith('"""')) this.#say('The message ends with """.');
    this.#update();
  }

  async #send(text: string, when: "now" | "later"): Promise<void> {
    const { session, actions } = this.#options;
    const { length } = session.waiting;
    if (when === "now" && !session.isBusy) this.#transcript.addTyped(text);
    const line = await actions.submit(text, when, new Map());
    if (line !== undefined && line !== "") this.#say(line);
    if (session.waiting.length <= length) return;
    this.#say(when === "now" ? "Queued: it reaches the model as soon as possible." : "Queued for the end of the run.");
  }

  async #submit(text: string): Promise<void> {
    const { actions } = this.#options;
    const draft = this.#draft.take();
    if (text.trim() === "") {
      if (draft !== "") return this.#submit(draft);
      if (actions.offer() !== undefined) actions.resume();
      return;
    }
    const found = commandIn(text, this.#commands);
    this.#submitting++;
    try {
      if (found === undefined) await this.#send(text, "now");
      else await found.command.run(found.words, this.#host);
    } catch (error) {
      this.#say(`Error: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#submitting--;
      this.#update();
    }
  }

  /** Asks whether to leave, if that ends work. */
  async #mayLeave(kind: Next["kind"]): Promise<boolean> {
    const choices = leavingChoices(this.#work, kind);
    if (choices === undefined) return true;
    this.#say(leavingText(this.#work));
    return (await this.#host.choose(choices)) === true;
  }

  #exit(): void {
    if (leavingText(this.#work) === "") this.leave();
    else void this.#mayLeave("exit").then((leaves) => leaves && this.leave());
  }

  /** The input has ended, so that no question can be asked. */
  #ended(): void {
    const text = leavingText(this.#work);
    if (text !== "") this.#say(`Ended with the session:\n${text}`);
    this.leave();
  }

  get #work(): LeavingWork {
    return { session: this.#options.session, commands: this.#options.actions.commands() };
  }

  #interrupted(): void {
    // The terminal shows `^C` in the line.
    this.#output.interrupted();
    const now = this.#options.now();
    const isTwice = now - this.#armedAt < TWICE;
    this.#armedAt = Number.NEGATIVE_INFINITY;
    if (this.#input.clear()) this.#say("Discarded.");
    else if (this.#dialogs > 0) this.#conversations.take(undefined);
    else if (!this.#interrupt()) {
      if (isTwice) this.#exit();
      else {
        this.#armedAt = now;
        this.#say("Press Ctrl+C again to exit.");
      }
    }
    this.#update();
  }

  #interrupt(): boolean {
    if (this.#options.actions.stopCommands()) return true;
    if (this.#view.status.activity.kind === "idle" && !this.#options.session.isBusy) return false;
    const queued = takeForRun(this.#options.session);
    this.#options.session.abort("Interrupted by the user.");
    this.#draft.add(queued);
    if (queued !== "") this.#sayOffer();
    return true;
  }

  #more(): boolean {
    const { last } = this.#transcript;
    if (last === undefined) return false;
    const lines = wholeLines(last);
    this.#print(lines.length === 0 ? ["It has no output."] : lines);
    return true;
  }
}
