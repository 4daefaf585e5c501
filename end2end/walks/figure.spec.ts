// A figure of an answer opens the records that it counts, beside the answer: sorted, filtered, paged, exported, and
// back.
import type { Locator, Page } from '@playwright/test';
import { alive, answeredElsewhere, open, type Run, turns, unfold, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

function panel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Opened beside the answer' });
}

/** The figure of an answer that reads so. */
function figure(page: Page, text: string): Locator {
  return turns(page).first().locator('.answer .grounded').filter({ hasText: text }).first();
}

async function opened(page: Page): Promise<Run> {
  const run = await answeredElsewhere(page, WHY_APP);
  await open(page, `/c/${run.sessionId}`);
  await unfold(turns(page).first());
  return run;
}

test('the records of a figure are as many as it says, and can be sorted, filtered, paged and exported', async ({ page }) => {
  await opened(page);
  await figure(page, '34%').click();
  const box = panel(page);
  await expect(box.getByRole('heading', { level: 2 }).first()).toContainText('Login failures');
  await expect(box.getByText('140 communications')).toBeVisible();
  await expect(box.getByText(/^Counted: Complaints about Mobile banking.*Login failures.*2 to 31 January 2026/)).toBeVisible();
  const rows = box.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(25);
  await expect(box.getByText('1 to 25 of 140')).toBeVisible();

  // It is in the URL: a reload shows it.
  expect(page.url()).toContain('figure=');
  await page.reload();
  await alive(page);
  await expect(rows).toHaveCount(25);

  const newest = await rows.first().locator('td').first().innerText();
  await box.getByLabel('Order').selectOption({ label: 'Oldest first' });
  await expect(rows.first().locator('td').first()).not.toHaveText(newest);
  await box.getByRole('link', { name: 'Next' }).click();
  await expect(box.getByText('26 to 50 of 140')).toBeVisible();

  await box.getByLabel('Channel').selectOption('email');
  await expect(box.getByRole('link', { name: 'Clear filter' })).toBeVisible();
  await expect(rows.locator('td:nth-child(4)').filter({ hasNotText: 'email' })).toHaveCount(0);
  await expect(box.getByText('140 communications'), 'the figure stays what it was').toBeVisible();
  const file = await box.getByRole('link', { name: 'Export as CSV' }).getAttribute('href');
  const some = await (await page.request.get(file!)).text();
  await box.getByRole('link', { name: 'Clear filter' }).click();
  await box.getByRole('link', { name: 'Show all 140' }).click();
  await expect(rows).toHaveCount(140);
  const whole = await page.request.get((await box.getByRole('link', { name: 'Export as CSV' }).getAttribute('href'))!);
  expect(whole.headers()['content-type']).toContain('text/csv');
  const lines = (text: string) => text.split('\n').filter(line => /^comm-/.test(line)).length;
  expect(lines(await whole.text())).toBe(140);
  expect(lines(some)).toBeGreaterThan(0);
  expect(lines(some)).toBeLessThan(140);

  await box.getByText('The whole result of the call').click();
  await expect(box.locator('.tree [data-lit]')).toBeVisible();
});

test('a record opens over the list, and every step back is one back', async ({ page }) => {
  await opened(page);
  const place = figure(page, '28%');
  await place.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  await place.click();
  const box = panel(page);
  await expect(box).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  const first = box.getByRole('table').getByRole('link').first();
  const id = await first.innerText();
  await first.click();
  await expect(box.getByRole('complementary', { name: 'Facts' }).getByText(id, { exact: true })).toBeVisible();
  expect(page.url()).toContain('record=');
  await expect(box.getByRole('table')).toBeHidden();
  await page.goBack();
  await expect(box.getByRole('table')).toBeVisible();
  await page.goBack();
  await expect(box).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(before);

  // Escape also closes it, and the focus returns to where it was.
  await place.click();
  await expect(box).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(place).toBeFocused();
});

test('a source opens beside the answer, and has its own page', async ({ page }) => {
  await opened(page);
  const card = turns(page).first().locator('.evidence-card').first();
  const quoted = (await card.getByRole('blockquote').innerText()).replace(/^“|\s*…?”.*$/g, '');
  await card.getByRole('link').first().click();
  const box = panel(page);
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  await expect.poll(async () => words(await box.innerText())).toContain(words(quoted));
  await expect(turns(page).first()).toBeVisible();
  await box.getByRole('link', { name: 'Open the full page' }).click();
  await expect(page).toHaveURL(/\/records\//);
});

test('a row of the evidence leads to its records, and its table to the chart', async ({ page }) => {
  await opened(page);
  const table = turns(page).first().locator('.evidence-table').filter({ hasText: 'top topics' }).first();
  const chart = table.getByRole('link', { name: 'Chart' });
  await chart.click();
  await expect(page.locator(`[id="${(await chart.getAttribute('href'))!.slice(1)}"]`)).toBeInViewport();
  await table.getByRole('rowheader').getByRole('link').first().click();
  await expect(panel(page).getByText(/^\d+ communications/)).toBeVisible();
});

test('the panel is made wider by keys and by dragging, and stays so', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await opened(page);
  await figure(page, '34%').click();
  const box = panel(page);
  const edge = page.getByRole('separator', { name: 'Width of the panel' });
  await expect(edge).toBeVisible();
  const width = async () => Math.round((await box.boundingBox())!.width);
  const usual = await width();
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBe(usual + 32);
  const at = (await edge.boundingBox())!;
  await page.mouse.move(at.x + 4, at.y + 200);
  await page.mouse.down();
  await page.mouse.move(at.x - 96, at.y + 200, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(usual + 100);
  const now = await width();
  await page.reload();
  await alive(page);
  await expect.poll(width).toBe(now);
});

test('on a narrow screen it covers the answer, and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page);
  await figure(page, '34%').click();
  const box = panel(page);
  await expect(box).toBeVisible();
  expect((await box.boundingBox())!.width).toBe(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await box.getByRole('link', { name: 'Close' }).click();
  await expect(box).toHaveCount(0);
});

test('a figure that counts no records says what it is made of', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Which customers are we at risk of losing?');
  const calls = run.steps.flatMap(step => step.kind.calls ?? []);
  const risk = calls.find(call => call.tool === 'assess_risk')!;
  await open(page, `/c/${run.sessionId}?figure=${encodeURIComponent(`${run.id}/${risk.id}/riskLevel`)}`);
  await expect(panel(page).getByText('This figure has no list of records')).toBeVisible();
  await expect(panel(page).getByText('Risk score')).toBeVisible();
});
