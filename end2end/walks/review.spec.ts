// Reviewing: finding a session, reading its trace, rating it, and finding it again by the rating.
import type { Page } from '@playwright/test';
import { alive, answeredElsewhere, open, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });
const row = (page: Page, session: string) => sessions(page).locator(`a[href^="/review/${session}"]`);
const opened = (page: Page) => page.locator('article[aria-labelledby="session"]');

async function rate(page: Page, verdict: 'Good' | 'Bad', reason?: string, note?: string): Promise<void> {
  await opened(page).getByRole('radio', { name: verdict }).check();
  if (reason) await opened(page).getByRole('checkbox', { name: reason }).check();
  if (note !== undefined) await opened(page).getByRole('textbox', { name: 'Note' }).fill(note);
  const saved = page.waitForResponse(reply => reply.request().method() === 'POST' && /rate/.test(reply.url()));
  await opened(page).getByRole('button', { name: /^Save/ }).click();
  expect((await saved).ok()).toBe(true);
}

test('a session is found, read in full, rated, and found again by its rating', async ({ page }) => {
  const run = await answeredElsewhere(page, WHY_APP);
  const session = run.sessionId;
  const note = `The peak is not explained ${session.slice(-6)}`;

  await open(page, '/review');
  await expect(row(page, session)).toContainText(WHY_APP);
  await row(page, session).click();
  await expect(page).toHaveURL(new RegExp(`/review/${session}`));
  await expect(opened(page).getByRole('heading', { name: WHY_APP })).toBeVisible();
  await expect(opened(page)).toContainText('84%');

  // The whole trace: each call with what it returned.
  const trace = opened(page).getByRole('region', { name: 'Full trace' });
  await expect(trace.getByRole('list').first().locator('> li')).toHaveCount(run.steps.length);
  for (const call of run.steps.flatMap(step => step.kind.calls ?? [])) {
    await expect(trace.locator(`[id="call-${run.id}-${call.id}"]`)).toContainText(call.tool);
  }

  await rate(page, 'Bad', 'missing source', note);
  await expect(row(page, session)).toContainText('rated bad');
  await page.goto(`/review/${session}`);
  await alive(page);
  await expect(opened(page)).toContainText('rated bad');
  const history = opened(page).getByRole('listitem').filter({ hasText: note });
  await expect(history).toContainText(/bad.*missing source/);

  await open(page, '/review?rating=bad');
  await expect(row(page, session)).toBeVisible();
  await open(page, `/review?q=${encodeURIComponent(note)}`);
  await expect(sessions(page).getByRole('link')).toHaveCount(1);
  await expect(row(page, session)).toBeVisible();
  await open(page, '/review?rating=good');
  await expect(sessions(page)).not.toContainText('Loading');
  await expect(row(page, session)).toHaveCount(0);
});

test('a rating that is saved is said, on the page of the next session, too', async ({ page }) => {
  const older = await answeredElsewhere(page, 'Complaints by product this year');
  const newer = await answeredElsewhere(page, 'Which customers complain most?');
  await open(page, `/review/${newer.sessionId}?sort=newest`);
  await expect(opened(page).getByRole('button', { name: /^Save and next/ })).toBeVisible();
  await rate(page, 'Good');
  await expect(page).toHaveURL(new RegExp(`/review/${older.sessionId}`));
  const word = page.getByRole('status').filter({ hasText: 'Saved' });
  await expect(word).toHaveText('Saved: “Which customers complain most?” is rated good. This is the next one.');
  await row(page, newer.sessionId).click();
  await expect(word).toHaveCount(0);
});

test('the filters work by hand, and put themselves into the address', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  const rated = await page.request.post(`/admin/sessions/${run.sessionId}/rating`, {
    data: { rating: 'bad', reasons: ['unclear'], note: 'By hand' },
  });
  expect(rated.ok()).toBe(true);

  await open(page, '/review');
  await page.getByLabel('Rating', { exact: true }).selectOption('bad');
  await expect(page).toHaveURL(/rating=bad/);
  await expect(row(page, run.sessionId)).toBeVisible();
  await page.getByLabel('Rating', { exact: true }).selectOption('good');
  await expect(page).toHaveURL(/rating=good/);
  await expect(row(page, run.sessionId)).toHaveCount(0);
  await page.getByLabel('Rating', { exact: true }).selectOption('');
  await page.getByRole('searchbox', { name: 'Search text' }).fill('breached SLA');
  await page.getByRole('searchbox', { name: 'Search text' }).press('Enter');
  await expect(page).toHaveURL(/q=breached/);
  await expect(row(page, run.sessionId)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search text' }).fill('no session says zyxwv');
  await page.getByRole('searchbox', { name: 'Search text' }).press('Enter');
  await expect(sessions(page)).toContainText('No session matches these filters');
});

test('a second rating keeps the first in the history', async ({ page }) => {
  const { sessionId } = await answeredElsewhere(page, 'Top complaint reasons this month?');
  await open(page, `/review/${sessionId}`);
  await rate(page, 'Bad', 'wrong figure', 'First look');
  await page.goto(`/review/${sessionId}`);
  await alive(page);
  await rate(page, 'Good', undefined, 'Second look');

  await page.goto(`/review/${sessionId}`);
  await alive(page);
  const earlier = opened(page).getByRole('listitem').filter({ hasText: /look/ });
  await expect(earlier).toHaveText([/good.*Second look/, /bad.*wrong figure.*First look/]);
  await expect(opened(page)).toContainText('rated good');
  const detail = await (await page.request.get(`/admin/sessions/${sessionId}`)).json();
  expect(detail.ratings.map((rating: { rating?: string; verdict?: string }) => rating.rating ?? rating.verdict)).toEqual(['good', 'bad']);
});
