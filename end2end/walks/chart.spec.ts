// A chart's mark puts its scope beside the question box; the next question has that scope, and no scope once the chip
// is removed.
import type { Page } from '@playwright/test';
import { alive, answered, composer, over, runId, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

const chip = (page: Page) => page.locator('.composer .about-chip');

/** Asks on in the conversation and waits for the end. */
async function askOn(page: Page, question: string) {
  const many = await turns(page).count();
  await composer(page).fill(question);
  await composer(page).press('Enter');
  const turn = turns(page).nth(many);
  await over(page, turn);
  return turn;
}

async function scopeOf(page: Page, turn: ReturnType<typeof turns>) {
  return (await (await page.request.get(`/api/research/runs/${await runId(turn)}`)).json()).scope;
}

test('a bar is clicked, asked about, and let go', async ({ page }) => {
  await answered(page, WHY_APP);
  const bar = page.getByRole('link', { name: /^Login failures: .* Ask about it$/ }).first();
  await bar.click();
  await expect(chip(page)).toContainText('About: Login failures, Mobile banking, complaints, 2 to 31 January 2026');
  await expect(composer(page)).toBeFocused();
  await expect(bar).toHaveAttribute('aria-current', 'true');

  // It is in the URL, so it survives a reload.
  await page.reload();
  await alive(page);
  await expect(chip(page)).toContainText('Login failures');
  const about = await askOn(page, 'How many of them came by phone?');
  expect(await scopeOf(page, about)).toMatchObject({ product: 'mobile-banking', topic: 'Login failures', kind: 'complaint' });
  await expect(about).toContainText('topic is Login failures');
  await expect(about.locator('.turn-meta')).toContainText('About Login failures, Mobile banking, complaints');
  const within = await page.request.post('/api/research', {
    data: { query: 'How many complaints came by phone?', context: await scopeOf(page, about) },
  });
  const figure = (await within.json()).actions[0].output.total;
  await expect(about).toContainText(String(figure));

  await chip(page).getByRole('link', { name: /^Remove / }).click();
  await expect(chip(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/c\/[^?]+$/);
  const free = await askOn(page, 'How many complaints were there in January 2026?');
  expect(await scopeOf(page, free)).toEqual({});
});

test('a day is chosen with the keyboard, and does not bound the days of the answer', async ({ page }) => {
  await answered(page, 'How many complaints per day about mobile banking in January 2026?');
  const points = page.locator('.chart .mark[tabindex="0"]');
  await expect(points).toHaveCount(1);
  await points.focus();
  const peak = await points.getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(points).toBeFocused();
  expect(await points.getAttribute('aria-label')).not.toBe(peak);
  await page.keyboard.press('ArrowLeft');
  expect(await points.getAttribute('aria-label')).toBe(peak);
  await page.keyboard.press('Enter');
  const day = /^(\d+ January 2026): (\d+) /.exec(peak ?? '');
  expect(day).not.toBeNull();
  await expect(chip(page)).toContainText(new RegExp(`About: Mobile banking.*${day![1]}`));

  const per = await askOn(page, 'How many per day?');
  const run = await (await page.request.get(`/api/research/runs/${await runId(per)}`)).json();
  expect(run.scope.selectedBubble.date).toMatch(/^2026-01-\d\d$/);
  expect(run.answer.range).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  // "That day" is the day that was clicked.
  const that = await askOn(page, 'How many complaints were there on that day?');
  await expect(that.locator('.turn-meta')).toContainText(day![1]);
});

test('the table of a chart has the same links', async ({ page }) => {
  await answered(page, 'How do customers feel about mobile banking this month?');
  const chart = page.locator('.chart').first();
  await chart.getByRole('button', { name: 'Table' }).click();
  await chart.getByRole('rowheader', { name: 'Negative' }).getByRole('link').click();
  await expect(chip(page)).toContainText('About: negative, Mobile banking');
  const turn = await askOn(page, 'How many by channel?');
  expect((await scopeOf(page, turn)).sentiment).toBe('negative');
});

test('a chart over time is a line, bars or a table, by day, week or month', async ({ page }) => {
  await answered(page, 'How many complaints per day about mobile banking in January 2026?');
  const chart = page.locator('.chart').first();
  const shapes = chart.getByRole('group', { name: 'Show as' });
  const steps = chart.getByRole('group', { name: 'Show by' });
  await expect(shapes.getByRole('button')).toHaveText(['Line', 'Bars', 'Table']);
  await expect(shapes.getByRole('button', { name: 'Line' })).toHaveAttribute('aria-pressed', 'true');
  await expect(chart.locator('polyline')).toHaveCount(1);
  const asked: string[] = [];
  page.on('request', request => request.url().includes('/rpc/') && asked.push(request.url()));
  // By keyboard.
  await shapes.getByRole('button', { name: 'Bars' }).focus();
  await page.keyboard.press('Enter');
  await expect(chart.locator('path.c-bar')).toHaveCount(30);
  await expect(chart.locator('polyline')).toHaveCount(0);
  await shapes.getByRole('button', { name: 'Table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'Communications']);
  const figures = async () => (await chart.locator('tbody td').allInnerTexts()).map(Number).reduce((a, b) => a + b, 0);
  const total = await figures();
  expect(total).toBeGreaterThan(0);
  expect(asked.filter(url => !url.includes('waiting'))).toEqual([]);

  // The same records with another step; each week asks about its days.
  await steps.getByRole('button', { name: 'Week' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Week', 'Communications']);
  await expect(chart.locator('figcaption')).toContainText(' week, ');
  expect(await figures()).toBe(total);
  await chart.getByRole('rowheader').nth(1).getByRole('link').click();
  await expect(chip(page)).toContainText(/About: Mobile banking.*January 2026/);
  await steps.getByRole('button', { name: 'Day' }).click();
  await expect(chart.getByRole('rowheader')).toHaveCount(30);
  await shapes.getByRole('button', { name: 'Line' }).click();
  await expect(chart.locator('polyline')).toHaveCount(1);
});

test('categories are no line, and the switches fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await answered(page, 'Complaints by product in January 2026');
  const chart = page.locator('.chart').first();
  await expect(chart.getByRole('group', { name: 'Show as' }).getByRole('button')).toHaveText(['Bars', 'Table']);
  await expect(chart.getByRole('group', { name: 'Show by' })).toHaveCount(0);
  await answered(page, 'How many complaints per day about mobile banking in January 2026?');
  const box = await chart.boundingBox();
  for (const group of await chart.getByRole('group', { name: /^Show / }).all()) {
    const own = await group.boundingBox();
    expect(own!.x + own!.width).toBeLessThanOrEqual(box!.x + box!.width + 1);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
