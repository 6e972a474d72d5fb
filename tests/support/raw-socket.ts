import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection whose bytes the test sends itself. */
export class RawSocket {
  readonly #socket: Socket;
  #received = '';
  #isClosed = false;
  #changed: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => {
      this.#received += bytes.toString('latin1');
      this.#changed();
    });
    // A reset is one way in which a server closes.
    socket.on('error', () => undefined);
    const close = () => {
      this.#isClosed = true;
      this.#changed();
    };
    // With or without a proper end.
    socket.on('end', close);
    socket.on('close', close);
  }

  static async open(address: string): Promise<RawSocket> {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the bytes have left this process; immediately if the server has closed. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isClosed || this.#socket.destroyed) resolve();
      else this.#socket.write(text, () => resolve());
    });
  }

  /** Half-closes the connection and keeps reading. */
  finish(): void {
    this.#socket.end();
  }

  /** Stops reading: responses fill the network buffers. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Resets the connection, like a device that loses its network. */
  vanish(): void {
    this.#socket.resetAndDestroy();
  }

  async untilReceived(words: string): Promise<void> {
    while (!this.#received.includes(words)) {
      if (this.#isClosed) throw new Error(`Closed before "${words}" came: ${this.#received}`);
      await this.#next();
    }
  }

  /** Resolves when the server has closed the connection. */
  async untilClosed(): Promise<void> {
    while (!this.#isClosed) await this.#next();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
}

/** The text of a POST on the wire; `length` is the announced body length, whatever is sent. */
export function postText(
  path: string,
  headers: Record<string, string>,
  body: string,
  length?: number,
): string {
  const lines = Object.entries({
    host: 'caseload.test',
    'content-type': 'application/json',
    'content-length': String(length ?? Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
