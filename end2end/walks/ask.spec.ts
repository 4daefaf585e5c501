// Asking: every figure of the answer links to a call, every citation to a record, and the next question continues from
// there.
import type { Page } from '@playwright/test';
import { alive, ask, conversationId, firstRecord, open, over, runId, trace, turns, unfold, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

test('the answer holds its figures, and each leads to a call that exists', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const run = await over(page, turn);

  const lead = turn.getByRole('paragraph').filter({ hasText: '84%' }).first();
  for (const figure of ['84%', '412', '34%', '28%', '22%', '2 to 31 January 2026']) {
    await expect(lead).toContainText(figure);
  }
  await expect(turn).not.toContainText(/\b(last|past) \d+ days\b/i);

  const claims = run.grounding!.claims.filter(claim => claim.kind !== 'citation');
  expect(claims.length).toBeGreaterThan(10);
  expect(claims.filter(claim => !claim.found?.cited), 'by rules every figure is cited').toEqual([]);
  const figures = turn.locator('.answer .grounded');
  await expect(figures).toHaveText(claims.map(claim => claim.text.replace(/\s+/g, ' ').trim()));
  const dead = await figures.evaluateAll(links =>
    links
      .map(link => link.getAttribute('href')!)
      .filter(href => !/[?&](figure|record)=/.test(href) && document.getElementById(href.slice(1)) === null),
  );
  expect(dead, 'figures that lead nowhere').toEqual([]);

  // Whatever it is based on, no figure of the answer opens an error.
  const hrefs = new Set(await figures.evaluateAll(links => links.map(link => link.getAttribute('href')!)));
  for (const href of [...hrefs].filter(href => href.includes('figure='))) {
    const at = new URL(href, page.url()).searchParams.get('figure')!.split('/');
    const fields = new URLSearchParams({ call: at[1], path: `/${at.slice(2).join('/')}` });
    const reply = await page.request.get(`/api/research/runs/${at[0]}/records?${fields}`);
    expect(reply.status(), href).toBe(200);
    const { records } = await reply.json();
    if (records?.told != null) expect(records.total, href).toBe(records.told);
  }
});

test('a figure says which row it stands in, and the row leads to the call it is of', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  await over(page, turn);
  const figure = turn.locator('.answer .grounded').filter({ hasText: '34%' }).first();
  await figure.hover();
  await expect(figure.locator('..').getByRole('tooltip')).toContainText('Login failures');
  const row = turn.locator('.evidence-table tr').filter({ hasText: 'Login failures' }).first();
  await expect(row).toContainText('140');
  const table = turn.locator('.evidence-table').filter({ hasText: 'Login failures' }).first();
  await unfold(turn);
  await table.locator('a[href^="#call-"]').first().click();
  expect(new URL(page.url()).hash).toMatch(/^#call-/);
});

test('no figure of the answer stands there unchecked', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const run = await over(page, turn);
  expect(run.grounding!.claims.filter(claim => claim.found === null)).toEqual([]);
  await expect(turn.locator('.answer').getByText('not verified')).toHaveCount(0);
  // Without its links, the text contains no digit, apart from its period.
  expect((await unlinked(page)).replace('from 2 to 31 January 2026', '')).not.toMatch(/\d/);
});

test('the days that the answer covers lead to a call, too', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  await over(page, turns(page).first());
  expect(await unlinked(page)).not.toMatch(/\d/);
});

/** The answer's text without what leads to a call or a source. */
function unlinked(page: Page): Promise<string> {
  const lead = turns(page).first().getByRole('paragraph').filter({ hasText: '84%' }).first();
  return lead.locator('..').evaluate(text => {
    const copy = text.cloneNode(true) as HTMLElement;
    copy.querySelectorAll('.grounded, sup, [role="tooltip"]').forEach(part => part.remove());
    return copy.textContent ?? '';
  });
}

test('a citation leads to its card, and the card to the record with the quoted words', async ({ page }) => {
  await open(page, '/');
  await ask(page, WHY_APP);
  const turn = turns(page).first();
  const run = await over(page, turn);

  const source = firstRecord(run);
  const citation = turn.getByRole('link', { name: `Source ${source.n}`, exact: true }).first();
  await expect(citation).toHaveText(`${source.n}`);
  await citation.click();
  const card = page.locator(`[id="evidence-${await runId(turn)}-${source.n}"]`);
  await expect(card).toBeInViewport();
  await expect(card).toContainText(source.id);
  const quoted = (await card.getByRole('blockquote').innerText()).replace(/^“|\s*…?”.*$/g, '');
  expect(quoted.length).toBeGreaterThan(20);

  await card.getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open the full page' }).click();
  await expect(page).toHaveURL(new RegExp(`/records/[a-z]+/${source.id}`));
  const words = (text: string) => text.replace(/\s+/g, ' ').trim();
  await expect.poll(async () => words(await page.getByRole('main').innerText())).toContain(words(quoted));

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/c\//);
  await expect(turns(page)).toHaveCount(1);
});

test('a follow-up goes on in the same conversation and keeps the subject', async ({ page }) => {
  await open(page, '/');
  const conversation = await ask(page, WHY_APP);
  const first = await over(page, turns(page).first());
  const next = first.followUps.find(question => !/mobile/i.test(question))!;
  expect(next, 'a follow-up that does not name the subject').toBeTruthy();

  await turns(page).first().getByRole('button', { name: next }).click();
  await expect(turns(page)).toHaveCount(2);
  expect(conversationId(page)).toBe(conversation);
  const turn = turns(page).nth(1);
  await expect(turn.getByRole('heading', { name: next })).toBeVisible();
  const second = await over(page, turn);
  expect(second.sessionId).toBe(conversation);
  expect(second.status).toBe('completed');
  for (const call of second.steps.flatMap(step => step.kind.calls ?? [])) {
    expect(JSON.stringify(call.args), `${call.tool} keeps to the mobile app, or to the part of it that is named`).toMatch(/mobile|login failures/i);
  }

  // Both questions are there after a reload, in order.
  await page.reload();
  await alive(page);
  await expect(turns(page).getByRole('heading', { level: 1 })).toHaveText([WHY_APP]);
  await expect(turns(page).nth(1).getByRole('heading', { name: next })).toBeVisible();
  await expect(trace(page).getByText('Question 2')).toBeVisible();
});
