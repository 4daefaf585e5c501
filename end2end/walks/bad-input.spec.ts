// Invalid input and unknown URLs: each gets a readable error, and nothing typed is lost.
import type { Page } from '@playwright/test';
import { composer, open } from '../desk';
import { expect, test } from '../fixtures';

async function sessionsInAll(page: Page): Promise<number> {
  return (await (await page.request.get('/admin/sessions')).json()).total;
}

test('an empty question is not asked', async ({ page }) => {
  await open(page, '/');
  const before = await sessionsInAll(page);
  for (const nothing of ['', '   ', '\n\n']) {
    await composer(page).fill(nothing);
    await composer(page).press('Enter');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
  }
  await expect(page).toHaveURL(/\/$/);
  await expect(composer(page)).toBeEditable();
  expect(await sessionsInAll(page)).toBe(before);
});

test('a question that is too long is refused in words, and stays in the composer', async ({ page, faults }) => {
  faults.expect(/400.*\/rpc\/ask/);
  await open(page, '/');
  const before = await sessionsInAll(page);
  const long = 'Why are customers complaining? '.repeat(400).slice(0, 10_000) + '?';
  await composer(page).focus();
  // Like a paste, within what the field accepts.
  await page.keyboard.insertText(long);
  await composer(page).press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(/10,?001 characters.*10,?000/);
  await expect(composer(page)).toHaveValue(long);
  await expect(page).toHaveURL(/\/$/);
  expect(await sessionsInAll(page)).toBe(before);

  // Once shortened, it is accepted.
  await composer(page).fill('How many cases breached SLA?');
  await composer(page).press('Enter');
  await expect(page).toHaveURL(/\/c\//);
  await expect(alert).toHaveCount(0);
});

for (const [what, path, says] of [
  ['conversation', '/c/01900000-0000-7000-8000-000000000000', /not here|no (such )?conversation/i],
  ['record', '/records/communication/comm-99999', /not here|no (such )?(record|communication)/i],
  ['kind of record', '/records/spoon/1', /not here|no records of the kind/i],
  ['session', '/review/01900000-0000-7000-8000-000000000000', /no (such )?(session|conversation)/i],
] as const) {
  test(`an unknown ${what} is said to be unknown`, async ({ page, faults }) => {
    faults.expect(/status 404/);
    faults.expect(/Failed to load resource.*404/);
    const reply = await page.goto(path);
    await expect(page.getByRole('alert').first()).toContainText(says);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(reply?.status()).toBe(404);
  });
}

test('an unknown address has a page of its own', async ({ page, faults }) => {
  faults.expect(/status 404/);
  faults.expect(/Failed to load resource.*404/);
  const reply = await page.goto('/nothing/hangs/here');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'To the desk' }).click();
  await expect(composer(page)).toBeVisible();
});
