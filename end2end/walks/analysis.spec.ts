// The analysis page: a mark is selected by keyboard and by mouse, asked about, and shown beside the desk's question
// box; filters and days work with and without scripts.
import type { Page } from '@playwright/test';
import { conversationId, open, over, runId, turns } from '../desk';
import { expect, test } from '../fixtures';

const panel = (page: Page) => page.getByRole('complementary');
const bubble = (page: Page, day: string) => page.getByRole('link', { name: new RegExp(`^${day}: \\d+ communications`) });

test('a bubble is selected with keys, and a question about it goes beyond its day', async ({ page }) => {
  await open(page, '/analysis');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('January 2026');
  const first = page.locator('.bubble[tabindex="0"]').first();
  await first.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  for (let i = 0; i < 15; i += 1) await page.keyboard.press('ArrowRight');
  const sixteenth = bubble(page, '16 January 2026');
  await expect(sixteenth).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/day=2026-01-16$/);
  await expect(panel(page)).toContainText('16 January 2026, negative');
  await expect(panel(page)).toContainText('Estimated NPS');
  await expect(sixteenth).toHaveAttribute('aria-current', 'true');
  await expect(sixteenth).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/analysis$/);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toContainText('16 January 2026, negative');

  await panel(page).getByLabel('Or ask your own').fill('How many CDD cases per day?');
  await panel(page).getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(/\/c\/.*day=2026-01-16/);
  const turn = turns(page).first();
  const run = await over(page, turn);
  expect(await runId(turn)).toBe(run.id);
  const asked = await (await page.request.get(`/api/research/runs/${run.id}`)).json();
  expect(asked.scope.selectedBubble).toEqual({ date: '2026-01-16', sentiment: 'negative' });
  expect(asked.answer.range).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  await expect(page.locator('.composer .about-chip')).toContainText('16 January 2026, negative');
  expect(conversationId(page)).not.toBe('');
});

test('what a mark stands for is read beside it, by pointer and by keyboard', async ({ page }) => {
  await open(page, '/analysis');
  const tip = page.locator('#tip');
  await expect(tip).toBeHidden();
  await bubble(page, '16 January 2026').locator('.c-hit').hover();
  await expect(tip).toHaveText(/^16 January 2026: \d+ communications/);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await page.locator('.bubble[tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await expect(tip).toHaveText(/^31 January 2026: /);
  const box = (await tip.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  await page.locator('[id^="topic-"][tabindex="0"]').first().focus();
  await page.keyboard.press('End');
  await expect(tip).toHaveText(/: volume \d+, net sentiment/);
});

test('a topic is clicked and a question that fits is asked', async ({ page }) => {
  await open(page, '/analysis');
  const login = page.getByRole('link', { name: /^Login failures: volume \d+/ }).first();
  // Its name may be apart from its point.
  await login.locator('.c-hit').click();
  await expect(panel(page)).toContainText('Login failures, negative');
  await expect(panel(page)).toContainText('among Mobile banking');
  const investigation = page.getByRole('link', { name: /^Investigation: −/ }).first();
  await investigation.click();
  await expect(page).toHaveURL(/stage=investigation&of=/);
  await expect(panel(page)).toContainText(/Investigation, .+, negative/);
  await expect(investigation).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'Mobile banking: all that is critical, 3 topics' }).click();
  await expect(panel(page)).toContainText('Critical topics, Mobile banking, negative');
  await bubble(page, '19 January 2026').click();
  await expect(panel(page)).toContainText('19 January 2026, negative');
  await page.getByRole('link', { name: 'widen to the week' }).click();
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('19 to 25 January 2026, negative');
  await panel(page).getByRole('button', { name: /Why did customers complain from 19 January 2026/ }).click();
  const turn = turns(page).first();
  const run = await over(page, turn);
  expect(run.answer?.text).toContain('19 to 25 January 2026');
  await expect(page.locator('.composer .about-chip')).toContainText('19 to 25 January 2026, negative');
});

test('filters and the range change what is shown', async ({ page }) => {
  await open(page, '/analysis');
  await page.getByLabel('Product', { exact: true }).selectOption('Mobile banking');
  await expect(page).toHaveURL(/product=mobile-banking/);
  await expect(page.locator('.page-head')).toContainText('426 communications');
  const handle = page.getByRole('slider', { name: /^First day/ });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2025-12-\d\d/);
  // Drags over a part of the overview. If the page is just being redrawn for the previous range, it drags again.
  await expect(async () => {
    const box = await page.locator('.overview-drag').boundingBox();
    if (!box) throw new Error('the overview is not there');
    await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 6 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=2025-0\d-\d\d&to=2025-(08|09)-\d\d/, { timeout: 2_000 });
  }).toPass();
  await expect(page.locator('.legend')).toContainText('one mark a week');
});

test('the ends of the range are dragged, by mouse and by touch', async ({ page }) => {
  await open(page, '/analysis');
  const first = page.getByRole('slider', { name: /^First day/ });
  await first.scrollIntoViewIfNeeded();
  const middle = async () => {
    const box = (await first.boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await middle();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 120, from.y, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2025-/);
  const dragged = page.url();

  await expect(async () => {
    const at = await middle();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: at.y }] });
    await touch('touchStart', at.x + 3);
    for (const step of [20, 40, 60, 80]) await touch('touchMove', at.x + step);
    await touch('touchEnd');
    await expect(page).not.toHaveURL(dragged, { timeout: 2_000 });
  }).toPass();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('a bubble is a link, and the form asks', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/analysis');
    await page.getByText('As a table').first().click();
    await page.getByRole('rowheader', { name: '16 January 2026' }).getByRole('link').click();
    await expect(panel(page)).toContainText('16 January 2026, negative');
    await page.getByLabel('Channel', { exact: true }).selectOption('phone');
    await page.getByRole('button', { name: 'Show' }).first().click();
    await expect(page).toHaveURL(/channel=phone/);
    await panel(page).getByRole('button', { name: /Which customers complained most/ }).click();
    await expect(page).toHaveURL(/\/c\/.*channel=phone/);
    await expect(page.locator('.composer .about-chip')).toContainText('phone');
  });
});
