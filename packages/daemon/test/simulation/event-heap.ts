/** Something that happens at a virtual time; events of one time happen in the order in which they were planned. */
export interface TimedEvent {
  readonly at: number;
  readonly order: number;
}

/** A binary heap: the earliest event comes first. */
export interface EventHeap<Event extends TimedEvent> {
  push(event: Event): void;
  pop(): Event | undefined;
}

const isBefore = (one: TimedEvent, other: TimedEvent): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

export function createEventHeap<Event extends TimedEvent>(): EventHeap<Event> {
  const events: Event[] = [];
  const at = (index: number): Event => events[index] as Event;
  const swap = (one: number, other: number): void => {
    const kept = at(one);
    events[one] = at(other);
    events[other] = kept;
  };
  const sink = (): void => {
    for (let parent = 0; ; ) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < events.length && isBefore(at(child), at(least))) least = child;
      if (least === parent) return;
      swap(parent, least);
      parent = least;
    }
  };
  return {
    push(event) {
      events.push(event);
      for (let child = events.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(at(child), at(parent))) return;
        swap(child, parent);
        child = parent;
      }
    },
    pop() {
      const first = events[0];
      const last = events.pop();
      if (events.length > 0 && last) {
        events[0] = last;
        sink();
      }
      return first;
    },
  };
}
