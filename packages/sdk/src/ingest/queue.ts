/** Where an event goes. */
export type Route = "logs" | "metrics" | "deployments";

/** An event that waits, as it will be sent. */
export interface Item {
  readonly route: Route;
  readonly text: string;
  readonly bytes: number;
}

/** Limits of one batch. */
export interface BatchLimits {
  readonly events: number;
  readonly bytes: number;
}

/** First in, first out. Knows how many went in altogether, so that one can wait for those of a moment. */
export class Queue {
  #items: (Item | undefined)[] = [];
  #head = 0;
  #bytes = 0;
  #given = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }
  get bytes(): number {
    return this.#bytes;
  }
  /** The number that the next item gets. */
  get next(): number {
    return this.#given;
  }
  /** The number of the first item; that of the next one where there is none. */
  get first(): number {
    return this.#given - this.length;
  }

  push(item: Item): void {
    this.#items.push(item);
    this.#bytes += item.bytes;
    this.#given += 1;
  }

  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    this.#bytes -= item.bytes;
    // Moving the rest is worth it only once it is the smaller part.
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    } else if (this.length === 0) {
      this.#items = [];
      this.#head = 0;
    }
    return item;
  }

  /** The next items that may go together: logs up to the limits, or one of anything else. At least one where there is one. */
  takeBatch({ events, bytes }: BatchLimits): Item[] {
    const batch: Item[] = [];
    let size = 0;
    for (let item = this.#items[this.#head]; item !== undefined; item = this.#items[this.#head]) {
      const fits = item.route === "logs" && batch.length < events && size + item.bytes + 1 <= bytes;
      if (batch.length > 0 && !fits) break;
      batch.push(item);
      size += item.bytes + 1;
      this.shift();
      if (item.route !== "logs") break;
    }
    return batch;
  }
}
