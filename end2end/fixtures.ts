// Common to all walks: a browser whose console and network are watched. A walk passes only if neither reports an error.
import { test as base, expect, type BrowserContext } from '@playwright/test';

export { expect };

/** Calls that only read; a write that is cut off is a fault. */
const READS = /\/rpc\/(desk|home|settings|conversations?|shared|memory|waiting|record|figure|chart|review-sessions?|agreement|cases|corrections|refused|two-runs|review-tools|tool-names|analysis|analysis-picked|import|upload|events|alternatives|support|call|audit-log|documents|files-report|search-test|outside|usage|me|tokens|sign-ins|accounts|book-values|sign-in-ways|invited|watches|watch-choices|chats|declarations?)$/;

/** What went wrong in the browser, and what a walk says may. */
export class Faults {
  private seen: string[] = [];
  private expected: RegExp[] = [];
  private allowed: RegExp[] = [];

  /** Watches another context, such as a second person's browser. */
  async watch(context: BrowserContext): Promise<void> {
    await context.addInitScript(rememberListeners);
    context.on('console', message => {
      // How soon a preloaded file is used depends on how busy the machine is.
      if (/preloaded using link preload but not used/.test(message.text())) return;
      if (message.type() === 'error' || message.type() === 'warning' || /hydrat/i.test(message.text())) {
        this.seen.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', error => this.seen.push(`uncaught: ${error.error()}`));
    context.on('requestfailed', request => {
      const why = request.failure()?.errorText ?? '';
      // Leaving a page aborts its event stream and its pending requests; that is not a failure.
      const reads = request.method() === 'GET' || READS.test(request.url());
      const left = reads && why === 'net::ERR_ABORTED';
      if (!left) this.seen.push(`request failed: ${request.method()} ${request.url()} ${why}`);
    });
    context.on('response', response => {
      if (response.status() >= 400) this.seen.push(`status ${response.status()}: ${response.url()}`);
    });
  }

  /** Says that a fault of this kind belongs to the walk. It must then happen. */
  expect(kind: RegExp): void {
    this.expected.push(kind);
  }

  /** Says that a fault of this kind may happen, as the clock has it. */
  allow(kind: RegExp): void {
    this.allowed.push(kind);
  }

  /** Says that this browser runs no scripts: it is told of them and takes none. */
  withoutScripts(): void {
    this.expect(/\/pkg\/(\w{16}\/)?plumbline\.js csp$/);
    this.allow(/\/pkg\/(\w{16}\/)?parts\.js csp$/);
    this.allow(/\.wasm was preloaded using link preload but not used/);
  }

  check(): void {
    const known = [...this.expected, ...this.allowed];
    const unexpected = this.seen.filter(fault => !known.some(kind => kind.test(fault)));
    expect(unexpected, 'faults in the console or on the network').toEqual([]);
    const missing = this.expected.filter(kind => !this.seen.some(fault => kind.test(fault)));
    expect(missing.map(String), 'faults that the walk is about').toEqual([]);
  }
}

/** Runs in the page before its own scripts: keeps which events each element listens to, so that a walk can wait until
 * the page is alive instead of guessing how long that takes. */
function rememberListeners(): void {
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget & { listens?: Set<string> }, type, ...rest) {
    const target = this ?? window;
    (target.listens ??= new Set()).add(type);
    return add.call(target, type, ...(rest as [EventListener]));
  };
}

export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ context }, use) => {
      const faults = new Faults();
      await faults.watch(context);
      await use(faults);
      faults.check();
    },
    { auto: true },
  ],
});
