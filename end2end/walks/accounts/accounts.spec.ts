// With accounts: signing in and out, pages that a role may not open, tokens and invitations that are shown once.
import type { Page } from '@playwright/test';
import { alive, open } from '../../desk';
import { expect, test } from '../../fixtures';
import { clean, overflowing } from '../../look';
import { PASSWORD } from '../../people';

// Inviting, changing and disabling an account affects everybody, so these run one after the other.
test.describe.configure({ mode: 'serial' });

async function fillIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await fillIn(page, name, password);
  await expect(page.getByRole('link', { name: `Account: ${name}` })).toBeVisible();
  await alive(page);
}

test('a wrong password is said, the right one leads to the page that was wanted', async ({ page }) => {
  await page.goto('/analysis');
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await fillIn(page, 'ben', 'not the password at all');
  await expect(page.getByRole('alert')).toContainText('This name and password do not sign in');
  await fillIn(page, 'ben', PASSWORD);
  await expect(page).toHaveURL(/\/analysis/);
  await expect(page.getByRole('link', { name: 'Account: ben' })).toBeVisible();
});

test('a manager is told what they see, and what is not theirs', async ({ page, faults }) => {
  faults.expect(/status 403: .*\/review/);
  faults.allow(/console error: .*403/);
  await signIn(page, 'ben');
  await open(page, '/');
  await expect(page.getByText('You see the customers of: segment corporate.')).toBeVisible();
  await open(page, '/review');
  await expect(page.getByRole('alert')).toContainText('This is for reviewers. You are signed in as ben, a manager.');
  await expect(page.getByLabel('Admin token')).toHaveCount(0);
  await open(page, '/settings');
  await expect(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Accounts' })).toHaveCount(0);
  await open(page, '/account');
  await expect(page.getByRole('main')).toContainText('You are a manager. You see the customers of: segment corporate.');
  const may = page.getByLabel('May').locator('option');
  await expect(may).toHaveText(['Read only', 'Ask, as a manager']);
});

test('signing out ends it', async ({ page }) => {
  await signIn(page, 'ben');
  await open(page, '/account');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole('status')).toContainText('You are signed out.');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a sign-in elsewhere is seen and ended', async ({ page, browser, faults }) => {
  const context = await browser.newContext();
  await faults.watch(context);
  const other = await context.newPage();
  await other.goto(new URL('/sign-in', test.info().project.use.baseURL).href);
  await fillIn(other, 'ben', PASSWORD);
  await expect(other.getByRole('link', { name: 'Account: ben' })).toBeVisible();
  await signIn(page, 'ben');
  await open(page, '/account');
  const list = page.getByRole('region', { name: 'Your sign-ins' });
  await expect(list.getByText('this browser')).toHaveCount(1);
  const before = await list.getByRole('button', { name: 'End the sign-in in' }).count();
  await list.getByRole('button', { name: 'End the sign-in in' }).first().click();
  await expect(page.getByRole('status').filter({ hasText: 'This sign-in' })).toContainText('This sign-in has ended.');
  await expect(list.getByRole('button', { name: 'End the sign-in in' })).toHaveCount(before - 1);
  await other.goto(new URL('/account', other.url()).href);
  await expect(other).toHaveURL(/\/sign-in/);
  await context.close();
});

test('a token is shown once, opens the API, and is revoked', async ({ page, playwright, baseURL }) => {
  await signIn(page, 'ann');
  await open(page, '/account');
  await page.getByLabel('Name').fill('nightly report');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const shown = page.locator('.once code');
  await expect(shown).toHaveText(/^plb_[0-9a-f]{64}$/);
  const secret = await shown.innerText();
  const row = page.getByRole('row').filter({ hasText: 'nightly report' });
  await expect(row).toContainText('Read only');
  await expect(row).toContainText('Never');

  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${secret}` } });
  expect((await program.get('/api/research/conversations')).status()).toBe(200);
  await open(page, '/account');
  await expect(page.getByRole('main')).not.toContainText(secret);
  await row.getByRole('button', { name: 'Revoke “nightly report”' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The token is revoked.' })).toBeVisible();
  await expect(row).toContainText('Revoked');
  expect((await program.get('/api/research/conversations')).status()).toBe(401);
  await program.dispose();
});

test('an admin invites, changes and disables; whoever is invited joins by the link', async ({ page, browser, faults }) => {
  test.setTimeout(240_000);
  await signIn(page, 'ann');
  await open(page, '/accounts');
  const invite = page.getByRole('region', { name: 'Invite somebody' });
  await invite.getByLabel(/^Name/).fill('cara');
  await expect(invite.getByLabel('All customers')).not.toBeChecked();
  await invite.getByLabel('corporate', { exact: true }).check();
  await invite.getByRole('button', { name: 'Make a link' }).click();
  const link = await page.locator('.once code').innerText();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/join\/[0-9a-f]+$/);

  const context = await browser.newContext();
  await faults.watch(context);
  const other = await context.newPage();
  await clean(other, link);
  await expect(other.getByLabel('Name')).toHaveValue('cara');
  await expect(other.getByLabel('Name')).not.toBeEditable();
  await other.getByLabel('Password').fill('short');
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL(link);
  await other.getByLabel('Password').fill('three words in a row');
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other.getByText('You see the customers of: segment corporate.')).toBeVisible();
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText('This link no longer works');

  await open(page, '/accounts');
  const row = page.getByRole('row').filter({ hasText: 'cara' });
  await expect(row).toContainText('the customers of: segment corporate');
  await row.getByRole('link', { name: 'Change cara' }).click();
  const change = page.getByRole('region', { name: 'Change cara' });
  await change.getByLabel('Role').selectOption('reviewer');
  await change.getByLabel('All customers').check();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The account is changed.' })).toBeVisible();
  await expect(row).toContainText('reviewer');
  await expect(row).toContainText('all customers');

  await row.getByRole('link', { name: 'Change cara' }).click();
  await change.getByLabel('State').selectOption('yes');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('disabled');
  await other.goto('/');
  await expect(other).toHaveURL(/\/sign-in/);
  await context.close();
});

test('no fault that axe finds, and no page wider than its window', async ({ page }) => {
  test.setTimeout(300_000);
  await clean(page, '/sign-in');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/sign-in');
  expect(await overflowing(page), '/sign-in').toEqual([]);
  // Always in the bar, whatever its width.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'ann');
  await open(page, '/accounts');
  const href = await page.getByRole('link', { name: 'Change ben' }).getAttribute('href');
  for (const path of ['/account', href!]) {
    await clean(page, path);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await open(page, path);
      expect(await overflowing(page), `${path} at ${width}`).toEqual([]);
    }
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ faults }) => {
    faults.withoutScripts();
  });

  test('the forms sign in, make a token and sign out, too', async ({ page }) => {
    await page.goto('/sign-in');
    await fillIn(page, 'ben', PASSWORD);
    await page.goto('/account');
    await page.getByLabel('Name').fill('no scripts');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await expect(page.getByText(/plb_[0-9a-f]{64}/)).toBeVisible();
    await page.goto('/account');
    await expect(page.getByRole('row').filter({ hasText: 'no scripts' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('status')).toContainText('You are signed out on every device.');
  });
});
