// A client of `orienteer engine` for Node 18 or newer, without dependencies.
//
//   const engine = await Engine.start();
//   const query = engine.send("evaluate", { position, limits: { seconds: 1 }, report_every: 0.1 });
//   for await (const partial of query) console.log(partial.iterations);
//   console.log((await query.result).best.id);
//   await engine.close();

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export const PROTOCOL = 1;

/** What the engine refuses, or what became of it; `kind` is "refused", "too-large", "busy", "stopped", "internal" or "gone". */
export class EngineError extends Error {
  constructor({ kind, message, field = null, value = null, allowed = null }) {
    super(message);
    Object.assign(this, { name: "EngineError", kind, field, value, allowed });
  }
}

/** One query in flight: `result` is a promise, `for await` over the query gives the partial results, `stop()` asks for the end. */
export class Query {
  #engine;
  #reports = [];
  #waiting = null;
  #over = false;

  constructor(engine, id) {
    this.#engine = engine;
    this.id = id;
    this.result = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.result.catch(() => {}); // whoever awaits it still sees the error
  }

  stop() {
    return this.#engine.stop(this.id);
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      while (this.#reports.length > 0) yield this.#reports.shift();
      if (this.#over) return;
      await new Promise((resolve) => (this.#waiting = resolve));
    }
  }

  take(answer) {
    if (answer.type === "report") this.#reports.push(answer.result);
    else {
      this.#over = true;
      if (answer.type === "result") this.resolve(answer.result);
      else this.reject(new EngineError(answer.error ?? { kind: "stopped", message: answer.message }));
    }
    this.#waiting?.();
    this.#waiting = null;
  }
}

/** A running engine process. */
export class Engine {
  #process;
  #queries = new Map();
  #count = 0;
  #greeted;
  #ended;

  /** Starts `command` (default: `orienteer engine`) and waits for its greeting. */
  static async start(command = ["orienteer", "engine"]) {
    const engine = new Engine(command);
    engine.hello = await engine.#greeted;
    if (engine.hello.protocol === PROTOCOL) return engine;
    await engine.close();
    throw new EngineError({ kind: "gone", message: `engine: protocol ${engine.hello.protocol}, allowed: ${PROTOCOL}` });
  }

  constructor([program, ...options]) {
    this.#process = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdin.on("error", () => {}); // the end of the process says it all
    let greet, fail;
    this.#greeted = new Promise((resolve, reject) => ([greet, fail] = [resolve, reject]));
    this.#ended = new Promise((resolve) => {
      const end = (what) => {
        const gone = { kind: "gone", message: `engine: ${what}` };
        fail(new EngineError(gone));
        for (const query of this.#queries.values()) query.take({ type: "error", error: gone });
        this.#queries.clear();
        resolve();
      };
      this.#process.on("error", (error) => end(error.message));
      this.#process.on("close", () => end("the process has ended"));
    });
    createInterface({ input: this.#process.stdout, crlfDelay: Infinity }).on("line", (line) => {
      const answer = JSON.parse(line);
      if (answer.type === "hello") return greet(answer);
      const query = this.#queries.get(answer.id);
      if (answer.type !== "report") this.#queries.delete(answer.id);
      query?.take(answer);
    });
  }

  /** Sends a query: what to do and its fields (docs/engine.md). */
  send(what, fields = {}) {
    const query = new Query(this, `q${++this.#count}`);
    this.#queries.set(query.id, query);
    if (this.#process.exitCode === null && this.#process.stdin.writable) {
      this.#process.stdin.write(`${JSON.stringify({ ...fields, id: query.id, do: what })}\n`);
    } else {
      this.#queries.delete(query.id);
      query.take({ type: "error", error: { kind: "gone", message: "engine: the process has ended" } });
    }
    return query;
  }

  /** Sends a query and waits for its result. */
  ask(what, fields = {}) {
    return this.send(what, fields).result;
  }

  /** Stops the query with this id, or all. */
  stop(id = null) {
    return this.ask("stop", { target: id });
  }

  /** What the engine has to do; resolves as soon as it listens. */
  ready() {
    return this.ask("ready");
  }

  /** Stops everything and ends the process. */
  async close() {
    this.send("quit");
    this.#process.stdin.end();
    const late = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
    await this.#ended;
    clearTimeout(late);
  }
}
