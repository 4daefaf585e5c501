// A mark of a chart puts what it stands for beside the question box; the next question is about that, and no more once
// the chip is gone.
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

  // It stands in the address, so it survives a reload.
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
  await chart.getByText('As a table').click();
  await chart.getByRole('rowheader', { name: 'Negative' }).getByRole('link').click();
  await expect(chip(page)).toContainText('About: negative, Mobile banking');
  const turn = await askOn(page, 'How many by channel?');
  expect((await scopeOf(page, turn)).sentiment).toBe('negative');
});
