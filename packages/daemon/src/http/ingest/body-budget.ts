import { SECOND_MS } from "../../kernel/clock.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { ApplicationError } from "../../kernel/errors.ts";

/** Memory that bodies may take while they are received and processed. */
export interface BodyBudgetLimits {
  /** Over all bodies at one time. */
  readonly bytes: number;
  /** The part that is reserved for small bodies. */
  readonly reservedBytes: number;
  /** A body of no more is small. */
  readonly smallBytes: number;
  /** Over all bodies of one connection, which may send the next before the last is processed. */
  readonly connectionBytes: number;
  readonly minimumRate: MinimumRate;
}

/** In each window, so many bytes a second at the least. */
export interface MinimumRate {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/**
 * The defaults of Apache's mod_reqtimeout (`body=20,MinRate=500`). Apache counts from the first byte on, so that
 * megabytes sent at once pay for hours of nothing. Here each window stands for itself.
 */
export const MINIMUM_RATE: MinimumRate = { bytesPerSecond: 500, windowMs: 20 * SECOND_MS };

export interface BodySource {
  readonly organizationId: string;
  /** The connection that it comes on. */
  readonly connection: object;
  /** Its length, where the sender says it. */
  readonly announced: number | undefined;
  /** Called when the body is evicted. */
  readonly evict: (reason: ApplicationError) => void;
}

const TICK_MS_MAX = 500;
/** A body that has just begun is no faster than this lets it seem. */
const RATE_MS_MIN = 50;
/** A body that sent less than the minimum rate for so long has stalled; a slow line may pause for seconds. */
const STALLED_MS = 5 * SECOND_MS;
/** A body that is slower than the newcomer by this factor is evicted for it. */
const SLOWER_FACTOR = 2;
const RETRY_AFTER_SECONDS = 3;

interface Account {
  held: number;
  bodies: number;
}

/**
 * The budget isn't first come, first served: a sender that holds memory and sends next to nothing would shut out
 * everybody else. If a body doesn't fit, the budget evicts others that are still being received. A body is evicted if
 * one of these is true:
 *
 * - The newcomer is more than twice as fast.
 * - Its organization holds more than its share, and the newcomer's organization doesn't.
 * - It holds more than the newcomer, and the newcomer is small.
 *
 * A small body within its share of the reserve is never evicted. Its speed doesn't matter, so that fast senders can't
 * shut out senders on slow lines; the minimum rate alone bounds how long it takes. Stalled bodies are evicted first,
 * then those of an organization over its share, then the largest; a tie goes to the slowest. If no body can be evicted,
 * the newcomer is refused.
 */
export class BodyBudget {
  readonly limits: BodyBudgetLimits;
  readonly #organizations = new Map<string, Account>();
  readonly #connections = new WeakMap<object, { held: number }>();
  readonly #receiving = new Set<BodyHolding>();
  readonly #tickMs: number;
  #held = 0;
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;

  constructor(limits: BodyBudgetLimits) {
    this.limits = limits;
    this.#tickMs = Math.min(TICK_MS_MAX, limits.minimumRate.windowMs / 2);
  }

  open(source: BodySource): BodyHolding {
    const holding = new BodyHolding(this, source, this.#organization(source), this.#connection(source));
    this.#receiving.add(holding);
    this.#timer ??= this.#start();
    return holding;
  }

  /** Bytes that are counted now. */
  get held(): number {
    return this.#held;
  }

  count(holding: BodyHolding, bytes: number): void {
    if (bytes > 0 && holding.connection.held + bytes > this.limits.connectionBytes) throw connectionFull();
    this.#held += bytes;
    holding.held += bytes;
    holding.organization.held += bytes;
    holding.connection.held += bytes;
    if (bytes > 0 && this.#held > this.#limitOf(holding)) this.#makeSpace(holding);
  }

  stopReceiving(holding: BodyHolding): void {
    this.#receiving.delete(holding);
  }

  forget({ source, organization }: BodyHolding): void {
    organization.bodies -= 1;
    if (organization.bodies === 0) this.#organizations.delete(source.organizationId);
  }

  #organization({ organizationId }: BodySource): Account {
    const account = this.#organizations.get(organizationId) ?? { held: 0, bodies: 0 };
    if (account.bodies === 0) this.#organizations.set(organizationId, account);
    account.bodies += 1;
    return account;
  }

  #connection({ connection }: BodySource): { held: number } {
    const known = this.#connections.get(connection);
    if (known) return known;
    const account = { held: 0 };
    this.#connections.set(connection, account);
    return account;
  }

  #isSmall({ held, source }: BodyHolding): boolean {
    return Math.max(held, source.announced ?? 0) <= this.limits.smallBytes;
  }

