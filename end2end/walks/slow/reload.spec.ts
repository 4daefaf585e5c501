// Leaving and returning during a run: nothing is lost or duplicated, and the answer still arrives.
import { alive, ask, expectWholeTrace, open, over, runId, runOf, stepKeys, steps, turns, WHY_APP } from '../../desk';
import { expect, test } from '../../fixtures';

/** Waits until the first call is under way. */
async function inTheMiddle(turn: ReturnType<typeof turns>): Promise<string> {
  const run = await runId(turn);
  await expect(turn.page().locator(`[id="call-${run}-c1"]`)).toBeVisible();
  return run;
}

test('a reload in the middle keeps every step and brings the answer', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const id = await inTheMiddle(turn);
  const before = await stepKeys(page, id);
  expect(before.length).toBeGreaterThanOrEqual(3);

  await page.reload({ waitUntil: 'commit' });
  expect((await runOf(page, id)).status, 'the run goes on during the reload').toBe('running');
  await expect(turn).toBeVisible();
  await expect.poll(() => stepKeys(page, id)).toEqual(expect.arrayContaining(before));

  const run = await over(page, turn);
  expect(run.status).toBe('completed');
  await expect(turn).toContainText('84%');
  await expectWholeTrace(page, run);
  const after = await stepKeys(page, id);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after).size, 'no step twice').toBe(after.length);

  // And once more after the end: the same page.
  await page.reload();
  await alive(page);
  await expect(steps(page, id)).toHaveCount(run.steps.length);
  expect(await stepKeys(page, id)).toEqual(after);
});

test('a second browser opened in the middle sees the same', async ({ page, browser, faults }) => {
  const second = await browser.newContext();
  await faults.watch(second);
  const other = await second.newPage();
  await open(other, '/');
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const id = await inTheMiddle(turn);

  await other.goto(page.url(), { waitUntil: 'commit' });
  expect((await runOf(page, id)).status, 'the run goes on while the second one opens').toBe('running');
  const same = turns(other).first();
  await expect(same).toBeVisible();
  expect(await runId(same)).toBe(id);

  const run = await over(page, turn);
  await over(other, same);
  await expectWholeTrace(other, run);
  expect(await stepKeys(other, id)).toEqual(await stepKeys(page, id));
  const answer = (of: typeof page) => turns(of).first().getByRole('paragraph').filter({ hasText: '84%' }).first();
  expect(await answer(other).innerText()).toBe(await answer(page).innerText());
  await second.close();
});
