/** The key of an element reference in WebDriver (W3C WebDriver, 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Element = Record<typeof ELEMENT, string>;

/** A driver's error instead of a result. */
class WebDriverProblem extends Error {
  readonly code: string;

  constructor({ error, message }: { error: string; message: string }) {
    super(`${error}: ${message}`);
    this.name = 'WebDriverProblem';
    this.code = error;
  }
}

/** How long a control may take to appear and accept a click, in ms. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 100;

const PLACE = 'const { x, y } = arguments[0].getBoundingClientRect(); return { x, y };';

/** Not there yet, moved, rendered again, or covered: retried. */
const PASSING = new Set([
  'no such element',
  'stale element reference',
  'element not interactable',
  'element click intercepted',
]);

/** One page, driven over WebDriver (W3C). Waits for the controls that it is told to use. */
export class WebDriverPage {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  /** Requests a browser from the driver at `address`. */
  static async open(address: string, capabilities: Record<string, unknown>): Promise<WebDriverPage> {
    const { sessionId } = await ask<{ sessionId: string }>(`${address}/session`, {
      capabilities: { alwaysMatch: capabilities },
    });
    return new WebDriverPage(`${address}/session/${sessionId}`);
  }

  async goto(url: string): Promise<void> {
    await this.#do('url', { url });
  }

  async reload(): Promise<void> {
    await this.#do('refresh', {});
  }

  /** Runs a function in the page; it can only use its arguments. */
  evaluate<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return this.#do('execute/sync', { script: `return (${script.toString()})(...arguments)`, args });
  }

  async click(xpath: string): Promise<void> {
    await this.#with(xpath, async (element) => {
      await this.#standsStill(element);
      await this.#do(`element/${element[ELEMENT]}/click`, {});
    });
  }

  /** Replaces a field's value, key by key. */
  async fill(xpath: string, text: string): Promise<void> {
    await this.#with(xpath, async (element) => {
      await this.#do(`element/${element[ELEMENT]}/clear`, {});
      await this.#do(`element/${element[ELEMENT]}/value`, { text });
    });
  }

  /** @param key a code point of WebDriver's for keys (W3C WebDriver, 17.4.2) */
  async press(key: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
    await this.#do('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async count(xpath: string): Promise<number> {
    return (await this.#do<Element[]>('elements', { using: 'xpath', value: xpath })).length;
  }

  /** A click goes to where the control was when the driver looked: a sheet sliding in would receive it. */
  async #standsStill(element: Element): Promise<void> {
    const place = () => this.#do<object>(`execute/sync`, { script: PLACE, args: [element] });
    for (let before = JSON.stringify(await place()); ; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const now = JSON.stringify(await place());
      if (now === before) return;
      before = now;
    }
  }

  async #with(xpath: string, use: (element: Element) => Promise<unknown>): Promise<void> {
    for (const start = Date.now(); ; ) {
      try {
        await use(await this.#do<Element>('element', { using: 'xpath', value: xpath }));
        return;
      } catch (problem) {
        if (!(problem instanceof WebDriverProblem) || !PASSING.has(problem.code)) throw problem;
        if (Date.now() - start > PATIENCE_MS) throw new Error(`${xpath}: ${problem.message}`);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }
  }

  #do<Result>(command: string, body: object): Promise<Result> {
    return ask(`${this.#session}/${command}`, body);
  }
}

async function ask<Result>(url: string, body: object): Promise<Result> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new WebDriverProblem(value as { error: string; message: string });
  return value as Result;
}
