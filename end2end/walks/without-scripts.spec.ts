// Without scripts: the desk's form asks, and the result is readable, as is the review.
import { answeredElsewhere, composer, conversationId, runId, runOf, turns, WHY_APP } from '../desk';
import { expect, test } from '../fixtures';

test.use({ javaScriptEnabled: false });
// The browser reports the page's own script as a failed request.
test.beforeEach(({ faults }) => {
  faults.withoutScripts();
});

test('the form asks, and the conversation reads', async ({ page }) => {
  await page.goto('/');
  await composer(page).fill(WHY_APP);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(/\/c\/[^/]+$/);
  const conversation = conversationId(page);
  const turn = turns(page).first();
  await expect(turn.getByRole('heading', { name: WHY_APP })).toBeVisible();

  // Without push, the page has to be reloaded until the run is over.
  await expect(async () => {
    await page.reload();
    await expect(turn).not.toHaveAttribute('aria-busy', 'true', { timeout: 100 });
  }).toPass();
  await expect(turn.getByRole('paragraph').filter({ hasText: '84%' }).first()).toBeVisible();
  await expect(turn).toContainText('2 to 31 January 2026');
  await expect(turn.getByRole('heading', { name: 'Evidence' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Trace' })).toContainText('search_knowledge_base');

  // A suggested question can also be asked, and stays in the conversation.
  const next = turn.locator('form').getByRole('button').first();
  const question = await next.innerText();
  await next.click();
  await expect(page).toHaveURL(new RegExp(`/c/${conversation}$`));
  await expect(turns(page).nth(1).getByRole('heading', { name: question })).toBeVisible();

  await page.goto('/review');
  await page.getByRole('region', { name: 'Sessions' }).locator(`a[href^="/review/${conversation}"]`).click();
  const session = page.locator('article[aria-labelledby="session"]');
  await expect(session.getByRole('heading').first()).toHaveText(WHY_APP);
  await expect(session).toContainText('84%');
});

test('a proposal is changed and approved, and another declined with a word', async ({ page }) => {
  const box = page.locator('article.approval');
  const ask = async (question: string) => {
    await page.goto('/');
    await composer(page).fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(async () => {
      await page.reload();
      await expect(box).toContainText('waiting for you', { timeout: 100 });
    }).toPass();
  };
  const decided = (word: string) =>
    expect(async () => {
      await page.reload();
      await expect(box).toContainText(word, { timeout: 100 });
    }).toPass();
  await ask('Add a note to case-0004: called back');
  await box.getByText('Edit before approving').click();
  await box.getByLabel('Note', { exact: true }).fill('Called back; all is well.');
  await box.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page).toHaveURL(/\/c\/[^/?]+$/);
  await decided('approved with changes');
  const run = await runOf(page, await runId(turns(page).first()));
  const call = run.steps.flatMap(step => step.kind.calls ?? []).find(c => c.tool === 'add_case_note');
  expect(call?.args.note).toBe('Called back; all is well.');

  await ask('Add a note to case-0005: called back');
  await box.getByLabel(/^Reason/).fill('She is on leave');
  await box.getByRole('button', { name: 'Decline' }).click();
  await decided('declined');
  await expect(box).toContainText('“She is on leave”');
});

test('a mark of a chart is a link, and the next question is about it', async ({ page }) => {
  const run = await answeredElsewhere(page, WHY_APP);
  await page.goto(`/c/${run.sessionId}`);
  await page.getByRole('link', { name: /^Login failures: .* Ask about it$/ }).first().click();
  await expect(page).toHaveURL(/[?&]topic=Login%20failures/);
  const chip = page.locator('.about-chip').last();
  await expect(chip).toContainText('About: Login failures, Mobile banking, complaints, 2 to 31 January 2026');
  await composer(page).fill('How many came by phone?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL(/\/c\/[^/?]+\?.*topic=Login%20failures/);
  const turn = turns(page).nth(1);
  await expect(async () => {
    await page.reload();
    await expect(turn).not.toHaveAttribute('aria-busy', 'true', { timeout: 100 });
  }).toPass();
  await expect(turn).toContainText('topic is Login failures');
  await page.getByRole('link', { name: /^Remove .* from the question/ }).click();
  await expect(page).toHaveURL(/\/c\/[^/?]+$/);
  await expect(page.locator('.about-chip')).toHaveCount(0);
});

test('the review can be filtered', async ({ page }) => {
  await page.goto('/review');
  await page.getByRole('searchbox', { name: 'Search text' }).fill('no session says zyxwv');
  await page.getByRole('searchbox', { name: 'Search text' }).press('Enter');
  await expect(page).toHaveURL(/q=no/);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('No session matches these filters');
});

test('a session can be rated', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Complaints by product this year');
  const note = `Read on paper ${run.sessionId}`;
  await page.goto(`/review/${run.sessionId}`);
  const session = page.locator('article[aria-labelledby="session"]');
  await session.getByRole('radio', { name: 'Bad' }).check();
  await session.getByRole('checkbox', { name: 'unclear' }).check();
  await session.getByRole('checkbox', { name: 'too slow' }).check();
  await session.getByRole('textbox', { name: 'Note' }).fill(note);
  await session.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(new RegExp(`/review/${run.sessionId}\\?saved=bad$`));
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveText('Saved: rated bad.');
  await expect(session.getByRole('listitem').filter({ hasText: note })).toContainText(/bad.*unclear, too slow/);
});

test('a turn becomes a case, which is run', async ({ page }) => {
  const run = await answeredElsewhere(page, 'Which customers complain most?');
  await page.goto(`/review/${run.sessionId}`);
  const session = page.locator('article[aria-labelledby="session"]');
  await session.getByText('Make a case', { exact: true }).click();
  await session.getByRole('textbox', { name: 'Words that it must not say' }).fill('elephants');
  await session.getByRole('button', { name: /^Make a case/ }).click();
  await expect(page).toHaveURL(/\/quality#case-/);
  await page.getByRole('button', { name: 'Run against the records' }).click();
  const made = page.getByRole('article', { name: 'Which customers complain most?' });
  await expect(made).toContainText('passed');
  await made.getByRole('button', { name: 'Delete' }).click();
  await expect(made).toHaveCount(0);
});

test('a figure opens its records as a plain link, and they are filtered by a form', async ({ page }) => {
  const run = await answeredElsewhere(page, WHY_APP);
  await page.goto(`/c/${run.sessionId}`);
  await turns(page).first().locator('.answer .grounded').filter({ hasText: '34%' }).first().click();
  const box = page.getByRole('complementary', { name: 'Opened beside the answer' });
  await expect(box.getByText('140 communications')).toBeVisible();
  await expect(box.getByRole('table').locator('tbody tr')).toHaveCount(25);
  await box.getByLabel('Channel').selectOption('email');
  await box.getByRole('button', { name: 'Show' }).click();
  await expect(box.getByRole('link', { name: 'Clear filter' })).toBeVisible();
  await box.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/record=/);
  await box.getByRole('link', { name: 'Close' }).click();
  await expect(box).toHaveCount(0);
});
