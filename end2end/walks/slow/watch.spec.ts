// Watching: the trace grows step by step while the run goes on.
import { ask, expectWholeTrace, open, over, turns, WHY_APP } from '../../desk';
import { expect, test } from '../../fixtures';

/** What the trace held at one moment. */
interface Moment {
  busy: boolean;
  thoughts: number;
  calls: number;
  observed: number;
}

/** Notes each change of the trace, from inside the page: nothing is missed between two looks. */
function recordTrace(): void {
  const moments: Moment[] = ((window as { moments?: Moment[] }).moments = []);
  const look = () => {
    const side = document.querySelector('aside[aria-label="Trace"]');
    const calls = [...(side?.querySelectorAll('[id^="call-"]') ?? [])];
    const said = [...(side?.querySelectorAll('li') ?? [])].filter(li => /^\D*Thought \d/.test(li.innerText.replace(/^[\d.:]+( s)?\s*/, '')));
    const now = {
      busy: document.querySelector('article[aria-busy="true"]') !== null,
      thoughts: said.length,
      calls: calls.length,
      observed: calls.filter(call => call.getAttribute('data-state') !== 'running').length,
    };
    if (JSON.stringify(now) !== JSON.stringify(moments.at(-1))) moments.push(now);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}

test('the steps appear one by one while the run goes on', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(recordTrace);
  await ask(page, WHY_APP);
  const run = await over(page, turns(page).first());
  expect(run.status).toBe('completed');
  await expectWholeTrace(page, run);

  const moments = await page.evaluate(() => (window as unknown as { moments: Moment[] }).moments);
  const first = moments.findIndex(m => m.busy && m.thoughts >= 1 && m.calls >= 1 && m.observed === 0);
  const observed = moments.findIndex(m => m.busy && m.observed >= 1 && m.observed < run.receipt!.toolCalls);
  const story = JSON.stringify(moments);
  expect(first, `a thought with its call, not yet observed: ${story}`).toBeGreaterThanOrEqual(0);
  expect(observed, `the first observation, while the run goes on: ${story}`).toBeGreaterThan(first);
  for (const field of ['thoughts', 'calls', 'observed'] as const) {
    const counts = moments.filter(m => m.busy).map(m => m[field]);
    expect(counts, `${field} never go back`).toEqual([...counts].sort((a, b) => a - b));
  }
});
