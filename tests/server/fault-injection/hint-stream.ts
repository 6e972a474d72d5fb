/** A reader of server-sent hints, as the app keeps one open. */
export class HintStream {
  /** Hints so far. */
  hints = 0;
  isOver = false;
  readonly #leaving = new AbortController();
  #heard: () => void = () => undefined;

  /** Resolves when the server confirms the connection. */
  static async open(address: string, token: string): Promise<HintStream> {
    const stream = new HintStream();
    const response = await fetch(`${address}/api/sync/hints/`, {
      headers: { authorization: `Bearer ${token}` },
      signal: stream.#leaving.signal,
    });
    if (!response.ok || response.body === null) throw new Error(`The stream was refused: ${response.status}`);
    void stream.#read(response.body);
    return stream;
  }

  async untilHints(count: number): Promise<void> {
    await this.#until(() => this.hints >= count);
  }

  /** Also resolves when the stream has ended. */
  async untilHintsOrOver(count: number): Promise<void> {
    await this.#until(() => this.hints >= count || this.isOver);
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = parts.pop() ?? '';
        this.hints += parts.filter((part) => part.startsWith('event: change')).length;
        this.#heard();
      }
    } catch {
      // Interrupted, or closed from this side.
    }
    this.isOver = true;
    this.#heard();
  }
}
