// Questions to the server: one answer by POST, partial answers over a WebSocket that speaks the engine's protocol.

export class Refusal extends Error {
  /** `field` is the path of what is wrong inside the document that was sent, "" for the whole; `reason` the message without it. */
  constructor({ field, message }) {
    const path = field ?? "";
    const stem = /^(position|record)(?:\.|$)/.exec(path)?.[0] ?? "";
    super((message ?? "").startsWith(`${path}: `) ? message.slice(stem.length) : (message ?? ""));
    this.field = path.slice(stem.length);
    this.inDocument = stem !== ""; // not one of the question's other fields
    this.reason = (message ?? "").startsWith(`${path}: `) ? message.slice(path.length + 2) : this.message;
  }
}

async function answerOf(response) {
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  throw new Refusal(body.error ?? { message: body.detail ? JSON.stringify(body.detail) : `${response.status} ${response.statusText}` });
}

export const get = async (path) => answerOf(await fetch(path, { headers: { Accept: "application/json" } }));

export async function post(path, fields) {
  const headers = { "Content-Type": "application/json" };
  return answerOf(await fetch(path, { method: "POST", headers, body: JSON.stringify(fields) }));
}

const IN_FLIGHT = 6; // questions at once, fewer than the server takes from one page

/**
 * The streaming side. One socket serves all questions; it is opened when one is asked and again after it was lost.
 */
class Stream {
  #socket = null;
  #queue = []; // questions that wait until others are answered
  #waiting = new Map();
  #last = 0;

  #open() {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return this.#socket;
    const address = new URL("api/stream", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lost();
    });
    this.#socket = socket;
    return socket;
  }

  #lost() {
    const asked = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#queue = [];
    this.#socket = null;
    for (const { fail } of asked) fail(new Refusal({ message: "the connection was lost" }));
  }

  #hear(answer) {
    const asked = this.#waiting.get(answer.id);
    if (!asked) return;
    if (answer.type === "report") {
      asked.report(answer.result);
      return;
    }
    this.#waiting.delete(answer.id);
    this.#next();
    if (answer.type === "result") asked.done(answer.result);
    else if (answer.type === "stopped") asked.done(null);
    else asked.fail(new Refusal(answer.error ?? answer));
  }

  #send(message) {
    const socket = this.#open();
    const text = JSON.stringify(message);
    if (socket.readyState === WebSocket.OPEN) socket.send(text);
    else socket.addEventListener("open", () => socket.send(text), { once: true });
  }

  #next() {
    const busy = this.#waiting.size - this.#queue.length;
    for (const message of this.#queue.splice(0, IN_FLIGHT - busy)) this.#send(message);
  }

  /** Ask; `report` gets partial answers. Returns {answer, stop}: a promise of the last answer (null: stopped without one). */
  ask(what, fields, report = () => {}) {
    const id = `q${(this.#last += 1)}`;
    const answer = new Promise((done, fail) => this.#waiting.set(id, { done, fail, report }));
    this.#queue.push({ id, do: what, ...fields });
    this.#next();
    return { answer, stop: () => this.#send({ id: `s${id}`, do: "stop", target: id }) };
  }
}

export const stream = new Stream();

/** One question with one answer. */
export const ask = (what, fields) => stream.ask(what, fields).answer;
