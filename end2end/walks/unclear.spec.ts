// A question that is not understood gets an honest answer, with questions that can be answered, and no figure.
import { answered, ask, over, turns } from '../desk';
import { expect, test } from '../fixtures';

test('what the desk does not know it does not answer', async ({ page }) => {
  const run = await answered(page, 'How many moons does Jupiter have?');
  const turn = turns(page).first();
  await expect(turn).toContainText('I cannot answer that');
  expect(run.steps.flatMap(step => step.kind.calls ?? [])).toEqual([]);
  expect(run.answer!.citations).toEqual([]);
  await expect(turn.getByRole('heading', { name: 'Evidence' })).toHaveCount(0);
  await expect(turn.getByRole('figure')).toHaveCount(0);
  await expect(turn.locator('a[href^="#call-"]')).toHaveCount(0);

  // The offered questions can be answered.
  const offered = turn.locator('.follow-ups').getByRole('button');
  expect(await offered.count()).toBeGreaterThan(0);
  await offered.first().click();
  const next = await over(page, turns(page).nth(1));
  expect(next.status).toBe('completed');
  expect(next.receipt!.toolCalls).toBeGreaterThan(0);
});

test('readings are offered as buttons that say what each would count', async ({ page }) => {
  await answered(page, 'How many complaints about unicorn insurance by phone?');
  const turn = turns(page).first();
  const offered = turn.locator('.follow-ups').getByRole('button');
  const counts = offered.first().locator('.follow-up-counts');
  await expect(counts).toHaveText(/^Counts complaints by Phone/i);
  const says = (await counts.textContent())!.replace(/^Counts /, '').replace(/,.*$/, '');
  // They appear only once.
  await expect(turn.locator('.answer li')).toHaveCount(0);
  await offered.first().click();
  await over(page, turns(page).nth(1));
  await expect(turns(page).nth(1).locator('.answer')).toContainText(says);
});

test('no number is shown as a figure that could not be verified', async ({ page }) => {
  const run = await answered(page, 'How many moons does Jupiter have?');
  expect(run.grounding?.claims ?? []).toEqual([]);
  await expect(turns(page).first().locator('.answer').getByText('not verified')).toHaveCount(0);
});

test('a greeting is answered by what one can ask', async ({ page }) => {
  await answered(page, 'Hello');
  await expect(turns(page).first()).not.toContainText('I cannot answer');
  await ask(page, 'How many cases breached SLA?');
  expect((await over(page, turns(page).nth(1))).status).toBe('completed');
});