  #limitOf(holding: BodyHolding): number {
    return this.#isSmall(holding) ? this.limits.bytes : this.limits.bytes - this.limits.reservedBytes;
  }

  #makeSpace(newcomer: BodyHolding): void {
    const now = performance.now();
    const share = this.limits.bytes / this.#organizations.size;
    const rate = this.#rateOf(newcomer, now);
    const smallShare = this.#smallShare();
    const candidates = [...this.#receiving]
      .filter((each) => each !== newcomer && each.held > 0 && !(this.#isSmall(each) && each.held <= smallShare))
      .map((holding) => ({
        holding,
        rate: this.#rateOf(holding, now),
        isStalled: this.#isStalled(holding),
        isOverShare: holding.organization.held > share && newcomer.organization.held <= share,
      }))
      .filter((each) => this.#givesWay(each, newcomer, rate))
      .sort(compareVictims);
    // Stalled bodies are evicted in one sweep, so that the next chunk needs none.
    const slack = this.limits.reservedBytes / 4;
    const limit = this.#limitOf(newcomer);
    for (const { holding, isStalled } of candidates) {
      if (this.#held <= limit - (isStalled ? slack : 0)) break;
      holding.cut(evicted());
    }
    if (this.#held > limit) throw full();
  }

  /**
   * The max-min fair share of the reserve (Bertsekas and Gallager, Data Networks, section 6.5.2). Other bodies get the
   * unused part of a tiny body, so that many tiny bodies don't lower the share.
   */
  #smallShare(): number {
    const sizes = [...this.#receiving].filter((each) => this.#isSmall(each)).map(({ held }) => held);
    sizes.sort((one, other) => one - other);
    let left = this.limits.reservedBytes;
    for (const [index, size] of sizes.entries()) {
      const share = left / (sizes.length - index);
      if (size > share) return share;
      left -= size;
    }
    return Number.POSITIVE_INFINITY;
  }

  #givesWay({ holding, rate, isOverShare }: Candidate, newcomer: BodyHolding, newRate: number): boolean {
    if (isOverShare || rate * SLOWER_FACTOR < newRate) return true;
    return holding.held > newcomer.held && this.#isSmall(newcomer);
  }

  #isStalled({ slowTicks }: BodyHolding): boolean {
    return slowTicks * this.#tickMs >= Math.min(STALLED_MS, this.limits.minimumRate.windowMs / 2);
  }

  /** Bytes a second, over the last tick and what there is of this one. */
  #rateOf({ beganAt, lastTick, thisTick }: BodyHolding, now: number): number {
    const measured = Math.min(now - beganAt, this.#tickMs + now - this.#tickedAt);
    return ((lastTick + thisTick) * SECOND_MS) / Math.max(RATE_MS_MIN, measured);
  }

  #start(): NodeJS.Timeout {
    this.#tickedAt = performance.now();
    return setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  /** Nothing is timed on the way of a single request. */
  #tick(): void {
    this.#tickedAt = performance.now();
    const { bytesPerSecond, windowMs } = this.limits.minimumRate;
    const slowTickBytes = (bytesPerSecond * this.#tickMs) / SECOND_MS;
    for (const holding of this.#receiving) {
      holding.slowTicks = holding.thisTick < slowTickBytes ? holding.slowTicks + 1 : 0;
      holding.lastTick = holding.thisTick;
      holding.thisTick = 0;
      holding.windowTicks += 1;
      if (holding.windowTicks * this.#tickMs < windowMs) continue;
      if (holding.windowBytes < (bytesPerSecond * windowMs) / SECOND_MS) holding.cut(tooSlow(this.limits.minimumRate));
      holding.windowTicks = 0;
      holding.windowBytes = 0;
    }
    if (this.#receiving.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** A body's part of the budget. A class for its speed: there is one for each request. */
export class BodyHolding {
  readonly source: BodySource;
  readonly organization: Account;
  readonly connection: { held: number };
  readonly beganAt = performance.now();
  held = 0;
  lastTick = 0;
  thisTick = 0;
  /** Ticks in a row that brought less than the minimum rate. */
  slowTicks = 0;
  windowTicks = 0;
  windowBytes = 0;
  #released = false;
  readonly #budget: BodyBudget;

  constructor(budget: BodyBudget, source: BodySource, organization: Account, connection: { held: number }) {
    this.#budget = budget;
    this.source = source;
    this.organization = organization;
    this.connection = connection;
  }

  /** Counts bytes that were received. Throws `overloaded` if the budget is spent. */
  add(bytes: number): void {
    this.thisTick += bytes;
    this.windowBytes += bytes;
    this.#budget.count(this, bytes);
  }

  /** The whole body is there; it can't be evicted any more. */
  received(): void {
    this.#budget.stopReceiving(this);
  }

  /** Counts so many bytes in place of those counted before. Throws `overloaded`. */
  replace(bytes: number): void {
    this.#budget.count(this, bytes - this.held);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#budget.stopReceiving(this);
    this.#budget.count(this, -this.held);
    this.#budget.forget(this);
  }

  cut(reason: ApplicationError): void {
    this.release();
    this.source.evict(reason);
  }
}

interface Candidate {
  readonly holding: BodyHolding;
  readonly rate: number;
  readonly isStalled: boolean;
  /** Its organization holds more than its share, the newcomer's doesn't. */
  readonly isOverShare: boolean;
}

const compareVictims = (one: Candidate, other: Candidate): number =>
  Number(other.isStalled) - Number(one.isStalled) ||
  Number(other.isOverShare) - Number(one.isOverShare) ||
  other.holding.held - one.holding.held ||
  one.rate - other.rate;

const unavailable = (why: string, code: ErrorCode = "overloaded"): ApplicationError =>
  new ApplicationError(code, `${why}. Nothing was stored. Try again.`, { retryAfterSeconds: RETRY_AFTER_SECONDS });

const full = (): ApplicationError => unavailable("Too many large bodies at one time");
const connectionFull = (): ApplicationError => unavailable("Too many large bodies on one connection");
const evicted = (): ApplicationError =>
  unavailable("The server ran out of memory for bodies, and this body was among the slowest or largest");
const tooSlow = ({ bytesPerSecond, windowMs }: MinimumRate): ApplicationError =>
  unavailable(
    `The body arrived at less than ${bytesPerSecond} bytes a second for ${windowMs / SECOND_MS} s`,
    "request_too_slow",
  );
