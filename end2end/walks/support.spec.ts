// A support call in the browser: started from a number of the demo, held in Lithuanian, ended; on a wide screen and on
// a phone.
import type { Page } from '@playwright/test';
import { listens, open } from '../desk';
import { expect, test } from '../fixtures';

const PHONE = '+37060012345';

/** Waits until scripts have taken over the form that begins a call. */
async function openSupport(page: Page): Promise<void> {
  await open(page, '/support');
  await listens(page, 'form.start', 'submit');
}

/** Begins a call and waits for the greeting. */
async function begin(page: Page, phone: string): Promise<void> {
  await openSupport(page);
  await page.getByLabel("Caller's number").fill(phone);
  await page.getByRole('button', { name: 'Start call' }).click();
  await expect(page).toHaveURL(/\/support\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1, name: `Call from ${phone}` })).toBeVisible();
  await expect(replies(page)).toHaveCount(1);
}

const replies = (page: Page) => page.locator('.utterance[data-who="agent"]:not([data-state]):not([data-meanwhile])');
const field = (page: Page) => page.getByRole('textbox', { name: 'What the caller says' });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Caller' });
const fact = (page: Page, name: string) => panel(page).locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

/** Says something and returns the reply. */
async function say(page: Page, message: string): Promise<string> {
  const before = await replies(page).count();
  await listens(page, '#say', 'keydown');
  await field(page).fill(message);
  await field(page).press('Enter');
  await expect(page.locator('.utterance[data-who="caller"]').last()).toContainText(message);
  await expect(replies(page)).toHaveCount(before + 1);
  await expect(field(page)).toBeEditable();
  return (await replies(page).last().textContent()) ?? '';
}

/** Says the last thing of a call, and returns the reply. */
async function sayLast(page: Page, message: string): Promise<string> {
  const before = await replies(page).count();
  await listens(page, '#say', 'keydown');
  await field(page).fill(message);
  await field(page).press('Enter');
  await expect(replies(page)).toHaveCount(before + 1);
  return (await replies(page).last().textContent()) ?? '';
}

for (const [size, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a caller confirms the address, and is helped step by step', async ({ page }) => {
      await begin(page, PHONE);
      await expect(replies(page).first().locator('[lang=lt]')).toContainText('Labas');
      expect(await say(page, 'Labas, neveikia internetas')).toContain('Vilniaus g. 15');
      await expect(fact(page, 'Address')).toContainText('not confirmed');
      await say(page, 'Taip, teisingai');
      await expect(fact(page, 'Address')).toContainText('confirmed');
      await expect(fact(page, 'Address')).not.toContainText('not confirmed');
      await expect(fact(page, 'Customer')).toContainText('CUST001');
      await expect(fact(page, 'Guide')).toContainText(/1 of \d+ steps given/);

      // The steps behind a reply are under it, and the facts about the caller fold away if there is no room.
      const how = page.locator('details.exchange-how').last();
      await how.getByText('How it got there').click();
      await expect(how.locator('ol > li').first()).toBeVisible();
      if (viewport.width < 1200) {
        await expect(fact(page, 'Address')).toBeHidden();
        await panel(page).getByText('CUST001, address confirmed').click();
      }
      await expect(fact(page, 'Address')).toBeVisible();

      // The conversation is there after a reload, and the call can be ended.
      await page.reload();
      await expect(replies(page)).toHaveCount(3);
      await listens(page, '#say', 'keydown');
      await page.getByRole('button', { name: 'End call' }).click();
      await expect(page.getByRole('region', { name: 'The call is over' })).toContainText('Hung up');
      await expect(field(page)).toHaveCount(0);
      await page.getByRole('link', { name: 'Start a new call' }).click();
      await expect(page.locator('.calls > li').first()).toContainText(PHONE);
      await expect(page.locator('.calls > li').first()).toContainText('Hung up');
      await expect(page.getByRole('region', { name: 'Monitor' })).toContainText('find_customer');
    });
  });
}

test('a ticket waits for a colleague, who approves it in the call', async ({ page }) => {
  await openSupport(page);
  await page.getByRole('button', { name: /the port is down/ }).click();
  await page.locator('form.start').getByText('English', { exact: true }).click();
  await page.getByRole('button', { name: 'Start call' }).click();
  await expect(replies(page)).toHaveCount(1);
  await say(page, 'My internet does not work');
  await listens(page, '#say', 'keydown');
  await field(page).fill('Yes, that is right');
  await field(page).press('Enter');
  const box = page.locator('article.approval');
  await expect(box).toContainText('waiting for you');
  await expect(panel(page)).toContainText('The agent proposes a ticket.');
  // The caller is told what is pending, and may continue.
  await expect(page.locator('.utterance[data-meanwhile]')).toContainText('A colleague checks it first');
  await expect(field(page)).toBeEditable();
  await box.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(box).toContainText('approved');
  await expect(panel(page).locator('.caller-ticket')).toContainText('created');
  await expect(replies(page)).toHaveCount(3);
  await expect(replies(page).last()).toContainText('TKT-');
});

test('a promised call is a task; a person takes the call over, writes in it, and closes the task', async ({ page }) => {
  await begin(page, PHONE);
  expect(await sayLast(page, 'noriu kalbėti su žmogumi')).toContain('Perduodu tavo klausimą kolegai');
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.locator('.utterance').last()).toContainText('Toliau su tavimi kalba kolega');
  await page.getByLabel('What you say to the caller').fill('Labas, kuo galiu padėti?');
  await page.getByRole('button', { name: 'Say', exact: true }).click();
  await expect(page.locator('.utterance').last()).toContainText('Labas, kuo galiu padėti?');
  await openSupport(page);
  const task = page.locator('article.task').filter({ hasText: PHONE }).first();
  await expect(task).toContainText('noriu kalbėti su žmogumi');
  const before = await page.locator('article.task').count();
  await task.getByRole('textbox').fill('Sutarta');
  await task.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('article.task')).toHaveCount(before - 1);
});

test('what is not a number is refused, and stays in the field', async ({ page, faults }) => {
  faults.expect(/status 400: .*\/rpc\/call-begin/);
  faults.expect(/Failed to load resource.*400.*\/rpc\/call-begin/);
  await openSupport(page);
  await page.getByLabel("Caller's number").fill('12');
  await page.getByRole('button', { name: 'Start call' }).click();
  await expect(page.getByRole('alert')).toContainText('This is not a phone number');
  await expect(page.getByLabel("Caller's number")).toHaveValue('12');
});

test('an admin changes the settings of calls, and one call has others', async ({ page }) => {
  await openSupport(page);
  const how = page.getByRole('region', { name: 'How calls are answered' });
  await expect(how).toContainText('20 messages, 5 tool calls for each.');
  await how.getByText('Change the settings').click();
  await listens(page, '.call-settings form', 'submit');
  await how.getByLabel('Messages of a call').fill('0');
  await how.getByRole('button', { name: 'Save' }).click();
  // The browser itself enforces the range.
  await expect(how.getByLabel('Messages of a call')).toBeFocused();
  await how.getByLabel('Messages of a call').fill('30');
  await how.getByLabel('Language').selectOption('English');
  await how.getByRole('button', { name: 'Save' }).click();
  await expect(how).toContainText('30 messages, 5 tool calls for each.');
  await expect(how).toContainText('English, informal');
  await page.reload();
  await expect(how).toContainText('30 messages');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  // Restored for the walks after this one.
  const back = await page.request.patch('/api/support/settings', { data: { maxTurns: 20, language: 'lt' } });
  expect(back.status()).toBe(200);
});
