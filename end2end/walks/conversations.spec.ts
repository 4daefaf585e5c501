// Conversations: found, named, pinned, shared, exported, deleted and restored; and ratings by thumb.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { alive, answered, answeredElsewhere, composer, open, turns } from '../desk';
import { expect, test } from '../fixtures';

const rail = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const entry = (page: Page, id: string) => rail(page).locator('.rail-entry').filter({ has: page.locator(`a[href="/c/${id}"]`) });
const menu = (page: Page) => page.locator('.keep-bar');

test('a conversation is found by a word of its question, named and pinned', async ({ page }) => {
  const { sessionId } = await answeredElsewhere(page, 'How many cases breached SLA in November 2025?');
  const { sessionId: other } = await answeredElsewhere(page, 'Top complaint reasons this month?');
  await open(page, '/');
  await rail(page).getByRole('searchbox').fill('november 2025');
  await expect(entry(page, sessionId)).toBeVisible();
  await expect(entry(page, other)).toHaveCount(0);
  await rail(page).getByRole('searchbox').fill('no conversation says zyxwv');
  await expect(rail(page)).toContainText('No conversation contains these words.');
  await rail(page).getByRole('searchbox').fill('');

  await entry(page, sessionId).locator('summary').click();
  await entry(page, sessionId).getByLabel('Name').fill('Late in autumn');
  await entry(page, sessionId).getByRole('button', { name: 'Rename' }).click();
  await expect(page).toHaveURL(`/c/${sessionId}`);
  await expect(page).toHaveTitle(/Late in autumn/);
  await expect(entry(page, sessionId)).toContainText('Late in autumn');
  await menu(page).locator('summary').click();
  await menu(page).getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(rail(page).locator('.rail-group').first()).toContainText('Pinned');
  await expect(rail(page).locator('.rail-group').first()).toContainText('Late in autumn');
  await expect(menu(page)).toContainText('Late in autumn · Pinned');
});

test('a conversation is deleted, and that is undone', async ({ page }) => {
  const { sessionId } = await answeredElsewhere(page, 'How many customers are there?');
  await open(page, `/c/${sessionId}`);
  await menu(page).locator('summary').click();
  await menu(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Conversation deleted' })).toBeVisible();
  await alive(page);
  await expect(entry(page, sessionId)).toHaveCount(0);
  expect((await page.request.get(`/api/research/conversation/${sessionId}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(`/c/${sessionId}`);
  await expect(turns(page).first()).toBeVisible();
  await expect(entry(page, sessionId)).toBeVisible();
});

test('a link opens a conversation to be read, until it is taken back', async ({ page, browser, faults }) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  await open(page, `/c/${run.sessionId}`);
  await menu(page).locator('summary').click();
  await menu(page).getByRole('button', { name: 'Make a link' }).click();
  await expect(menu(page)).toContainText('Shared by a link');
  await expect(menu(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  const href = (await menu(page).locator('.keep-link a').getAttribute('href'))!;
  expect(href).toMatch(/^https?:\/\/[^/]+\/s\/[0-9a-f]{64}$/);

  const other = await browser.newContext();
  await faults.watch(other);
  const reader = await other.newPage();
  await reader.goto(new URL(href, page.url()).href);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('How many cases breached SLA?');
  await expect(reader.locator('.answer-lead')).toBeVisible();
  await expect(composer(reader)).toHaveCount(0);
  await expect(reader.getByRole('button', { name: /Ask|Run again|Delete/ })).toHaveCount(0);

  await menu(page).getByRole('button', { name: 'Stop sharing' }).click();
  await expect(menu(page)).not.toContainText('Shared by a link');
  faults.expect(/status 404: .*\/s\//);
  faults.allow(/console error: .*404/);
  await reader.reload();
  await expect(reader.getByRole('alert')).toContainText('This link does not work');
  await other.close();
});

test('a conversation is exported as Markdown and as a pack that stands alone', async ({ page, browser, faults }, info) => {
  const run = await answeredElsewhere(page, 'How many cases breached SLA?');
  await open(page, `/c/${run.sessionId}`);
  await menu(page).locator('summary').click();
  const file = async (name: string) => {
    const download = page.waitForEvent('download');
    await menu(page).getByRole('link', { name }).click();
    const to = info.outputPath((await download).suggestedFilename());
    await (await download).saveAs(to);
    return to;
  };
  // A download aborts the navigation with which the browser began.
  faults.allow(/request failed: GET .*\/export/);
  expect(await readFile(await file('Markdown'), 'utf8')).toContain('# How many cases breached SLA?');
  const pack = await file('Evidence pack');
  // Offline, and without scripts.
  const other = await browser.newContext({ offline: true, javaScriptEnabled: false });
  const reader = await other.newPage();
  await reader.goto(`file://${pack}`);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('How many cases breached SLA?');
  for (const part of ['Sources', 'Figures', 'How it was found', 'Versions', 'SHA-256 of the parts']) {
    await expect(reader.getByRole('heading', { name: part })).toBeVisible();
  }
  await expect(reader.locator('table').last().getByRole('row', { name: /^answer-1/ })).toBeVisible();
  await expect(reader.getByText(/Fingerprint: SHA256:/)).toBeVisible();
  // A table can be saved from the page itself.
  await reader.locator('summary', { hasText: 'row' }).first().click();
  const saved = reader.waitForEvent('download');
  await reader.getByRole('link', { name: 'Save as CSV' }).first().click();
  expect((await saved).suggestedFilename()).toBe('table-1-1.csv');
  await other.close();
});

test('who asked says what was wrong with the answer, and the reviewer reads it', async ({ page }) => {
  const run = await answered(page, 'Which channels do customers use most?');
  const said = page.locator(`#said-${run.id}`);
  await expect(said).toContainText('Was this answer helpful?');
  await said.getByText('Not helpful').click();
  await said.getByRole('checkbox', { name: 'unclear' }).check();
  await said.getByLabel(/^Note/).fill('Which month?');
  await said.getByRole('button', { name: 'Send' }).click();
  await expect(said).toContainText('You said: Not helpful: unclear. “Which month?”');

  await open(page, '/review');
  const row = page.getByRole('region', { name: 'Sessions' }).locator(`a[href^="/review/${run.sessionId}"]`);
  await expect(row).toContainText('not helpful to the person who asked');
  // By risk, it comes before sessions without complaints.
  await expect(page.locator('.inbox-row').first()).toContainText('not helpful to the person who asked');
  await row.click();
  const detail = page.locator('article[aria-labelledby="session"]');
  await expect(detail).toContainText('The person who asked: Not helpful: unclear. “Which month?”');
  // The rating is visible without scrolling, and the session's row stays visible.
  await expect(detail.getByRole('radio', { name: 'Good' })).toBeInViewport();
  await detail.hover({ position: { x: 10, y: 10 } });
  await page.mouse.wheel(0, 2_000);
  await expect(detail.getByRole('radio', { name: 'Good' })).toBeInViewport();
  await expect(row).toBeInViewport();
});
