// The pages of customers, cases and messages: their contents, that these agree with the desk, and their links to each
// other.
import type { Page } from '@playwright/test';
import { answeredElsewhere, composer, open, type Run } from '../desk';
import { expect, test } from '../fixtures';

interface Health {
  customerName: string;
  healthScore: number;
  openCases: number;
  overdueCases: number;
}

const NUMBER = /\d[\d,]*/;

/** What a tool of a run returned. */
function result<T>(run: Run, tool: string): T {
  const calls = run.steps.flatMap(step => step.kind.calls ?? []);
  const call = calls.find(call => call.tool === tool);
  const outcome = call?.outcome as { output?: { data: T } } | undefined;
  if (!outcome?.output) throw new Error(`the run has no result of ${tool}: ${calls.map(call => call.tool)}`);
  return outcome.output.data;
}

function value(page: Page, name: string): Promise<string> {
  return page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) }).first().locator('dd').innerText();
}

/** A customer that has open cases, by the desk's own list. */
async function busy(page: Page): Promise<{ id: string; name: string; case: string }> {
  const run = await answeredElsewhere(page, 'Which cases are overdue?');
  const [first] = result<{ cases: { id: string; customer: string }[] }>(run, 'list_cases').cases;
  await page.goto(`/records/case/${first.id}`);
  const href = (await page.getByLabel('Facts').getByRole('link', { name: first.customer }).getAttribute('href'))!;
  return { id: decodeURIComponent(href.replace('/records/customer/', '')), name: first.customer, case: first.id };
}

for (const width of [1440, 390]) {
  test(`a customer's page says before a call what the desk says when asked, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const customer = await busy(page);
    await open(page, `/records/customer/${customer.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(customer.name);
    for (const part of ['Before you call', 'Last contacts', 'What they want', 'Promises', 'Mood', 'Health', 'Messages, newest first']) {
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
    }
    const asked = await answeredElsewhere(page, `How healthy is ${customer.name}?`);
    const told = result<Health>(asked, 'analyze_customer_health');
    expect(await value(page, 'Health')).toContain(`${told.healthScore} of 100`);
    const overdue = told.overdueCases ? ` (${told.overdueCases} overdue)` : '';
    expect(await value(page, 'Open cases')).toBe(`${told.openCases}${overdue}`);
    await expect(page.getByRole('heading', { name: `Open cases (${told.openCases})` })).toBeVisible();
    await expect(page.locator(`.record-lines [href="/records/case/${customer.case}"]`)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // Newest first.
    const days = await page.getByRole('region', { name: 'Messages, newest first' }).locator('.record-line-meta').allInnerTexts();
    const times = days.map(day => Date.parse(day.split(',')[0]));
    expect(times.length).toBeGreaterThan(3);
    expect([...times].sort((a, b) => b - a)).toEqual(times);
  });
}

test('a question about a customer is written down for the reader, within the customer', async ({ page }) => {
  const customer = await busy(page);
  await open(page, `/records/customer/${customer.id}`);
  await page.getByRole('link', { name: 'Ask about this customer' }).click();
  await expect(composer(page)).toHaveValue(`How healthy is ${customer.name}?`);
  await expect(page.getByText('About:').locator('..')).toContainText(customer.name);
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\/c\//);
  await expect(page.getByText(/of 100/).first()).toBeVisible();
});

test('a case lists its messages, a message its case and the rest of its thread', async ({ page }) => {
  const customer = await busy(page);
  await open(page, `/records/case/${customer.case}`);
  const messages = page.getByRole('region', { name: /^Messages \(\d+\)/ });
  const many = Number((await messages.getByRole('heading').innerText()).match(NUMBER)![0]);
  expect(many).toBeGreaterThan(0);
  await expect(messages.getByRole('listitem')).toHaveCount(many);
  await messages.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/records\/communication\//);
  if (many > 1) {
    const thread = page.getByRole('region', { name: 'The other messages of the case' });
    await expect(thread.getByRole('listitem')).toHaveCount(many - 1);
  }
  await page.getByLabel('Facts').getByRole('link', { name: customer.case }).click();
  await expect(page).toHaveURL(new RegExp(`/records/case/${customer.case}$`));
  await page.getByLabel('Facts').getByRole('link', { name: customer.name }).click();
  await expect(page).toHaveURL(/\/records\/customer\//);
});

test('the desk, its panel and the analysis page tell one figure of one month', async ({ page }) => {
  const run = await answeredElsewhere(page, 'How many communications were there in January 2026?');
  const claim = run.grounding!.claims.find(claim => claim.kind === 'number' && /\/(total|count)$/.test(claim.found?.path ?? ''))!;
  const told = Number(claim.text.replace(/\D/g, ''));
  const fields = new URLSearchParams({ call: claim.found!.call, path: claim.found!.path });
  const reply = await page.request.get(`/api/research/runs/${run.id}/records?${fields}`);
  expect((await reply.json()).records.total).toBe(told);
  await open(page, '/analysis?from=2026-01-01&to=2026-01-31');
  const tile = page.locator('.tile').filter({ hasText: 'Communications' }).locator('.tile-value');
  expect(Number((await tile.innerText()).match(NUMBER)![0].replace(/,/g, ''))).toBe(told);
});
