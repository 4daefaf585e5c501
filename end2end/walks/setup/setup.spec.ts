// The first evening: an empty desk says what comes next, and each step is done in the browser.
import { ask, listens, open, over, turns } from '../../desk';
import { expect, test } from '../../fixtures';

const MODEL = `http://127.0.0.1:${process.env.PLUMBLINE_WALKS_PORT_SCRIPT}`;

/** The form of the model, not those of models that were found. */
const FORM = 'form[action="/desk/settings/model"].settings-form';

test.describe.configure({ mode: 'serial' });

test('an empty desk lists what it needs, and loads the demo by a button', async ({ page }) => {
  await open(page, '/');
  const steps = page.locator('.setup > li');
  await expect(page.getByRole('heading', { name: 'Set up this desk: 0 of 4 done' })).toBeVisible();
  await expect(steps).toHaveCount(4);
  await listens(page, '.setup form', 'submit');
  await steps.nth(1).getByRole('button', { name: 'Load the demo' }).click();
  await expect(page.getByText('Set up this desk: 1 of 4 done')).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('.desk-facts')).toContainText('6,000 communications');
});

test('a model is connected, tried, used and left again', async ({ page }) => {
  await open(page, '/settings');
  await expect(page.getByText('No model is set up')).toBeVisible();
  const form = page.locator(FORM);
  await listens(page, FORM, 'submit');

  // A wrong address is said before anything is saved.
  await form.getByLabel('Provider', { exact: true }).selectOption('openai');
  await form.getByLabel('Address').fill('http://127.0.0.1:9');
  await form.getByLabel('Key').fill('no-key-at-all');
  await form.getByRole('button', { name: 'Try it' }).click();
  const found = page.getByRole('region', { name: 'What the trial found' });
  await expect(found).toContainText('Answers');
  await expect(found).toContainText('look at this');

  await form.getByLabel('Address').fill(MODEL);
  await form.getByRole('button', { name: 'Try it' }).click();
  // Each finding is shown as soon as it is known: this model takes its time for JSON.
  await expect(found).toContainText(/Answers\s*good yes/);
  await expect(form.getByRole('status')).toContainText('Trying it');
  expect(await found.innerText()).not.toContain('Keeps JSON');
  await expect(found).toContainText('Keeps JSON');
  await expect(found).toContainText('A question costs');
  await expect(form.getByRole('status')).toHaveText('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('status')).toHaveText('Saved. It is in use.');
  await expect(page.getByText('Questions are answered by openai/')).toBeVisible();
  await expect(form.getByLabel('Key')).toHaveValue('');
  await expect(form).toContainText('Set by local');

  await open(page, '/');
  await ask(page, 'Why are customers complaining about the mobile app?');
  const run = await over(page, turns(page).first());
  expect(run.model).toContain('openai/');

  await open(page, '/settings');
  await listens(page, FORM, 'submit');
  await form.getByLabel('Provider', { exact: true }).selectOption('rules');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('status')).toHaveText('Saved. It is in use.');
  await open(page, '/settings');
  await expect(page.getByText('No model is set up')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a model is tried, and the form comes back with what was found', async ({ page, faults }) => {
    faults.withoutScripts();
    await page.goto('/settings');
    const form = page.locator(FORM);
    await form.getByLabel('Provider', { exact: true }).selectOption('openai');
    await form.getByLabel('Address').fill(MODEL);
    await form.getByLabel('Key').fill('no-key-at-all');
    await form.getByRole('button', { name: 'Try it' }).click();
    await expect(page.getByRole('region', { name: 'What the trial found' })).toContainText(/Answers\s*good yes/);
    await expect(form.getByLabel('Address')).toHaveValue(MODEL);
    await expect(form.getByLabel('Key')).toHaveValue('');
  });
});

test('mail that cannot be sent says what to do', async ({ page, faults }) => {
  faults.expect(/status 400: .*settings-change/);
  faults.expect(/status of 400 .*settings-change/);
  await open(page, '/settings/mail');
  const form = page.locator('form[action="/desk/settings/mail"]');
  await listens(page, 'form[action="/desk/settings/mail"]', 'submit');
  await form.getByLabel('Mail server').fill('smtps://127.0.0.1:9');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.locator('.field-error')).toContainText('“Sender”');
  await form.getByLabel('Sender').fill('desk@firm.example');
  await form.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('region', { name: 'What the trial found' })).toContainText('cannot be reached');
});
