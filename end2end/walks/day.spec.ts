// A manager's day: the first page, the call sheet as answer, page and print, lists as tables, short pages, and a
// question that waits for the connection.
import { answeredElsewhere, answered, ask, composer, open, over, turns } from '../desk';
import { expect, test } from '../fixtures';

/** How many screens the answer takes from its question to what can be asked next. */
async function screens(page: import('@playwright/test').Page, height: number): Promise<number> {
  const next = turns(page).first().locator('.follow-ups').first();
  const [head, end] = [await turns(page).first().boundingBox(), await next.boundingBox()];
  return (end!.y - head!.y) / height;
}

for (const [width, height, most] of [[1440, 900, 2.3], [390, 844, 3.65]] as const) {
  test(`the main answers are short, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const question of ['Why are customers complaining about the mobile app?', 'Which cases are overdue?', 'Which customers are at risk?']) {
      await answered(page, question);
      const measured = await screens(page, height);
      console.log(`${question} at ${width}: ${measured.toFixed(2)} screens`);
      expect(measured, question).toBeLessThanOrEqual(most);
      await expect(turns(page).first().getByText('behind the figures')).not.toBeVisible();
    }
  });
}

test('the first page says what is due, each row opens beside and asks', async ({ page }) => {
  await open(page, '/');
  const due = page.getByRole('region', { name: /^Overdue and due/ });
  const row = due.getByRole('listitem').first();
  const [name, title] = (await row.getByRole('link').innerText()).split('\n');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\?record=case/);
  const beside = page.getByRole('complementary', { name: 'Opened beside the answer' });
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText(title);
  await beside.getByRole('link', { name: 'Close' }).click();
  await row.getByRole('button', { name: /^Call sheet/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tell me about ${name}`);
  await over(page, turns(page).first());
  for (const part of ['Points to make', 'Last contacts', 'Mood']) {
    await expect(turns(page).first().getByRole('heading', { name: part })).toBeVisible();
  }
});

test('a list is a table that is sorted by its heads, opens its rows and comes as a file', async ({ page }) => {
  const run = await answered(page, 'Which cases are overdue?');
  const table = turns(page).first().getByRole('region', { name: 'Table of the answer' });
  const days = (text: string) => (text === 'due today' ? 0 : (text.endsWith('overdue') ? -1 : 1) * Number(text.split(' ')[0]));
  const left = async () => (await table.locator('tbody td:nth-child(6)').allInnerTexts()).map(days);
  await table.getByRole('link', { name: /^Due/ }).click();
  await expect(table.getByRole('columnheader', { name: /^Due/ })).toHaveAttribute('aria-sort', 'ascending');
  const up = await left();
  expect([...up].sort((a, b) => a - b)).toEqual(up);
  await table.getByRole('link', { name: /^Due/ }).click();
  expect(await left()).toEqual([...up].reverse());
  const first = table.getByRole('rowheader').first();
  const id = await first.innerText();
  await first.getByRole('link').click();
  await expect(page.getByRole('complementary', { name: 'Opened beside the answer' })).toContainText(id);
  await expect(table.getByRole('columnheader', { name: /^Due/ })).toHaveAttribute('aria-sort', 'descending');
  const file = await page.request.get((await turns(page).first().getByRole('link', { name: 'Export as CSV' }).getAttribute('href'))!);
  expect((await file.text()).split('\n').length).toBeGreaterThan(up.length);
  expect(run.answer!.text).toContain('| Due |');
});

test('without scripts the table sorts and the first page reads', async ({ browser, faults, page }) => {
  const run = await answeredElsewhere(page, 'Which cases are overdue?');
  const context = await browser.newContext({ javaScriptEnabled: false });
  faults.withoutScripts();
  await faults.watch(context);
  const plain = await context.newPage();
  await plain.goto(new URL(`/c/${run.sessionId}`, page.url() === 'about:blank' ? test.info().project.use.baseURL! : page.url()).href);
  await plain.getByRole('link', { name: /^Age/ }).click();
  await expect(plain.getByRole('columnheader', { name: /^Age/ })).toHaveAttribute('aria-sort', 'ascending');
  await plain.goto(new URL('/', plain.url()).href);
  await plain.getByRole('region', { name: /^Overdue and due/ }).getByRole('button', { name: /^Call sheet/ }).first().click();
  await expect(plain).toHaveURL(/\/c\//);
  await context.close();
});

test('a customer prints as one sheet', async ({ page }) => {
  await open(page, '/');
  const name = (await page.getByRole('region', { name: /^Overdue and due/ }).getByRole('link').first().innerText()).split('\n')[0];
  const run = await answeredElsewhere(page, `Tell me about ${name}`);
  // The answer with its sources; scores, tables of rows and the trace are only on the screen and in evidence packs.
  await open(page, `/c/${run.sessionId}`);
  await over(page, turns(page).first());
  const answer = await page.pdf({ format: 'A4' });
  expect(answer.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(3);
  const id = JSON.stringify(run.steps).match(/"customerId":"([^"]+)"/)![1];
  await open(page, `/records/customer/${id}`);
  await expect(page.getByRole('heading', { name: 'Before you call' })).toBeVisible();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test('the bar fits with what waits, at every width', async ({ page }) => {
  await open(page, '/');
  await composer(page).fill('Draft a reply to Osei Textiles');
  await composer(page).press('Enter');
  await expect(page.locator('.waiting-button')).toBeVisible();
  for (const width of [390, 800, 820, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.locator('.approval').getByRole('button', { name: 'Decline' }).first().click();
  await expect(page.locator('article.approval')).toContainText('declined');
});

test('under a refusal stands the way on and nothing else', async ({ page }) => {
  await answered(page, 'What is the weather in Paris?');
  const turn = turns(page).first();
  await expect(turn.getByRole('heading', { name: 'Questions I can answer' })).toBeVisible();
  await expect(turn.getByText(/How far to trust|behind the figures|Evidence/)).toHaveCount(0);
});

test('a question that is asked offline is sent when the line is back', async ({ page, context, faults }) => {
  // The page's own requests fail while it is offline; whether it makes any depends on timing.
  faults.allow(/net::ERR_INTERNET_DISCONNECTED|TypeError: Failed to fetch/);
  await open(page, '/');
  await context.setOffline(true);
  await composer(page).fill('How many cases breached SLA?');
  await composer(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('sent as soon as the connection is back');
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/c\//);
  await expect(page.getByText(/sent as soon as/)).toHaveCount(0);
  await over(page, turns(page).first());
});

test('a pinned question is a tile on the first page', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many complaints were there in January 2026?');
  await page.request.patch(`/api/research/conversation/${run.sessionId}`, { data: { pinned: true } });
  await open(page, '/');
  const tile = page.getByRole('region', { name: 'Pinned' }).getByRole('listitem').filter({ hasText: run.question }).first();
  await expect(tile.locator('.home-figure')).toHaveText(/^[\d,]+$/);
  await tile.getByRole('link', { name: run.question }).click();
  await expect(page).toHaveURL(`/c/${run.sessionId}`);
  await page.request.patch(`/api/research/conversation/${run.sessionId}`, { data: { pinned: false } });
});
