// An unknown word: a person defines it, asks again, and revokes it on the page Words.
import { alive, answered, open, over, turns } from '../desk';
import { expect, test } from '../fixtures';

// Words apply to everybody: these walks teach and revoke the same ones, so they run one after the other.
test.describe.configure({ mode: 'serial' });

test('what an answer did not understand is taught, and asked again with one button', async ({ page, faults }) => {
  // An unknown meaning is refused.
  faults.expect(/status 400: .*\/rpc\/teach/);
  faults.expect(/Failed to load resource.*400.*\/rpc\/teach/);
  const question = 'How many complaints did Zorkofirm send in January 2026?';
  const run = await answered(page, question);
  expect(run.answer!.text).toContain('Nothing in the data is called “Zorkofirm”.');
  const turn = turns(page).first();
  await expect(turn.getByRole('heading', { name: 'Questions I can answer' })).toBeVisible();
  const form = turn.locator('form').filter({ has: page.getByLabel('What does “Zorkofirm” mean?') });
  const meaning = form.getByLabel('What does “Zorkofirm” mean?');

  await meaning.fill('quuxes');
  await form.getByRole('button', { name: 'Teach' }).click();
  await expect(form.getByRole('alert')).toContainText('I do not understand “quuxes” either');

  // Values of the data are suggested.
  await meaning.fill('');
  await meaning.pressSequentially('Solh');
  await expect(form.locator('datalist option').first()).toHaveAttribute('value', 'Solheim Seafood');
  await meaning.fill('Solheim Seafood');
  await form.getByRole('button', { name: 'Teach' }).click();
  await expect(turn.getByRole('status').filter({ hasText: 'is read as Solheim Seafood' })).toBeVisible();
  await expect(form).toHaveCount(0);

  await turn.locator('.teach-known').getByRole('button', { name: question }).click();
  const again = await over(page, turns(page).nth(1));
  expect(again.answer!.text).not.toContain('I cannot answer');
  await expect(turns(page).nth(1)).toContainText('“Zorkofirm” is read as Solheim Seafood (taught');

  // Whoever opens the conversation later sees that it was taught.
  await page.reload();
  await alive(page);
  await expect(turns(page).first().locator('.teach-known')).toContainText('is read as Solheim Seafood');

  await open(page, '/settings/words');
  const row = page.getByRole('row').filter({ hasText: 'Zorkofirm' }).first();
  await expect(row).toContainText('Solheim Seafood');
  await row.getByRole('button', { name: 'Take back “Zorkofirm”' }).click();
  await expect(row).toContainText('Taken back');
  const after = await answered(page, question);
  expect(after.answer!.text).toContain('Nothing in the data is called “Zorkofirm”.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ faults }) => {
    faults.withoutScripts();
  });

  test('the forms teach and take back, too', async ({ page }) => {
    const reply = await page.request.post('/api/research', { data: { query: 'How many complaints did Quibblecorp send?' } });
    const { sessionId } = await reply.json();
    await page.goto(`/c/${sessionId}`);
    await page.getByLabel('What does “Quibblecorp” mean?').fill('Solheim Seafood');
    await page.getByRole('button', { name: 'Teach' }).click();
    await expect(page).toHaveURL(new RegExp(`/c/${sessionId}#question-`));
    await expect(turns(page).first().locator('.teach-known')).toContainText('is read as Solheim Seafood');

    await page.goto('/settings/words');
    await page.getByRole('button', { name: 'Take back “Quibblecorp”' }).click();
    await expect(page).toHaveURL(/\/settings\/words$/);
    await expect(page.getByRole('row').filter({ hasText: 'Quibblecorp' }).first()).toContainText('Taken back');
  });
});
